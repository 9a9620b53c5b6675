// The tables of games to learn from: their rules, their players, and how often these err.
#pragma once
#include "lots.hpp"
#include "net.hpp"

namespace celestia {

constexpr double ANY_BOX = 0.5;
// Of a hundred games; the others are of the crew's variant.
constexpr int BASE = 32, EVERY_BOX = 36, FEW_OR_MANY = 11, ANY_GAME = 16, BEGINNERS = 3;
constexpr int ONE_LEARNER = 80, MIXED = 12;  // learners alone play the others
constexpr int COUNTS[] = {2, 3, 4, 4, 5, 6}, EXTREMES[] = {2, 2, 3, 5, 6, 6}, GOALS[] = {25, 50, 50, 50, 75, 100};

template <size_t N>
int one_of(const int (&all)[N], Lots &lots) { return all[lots.below(N)]; }

// A table: often four seats without a box or with all of them, now and then any other.
inline Rules drawn(Lots &lots) {
    Options options;
    int seats = 4, kind = lots.below(100);
    auto is = [&](int share) { return (kind -= share) < 0; };
    if (is(BASE)) {
    } else if (is(EVERY_BOX)) {
        for (bool &box : options.boxes) box = true;
    } else if (is(FEW_OR_MANY)) {
        seats = one_of(EXTREMES, lots);
    } else if (is(ANY_GAME)) {
        seats = one_of(COUNTS, lots), options.goal = one_of(GOALS, lots);
        const bool all = lots.share() < ANY_BOX;
        for (bool &box : options.boxes) box = all || lots.share() < ANY_BOX;
    } else if (is(BEGINNERS)) {
        seats = one_of(COUNTS, lots), options.variant = BEGINNER;
    } else {
        seats = 2, options.variant = CREW;
    }
    return Rules(seats, options);
}

// Seat one learner among easy players, a mix, or learners alone.
inline void seat_players(Lots &lots, int seats, Players &players) {
    int kind = lots.below(100);
    players.learners = players.easy = 0;
    const int learner = lots.below(seats);
    const bool one = (kind -= ONE_LEARNER) < 0, mixed = !one && kind < MIXED;
    for (int seat = 0; seat < seats; seat++) {
        const int of = one ? (seat == learner ? 2 : 0) : mixed ? lots.below(3) : 2;
        if (of == 2) players.learners |= only(seat);
        if (of == 0) players.easy |= only(seat);
    }
}

// The share of moves that are drawn by lot, so that odd positions occur, too.
inline double drawn_noise(Lots &lots) { return lots.below(3) * .04; }

}  // namespace celestia
