### Une partie finie à feuilleter : une page à part, et les moments dont on se souviendra.

replay-title = Celestia · toute la partie, une fois encore
replay-no-script = Cette page dessine la partie avec JavaScript, désactivé ici.
replay-journey = Voyage { $journey }
replay-step = Image { $step } sur { $steps }
replay-bar = Feuilleter la partie
replay-slider = Où dans la partie
replay-back = Image précédente
replay-forward = Image suivante
replay-leg-back = Une étape en arrière
replay-leg-forward = Une étape en avant
replay-play = Lecture
replay-pause = Pause
replay-speed = Vitesse : { $times } fois
replay-keys = Touches : ← → une image, Page préc. et Page suiv. une étape, Début et Fin, Espace pour lire.
replay-moments = Moments forts
replay-told = Ce qui se passe
replay-seats = Toutes les mains
replay-dice = Dés
replay-ignored = { $die }, à ne pas affronter
replay-points = Points : { $points }
replay-goal = L’objectif : { $goal }
replay-cities-goal = L’objectif : les trésors de { $goal } cités
replay-hand = Main
replay-treasures = Trésors
replay-nothing = rien
replay-new = { $thing }, nouveau
replay-captain = capitaine
replay-power-ready = pouvoir disponible
replay-power-used = pouvoir utilisé
replay-tokens = Jetons de Boscalumia : { $count }
replay-crew = Équipiers à bord : { $count }
replay-place = Place { $rank }
replay-part-treasures = trésors { $points }
replay-part-tokens = jetons { $points }
replay-part-penalty = coups de pouce { $points }
replay-broken_off = La partie a été interrompue ici. Voici où en était chacun.
replay-written = La partie à feuilleter est dans { $file }. N’importe quel navigateur l’ouvre.
replay-not_written = Impossible d’écrire le fichier ({ $why }).
replay-not_played = Cette partie ne peut pas être rejouée. « { $command } » dit ce qui ne va pas.
replay-no_file = Il n’y a pas de fichier { $file }. Donnez le chemin du fichier d’une partie, qui finit par .json.

## Ce qui s’est passé, secrets compris, dit à tous une fois la partie finie

open-chosen = Les choix sont faits.
open-drew = { $seat } pioche : { $cards }.
open-drew-all = On pioche : { $laid }.
open-laid = { $seat } pose { $card } face cachée.
open-spied = { $seat } jette un œil à la main de { $on } : { $cards }.
open-took = { $seat } prend un trésor : **{ $treasure }**.
open-put_under = { $seat } remet sous sa pile : { $treasure }.
open-looked_through = { $seat } examine des trésors à { $city } : { $treasures }.

## Moments forts

moment-flight = Le vol le plus audacieux
moment-flight-told = { $craft ->
    [boat] En chaloupe, { $captain } arrive à bon port ({ $city }) malgré { $dice }.
   *[ship] Avec { $captain } à la barre, l’aéronef arrive à bon port ({ $city }) malgré { $dice }.
}
moment-escape = La fuite la plus chanceuse
moment-escape-told = { $seat } file juste avant le crash, avec { $treasure }.
moment-trust = Le capitaine le plus écouté
moment-trust-can = { $count ->
    [one] Un passager reste
   *[other] { $count } passagers restent
} avec { $captain } face à { $dice } : « On continue ! »
moment-trust-cannot = { $count ->
    [one] Un passager reste
   *[other] { $count } passagers restent
} avec { $captain } face à { $dice } : « On ne peut pas continuer… »
