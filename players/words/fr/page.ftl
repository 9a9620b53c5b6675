# La page où l’on joue seul contre des ordinateurs, dans un navigateur.

page-title = Celestia : jouer tout de suite
page-what = Un jeu de confiance pour deux à six, en aéronef. Vous contre des ordinateurs : rien à installer, et rien ne quitte cet appareil.
page-loading = On gonfle le ballon…
page-play = Jouer
page-go-on = Reprendre
page-another = Nouvelle partie
page-settings = Réglages
page-level = Ordinateurs
page-seats = Joueurs, vous compris
page-boxes = Boîtes
page-variant = Variante
page-goal = Points qui finissent la partie
page-rules = Règles maison
page-switch-power_cards = Cartes Pouvoir
page-switch-spyglasses = Longues-vues magiques
page-switch-late_ejection = Éjection jusqu’à ce que le capitaine joue ses cartes
page-switch-reroll_none = Itinéraire bis : on peut ne rien relancer
page-switch-help_stays = Un coup de main insuffisant reste à Bleu, Vert ou Jaune
page-switch-mooring_keeps_dice = Les dés restent après une Amarre
page-switch-blue_takes_help = Coups de main à l’étape de Bleu
page-switch-instructor_for_all = Le Moniteur sert à tous
page-tips = Astuces
page-hand = Vos cartes
page-treasures = Vos trésors
page-nothing = aucun
page-others = Tout le monde
page-story = Ce qui se passe
page-held = { $count } cartes
page-pass-leg = Passer tout
page-hint-ask = Conseil
page-hint = **{ $move }**. { $why }
page-skip = Passer
# $seats: names of players.
page-waits = On attend { $seats }
page-live = Une table de Discord, dans votre navigateur.
page-watching = Vous regardez la partie
page-orders = Vos ordres
page-connecting = Connexion…
page-lost = La connexion est perdue. Nouvel essai…
# $seconds: a number.
page-seconds = { $seconds } s
# $minutes: a number.
page-minutes = { $minutes } min
# $hours: a number.
page-hours = { $hours } h
page-cancelled = La partie a été fermée avant la fin.
page-over = La partie est finie
page-again = Rejouer
page-replay = Revoir
page-record = Procès-verbal
page-review = Ce qui vous a coûté le plus
page-review-none = Aucune décision ne vous a coûté cher. Bien volé !
page-slip = { $lost } % : { $made }. Mieux : **{ $better }**. { $why }
page-unreadable = Cette version ne sait pas lire cette partie. Commencez-en une autre.
page-broken = Quelque chose s’est mal passé ici. Rechargez la page : votre partie est gardée.
page-where = Voyage { $journey } · { $goal }
