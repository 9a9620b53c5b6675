"""Every sentence for people, by the kind of what it speaks of.

A field in braces is a field of the event, the move or the error; the word behind its colon
says in which form `players.voice` speaks it.
"""

from typing import Final, NamedTuple

from engine.box import CHARACTERS, CITY, CITY_OF, POINTS, SPYGLASSES
from engine.options import BOXES, VARIANTS

# --- things --------------------------------------------------------------------------------

FACES: Final = {
    "fog": "fog",
    "lightning": "lightning",
    "birds": "birds",
    "pirates": "pirates",
    "blank": "blank",
}
CRAFTS: Final = {"ship": "ship", "boat": "rowboat"}
ANSWERS: Final = {"can": "we can fly on", "cannot": "we cannot fly on"}


class CardWords(NamedTuple):
    """A card's name and what it does, in a few words."""

    name: str
    effect: str


_POWERS = {
    "red": "give up a treasure, and all dice are rolled again",
    "blue": "take the helm for this leg and pay from your own hand",
    "green": "no pirates in this leg",
    "yellow": "turn up two cards of the draw pile to help",
    "black": "two dice fewer",
    "purple": "somebody else must decide as you did",
}

CARDS: Final = {
    "compass": CardWords("Compass", "covers one fog"),
    "lightning_rod": CardWords("Lightning Rod", "covers one lightning"),
    "foghorn": CardWords("Foghorn", "covers one flock of birds"),
    "cannon": CardWords("Cannon", "covers one band of pirates"),
    "turbo": CardWords("Turbo", "covers whatever your equipment does not"),
    "upgraded_compass": CardWords("Upgraded Compass", "covers two fogs"),
    "upgraded_lightning_rod": CardWords("Upgraded Lightning Rod", "covers two lightnings"),
    "upgraded_foghorn": CardWords("Upgraded Foghorn", "covers two flocks of birds"),
    "upgraded_cannon": CardWords("Upgraded Cannon", "covers two bands of pirates"),
    "help_fog": CardWords("Little Help (fog)", "lay it face down against a fog"),
    "help_lightning": CardWords("Little Help (lightning)", "lay it face down against lightning"),
    "help_birds": CardWords("Little Help (birds)", "lay it face down against birds"),
    "help_pirates": CardWords("Little Help (pirates)", "lay it face down against pirates"),
    "rowboat_fog": CardWords("Rowboat (fog)", "fly on alone, with no fog"),
    "rowboat_lightning": CardWords("Rowboat (lightning)", "fly on alone, with no lightning"),
    "rowboat_birds": CardWords("Rowboat (birds)", "fly on alone, with no birds"),
    "rowboat_pirates": CardWords("Rowboat (pirates)", "fly on alone, with no pirates"),
    "ejection": CardWords("Ejection", "a passenger goes ashore now"),
    "alternative_route": CardWords("Alternative Route", "the captain rolls some dice again"),
    "wind_gust": CardWords("Wind Gust", "all blank dice are rolled again"),
    "jetpack": CardWords("Jetpack", "land where the craft came from, with a treasure"),
    "spyglass": CardWords("Magic Spyglass", "give it up, and the craft flies on"),
    "bandit": CardWords("Bandit", "one die more"),
    "mooring_line": CardWords("Mooring Line", "the cards are paid, the craft stays"),
    "desperate_need": CardWords("Desperate Need", "another captain for this leg"),
    "new_equipment": CardWords("New Equipment", "a new hand for your old one"),
    "spy": CardWords("Spy", "look at a hand"),
    "grappling_hook": CardWords("Grappling Hook", "put the treasure back and board again"),
    "instructor": CardWords("Instructor", "choose the treasure that is taken"),
    **{
        colour: CardWords(f"{people[0]}'s power", _POWERS[colour])
        for colour, people in CHARACTERS.items()
    },
}

THINGS: Final = {
    **{card: words.name for card, words in CARDS.items()},
    **{name: f"{CITY[city].name} {POINTS[name]}" for name, city in CITY_OF.items()},
    **{name: f"Magic Spyglass ({CITY[CITY_OF[name]].name})" for name in SPYGLASSES},
}
"""What can be held in a hand or before a seat: cards and treasures."""

# --- what happened -------------------------------------------------------------------------
# In the past tense, which is the same for "you" and for everybody else.

EVENTS: Final = {
    "journey_began": "Journey {journey} began at {city:city}. Its captain: {captain:seat}.",
    "drew": "{seat:seat} drew {count:cards}{cards:shown}.",
    "shuffled": "The discard became a new draw pile of {cards:cards}.",
    "captain_changed": "{captain:seat} took the helm of the ship.",
    "moved": "The {craft:craft} reached {city:city}.",
    "moored": "The {craft:craft} stayed at {city:city}.",
    "crashed": "The {craft:craft} crashed with {seats:seats} aboard.",
    "game_ended": "The game ended: {reason:ending}. First: {winners:seats}.",
    "leg_began": "The {craft:craft} got ready at {city:city} to fly to {target:city}.",
    "steered": "{seat:seat} steered for {target:city}.",
    "prepared": "{seat:seat} set down one of the crew and kept {crew} aboard.",
    "rolled": "{captain:seat} rolled {dice:dice}.",
    "dice_kept": "{captain:seat} left the dice as they lay: {dice:dice}.",
    "rerolled": "{captain:seat} rolled {picked:dice} again. The dice: {dice:dice}.",
    "stayed": "{seat:seat} stayed aboard.",
    "left": "{seat:seat} went ashore at {city:city}.",
    "returned": "{seat:seat} came back aboard.",
    "declared": "{seat:seat} said that {answer:answer}.",
    "paid": "{seat:seat} showed {cards:things}.",
    "played": "{seat:seat} played {card:thing}{on:aim}.",
    "came_back": "{seat:seat} took {card:thing} back: it could do nothing.",
    "discarded": "{seat:seat} discarded {cards:things}.",
    "laid": "{seat:seat} laid {card:thing} face down.",
    "help_shown": "Turned over: {cards:things}, laid by {seats:seats}.",
    "chosen": "Everybody has chosen.",
    "turned_up": "Turned up from the draw pile: {cards:things}.",
    "spied": "{seat:seat} looked at {on:whose} hand{cards:shown}.",
    "took": "{seat:seat} took a treasure of {city:city}{treasure:shown_one}.",
    "put_under": "{seat:seat} put a treasure back under {city:city}{treasure:shown_one}.",
    "removed": "{seat:seat} gave up {treasure:thing} for good.",
    "looked_through": "{seat:seat} looked at treasures of {city:city}{treasures:shown}.",
    "gift_added": "A treasure of {city:city} went face down to the gifts.",
    "gifts_shown": "{seat:seat} turned over the gifts: {treasures:things}.",
    "gave": "{seat:seat} gave {treasure:thing} to {to:seat}.",
    "lit": "Boscalumia shone again: a token each for {seats:seats}.",
}

# --- what may be done ----------------------------------------------------------------------

MOVES: Final = {
    "roll": "Set off and roll the dice",
    "steer": "Set off for Boscalumia",
    "prepare": "Set down one of your crew for cards, then roll",
    "stay": "Stay aboard",
    "leave": "Go ashore and take a treasure{using:using}",
    "pass": "Pass",
    "play": "Play {card:thing}{on:aim}{using:using}: {card:effect}",
    "declare": "Say that {answer:answer}",
    "pay": "Show {cards:things}",
    "reroll": "Roll {dice:dice} again",
    "keep": "Keep {treasure:thing}",
    "draw": "Draw a card",
    "discard": "Lay aside {card:thing}",
    "done": "Lay nothing more aside",
    "exchange": "Put {treasure:thing} back for another treasure of its city{using:using}",
    "give": "Give the best gift that is left to {to:seat}",
}

QUESTIONS: Final = {
    "start": "You are the captain at {city:city}. {target:city} lies ahead.",
    "before_roll": "The dice are about to be rolled. Anything before that?",
    "decisions": "Do you trust {captain:seat} to reach {target:city}?",
    "spoken": "Everybody has decided. Anything before {captain:seat} must speak?",
    "declaration": "Captain, can you face these dice?",
    "can": "The {craft:craft} can fly on. Anything before the cards are shown?",
    "cannot": "The {craft:craft} is about to crash! Can you avert it?",
    "crashing": "Nothing holds the {craft:craft} now. Can you save yourself?",
    "payment": "Captain, which cards do you show?",
    "cards_down": "The cards are shown, the {craft:craft} has not moved. Anything before it does?",
    "pick_dice": "Captain, which dice do you roll again?",
    "take_treasure": "A treasure is about to be taken. Do you choose which one?",
    "draw_treasure": "Which treasure do you keep?",
    "choose_treasure": "Which treasure is it to be?",
    "matryoshburg": "After the crash: draw a card, exchange cards, or exchange a treasure?",
    "give_gifts": "You lead. Who is given the best gift that is left?",
}
"""By the kind of the step that asks; the fields are those of the leg."""

LEG: Final = "The {craft:craft} from {city:city} to {target:city}. Captain: {captain:seat}"

# --- what cannot be done -------------------------------------------------------------------

OPTIONS_ERRORS: Final = {
    "unknown_box": "There is no box “{box}”. The boxes: " + ", ".join(BOXES) + ".",
    "unknown_variant": "There is no variant “{variant}”. The variants: "
    + ", ".join(VARIANTS)
    + ".",
    "variant_alone": "The {variant} variant is played with the base box alone. "
    "Leave out {boxes:list}, or play the standard variant.",
    "goal_out_of_range": "A goal of {goal} points is out of range. Choose {low} to {high}.",
    "beginner_has_no_goal": "The beginner variant ends with five cities, not with points. "
    "Leave the goal of {goal} out.",
    "help_penalty_out_of_range": "A Little Help left in hand costs 2 points or 4, "
    "not {help_penalty}.",
    "characters_need_little_help": "Characters come with the box little_help. "
    "Add that box, or leave the characters out.",
    "unknown_character": "There is no character “{character}”. The characters: "
    + ", ".join(CHARACTERS)
    + ".",
    "character_taken_twice": "Nobody can share a character. Name each once, not {characters:list}.",
    "seats_out_of_range": "{seats} seats are out of range. Choose {low} to {high}.",
    "crew_is_for_two": "The crew variant is for two seats, not {seats}.",
    "no_such_captain": "Seat {first_captain} cannot be the first captain: "
    "the {seats} seats are counted from 0.",
    "one_character_each": "Name one character for each of the {seats} seats, "
    "not {characters:list}.",
    "wrong_type": "The option {option} does not take such a value.",
    "seed_of_wrong_size": "A seed has {expected} bytes: twice as many hex digits.",
}

MOVE_ERRORS: Final = {
    "game_over": "The game is over.",
    "no_such_seat": "There is no such seat.",
    "no_move": "That is no move.",
    "not_text": "A move is written in words.",
    "not_asked": "It is not your turn to speak.",
    "not_this_one": "That is not among what can be done now.",
    "not_in_this_game": "There is no such card in this game.",
    "not_now": "That is for another moment.",
    "not_held": "You do not hold that card.",
    "to_no_effect": "That would do nothing now.",
    "not_this_way": "It cannot be played like that.",
    "nobody": "Nobody can do that.",
    "not_aboard": "Only those aboard can do that.",
    "not_aboard_the_ship": "Only those aboard the ship can do that.",
    "not_captain": "Only the captain can do that.",
    "not_passenger": "Only a passenger of the ship can do that.",
    "must_fly": "You cannot go ashore now.",
    "may_not_board": "You cannot step into the rowboat now.",
    "did_not_decide": "Only those who decided in this leg can do that.",
    "did_not_leave": "Only those who went ashore in this leg can do that.",
    "not_your_treasure": "That is for a treasure that you are about to take.",
    "cannot_steer": "Only the ship's captain at Barbadahl can steer for Boscalumia.",
    "unknown_kind": "I do not know that move.",
    "unknown_word": "I do not understand all of these words.",
    "too_many_words": "That is more than this move needs.",
    "one_word_expected": "This move needs exactly one word behind it.",
    "card_expected": "Which card? Write it like this: play jetpack, or play spy on 2.",
    "can_or_cannot_expected": "Write: declare can, or: declare cannot.",
    "treasure_expected": "Which treasure? Write it like this: exchange 4:7.",
    "seat_expected": "To which seat? Write it like this: give 2.",
    "wrong_form": "That move is not well formed.",
    "no_such_number": "There is no such number in the list.",
    "nothing_typed": "Nothing typed.",
}

# --- the terminal --------------------------------------------------------------------------

HOW_TO_ANSWER: Final = (
    "Type a number from 1 to {count}, the move as it stands at the right, help, or quit."
)
CHOOSE_AGAIN: Final = "Choose one of these:"
ONLY_ANSWER: Final = "Press Enter for the only move, or type help or quit."
WELCOME: Final = "Celestia, with {seats} at the table. You are seat {seat}."
MANNERS: Final = "Type a move or its number; help tells what your cards do, quit leaves."
PROMISE: Final = "The SHA-256 of this game's seed, so that nobody can change it later:"
PROOF: Final = "The seed. With it, the same options and the same moves give the same game again:"
RECORDED: Final = "The record of the game is in {file}. Check it with"
NOT_RECORDED: Final = "The record could not be written: {why}. Here it is:"
FAREWELL: Final = "You leave the table. Fly again soon!"
WON: Final = "Won by {winners:seats}."

# --- the command line ----------------------------------------------------------------------

NOT_HEX: Final = "a seed is written in hex digits, 0-9 and a-f"
NOT_A_COUNT: Final = "give a whole number above 0"
NO_SUCH_SEAT: Final = "--seat: choose 0 to {last}"
PLAYERS_DO_NOT_FIT: Final = "--players: name one for all seats, or {seats}"
NO_SUCH_PLAYER: Final = "there is no player “{name}”; the players: {players}"
SWITCHES: Final = {
    "power_cards": "the power cards of the base box",
    "mooring_keeps_dice": "moored dice stay as they lie",
    "blue_takes_help": "help counts for Blue at the helm",
    "instructor_for_all": "anyone may instruct anyone",
}
"""Options that are on or off."""

# --- simulations ---------------------------------------------------------------------------

ENDINGS: Final = {
    "points": "the goal was reached",
    "cities": "treasures of five cities",
    "empty": "every treasure was taken",
}
FAILED: Final = "Game {number} failed: {error}. This plays it again:"
STOPPED: Final = "Stopped early. These are the games that were played."
SIMULATED: Final = "{played} of {games} games, seed {seed}"
