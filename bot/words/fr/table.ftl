### La table telle que Discord la montre : salon, plateau, main, fin.

## Le salon

lobby-title = Nouvelle partie : qui en est ?
lobby-what = Volez ensemble de cité en cité : faites confiance au capitaine, ou débarquez à temps avec un trésor.
lobby-what-direct = Ici, vous jouez seul contre des ordinateurs : ajoutez-en, puis commencez.
lobby-players = Joueurs ({ $taken } sur { $seats })
lobby-seated =
    { $taken ->
        [one] { $taken } joueur
       *[other] { $taken } joueurs
    }
lobby-boxes = Boîtes :
lobby-rules = Règles :
lobby-pace = Rythme :
lobby-promise = SHA-256 du secret de cette table : `{ $hash }`. La donne le mêle au numéro du message qui commence la partie et à cette table, jusqu’ici :
lobby-course =
    `{ $digest }` · { $came ->
        [one] { $came } arrivée
       *[other] { $came } arrivées
    }, { $went ->
        [one] { $went } départ
       *[other] { $went } départs
    }{ $words ->
        [0] { "" }
        [one] , { $words } mot
       *[other] , { $words } mots
    }
lobby-expires = Se ferme { $when } si la partie ne commence pas
lobby-started = La partie a commencé
game-begins = La partie commence : { $seats }
game-begins-how = Les inscriptions sont closes : `{ $digest }`. Le numéro du message suivant mélange les cartes.
game-shuffles = On mélange les cartes…
lobby-cancelled = Cette table a été annulée
lobby-expired = Personne n’a lancé la partie, la table a été fermée
secret-shown = Le secret : `{ $secret }`

promise-kept = Son SHA-256, promis au départ : `{ $hash }`

boxes-base = Jeu de base
boxes-all = Tout
boxes-with = Jeu de base, { $boxes }
goal =
    { $points ->
        [one] fin à { $points } point
       *[other] fin à { $points } points
    }
goal-beginner = fin avec des trésors de cinq cités
power_cards-off = sans cartes pouvoir
spyglasses-off = sans longues-vues magiques
mooring_keeps_dice-on = les dés restent après une amarre
blue_takes_help-off = pas de coup de pouce pendant l’étape de Bleu
instructor_for_all-on = l’instructeur sert à tout le monde
late_ejection-on = débarquement possible tant que le capitaine n’a pas joué de cartes
help_stays-on = les coups de pouce insuffisants restent pour Bleu, Vert ou Jaune
reroll_none-on = avec un itinéraire bis, on peut ne rien relancer
help_penalty-4 = −4 par coup de pouce restant
captain-host = l’hôte commence comme capitaine
captain-lot = premier capitaine au hasard
guests-all = ouverte à tout le monde
guests-invited = sur invitation seulement
pauses = l’horloge s’arrête pour les absents, jusqu’à { $days } jours par an
pause-0 = un ordinateur joue
pause-7 = l’horloge s’arrête, 7 jours par an
pause-14 = l’horloge s’arrête, 14 jours par an
pause-28 = l’horloge s’arrête, 28 jours par an
begin-host = l’hôte lance la partie
begin-full = commence d’elle-même quand la table est complète
odds-on = chances affichées
table-hints = conseils en privé
table-rated = partie cotée
hints-alone = tant qu’aucune cote n’est en jeu
hints-on = toujours ; rien n’est alors coté
hints-off = jamais
board-is-text = plateau en mots
board-as-picture = une image
board-as-text = des mots

pace-live = En direct
pace-4h = 4 h par décision
pace-12h = 12 h par décision
pace-relaxed = Un jour par décision
pace-72h = 3 jours par décision
pace-none = Sans horloge
pace-live-line = En direct : { $decision } s pour choisir, { $least }–{ $most } s pour réagir
pace-4h-line = Lent : 4 heures pour choisir, { $minutes } minutes pour réagir
pace-12h-line = Lent : 12 heures pour choisir, { $minutes } minutes pour réagir
pace-relaxed-line = Lent : un jour pour choisir, { $minutes } minutes pour réagir
pace-72h-line = Lent : 3 jours pour choisir, { $minutes } minutes pour réagir
pace-days = environ { $least }–{ $most } jours à { $people }
pace-none-line = Sans horloge : chacun prend son temps

switch-on = oui
switch-off = non
number-2 = 2
number-3 = 3
number-4 = 4
number-5 = 5
number-6 = 6
number-8 = 8
number-10 = 10
number-12 = 12
number-20 = 20
number-25 = 25
number-30 = 30
number-45 = 45
number-50 = 50
number-60 = 60
number-75 = 75
number-90 = 90
number-100 = 100
number-180 = 180

setting-variant = Variante : { $value }
setting-seats = Places : { $value }
setting-goal = Points qui finissent la partie : { $value }
setting-pace = Rythme : { $value }
setting-window = Secondes pour réagir : environ { $value }
setting-decision = Secondes par décision : { $value }
setting-beat = Minutes pour réagir : { $value }
setting-pause = Absence : { $value }
setting-captain = Capitaine : { $value }
setting-guests = Places : { $value }
setting-begin = Début : { $value }
setting-board = Le plateau : { $value }
setting-odds = Les chances du capitaine : { $value }
setting-hints = Des conseils à qui en demande : { $value }
setting-power_cards = Cartes pouvoir : { $value }
setting-spyglasses = Longues-vues magiques : { $value }
setting-late_ejection = Débarquement tant que le capitaine n’a pas joué de cartes : { $value }
setting-reroll_none = Avec un itinéraire bis, on peut ne rien relancer : { $value }
setting-mooring_keeps_dice = Les dés restent après une amarre : { $value }
setting-blue_takes_help = Coups de pouce pendant l’étape de Bleu : { $value }
setting-help_stays = Coups de pouce insuffisants gardés pour Bleu, Vert ou Jaune : { $value }
setting-instructor_for_all = L’instructeur sert à tout le monde : { $value }
setting-help_penalty = Points perdus par coup de pouce restant : { $value }
setting-now = C’est le réglage actuel
settings-title = Réglages de la partie
settings-host = Seul l’hôte peut changer cela.

choose-boxes = Les boîtes à jouer…
choose-rules = Changer les règles…
choose-house = Changer les règles maison…
choose-table = Changer la table…
choose-joining = Qui s’assied, et le début…
choose-character = Choisir un personnage…
character-lot = Au hasard
character-lot-about = Tiré au début de la partie

button-join-or-leave = Rejoindre ou quitter
button-settings = Réglages…
button-more = Plus…
button-add_computer = Ajouter un ordinateur
button-remove_computer = Retirer un ordinateur
button-remove = Retirer
button-start = Commencer
button-word = Mon mot
button-cancel = Annuler
button-cancel_now = Oui, annuler
button-concede_now = Oui, abandonner
button-kick_now = Oui, la confier à un ordinateur

mark-host = hôte
seat-number = Place { $number }
seat-empty = Place { $number } (personne)
thread-name = Celestia avec { $host }
thread-name-nobody = Celestia

## Le plateau

page-ship = { $city } → { $target }
page-boat = La chaloupe : { $city } → { $target }
page-journey = Début du voyage { $journey }
page-past = Avant le voyage
# $drawn: a list of seats, each with the number of its new cards.
story-drew = Pioche : { $drawn }
story-all-drew =
    { $count ->
        [one] Tout le monde pioche une carte.
       *[other] Tout le monde pioche { $count } cartes.
    }
track-city = Cité
track-value = pts
track-dice = dés
track-left = 💎
stock-deck = { $cards } à piocher
stock-discard =
    { $cards ->
        [one] { $cards } défaussée
       *[other] { $cards } défaussées
    }
stock-gifts =
    { $treasures ->
        [one] { $treasures } cadeau
       *[other] { $treasures } cadeaux
    }
stock-lit = Boscalumia brille
mark-ashore = à { $city }
mark-away = de retour { $when } ; d’ici là, un ordinateur joue
mark-paused = de retour { $when } ; d’ici là, l’horloge est arrêtée
mark-substituted = ailleurs : un ordinateur joue jusqu’à *Je suis là*
thinking =
    { $count ->
        [one] { $seats } réfléchit…
       *[other] { $seats } réfléchissent…
    }
past-ashore =
    { $treasures ->
        [0] { $seat } débarque sans rien
        [one] { $seat } débarque avec un trésor
       *[other] { $seat } débarque avec { $treasures } trésors
    }
past-moved = { $craft ->
    [boat] La chaloupe arrive à { $city }
   *[ship] L’aéronef arrive à { $city }
}
past-moored = { $craft ->
    [boat] La chaloupe reste amarrée à { $city }
   *[ship] L’aéronef reste amarré à { $city }
}
past-crashed = { $craft ->
    [boat] La chaloupe s’écrase
   *[ship] L’aéronef s’écrase
}{ $count ->
    [0] {""}
   *[other] , avec { $seats } à bord
}
window-ends = Fin { $when }

decision-ends = Fin { $when }, puis un ordinateur décide
nobody-here = Tout le monde s’est absenté, la partie attend. Elle reprend dès que quelqu’un de la table appuie sur *Je suis là* ou répond.
board-asleep = Personne n’est venu depuis un moment, la partie est en pause.
board-wakes = Elle reprend dès que quelqu’un de la table appuie sur *Reprendre* ; sinon, elle sera fermée { $when } avec les scores du moment.
notice-warning = { $seats } : on attend toujours votre décision.
notice-nudge = { $seats } : les autres vous attendent.
notice-turn = { $seats } : à vous de décider.
notice-over = Plus personne n’a à agir.
right-back = On me redémarre, je reviens tout de suite. Rien n’est perdu, et aucun délai ne court entre-temps.

button-nudge = Appeler
button-back = Je suis là
button-resume = Reprendre
button-hand = Mon plateau
button-rules = Règles
button-log = Récit
button-play = Jouer…
button-other = Autre…
button-cards = Choisir les cartes…
button-dice = Choisir les dés…
button-treasure = Choisir un trésor…
button-give = Offrir un cadeau…
button-exchange = Échanger…
button-rematch = Revanche

## Ce qui se passe à côté du jeu

event-stood_in = Un ordinateur décide pour { $seat }, dont le temps est écoulé.
event-went_away = { $seat } s’absente : un ordinateur joue entre-temps.
event-clock_paused = { $seat } s’absente : l’horloge s’arrête entre-temps.
event-taken_over = Quelqu’un a quitté la partie : { $seat } joue à sa place.

## La main

hand-title = Votre main
hand-substituted = En votre absence, un ordinateur garde votre place. Dès que vous agissez, elle est de nouveau à vous.
hand-empty = Vous n’avez aucune carte.
hand-laid = Face cachée devant vous : { $cards }
hand-treasures =
    { $points ->
        [0] Pas encore de trésor
        [one] { $points } point
       *[other] { $points } points
    }
choose-move = Que faites-vous ?
choose-exchange = Échanger des cartes…
choose-arm = Armer des cartes…
choose-never = Ne jamais me demander…
armed = { $window } : { $card }
window-before_roll = Avant le lancer
window-spoken = Quand les choix sont faits
window-can = Si on peut continuer
window-cannot = Si on ne peut pas continuer
window-crashing = Si on s’écrase
window-cards_down = Quand les cartes du capitaine sont montrées
window-take_treasure = Quand un trésor est pris
disarm-all = Ne rien armer
armed-now = C’est armé. Chaque carte se jouera d’elle-même, le moment venu.
disarmed = Plus rien n’est armé.
button-quiet-on = Passer cette étape
button-quiet-leg = Passer tout
button-quiet-off = Me demander à nouveau
quiet-on = Vous passerez jusqu’à la fin de cette étape chaque fois que des cartes peuvent être jouées. Les cartes armées se jouent quand même.
hand-quiet = Vous passez d’office pendant cette étape. Vous pouvez encore jouer une carte.
quiet-off = On vous demandera à nouveau.
button-always-on = Toujours me demander
button-always-off = Répondre pour moi
always-on = On vous demande même quand une seule réponse est possible.
always-off = Quand une seule réponse est possible, elle est donnée pour vous.
hand-only-answer = Une seule réponse est possible : elle est donnée pour vous dans un instant.
hand-soon-passes = Vous passerez dans un instant, sauf si vous jouez une carte.
hand-holds-next = Dès qu’on pourra jouer des cartes, les autres vous attendront.
seal-now = N’attendez pas votre tour : votre réponse reste scellée jusque-là.
sealed-stay = Scellé : vous resterez.
sealed-leave = Scellé : vous débarquerez.
sealed-declare-can = Scellé : « On continue ! »
sealed-declare-cannot = Scellé : « On ne peut pas continuer… »
sealed-word-until = Ce sera ouvert quand les choix seront faits, sauf si les dés ou le capitaine changent. D’ici là, vous pouvez reprendre votre réponse.
sealed-until = Jusqu’à votre tour, vous pouvez la changer ou la reprendre.
button-take-back = Reprendre ma réponse
button-answer = Répondre…
button-browser = Ouvrir en ligne
button-watch = Regarder
browser-link = Ce lien ouvre votre place dans votre navigateur. Il est à vous seul : il marche dans le premier navigateur qui l’ouvre, jusqu’à ce que vous en demandiez un autre.
button-orders = Consignes…
button-hold = Attendez-moi
button-hint = Conseil

## Apprendre le jeu

button-learn = Premier vol
button-learn-cards = Et avec les cartes pouvoir ?
button-new = Table entre amis
button-tips-teach = M’apprendre en jouant
button-tips-on = Des astuces
button-tips-off = Arrêter les astuces
learn-begun = Votre premier vol : 16 points suffisent. Rien ne presse, et des astuces 🎓 vous suivent.
learn-cards = Une vraie partie à 50 points, avec les cartes pouvoir : deux ordinateurs faciles, et rien ne presse.
learn-next = Vous savez voler, maintenant. Et ensuite ?
tips-offer = Vous découvrez Celestia ? Je peux vous l’apprendre en jouant : dès que quelque chose de nouveau se présente, votre plateau porte une astuce que personne d’autre ne voit.
tips-on = Les astuces sont là : votre plateau (🃏 *Mon plateau*) en porte une dès que quelque chose de nouveau se présente.
tips-off = Les astuces s’arrêtent. Vous pouvez les retrouver dans 🎯 *Consignes…* ou avec `/{ command } { command-seat } { command-tips }`.

## La réponse du capitaine

answer-uncovered = rien
answer-nothing-to-face = Il n’y a rien à affronter.
answer-ahead = Les autres choisissent encore. Répondez dès maintenant : la réponse reste scellée jusque-là.
answer-settled = Votre réponse est connue : elle sera donnée pour vous quand tous auront choisi.
answer-captain = Seul le capitaine répond, une fois les dés lancés.

## Les consignes

orders-title = Vos consignes
orders-how = Personne ne voit vos consignes. Une carte armée se joue d’elle-même, le moment venu, pendant ce voyage ou un autre. Là où vous ne voulez jamais de question, vous passez.
never-set = On ne vous demandera rien à ces moments : { $moments }.
never-none = On vous demandera à chaque moment.

## Rester sans question

button-stay_order = Plus loin…
stay-order-title = Rester et continuer sans question
stay-order-how = Vous restez et, capitaine, vous continuez comme choisi ici, à chaque voyage, jusqu’à ce que vous changiez. Personne d’autre ne le voit.
choose-until = Jusqu’où ?
choose-unless = Sauf…
choose-as_captain = Capitaine, continuer…
stay-order-ask = Me demander dans chaque cité
# $city: its name. $number: its number.
stay-order-until = Jusqu’à { $city } ({ $number }), puis me demander
stay-order-to-the-end = Jusqu’au bout de la ligne
stay-order-odds = Me demander si les chances sont sous { $percent } %
stay-order-cards = Me demander si le capitaine a moins de { $count } cartes
stay-order-captain = Me demander si { $seat } est capitaine
stay-order-goal = Débarquer si cela me mène à { $points } points
stay-order-now-stay = Dans cette cité, cela veut dire : vous restez.
stay-order-now-leave = Dans cette cité, cela veut dire : vous débarquez.
stay-order-now-ask = Dans cette cité, on vous demande.
stay-order-now-can = Maintenant, cela veut dire : « On continue ! »
stay-order-now-cannot = Maintenant, cela veut dire : « On ne peut pas continuer… »
stay-order-now-word = Maintenant, on vous demande.
stay-order-turbos =
    { $count ->
        [0] Capitaine : garder mes Turbos
        [1] Capitaine : avec un Turbo
        [all] Capitaine : avec tout Turbo
       *[other] Capitaine : avec { $count } Turbos
    }
stay-order-spare-upgraded = Cartes améliorées en dernier
stay-order-spare-single = Cartes améliorées d’abord
stay-order-on = Compris. Vous pouvez changer à tout moment.
stay-order-off = On vous demande dans chaque cité.
by-order-stay = Selon votre consigne, vous restez.
by-order-leave = Selon votre consigne, vous débarquez.
by-order-declare-can = Selon votre consigne : « On continue ! »
by-order-declare-cannot = Selon votre consigne : « On ne peut pas continuer… »
by-order-pay = Selon votre consigne, ces cartes sont choisies pour vous.
button-ask-me = Me demander

## La fin

end-over = La partie est finie
end-cancelled = La partie a été annulée
damaged-title = Cette table est fermée
damaged-why = Ses données sont endommagées : on ne peut plus y jouer. Les autres tables vont bien ; ouvrez-en une nouvelle avec `/{ command } { command-new }`.
end-expired = La partie a été fermée
end-expired-why = Personne n’est revenu.
end-cancelled-by = { $seat } a mis fin à la partie.
end-cancelled-outside = La modération a mis fin à la partie.
end-cancelled-empty = Plus personne ne joue à cette table.
end-standing = Voici les scores du moment.
end-counts-as-it-stands = Elle compte pour la cote dans cet état, pour la part qui a été jouée : personne ne gagne de points de cote.
end-no-gain = Personne ne gagne de points de cote : une personne a été exclue, ou il en restait moins de deux à la fin.
score-treasures =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    } en { $count ->
        [one] { $count } trésor
       *[other] { $count } trésors
    }
score-tokens = { $points } points pour Boscalumia
score-tie = à égalité, moins de trésors l’emporte
score-penalty = −{ $points } pour les coups de pouce restés en main
end-length =
    { $journeys ->
        [one] { $journeys } voyage
       *[other] { $journeys } voyages
    }, { $legs ->
        [one] { $legs } étape
       *[other] { $legs } étapes
    }
end-record = Enregistrement : `{ $fingerprint }` · seuls ces chiffres montrent qu’il est entier
end-no-record = L’enregistrement de cette partie est endommagé : elle ne peut pas être vérifiée coup par coup.
end-verify = Personne n’a pu choisir les cartes : le secret était promis avant que quiconque prenne place, un message a clos les inscriptions, et Discord a numéroté le suivant. Qui gère ce bot n’aurait pu tricher que sous vos yeux : en reposant ces messages encore et encore. L’enregistrement du dernier message de la partie (le fichier en `.json`, empreinte `{ $fingerprint }`) a tout ce qu’il faut pour le vérifier.

## La partie, une fois encore

button-replay = Revoir
moment-line = **{ $title }** (image { $step }) : { $told }
end-replay = Toute la partie, une fois encore, dans n’importe quel navigateur :
end-replay-link = [Revoir toute la partie]({ $link }), ou la garder dans ce fichier :
replay-leg = Étape { $leg } sur { $legs }
button-replay-first = Début
button-replay-back = Retour
button-replay-forward = Suite
button-replay-last = Fin
web-unknown = Il n’y a pas de partie à revoir à cette adresse. C’est peut-être celle d’une partie en cours, ou une lettre y est fausse.
web-too_many = Trop de demandes à la fois. Réessayez dans quelques secondes.
web-failed = Cette partie ne peut pas être montrée pour l’instant. Réessayez dans une minute.

## Après coup

button-review = Bilan
review-title = Votre bilan
review-how =
    { $count ->
        [one] La décision qui vous a le plus coûté,
       *[other] Les { $count } décisions qui vous ont le plus coûté,
    } d’après ce que vous pouviez savoir alors. C’est l’avis d’un ordinateur qui a appris de millions de moments semblables.
review-none = Aucune de vos décisions ne vous a coûté cher, d’après ce que vous pouviez savoir alors. C’est l’avis d’un ordinateur qui a appris de millions de moments semblables.
review-leg = Voyage { $journey } : { $city } → { $target }
review-lost = { $made } — mieux : **{ $better }**, { $chances ->
    [one] environ { $chances } % de chances de gagner en plus
   *[other] environ { $chances } % de chances de gagner en plus
}

## Réponses privées

done = C’est fait.
opened = La table est ouverte : trouvez des joueurs ou ajoutez des ordinateurs (🤖), puis appuyez sur ▶️ *Commencer*.
word-title = Un mot dans la donne
word-label = Votre mot
word-about = Mêlé au reste ; les autres ne le voient qu’à la fin.
word-added = Votre mot est mêlé à la donne. Les autres ne le verront qu’à la fin, dans l’enregistrement de la partie. Jusqu’au départ, vous pouvez le remplacer.
word-late = J’ai mis trop longtemps. Appuyez encore une fois sur ✍️ *Mon mot*, ou utilisez `/{ command } { command-seat } { command-word }`.
not-begun = La partie n’a pas commencé, car ses premiers messages n’ont pas été postés.
not-begun-slow = Appuyez de nouveau sur ▶️ *Commencer* dans un instant.
started = Ce plateau n’est qu’à vous : répondez ici. 🃏 *Mon plateau* le rappelle à tout moment.
board-link = [Aller au plateau]({ $link })
more-title = Ce que vous pouvez faire d’autre
more-rules = par thème, avec les chiffres de cette table
more-log = tout ce qui s’est passé jusqu’ici
more-nudge = appeler celles et ceux que la partie attend
more-concede = laisser pour de bon votre place à un ordinateur
more-proof = pourquoi personne n’a pu choisir les cartes
more-word = mêler un mot à vous à la donne
more-cancel = fermer cette table pour tout le monde
button-proof = Preuve
button-concede = Abandonner
proof-title = Personne ne peut choisir les cartes
proof-how = Le secret était fixé avant que quiconque prenne place : son SHA-256 est la promesse ci-dessous, dont la table montre le début à tous. Il est mêlé à ce qui se passe à la table jusqu’à ce qu’un message close les inscriptions, et au numéro que Discord donne au suivant. S’ils sont postés encore et encore, quelque chose ne va pas. À la fin, le secret est montré et tout le monde peut rejouer la partie entière.
board-here = Le plateau est de retour, au bas de son salon.
nudged = Rappel envoyé.
back-again = Vous revoilà. La place est de nouveau à vous.
never-away = La place est à vous. Personne ne joue pour vous.
resumed = La partie reprend.
conceded = Un ordinateur continue à votre place.
kicked = La place a été libérée.
kicked-playing = Un ordinateur continue à cette place.
concede-seat = Abandonner votre place ? Vous la perdez pour le reste de la partie : un ordinateur y continue.
concede-game = Abandonner votre place ? Vous la perdez, et comme il ne reste personne d’autre, la partie s’arrête là : elle ne pourra pas être reprise.
concede-seat-counts = Cette partie est cotée : vous y serez à la dernière place.
concede-game-counts = Cette partie est cotée : elle compte dans son état actuel, pour la part qui a été jouée. Qui est derrière perd des points de cote, et personne n’en gagne.
concede-again = La partie a avancé depuis ma question, je la pose donc encore une fois.
cancel-sure = Fermer cette table pour tout le monde ? La partie ne pourra pas être reprise.
cancel-counts = Cette partie est cotée : elle compte dans son état actuel, pour la part qui a été jouée. Qui est derrière perd des points de cote, et personne n’en gagne.
# $player: a mention.
kick-sure = Confier la place de { $player } à un ordinateur ? Cette personne la perd pour le reste de la partie.
kick-counts = Cette partie est cotée : pour elle, c’est l’état actuel qui compte, et plus personne ne peut y gagner de points de cote.
kick-counts-absent = Cette partie est cotée : elle a fait attendre la table et sera donc à la dernière place.
cancelled = La table est fermée.
cancelled-lobby = Pas assez de monde en ce moment ? Prévoyez une table pour plus tard : chacun dit d’un appui s’il vient.
button-plan = Prévoir pour plus tard…
no-choice = Vous n’avez rien à choisir pour l’instant, donc pas de conseil.
nothing-else = Vous n’avez rien d’autre à jouer pour l’instant : restez ou débarquez.
log-title = Le récit jusqu’ici
log-discard = Défausse : { $cards }.
log-cut = Le début n’est pas montré ici.
choose-topic = Un autre chapitre…
stage-lobby = En attente de joueurs
stage-playing = La partie est en cours
stage-over = Jouée jusqu’au bout
stage-cancelled = Annulée
stage-expired = Fermée
stage-frozen = Endommagée
board-channel_gone = Tout est enregistré, mais le salon de cette table n’existe plus. Utilisez `/{ command } { command-board }` dans un autre salon pour reprendre la partie.
board-cannot_see = Tout est enregistré, mais je ne vois plus le salon de cette table. Demandez à la modération de m’y admettre, ou utilisez `/{ command } { command-board }` dans un autre salon pour reprendre la partie ; d’ici là, `/{ command } { command-hand }` contient tout.
board-cannot_post = Tout est enregistré, mais je ne peux pas écrire dans le salon de cette table. Demandez cette permission à la modération, ou utilisez `/{ command } { command-board }` dans un autre salon pour reprendre la partie ; d’ici là, `/{ command } { command-hand }` contient tout.
board-thread_archived = Tout est enregistré, mais le fil de cette table est verrouillé. Demandez à la modération de le déverrouiller, ou utilisez `/{ command } { command-board }` dans un autre salon pour reprendre la partie ; d’ici là, `/{ command } { command-hand }` contient tout.
board-cannot_paint = Tout est enregistré, mais Discord refuse le plateau. Utilisez `/{ command } { command-board }`, ou continuez avec `/{ command } { command-hand }`.
board-unreachable = Tout est enregistré. Le plateau a du retard ; il suivra de lui-même.

## Ce que contiennent les boîtes, à côté des règles

deck-table = Cette table joue avec { $count } cartes :
deck-boxes = Ce que chaque boîte ajoute à la pioche :
deck-box = { $box } : { $count ->
        [one] { $count } carte
       *[other] { $count } cartes
    }
treasures-table = Ce que chaque cité offre au départ, en nombre × points :
treasures-some = Dans chaque cité, il n’y en a que { $count }, tirés au sort.

## Le serveur

## Inviter quelqu’un

choose-guest = Inviter quelqu’un…
invitation = { $guest }, { $host } vous invite à une partie. Une place vous est gardée ; cela finit { $when }.
button-take = Prendre ma place
button-decline = Pas maintenant
invitation-declined = La place est libre pour d’autres. Vous pouvez encore vous asseoir tant qu’il y en a.
lobby-kept = Gardé pour { $guests }

## Appeler des joueurs

call-role = Joueurs de Celestia
call =
    { $who } { $host } veut jouer : { $taken ->
        [one] { $taken } place prise
       *[other] { $taken } places prises
    } sur { $seats }.
call-done = L’appel est lancé. Le message disparaît dès que la partie commence.
tell-me-done = Je vous préviens quand quelqu’un cherche des joueurs ici : au plus une fois en six heures.
tell-me-no-more = Vous ne serez plus prévenu pour les parties d’ici.
button-call = Appeler des joueurs
call-join = M’asseoir
button-tell_me = Me prévenir
button-tell_no_more = Ne plus me prévenir
more-call = prévenir une fois ceux d’ici qui l’ont demandé
more-tell_me = être prévenu quand on cherche des joueurs ici

host-full = { $host } Votre table est complète : appuyez sur ▶️ *Commencer*.
host-came = { $host } Quelqu’un est venu à votre table : { $taken } places sont prises.
button-quiet_host = Ne plus m’appeler
button-loud_host = M’appeler de nouveau
quiet-host-done = Vous ne serez plus prévenu pour vos tables.

## Des tables pour plus tard

appointment-title = Celestia · { $when }
appointment-by = par { $host }
appointment-weekly = chaque semaine
appointment-opened = La table est ouverte.
appointment-empty = Personne n’est venu, donc aucune table n’a été ouverte.
appointment-failed = Aucune table n’a pu être ouverte ici à temps. Ouvrez-en une avec `/{ command } { command-new }`.
appointment-off = C’est annulé.
appointment-coming = Partants ({ $count } sur { $seats }) :
appointment-waiting = Attendent une place :
appointment-maybe = Peut-être :
appointment-cant = Pas cette fois :
appointment-nobody = personne encore
appointment-ping-soon = { $who } Celestia commence dans un quart d’heure. La table s’ouvre ici toute seule, et vos places sont gardées dix minutes.
appointment-ping-moved = { $who } Notre partie de Celestia est déplacée : { $when }.
appointment-ping-off = { $who } Notre partie de Celestia, { $when }, est annulée.
appointment-event = Celestia
appointment-event-about = Une partie de Celestia. Dites dans le salon si vous venez : le lieu de cet événement y mène.
appointment-replan = Ceux qui viennent, ou viendront peut-être, apprennent une fois un nouvel horaire ou une annulation.
button-comes = J’en suis
button-maybe = Peut-être
button-stays_away = Pas libre
button-replan = Changer…
button-move = Un autre moment…
button-every_week = Chaque semaine
button-only_once = Une seule fois
button-call_off = Annuler
later-form = Une table pour plus tard
later-when-label = Quand ?
later-when-about = 20h · demain 20h30 · vendredi 19:30 · 5 décembre 20h · dans 2 h
later-zone-label = Quelle heure est-il chez vous ?
later-zone-about = Je le retiens pour ce serveur.
later-preset-label = Réglages
later-preset-about = La salle d’attente permet encore de tout changer.
later-weekly-label = Chaque semaine
later-weekly-about = Le même jour à la même heure, jusqu’à ce que quelqu’un y mette fin
later-late = Discord était trop lent pour le formulaire. Appuyez encore une fois.
later-done = La table est prévue. Son message dit qui vient.

## Des réglages choisis d’un coup

choose-preset = Tout d’un coup…
button-form = Tout régler d’un coup…
form-variant = Règles
form-variant-about = Pour débutants, ou tous ensemble contre le jeu.
form-boxes = Boîtes
form-boxes-about = Aucune : c’est le jeu de base.
form-pace = Rythme
form-pace-about = Les réglages ont les secondes.
form-goal = Points qui finissent la partie
form-goal-about = Les débutants visent des villes différentes.
form-seats = Places
form-seats-about = Les ordinateurs en prennent une aussi.
form-done = La table est réglée comme vous l’avez dit.
preset-last = Comme la dernière fois
preset-quick = Rapide : pour débutants
preset-classic = Classique : le jeu de base
preset-everything = Tout : toutes les boîtes
button-save = Garder ces réglages
preset-label = Nom
preset-about = Gardés ici : { $names }
preset-about-none = Pour `/{ command } { command-new }` et les réglages des tables suivantes
preset-saved = Gardés sous le nom « { $name } ». Ils sont parmi les réglages de chaque nouvelle table ici.

## Les tables ouvertes d’une personne sur tous les serveurs

games-title = Vos tables
games-none = Vous n’êtes assis à aucune table. Ouvrez-en une ici, ou rejoignez-en une dans son salon.
games-turn = C’est à vous
games-others = Aux autres de jouer
games-lobby = En attente de joueurs
games-later = Pour plus tard
games-message = Message
games-server = un autre serveur
games-direct = Messages privés
games-seats = { $taken } sur { $seats }
games-board = Plateau
games-more = { $count ->
        [one] Et encore une table.
       *[other] Et encore { $count } tables.
    }
games-next = Suivante
games-last = Ma dernière partie

hello-text = Un jeu de confiance pour deux à six joueurs. Volez ensemble de cité en cité : le capitaine doit payer les dangers que les dés apportent, et lui seul sait avec quelles cartes. Restez à bord pour de plus grands trésors, ou débarquez à temps !
hello-direct = Ici, vous jouez contre des ordinateurs. Pour jouer entre amis, invitez-moi sur un serveur : **/{ command } { command-server } { command-invite }**.
hello-picture = Un film : un aéronef vole de cité en cité, des dés sont lancés, des passagers débarquent avec des trésors, et à la fin il s’écrase.
hello-lacks = Il me manque encore des permissions ici pour commencer une partie : { $names }. Demandez-les à quelqu’un qui gère ce serveur.
hello-open = Ouvrir une table
button-language = Langue
language-what = Dans quelle langue les plateaux de ce serveur doivent-ils parler ?
choose-language = Langue
help-title = Celestia
help-text =
    - **/{ command } { command-learn }** vous apprend le jeu en jouant : une courte partie commence aussitôt, avec deux ordinateurs, sans horloge, et une astuce pour tout ce qui est nouveau.
    - **/{ command } { command-new }** ouvre une table dans ce salon. On s’assied avec 🪑 *Rejoindre ou quitter* ; 🤖 *Facile*, 🤖 *Normal* et 🤖 *Difficile* ajoutent des ordinateurs. Dès que vous êtes de deux à six, appuyez sur ▶️ *Commencer*.
    - À chaque étape, le capitaine lance les dés. Les passagers choisissent 💺 *Rester* ou 🪂 *Débarquer* ; le capitaine doit ensuite payer ce qui est sorti. Les cités lointaines valent plus et demandent plus de dés.
    - 🃏 *Mon plateau* montre vos cartes, vos trésors et tout ce que vous pouvez faire maintenant. Vous seul le voyez, et il suit la partie. 💡 *Conseil* y dit ce que ferait un ordinateur, et pourquoi.
    - **/{ command } { command-rules }** donne les règles par thème. **/{ command } { command-board }** ramène le plateau quand on ne le voit plus. Chaque coup a aussi sa commande.
    - Pour ne plus jouer : 🪑 *Rejoindre ou quitter* ou **/{ command } { command-leave }** avant le début, **/{ command } { command-seat } { command-concede }** une fois la partie commencée. Un ordinateur continue alors à votre place.
invite = [Invitez-moi sur votre serveur]({ $link }). Je ne demande que ce qu’il faut pour jouer.
settings-now = Langue des plateaux ici : { $language }. Rythme des nouvelles tables : { $pace }. Plateau : { $board }.
settings-zone = Fuseau horaire : { $zone }.
settings-opening = Qui peut ouvrir une table : { $who }. Où : { $where }.
settings-everybody = tout le monde
settings-everywhere = dans tous les salons
choose-places = Salons des tables…
choose-opener = Qui ouvre des tables…
choose-journal = Où dire qui ouvre et ferme des tables…
settings-calls-on = On peut appeler des joueurs.
settings-calls-off = On n’appelle pas de joueurs.
settings-journal = Ce que font les hôtes et les modérateurs est dit dans { $where }.
button-calls_on = Permettre les appels
button-calls_off = Pas d’appels
button-threads_on = Un fil par table
button-threads_off = Pas de fils
button-greet = Accueil, encore une fois
journal-opened = { $who } a ouvert une table dans { $where }.
journal-called = { $who } a appelé des joueurs dans { $where }.
journal-removed = { $who } a retiré { $whom } de la table dans { $where }.
journal-closed = { $who } a fermé la table dans { $where }.
settings-how = Changez-le avec les options de cette commande. Les réponses privées sont toujours dans votre langue.
privacy-what-choice = Ce qui est enregistré
privacy-show-choice = Montrer ce qui me concerne
privacy-export-choice = Exporter mes données
privacy-hide-choice = Me retirer des classements
privacy-list-choice = Me remettre dans les classements
privacy-delete-choice = Effacer ce qui me concerne
privacy-what =
    Ce qui est enregistré, et ce qui ne l’est pas :
    - Pour chaque table, j’enregistre les numéros que Discord donne au serveur, au salon, aux personnes assises et à mes messages, ainsi que chaque coup et chaque mot pour la donne, par place. Aucun nom, aucun message de votre part.
    - **/{ command } { command-server } { command-privacy }** avec *Montrer ce qui me concerne* liste vos places. *Effacer ce qui me concerne* vous retire de toutes les tables terminées ; la partie reste, sans vous.
    - Des parties terminées je garde les résultats de chacun : places, points, crashs comme capitaine, cotes. Les autres voient ceux des parties sur leur serveur, et des parties avec eux ; **Me retirer des classements** ne leur laisse que les parties jouées avec vous.
privacy-show =
    { $count ->
        [0] Je ne sais rien de vous.
        [one] Vous êtes à { $count } table :
       *[other] Vous êtes à { $count } tables, dont celles-ci :
    }
privacy-results =
    { $games ->
        [0] Aucun résultat de vous n’est conservé.
        [one] Le résultat de { $games } partie terminée est conservé, avec ce qui en découle.
       *[other] Les résultats de { $games } parties terminées sont conservés, avec ce qui en découle.
    }
privacy-hidden = Vous n’êtes dans aucun classement, et les autres ne voient que les parties qu’ils ont jouées avec vous. Vos parties comptent tout de même dans vos propres statistiques.
privacy-listed = Vous êtes de nouveau dans les classements, là où vos parties le permettent.
privacy-export = Tout ce qui est conservé sur vous, sous votre numéro Discord :
privacy-deleted =
    { $count ->
        [0] Il n’y avait rien à effacer.
        [one] Vous ne figurez plus à { $count } place.
       *[other] Vous ne figurez plus à { $count } places.
    }
privacy-still =
    { $count ->
        [one] Vous êtes encore à une table ouverte. Quittez-la ou abandonnez-y d’abord, puis effacez une nouvelle fois.
       *[other] Vous êtes encore à { $count } tables ouvertes. Quittez-les ou abandonnez-y d’abord, puis effacez une nouvelle fois.
    }
permission-view_channel = Voir le salon
permission-read_message_history = Voir les anciens messages
permission-attach_files = Joindre des fichiers
permission-send_messages = Envoyer des messages
permission-send_messages_in_threads = Envoyer des messages dans les fils
permission-create_public_threads = Créer des fils publics

## Rappels des tables lentes

button-remind = Rappels…
# $count: two or more.
reminder-several = { $user }, { $count } tables vous attendent.
# In a channel, which reads nothing of other servers.
reminder-elsewhere =
    { $count ->
        [one] Et une ailleurs : `/{ command } { command-games }` vous montre où.
       *[other] Et { $count } ailleurs : `/{ command } { command-games }` vous montre où.
    }
reminder-refused = Vous n’acceptez pas mes messages privés, alors je vous le rappelle ici.
reminders-title = Rappels
reminders-how = Comment savoir qu’une table lente vous attend ? Cela vaut pour tous les serveurs.
reminders-refused = Vous n’acceptez pas mes messages privés, alors je vous le rappelle à la table. Autorisez-les dans les réglages de confidentialité du serveur, puis choisissez de nouveau.
reminders-done = Compris.
choose-remind-when = Quand ?
choose-remind-at = À quelle heure ?
choose-remind-quiet = Heures calmes
choose-remind-place = Où ?
choose-zone = Votre fuseau horaire
choose-remind-away = Je m’absente…
choose-remind-level = Qui joue pour vous ?
reminders-away = Vous êtes absent, de retour { $when }. Là où des tables lentes vous attendent, un ordinateur joue selon vos consignes, puis selon son avis ; ou l’horloge s’arrête, si l’hôte l’a permis. Votre premier coup y met fin.
reminders-back = Je suis de retour
reminders-days =
    { $days ->
        [one] Pour un jour
       *[other] Pour { $days } jours
    }
reminders-level = Un ordinateur : { $level }
reminders-turn = À mon tour, 2 par jour au plus
reminders-after =
    { $hours ->
        [one] Après une heure d’attente
       *[other] Après { $hours } heures d’attente
    }
reminders-digest = Une fois par jour, tout en un
reminders-every = Chaque fois, sans limite
reminders-never = Jamais
reminders-at = À { $hour } h
reminders-any-time = Pas d’heures calmes
reminders-quiet = Rien de { $begins } h à { $ends } h
reminders-table = À la table
reminders-private = En message privé
# $time: the hour and minute of the zone.
reminders-clock = D’après cela, il est { $time } chez vous ({ $zone }).
