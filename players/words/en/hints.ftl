### Why a computer would do that: a short sentence or two behind the name of the move, which only the
### seat reads that has asked.
###
### $captain, $seat (whom the move is aimed at), $city, $target and cards come ready to be read; $craft
### is ship or boat. $held: the captain's cards. $count: dice, or events on them. $tenths: in so many of
### ten such cases it works if the move is made, $instead: if it is not. $here: points for going ashore
### or for what is given away, $ahead: points at the target or for what is taken instead. $aboard of
### $rivals others are in the ship.

hint-dice = { $count ->
    [0] nothing
    [1] one die
    [2] two dice
    [3] three dice
    [4] four dice
   *[other] { $count } dice
}
hint-often = { $tenths ->
    [0] next to never
    [10] for sure
   *[other] in about { $tenths } of 10
}
hint-instead = { $instead ->
    [0] next to never
    [10] for sure
   *[other] in about { $instead } of 10
}
hint-here = { $here ->
    [one] about { $here } point
   *[other] about { $here } points
}
hint-ahead = { $ahead ->
    [one] about { $ahead } point
   *[other] about { $ahead } points
}

## The captain's start

hint-roll = Against { hint-dice } you fly on { hint-often }. { $target } brings { hint-ahead }, disembarking { $here }.
hint-roll-risk = Against { hint-dice } you fly on { hint-often }. There are only { hint-here } here: to win you have to risk more.
hint-roll-on = With these cards you fly on against { hint-dice } { hint-often }, so your crew stays aboard.
hint-roll-past = The way to Boscalumia takes four dice twice, and succeeds { hint-often }.
hint-land = Against { hint-dice } you fly on { hint-often }. Better { hint-here } here than a chance of { $ahead } at { $target }.
# $more: how many cards.
hint-prepare = With the cards you hold you fly on { hint-instead }, with { $more } more { hint-often }.
hint-steer = The way takes four dice twice and succeeds { hint-often }. Then everyone aboard gets { $ahead } points.

## Decisions

hint-stay = { cards-held } against { hint-dice }: { $captain } flies on { hint-often }. { $target } brings { hint-ahead }, disembarking { $here }.
hint-stay-clear = Nothing stands between { the-craft } and { $target }: { hint-ahead } there, { $here } here.
hint-stay-jetpack = { cards-held } against { hint-dice }: { $captain } flies on { hint-often }. In a crash your Jetpack saves you, with a treasure.
hint-stay-risk = { cards-held } against { hint-dice }: { $captain } flies on { hint-often }. There are only { hint-here } here: to win you have to risk more.
hint-stay-bound = { cards-held } against { hint-dice }: { $captain } flies on { hint-often }. Keep your card for a better moment.
hint-leave = { cards-held } against { hint-dice }: { $captain } flies on { hint-often }. Better { hint-here } here than a chance of { $ahead } at { $target }.
hint-leave-instructor = { cards-held } against { hint-dice }: { $captain } flies on { hint-often }. Your Instructor finds you { hint-here } right here.
# $goal: the points that end the game.
hint-leave-goal = With { hint-here } from here you reach the { $goal } that end the game, ahead of everyone.
hint-boat = In the rowboat you fly on { hint-often }, in the ship { hint-instead }.

## The captain's word and cards

# $cards: what flying on costs.
hint-can = It costs you { $cards }, but there are { hint-ahead } at { $target }.
hint-let-fall = { $rivals ->
    [one] Your rival is aboard and gains nothing in a crash
   *[other] { $aboard } of { $rivals } rivals are aboard and gain nothing in a crash
}, and you keep your cards.
hint-pay = What stays in your hand pays for a usual roll { hint-often }.
hint-reroll = With these dice rolled again you fly on { hint-often }.
hint-reroll-none = With the dice as they lie you fly on { hint-often }.

## Cards that are played

hint-rescue = With it { the-craft } flies on { hint-often }. { $target } brings { hint-ahead }.
hint-help = With all the Little Help you hold { the-craft } flies on { hint-often }. { $target } brings { hint-ahead }.
hint-take-over = Your own cards pay for everything. { $target } brings { hint-ahead }.
hint-gust = After that { the-craft } crashes { hint-often }, with { $rivals ->
    [one] your rival
   *[other] { $aboard } of { $rivals } rivals
} aboard.
hint-put-ashore = { $seat } gets { hint-here } here instead of { $ahead } further on.
hint-call-back = { $seat } gives the treasure back and has to fly on, which succeeds { hint-often }.
hint-more-dice = With one die more { the-craft } flies on { hint-often }, without it { hint-instead }. That costs your rivals more than you.
hint-fewer-dice = With two dice fewer { the-craft } flies on { hint-often }, otherwise { hint-instead }.
hint-moor = The captain’s cards are gone, and your rivals aboard have to pay once more.
hint-hand-over = { $seat } flies on { hint-often }, and you can still disembark.
hint-new-hand = As many new cards pay for a usual roll { hint-often }, those you hold { hint-instead }.
hint-spy = Before you decide you will know what { $captain } can pay for.
hint-jump = Nothing stops the crash any more, and this saves you { hint-here }.
hint-climb-back = The way is free: { hint-ahead } at { $target } for the treasure you took, which has { $here }.
hint-choose = The best treasure of the pile has { hint-ahead }, the top one { $here }.
hint-play = It gains you more now than it is worth in your hand.

## Cards that stay in hand

hint-pass = { $card } is not worth it now.
hint-pass-later = { $card } gains you little now. Keep it for a better moment.
hint-pass-aboard = You are aboard yourself, so { $card } would hurt you as well.

## Treasures

hint-keep = Of these treasures it is worth most: { $here ->
    [one] { $here } point
   *[other] { $here } points
}.
hint-keep-spyglass = It has no more than { $here } points, but it can save you from a crash.
hint-keep-worst = It goes to { $seat }: the less it is worth, the better for you.
hint-draw = One more card is better for you than any exchange.
# $cards: those to be exchanged.
hint-exchange-cards = What you will miss least: { $cards }. New cards are likely to be better.
hint-keep-rest = The cards you keep are better than those you would draw.
hint-exchange = The top treasure of that pile has { hint-ahead }, yours { $here }.
hint-give = { $seat } has the fewest points, about { $here }, so the gift hurts you least there.
