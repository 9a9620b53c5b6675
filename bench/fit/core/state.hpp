// The state of a game as plain bytes, and the basic operations on it (`engine.state`).
#pragma once
#include <algorithm>
#include <cassert>

#include "chance.hpp"

namespace celestia {

template <int N>
struct List {
    Byte count = 0;
    Byte at[N]{};

    void push(int thing) {
        assert(count < N);
        at[count++] = thing;
    }
    Byte pop() { return at[--count]; }
    Byte last() const { return at[count - 1]; }
    bool empty() const { return !count; }
    bool has(int thing) const { return std::find(begin(), end(), thing) != end(); }
    int counts(int thing) const { return std::count(begin(), end(), thing); }
    void erase(int place) {
        std::copy(at + place + 1, at + count, at + place);
        count--;
    }
    void remove(int thing) {
        const Byte *found = std::find(begin(), end(), thing);
        if (found != end()) erase(found - at);
    }
    void push_under(int thing) {
        std::copy_backward(at, at + count, at + count + 1);
        at[0] = thing;
        count++;
    }
    void clear() { count = 0; }
    const Byte *begin() const { return at; }
    const Byte *end() const { return at + count; }
};

using Mask = Byte;  // a set of seats or of faces
inline bool in(Mask mask, int thing) { return mask >> thing & 1; }
inline Mask only(int thing) { return 1 << thing; }

enum Place : Byte { SHIP, BOAT };
enum Said : Byte { NOTHING, CAN, CANNOT };

// A public fact about the equipment for one symbol in a hand: without the newer cards, it covers no
// more than `most` of these events.
struct Bound {
    int most = -1;  // -1: nothing is known
    int newer = 0;

    bool known() const { return most >= 0; }
};

struct Seat {
    Byte hand[CARDS];
    Byte cards = 0;
    List<96> treasures;
    Byte crew = 1, tokens = 0;
    Byte character = NO_CARD;
    bool power = false;
    Byte laid[CARDS];     // cards laid face down; they stay part of the hand
    Byte laid_cards = 0;
    Byte laid_treasure = NO_TREASURE, laid_aid = NO_CARD;
    List<4> drawn;        // treasures that were drawn, to keep one of them
    Bound bounds[SYMBOLS];

    bool bounded() const {
        return bounds[0].known() || bounds[1].known() || bounds[2].known() || bounds[3].known();
    }
    void learn(int symbol, int most) {
        Bound &old = bounds[symbol];
        if (!old.known() || old.most + 2 * old.newer > most) old = {most, 0};
    }
    // Forget the bounds under which every card of the hand may be new.
    void keep_bounds() {
        for (Bound &bound : bounds)
            if (bound.newer >= cards) bound = {};
    }
    void cards_came(int number) {
        for (Bound &bound : bounds)
            if (bound.known()) bound.newer += number;
        keep_bounds();
    }
    void cards_left(int card, int number) {
        for (int s = 0; s < SYMBOLS; s++)
            if (bounds[s].known() && !bounds[s].newer)
                bounds[s].most -= number * ((card == SINGLE[s]) + 2 * (card == DOUBLE[s]));
        keep_bounds();
    }

    int riches() const {
        int points = tokens * TOKEN_POINTS;
        for (Byte kind : treasures) points += TREASURES[kind].points;
        return points;
    }
    int help() const {
        int cards = 0;
        for (Card card : HELP) cards += hand[card];
        return cards;
    }
    void take_back_laid() {
        if (laid_cards) std::memset(laid, 0, sizeof laid);
        laid_cards = 0;
        laid_treasure = NO_TREASURE, laid_aid = NO_CARD;
    }
};

struct Craft {
    Byte city = 1, card = NO_CARD;
    bool fresh = false;
};

struct Jumper {
    Byte seat, aid;
};

struct Leg {
    Place craft = SHIP;
    Byte captain = 0, city = 1, target = 2;
    signed char extra = 0;
    List<8> dice;
    List<SEATS> undecided;
    bool spoken = false;
    Mask stayed = 0, gone = 0, took = 0;  // a seat has decided one way only
    Said said = NOTHING;
    Mask ignored = 0, fixed = 0;  // faces
    bool helped = false;
    List<16> help, helpers, turned;
    Byte paid = 0;  // the number of cards
    Byte jumpers_count = 0;
    Jumper jumpers[SEATS];

    void decide(int seat, bool stays) {
        stayed &= ~only(seat), gone &= ~only(seat);
        (stays ? stayed : gone) |= only(seat);
    }
    // Put the events left for the captain into `needs`, after the open cards on the table.
    void to_face(int *needs) const {
        std::fill(needs, needs + SYMBOLS, 0);
        for (Byte face : dice)
            if (face != BLANK && !in(ignored, face)) needs[face]++;
        auto cover = [&](const auto &cards) {
            for (Byte card : cards)
                for (int s = 0; s < SYMBOLS; s++) {
                    if (card == SINGLE[s] || card == HELP[s]) needs[s] -= 1;
                    if (card == DOUBLE[s]) needs[s] -= 2;
                }
        };
        cover(help), cover(turned);
        for (int s = 0; s < SYMBOLS; s++) needs[s] = std::max(0, needs[s]);
    }
    int left_to_face() const {
        int needs[SYMBOLS];
        to_face(needs);
        return needs[0] + needs[1] + needs[2] + needs[3] - turned.counts(TURBO);
    }
    void reconsider(int before) {
        if (left_to_face() < before) said = NOTHING;
    }
};

enum Kind : Byte {
    // Steps that never ask.
    JOURNEY, DEPARTURE, PROVISIONS, TURN, BOAT_LEG, GAME_END, CAST_DICE,
    TURN_OVER, CRASH, ARRIVAL, LAST_STOP, LEG_END, OVER, ADD_GIFT, SHOW_GIFTS, LIGHT_UP,
    // Questions, and steps that may become questions.
    START, BEFORE_ROLL, DECISIONS, SPOKEN, DECLARATION, CAN_FLY, CANNOT_FLY, CRASHING, PAYMENT,
    CARDS_DOWN, PICK_DICE, TAKE_TREASURE, DRAW_TREASURE, CHOOSE_TREASURE, EXCHANGES, GIVE_GIFTS, NONE
};
inline const char *const KIND_NAMES[] = {
    "journey", "departure", "provisions", "turn", "boat_leg", "game_end", "cast_dice", "turn_over", "crash", "arrival", "last_stop", "leg_end", "over", "add_gift",
    "show_gifts", "light_up", "start", "before_roll", "decisions", "spoken", "declaration", "can",
    "cannot", "crashing", "payment", "cards_down", "pick_dice", "take_treasure", "draw_treasure",
    "choose_treasure", "matryoshburg", "give_gifts", "none"};

struct Step {
    Kind kind = NONE;
    Byte seat = 0, city = 0;
    Byte other = 0;         // the chooser of a treasure
    bool own = false;       // the seat's own move led to this treasure
    Byte using_ = NO_CARD;  // the card that was played with that move
    List<SEATS> to{};       // who has no gift yet
};

using Flights = std::vector<std::pair<double, double>>;  // odds to pay, and likelihood, by roll

struct Rules {
    Options options;
    int seats = 4;
    Byte copies[CARDS] = {};
    bool acts[ACTS] = {};  // the acts that this game has
    mutable Flights flights[6][12];  // of a whole deck, by dice and cards, once they were needed

    Rules(int seats, const Options &options) : options(options), seats(seats) {
        const bool crew = options.variant == CREW, beginner = options.variant == BEGINNER;
        auto add = [&](Card card, int count) { copies[card] = count, acts[card] = true; };
        for (int s = 0; s < SYMBOLS; s++) {
            copies[SINGLE[s]] = crew ? CREW_COPIES[s] : SINGLE_COPIES[s];
            if (options.boxes[LITTLE_HELP]) {
                copies[DOUBLE[s]] = DOUBLE_COPIES;
                add(HELP[s], HELP_COPIES[s]);
            }
            if (options.boxes[INITIATIVE]) add(ROWBOAT[s], ROWBOAT_COPIES);
        }
        copies[TURBO] = TURBO_COPIES;
        acts[LEAVING] = true;
        if (options.power_cards && !beginner)
            for (Card card : {WIND_GUST, ALTERNATIVE_ROUTE, EJECTION, JETPACK}) add(card, SPECIAL_COPIES);
        acts[SPYGLASS] = !beginner;
        if (options.boxes[LITTLE_HELP]) {
            for (Card card : {BANDIT, MOORING_LINE}) add(card, SPECIAL_COPIES);
            for (Card character : CHARACTER) acts[character] = true;
        }
        if (options.boxes[INITIATIVE])
            for (Card card : {DESPERATE_NEED, NEW_EQUIPMENT, SPY}) add(card, SPECIAL_COPIES);
        if (options.boxes[HOOK]) add(GRAPPLING_HOOK, SPECIAL_COPIES);
        if (options.boxes[INSTRUCTING]) add(INSTRUCTOR, SPECIAL_COPIES);
        acts[STEERING] = options.boxes[BOSCALUMIA_BOX];
        acts[PREPARING] = crew;
    }
};

struct State {
    const Rules *rules;
    Chance chance;
    Seat seats[SEATS];
    List<12> piles[STOPS];  // the last treasure on top
    List<160> deck;         // the last card on top
    Byte discard[CARDS];
    Byte spyglasses_gone = 0;
    Byte removed[KINDS] = {};
    List<96> gifts;
    bool gifts_shown = false;
    Mask in_ship = 0, in_boat = 0;
    Craft ship, boat;
    Byte captain = 0;
    Byte journey = 0;
    bool crashed = false, lit = false;
    Leg leg;
    Byte depth = 0;
    Step agenda[32];
    List<SEATS> waiting;

    int count() const { return rules->seats; }
    Step &top() { return agenda[depth - 1]; }
    const Step &top() const { return agenda[depth - 1]; }
    void then(const Step &step) { agenda[depth++] = step; }
    void then(Kind kind) { then(Step{kind}); }

    // --- who is where --------------------------------------------------------------------------

    Mask everyone() const { return (1 << count()) - 1; }
    Mask aboard() const { return leg.craft == SHIP ? in_ship : in_boat; }
    Craft &craft() { return leg.craft == SHIP ? ship : boat; }
    const Craft &craft() const { return leg.craft == SHIP ? ship : boat; }
    List<SEATS> clockwise(int first, Mask among) const {
        List<SEATS> found;
        for (int n = 0; n < count(); n++)
            if (const int seat = (first + n) % count(); in(among, seat)) found.push(seat);
        return found;
    }
    List<SEATS> clockwise(int first) const { return clockwise(first, everyone()); }
    List<SEATS> by_priority() const { return clockwise((leg.captain + 1) % count()); }
    List<SEATS> captain_first() const { return clockwise(leg.captain, aboard()); }

    void hand_over(int seat) {
        leg.captain = captain = seat;
        leg.said = NOTHING;
    }
    void disembark(int seat) {
        seats[seat].take_back_laid();
        if (in(in_boat, seat)) {
            in_boat = 0;
            discard[boat.card]++;
            boat = Craft();
        } else {
            in_ship &= ~only(seat);
        }
    }

    // --- cities and treasures ------------------------------------------------------------------

    int next_stop(int city) const {  // 0: none
        if (city > LAST) return city == GAP ? BOSCALUMIA : 0;
        for (int stop = city + 1; stop <= LAST; stop++)
            if (!piles[stop].empty()) return stop;
        return 0;
    }
    void put_under(int seat, int kind) {
        seats[seat].treasures.remove(kind);
        piles[TREASURES[kind].city].push_under(kind);
    }
    void remove_treasure(int seat, int kind) {
        seats[seat].treasures.remove(kind);
        removed[kind]++;
        spyglasses_gone += TREASURES[kind].spyglass;
    }
    void shuffle_pile(int city) { chance.shuffle(piles[city].at, piles[city].count); }

    // --- cards ---------------------------------------------------------------------------------

    // Take a card from the draw pile, which is made again from the discard; NO_CARD: both are empty.
    int take_card() {
        if (deck.empty()) {
            for (int card = 0; card < CARDS; card++)
                for (; discard[card]; discard[card]--) deck.push(card);
            if (deck.empty()) return NO_CARD;
            chance.shuffle(deck.at, deck.count);
        }
        return deck.pop();
    }
    void draw(int seat, int number) {
        Seat &me = seats[seat];
        int came = 0;
        for (; came < number; came++) {
            const int card = take_card();
            if (card == NO_CARD) break;
            me.hand[card]++, me.cards++;
        }
        if (me.bounded()) me.cards_came(came);
    }
    void show(int seat, int card, int number = 1) {
        Seat &me = seats[seat];
        me.hand[card] -= number, me.cards -= number;
        if (me.bounded()) me.cards_left(card, number);
    }
    void spend(int seat, int card, int number = 1) {
        show(seat, card, number);
        discard[card] += number;
    }
    void drop_help(Mask of) {
        List<16> cards, owners;
        for (int n = 0; n < leg.help.count; n++) {
            if (in(of, leg.helpers.at[n])) {
                discard[leg.help.at[n]]++;
            } else {
                cards.push(leg.help.at[n]), owners.push(leg.helpers.at[n]);
            }
        }
        leg.help = cards, leg.helpers = owners;
    }
    void drop_failed_help() {
        if (leg.said == CANNOT) drop_help(everyone());
    }
    void take_back_laid() {
        for (int seat = 0; seat < count(); seat++) seats[seat].take_back_laid();
    }

    // --- dice ----------------------------------------------------------------------------------

    void roll(int number) {
        leg.dice.clear();
        for (int n = 0; n < number; n++) leg.dice.push(chance.die());
        after_roll(number);
    }
    // Roll these numbers of dice again, by their faces.
    void reroll(const Byte *picked) {
        int number = 0;
        for (int face = 0; face < FACES; face++) number += picked[face];
        if (number) {
            drop_failed_help();
            leg.said = NOTHING;
        }
        Byte left[FACES];
        std::copy(picked, picked + FACES, left);
        for (int n = 0; n < leg.dice.count; n++)
            if (Byte &again = left[leg.dice.at[n]]) again--, leg.dice.at[n] = chance.die();
        after_roll(number);
    }

  private:
    void after_roll(int rolled) {
        if (rolled && leg.dice.counts(BLANK) == leg.dice.count && rules->options.boxes[KRISMASTRI])
            then(ADD_GIFT);
    }
};

}  // namespace celestia
