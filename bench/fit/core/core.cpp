// The core of the fitting: whole games at a thousand times the pace of the engine.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "fit.hpp"

using namespace celestia;

// A table in words: seats, variant, goal, power cards, and a bit for each box.
static Rules rules_of(char **word) {
    Options options;
    const int seats = std::atoi(word[0]);
    options.variant = Variant(std::atoi(word[1]));
    options.goal = std::atoi(word[2]);
    options.power_cards = std::atoi(word[3]);
    for (int box = 0; box < BOXES; box++) options.boxes[box] = std::atoi(word[4]) >> box & 1;
    return Rules(seats, options);
}

static Seed seed_of(const char *hex) {
    Seed seed;
    for (Byte &byte : seed.bytes) {
        unsigned value;
        std::sscanf(hex, "%2x", &value);
        byte = value, hex += 2;
    }
    return seed;
}

// Print each choice of a game in which the moves are drawn: its seat, question and moves by name, and
// its dilemmas with their inputs.
static void tell(const Rules &rules, const Seed &seed) {
    State g = set_up(rules, seed);
    Moves found;
    uint32_t lot = 1;
    while (!g.waiting.empty()) {
        const int seat = to_choice(g, g.journey, found);
        if (seat < 0) continue;
        std::vector<std::string> texts;
        for (const Move &move : found) texts.push_back(move.text(g));
        std::vector<int> order(found.count);
        for (int n = 0; n < found.count; n++) order[n] = n;
        std::sort(order.begin(), order.end(), [&](int a, int b) { return texts[a] < texts[b]; });
        lot = lot * 1664525 + 1013904223;
        const int chosen = (lot >> 8) % found.count;
        std::printf("%d %s", seat, KIND_NAMES[g.top().kind]);
        for (int n : order) std::printf("|%s", texts[n].c_str());
        const Dilemmas asked(g, seat, found);
        for (int each = 0; each < asked.count; each++) {
            Inputs inputs(g, seat);
            inputs.of(asked[each]);
            std::printf("|asked %s|", asked[each].other.text(g).c_str());
            for (int n = 0; n < inputs.count; n++) std::printf(" %.4f", inputs.at[n]);
        }
        std::printf("\n");
        play(g, seat, found[order[chosen]]);
    }
    for (int seat = 0; seat < g.count(); seat++)
        std::printf("%d %d %d\n", g.seats[seat].riches(), g.seats[seat].help(), g.seats[seat].cards);
}

// Play some games, fit the nets to their dilemmas and to those of earlier rounds, and write them to
// a file.
static std::vector<Net> learn(const Players &players, uint64_t seed, int games, Examples *examples,
                              const char *file) {
    const Horizon horizon(players, ~seed, games);
    std::vector<std::vector<Tried>> found(games);
    at_once(games, [&](int game) { found[game] = tried(players, horizon, seed, game); });
    for (auto &game : found) {
        for (const Tried &each : game) examples[each.name].add(each);
        game.clear(), game.shrink_to_fit();
    }
    std::vector<std::unique_ptr<Fit>> fits(NAMES);
    at_once(NAMES, [&](int name) { fits[name] = std::make_unique<Fit>(examples[name]); });
    std::FILE *out = std::fopen(file, "w");
    if (!out) throw std::runtime_error(std::string("cannot write ") + file);
    for (int name = 0; name < NAMES; name++) {
        const Fit &fit = *fits[name];
        fit.net.write(out);
        std::printf("%-5s %7d dilemmas; held out: %.3f explained, %+.5f +- %.5f a dilemma, %.3f answered otherwise\n",
                    NET_NAMES[name], examples[name].count(), fit.explained, fit.gained, fit.doubt, fit.differs);
    }
    if (std::fclose(out)) throw std::runtime_error(std::string("cannot write ") + file);
    return read_nets(file);
}

// Print what a learner wins at some tables.
static void measure(const Players &players, int games) {
    struct Table {
        const char *name;
        int seats;
        bool boxes, easy;
    };
    for (const Table &table : {Table{"base, 4 seats", 4, false, true}, {"every box", 4, true, true},
                               {"2 seats", 2, false, true}, {"6 seats", 6, false, true},
                               {"against normal", 4, false, false}}) {
        Options options;
        for (bool &box : options.boxes) box = table.boxes;
        const auto [share, doubt] = won(players, 1, games, Rules(table.seats, options), table.easy);
        std::printf("%s %.3f +- %.3f  ", table.name, share, doubt);
    }
    std::printf("\n");
}

// core tell SEATS VARIANT GOAL POWERS BOXES SEED
// core learn NETS SEED GAMES...  (of each round)
int main(int count, char **word) try {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::string mode = count > 1 ? word[1] : "";
    if (mode == "tell" && count == 8) {
        tell(rules_of(word + 2), seed_of(word[7]));
        return 0;
    }
    if (mode == "learn" && count > 4) {
        Players players;
        std::vector<Net> nets;
        Examples examples[NAMES];
        for (int round = 0; round < count - 4; round++) {
            const int games = std::atoi(word[4 + round]);
            nets = learn(players, std::atoll(word[3]) + round, games, examples, word[2]);
            players.nets = nets.data();
            measure(players, std::min(6000, games));
        }
        return 0;
    }
    std::fprintf(stderr, "usage: core tell|learn ...\n");
    return 2;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
