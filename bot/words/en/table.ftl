### The table as Discord shows it: lobby, board, hand, end.

## The lobby

lobby-title = New game: who’s in?
lobby-invitation = Sit down and fly from city to city. Trust your captain — or take your treasure and go.
# $taken, $seats: numbers.
lobby-players = Players ({ $taken } of { $seats })
lobby-seated =
    { $taken ->
        [one] { $taken } player
       *[other] { $taken } players
    }
lobby-boxes = Boxes:
lobby-rules = Rules:
lobby-pace = Pace:
lobby-house = House rules:
# $hash: hexadecimal digits.
lobby-promise = SHA-256 of this table’s secret: `{ $hash }`. The shuffle mixes it with the start message’s number and this lobby, so far:
# $digest: hexadecimal digits; $came, $went: how often people have sat down and got up.
lobby-course = `{ $digest }` · { $came } came, { $went } went
# $when: a relative time that Discord counts down, as “in 3 hours”.
lobby-expires = Closes { $when } if nobody starts the game.
lobby-started = The game began
# $seats: the players, mentioned.
game-begins = The game begins: { $seats }
# $digest: hexadecimal digits, as the lobby shows them.
game-begins-how = The cards are shuffled with the number that Discord gave this message, and with the lobby as it is: `{ $digest }`. If this message comes again and again, ask why.
lobby-cancelled = This table was cancelled
lobby-expired = Nobody started the game, so the table was closed
secret-shown = The secret: `{ $secret }`

promise-kept = Its SHA-256, as it stood in the lobby: `{ $hash }`

boxes-base = Base game
boxes-all = Everything
# $boxes: a list of boxes.
boxes-with = Base game, { $boxes }
goal =
    { $points ->
        [one] ends at { $points } point
       *[other] ends at { $points } points
    }
goal-beginner = ends with treasures of five cities
power_cards-off = no power cards
spyglasses-off = no Magic Spyglasses
mooring_keeps_dice-on = the dice stay after a Mooring Line
blue_takes_help-off = no Little Help on Blue’s leg
instructor_for_all-on = anyone may use an Instructor
late_ejection-on = Ejection until the captain plays cards
help_stays-on = Little Help that falls short stays for Blue, Green or Yellow
reroll_none-on = an Alternative Route may reroll no die
help_penalty-4 = −4 for each Little Help left
captain-host = the host is the first captain
captain-lot = a random first captain

pace-live = Live
pace-relaxed = Relaxed
pace-none = No clock
# $decision, $seconds: numbers.
pace-live-line = Live, { $decision } seconds for each decision, { $seconds } to react with cards
pace-relaxed-line = Relaxed, a day for each decision and a day to react with cards
pace-none-line = No clock, everyone takes the time they need

switch-on = on
switch-off = off
number-2 = 2
number-3 = 3
number-4 = 4
number-5 = 5
number-6 = 6
number-8 = 8
number-12 = 12
number-20 = 20
number-25 = 25
number-45 = 45
number-50 = 50
number-75 = 75
number-90 = 90
number-100 = 100
number-180 = 180

# $value: one of the values above.
setting-variant = Variant: { $value }
setting-seats = Seats: { $value }
setting-goal = Points that end the game: { $value }
setting-pace = Pace: { $value }
setting-window = Seconds to react with cards: { $value }
setting-decision = Seconds for each decision: { $value }
setting-captain = Captain: { $value }
setting-power_cards = Power cards: { $value }
setting-spyglasses = Magic Spyglasses: { $value }
setting-late_ejection = Ejection until the captain plays cards: { $value }
setting-reroll_none = An Alternative Route may reroll no die: { $value }
setting-mooring_keeps_dice = Dice stay after a Mooring Line: { $value }
setting-blue_takes_help = Little Help counts on Blue’s leg: { $value }
setting-help_stays = Little Help that falls short stays for Blue, Green or Yellow: { $value }
setting-instructor_for_all = Anyone may use an Instructor: { $value }
setting-help_penalty = Points lost for each Little Help left: { $value }
setting-now = The current setting

choose-boxes = Boxes to play with…
choose-rules = Change the rules…
choose-house = Change the house rules…
choose-table = Change the table…
choose-character = Choose your character…
character-lot = Random
character-lot-about = Dealt when the game begins

button-join = Join
button-leave = Leave
button-add_computer = Add Computer
button-remove_computer = Remove Computer
button-start = Start
button-word = My Word
button-cancel = Cancel
button-cancel_now = Yes, Cancel It
button-concede_now = Yes, Give It Up

mark-host = host
# $number: 1 to 6.
seat-number = Seat { $number }
seat-empty = Seat { $number } (nobody)
thread-name = Celestia with { $host }
thread-name-nobody = Celestia

## The board

# $city, $target: cities.
page-ship = { $city } → { $target }
page-boat = The rowboat: { $city } → { $target }
page-journey = Journey { $journey } begins
page-past = Before the journey
# $drawn: a list of seats, each with the number of its new cards.
story-drew = Cards drawn: { $drawn }
track-city = City
track-value = pts
track-dice = die
track-left = 💎
stock-deck = { $cards } to draw
stock-discard = { $cards } discarded
stock-gifts =
    { $treasures ->
        [one] { $treasures } gift
       *[other] { $treasures } gifts
    }
stock-lit = Boscalumia shines
mark-stays = stays
press-early = Passengers can answer at once: each answer stays sealed until its turn, and can be changed until then.
# $when: a relative time, as “in 5 seconds”.
window-ends = Ends { $when }; no answer means pass.

# $when: a relative time, as “in 30 seconds”.
decision-ends = Time runs out { $when }; then a computer makes this decision.
nobody-here = Everyone is away, so the game waits. It goes on when one of its players presses *I’m Back* or answers.
board-asleep = Nobody has come for a while, so the game is paused.
# $when: a relative time, as “in 30 days”.
board-wakes = It goes on when one of its players presses *Resume*. If nobody does, it is closed { $when }, with the scores as they stand.
mark-substituted = away
substituted-why = A computer plays for those who are away; *I’m Back* returns the seat.
# $seats: a list of seats, mentioned.
notice-warning = { $seats }, the game is waiting for your decision.
notice-nudge = { $seats }, the others are waiting for you.
notice-turn = { $seats }, it is your turn to decide.
notice-over = No one needs to act now.
right-back = I am being restarted and will be right back. Nothing is lost, and nobody’s time runs out meanwhile.

button-nudge = Nudge
button-refresh = Refresh
button-back = I’m Back
button-resume = Resume
button-hand = My Hand
button-rules = Rules
button-log = Log
button-play = Play a Card…
button-other = Something Else…
button-cards = Choose Cards…
button-dice = Choose Dice…
button-treasure = Choose a Treasure…
button-give = Give a Present…
button-exchange = Exchange…
button-rematch = Rematch

## What happens beside the game

event-stood_in = A computer decides for { $seat }, whose time is over.
event-taken_over = Somebody has left: { $seat } plays on in that seat.

## The hand

hand-title = Your hand
hand-substituted = You were away, so a computer keeps your seat. Whatever you do on the board brings you back.
hand-empty = You hold no cards.
# $cards: a list.
hand-laid = Face down before you: { $cards }
hand-treasures =
    { $points ->
        [0] No treasures yet
        [one] Treasures worth { $points } point
       *[other] Treasures worth { $points } points
    }
hand-news = Only you know
hand-idle = Nothing is asked of you now.
hand-standing = Cards that you arm are played by themselves, on this journey or a later one, until you take them off the list. Nobody can tell.
choose-move = What will you do?
choose-exchange = Exchange cards…
choose-arm = Arm cards…
# $window: one of the moments below; $card: a card.
armed = { $window }: { $card }
window-before_roll = Before the roll
window-spoken = When everyone has decided
window-can = If we can fly on
window-cannot = If we can’t fly on
window-crashing = If we crash
window-cards_down = When the cards are shown
disarm-all = Arm nothing
armed-now = Armed. It plays itself after a natural pause.
disarmed = Nothing is armed any more.
button-quiet-on = Don’t Ask Me in This Leg
button-quiet-off = Ask Me Again
quiet-on = You will pass for the rest of this leg whenever cards could be played, each time after a natural pause. Armed cards are still played.
hand-quiet = You pass here by yourself in a moment. Until then you can still play.
quiet-off = You will be asked again.
seal-now = Your turn to decide is still to come. You can answer now: it stays sealed until then.
sealed-nothing = You have not answered yet.
sealed-stay = Sealed: you will stay.
sealed-leave = Sealed: you will disembark.
sealed-until = You can change it, or take it back, until it is opened on your turn.
button-take-back = Take It Back

## The end

end-over = The game is over
end-cancelled = The game was cancelled
damaged-title = This table is closed
damaged-why = What I knew of it is damaged, so nobody can play on here. Other tables are not affected; open a new one with `/{ command } { command-new }`.
end-expired = The game was closed
end-expired-why = Nobody came back.
# $seat: who closed it.
end-cancelled-by = { $seat } ended the game.
end-cancelled-outside = A moderator ended the game.
end-cancelled-empty = The last of its players left.
end-standing = These are the scores as they stand.
# $count: treasure cards.
score-treasures =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    } in { $count ->
        [one] { $count } treasure
       *[other] { $count } treasures
    }
score-tokens = { $points } points for Boscalumia
# Beside the points of a seat that comes before another with as many.
score-tie = in a tie, fewer treasures win
score-penalty = −{ $points } for Little Help left in hand
end-length =
    { $journeys ->
        [one] { $journeys } journey
       *[other] { $journeys } journeys
    }, { $legs ->
        [one] { $legs } leg
       *[other] { $legs } legs
    }
end-no-record = The record of this game is damaged, so it cannot be checked move by move.
# $fingerprint: hexadecimal digits.
end-verify = Nobody could choose the cards: the secret was promised before anybody sat down, and Discord numbered the first message. Whoever runs this bot could only have posted that message again and again, before your eyes. The file below (fingerprint `{ $fingerprint }`) has all it takes to check this.

## Private answers

done = Done.
opened = The table is open: find some players or add computers, then press 🎈 *Start*.
word-title = A word in the shuffle
word-label = Your word
word-about = Mixed in with the rest; the others see it only at the end.
word-added = Your word is mixed in. The others see it only at the end, in the record of the game. Until the start you can replace it.
word-late = That took me too long. Press 🎲 *My Word* once more, or use `/{ command } { command-seat } { command-word }`.
not-begun = The game has not begun, because its first message was not posted.
not-begun-slow = Press 🎈 *Start* again in a moment.
started = The cards are dealt. This is your hand; the button 🃏 *My Hand* brings it back at any time.
# $link: an address.
board-link = [Go to the board]({ $link })
board-here = The board is back, at the end of its channel.
nudged = They have been pinged.
back-again = Welcome back. The seat is yours again.
never-away = The seat is yours. Nobody plays in your place.
resumed = The game goes on.
conceded = A computer plays on in your seat.
kicked = The seat has been freed.
kicked-playing = A computer plays on in that seat.
concede-seat = Give up your seat? It is lost to you for the rest of this game: a computer plays on in it.
concede-game = Give up your seat? It is lost to you, and as you are the last person here, the game ends with it and cannot be taken up again.
concede-again = The game has gone on since I asked, so I ask once more.
cancel-sure = Close this table for everyone? The game cannot be taken up again.
cancelled = The table is closed.
nothing-else = You hold nothing else to play now: stay or disembark.
log-title = The story so far
# $cards: cards, counted.
log-discard = In the discard, for all to look through: { $cards }.
log-cut = The beginning is left out here.
choose-topic = Another chapter…
stage-lobby = Waiting for players
stage-playing = The game is on
stage-over = Played to its end
stage-cancelled = Cancelled
stage-expired = Closed
stage-frozen = Damaged
board-channel_gone = Everything is stored, but the channel of this table is gone. Use `/{ command } { command-board }` in another channel to go on there.
board-cannot_see = Everything is stored, but I cannot see the channel of this table any more. Ask a moderator to let me in, or use `/{ command } { command-board }` in another channel to go on there; until then `/{ command } { command-hand }` has everything you need.
board-cannot_post = Everything is stored, but I may not post in the channel of this table. Ask a moderator for that permission, or use `/{ command } { command-board }` in another channel to go on there; until then `/{ command } { command-hand }` has everything you need.
board-thread_archived = Everything is stored, but the thread of this table is locked. Ask a moderator to unlock it, or use `/{ command } { command-board }` in another channel to go on there; until then `/{ command } { command-hand }` has everything you need.
board-cannot_paint = Everything is stored, but Discord refuses the board. Use `/{ command } { command-board }`, or go on with `/{ command } { command-hand }`.
board-unreachable = Everything is stored. Discord is slow to answer; the board will follow by itself.

## What lies in the boxes, beside the rules

# $count: a number of cards.
deck-table = This table plays with { $count } cards:
deck-boxes = What each box brings into the deck:
# $box: one of the boxes, or the base game.
deck-box = { $box }: { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
treasures-table = What lies at each city at first, as number × points:
treasures-some = Only { $count } of them, by lot, lie at each city.

## The server

help-title = Celestia
help-text =
    - **/{ command } { command-new }** opens a table in this channel. Press 🪑 *Join* and 🤖 *Add Computer* until enough are seated (two to six), then 🎈 *Start*.
    - In each leg the captain rolls the dice. Passengers press 🎈 *Stay* or 🪂 *Disembark*; the captain must then pay for what was rolled. Farther cities are worth more and roll more dice.
    - 🃏 *My Hand* shows your cards, your treasures and all you may do now. Nobody else can see it.
    - **/{ command } { command-rules }** has the rules by topic. **/{ command } { command-board }** brings the board back when it is out of sight. Every button has a command, too.
    - To stop playing: 👋 *Leave* or **/{ command } { command-leave }** before the game begins, **/{ command } { command-seat } { command-concede }** once it is on. A computer then plays on in your seat.
# $link: an address.
invite = [Take me into your server]({ $link }). I ask for no more than I need to play.
# $language: by its own name; $pace: as set.
settings-now = Language of the boards here: { $language }. Pace of new tables: { $pace }. Board: { $board }.
settings-how = Change it with the options of this command. Private answers are always in your own language.
privacy-what-choice = What is stored
privacy-show-choice = Show mine
privacy-delete-choice = Delete mine
privacy-what =
    What is stored, and what is not:
    - For each table I store the numbers that Discord gives to the server, the channel, the people on its seats and its messages, and every move and every word for the shuffle, by seat. No names and no messages of yours.
    - **/{ command } { command-server } { command-privacy }** with *Show mine* lists where you sit. *Delete mine* takes you off every table that is over; the game itself stays, without you.
privacy-show =
    { $count ->
        [0] I know nothing about you.
        [one] You sit at { $count } table:
       *[other] You sit at { $count } tables, these among them:
    }
privacy-deleted =
    { $count ->
        [0] There was nothing to delete.
        [one] You were taken off { $count } seat.
       *[other] You were taken off { $count } seats.
    }
privacy-still =
    { $count ->
        [one] You still sit at an open table. Leave it or concede there first, then delete once more.
       *[other] You still sit at { $count } open tables. Leave them or concede there first, then delete once more.
    }
permission-view_channel = View Channel
permission-read_message_history = Read Message History
permission-attach_files = Attach Files
permission-send_messages = Send Messages
permission-send_messages_in_threads = Send Messages in Threads
permission-create_public_threads = Create Public Threads
