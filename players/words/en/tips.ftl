### Tips for those who learn the game, each for its reader alone: at most two sentences, in words that
### somebody understands who has never played. Each comes once, when what it tells of first comes up.
###
### $variant: as in things.ftl; $goal: the points that end the game, 25 or more.

## The base game

tip-leave = Stay aboard for a richer city, or disembark and take a treasure here. If the captain cannot pay for the dice, the ship crashes and everyone aboard gets nothing.
tip-dice = Each symbol on the dice costs the captain a card: fog a compass, lightning a lightning rod, birds a foghorn, pirates a cannon. Blank dice cost nothing.
tip-trust = Only the captain knows the captain’s cards, but everyone sees how many there are. Many cards and few symbols are a reason to trust; few cards and many symbols are a reason to go.
tip-next = If you stay and the ship flies on, you are the next captain. If your own cards are few, disembark before that happens.
tip-captain = You are the captain: this flight is paid from your hand alone, and what you pay is gone. Once the dice are rolled, you cannot disembark.
tip-word = What a captain answers is always true. If your equipment covers every symbol, you must fly on; whether to spend a Turbo is up to you.
tip-turbo = A Turbo stands for any one symbol, and you never have to use it. Keep it, and as captain you may let the ship crash with everyone aboard.
tip-alone = Nobody else is aboard, so you may take a treasure here instead of rolling. The next city is worth more, but only your cards can get you there.
tip-far = The farther the city, the more its treasures are worth, and the more dice are rolled on the way. From here on there are three of them, and later four.
tip-ashore = You are safe ashore: whatever happens to the ship, your treasure stays yours. As soon as this journey ends, everyone boards again.
tip-journey = Every journey begins with everyone aboard and a new card for each. If a long flight has emptied your hand, leave early for a while.
tip-end = { $variant ->
    [beginner] Once somebody holds treasures of five different cities, the game ends before the next journey begins.
   *[other] Once somebody’s treasures are worth { $goal } points, the game ends before the next journey begins.
} Most points win, and only you know what yours are worth.

## Cards that are played

tip-pass = Everyone is asked who might have a card for this moment, so that the question gives nobody’s cards away. Pass if you want to play none.
tip-ejection = Ejection puts another passenger ashore, with a treasure of this city. Play it before a flight that you would rather share with fewer.
tip-alternative_route = With an Alternative Route, the captain rolls some of the dice again. Keep it for a roll that would bring down the ship with you aboard.
tip-wind_gust = A Wind Gust rolls every blank die again, and you may play it from ashore as well. That is how those who have left trouble those who stayed.
tip-jetpack = If the ship crashes, a Jetpack lands you safely, with a treasure of the city you were leaving. With one in hand, you can stay longer than others dare to.
tip-spyglass = A Magic Spyglass is worth 2 points, or one flight that no dice can stop. Use it aboard when the captain cannot fly on and more than 2 points lie ahead.

## A Little Help

tip-little_help = Everyone is a character now, whose power works once in the game. And passengers may help a captain who cannot fly on, with cards of their own.
tip-upgraded = An upgraded card pays for one symbol or for two of the same kind. It is equipment: if only that gets the ship through, a captain must use it.
tip-help = When the captain cannot fly on, passengers may lay Little Help face down, each against one symbol; then all of it is turned over together. What is left in your hand at the end costs you points.
tip-bandit = A Bandit adds a die to the coming roll. It is best played from ashore, against those who fly on without you.
tip-mooring_line = A Mooring Line keeps the ship where it is, after the captain has paid. You may play it from ashore as well, so that nobody gets ahead of you.
tip-red = You are Red: once in the game, when the captain cannot fly on, you may give up a treasure to have all dice rolled again. A cheap treasure is a small price for a rich city.
tip-blue = You are Blue: once in the game, when the captain cannot fly on, you may take over and pay from your own hand. With good cards you need not fear another’s bad ones.
tip-green = You are Green: once in the game, when the captain cannot fly on, you may have all pirates ignored. You must be aboard for it.
tip-yellow = You are Yellow: once in the game, when the captain cannot fly on, you may turn up two cards of the draw pile to help pay. It is a gamble, so try it when all else fails.
tip-black = You are Black: once in the game, you may have two dice fewer rolled while you are aboard. Keep it for the far cities, where four are rolled.
tip-purple = You are Purple: once in the game, after you have chosen to stay or to go, you may have somebody else do the same. Take along whom you want, or keep a rival aboard for a crash.

## A Little Initiative

tip-initiative = The rowboat is in play: with a card for it, you may leave the ship and fly on alone. Captains have ways to hand the ship to somebody else, too.
tip-rowboat = With a Rowboat you fly on alone past every die of its symbol, and pay for the others yourself. Take it when you trust your own cards more than the captain’s.
tip-desperate_need = With Desperate Need a captain hands the ship to somebody else aboard, and may then disembark. It is made for a roll that you cannot pay.
tip-new_equipment = New Equipment exchanges all your other cards for as many new ones. The worse your hand is, the more it brings.
tip-spy = The Spy shows you all the cards of one other player. The captain’s are worth most to you, before you stay or go.

## Bonus boxes

tip-grappling_hook = You have left, and the captain can fly on after all: a Grappling Hook takes you back aboard. The treasure you just took goes back, too.
tip-instructor = When you take a treasure, the Instructor lets you look through the city’s whole pile and keep the one you like. Use it where the treasures differ most.
tip-krismastri = Whenever the captain rolls nothing but blanks, a treasure is set aside as a present. In the end the richest player gives these to the others, the best one first, so a narrow lead may be lost.
tip-matryoshburg = After a crash you may draw a card, exchange cards of your hand, or exchange a treasure for another one of its city. It is the time to be rid of what you cannot use.
tip-boscalumia = From Barbadahl a captain may steer for Boscalumia: two flights with four dice each, and nobody can leave in between. Everyone who arrives gets 25 points.

## The variant for two

tip-crew = You have three of your crew aboard, and before rolling you may set one of them down to draw cards. When you take a treasure, you draw one for each who leaves the ship with you and keep the best.
