// The quick player and the chances to win, as `players.hard.light` and `players.hard.value`.
#pragma once
#include "odds.hpp"

namespace celestia {

constexpr int STAY_INPUTS = 18, VALUE_INPUTS = 29;

struct Weights {
    double easy[STAY_INPUTS], normal[STAY_INPUTS], value[3][VALUE_INPUTS];

    bool read(const char *path) {
        FILE *file = std::fopen(path, "r");
        if (!file) return false;
        int found = 0;
        double *at = easy;
        constexpr int COUNT = sizeof(Weights) / sizeof(double);
        while (found < COUNT && std::fscanf(file, "%lf", at + found) == 1) found++;
        std::fclose(file);
        return found == COUNT;
    }
};

inline int best_rival(const State &g, int seat) {
    int best = 0;
    for (int n = 0; n < g.count(); n++)
        if (n != seat) best = std::max(best, g.seats[n].riches());
    return best;
}

// Whether a crash of the ship is good for a seat, with so many rivals aboard.
inline bool lets_crash(const State &g, int seat) {
    if (g.leg.craft != SHIP) return false;
    const double share = double(__builtin_popcount(g.in_ship & ~only(seat))) / (g.count() - 1);
    const int city = g.leg.city;
    return (share >= .99 && city <= 9) || (share >= .6 && city <= 4) || (share >= .3 && city <= 1);
}

inline bool none(const int *needs) { return !needs[0] && !needs[1] && !needs[2] && !needs[3]; }

inline double captain_pays(const State &g, int seat) {
    int needs[SYMBOLS];
    g.leg.to_face(needs);
    if (none(needs) || g.leg.said == CAN) return 1;
    const Seat &captain = g.seats[g.leg.captain];
    if (g.leg.captain == seat) return Covers(captain).lacks(needs) <= g.leg.turned.counts(TURBO);
    return Unseen(g, seat, false).pays(needs, captain.cards, g.leg.turned.has(TURBO));
}

// Plays on as an easy or a normal player would, by public facts and one hand.
struct Light {
    const Weights &weights;
    Mask easy = 0;

    const Move &choose(const State &g, int seat, const Moves &legal) const {
        switch (g.top().kind) {
            case DECISIONS: return stays(g, seat) ? legal[0] : first(legal, Move::LEAVE);
            case DECLARATION: return legal[lets_it_crash(g, seat) ? legal.count - 1 : 0];
            case SPOKEN: return spoken(g, seat, legal);
            case CANNOT_FLY: return lets_it_crash(g, seat) ? legal[0] : cannot(g, seat, legal);
            case START: return start(g, seat, legal);
            case BEFORE_ROLL:
                if (g.leg.target < 5) return legal[0];
                return play_of(legal, in(g.aboard(), seat) ? BLACK : BANDIT);
            case CAN_FLY: return can(g, seat, legal);
            case CRASHING: {
                const double here = mean(g.leg.city);
                const bool wins = g.seats[seat].riches() + here >= g.rules->options.goal;
                return here < 3.5 && !wins ? legal[0] : first(legal, Move::PLAY);
            }
            case PAYMENT: return fewest_upgraded(legal);
            case CARDS_DOWN:
                return !in(g.aboard(), seat) && g.leg.target >= 5 ? first(legal, Move::PLAY) : legal[0];
            case PICK_DICE: return pick_dice(g, seat, legal);
            case DRAW_TREASURE: return keep(legal, true);
            case CHOOSE_TREASURE: return keep(legal, g.top().seat == seat);
            case GIVE_GIFTS: {
                const Move *best = legal.begin();
                for (const Move &move : legal)
                    if (g.seats[move.on].riches() < g.seats[best->on].riches()) best = &move;
                return *best;
            }
            default: return legal[0];
        }
    }

  private:
    bool lets_it_crash(const State &g, int seat) const { return !in(easy, seat) && lets_crash(g, seat); }

    static const Move &first(const Moves &legal, Move::Kind kind) {
        for (const Move &move : legal)
            if (move.kind == kind) return move;
        return legal[0];
    }
    static const Move &play_of(const Moves &legal, Byte card) {
        for (const Move &move : legal)
            if (move.kind == Move::PLAY && move.card == card) return move;
        return legal[0];
    }

    bool stays(const State &g, int seat) const {
        const Leg &leg = g.leg;
        const Seat &me = g.seats[seat];
        const double odds = captain_pays(g, seat);
        const double here = g.piles[leg.city].empty() ? 0 : mean(leg.city), there = mean(leg.target);
        const int after = g.next_stop(leg.target);
        const double then = after ? mean(after) : there;
        const int heir = g.clockwise((leg.captain + 1) % g.count(), g.in_ship).at[0];
        double again = 1;
        if (after)
            again = heir == seat ? Covers(me).pays_roll(DICE[after])
                                 : Unseen(g, seat, false).pays_blindly(DICE[after], g.seats[heir].cards);
        const double jetpack = me.hand[JETPACK] > 0, goal = g.rules->options.goal;
        const double mine = me.riches(), best = best_rival(g, seat), base = here + .5;
        const double inputs[STAY_INPUTS] = {
            1, odds, std::log(odds + .02), odds * there / base, odds * again * then / base,
            std::log((there + .5) / base), std::log((then + .5) / base), jetpack, jetpack * (1 - odds),
            double(heir == seat), (heir == seat) * again,
            double(__builtin_popcount(g.in_ship)) / g.count(), (goal - mine) / goal, (mine - best) / goal,
            double(mine + here >= goal && mine + here > best), double(leg.city) / LAST,
            double(best >= goal), again};
        const double *w = in(easy, seat) ? weights.easy : weights.normal;
        double sum = 0;
        for (int n = 0; n < STAY_INPUTS; n++) sum += w[n] * inputs[n];
        return sum > 0;
    }

    const Move &start(const State &g, int seat, const Moves &legal) const {
        const Leg &leg = g.leg;
        const Seat &me = g.seats[seat];
        const Move &supplies = first(legal, Move::PREPARE);
        if (supplies.kind == Move::PREPARE && me.cards < 5) return supplies;
        const Move &leave = first(legal, Move::LEAVE);
        if (leave.kind != Move::LEAVE) return legal[0];
        const double here = mean(leg.city), there = mean(leg.target);
        const double lands = me.riches() + here, best = best_rival(g, seat);
        if (std::max(lands, best) >= g.rules->options.goal) return lands > best ? leave : legal[0];
        const double odds = Covers(me).pays_roll(DICE[leg.target] + leg.extra, leg.ignored);
        const double saved = me.hand[JETPACK] ? here : 0;
        return odds * there + (1 - odds) * saved > here + 1 ? legal[0] : leave;
    }

    static const Move &fewest_upgraded(const Moves &legal) {
        auto upgraded = [](const Move &m) { return m.picked[0] + m.picked[1] + m.picked[2] + m.picked[3]; };
        const Move *best = legal.begin();
        for (const Move &move : legal)
            if (upgraded(move) < upgraded(*best)) best = &move;
        return *best;
    }

    static const Move &pick_dice(const State &g, int seat, const Moves &legal) {
        int needs[SYMBOLS];
        g.leg.to_face(needs);
        const Covers covers(g.seats[seat]);
        Move wanted{Move::REROLL};
        for (int s = 0; s < SYMBOLS; s++) wanted.picked[s] = std::max(0, needs[s] - covers.symbols[s]);
        for (const Move &move : legal)
            if (move == wanted) return move;
        // Else all dice of the face whose name comes last.
        Byte most[FACES];
        rerollable(g.leg, most);
        Move last{Move::REROLL};
        for (int face : {PIRATES, LIGHTNING, FOG, BLANK, BIRDS})
            if (most[face]) {
                last.picked[face] = most[face];
                break;
            }
        return *std::find(legal.begin(), legal.end(), last);
    }

    const Move &spoken(const State &g, int seat, const Moves &legal) const {
        const Leg &leg = g.leg;
        const double odds = captain_pays(g, seat);
        if (leg.captain == seat) {
            if (odds || leg.city < 2) return legal[0];
            for (const Move &move : legal)
                if (move.kind == Move::PLAY && (move.card == ALTERNATIVE_ROUTE ||
                                                move.card == DESPERATE_NEED || is_rowboat(move.card)))
                    return move;
            return legal[0];
        }
        const Move *best = nullptr;
        for (const Move &move : legal)
            if (move.kind == Move::PLAY && move.card == EJECTION &&
                (!best || g.seats[move.on].riches() > g.seats[best->on].riches()))
                best = &move;
        if (!best) return legal[0];
        const double rival = g.seats[best->on].riches(), mine = g.seats[seat].riches();
        const int next = g.next_stop(leg.target), after = next ? next : leg.target;
        const double ahead = mean(leg.target) + .4 * (mean(after) - mean(leg.target));
        const double gain = odds * ahead - mean(leg.city);
        const bool harmless = rival + mean(leg.city) < g.rules->options.goal;
        return rival >= mine - 12 && gain > 3 && harmless ? *best : legal[0];
    }

    static const Move &can(const State &g, int seat, const Moves &legal) {
        const Leg &leg = g.leg;
        const int aboard = __builtin_popcount(g.aboard());
        for (const Move &move : legal) {
            if (move.kind != Move::PLAY) continue;
            if (move.card == WIND_GUST && !in(g.aboard(), seat)) {
                if (leg.city >= 3 && leg.dice.has(BLANK) && leg.city * aboard >= 5) return move;
            } else if (move.card == GRAPPLING_HOOK && mean(leg.target) > mean(leg.city) + 2) {
                return move;
            }
        }
        return legal[0];
    }

    static bool could_pay(const State &g, int seat) {
        int needs[SYMBOLS];
        g.leg.to_face(needs);
        return Covers(g.seats[seat]).lacks(needs) <= 0;
    }

    const Move &cannot(const State &g, int seat, const Moves &legal) const {
        const Leg &leg = g.leg;
        if (!in(g.aboard(), seat) || (leg.captain == seat && could_pay(g, seat))) return legal[0];
        for (const Move &move : legal)
            if (move.kind == Move::PLAY && rescues(g, seat, move)) return move;
        return legal[0];
    }

    static bool rescues(const State &g, int seat, const Move &move) {
        const Leg &leg = g.leg;
        if (is_help(move.card)) {
            int needs[SYMBOLS];
            leg.to_face(needs);
            return g.seats[seat].laid[move.card] < needs[symbol_of(HELP, move.card)];
        }
        switch (move.card) {
            case SPYGLASS: return leg.target >= 4;
            case GREEN: return leg.city >= 4 && leg.dice.has(PIRATES);
            case YELLOW: return leg.city >= 4;
            case RED: return leg.city >= 5 && TREASURES[move.on].points <= 3;
            case BLUE: return leg.city >= 3 && could_pay(g, seat);
            case DESPERATE_NEED: case EJECTION: case WIND_GUST: return false;
            default: return leg.city >= 2;
        }
    }

    static const Move &keep(const Moves &legal, bool best) {
        const Move *found = legal.begin();
        for (const Move &move : legal) {
            const int better = TREASURES[move.on].points - TREASURES[found->on].points;
            if (best ? better > 0 : better < 0) found = &move;
        }
        return *found;
    }
};

// --- the chances to win --------------------------------------------------------------------------

inline void final_shares(const State &g, double *shares) {
    auto key = [&](int seat) {
        const Seat &s = g.seats[seat];
        return (s.riches() - HELP_PENALTY * s.help()) * 100 - s.treasures.count;
    };
    int best = key(0), winners = 0;
    for (int n = 1; n < g.count(); n++) best = std::max(best, key(n));
    for (int n = 0; n < g.count(); n++) winners += key(n) == best;
    for (int n = 0; n < g.count(); n++) shares[n] = key(n) == best ? 1.0 / winners : 0;
}

// The chance of each seat at the start of a journey, by fitted weights.
inline void shares(const State &g, const Weights &weights, double *chances) {
    const double goal = g.rules->options.goal;
    const bool beginner = g.rules->options.variant == BEGINNER;
    double score[SEATS], done[SEATS], late = 0, first = -1e9, second = -1e9;
    for (int n = 0; n < g.count(); n++) {
        const Seat &s = g.seats[n];
        score[n] = s.riches() - HELP_PENALTY * s.help();
        done[n] = s.riches() / goal;
        if (beginner) {
            int cities = 0;
            for (Byte kind : s.treasures) cities |= 1 << TREASURES[kind].city;
            done[n] = double(__builtin_popcount(cities)) / BEGINNER_CITIES;
        }
        late = std::max(late, done[n]);
        second = std::max(second, std::min(first, score[n])), first = std::max(first, score[n]);
    }
    double most = -1e9, whole = 0;
    for (int n = 0; n < g.count(); n++) {
        const Seat &s = g.seats[n];
        const double points = score[n] / goal, lead = (score[n] - (score[n] == first ? second : first)) / goal;
        const Covers covers(s);
        const double pays = (covers.pays_roll(2) + covers.pays_roll(3)) / 2, turbos = covers.turbos / 4.0;
        const double jetpack = s.hand[JETPACK] > 0, cards = s.cards / 10.0;
        double spyglasses = 0, symbols = 0, covering = covers.turbos;
        for (Byte kind : s.treasures) spyglasses += TREASURES[kind].spyglass;
        for (int each : covers.symbols) symbols += each > 0, covering += each;
        const double special[3] = {double(s.hand[ALTERNATIVE_ROUTE]), double(s.hand[EJECTION]),
                                   double(s.hand[WIND_GUST])};
        const double other = s.cards - covering - special[0] - special[1] - special[2] - jetpack;
        const double turn = double((n - g.leg.captain + g.count()) % g.count()) / g.count();
        const double captain = turn == 0;
        const double inputs[VALUE_INPUTS] = {
            points, points * late, points * late * late, lead, lead * late, lead * late * late,
            lead * std::fabs(lead), points * points, done[n], cards, cards * late, pays, pays * late,
            turbos, turbos * late, jetpack, jetpack * late, special[0] / 2, special[1] / 2, special[2] / 2,
            spyglasses, spyglasses * late, symbols / 4, turn, captain, captain * pays, other / 10,
            double(s.power), s.treasures.count / 10.0};
        const double *w = weights.value[g.rules->options.variant];
        chances[n] = 0;
        for (int i = 0; i < VALUE_INPUTS; i++) chances[n] += w[i] * inputs[i];
        most = std::max(most, chances[n]);
    }
    for (int n = 0; n < g.count(); n++) whole += chances[n] = std::exp(chances[n] - most);
    for (int n = 0; n < g.count(); n++) chances[n] /= whole;
}

}  // namespace celestia
