// The components of the game, as `engine.box` has them: cards, treasures, cities, dice.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace celestia {

using Byte = uint8_t;

// --- dice ------------------------------------------------------------------------------------

enum Face : Byte { FOG, LIGHTNING, BIRDS, PIRATES, BLANK, FACES };
constexpr int SYMBOLS = 4;  // the faces that are events
constexpr Face DIE[6] = {FOG, LIGHTNING, BIRDS, PIRATES, BLANK, BLANK};
inline const char *const FACE_NAMES[FACES] = {"fog", "lightning", "birds", "pirates", "blank"};

// --- cards, in the order of their names, since a deck is shuffled from that order --------------

enum Card : Byte {
    ALTERNATIVE_ROUTE, BANDIT, CANNON, COMPASS, DESPERATE_NEED, EJECTION, FOGHORN, GRAPPLING_HOOK,
    HELP_BIRDS, HELP_FOG, HELP_LIGHTNING, HELP_PIRATES, INSTRUCTOR, JETPACK, LIGHTNING_ROD,
    MOORING_LINE, NEW_EQUIPMENT, ROWBOAT_BIRDS, ROWBOAT_FOG, ROWBOAT_LIGHTNING, ROWBOAT_PIRATES,
    SPY, TURBO, UPGRADED_CANNON, UPGRADED_COMPASS, UPGRADED_FOGHORN, UPGRADED_LIGHTNING_ROD,
    WIND_GUST, CARDS,
    // What is played like a card, but is none.
    SPYGLASS = CARDS, RED, BLUE, GREEN, YELLOW, BLACK, PURPLE, LEAVING, STEERING, PREPARING, ACTS,
    NO_CARD = 255
};
inline const char *const CARD_NAMES[ACTS] = {
    "alternative_route", "bandit", "cannon", "compass", "desperate_need", "ejection", "foghorn",
    "grappling_hook", "help_birds", "help_fog", "help_lightning", "help_pirates", "instructor",
    "jetpack", "lightning_rod", "mooring_line", "new_equipment", "rowboat_birds", "rowboat_fog",
    "rowboat_lightning", "rowboat_pirates", "spy", "turbo", "upgraded_cannon", "upgraded_compass",
    "upgraded_foghorn", "upgraded_lightning_rod", "wind_gust", "spyglass", "red", "blue", "green",
    "yellow", "black", "purple", "leave", "steer", "prepare"};

// By symbol, in the order of the faces.
constexpr Card SINGLE[SYMBOLS] = {COMPASS, LIGHTNING_ROD, FOGHORN, CANNON};
constexpr Card DOUBLE[SYMBOLS] = {UPGRADED_COMPASS, UPGRADED_LIGHTNING_ROD, UPGRADED_FOGHORN,
                                  UPGRADED_CANNON};
constexpr Card HELP[SYMBOLS] = {HELP_FOG, HELP_LIGHTNING, HELP_BIRDS, HELP_PIRATES};
constexpr Card ROWBOAT[SYMBOLS] = {ROWBOAT_FOG, ROWBOAT_LIGHTNING, ROWBOAT_BIRDS, ROWBOAT_PIRATES};
constexpr Card CHARACTER[] = {RED, BLUE, GREEN, YELLOW, BLACK, PURPLE};

constexpr int SINGLE_COPIES[SYMBOLS] = {20, 18, 16, 14};
constexpr int CREW_COPIES[SYMBOLS] = {15, 13, 11, 9};
constexpr int TURBO_COPIES = 8, DOUBLE_COPIES = 2, SPECIAL_COPIES = 2, ROWBOAT_COPIES = 1;
constexpr int HELP_COPIES[SYMBOLS] = {4, 4, 3, 3};
constexpr int CREW_SIZE = 3, CREW_PILE = 5;

inline int symbol_of(const Card (&cards)[SYMBOLS], Byte card) {
    for (int symbol = 0; symbol < SYMBOLS; symbol++)
        if (cards[symbol] == card) return symbol;
    return -1;
}
inline bool is_help(Byte card) { return card >= HELP_BIRDS && card <= HELP_PIRATES; }
inline bool is_rowboat(Byte card) { return card >= ROWBOAT_BIRDS && card <= ROWBOAT_PIRATES; }

// --- cities and treasures ------------------------------------------------------------------------

constexpr int LAST = 9, BARBADAHL = 6, GAP = 10, BOSCALUMIA = 11, STOPS = 12;
constexpr int DICE[STOPS] = {0, 0, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4};
constexpr int SPYGLASS_POINTS = 2, TOKEN_POINTS = 25, SPYGLASSES = 4;

struct Treasure {
    Byte city, points;
    bool spyglass;
    Byte copies;
};
constexpr Treasure TREASURES[] = {
    {1, 1, false, 5}, {1, 2, false, 3}, {1, 3, false, 2}, {1, SPYGLASS_POINTS, true, 1},
    {2, 2, false, 5}, {2, 3, false, 3}, {2, 4, false, 2}, {2, SPYGLASS_POINTS, true, 1},
    {3, 4, false, 5}, {3, 5, false, 3}, {3, 6, false, 1}, {3, SPYGLASS_POINTS, true, 1},
    {4, 6, false, 5}, {4, 7, false, 3}, {4, 8, false, 1}, {4, SPYGLASS_POINTS, true, 1},
    {5, 9, false, 6}, {5, 10, false, 3}, {6, 12, false, 6}, {6, 13, false, 3},
    {7, 15, false, 6}, {8, 20, false, 6}, {9, 25, false, 6}};
constexpr int KINDS = sizeof TREASURES / sizeof *TREASURES;
constexpr int LAST_SPYGLASS_CITY = 4;
constexpr Byte NO_TREASURE = 255;

inline std::string treasure_name(int kind) {
    const Treasure &t = TREASURES[kind];
    return std::to_string(t.city) + ":" + (t.spyglass ? "spyglass" : std::to_string(t.points));
}

// --- tables --------------------------------------------------------------------------------------

constexpr int SEATS = 6;
constexpr int HAND[SEATS + 1] = {0, 0, 8, 8, 6, 6, 6};

enum Box { LITTLE_HELP, INITIATIVE, HOOK, INSTRUCTING, KRISMASTRI, MATRYOSHBURG, BOSCALUMIA_BOX, BOXES };
enum Variant { STANDARD, BEGINNER, CREW };

struct Options {
    bool boxes[BOXES] = {};
    Variant variant = STANDARD;
    bool power_cards = true;
    int goal = 50;
};
constexpr int HELP_PENALTY = 2, BEGINNER_CITIES = 5;

}  // namespace celestia
