# L’enjeu d’une étape, et les chances du capitaine.

stake-ship = Quitter { $city } : **{ $here }**. Ensuite, { $target } : **{ $ahead }**.
stake-boat = Chaloupe. Quitter { $city } : **{ $here }**. Ensuite, { $target } : **{ $ahead }**.
# $target : Boscalumia, derrière l’Entre-deux.
stake-to-gap = Quitter { $city } : **{ $here }**. Au-delà de l’Entre-deux, { $target } : **{ $ahead }**.
stake-in-gap = Personne ne peut débarquer ici. Ensuite, { $target } : **{ $ahead }**.
stake-ahead = Ensuite, { $target } : **{ $ahead }**.
stake-points =
    { $most ->
        [one] { $span } point
       *[other] { $span } points
    }
stake-or-spyglass = { $spyglass } ou { $points }
stake-nothing = plus rien
odds-line = Chances que { $captain } continue : { $percent } %
