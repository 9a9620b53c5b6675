### The painted board in words, for those who cannot see it.

# $seat: a colour; $value: a number, or a city.
picture-pair = { $seat } { $value }
colour-white = White

picture-ship-flies = The ship flies from { $city } to { $target }.
picture-ship-rests = The ship: { $city }.
picture-boat-flies = The rowboat flies from { $city } to { $target }.
picture-boat-rests = The rowboat: { $city }.
# $seats: a list of colours, in some with a number or a city each; so below.
picture-aboard-ship = Aboard: { $seats }.
picture-aboard-boat = In the rowboat: { $seats }.
picture-captain = Captain: { $seats }.
picture-ashore = Ashore: { $seats }.
# $dice: a list of faces.
picture-dice = Dice: { $dice }.
picture-ignored = Not to be faced: { $dice }.
picture-hands = Cards in hand: { $seats }.
picture-treasures = Treasures: { $seats }.
picture-tokens = Lanterns of Boscalumia: { $seats }.
picture-crew = Crew aboard: { $seats }.
picture-powers = Powers left: { $seats }.
# $goal: a number.
picture-points = Certain points on the way to { $goal }: { $seats }.
picture-different = Different cities on the way to { $goal }: { $seats }.
# $cities: a list of cities, each with its three numbers.
picture-cities = Points, dice, treasures left: { $cities }.
picture-gifts = Krismastri, gifts: { $gifts }.
picture-matryoshburg = Matryoshburg lies beside the line.
# $value, $dice: numbers.
picture-dark = Boscalumia is dark ({ $value } points, { $dice } dice).
picture-lit = Boscalumia shines.

picture-end = The final scores.
# $rank: a place; $seat: a colour; $total: points; $parts: a list of cities, each with its points.
picture-score = { $rank }. { $seat }, { $total }: { $parts }.
# $points: points lost.
picture-penalty = penalty { $points }
