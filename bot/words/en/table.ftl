### The table as Discord shows it: lobby, board, hand, end.

## The lobby

lobby-title = New game: who’s in?
lobby-what = Fly together from city to city: trust your captain, or get off with a treasure in time.
lobby-what-direct = Only you and computers play here: add one or more, and start.
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
# $hash: hexadecimal digits.
lobby-promise = SHA-256 of this table’s secret: `{ $hash }`. The shuffle mixes it with the number of the message that begins the game, and with this lobby, so far:
# $digest: hexadecimal digits; $came, $went: how often people have sat down and got up.
lobby-course =
    `{ $digest }` · { $came } came, { $went } went{ $words ->
        [0] { "" }
        [one] , { $words } word
       *[other] , { $words } words
    }
# $when: a relative time that Discord counts down, as “in 3 hours”.
lobby-expires = Closes { $when } unless it starts
lobby-started = The game began
# $seats: the players, mentioned.
game-begins = The game begins: { $seats }
# $digest: hexadecimal digits, as the lobby shows them.
game-begins-how = The lobby is closed: `{ $digest }`. The number of the next message shuffles the cards.
game-shuffles = Shuffling the cards…
lobby-cancelled = This table was cancelled
lobby-expired = Nobody started the game, so the table was closed
secret-shown = The secret: `{ $secret }`

promise-kept = Its SHA-256, promised in the lobby: `{ $hash }`

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
reroll_none-on = Alternative Route: rerolling none is allowed
help_penalty-4 = −4 for each Little Help left
captain-host = the host is the first captain
captain-lot = a random first captain
guests-all = everybody can sit down
guests-invited = for invited people only
# $days: 7, 14 or 28.
pauses = clocks stand still for those away, up to { $days } days a year
pause-0 = a computer plays
pause-7 = the clock stands still, 7 days a year
pause-14 = the clock stands still, 14 days a year
pause-28 = the clock stands still, 28 days a year
begin-host = the host starts the game
begin-full = starts by itself when full
odds-on = odds shown
table-hints = hints in private
table-rated = rated
hints-alone = while nobody’s rating is at stake
hints-on = always; then nothing is rated
hints-off = never
board-is-text = board in words
board-as-picture = a picture
board-as-text = words

pace-live = Live
pace-4h = 4 hours a decision
pace-12h = 12 hours a decision
pace-relaxed = A day a decision
pace-72h = 3 days a decision
pace-none = No clock
# $decision, $least, $most, $minutes: numbers.
pace-live-line = Live: { $decision } s to decide, { $least }–{ $most } s to react
pace-4h-line = Slow: 4 hours to decide, { $minutes } minutes to react
pace-12h-line = Slow: 12 hours to decide, { $minutes } minutes to react
pace-relaxed-line = Slow: a day to decide, { $minutes } minutes to react
pace-72h-line = Slow: 3 days to decide, { $minutes } minutes to react
# $least, $most, $people: numbers.
pace-days = some { $least }–{ $most } days with { $people } people
pace-none-line = No clock: all take the time they need

switch-on = on
switch-off = off
number-2 = 2
number-3 = 3
number-4 = 4
number-5 = 5
number-6 = 6
number-8 = 8
number-10 = 10
number-12 = 12
number-20 = 20
number-25 = 25
number-30 = 30
number-45 = 45
number-50 = 50
number-60 = 60
number-75 = 75
number-90 = 90
number-100 = 100
number-180 = 180

# $value: one of the values above.
setting-variant = Variant: { $value }
setting-seats = Seats: { $value }
setting-goal = Points that end the game: { $value }
setting-pace = Pace: { $value }
setting-window = Seconds to react: about { $value }
setting-decision = Seconds for each decision: { $value }
setting-beat = Minutes to react: { $value }
setting-pause = Away: { $value }
setting-captain = Captain: { $value }
setting-guests = Seats: { $value }
setting-begin = Start: { $value }
setting-board = The board: { $value }
setting-odds = The captain’s chances: { $value }
setting-hints = Hints for those who ask: { $value }
setting-power_cards = Power cards: { $value }
setting-spyglasses = Magic Spyglasses: { $value }
setting-late_ejection = Ejection until the captain plays cards: { $value }
setting-reroll_none = Alternative Route may reroll none: { $value }
setting-mooring_keeps_dice = Dice stay after a Mooring Line: { $value }
setting-blue_takes_help = Little Help counts on Blue’s leg: { $value }
setting-help_stays = Little Help that falls short stays for Blue, Green or Yellow: { $value }
setting-instructor_for_all = Anyone may use an Instructor: { $value }
setting-help_penalty = Points lost for each Little Help left: { $value }
setting-now = The current setting
settings-title = Game settings
settings-host = Only the host can change this.

choose-boxes = Boxes to play with…
choose-rules = Change the rules…
choose-house = Change the house rules…
choose-table = Change the table…
choose-joining = Who sits down, and the start…
choose-character = Choose your character…
character-lot = Random
character-lot-about = Dealt when the game begins

button-join-or-leave = Join or Leave
button-settings = Settings…
button-more = More…
button-add_computer = Add Computer
button-remove_computer = Remove Computer
button-remove = Remove
button-start = Start
button-word = My Word
button-cancel = Cancel
button-cancel_now = Yes, Cancel It
button-concede_now = Yes, Give It Up
button-kick_now = Yes, Give It to a Computer

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
# $count: cards each.
story-all-drew =
    { $count ->
        [one] Everyone draws a card.
       *[other] Everyone draws { $count } cards.
    }
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
# Where a seat went ashore.
mark-ashore = at { $city }
# Behind the seats that have a substitute.
mark-away = away, back { $when }; until then a computer plays
mark-paused = away, back { $when }; the clock stands still until then
mark-substituted = away, so a computer plays until *I’m Back*
# $seats: $count seats.
thinking =
    { $count ->
        [one] { $seats } is thinking…
       *[other] { $seats } are thinking…
    }
# What came of a leg: $seats are $count, $treasures is a number.
past-ashore =
    { $treasures ->
        [0] { $seat } went ashore with nothing
        [one] { $seat } went ashore with a treasure
       *[other] { $seat } went ashore with { $treasures } treasures
    }
past-moved = { $craft ->
    [boat] The rowboat reached { $city }
   *[ship] The ship reached { $city }
}
past-moored = { $craft ->
    [boat] The rowboat stayed moored at { $city }
   *[ship] The ship stayed moored at { $city }
}
past-crashed = { $craft ->
    [boat] The rowboat crashed
   *[ship] The ship crashed
}{ $count ->
    [0] {""}
   *[other] , with { $seats }
}
# $when: a relative time, as “in 5 seconds”.
window-ends = Ends { $when }

# $when: a relative time, as “in 30 seconds”.
decision-ends = Ends { $when }, then a computer decides
nobody-here = Paused: nobody is here. Press *I’m Back* or answer to go on.
board-asleep = Nobody has come for a while, so the game is paused.
# $when: a relative time, as “in 30 days”.
board-wakes = It goes on when a player presses *Resume*; if nobody does, it is closed { $when } with the scores as they stand.
# $seats: a list of seats, mentioned.
notice-warning = { $seats }, the game is waiting for your decision.
notice-nudge = { $seats }, the others are waiting for you.
notice-turn = { $seats }, it is your turn to decide.
notice-over = No one needs to act now.
right-back = I am being restarted and will be right back. Nothing is lost, and no time runs out meanwhile.

button-nudge = Nudge
button-back = I’m Back
button-resume = Resume
button-hand = My Board
button-rules = Rules
button-log = Log
button-play = Play…
button-other = Other…
button-cards = Choose Cards…
button-dice = Choose Dice…
button-treasure = Choose a Treasure…
button-give = Give a Present…
button-exchange = Exchange…
button-rematch = Rematch

## What happens beside the game

event-stood_in = Time’s up: a computer decides for { $seat }.
event-went_away = { $seat } is away for a while: a computer plays until then.
event-clock_paused = { $seat } is away for a while: the clock stands still until then.
event-taken_over = Somebody has left: { $seat } plays on in that seat.

## The hand

hand-title = Your hand
hand-substituted = You were away, so a computer keeps your seat. Whatever you do brings you back.
hand-empty = You hold no cards.
# $cards: a list.
hand-laid = Face down before you: { $cards }
hand-treasures =
    { $points ->
        [0] No treasures yet
        [one] { $points } point
       *[other] { $points } points
    }
choose-move = What will you do?
choose-exchange = Exchange cards…
choose-arm = Arm cards…
choose-never = Never ask me…
# $window: one of the moments below; $card: a card.
armed = { $window }: { $card }
window-before_roll = Before the roll
window-spoken = When all have decided
window-can = If we can fly on
window-cannot = If we can’t fly on
window-crashing = If we crash
window-cards_down = When the captain’s cards are shown
window-take_treasure = When a treasure is taken
disarm-all = Arm nothing
armed-now = Armed. These cards are played automatically when their moment comes.
disarmed = Nothing is armed any more.
button-quiet-on = Pass This Leg
# The same beside other answers, where there is little room.
button-quiet-leg = Pass This Leg
button-quiet-off = Ask Me Again
quiet-on = You will pass for the rest of this leg whenever cards could be played. Armed cards are still played.
hand-quiet = You pass automatically for the rest of this leg. You can still play a card.
quiet-off = You will be asked again.
button-always-on = Always Ask Me
button-always-off = Answer for Me
always-on = You are asked even where only one answer is possible.
always-off = Where only one answer is possible, it is given for you.
hand-only-answer = Only one answer is possible: it is given for you in a moment.
hand-soon-passes = You pass in a moment, unless you play a card.
hand-holds-next = As soon as cards may be played, the others will wait for you.
seal-now = No need to wait for your turn: what you answer now stays sealed until then.
sealed-stay = Sealed: you will stay.
sealed-leave = Sealed: you will disembark.
sealed-declare-can = Sealed: “We can fly on!”
sealed-declare-cannot = Sealed: “We can’t fly on…”
sealed-word-until = It is opened when all have decided, unless the dice or the captain change. Until then you can take it back.
sealed-until = Until your turn you can change it or take it back.
button-take-back = Take It Back
button-answer = Answer…
button-orders = Orders…
button-browser = Open in Browser
button-watch = Watch
browser-link = This link opens your seat in your browser. It is yours alone: it works in the first browser that opens it, until you ask for a new one.
button-hold = Wait for Me
button-hint = Hint

## Learning the game

button-learn = First Flight
button-learn-cards = Ready for Power Cards?
button-new = Table with Friends
button-tips-teach = Teach Me As We Play
button-tips-on = Give Me Tips
button-tips-off = No More Tips
learn-begun = Your first flight: 16 points win. Nobody hurries you, and 🎓 tips come along.
learn-cards = A whole game with power cards, to 50 points: two easy computers, and nobody hurries you.
learn-next = You know how to fly now. What next?
tips-offer = New to Celestia? I can teach you as we play: whenever something new comes up, your own board has a tip that only you can see.
tips-on = Tips are on: your own board (🃏 *My Board*) has one whenever something new comes up.
tips-off = No more tips. You can have them back in 🎯 *Orders…* or by `/{ command } { command-seat } { command-tips }`.

## The captain’s answer

answer-uncovered = nothing
answer-nothing-to-face = There is nothing to face.
answer-ahead = The others are still deciding. Answer now, and it stays sealed until they have.
answer-settled = Your answer is settled: it is given for you when all have decided.
answer-captain = Only the captain answers this, once the dice are rolled.

## Standing orders

orders-title = Your orders
orders-how = Only you can see your orders. Armed cards are played automatically, in this journey or a later one. At moments you switch off, you pass.
never-set = You will not be asked at these moments: { $moments }.
never-none = You will be asked at every moment.

## Staying without being asked

button-stay_order = Stay On…
stay-order-title = Stay and fly on without being asked
stay-order-how = You stay, and as captain fly on, as you choose here, in every journey until you change it. Only you can see it.
choose-until = Until when?
choose-unless = Except…
choose-as_captain = As captain, fly on…
stay-order-ask = Ask me in every city
# $city: its name. $number: its number.
stay-order-until = Until { $city } ({ $number }), then ask me
stay-order-to-the-end = To the end of the line
stay-order-odds = Ask me if the odds are below { $percent }%
stay-order-cards = Ask me if the captain has fewer than { $count } cards
# $seat: the name of a player.
stay-order-captain = Ask me if { $seat } is the captain
stay-order-goal = Disembark if that takes me to { $points } points
stay-order-now-stay = In this city it means: you stay.
stay-order-now-leave = In this city it means: you disembark.
stay-order-now-ask = In this city you are asked.
stay-order-now-can = Now it means: “We can fly on!”
stay-order-now-cannot = Now it means: “We can’t fly on…”
stay-order-now-word = Now you are asked.
stay-order-turbos =
    { $count ->
        [0] Captain: keep my Turbos
        [1] Captain: by one Turbo
        [all] Captain: by all Turbos
       *[other] Captain: by { $count } Turbos
    }
stay-order-spare-upgraded = Upgraded cards last
stay-order-spare-single = Upgraded cards first
stay-order-on = Understood. You can change it at any time.
stay-order-off = You are asked in every city.
by-order-stay = By your order you stay.
by-order-leave = By your order you disembark.
by-order-declare-can = By your order: “We can fly on!”
by-order-declare-cannot = By your order: “We can’t fly on…”
by-order-pay = By your order these cards are chosen for you.
button-ask-me = Ask Me

## The end

end-over = The game is over
end-cancelled = The game was cancelled
damaged-title = This table is closed
damaged-why = Its data is damaged, so nobody can play on here. Other tables are not affected; open a new one with `/{ command } { command-new }`.
end-expired = The game was closed
end-expired-why = Nobody came back.
# $seat: who closed it.
end-cancelled-by = { $seat } ended the game.
end-cancelled-outside = A moderator ended the game.
end-cancelled-empty = The last of its players left.
end-standing = These are the scores as they stand.
end-counts-as-it-stands = It was rated as it stands, as far as it was played: nobody gains rating.
end-no-gain = Nobody gains rating: a player was removed, or fewer than two people were here at the end.
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
# $fingerprint: hexadecimal digits.
end-record = Record: `{ $fingerprint }` · only these digits show that it is whole
end-no-record = The record of this game is damaged, so it cannot be checked move by move.
# $fingerprint: hexadecimal digits.
end-verify = Nobody could choose the cards: the secret was promised before anybody sat down, a message closed the lobby, and Discord numbered the next one. Those who run this bot could have cheated only before your eyes: by posting these messages again and again. The record on the game’s last message (the file that ends in `.json`, fingerprint `{ $fingerprint }`) has all it takes to check this.

## The game again

button-replay = Replay
# $step: a number in the file that replays the game.
moment-line = **{ $title }** (step { $step }): { $told }
end-replay = The whole game again, in any browser:
# $link: an address.
end-replay-link = [Watch the whole game again]({ $link }), or keep it as a file:
# $leg of $legs: numbers.
replay-leg = Leg { $leg } of { $legs }
button-replay-first = First
button-replay-back = Back
button-replay-forward = Next
button-replay-last = Last
# On the web, to whoever asks for a replay that there is not, or too often.
web-unknown = There is no replay at this address. It may be that of a game that still goes on, or a letter of it may be wrong.
web-too_many = Too many have asked for replays just now. Try again in a few seconds.
web-failed = This replay could not be made just now. Try again in a minute.

## Looking back

button-review = Review
review-title = Looking back
# $count: how many.
review-how =
    { $count ->
        [one] The decision that cost you most,
       *[other] The { $count } decisions that cost you most,
    } by what you could know at the time. So says a computer that has learned from millions of such moments.
review-none = No decision of yours cost you much, by what you could know at the time. So says a computer that has learned from millions of such moments.
# $city, $target: cities.
review-leg = Journey { $journey }: { $city } → { $target }
# $made, $better: moves.
review-lost = { $made } — better: **{ $better }**, { $chances ->
    [one] about { $chances } % more likely to win
   *[other] about { $chances } % more likely to win
}

## Private answers

done = Done.
opened = The table is open: find some players or add computers (🤖), then press ▶️ *Start*.
word-title = A word in the shuffle
word-label = Your word
word-about = Mixed in with the rest; the others see it only at the end.
word-added = Your word is mixed in. The others see it only at the end, in the record of the game. Until the start you can replace it.
word-late = That took me too long. Press ✍️ *My Word* once more, or use `/{ command } { command-seat } { command-word }`.
not-begun = The game has not begun, because its first messages were not posted.
not-begun-slow = Press ▶️ *Start* again in a moment.
started = This board is yours alone: answer here. 🃏 *My Board* brings it back at any time.
# $link: an address.
board-link = [Go to the board]({ $link })
more-title = What else you can do
more-rules = by topic, with the figures of this table
more-log = all that has happened so far
more-nudge = ping those the game is waiting for
more-concede = give your seat to a computer for good
more-proof = why nobody could choose the cards
more-word = mix a word of your own into the shuffle
more-cancel = close this table for everyone
button-proof = Proof
button-concede = Concede
proof-title = Nobody can choose the cards
proof-how = The secret was fixed before anyone sat down: its SHA-256 is the promise below, whose beginning the lobby shows to all. It is mixed with what happens in the lobby until a message closes it, and with the number that Discord gives to the next one. If they are posted again and again, something is wrong. When all is over, the secret is shown and anyone can replay the whole game.
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
concede-seat-counts = This game is rated: you come last in it.
concede-game-counts = This game is rated: it counts as it stands, as far as it was played. Players who are behind lose rating, and nobody gains any.
concede-again = The game has gone on since I asked, so I ask once more.
cancel-sure = Close this table for everyone? The game cannot be taken up again.
cancel-counts = This game is rated: it counts as it stands, as far as it was played. Players who are behind lose rating, and nobody gains any.
# $player: a mention.
kick-sure = Give the seat of { $player } to a computer? It is lost to them for the rest of this game.
kick-counts = This game is rated: for them it counts as it stands now, and nobody can gain rating by it any more.
kick-counts-absent = This game is rated: they have kept the table waiting, so they come last in it.
cancelled = The table is closed.
cancelled-lobby = Not enough people just now? Plan a table for later: each says with one press whether they come.
button-plan = Plan for Later…
no-choice = There is nothing to choose for you now, so there is no hint.
nothing-else = You hold nothing else to play now: stay or disembark.
log-title = The story so far
# $cards: cards, counted.
log-discard = Discard pile: { $cards }.
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
board-unreachable = Everything is stored. The board is late; it will follow by itself.

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

## Inviting somebody

choose-guest = Invite somebody…
# $guest, $host: mentions; $when: a time.
invitation = { $guest }, { $host } invites you to a game. A seat is kept for you; that ends { $when }.
button-take = Take My Seat
button-decline = Not Now
invitation-declined = The seat is free for others. You can still sit down while there is room.
# $guests: mentions with times.
lobby-kept = Kept for { $guests }

## Calling players

# The name of the role of those who want to be called.
call-role = Celestia players
# $who, $host: mentions; $taken: seats that are taken; $seats: all of them.
call = { $who } { $host } wants to play: { $taken } of { $seats } seats taken.
call-done = The players are called. The message disappears when the game begins.
tell-me-done = You are pinged when somebody here calls for players: at most once every six hours.
tell-me-no-more = You get no more pings about games here.
button-call = Call Players
call-join = Sit Down
button-tell_me = Tell Me of Games
button-tell_no_more = Not Any More
more-call = ping those here who asked for it, once
more-tell_me = be pinged when players are called here

# $host: a mention; $taken: seats that are taken.
host-full = { $host } Your table is full: press ▶️ *Start*.
host-came = { $host } Somebody has come to your table: { $taken } seats are taken.
button-quiet_host = Don’t Ping Me
button-loud_host = Ping Me Again
quiet-host-done = You get no more pings about your tables.

## Tables for later

# $when: a day and a time.
appointment-title = Celestia · { $when }
# $host: a mention.
appointment-by = by { $host }
appointment-weekly = every week
appointment-opened = The table is open.
appointment-empty = Nobody came, so no table was opened.
appointment-failed = No table could be opened here in time. Open one with `/{ command } { command-new }`.
appointment-off = It was called off.
# $count: people who come; $seats: seats at the table.
appointment-coming = In ({ $count } of { $seats }):
appointment-waiting = Waiting for a seat:
appointment-maybe = Maybe:
appointment-cant = Not this time:
appointment-nobody = nobody yet
# $who: mentions; $when: a day and a time.
appointment-ping-soon = { $who } Celestia begins in a quarter of an hour. The table opens here by itself, and your seats are kept for ten minutes.
appointment-ping-moved = { $who } Our game of Celestia has moved to { $when }.
appointment-ping-off = { $who } Our game of Celestia on { $when } is called off.
appointment-event = Celestia
appointment-event-about = A game of Celestia. Say in the channel whether you come: the place of this event leads there.
appointment-replan = Everyone who is in, or may come, is pinged once about a new time or a cancellation.
button-comes = I’m In
button-maybe = Maybe
button-stays_away = Can’t
button-replan = Change…
button-move = Another Time…
button-every_week = Every Week
button-only_once = Only Once
button-call_off = Call Off
later-form = A table for later
later-when-label = When?
later-when-about = 20:00 · tomorrow 8 pm · friday 19:30 · 5 december 20:00 · in 2 h
later-zone-label = What time is it where you are?
later-zone-about = I remember it for this server.
later-preset-label = Settings
later-preset-about = The lobby can still change all of them.
later-weekly-label = Every week
later-weekly-about = On the same day at the same time, until somebody says stop
later-late = Discord was too slow for the form. Press again, please.
later-done = The table is planned. Its message says who comes.

## Settings that are chosen at once

choose-preset = All at once…
button-form = Set Up by a Form…
form-variant = Rules
form-variant-about = For beginners, or against the game together.
form-boxes = Boxes
form-boxes-about = None is the base game.
form-pace = Pace
form-pace-about = The settings have the seconds.
form-goal = Points that end the game
form-goal-about = Beginners play for different cities instead.
form-seats = Seats
form-seats-about = Computers take one each, too.
form-done = The table is set up as you said.
preset-last = As last time
preset-quick = Quick: for beginners
preset-classic = Classic: the base game
preset-everything = Everything: all boxes
button-save = Save These Settings
preset-label = Name
# $names: names that are saved.
preset-about = Saved here: { $names }
preset-about-none = For `/{ command } { command-new }` and the settings of later tables
# $name: a name.
preset-saved = Saved as “{ $name }”. It is among the settings of each new table here.

## A person's open tables in all servers

games-title = Your tables
games-none = You sit at no table. Open one here, or join one in its channel.
games-turn = It is your turn
games-others = Others are to act
games-lobby = Waiting for players
games-later = For later
# A link.
games-message = Message
# A server whose name is not known.
games-server = another server
games-direct = Direct messages
# $taken: seats that are taken; $seats: all of them.
games-seats = { $taken } of { $seats }
# A link.
games-board = Board
# $count: tables that are not listed.
games-more = { $count ->
        [one] And one more table.
       *[other] And { $count } more tables.
    }
games-next = Next
games-last = My Last Game

# The page with which the bot greets a server; it comes with a film of a journey.
hello-text = A game of trust for two to six. Fly together from city to city: the captain must pay for the dangers that the dice bring, and alone knows with which cards. Stay aboard for greater treasures, or get off in time!
hello-direct = Here you play against computers. To play with friends, invite me to a server: **/{ command } { command-server } { command-invite }**.
hello-picture = A film: an airship flies from city to city, dice are rolled, passengers go ashore with treasures, and at last it crashes.
# $names: a list of permissions.
hello-lacks = I need more here before a game can begin: { $names }. Ask somebody who looks after this server to allow me that.
hello-open = Open a Table
button-language = Language
language-what = Which language shall the boards of this server speak?
choose-language = Language
help-title = Celestia
help-text =
    - **/{ command } { command-learn }** teaches you by playing: a short game begins at once, with two computers, no clock, and a tip for all that is new.
    - **/{ command } { command-new }** opens a table in this channel. People sit down with 🪑 *Join or Leave*; 🤖 *Easy*, 🤖 *Normal* and 🤖 *Hard* add computers. Once two to six are seated, press ▶️ *Start*.
    - In each leg the captain rolls the dice. Passengers press 💺 *Stay* or 🪂 *Disembark*; the captain must then pay for what was rolled. Farther cities are worth more and roll more dice.
    - 🃏 *My Board* shows your cards, your treasures and all you may do now. Only you can see it, and it follows the game. In it 💡 *Hint* says what a computer would do, and why.
    - **/{ command } { command-rules }** has the rules by topic. **/{ command } { command-board }** brings the board back when it is out of sight. Every move has a command, too.
    - To stop playing: 🪑 *Join or Leave* or **/{ command } { command-leave }** before the game begins, **/{ command } { command-seat } { command-concede }** once it is on. A computer then plays on in your seat.
# $link: an address.
invite = [Add me to your server]({ $link }). I ask for no more than I need to play.
# $language: by its own name; $pace: as set.
settings-now = Language of the boards here: { $language }. Pace of new tables: { $pace }. Board: { $board }.
# $zone: the name of a time zone.
settings-zone = Time zone: { $zone }.
# $who: a role, or everybody; $where: channels, or everywhere.
settings-opening = Who may open tables: { $who }. Where: { $where }.
settings-everybody = everybody
settings-everywhere = in every channel
choose-places = Channels for tables…
choose-opener = Who may open tables…
choose-journal = Where to tell who opens and closes tables…
settings-calls-on = Players may be called.
settings-calls-off = Players are not called.
# $where: a channel.
settings-journal = What hosts and moderators do is told in { $where }.
button-calls_on = Allow Calls
button-calls_off = No Calls
button-threads_on = A Thread for Each Table
button-threads_off = No Threads
button-greet = Greeting Again
# $who, $whom: mentions; $where: a channel.
journal-opened = { $who } opened a table in { $where }.
journal-called = { $who } called players to { $where }.
journal-removed = { $who } removed { $whom } from the table in { $where }.
journal-closed = { $who } closed the table in { $where }.
settings-how = Change it with the options of this command. Private answers are always in your own language.
privacy-what-choice = What is stored
privacy-show-choice = Show mine
privacy-export-choice = Export mine
privacy-hide-choice = Take me off the ladders
privacy-list-choice = Put me back on the ladders
privacy-delete-choice = Delete mine
privacy-what =
    What is stored, and what is not:
    - For each table I store the numbers that Discord gives to the server, the channel, the people on its seats and its messages, and every move and every word for the shuffle, by seat. No names and no messages of yours.
    - **/{ command } { command-server } { command-privacy }** with *Show mine* lists where you sit. *Delete mine* takes you off every table that is over; the game itself stays, without you.
    - Of games that are over I keep the results by person: places, points, how often a captain crashed, ratings. Others see those of games in their server, and of games with them; **Take me off the ladders** leaves them only the games that they have played with you.
privacy-show =
    { $count ->
        [0] I know nothing about you.
        [one] You sit at { $count } table:
       *[other] You sit at { $count } tables, these among them:
    }
privacy-results =
    { $games ->
        [0] No result of yours is kept.
        [one] The result of { $games } finished game of yours is kept, with what follows from it.
       *[other] The results of { $games } finished games of yours are kept, with what follows from them.
    }
privacy-hidden = You stand on no ladder, and others see only the games that they have played with you. Your games count for your own figures all the same.
privacy-listed = You stand on the ladders again, where your games allow it.
privacy-export = Everything stored about you, under your Discord ID:
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

## Reminders of slow tables

button-remind = Reminders…
# $count: two or more.
reminder-several = { $user }, { $count } tables wait for you.
# In a channel, which reads nothing of other servers.
reminder-elsewhere =
    { $count ->
        [one] And one elsewhere: `/{ command } { command-games }` shows you where.
       *[other] And { $count } elsewhere: `/{ command } { command-games }` shows you where.
    }
reminder-refused = You take no direct messages from me, so I remind you here.
reminders-title = Reminders
reminders-how = How do you want to hear that a slow table waits for you? It holds in all servers.
reminders-refused = You take no direct messages from me, so I remind you at the table. Allow them in the server’s privacy settings, and choose again.
reminders-done = Understood.
choose-remind-when = When?
choose-remind-at = At which hour?
choose-remind-quiet = Quiet hours
choose-remind-place = Where?
choose-zone = Your time zone
choose-remind-away = I am away…
choose-remind-level = Who plays for you?
reminders-away = You are away, back { $when }. Where slow tables wait for you, a computer plays by your orders, then as it thinks best; or the clock stands still, if the host allows it. Your first move ends it.
reminders-back = I am back
reminders-days =
    { $days ->
        [one] For a day
       *[other] For { $days } days
    }
reminders-level = A computer: { $level }
reminders-turn = My turn, twice a day at most
reminders-after =
    { $hours ->
        [one] After an hour of waiting
       *[other] After { $hours } hours of waiting
    }
reminders-digest = Once a day, all in one
reminders-every = Each time, without a limit
reminders-never = Never
reminders-at = At { $hour }:00
reminders-any-time = No quiet hours
reminders-quiet = Nothing from { $begins }:00 to { $ends }:00
reminders-table = At the table
reminders-private = In a direct message
# $time: the hour and minute of the zone.
reminders-clock = By this it is { $time } where you are ({ $zone }).
