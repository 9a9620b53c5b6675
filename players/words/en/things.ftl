### What lies on the table: cards, dice, cities, treasures, characters, boxes.
###
### For each card: its name, what it does on one line (-about), and the whole of it: who plays it,
### when, and what comes of it (-text).

## Equipment

-equipment-text = The captain shows it to { $deed }. Equipment is not a choice: if yours covers every event, you must use it and fly.

card-compass = Compass
card-compass-about = Covers one fog when you are captain
card-compass-text = { -equipment-text(deed: "get through one fog") }
card-lightning_rod = Lightning Rod
card-lightning_rod-about = Covers one lightning when you are captain
card-lightning_rod-text = { -equipment-text(deed: "divert one lightning") }
card-foghorn = Foghorn
card-foghorn-about = Covers one flock of birds when you are captain
card-foghorn-text = { -equipment-text(deed: "scare off one flock of birds") }
card-cannon = Cannon
card-cannon-about = Covers one crew of pirates when you are captain
card-cannon-text = { -equipment-text(deed: "see off one crew of pirates") }
card-turbo = Turbo
card-turbo-about = Covers any one event when your equipment does not; never an obligation
card-turbo-text = The captain may show it for any one event that the captain’s equipment leaves open. It is never an obligation: where a Turbo would be needed, the captain may also say “we can’t”.

## A Little Help

-upgraded-text = The captain shows it to { $deed }; what is left over is lost. It is equipment like any other: if you can fly only with it, you must.

-help-text = Passengers of the ship lay it face down when the captain cannot fly on; once all have passed, everything laid is turned over together and this covers { $event }. It is discarded whatever happens, and one that is still in your hand at the end of the game costs you points.

card-upgraded_compass = Upgraded Compass
card-upgraded_compass-about = Covers one or two fogs when you are captain
card-upgraded_compass-text = { -upgraded-text(deed: "get through one fog or two") }
# The name on a label that has no room for the whole of it.
card-upgraded_compass-short = Compass★
card-upgraded_lightning_rod = Upgraded Lightning Rod
card-upgraded_lightning_rod-about = Covers one or two lightnings when you are captain
card-upgraded_lightning_rod-text = { -upgraded-text(deed: "divert one lightning or two") }
card-upgraded_lightning_rod-short = Lightning Rod★
card-upgraded_foghorn = Upgraded Foghorn
card-upgraded_foghorn-about = Covers one or two flocks of birds when you are captain
card-upgraded_foghorn-text = { -upgraded-text(deed: "scare off one flock of birds or two") }
card-upgraded_foghorn-short = Foghorn★
card-upgraded_cannon = Upgraded Cannon
card-upgraded_cannon-about = Covers one or two crews of pirates when you are captain
card-upgraded_cannon-text = { -upgraded-text(deed: "see off one crew of pirates or two") }
card-upgraded_cannon-short = Cannon★

card-help_fog = Little Help (Fog)
card-help_fog-about = Passengers only, after “we can’t”: lay it face down against one fog
card-help_fog-text = { -help-text(event: "one fog") }
card-help_lightning = Little Help (Lightning)
card-help_lightning-about = Passengers only, after “we can’t”: lay it face down against one lightning
card-help_lightning-text = { -help-text(event: "one lightning") }
card-help_birds = Little Help (Birds)
card-help_birds-about = Passengers only, after “we can’t”: lay it face down against one flock
card-help_birds-text = { -help-text(event: "one flock of birds") }
card-help_pirates = Little Help (Pirates)
card-help_pirates-about = Passengers only, after “we can’t”: lay it face down against pirates
card-help_pirates-text = { -help-text(event: "one crew of pirates") }

card-bandit = Bandit
card-bandit-about = Before the roll: the captain rolls one die more
card-bandit-text = Anyone plays it before the dice are rolled, even from ashore. The captain rolls one die more; both Bandits may be played on one roll.
card-mooring_line = Mooring Line
card-mooring_line-about = Once the captain’s cards are shown: the craft stays where it is
card-mooring_line-text = Anyone plays it once the captain has shown cards. The craft does not move and the cards are gone all the same; the next captain sets off from the same city. It cannot be played when no card had to be shown, nor in the Gap on the way to Boscalumia.

card-red = Red’s Power
card-red-about = After “we can’t”: give up a treasure, and all dice are rolled again
card-red-text = Once in the game, if you are aboard when the captain cannot fly on. Remove one of your treasures from the game and all dice are rolled again; then the captain declares afresh.
card-blue = Blue’s Power
card-blue-about = After “we can’t”: take the helm and pay from your own hand
card-blue-text = Once in the game, if you are a passenger when the captain cannot fly on. You become captain of this leg and must face the events from your own hand, by the same duties as any captain. Others can still play their cards, but you cannot use your own Little Help.
card-green = Green’s Power
card-green-about = After “we can’t”: no pirates in this leg
card-green-text = Once in the game, if you are aboard when the captain cannot fly on. Pirates are ignored for the rest of this leg, and the dice that show them are not rolled again.
card-yellow = Yellow’s Power
card-yellow-about = After “we can’t”: turn up two cards of the draw pile to help
card-yellow-text = Once in the game, if you are aboard when the captain cannot fly on. Two cards of the draw pile are turned up: equipment, Turbos and Little Help among them can be used in this leg. Both are discarded afterwards.
card-black = Black’s Power
card-black-about = Before the roll: two dice fewer
card-black-text = Once in the game, if you are aboard, as captain too, before the dice are rolled. The captain rolls two dice fewer; with none left there is nothing to face.
card-purple = Purple’s Power
card-purple-about = Once all have decided: somebody else must decide as you did
card-purple-text = Once in the game, if you decided to stay or to disembark in this leg, once all have spoken. Another seat that decided must make your choice: one that had left puts the treasure back under its pile and comes aboard again, one that had stayed leaves and takes the top treasure.

## A Little Initiative

-rowboat-text = A passenger plays it instead of staying or leaving, or the captain instead of facing the events, if the rowboat is empty. You fly on alone after the ship’s leg: you ignore { $events } and pay the rest from your own hand. A captain who does so leaves the helm to the next passenger.

card-rowboat_fog = Rowboat (Fog)
card-rowboat_fog-about = Fly on alone in the rowboat, past every fog
card-rowboat_fog-text = { -rowboat-text(events: "every fog") }
card-rowboat_lightning = Rowboat (Lightning)
card-rowboat_lightning-about = Fly on alone in the rowboat, past every lightning
card-rowboat_lightning-text = { -rowboat-text(events: "every lightning") }
card-rowboat_birds = Rowboat (Birds)
card-rowboat_birds-about = Fly on alone in the rowboat, past all birds
card-rowboat_birds-text = { -rowboat-text(events: "all birds") }
card-rowboat_pirates = Rowboat (Pirates)
card-rowboat_pirates-about = Fly on alone in the rowboat, past all pirates
card-rowboat_pirates-text = { -rowboat-text(events: "all pirates") }
card-desperate_need = Desperate Need
card-desperate_need-about = Captain, until you show cards: someone else takes the helm
card-desperate_need-text = The ship’s captain plays it once all passengers have decided, before or after declaring, until cards are shown. Name somebody else aboard, who becomes captain of this leg and declares; then you choose to stay or to disembark.
card-new_equipment = New Equipment
card-new_equipment-about = Before the roll: discard your whole hand and draw as many cards
card-new_equipment-text = Anyone plays it before the dice are rolled, even from ashore. Discard all the other cards of your hand and draw as many.
card-spy = Spy
card-spy-about = Before the roll: look at somebody’s hand
card-spy-text = Anyone plays it before the dice are rolled, even from ashore. Look at one other hand, once and for your eyes only.

## Power cards of the base box

card-ejection = Ejection
card-ejection-about = Once all have decided: another passenger must disembark
card-ejection-text = Anyone aboard the ship plays it once all passengers have decided, before the captain declares; by a house rule, until the captain plays cards. Another passenger, never the captain, goes ashore now and takes the city’s top treasure. It needs a city that has a treasure left.
card-alternative_route = Alternative Route
card-alternative_route-about = After the decisions: the captain rolls dice of the captain’s choice again
card-alternative_route-text = Anyone aboard plays it once the passengers have decided, before or after the captain’s declaration. The captain picks one or more dice and rolls them again; by a house rule, none will do. The passengers do not decide again.
card-wind_gust = Wind Gust
card-wind_gust-about = After the decisions: all blank dice are rolled again
card-wind_gust-text = Anyone plays it, even from ashore, once the passengers have decided, before or after the captain’s declaration. Every blank die is rolled again, so there must be one. The passengers do not decide again.
card-jetpack = Jetpack
card-jetpack-about = When the crash is certain: land with the top treasure of the city left behind
card-jetpack-text = Anyone aboard, the captain too, plays it when nothing can stop the crash. You land in the city that was being left and take its top treasure, if it has one. Several are served from the captain’s left; if nothing is left for you, you take the card back.
card-spyglass = Magic Spyglass
card-spyglass-about = After “we can’t”: give it up, and the craft flies on past every event
card-spyglass-text = A treasure worth 2 points. Anyone aboard may use it when the captain cannot fly on: every event of this leg is ignored, no cards are shown and the craft flies on. The spyglass leaves the game, and its 2 points with it.

## Bonus cards

card-grappling_hook = Grappling Hook
card-grappling_hook-about = After “we can”, if you just left: return the treasure and board again
card-grappling_hook-text = For those who left the ship in this leg, once the captain has said “we can”. Put the treasure you just took back under its pile and be aboard again. A Wind Gust may still spoil the flight.
card-instructor = Instructor
card-instructor-about = When you take a treasure: look through the pile and keep the one you like
card-instructor-text = Played when you take a treasure. Look through the city’s whole pile, keep the one you like best, and the rest is shuffled. When you choose to leave you play it along with that; when the treasure comes to you otherwise, you are asked.

## Dice and cities

face-fog = fog
face-lightning = lightning
face-birds = birds
face-pirates = pirates
face-blank = blank
# Said where no event is left to face.
face-none = clear skies

city-1 = Heolia
city-2 = Kanopea
city-3 = Veltane
city-4 = Ombrelis
city-5 = Sorinthe
city-6 = Barbadahl
city-7 = Karios
city-8 = Nuagora
city-9 = Meiji
# Where the ship hangs between the two legs to Boscalumia.
city-10 = the Gap
# The name in the track on the board, which has ten columns for it.
city-10-short = the Gap
city-11 = Boscalumia

## Treasures: $city is a city's name, $points a number

treasure = { $city } ({ $points ->
    [one] { $points } point
   *[other] { $points } points
})
treasure-spyglass = Magic Spyglass ({ $city })

## Characters: the two faces of each

character-red = Amelia Lorna-Lou / Lord Hawkins
character-blue = Mel Katansky / Orville Russell K.
character-green = Sonja Blixxen / Ambroise Septimus
character-yellow = Aleshanee Eyota / Howard McFerty
character-black = Claudia Harker / Aleksei Timovitch
character-purple = Victoria de Beckliss / Marcus Hartmann

colour-red = Red
colour-blue = Blue
colour-green = Green
colour-yellow = Yellow
colour-black = Black
colour-purple = Purple

## Boxes and variants

box-little_help = A Little Help
box-little_help-about = Characters with powers, help from passengers, stronger equipment
box-initiative = A Little Initiative
box-initiative-about = A rowboat for one, spies and desperate captains
box-grappling_hook = Grappling Hook
box-grappling_hook-about = Two cards to climb back aboard after you have left
box-instructor = Instructor
box-instructor-about = Two cards to pick the very treasure you want
box-krismastri = Krismastri
box-krismastri-about = Lucky rolls fill a pile of gifts that the richest must give away
box-matryoshburg = Matryoshburg
box-matryoshburg-about = After a crash everyone chooses a consolation
box-boscalumia = Boscalumia
box-boscalumia-about = A forgotten city, two hard legs away, worth 25 points to all aboard

variant-standard = Standard
variant-beginner = Beginner
variant-crew = Crew

## Joining and counting

# $most is one or more names with commas between them, $last the last one.
list-and = { $most } and { $last }
# $count of the same $thing.
list-times = { $count } × { $thing }
list-none = nothing
list-nobody = nobody

## Seats

# Names of computer players.
computer-0 = Zephyrine
computer-1 = Anselm
computer-2 = Philomena
computer-3 = Barnaby
computer-4 = Celestine
computer-5 = Leopold
# How well they play, on buttons and behind their names.
level-easy = Easy
level-normal = Normal
level-hard = Hard
place-ship = aboard
place-boat = in the rowboat
place-ashore = ashore
mark-captain = captain
power-used = used

## The language by its own name

language-name = English
