# The page on which one person plays against computers in a browser.

page-title = Celestia: play now
page-what = A game of trust for two to six, by airship. You against computers: nothing to install, and nothing leaves this device.
page-loading = The ship is being rigged…
page-play = Play
page-go-on = Go On
page-another = New Game
page-settings = Settings
page-level = Computers
page-seats = Players, you included
page-boxes = Boxes
page-variant = Variant
page-goal = Points that end the game
page-rules = House rules
page-switch-power_cards = Power cards
page-switch-spyglasses = Magic Spyglasses
page-switch-late_ejection = Ejection until the captain plays cards
page-switch-reroll_none = Alternative Route: rerolling none is allowed
page-switch-help_stays = Little Help that falls short stays for Blue, Green or Yellow
page-switch-mooring_keeps_dice = The dice stay after a Mooring Line
page-switch-blue_takes_help = Little Help on Blue’s leg
page-switch-instructor_for_all = Anyone may use an Instructor
page-tips = Tips
page-hand = Your cards
page-treasures = Your treasures
page-nothing = none
page-others = Everybody
page-story = What happens
page-held = { $count } cards
page-pass-leg = Pass This Leg
page-hint-ask = Hint
# $move: a label; $why: a sentence.
page-hint = **{ $move }**. { $why }
page-skip = Skip
# $seats: names of players.
page-waits = The game waits for { $seats }
page-live = A table on Discord, in your browser.
page-watching = You are watching
page-orders = Your orders
page-connecting = Connecting…
page-lost = The connection is lost. Trying again…
# $seconds: a number.
page-seconds = { $seconds } s
# $minutes: a number.
page-minutes = { $minutes } min
# $hours: a number.
page-hours = { $hours } h
page-cancelled = The game was closed before its end.
page-over = The game is over
page-again = Play Again
page-replay = Replay
page-record = Record
page-review = What cost you most
page-review-none = No decision of yours cost much. Well flown!
# $lost: a number; $made, $better: labels; $why: a sentence.
page-slip = { $lost }%: { $made }. Better: **{ $better }**. { $why }
page-unreadable = This game cannot be read by this version. Begin a new one.
page-broken = Something went wrong here. Load the page again: your game is kept.
# $journey: a number; $goal: a line about what ends the game.
page-where = Journey { $journey } · { $goal }
