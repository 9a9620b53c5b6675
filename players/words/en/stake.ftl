# What is at stake in a leg, and the captain’s odds.

# $city, $target: cities. $here, $ahead: what their treasures can be worth.
stake-ship = Leave { $city }: **{ $here }**. Ahead, { $target }: **{ $ahead }**.
stake-boat = Rowboat. Leave { $city }: **{ $here }**. Ahead, { $target }: **{ $ahead }**.
# $target: Boscalumia, which lies behind the Gap.
stake-to-gap = Leave { $city }: **{ $here }**. Beyond the Gap, { $target }: **{ $ahead }**.
stake-in-gap = Nobody can leave here. Ahead, { $target }: **{ $ahead }**.
stake-ahead = Ahead, { $target }: **{ $ahead }**.
# $span: a number, or two with a dash between them; $most: the greater one.
stake-points =
    { $most ->
        [one] { $span } point
       *[other] { $span } points
    }
# $points: as above; $spyglass: the points of a Magic Spyglass, which may lie among them.
stake-or-spyglass = { $spyglass } or { $points }
stake-nothing = nothing left
# $percent: a number, as the cards on the table have it.
odds-line = Odds that { $captain } can fly on: { $percent }%
