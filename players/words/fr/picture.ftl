### Le plateau peint, en mots, pour qui ne peut pas le voir.

picture-pair = { $seat } { $value }
colour-white = Blanc

picture-ship-flies = L’aéronef vole : { $city } → { $target }.
picture-ship-rests = L’aéronef : { $city }.
picture-boat-flies = La chaloupe vole : { $city } → { $target }.
picture-boat-rests = La chaloupe : { $city }.
picture-aboard-ship = À bord : { $seats }.
picture-aboard-boat = Dans la chaloupe : { $seats }.
picture-captain = Capitaine : { $seats }.
picture-ashore = Débarqués : { $seats }.
picture-dice = Dés : { $dice }.
picture-ignored = À ne pas affronter : { $dice }.
picture-hands = Cartes en main : { $seats }.
picture-treasures = Trésors : { $seats }.
picture-tokens = Jetons de Boscalumia : { $seats }.
picture-crew = Équipiers à bord : { $seats }.
picture-powers = Pouvoirs restants : { $seats }.
picture-points = Points certains sur { $goal } : { $seats }.
picture-different = Cités différentes sur { $goal } : { $seats }.
picture-cities = Points, dés, trésors restants : { $cities }.
picture-gifts = Krismastri, cadeaux : { $gifts }.
picture-matryoshburg = Matryoshburg flotte à côté de la ligne.
picture-dark = Boscalumia est éteinte ({ $value } points, { $dice } dés).
picture-lit = Boscalumia brille.

picture-end = Les scores finaux.
picture-score = { $rank }. { $seat }, { $total } : { $parts }.
picture-penalty = pénalité { $points }
