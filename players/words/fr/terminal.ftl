### Ce que seul le terminal dit : la table où une personne joue, et les simulations.
###
### Ce qu’il faut taper est écrit tel qu’il faut le taper, dans toutes les langues.

## Prendre place et se lever

terminal-you = { $name } (vous)
terminal-welcome = Celestia, { $seats } à la table. Vous êtes { $name }, à la place { $seat }.
terminal-manners = Tapez un coup ou son numéro ; « help » dit ce que font vos cartes, « quit » quitte la table.
terminal-promise = Le SHA-256 de la graine de cette partie, montré dès maintenant pour que personne ne puisse la changer :
terminal-proof = La graine. Avec elle, les mêmes options et les mêmes coups redonnent la même partie :
terminal-recorded = L’enregistrement de la partie est dans { $file }. Pour le vérifier :
terminal-not_recorded = L’enregistrement n’a pas pu être écrit ({ $why }), le voici donc :
terminal-farewell = Vous quittez la table. À bientôt dans les airs !

## Répondre

terminal-how_to_answer = Tapez un numéro de 1 à { $count }, le coup tel qu’il est écrit à droite, « help » ou « quit ».
terminal-only_answer = Appuyez sur Entrée pour le seul coup possible, ou tapez « help » ou « quit ».
terminal-choose_again = Choisissez parmi ceux-ci :
terminal-no_such_number = Ce numéro n’est pas dans la liste.
terminal-nothing_typed = Rien n’a été tapé.

## Le plateau

terminal-heading = Voyage { $journey } · fin à { $goal ->
    [0] cinq cités
   *[other] { $goal } points
} · { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
} à piocher
terminal-city = Cité
terminal-dice = Dés
terminal-worth = Pts
terminal-left = Reste
terminal-seat = Place
terminal-where = Où
terminal-captain = barre
terminal-cards = Main
terminal-taken = Trésors
terminal-crew = Équipage
terminal-power = Pouvoir
terminal-tokens = Jetons
terminal-treasures = Trésors
terminal-penalty = Pénalité
terminal-total = Total
terminal-count = Cartes
terminal-place = Rang
terminal-leg = Étape
terminal-rolled = Dés
terminal-help = Aide
terminal-gifts = Cadeaux
terminal-hand = Main
terminal-laid = Posé
terminal-yours = À vous
terminal-flight = { $craft ->
    [boat] La chaloupe, { $city } → { $target }. À bord : { $captain }
   *[ship] L’aéronef, { $city } → { $target }. À la barre : { $captain }
}
terminal-face_down = { $count } face cachée
terminal-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
terminal-riches = { $points } : { $treasures }

## Simulations

simulate-done = { $played } parties sur { $games }, graine { $seed }
simulate-playing = Les parties se jouent
simulate-failed = La partie { $number } a échoué : { $error }. Ceci la rejoue :
simulate-stopped = Arrêt avant la fin. Voici les parties qui ont été jouées.
simulate-in_a_game = Dans une partie
simulate-mean = moyenne
simulate-least = minimum
simulate-most = maximum
simulate-moves = coups
simulate-journeys = voyages
simulate-legs = étapes
simulate-ship_crashes = crashs de l’aéronef
simulate-boat_crashes = crashs de la chaloupe
simulate-endings = La fin
simulate-games = parties
simulate-points = objectif atteint
simulate-cities = trésors de cinq cités
simulate-empty = tous les trésors pris
simulate-failures = échec
simulate-seat = Place
simulate-won = gagné
simulate-score = score moyen
simulate-card = Carte ou pouvoir
simulate-played = par partie
