"""The ids of all rules; `test_ids` checks that each is named by a test."""

IDS = (
    *(f"B{n}" for n in range(1, 18)),  # the base game
    *(f"P{n}" for n in range(1, 8)),  # base cards that are not equipment
    *(f"V{n}" for n in range(1, 5)),  # beginner and crew variants
    *(f"H{n}" for n in range(1, 10)),  # A Little Help
    *(f"C{n}" for n in range(1, 7)),  # characters
    *(f"I{n}" for n in range(1, 11)),  # A Little Initiative
    *(f"X{n}" for n in range(1, 6)),  # bonus boxes
    *(f"R{n}" for n in range(1, 10)),  # house rules, in the order of their table
    *(f"E{n}" for n in range(1, 8)),  # the examples
)
