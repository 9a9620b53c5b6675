// The chances to win at the start of a journey: a net for each seat, fitted to whole games.
#pragma once
#include "descent.hpp"
#include "tables.hpp"

namespace celestia {

// The share of each seat in the win, when the game is over.
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

// Make chances of scores that may be any numbers.
inline void softmax(double *scores, int count) {
    const double most = *std::max_element(scores, scores + count);
    double whole = 0;
    for (int n = 0; n < count; n++) whole += scores[n] = std::exp(scores[n] - most);
    for (int n = 0; n < count; n++) scores[n] /= whole;
}

class Horizon {
  public:
    // Fit it to some games of these players.
    Horizon(const Players &players, uint64_t seed, int games) {
        std::vector<std::vector<Start>> found(games);
        at_once(games, [&](int game) { found[game] = starts(players, seed, game); });
        std::vector<const Start *> known;
        std::vector<int> order, tested;
        for (int game = 0; game < games; game++)
            for (const Start &start : found[game]) {
                (game % HELD_OUT ? order : tested).push_back(known.size());
                known.push_back(&start);
            }
        Lots lots(known.size());
        Descent descent(INPUTS, FIRST, SECOND, known.size(), [&](int n) { return known[n]->rows[0]; }, lots);
        auto guess = [&](const Start &start, Descent::Values *values, double *chances) {
            for (int seat = 0; seat < start.seats; seat++)
                chances[seat] = descent.forward(start.rows[seat], values[seat]);
            softmax(chances, start.seats);
        };
        Descent::Values values[SEATS];
        double chances[SEATS] = {};
        descent.descend(order, EPOCHS, BATCH, lots, [&](int n, float share) {
            const Start &start = *known[n];
            guess(start, values, chances);
            for (int seat = 0; seat < start.seats; seat++)
                descent.backward(values[seat], share * (chances[seat] - start.shares[seat]));
        });
        double loss = 0, blind = 0;
        for (int n : tested) {
            const Start &start = *known[n];
            guess(start, values, chances);
            for (int seat = 0; seat < start.seats; seat++) loss -= start.shares[seat] * std::log(chances[seat] + 1e-9);
            blind += std::log(start.seats);
        }
        std::printf("%d starts of journeys; held out: loss %.4f, knowing nothing %.4f\n", int(known.size()),
                    loss / tested.size(), blind / tested.size());
        net_ = descent.net(1);
    }

    void shares(const State &g, const Players &players, double *chances) const {
        float rows[SEATS][INPUTS];
        inputs(g, players, rows);
        for (int seat = 0; seat < g.count(); seat++) chances[seat] = net_.output(rows[seat]);
        softmax(chances, g.count());
    }

  private:
    static constexpr int INPUTS = 63, FIRST = 32, SECOND = 16, BATCH = 64, EPOCHS = 3, HELD_OUT = 16;

    struct Start {
        int seats;
        float rows[SEATS][INPUTS];
        double shares[SEATS];
    };

    // The numbers of each seat: the race, its hand, who plays it, and the table.
    static void inputs(const State &g, const Players &players, float (*rows)[INPUTS]) {
        const Options &options = g.rules->options;
        const double goal = options.goal;
        double score[SEATS], done[SEATS], late = 0, first = -1e9, second = -1e9;
        for (int n = 0; n < g.count(); n++) {
            const Seat &s = g.seats[n];
            score[n] = s.riches() - HELP_PENALTY * s.help();
            done[n] = options.variant == BEGINNER ? double(cities_of(s)) / BEGINNER_CITIES : s.riches() / goal;
            late = std::max(late, done[n]);
            second = std::max(second, std::min(first, score[n])), first = std::max(first, score[n]);
        }
        for (int n = 0; n < g.count(); n++) {
            const Seat &s = g.seats[n];
            float *to = rows[n];
            auto add = [&](auto... numbers) { ((*to++ = numbers), ...); };
            const double points = score[n] / goal, lead = (score[n] - (score[n] == first ? second : first)) / goal;
            add(points, points * late, points * late * late, lead, lead * late, lead * late * late);
            add(lead * std::fabs(lead), points * points, done[n]);
            const Covers covers(s);
            const double cards = s.cards / 10.0, turbos = covers.turbos / 4.0, jetpack = s.hand[JETPACK] > 0;
            const double pays = (covers.pays_roll(2) + covers.pays_roll(3)) / 2;
            add(cards, cards * late, pays, pays * late, turbos, turbos * late, jetpack, jetpack * late);
            double spyglasses = 0, symbols = 0, other = s.cards - covers.turbos - jetpack, boats = 0, doubles = 0;
            for (Byte kind : s.treasures) spyglasses += TREASURES[kind].spyglass;
            for (Card card : {ALTERNATIVE_ROUTE, EJECTION, WIND_GUST}) add(s.hand[card] / 2.0), other -= s.hand[card];
            for (int symbol = 0; symbol < SYMBOLS; symbol++) {
                symbols += covers.symbols[symbol] > 0, other -= covers.symbols[symbol];
                boats += s.hand[ROWBOAT[symbol]], doubles += s.hand[DOUBLE[symbol]];
            }
            const double turn = double((n - g.leg.captain + g.count()) % g.count()) / g.count();
            const double captain = turn == 0;
            add(spyglasses, spyglasses * late, symbols / 4, turn, captain, captain * pays, other / 10);
            add(s.power, s.treasures.count / 10.0, in(players.learners, n), in(players.easy, n));
            for (int seats = 2; seats <= SEATS; seats++) add(g.count() == seats);
            for (bool box : options.boxes) add(box);
            add(goal / 50, options.variant == BEGINNER, options.variant == CREW, options.power_cards);
            add(s.crew / 3.0, s.tokens / 2.0, s.help() / 3.0);
            for (Card card : {INSTRUCTOR, GRAPPLING_HOOK, MOORING_LINE, DESPERATE_NEED, BANDIT}) add(s.hand[card]);
            add(boats, doubles / 3);
            for (Card character : CHARACTER) add(s.power && s.character == character);
            assert(to == rows[n] + INPUTS);
        }
    }

    static int cities_of(const Seat &seat) {
        int cities = 0;
        for (Byte kind : seat.treasures) cities |= 1 << TREASURES[kind].city;
        return __builtin_popcount(cities);
    }

    static std::vector<Start> starts(Players players, uint64_t seed, int game) {
        Lots lots(seed + game * 0x51ed270b9f0d3c1dull);
        const Rules rules = drawn(lots);
        seat_players(lots, rules.seats, players);
        const double noise = drawn_noise(lots);
        State g = set_up(rules, lots.seed());
        std::vector<Start> found;
        Moves legal;
        while (!g.waiting.empty()) {
            const int seat = to_choice(g, g.journey, legal);
            if (seat >= 0) {
                const Move move = players.choose(g, seat, legal);
                play(g, seat, lots.share() < noise ? legal[lots.below(legal.count)] : move);
            } else if (!g.waiting.empty()) {
                Start &start = found.emplace_back();
                start.seats = g.count();
                inputs(g, players, start.rows);
            }
        }
        double shares[SEATS];
        final_shares(g, shares);
        for (Start &start : found) std::copy(shares, shares + SEATS, start.shares);
        return found;
    }

    Net net_;
};

}  // namespace celestia
