### A finished game to page through: one page of its own, and the moments it is remembered for.
###
### A page has no names before it is read by a person: { $seat } and the like are put in later, so no
### sentence agrees with them.

replay-title = Celestia · the whole game again
replay-no-script = This page draws the game with JavaScript, which is switched off here.
# Where the page is: a leg of a journey.
replay-journey = Journey { $journey }
replay-step = Step { $step } of { $steps }
replay-bar = Paging through the game
replay-slider = Where in the game
replay-back = One step back
replay-forward = One step on
replay-leg-back = A leg back
replay-leg-forward = A leg on
replay-play = Play
replay-pause = Pause
# $times: 1, 2 or 4.
replay-speed = Speed: { $times } times
replay-keys = Keys: ← → a step, Page Up and Page Down a leg, Home and End, Space to play.
replay-moments = Moments
replay-told = What happens
replay-seats = All hands
replay-dice = Dice
replay-ignored = { $die }, not to be faced
replay-points = Points: { $points }
replay-goal = The goal: { $goal }
replay-cities-goal = The goal: treasures of { $goal } cities
replay-hand = Hand
replay-treasures = Treasures
replay-nothing = nothing
replay-new = { $thing }, new
replay-captain = captain
replay-power-ready = power unused
replay-power-used = power used
replay-tokens = Lanterns of Boscalumia: { $count }
replay-crew = Crew aboard: { $count }
replay-place = Place { $rank }
replay-part-treasures = treasures { $points }
replay-part-tokens = lanterns { $points }
replay-part-penalty = Little Help { $points }
replay-broken_off = The game was broken off here. This is how everybody stood.
# In the terminal. $file: a path; $why: what the system says.
replay-written = The replay of the game is in { $file }. Any browser opens it.
replay-not_written = The replay could not be written ({ $why }).
replay-not_played = This record cannot be played again. “{ $command }” says what is wrong with it.
replay-no_file = There is no file { $file }. Give the path of a game’s record, which ends in .json.

## What happened with its secrets, told to everybody once the game is over

# What each seat chose, the events that follow tell.
open-chosen = Everyone has chosen.
open-drew = { $seat } draws { $cards }.
# $laid: each card with the seat that drew it.
open-drew-all = Cards are drawn: { $laid }.
open-laid = { $seat } lays { $card } face down.
open-spied = { $seat } peeks into the hand of { $on }: { $cards }.
open-took = { $seat } takes a treasure: **{ $treasure }**.
open-put_under = { $seat } puts { $treasure } back under its pile.
open-looked_through = { $seat } looks at treasures of { $city }: { $treasures }.

## Moments

moment-flight = The boldest flight
moment-flight-told = { $craft ->
    [boat] In the rowboat, { $captain } makes it to { $city } past { $dice }.
   *[ship] With { $captain } at the helm, the ship makes it to { $city } past { $dice }.
}
moment-escape = The luckiest escape
moment-escape-told = { $seat } is out just before the crash, with { $treasure }.
moment-trust = The most trusted captain
# $count passengers stayed.
moment-trust-can = { $count ->
    [one] One passenger stays with
   *[other] { $count } passengers stay with
} { $captain } against { $dice }: “We can fly on!”
moment-trust-cannot = { $count ->
    [one] One passenger stays with
   *[other] { $count } passengers stay with
} { $captain } against { $dice }: “We can’t fly on…”
