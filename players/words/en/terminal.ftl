### What only the terminal says: the table at which one person plays, and simulations.
###
### What must be typed stands as it must be typed, in every language.

## Sitting down and getting up

# $name: the name of one's own seat.
terminal-you = { $name } (you)
# $seats: how many sit at the table; $seat: the number of one's own seat.
terminal-welcome = Celestia, with { $seats } at the table. You are { $name }, on seat { $seat }.
# “help” and “quit” are what is typed.
terminal-manners = Type a move or its number; “help” tells what your cards do, “quit” leaves.
terminal-promise = The SHA-256 of this game’s seed, shown now so that nobody can change it later:
terminal-proof = The seed. With it, the same options and the same moves give the same game again:
# $file: a path.
terminal-recorded = The record of the game is in { $file }. This checks it:
# $why: what the system says.
terminal-not_recorded = The record could not be written ({ $why }), so here it is:
terminal-farewell = You leave the table. Fly again soon!

## Answering

# $count: how many moves are offered.
terminal-how_to_answer = Type a number from 1 to { $count }, the move as it stands on the right, “help” or “quit”.
terminal-only_answer = Press Enter for the only move, or type “help” or “quit”.
terminal-choose_again = Choose one of these:
terminal-no_such_number = There is no such number in the list.
terminal-nothing_typed = Nothing typed.

## The board

# $goal: the points that end the game, or 0 where treasures of five cities do.
terminal-heading = Journey { $journey } · to { $goal ->
    [0] five cities
   *[other] { $goal } points
} · { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
} to draw
# Heads of narrow columns, and what stands in them: about five letters each.
terminal-city = City
terminal-dice = Dice
terminal-worth = Pts
terminal-left = Left
terminal-seat = Seat
terminal-where = Where
terminal-captain = captain
# Cards in hand, and treasures that were taken.
terminal-cards = Cards
terminal-taken = Taken
terminal-crew = Crew
terminal-power = Power
terminal-tokens = Tokens
# The scores: points for each, then the number of treasure cards.
terminal-treasures = Treasures
terminal-penalty = Penalty
terminal-total = Total
terminal-count = Cards
terminal-place = Place
# Heads of lines: eight letters at most.
terminal-leg = Leg
terminal-rolled = Dice
terminal-help = Help
terminal-gifts = Gifts
terminal-hand = Hand
terminal-laid = Laid
terminal-yours = Yours
# $city, $target: cities; $captain: a seat.
terminal-flight = { $craft ->
    [boat] The rowboat from { $city } to { $target }. Aboard: { $captain }
   *[ship] The ship from { $city } to { $target }. Captain: { $captain }
}
terminal-face_down = { $count } face down
terminal-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
# $points as above; $treasures: a list.
terminal-riches = { $points }: { $treasures }

## Simulations

# $played of $games; $seed: hexadecimal digits.
simulate-done = { $played } of { $games } games, seed { $seed }
simulate-playing = Playing
# $number: of the game; $error: in the words of Python.
simulate-failed = Game { $number } failed: { $error }. This plays it again:
simulate-stopped = Stopped early. These are the games that were played.
simulate-in_a_game = In a game
simulate-mean = mean
simulate-least = least
simulate-most = most
simulate-moves = moves
simulate-journeys = journeys
simulate-legs = legs
simulate-ship_crashes = ship crashes
simulate-boat_crashes = rowboat crashes
simulate-endings = How it ended
simulate-games = games
simulate-points = the goal was reached
simulate-cities = treasures of five cities
simulate-empty = every treasure was taken
simulate-failures = failed
simulate-seat = Seat
simulate-won = won
simulate-score = mean score
simulate-card = Card or power
simulate-played = played in a game
