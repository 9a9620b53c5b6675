// The odds that a captain can pay: exact for one roll, approximate for all (`players.odds`,
// `players.hard.chances`).
#pragma once
#include <cmath>

#include "game.hpp"

namespace celestia {

constexpr int MOST_CARDS = 160, MOST_DICE = 8, MOST_COVERED = 6;
constexpr double SECOND_TURBO = 0.6;

// Binomial coefficients.
struct Combinations {
    double of[MOST_CARDS + 1][MOST_CARDS + 1] = {};
    Combinations() {
        for (int n = 0; n <= MOST_CARDS; n++)
            for (int k = 0; k <= n; k++) of[n][k] = k == 0 || k == n ? 1 : of[n - 1][k - 1] + of[n - 1][k];
    }
};
inline const Combinations COMBINATIONS;
inline double comb(int n, int k) { return k < 0 || n < 0 ? 0 : COMBINATIONS.of[n][k]; }

// The odds to draw at least this many good cards.
inline double at_least(int size, int good, int drawn, int least) {
    if (least <= 0) return 1;
    double ways = 0;
    for (int n = least; n <= std::min(good, drawn); n++) ways += comb(good, n) * comb(size - good, drawn - n);
    return ways / comb(size, drawn);
}

struct Roll {
    int needs[SYMBOLS];
    double likely;
};

// Every roll of this many dice, as events to face.
inline const std::vector<Roll> &rolls(int dice, Mask ignored = 0) {
    static const auto all = [] {
        std::vector<std::vector<Roll>> found((MOST_DICE + 1) << SYMBOLS);
        for (int dice = 0; dice <= MOST_DICE; dice++)
            for (int ignored = 0; ignored < 1 << SYMBOLS; ignored++) {
                int n[SYMBOLS];
                for (n[0] = 0; n[0] <= dice; n[0]++)
                    for (n[1] = 0; n[0] + n[1] <= dice; n[1]++)
                        for (n[2] = 0; n[0] + n[1] + n[2] <= dice; n[2]++)
                            for (n[3] = 0; n[0] + n[1] + n[2] + n[3] <= dice; n[3]++) {
                                const int blank = dice - n[0] - n[1] - n[2] - n[3];
                                double ways = std::pow(2, blank) / std::pow(6, dice);
                                int left = dice;
                                Roll roll;
                                for (int s = 0; s < SYMBOLS; s++) {
                                    ways *= comb(left, n[s]), left -= n[s];
                                    roll.needs[s] = in(ignored, s) ? 0 : n[s];
                                }
                                roll.likely = ways;
                                found[dice << SYMBOLS | ignored].push_back(roll);
                            }
            }
        return found;
    }();
    return all[std::clamp(dice, 0, MOST_DICE) << SYMBOLS | (ignored & 15)];
}

struct Covers {
    int symbols[SYMBOLS], turbos;

    explicit Covers(const Seat &seat) : turbos(std::min<int>(MOST_COVERED, seat.hand[TURBO])) {
        for (int s = 0; s < SYMBOLS; s++) symbols[s] = std::min(MOST_COVERED, covered(seat, s));
    }
    // The events that are left open, after the Turbos.
    int lacks(const int *needs) const {
        int lacking = -turbos;
        for (int s = 0; s < SYMBOLS; s++) lacking += std::max(0, needs[s] - symbols[s]);
        return lacking;
    }
    double pays_roll(int dice, Mask ignored = 0) const {
        double odds = 0;
        for (const Roll &roll : rolls(dice, ignored))
            if (lacks(roll.needs) <= 0) odds += roll.likely;
        return odds;
    }
};

// The cards that a seat cannot see, by what they cover.
struct Unseen {
    int singles[SYMBOLS], doubles[SYMBOLS], turbos, size;

    // `open`: what lies open on the table is seen, too.
    Unseen(const State &g, int seat, bool open) {
        const Seat &me = g.seats[seat];
        auto left = [&](int card) {
            int cards = g.rules->copies[card] - g.discard[card] - me.hand[card];
            if (open) cards -= g.leg.help.counts(card) + g.leg.turned.counts(card);
            return cards;
        };
        for (int s = 0; s < SYMBOLS; s++) singles[s] = left(SINGLE[s]), doubles[s] = left(DOUBLE[s]);
        turbos = left(TURBO);
        size = g.deck.count - me.cards;
        for (int n = 0; n < g.count(); n++) size += g.seats[n].cards;
    }
    int any(int symbol) const { return singles[symbol] + doubles[symbol]; }

    // The odds that so many unseen cards have at least `least` for a symbol, within a bound.
    double holds(int symbol, int cards, int least, const Bound *bounds) const {
        const int good = any(symbol);
        if (!bounds || !bounds[symbol].known()) return at_least(size, good, cards, least);
        if (least <= 0) return 1;
        const int newer = std::min(bounds[symbol].newer, cards), older = cards - newer;
        double sum = 0, all = 0;
        for (int n = 0; n <= std::min(older, bounds[symbol].most); n++) {
            const double odds = comb(good, n) * comb(size - good, older - n);
            all += odds;
            sum += odds * at_least(size - older, std::max(0, good - n), newer, least - n);
        }
        return all ? sum / all : at_least(size, good, cards, least);
    }

    // The odds that a hand with these cards for a symbol, of all its hidden ones, keeps to a bound.
    static double keeps(const Bound &bound, int ones, int twos, int hidden) {
        if (!bound.known()) return 1;
        const int newer = std::min(bound.newer, hidden), older = hidden - newer;
        double kept = 0;
        for (int two = 0; two <= std::min(twos, older); two++)
            for (int one = 0; one <= std::min(ones, older - two); one++) {
                const int late = ones - one;
                if (one + 2 * two > bound.most || late > newer) continue;
                kept += comb(older, one) * comb(older - one, two) * comb(newer, late) *
                        comb(newer - late, twos - two);
            }
        return kept / (comb(hidden, ones) * comb(hidden - ones, twos));
    }

    // Approximate odds that a hand of this many unseen cards can pay.
    double pays(const int *needs, int cards, bool open_turbo = false, const Bound *bounds = nullptr) const {
        cards = std::min(cards, size);
        double enough[SYMBOLS], nearly[SYMBOLS];
        int covered = 0, sum = 0;
        for (int s = 0; s < SYMBOLS; s++) {
            if (!needs[s]) continue;
            enough[covered] = holds(s, cards, needs[s], bounds);
            nearly[covered++] = holds(s, cards, needs[s] - 1, bounds);
            sum += needs[s];
        }
        return together(enough, nearly, covered, open_turbo ? 1 : at_least(size, turbos, cards, 1),
                        sum > 1 ? SECOND_TURBO * at_least(size, turbos, cards, 2) : 0);
    }

    // Call with (odds to pay, likelihood) for each roll of this many dice.
    template <typename Call>
    void each(int dice, int cards, const Bound *bounds, Call call) const {
        cards = std::min(cards, size);
        dice = std::clamp(dice, 0, MOST_DICE);
        double odds[SYMBOLS][MOST_DICE + 1];
        for (int s = 0; s < SYMBOLS; s++)
            for (int n = 0; n <= dice; n++) odds[s][n] = holds(s, cards, n, bounds);
        const double one = at_least(size, turbos, cards, 1);
        const double two = SECOND_TURBO * at_least(size, turbos, cards, 2);
        for (const Roll &roll : rolls(dice)) {
            double enough[SYMBOLS], nearly[SYMBOLS];
            int covered = 0, sum = 0;
            for (int s = 0; s < SYMBOLS; s++) {
                if (const int n = roll.needs[s]) {
                    enough[covered] = odds[s][n], nearly[covered++] = odds[s][n - 1];
                    sum += n;
                }
            }
            call(together(enough, nearly, covered, one, sum > 1 ? two : 0), roll.likely);
        }
    }

    // Approximate odds that such a hand pays for a roll of this many dice.
    double pays_blindly(int dice, int cards, const Bound *bounds = nullptr) const {
        double total = 0;
        each(dice, cards, bounds, [&](double odds, double likely) { total += odds * likely; });
        return total;
    }

    // Exact odds that a hand of this many unseen cards can pay, with Turbos that lie open.
    double able(const int *needs, int cards, int open_turbos, const Bound *bounds = nullptr) const {
        cards = std::min(cards, size);
        const double all = bounds ? count(NO_NEEDS, cards, 0, bounds) : 0;
        return all ? count(needs, cards, open_turbos, bounds) / all
                   : count(needs, cards, open_turbos, nullptr) / comb(size, cards);
    }

  private:
    static constexpr int NO_NEEDS[SYMBOLS] = {};

    // Count the hands that can pay; with bounds, each by the odds that it keeps to them.
    double count(const int *needs, int cards, int open_turbos, const Bound *bounds) const {
        constexpr int HELD = 24, MOST_OPEN = 2 * MOST_DICE;  // the needs of two rolls may come together
        const int held = std::min(cards, HELD);
        // ways[events left open][cards of the symbols to face]
        double ways[MOST_OPEN + 1][HELD + 1], next[MOST_OPEN + 1][HELD + 1];
        ways[0][0] = 1;
        int open = 0, used = 0, others = size - turbos;
        for (int s = 0; s < SYMBOLS; s++) {
            const Bound bound = bounds ? bounds[s] : Bound{};
            if (!needs[s] && !bound.known()) continue;
            others -= any(s);
            const int more = std::min(singles[s] + doubles[s], held);
            const int open_then = open + needs[s], used_then = std::min(held, used + more);
            for (int lacks = 0; lacks <= open_then; lacks++) std::fill(next[lacks], next[lacks] + used_then + 1, 0);
            for (int two = 0; two <= std::min(doubles[s], more); two++)
                for (int one = 0; one <= std::min(singles[s], more - two); one++) {
                    const double w = comb(doubles[s], two) * comb(singles[s], one) * keeps(bound, one, two, cards);
                    const int lacks = std::max(0, needs[s] - one - 2 * two), taken = one + two;
                    for (int lacking = 0; lacking <= open; lacking++)
                        for (int n = 0; n <= std::min(used, held - taken); n++)
                            next[lacking + lacks][n + taken] += w * ways[lacking][n];
                }
            open = open_then, used = used_then;
            for (int lacks = 0; lacks <= open; lacks++) std::copy(next[lacks], next[lacks] + used + 1, ways[lacks]);
        }
        double paying = 0;
        for (int n = 0; n <= used; n++)
            for (int turbo = 0; turbo <= std::min(turbos, cards - n); turbo++) {
                const double rest = comb(turbos, turbo) * comb(others, cards - n - turbo);
                for (int lacking = 0; lacking <= std::min(open, turbo + open_turbos); lacking++)
                    paying += ways[lacking][n] * rest;
            }
        return paying;
    }

    static double together(const double *enough, const double *nearly, int count, double one, double two) {
        double all = 1, one_short = 0;
        for (int n = 0; n < count; n++) all *= enough[n];
        for (int n = 0; n < count; n++) {
            double odds = nearly[n] - enough[n];
            for (int m = 0; m < count; m++)
                if (m != n) odds *= enough[m];
            one_short += odds;
        }
        return std::min(1.0, all + one_short * one + std::max(0.0, 1 - all - one_short) * two);
    }
};

// The mean printed treasure of each city; off the line of cities, the token.
inline double mean(int city) {
    static const auto all = [] {
        std::array<double, STOPS> means{};
        int copies[STOPS] = {};
        for (const Treasure &t : TREASURES) means[t.city] += t.points * t.copies, copies[t.city] += t.copies;
        for (int city = 1; city <= LAST; city++) means[city] /= copies[city];
        means[BOSCALUMIA] = TOKEN_POINTS;
        return means;
    }();
    return all[city];
}

}  // namespace celestia
