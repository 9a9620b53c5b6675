### Why it cannot be, and what can: one sentence for each code with which the engine refuses.

## A move

refusal-game_over = This game is over; start another one whenever you like.
refusal-no_such_seat = There is no such seat at this table; the board shows who is playing.
refusal-no_move = You can’t do that here; choose one of the moves you are offered.
refusal-not_text = A move is written in words; choose one of those you are offered.
refusal-not_asked = You are not being asked right now; the board shows who is.
refusal-not_this_one = That one is not among your choices now; choose one of the moves you are offered.
refusal-not_in_this_game = There is no such card in this game; choose one of the moves you are offered.
refusal-not_now = This is not the moment for that; choose one of the moves you are offered.
refusal-not_held = You do not hold that card any more; look at your hand again.
refusal-to_no_effect = That would do nothing now, so you keep it; choose something else or pass.
refusal-not_this_way = It cannot be played like that; choose one of the moves you are offered.
refusal-nobody = Nobody can do that now; choose something else or pass.
refusal-not_aboard = Only those aboard can do that; from ashore you wait for the next journey, or play what is open to everyone.
refusal-not_aboard_the_ship = Only those aboard the ship can do that, while it is the ship’s leg.
refusal-not_captain = Only the captain can do that; your turn at the helm will come.
refusal-not_passenger = Only a passenger of the ship can do that: neither the captain nor anyone in the rowboat or ashore.
refusal-must_fly = You cannot disembark now; you can when it is your turn to decide, or when you start a leg alone as captain.
refusal-may_not_board = You cannot step into the rowboat now; passengers can when it is their turn to decide, the captain before facing the events.
refusal-did_not_decide = Only those who decided to stay or to disembark in this leg can do that.
refusal-did_not_leave = Only those who left the ship in this very leg can do that.
refusal-not_your_treasure = That is for a treasure that you are about to take yourself; keep the card until then.
refusal-cannot_steer = Only the ship’s captain can steer for Boscalumia, at the start of a leg at Barbadahl, while the city is dark.
refusal-unknown_kind = I do not know that move; choose one of those you are offered.
refusal-unknown_word = I do not understand all of that; choose one of the moves you are offered.
refusal-too_many_words = That is more than this move needs; leave the last words out.
refusal-one_word_expected = This move needs exactly one word behind it, the card or treasure it is about.
refusal-card_expected = Which card? Name it, and its aim if it needs one: “play jetpack”, or “play spy on 2”.
refusal-can_or_cannot_expected = A captain says one of two things: “declare can” or “declare cannot”.
refusal-treasure_expected = Which treasure? Name the one you want to exchange, as in “exchange 4:7”.
refusal-seat_expected = Which seat? Name the one who is to have the gift, as in “give 2”.
refusal-wrong_form = That move is damaged and nothing has happened; please choose it again.

## Options of a table

# $box: what was asked for.
refusal-unknown_box = There is no box called “{ $box }”; choose among those on the list.
refusal-unknown_variant = There is no variant called “{ $variant }”; choose Standard, Beginner or Crew.
refusal-variant_alone = The variant { $variant } is played with the base box alone: leave out { $boxes }, or choose the variant Standard.
refusal-goal_out_of_range = A goal of { $goal } points is out of range; choose { $low } to { $high }.
refusal-beginner_has_no_goal = The variant Beginner ends with treasures of five cities, so it takes no goal of { $goal } points; leave the goal out, or at 50.
refusal-help_penalty_out_of_range = A Little Help left in hand costs 2 points or 4, not { $help_penalty }; choose one of the two.
refusal-characters_need_little_help = Characters come with A Little Help; add that box first.
refusal-unknown_character = There is no character “{ $character }”; choose one of the six colours.
refusal-character_taken_twice = Each character can be played only once; choose different ones instead of { $characters }.
refusal-seats_out_of_range = { $seats } seats will not do; Celestia is for { $low } to { $high }.
refusal-crew_is_for_two = The variant Crew is for exactly two, not for { $seats }; choose another variant or change the seats.
refusal-no_such_captain = The first captain has to be one of the { $seats } at the table; choose one of them.
refusal-one_character_each = Each of the { $seats } seats needs one character; there cannot be more or fewer of them than seats.
refusal-wrong_type = The option “{ $option }” does not take such a value; choose one of those offered.
refusal-seed_of_wrong_size = A seed has { $expected } bytes, written as twice as many hex digits.
