# Ships of one’s own. $name: what a ship is called, by its owner.
command-ship = ship
command-ship-about = Your ship: its name, its colours and its emblem
command-unname = unname
command-unname-about = Take the name off somebody’s ship (host or moderator)
option-ship_name = name
option-ship_name-about = What it is called; - for no name
option-balloon = balloon
option-balloon-about = The colour of its balloon
option-stripes = stripes
option-stripes-about = The colour of its stripes
option-emblem = emblem
option-emblem-about = What it carries on its balloon
option-unwanted = unwanted
option-unwanted-about = Words no ship’s name may hold here, commas between; - for none

ship-called = “{ $name }”
# $flight: where it flies.
page-ship-called = { $flight } · “{ $name }”
ship-title = Your ship
ship-how = It flies whenever you are captain, wherever you play.
ship-unwanted = This server does not show that name. Other servers may.
# $who: a mention.
ship-unnamed = The ship of { $who } has no name any more.
ship-unnamed-here = The name of { $who }’s ship is not shown at this table any more.
button-ship = My Ship
more-ship = the ship you fly as captain: name, colours, emblem
button-ship_name = Name…
ship-name-title = Your ship
ship-name-label = Name
# $most: columns.
ship-name-about = Up to { $most } letters. Empty: no name.
choose-balloon = Choose the balloon
choose-stripes = Choose the stripes
choose-emblem = Choose the emblem
# $colour, $emblem: as below.
label-balloon = Balloon: { $colour }
label-stripes = Stripes: { $colour }
label-emblem = Emblem: { $emblem }
# $how: what earns it.
label-closed = { $emblem }: { $how }

livery-white = white
livery-gold = gold
livery-pink = pink
livery-azure = sky blue
livery-green = green
livery-red = red
livery-indigo = indigo
livery-ink = black
emblem-compass = compass
emblem-star = star
emblem-moon = moon
emblem-sun = sun
emblem-heart = heart
emblem-anchor = anchor
emblem-lightning = lightning
emblem-key = key
emblem-whale = whale
emblem-cat = cat
emblem-laurel = laurel
emblem-summit = summit
emblem-plaster = plaster
# How an emblem is earned. $of, $now: numbers, what it takes and what it is so far.
emblem-laurel-earned = { $of } games · { $now }/{ $of }
emblem-summit-earned = fly to city { $of } · { $now }/{ $of }
emblem-plaster-earned = crash with { $of } aboard · { $now }/{ $of }

# In the description of the board.
picture-ship-called = It is called “{ $name }”.
picture-livery = Balloon: { $balloon }, stripes: { $stripes }, emblem: { $emblem }.

error-not_earned = That emblem has yet to be earned. `/{ command } { command-ship }` says how.
settings-unwanted =
    { $count ->
        [0] No words are banned from ship names.
        [one] Kept out of the names of ships: { $words }.
       *[other] Kept out of the names of ships: { $words }.
    }
