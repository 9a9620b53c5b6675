### Ce qui s’est passé : l’histoire telle que le salon la lit.
###
### Places, cités, dés, cartes et trésors arrivent prêts à lire, les listes déjà reliées. Une clé
### finit par -known quand sa phrase dit un secret : comme event-laid, elle n’est dite qu’à son
### propriétaire, en lui parlant. Aucune phrase ne s’accorde avec une place, ni en genre ni en nombre.

## Le voyage

event-journey_began = **Voyage { $journey }.** À { $city }, tout le monde à bord ! { $captain } prend la barre.
event-journey_began-later = **Voyage { $journey }.** Tout le monde à bord à { $city }, première cité avec des trésors ! { $captain } prend la barre.
# $count : le nombre de cartes.
event-drew = { $seat } pioche { $count ->
    [one] une carte
   *[other] { $count } cartes
}.
event-drew-known = Vous piochez : { $cards }.
event-shuffled = La pioche est vide : { $cards ->
    [one] la seule carte de la défausse devient
   *[other] les { $cards } cartes de la défausse deviennent
} la nouvelle.
event-captain_changed = { $captain } prend la barre.
# $craft : ship ou boat.
event-moved = { $craft ->
    [boat] La chaloupe arrive à bon port : **{ $city }**.
   *[ship] L’aéronef arrive à bon port : **{ $city }** !
}
event-moored = { $craft ->
    [boat] L’amarre tient bon : la chaloupe reste à { $city }.
   *[ship] L’amarre tient bon : l’aéronef reste à { $city }.
}
event-crashed = { $craft ->
    [boat] **La chaloupe s’écrase !** Pas de trésor pour { $seats }.
   *[ship] **L’aéronef s’écrase !** Pas de trésor pour { $seats }.
}
event-crashed-empty = { $craft ->
    [boat] **La chaloupe s’écrase**… sans personne dedans.
   *[ship] **L’aéronef s’écrase**… sans personne à bord.
}
# $reason : points, cities ou empty ; $count vainqueurs, chacun avec $points.
event-game_ended = { $reason ->
    [points] L’objectif est atteint !
    [cities] Quelqu’un a des trésors de cinq cités !
   *[empty] Le dernier trésor a trouvé preneur !
} { $count ->
    [one] **Victoire pour { $winners }**
   *[other] **Victoire partagée entre { $winners }**
}, avec { $points ->
    [one] { $points } point
   *[other] { $points } points
} !

## L’étape

event-leg_began = { $craft ->
    [boat] { $captain } apprête la chaloupe à { $city }. Cap sur **{ $target }**.
   *[ship] L’aéronef est prêt à { $city }. Cap sur **{ $target }**. À la barre : { $captain }.
}
event-steered = { $seat } sort des sentiers battus : cap sur **Boscalumia**, la cité oubliée !
# $crew : les membres d’équipage encore à bord.
event-prepared = { $seat } envoie un membre d’équipage au ravitaillement, il en reste { $crew } à bord.
event-rolled = { $captain } lance les dés : { $dice }
event-rolled-none = Aucun dé à lancer pour { $captain } : la voie est libre !
event-dice_kept = Les dés restent tels quels pour { $captain } : { $dice }
event-rerolled = { $captain } relance { $picked }. Voici donc : { $dice }
event-rerolled-none = { $captain } ne relance aucun dé : { $dice }
event-stayed = { $seat } reste à bord.
event-left = { $seat } débarque à { $city }.
event-returned = { $seat } remonte à bord !
event-declared-can = { $seat } : « On continue ! »
event-declared-cannot = { $seat } : « On ne peut pas continuer… »
event-paid = { $seat } montre { $cards }.
event-paid-none = { $seat } n’a aucune carte à montrer.

## Cartes et pouvoirs

event-played = { $seat } joue **{ $card }**.
event-played-on = { $seat } joue **{ $card }** sur { $on }.
event-played-spyglass = { $seat } sort la **Longue-vue magique** et trouve un chemin sans embûche.
event-played-ejection = { $seat } joue **Débarquement** : par-dessus bord, { $on } ! Parachute fourni.
event-played-alternative_route = { $seat } connaît un **Itinéraire bis** : au capitaine de désigner les dés à relancer.
event-played-wind_gust = { $seat } prépare un **Coup dur** : tous les dés vides sont relancés !
event-played-jetpack = { $seat } enfile un **Jetpack** et saute !
event-played-bandit = { $seat } envoie un **Bandit** : un dé de plus !
event-played-mooring_line = { $seat } lance une **Amarre** autour de la première cheminée venue !
# Pour chacune des quatre chaloupes ; $card dit laquelle.
event-played-rowboat = { $seat } joue **{ $card }** et prend le large en solitaire !
event-played-desperate_need = Une **Envie pressante** ! { $seat } laisse la barre à { $on }.
event-played-new_equipment = { $seat } veut du **Nouveau matos** : toute la main y passe.
event-played-spy = { $seat } envoie une **Espionne** chez { $on }.
event-played-grappling_hook = { $seat } lance un **Grappin** vers l’aéronef !
event-played-instructor = { $seat } demande à un **Instructeur** quel trésor vaut le plus.
event-played-red = { $seat } use du **Pouvoir rouge** : un trésor contre de nouveaux dés !
event-played-blue = { $seat } use du **Pouvoir bleu** : « Laissez-moi faire ! »
event-played-green = { $seat } use du **Pouvoir vert** : plus un pirate en vue.
event-played-yellow = { $seat } use du **Pouvoir jaune** : que cache la pioche ?
event-played-black = { $seat } use du **Pouvoir noir** : deux dés de moins !
event-played-purple = { $seat } use du **Pouvoir violet** : même choix pour { $on } !
event-came_back = { $seat } reprend { $card }, qui ne servait plus à rien.
event-discarded = { $seat } défausse { $cards }.
event-discarded-none = { $seat } n’a rien d’autre à défausser.
event-laid = Vous posez { $card } face cachée.
# $laid : des cartes, chacune avec la place qui l’a posée.
event-help_shown = On retourne les cartes : { $laid }.
# Une carte de $laid.
help-of = { $card } ({ $seat })
# $choices : les choix de chaque place, reliés.
event-chosen = Les choix sont faits : { $choices }.
choice-draw = { $seat } pioche une carte
choice-cards = { $seat } échange des cartes
choice-treasure = { $seat } échange un trésor
event-turned_up = La pioche révèle { $cards }.
event-spied = { $seat } jette un œil à la main de { $on }.
event-spied-known = Vous jetez un œil à la main de { $on } : { $cards }.

## Trésors

event-took = { $seat } prend un trésor à { $city }.
event-took-known = Vous prenez un trésor : { $treasure }.
event-put_under = { $seat } remet un trésor sous la pile à { $city }.
event-put_under-known = Vous remettez sous sa pile : { $treasure }.
event-removed = { $seat } sacrifie pour de bon : { $treasure }.
event-looked_through = { $seat } examine des trésors à { $city }.
event-looked_through-known = Vous examinez des trésors : { $treasures }.
event-gift_added = Pas un nuage ! À { $city }, un trésor rejoint les cadeaux sans se montrer.
event-gifts_shown = { $seat } déballe les cadeaux : { $treasures }.
event-gave = { $seat } offre { $treasure } à { $to }.
event-lit = **Boscalumia brille de nouveau !** 25 points chacun pour { $seats }.
