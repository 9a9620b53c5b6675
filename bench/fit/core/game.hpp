// The rules: what happens next, and what each seat may do then (`engine.flow`, `engine.cards`).
//
// The house rules are those of `engine.options.Options` unless a table asks for others.
#pragma once
#include "state.hpp"

namespace celestia {

// --- moves ---------------------------------------------------------------------------------------

struct Move {
    enum Kind : Byte {
        ROLL, STEER, PREPARE, STAY, LEAVE, PASS, PLAY, DECLARE_CAN, DECLARE_CANNOT, PAY, REROLL, KEEP,
        DRAW, DISCARD, DONE, EXCHANGE, GIVE
    } kind;
    Byte card = NO_CARD;   // the act that is played, or the card that is discarded
    Byte on = 255;         // the seat or the treasure that it is aimed at
    Byte aid = NO_CARD;    // the card that helps
    Byte picked[FACES]{};  // dice to roll again, by face; upgraded cards to pay with, by symbol

    bool operator==(const Move &) const = default;
    std::string text(const State &state) const;
};

struct Moves {
    int count = 0;
    Move at[160];

    void add(const Move &move) {
        assert(count < int(std::size(at)));
        at[count++] = move;
    }
    const Move *begin() const { return at; }
    const Move *end() const { return at + count; }
    const Move &operator[](int n) const { return at[n]; }
};

// --- payments ------------------------------------------------------------------------------------

inline int covered(const Seat &seat, int symbol) {
    return seat.hand[SINGLE[symbol]] + 2 * seat.hand[DOUBLE[symbol]];
}
inline int shortfall(const Seat &seat, const int *needs) {
    int lacking = 0;
    for (int s = 0; s < SYMBOLS; s++) lacking += std::max(0, needs[s] - covered(seat, s));
    return lacking;
}
// Every set of cards that covers all events with no card to spare.
inline void payments(const State &state, Moves &found) {
    const Seat &me = state.seats[state.leg.captain];
    int needs[SYMBOLS];
    state.leg.to_face(needs);
    if (std::max(0, shortfall(me, needs) - state.leg.turned.counts(TURBO)) > me.hand[TURBO]) return;
    auto add = [&](auto &self, int symbol, Move move) -> void {
        if (symbol == SYMBOLS) return found.add(move);
        const int doubles = me.hand[DOUBLE[symbol]], singles = me.hand[SINGLE[symbol]];
        if (covered(me, symbol) < needs[symbol]) {
            move.picked[symbol] = doubles;
            return self(self, symbol + 1, move);
        }
        for (int twos = 0; twos <= std::min(doubles, (needs[symbol] + 1) / 2); twos++) {
            if (std::max(0, needs[symbol] - 2 * twos) > singles) continue;
            move.picked[symbol] = twos;
            self(self, symbol + 1, move);
        }
    };
    add(add, 0, Move{Move::PAY});
}
// Count the cards of a payment by card.
inline void cards_of(const State &state, const Move &pay, Byte *cards) {
    const Seat &me = state.seats[state.leg.captain];
    int needs[SYMBOLS];
    state.leg.to_face(needs);
    std::fill(cards, cards + CARDS, 0);
    cards[TURBO] = std::max(0, shortfall(me, needs) - state.leg.turned.counts(TURBO));
    for (int s = 0; s < SYMBOLS; s++) {
        cards[DOUBLE[s]] = pay.picked[s];
        cards[SINGLE[s]] = std::min<int>(me.hand[SINGLE[s]], std::max(0, needs[s] - 2 * pay.picked[s]));
    }
}

inline std::string Move::text(const State &state) const {
    static const char *const NAMES[] = {"roll", "steer", "prepare", "stay", "leave", "pass", "play",
                                        "declare can", "declare cannot", "pay", "reroll", "keep",
                                        "draw", "discard", "done", "exchange", "give"};
    std::string text = NAMES[kind];
    auto word = [&](const std::string &more) { text += " " + more; };
    if (kind == PLAY || kind == DISCARD) word(CARD_NAMES[card]);
    if (kind == PLAY && on != 255) word("on " + (card == RED ? treasure_name(on) : std::to_string(on)));
    if (kind == KEEP || kind == EXCHANGE) word(treasure_name(on));
    if (kind == GIVE) word(std::to_string(on));
    if (aid != NO_CARD) word((kind == LEAVE ? "" : "using ") + std::string(CARD_NAMES[aid]));
    if (kind == REROLL)
        for (int face : {BIRDS, BLANK, FOG, LIGHTNING, PIRATES})
            for (int n = 0; n < picked[face]; n++) word(FACE_NAMES[face]);
    if (kind == PAY) {
        Byte cards[CARDS];
        cards_of(state, *this, cards);
        for (int card = 0; card < CARDS; card++)
            for (int n = 0; n < cards[card]; n++) word(CARD_NAMES[card]);
    }
    return text;
}

// --- acts ----------------------------------------------------------------------------------------

// The acts at each question, in the order in which its moves are listed.
struct Moment {
    int count = 0;
    Byte at[24];
    const Byte *begin() const { return at; }
    const Byte *end() const { return at + count; }
};
inline const Moment &moment(Kind kind) {
    static const auto all = [] {
        std::array<Moment, NONE + 1> moments{};
        auto set = [&](Kind kind, std::initializer_list<Byte> acts) {
            for (Byte act : acts) moments[kind].at[moments[kind].count++] = act;
        };
        set(START, {LEAVING, STEERING, PREPARING});
        set(BEFORE_ROLL, {BANDIT, BLACK, NEW_EQUIPMENT, SPY});
        set(DECISIONS, {LEAVING, ROWBOAT_FOG, ROWBOAT_LIGHTNING, ROWBOAT_BIRDS, ROWBOAT_PIRATES});
        set(SPOKEN, {WIND_GUST, ALTERNATIVE_ROUTE, EJECTION, PURPLE, ROWBOAT_FOG, ROWBOAT_LIGHTNING,
                     ROWBOAT_BIRDS, ROWBOAT_PIRATES, DESPERATE_NEED});
        set(CAN_FLY, {WIND_GUST, ALTERNATIVE_ROUTE, DESPERATE_NEED, GRAPPLING_HOOK});
        set(CANNOT_FLY,
            {WIND_GUST, ALTERNATIVE_ROUTE, SPYGLASS, HELP_FOG, HELP_LIGHTNING, HELP_BIRDS,
             HELP_PIRATES, RED, BLUE, GREEN, YELLOW, ROWBOAT_FOG, ROWBOAT_LIGHTNING, ROWBOAT_BIRDS,
             ROWBOAT_PIRATES, DESPERATE_NEED});
        set(CRASHING, {JETPACK});
        set(CARDS_DOWN, {MOORING_LINE});
        set(TAKE_TREASURE, {INSTRUCTOR});
        return moments;
    }();
    return all[kind];
}

inline void rerollable(const Leg &leg, Byte *faces) {
    std::fill(faces, faces + FACES, 0);
    for (Byte face : leg.dice)
        if (!in(leg.fixed, face)) faces[face]++;
}
inline bool any_rerollable(const Leg &leg) {
    for (Byte face : leg.dice)
        if (!in(leg.fixed, face)) return true;
    return false;
}

// The seats that may do this act now, by public facts; empty if it is impossible.
inline Mask able(const State &g, Byte act) {
    const Leg &leg = g.leg;
    const Mask aboard = g.aboard();
    Mask who = 0;
    if (act < CARDS) {
        if (g.discard[act] >= g.rules->copies[act]) return 0;
        switch (act) {
            case BANDIT: case NEW_EQUIPMENT: who = g.everyone(); break;
            case WIND_GUST: who = leg.dice.has(BLANK) ? g.everyone() : 0; break;
            case SPY: {
                for (int seat = 0; seat < g.count(); seat++)
                    for (int other = 0; other < g.count(); other++)
                        if (other != seat && g.seats[other].cards) who |= only(seat);
                break;
            }
            case MOORING_LINE: who = leg.paid && leg.city <= LAST ? g.everyone() : 0; break;
            case ALTERNATIVE_ROUTE: who = any_rerollable(leg) ? aboard : 0; break;
            case EJECTION: {
                if (leg.craft != SHIP || g.piles[leg.city].empty()) return 0;
                for (int seat = 0; seat < g.count(); seat++)
                    if (in(g.in_ship, seat) && g.in_ship & ~only(seat) & ~only(leg.captain))
                        who |= only(seat);
                break;
            }
            case JETPACK: who = g.piles[leg.city].empty() ? 0 : aboard; break;
            case GRAPPLING_HOOK: who = leg.took; break;
            case INSTRUCTOR: who = g.top().own ? 0 : only(g.top().seat); break;
            case DESPERATE_NEED:
                if (leg.craft == SHIP && g.in_ship & ~only(leg.captain)) who = only(leg.captain);
                break;
            default:
                if (is_help(act)) {
                    if (!leg.helped && leg.craft == SHIP) who = g.in_ship & ~only(leg.captain);
                } else if (is_rowboat(act)) {
                    if (g.boat.card != NO_CARD || leg.city > LAST || leg.craft != SHIP) return 0;
                    if (leg.undecided.empty()) who = only(leg.captain);
                    else if (!leg.spoken) who = only(leg.undecided.at[0]);
                }
        }
        for (int seat = 0; seat < g.count(); seat++)
            if (!g.seats[seat].cards) who &= ~only(seat);
        return who;
    }
    switch (act) {
        case LEAVING:
            if (g.piles[leg.city].empty()) return 0;
            if (!leg.undecided.empty()) return only(leg.undecided.at[0]);
            return aboard == only(leg.captain) && !g.craft().fresh ? aboard : 0;
        case STEERING:
            return leg.craft == SHIP && leg.city == BARBADAHL && !g.lit ? only(leg.captain) : 0;
        case PREPARING:
            return g.seats[leg.captain].crew > 1 && DICE[leg.city] ? only(leg.captain) : 0;
        case SPYGLASS:
            if (g.spyglasses_gone >= SPYGLASSES) return 0;
            for (int seat = 0; seat < g.count(); seat++)
                for (Byte kind : g.seats[seat].treasures)
                    if (TREASURES[kind].city <= LAST_SPYGLASS_CITY) who |= only(seat);
            return who & aboard;
        default: break;
    }
    // The power of a character.
    int owner = -1;
    for (int seat = 0; seat < g.count(); seat++)
        if (g.seats[seat].character == act && g.seats[seat].power) owner = seat;
    if (owner < 0) return 0;
    switch (act) {
        case RED: who = any_rerollable(leg) && !g.seats[owner].treasures.empty() ? aboard : 0; break;
        case BLUE: who = leg.craft == SHIP ? g.in_ship & ~only(leg.captain) : 0; break;
        case GREEN: case YELLOW: case BLACK: who = aboard; break;
        case PURPLE: {
            const Mask decided = (leg.stayed | leg.gone) & ~g.in_boat;
            const bool leaves = in(leg.gone, owner);
            const Mask ashore = g.everyone() & ~g.in_ship & ~g.in_boat;
            const Mask others = decided & ~only(owner) & ~only(leg.captain) & (leaves ? g.in_ship : ashore);
            who = others && !(leaves && g.piles[leg.city].empty()) ? decided : 0;
            break;
        }
        default: break;
    }
    return who & only(owner);
}

// Whether a seat has what this act needs: the only look into its hand.
inline bool has(const State &g, int seat, Byte act) {
    const Seat &me = g.seats[seat];
    if (act < CARDS) return me.hand[act] > (is_help(act) ? me.laid[act] : 0);
    if (act == SPYGLASS)
        return std::any_of(me.treasures.begin(), me.treasures.end(),
                           [](Byte kind) { return TREASURES[kind].spyglass; });
    return act > PURPLE || (me.power && me.character == act);
}

inline void add_plays(const State &g, int seat, Byte act, Moves &found) {
    const Leg &leg = g.leg;
    const Seat &me = g.seats[seat];
    const bool aided = g.rules->acts[INSTRUCTOR] && me.hand[INSTRUCTOR];
    auto aim = [&](int on) { found.add({Move::PLAY, act, Byte(on)}); };
    switch (act) {
        case LEAVING:
            found.add({Move::LEAVE});
            if (aided) found.add({Move::LEAVE, NO_CARD, 255, INSTRUCTOR});
            break;
        case STEERING: found.add({Move::STEER}); break;
        case PREPARING: found.add({Move::PREPARE}); break;
        case JETPACK:
            found.add({Move::PLAY, JETPACK});
            if (aided) found.add({Move::PLAY, JETPACK, 255, INSTRUCTOR});
            break;
        case EJECTION:
            for (int n = 0; n < g.count(); n++)
                if (n != seat && n != leg.captain && in(g.in_ship, n)) aim(n);
            break;
        case DESPERATE_NEED:
            for (int n = 0; n < g.count(); n++)
                if (n != seat && in(g.in_ship, n)) aim(n);
            break;
        case SPY:
            for (int n = 0; n < g.count(); n++)
                if (n != seat && g.seats[n].cards) aim(n);
            break;
        case RED:
            for (int kind = 0; kind < KINDS; kind++)
                if (me.treasures.has(kind)) aim(kind);
            break;
        case PURPLE: {
            const bool leaves = in(leg.gone, seat);
            for (int n = 0; n < g.count(); n++)
                if (n != seat && n != leg.captain && in((leg.stayed | leg.gone) & ~g.in_boat, n) &&
                    in(g.in_ship, n) == leaves)
                    aim(n);
            break;
        }
        default: found.add({Move::PLAY, act});
    }
}

// --- questions -----------------------------------------------------------------------------------

inline bool is_window(Kind kind) {
    return kind == BEFORE_ROLL || kind == SPOKEN || kind == CAN_FLY || kind == CANNOT_FLY ||
           kind == CRASHING || kind == CARDS_DOWN || kind == TAKE_TREASURE;
}

inline Mask speakers(const State &g) {
    Mask found = 0;
    for (Byte act : moment(g.top().kind))
        if (g.rules->acts[act]) found |= able(g, act);
    return found;
}

inline void legal(const State &g, int seat, Moves &found) {
    found.count = 0;
    const Seat &me = g.seats[seat];
    const Step &step = g.top();
    switch (step.kind) {
        case DECLARATION: {
            int needs[SYMBOLS];
            g.leg.to_face(needs);
            const int lacking = shortfall(me, needs);
            if (lacking <= me.hand[TURBO] + g.leg.turned.counts(TURBO)) found.add({Move::DECLARE_CAN});
            if (lacking) found.add({Move::DECLARE_CANNOT});
            return;
        }
        case PAYMENT: return payments(g, found);
        case PICK_DICE: {
            Byte most[FACES];
            rerollable(g.leg, most);
            auto pick = [&](auto &self, int face, Move move, int number) -> void {
                if (face == FACES) {
                    if (number) found.add(move);
                    return;
                }
                for (int n = 0; n <= most[face]; n++) {
                    move.picked[face] = n;
                    self(self, face + 1, move, number + n);
                }
            };
            return pick(pick, 0, {Move::REROLL}, 0);
        }
        case DRAW_TREASURE:
        case CHOOSE_TREASURE:
            for (int kind = 0; kind < KINDS; kind++)
                if (step.kind == DRAW_TREASURE ? me.drawn.has(kind) : g.piles[step.city].has(kind))
                    found.add({Move::KEEP, NO_CARD, Byte(kind)});
            return;
        case GIVE_GIFTS:
            for (Byte to : step.to) found.add({Move::GIVE, NO_CARD, to});
            return;
        case EXCHANGES:
            found.add({me.laid_cards ? Move::DONE : Move::DRAW});
            for (int card = 0; card < CARDS; card++)
                if (me.hand[card] > me.laid[card]) found.add({Move::DISCARD, Byte(card)});
            if (!me.laid_cards)
                for (int kind = 0; kind < KINDS; kind++)
                    if (me.treasures.has(kind) && !g.piles[TREASURES[kind].city].empty()) {
                        found.add({Move::EXCHANGE, NO_CARD, Byte(kind)});
                        if (g.rules->acts[INSTRUCTOR] && me.hand[INSTRUCTOR])
                            found.add({Move::EXCHANGE, NO_CARD, Byte(kind), INSTRUCTOR});
                    }
            return;
        default: break;
    }
    found.add({step.kind == START ? Move::ROLL : step.kind == DECISIONS ? Move::STAY : Move::PASS});
    for (Byte act : moment(step.kind))
        if (g.rules->acts[act] && has(g, seat, act) && in(able(g, act), seat))
            add_plays(g, seat, act, found);
}

// --- the flow ------------------------------------------------------------------------------------

inline void open(State &g, const Step &step);
inline void open(State &g, Kind kind) { open(g, Step{kind}); }

inline Kind after(Kind window) {
    switch (window) {
        case BEFORE_ROLL: return CAST_DICE;
        case SPOKEN: return DECLARATION;
        case CAN_FLY: return PAYMENT;
        case CANNOT_FLY: return TURN_OVER;
        case CRASHING: return CRASH;
        case CARDS_DOWN: return ARRIVAL;
        default: return DRAW_TREASURE;
    }
}
inline Step follower(const Step &window) {
    Step next = window;
    next.kind = after(window.kind);
    return next;
}

inline void open_window(State &g, const Step &step) {
    g.then(step);
    const Mask asked = speakers(g);
    if (!asked) {
        g.depth--;
        return open(g, follower(step));
    }
    for (Byte seat : g.by_priority())
        if (in(asked, seat)) g.waiting.push(seat);
}

inline Step take(int seat, int city, bool own = false, int using_ = NO_CARD) {
    Step step{TAKE_TREASURE};
    step.seat = seat, step.city = city, step.own = own, step.using_ = using_;
    return step;
}

inline bool is_won(const State &g) {
    for (int seat = 0; seat < g.count(); seat++) {
        if (g.rules->options.variant != BEGINNER) {
            if (g.seats[seat].riches() >= g.rules->options.goal) return true;
            continue;
        }
        int cities = 0;
        for (Byte kind : g.seats[seat].treasures) cities |= 1 << TREASURES[kind].city;
        if (__builtin_popcount(cities) >= BEGINNER_CITIES) return true;
    }
    return false;
}

// The first city of the next journey, whose captain is named; 0: the game is over.
inline int next_journey(State &g) {
    const int first = g.next_stop(0);
    if (!first || (g.journey && is_won(g))) {
        g.then(GAME_END);
        if (g.rules->options.boxes[KRISMASTRI]) g.then(SHOW_GIFTS);
        return 0;
    }
    g.then(TURN);
    if (g.journey) g.captain = (g.captain + 1) % g.count();
    return first;
}

inline void board(State &g, int first) {
    g.journey++;
    g.crashed = false;
    for (int seat = 0; seat < g.count(); seat++)
        g.seats[seat].crew = g.rules->options.variant == CREW ? CREW_SIZE : 1;
    g.in_ship = g.everyone();
    g.ship = Craft{Byte(first)};
}

inline void begin(State &g, Place craft, int captain, Mask ignored) {
    const Craft &here = craft == SHIP ? g.ship : g.boat;
    const int ahead = g.next_stop(here.city);
    g.leg = Leg();
    g.leg.craft = craft, g.leg.captain = captain, g.leg.ignored = ignored;
    g.leg.city = here.city, g.leg.target = ahead ? ahead : here.city;
    g.then(LEG_END);
    g.then(ahead ? START : LAST_STOP);
}

inline void stay(State &g, int seat) {
    g.leg.undecided.erase(0);
    g.leg.decide(seat, true);
}

inline void land(State &g) {
    const List<SEATS> landing = g.captain_first();
    const int city = g.craft().city;
    for (int n = landing.count; n--;) g.then(take(landing.at[n], city));
    for (Byte seat : landing) g.disembark(seat);
}

inline void say(State &g, Said said) {
    g.leg.said = said;
    Seat &captain = g.seats[g.leg.captain];
    if (said == CANNOT && captain.cards) {
        int needs[SYMBOLS], kinds = 0, faced = 0;
        g.leg.to_face(needs);
        for (int s = 0; s < SYMBOLS; s++)
            if (needs[s]) kinds++, faced = s;
        if (kinds == 1) captain.learn(faced, needs[faced] - 1);
    }
    open(g, said == CAN ? CAN_FLY : CANNOT_FLY);
}

inline void pay(State &g, const Move &move) {
    Byte cards[CARDS];
    cards_of(g, move, cards);
    g.leg.said = NOTHING;
    g.leg.paid = 0;
    for (int card = 0; card < CARDS; card++)
        if (cards[card]) {
            g.spend(g.leg.captain, card, cards[card]);
            g.leg.paid += cards[card];
        }
    Seat &captain = g.seats[g.leg.captain];
    if ((cards[TURBO] || g.leg.turned.has(TURBO)) && captain.cards) {
        int needs[SYMBOLS];
        g.leg.to_face(needs);
        for (int s = 0; s < SYMBOLS; s++)
            if (needs[s] && cards[SINGLE[s]] + 2 * cards[DOUBLE[s]] < needs[s]) captain.learn(s, 0);
    }
    open(g, CARDS_DOWN);
}

inline void turn_over(State &g) {
    Leg &leg = g.leg;
    const int before = leg.left_to_face();
    bool any = false;
    for (Byte seat : g.by_priority()) {
        Seat &me = g.seats[seat];
        for (Card card : HELP)
            for (; me.laid[card]; me.laid[card]--) {
                any = true;
                leg.help.push(card), leg.helpers.push(seat);
                g.show(seat, card);
            }
    }
    if (!any) return g.then(CRASHING);
    leg.helped = true;
    g.take_back_laid();
    leg.reconsider(before);
    g.then(CANNOT_FLY);
}

inline void crash(State &g) {
    Leg &leg = g.leg;
    const int room = g.piles[leg.city].count;
    List<SEATS> served, aids;
    for (Byte seat : g.by_priority())
        for (int n = 0; n < leg.jumpers_count; n++) {
            if (leg.jumpers[n].seat != seat) continue;
            const Byte aid = leg.jumpers[n].aid;
            if (served.count < room) {
                served.push(seat), aids.push(aid);
                continue;
            }
            for (Byte card : {Byte(JETPACK), aid})
                if (card != NO_CARD) g.discard[card]--, g.seats[seat].hand[card]++, g.seats[seat].cards++;
        }
    leg.jumpers_count = 0;
    for (int n = served.count; n--;) {
        g.disembark(served.at[n]);
        g.then(take(served.at[n], leg.city, true, aids.at[n]));
    }
    for (Byte seat : g.captain_first()) g.disembark(seat);
    g.crashed |= leg.craft == SHIP;
}

inline void give(State &g, int to) { g.seats[to].treasures.push(g.gifts.pop()); }

inline void show_gifts(State &g) {
    if (g.gifts.empty()) return;
    int giver = -1;
    for (Byte seat : g.clockwise((g.captain + 1) % g.count()))
        if (giver < 0 || g.seats[seat].riches() > g.seats[giver].riches()) giver = seat;
    g.gifts_shown = true;
    std::sort(g.gifts.at, g.gifts.at + g.gifts.count, [](Byte a, Byte b) {
        return std::pair(TREASURES[a].points, a) < std::pair(TREASURES[b].points, b);
    });
    Step step{GIVE_GIFTS};
    step.seat = giver;
    step.to = g.clockwise((giver + 1) % g.count(), g.everyone() & ~only(giver));
    g.then(step);
}

inline void exchange_all(State &g) {
    List<SEATS> takers;
    Step takes[SEATS];
    for (Byte seat : g.clockwise((g.captain + 1) % g.count())) {
        Seat &me = g.seats[seat];
        Seat laid = me;
        me.take_back_laid();
        if (laid.laid_treasure != NO_TREASURE) {
            if (laid.laid_aid != NO_CARD) g.spend(seat, laid.laid_aid);
            g.put_under(seat, laid.laid_treasure);
            takes[takers.count] = take(seat, TREASURES[laid.laid_treasure].city, true, laid.laid_aid);
            takers.push(seat);
        } else if (!laid.laid_cards) {
            g.draw(seat, 1);
        } else {
            for (int card = 0; card < CARDS; card++)
                if (laid.laid[card]) g.spend(seat, card, laid.laid[card]);
            g.draw(seat, laid.laid_cards);
        }
    }
    for (int n = takers.count; n--;) g.then(takes[n]);
}

inline void ask(State &g, const Step &step, int seat) {
    g.then(step);
    g.waiting.push(seat);
}

inline void open(State &g, const Step &step) {
    Leg &leg = g.leg;
    switch (step.kind) {
        case JOURNEY:
            if (g.crashed && g.next_stop(0) && g.rules->options.boxes[MATRYOSHBURG]) {
                g.then(DEPARTURE);
                g.then(EXCHANGES);
            } else if (const int first = next_journey(g)) {
                if (g.journey) g.then(PROVISIONS);
                board(g, first);
            }
            return;
        case DEPARTURE:
            if (const int first = next_journey(g)) board(g, first);
            return;
        case PROVISIONS:
            for (Byte seat : g.clockwise(g.captain)) g.draw(seat, 1);
            return;
        case TURN:
            if (!g.in_ship && !g.in_boat) return g.then(JOURNEY);
            g.then(TURN);
            g.then(BOAT_LEG);
            if (g.in_ship) begin(g, SHIP, g.captain, 0);
            return;
        case BOAT_LEG:
            if (g.in_boat)
                begin(g, BOAT, __builtin_ctz(g.in_boat), only(symbol_of(ROWBOAT, g.boat.card)));
            return;
        case GAME_END:
            g.depth = 0;
            return;
        case START: {
            g.then(step);
            const bool asked = in(speakers(g), leg.captain);
            g.depth--;
            return asked ? ask(g, step, leg.captain) : open(g, BEFORE_ROLL);
        }
        case CAST_DICE:
            g.then(SPOKEN);
            if (leg.craft == SHIP) {
                leg.undecided = g.captain_first();
                leg.undecided.erase(0);
                g.then(DECISIONS);
            }
            return g.roll(std::max(0, DICE[leg.target] + leg.extra));
        case DECISIONS:
            while (!leg.undecided.empty()) {
                const int next = leg.undecided.at[0];
                g.then(step);
                const bool asked = in(speakers(g), next);
                g.depth--;
                if (asked) return ask(g, step, next);
                stay(g, next);
            }
            return;
        case SPOKEN:
            leg.spoken = true;
            return open_window(g, step);
        case DECLARATION: {
            g.take_back_laid();
            int needs[SYMBOLS];
            leg.to_face(needs);
            if (!needs[0] && !needs[1] && !needs[2] && !needs[3]) return say(g, CAN);
            if (!g.seats[leg.captain].cards && !leg.turned.has(TURBO)) return say(g, CANNOT);
            return ask(g, step, leg.captain);
        }
        case CANNOT_FLY: g.drop_failed_help(); [[fallthrough]];
        case CAN_FLY: return leg.said == NOTHING ? open(g, DECLARATION) : open_window(g, step);
        case TURN_OVER: return turn_over(g);
        case CRASH: return crash(g);
        case PAYMENT: {
            int needs[SYMBOLS];
            leg.to_face(needs);
            const bool any = needs[0] || needs[1] || needs[2] || needs[3];
            if (g.rules->options.boxes[LITTLE_HELP] && any && g.seats[leg.captain].cards)
                return ask(g, step, leg.captain);
            Moves found;
            payments(g, found);
            return pay(g, found[0]);
        }
        case ARRIVAL:
            g.craft().city = leg.target;
            if (leg.target == BOSCALUMIA) g.then(LIGHT_UP);
            else if (!g.next_stop(leg.target)) g.then(LAST_STOP);
            return;
        case LAST_STOP: return land(g);
        case LEG_END:
            g.take_back_laid();
            g.drop_help(g.everyone());
            for (Byte card : leg.turned) g.discard[card]++;
            leg.turned.clear();
            leg.said = NOTHING;
            if (leg.craft == BOAT) {
                g.boat.fresh = false;
            } else if (g.in_ship) {
                const int heir = g.clockwise((leg.captain + 1) % g.count(), g.in_ship).at[0];
                if (heir != g.captain) g.hand_over(heir);
            }
            return;
        case ADD_GIFT:
            if (leg.craft == SHIP && !g.piles[leg.city].empty()) g.gifts.push(g.piles[leg.city].pop());
            return;
        case SHOW_GIFTS: return show_gifts(g);
        case GIVE_GIFTS:
            if (step.to.count > 1 && !g.gifts.empty()) return ask(g, step, step.seat);
            if (!step.to.empty() && !g.gifts.empty()) give(g, step.to.at[0]);
            return;
        case LIGHT_UP:
            g.lit = true;
            for (Byte seat : g.captain_first()) {
                g.seats[seat].tokens++;
                g.disembark(seat);
            }
            return;
        case PICK_DICE: return ask(g, step, leg.captain);
        case TAKE_TREASURE:
            if (g.piles[step.city].empty()) return;
            if (step.using_ != NO_CARD) {
                Step choose = step;
                choose.kind = CHOOSE_TREASURE, choose.other = step.seat;
                return g.then(choose);
            }
            return open_window(g, step);
        case DRAW_TREASURE: {
            Seat &me = g.seats[step.seat];
            auto &pile = g.piles[step.city];
            const int number = std::min<int>(me.crew, pile.count);
            if (number == 1) return me.treasures.push(pile.pop());
            for (int n = 0; n < number; n++) me.drawn.push(pile.at[pile.count - number + n]);
            pile.count -= number;
            return ask(g, step, step.seat);
        }
        case CHOOSE_TREASURE: return ask(g, step, step.other);
        case EXCHANGES:
            g.then(step);
            g.waiting = g.clockwise((g.captain + 1) % g.count());
            return;
        case BEFORE_ROLL: case CRASHING: case CARDS_DOWN: return open_window(g, step);
        default: return;
    }
}

inline void settle(State &g) {
    while (g.depth && g.waiting.empty()) {
        const Step step = g.agenda[--g.depth];
        open(g, step);
    }
}

// --- effects -------------------------------------------------------------------------------------

inline void come_back(State &g, int seat) {
    g.leg.took &= ~only(seat);
    g.put_under(seat, g.seats[seat].treasures.last());
    g.in_ship |= only(seat);
}

// Do an act, and return the step that follows; NONE: the usual one.
inline Step effect(State &g, int seat, const Move &move) {
    Leg &leg = g.leg;
    Seat &me = g.seats[seat];
    const Step usual{NONE};
    switch (move.kind) {
        case Move::STEER: leg.target = GAP; return usual;
        case Move::PREPARE:
            me.crew--;
            g.draw(seat, DICE[leg.city]);
            return usual;
        case Move::LEAVE: {
            const bool captain = seat == leg.captain;
            if (move.aid != NO_CARD) g.spend(seat, move.aid);
            g.disembark(seat);
            g.then(take(seat, leg.city, true, move.aid));
            if (captain) return Step{OVER};
            leg.decide(seat, false);
            leg.took |= only(seat);
            return usual;
        }
        default: break;
    }
    const int on = move.on;
    if (is_help(move.card)) {
        me.laid[move.card]++, me.laid_cards++;
        return usual;
    }
    if (is_rowboat(move.card)) {
        g.show(seat, move.card);
        g.in_ship &= ~only(seat);
        g.in_boat = only(seat);
        g.boat = Craft{leg.city, move.card, true};
        if (seat != leg.captain) return usual;
        const List<SEATS> left = g.clockwise((leg.captain + 1) % g.count(), g.in_ship);
        if (left.empty()) return Step{OVER};
        g.drop_failed_help();
        g.hand_over(left.at[0]);
        return usual;
    }
    if (move.card < CARDS) g.spend(seat, move.card);
    else if (move.card != SPYGLASS) me.power = false;
    switch (move.card) {
        case EJECTION:
            g.disembark(on);
            leg.took |= only(on);
            g.then(take(on, leg.city));
            return usual;
        case ALTERNATIVE_ROUTE: g.then(PICK_DICE); return usual;
        case WIND_GUST: {
            Byte picked[FACES] = {};
            picked[BLANK] = leg.dice.counts(BLANK);
            g.reroll(picked);
            return usual;
        }
        case JETPACK:
            if (move.aid != NO_CARD) g.spend(seat, move.aid);
            leg.jumpers[leg.jumpers_count++] = {Byte(seat), move.aid};
            return usual;
        case SPYGLASS:
            for (Byte kind : me.treasures)
                if (TREASURES[kind].spyglass) {
                    g.remove_treasure(seat, kind);
                    break;
                }
            return Step{ARRIVAL};
        case BANDIT: leg.extra += 1; return usual;
        case BLACK: leg.extra -= 2; return usual;
        case MOORING_LINE: return Step{OVER};
        case RED: {
            g.remove_treasure(seat, on);
            Byte picked[FACES];
            rerollable(leg, picked);
            g.reroll(picked);
            return usual;
        }
        case BLUE:
            g.drop_help(only(seat));
            g.hand_over(seat);
            return usual;
        case GREEN: {
            const int before = leg.left_to_face();
            leg.ignored |= only(PIRATES), leg.fixed |= only(PIRATES);
            leg.reconsider(before);
            return usual;
        }
        case YELLOW: {
            const int before = leg.left_to_face();
            for (int n = 0; n < 2; n++)
                if (const int card = g.take_card(); card != NO_CARD) leg.turned.push(card);
            leg.reconsider(before);
            return usual;
        }
        case PURPLE: {
            const bool stays = in(leg.stayed, seat);
            leg.decide(on, stays);
            if (stays) {
                come_back(g, on);
            } else {
                leg.took |= only(on);
                g.disembark(on);
                g.then(take(on, leg.city));
            }
            return usual;
        }
        case DESPERATE_NEED:
            g.drop_failed_help();
            g.hand_over(on);
            leg.undecided.clear();
            leg.undecided.push(seat);
            g.then(DECISIONS);
            return usual;
        case NEW_EQUIPMENT: {
            const int rest = me.cards;
            for (int card = 0; card < CARDS; card++)
                if (me.hand[card]) g.spend(seat, card, me.hand[card]);
            g.draw(seat, rest);
            return usual;
        }
        case GRAPPLING_HOOK: come_back(g, seat); return usual;
        case INSTRUCTOR: {
            Step choose = g.top();
            choose.kind = CHOOSE_TREASURE, choose.other = seat;
            return choose;
        }
        default: return usual;
    }
}

// Do an act; `next` follows, unless the act leads somewhere else.
inline void act(State &g, int seat, const Move &move, const Step &next) {
    const int place = g.depth - 1;
    g.waiting.clear();
    const Step follows = effect(g, seat, move);
    g.agenda[place] = follows.kind == NONE ? next : follows;
}

inline void answer_window(State &g, int seat, const Move &move) {
    const Step window = g.top();
    if (move.kind != Move::PASS) {
        if (!is_help(move.card) && move.card != JETPACK) return act(g, seat, move, window);
        effect(g, seat, move);
        if (move.card != JETPACK) return;
    }
    g.waiting.remove(seat);
    if (g.waiting.empty()) g.top() = follower(window);
}

// Carry out a legal move of a waiting seat.
inline void answer(State &g, int seat, const Move &move) {
    Seat &me = g.seats[seat];
    const Step step = g.top();
    if (is_window(step.kind)) return answer_window(g, seat, move);
    switch (step.kind) {
        case START:
            if (move.kind != Move::ROLL) return act(g, seat, move, Step{BEFORE_ROLL});
            g.waiting.clear();
            g.top() = Step{BEFORE_ROLL};
            return;
        case DECISIONS:
            if (move.kind != Move::STAY) {
                g.leg.undecided.erase(0);
                return act(g, seat, move, step);
            }
            g.waiting.clear();
            stay(g, seat);
            if (g.leg.undecided.empty()) g.depth--;
            return;
        case EXCHANGES:
            if (move.kind == Move::DISCARD) {
                me.laid[move.card]++, me.laid_cards++;
                return;
            }
            if (move.kind == Move::EXCHANGE) me.laid_treasure = move.on, me.laid_aid = move.aid;
            g.waiting.remove(seat);
            if (g.waiting.empty()) {
                g.depth--;
                exchange_all(g);
            }
            return;
        case GIVE_GIFTS: {
            g.waiting.clear();
            g.top().to.remove(move.on);
            return give(g, move.on);
        }
        default: break;
    }
    g.depth--;
    g.waiting.clear();
    switch (step.kind) {
        case DECLARATION: return say(g, move.kind == Move::DECLARE_CAN ? CAN : CANNOT);
        case PAYMENT: return pay(g, move);
        case PICK_DICE: return g.reroll(move.picked);
        case DRAW_TREASURE:
            me.drawn.remove(move.on);
            for (Byte kind : me.drawn) g.piles[step.city].push(kind);
            me.drawn.clear();
            g.shuffle_pile(step.city);
            me.treasures.push(move.on);
            return;
        case CHOOSE_TREASURE:
            g.piles[step.city].remove(move.on);
            g.seats[step.seat].treasures.push(move.on);
            g.shuffle_pile(step.city);
            return;
        default: return;
    }
}

inline void play(State &g, int seat, const Move &move) {
    answer(g, seat, move);
    if (g.waiting.empty()) settle(g);
}

// --- whole games ---------------------------------------------------------------------------------

inline State set_up(const Rules &rules, const Seed &seed) {
    State g{};
    g.rules = &rules;
    g.chance = Chance(seed);
    for (int card = 0; card < CARDS; card++)
        for (int n = 0; n < rules.copies[card]; n++) g.deck.push(card);
    g.chance.shuffle(g.deck.at, g.deck.count);
    for (int city = 1; city <= LAST; city++) {
        auto &pile = g.piles[city];
        for (int kind = 0; kind < KINDS; kind++)
            if (TREASURES[kind].city == city && (!TREASURES[kind].spyglass || rules.acts[SPYGLASS]))
                for (int n = 0; n < TREASURES[kind].copies; n++) pile.push(kind);
        g.chance.shuffle(pile.at, pile.count);
        while (rules.options.variant == CREW && pile.count > CREW_PILE) pile.erase(0);
    }
    if (rules.acts[RED]) {
        Byte lots[] = {RED, BLUE, GREEN, YELLOW, BLACK, PURPLE};
        g.chance.shuffle(lots, sizeof lots);
        for (int seat = 0; seat < rules.seats; seat++)
            g.seats[seat].character = lots[seat], g.seats[seat].power = true;
    }
    g.captain = g.chance.below(rules.seats);
    for (Byte seat : g.clockwise(g.captain)) g.draw(seat, HAND[rules.seats]);
    g.then(JOURNEY);
    settle(g);
    return g;
}

// Play forced moves up to a seat with a choice; -1: this journey, or the game, is over.
inline int to_choice(State &g, int journey, Moves &found) {
    while (!g.waiting.empty() && g.journey == journey) {
        if (is_window(g.top().kind)) {
            while (!g.waiting.empty()) {
                legal(g, g.waiting.at[0], found);
                if (found.count > 1) return g.waiting.at[0];
                g.waiting.erase(0);
            }
            g.top() = follower(g.top());
        } else {
            const int seat = g.waiting.at[0];
            legal(g, seat, found);
            if (found.count > 1) return seat;
            answer(g, seat, found[0]);
        }
        if (g.waiting.empty()) settle(g);
    }
    return -1;
}

}  // namespace celestia
