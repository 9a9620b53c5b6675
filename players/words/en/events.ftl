### What happened: the story as the channel reads it.
###
### Seats, cities, dice, cards and treasures come ready to be read; lists come joined. A sentence
### ends in -known where it tells a secret: like event-laid, only its owner is told that one, as
### “you”. No sentence agrees with a seat in number or gender.

## The journey

event-journey_began = **Journey { $journey }.** All aboard at { $city }! { $captain } takes the helm.
event-journey_began-later = **Journey { $journey }.** All aboard at { $city }, the first city with treasures! { $captain } takes the helm.
# $count: how many cards.
event-drew = { $seat } draws { $count ->
    [one] a card
   *[other] { $count } cards
}.
event-drew-known = You draw { $cards }.
event-shuffled = The draw pile is empty: { $cards ->
    [one] the only discarded card becomes
   *[other] the { $cards } discarded cards become
} the new one.
event-captain_changed = { $captain } takes the helm.
# $craft: ship or boat.
event-moved = { $craft ->
    [boat] The rowboat makes it to **{ $city }**.
   *[ship] The ship makes it to **{ $city }**!
}
event-moored = { $craft ->
    [boat] The line holds: the rowboat is going nowhere and stays at { $city }.
   *[ship] The line holds: the ship is going nowhere and stays at { $city }.
}
event-crashed = { $craft ->
    [boat] **The rowboat crashes!** No treasure for { $seats }.
   *[ship] **The ship crashes!** No treasure for { $seats }.
}
event-crashed-empty = { $craft ->
    [boat] **The rowboat crashes** — with nobody left in it.
   *[ship] **The ship crashes** — with nobody left aboard.
}
# $reason: points, cities or empty; $count winners, each with $points.
event-game_ended = { $reason ->
    [points] The goal is reached!
    [cities] Someone has treasures from five cities!
   *[empty] The last treasure is taken!
} { $count ->
    [one] **Victory for { $winners }**
   *[other] **A victory shared by { $winners }**
}, with { $points ->
    [one] { $points } point
   *[other] { $points } points
}!

## The leg

event-leg_began = { $craft ->
    [boat] { $captain } readies the rowboat at { $city }. Ahead: **{ $target }**.
   *[ship] The ship is ready at { $city }. Ahead: **{ $target }**. At the helm: { $captain }.
}
event-steered = { $seat } leaves the beaten track: course set for forgotten **Boscalumia**!
# $crew: members left aboard.
event-prepared = { $seat } sends a crew member for supplies and keeps { $crew } aboard.
event-rolled = { $captain } rolls the dice: { $dice }
event-rolled-none = { $captain } has no dice to roll: open sky!
event-dice_kept = The dice stay as they lie for { $captain }: { $dice }
event-rerolled = { $captain } rolls { $picked } again. Now it is { $dice }
event-rerolled-none = { $captain } rolls none of the dice again: { $dice }
event-stayed = { $seat } stays aboard.
event-left = { $seat } disembarks at { $city }.
event-returned = { $seat } is back aboard!
event-declared-can = { $seat }: “We can fly on!”
event-declared-cannot = { $seat }: “We can’t fly on…”
event-paid = { $seat } shows { $cards }.
event-paid-none = { $seat } has no card to show.

## Cards and powers

event-played = { $seat } plays **{ $card }**.
event-played-on = { $seat } plays **{ $card }** on { $on }.
event-played-spyglass = { $seat } looks through the **Magic Spyglass** and finds a way past everything.
event-played-ejection = { $seat } plays **Ejection**: overboard with { $on }, parachute included!
event-played-alternative_route = { $seat } knows an **Alternative Route**: the captain picks dice to roll again.
event-played-wind_gust = { $seat } sends a **Wind Gust**: every blank die is rolled again!
event-played-jetpack = { $seat } straps on a **Jetpack** and jumps!
event-played-bandit = { $seat } sends a **Bandit**: one die more!
event-played-mooring_line = { $seat } throws a **Mooring Line** around the nearest chimney!
# Said of each of the four Rowboats; $card tells which.
event-played-rowboat = { $seat } plays **{ $card }** and casts off alone!
event-played-desperate_need = { $seat } has a **Desperate Need** and hands the helm to { $on }.
event-played-new_equipment = { $seat } wants **New Equipment**: the whole hand goes.
event-played-spy = { $seat } sends a **Spy** to { $on }.
event-played-grappling_hook = { $seat } throws a **Grappling Hook** after the ship!
event-played-instructor = { $seat } asks an **Instructor** which treasure is best.
event-played-red = { $seat } calls on **Red’s Power**: a treasure for fresh dice!
event-played-blue = { $seat } calls on **Blue’s Power**: “Let me do that!”
event-played-green = { $seat } calls on **Green’s Power**: the pirates are no more.
event-played-yellow = { $seat } calls on **Yellow’s Power**: what does the draw pile hold?
event-played-black = { $seat } calls on **Black’s Power**: two dice fewer!
event-played-purple = { $seat } calls on **Purple’s Power**: the same choice for { $on }!
event-came_back = { $seat } takes { $card } back: it could do nothing any more.
event-discarded = { $seat } discards { $cards }.
event-discarded-none = { $seat } has nothing else to discard.
event-laid = You lay { $card } face down.
# $laid: cards, each with the seat that laid it.
event-help_shown = The cards are turned over: { $laid }.
# One of them in $laid.
help-of = { $card } ({ $seat })
# $choices: what each seat chose, joined.
event-chosen = Everyone has chosen: { $choices }.
choice-draw = { $seat } draws a card
choice-cards = { $seat } exchanges cards
choice-treasure = { $seat } exchanges a treasure
event-turned_up = The draw pile offers { $cards }.
event-spied = { $seat } peeks into the hand of { $on }.
event-spied-known = You peek into the hand of { $on }: { $cards }.

## Treasures

event-took = { $seat } takes a treasure of { $city }.
event-took-known = You take a treasure: { $treasure }.
event-put_under = { $seat } puts a treasure back under the pile of { $city }.
event-put_under-known = You put { $treasure } back under its pile.
event-removed = { $seat } gives up { $treasure } for good.
event-looked_through = { $seat } looks at treasures of { $city }.
event-looked_through-known = You look at treasures: { $treasures }.
event-gift_added = Not a cloud in the sky! A treasure of { $city } joins the gifts, unseen.
event-gifts_shown = { $seat } unwraps the gifts: { $treasures }.
event-gave = { $seat } gives { $treasure } to { $to }.
event-lit = **Boscalumia shines again!** 25 points each for { $seats }.
