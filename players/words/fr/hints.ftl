### Pourquoi un ordinateur ferait cela : une phrase ou deux derrière le nom du coup, que seule lit la
### place qui a demandé.
###
### $captain, $seat (la place visée), $city, $target et les cartes : prêts à lire ; $craft : ship ou
### boat. $held : les cartes du capitaine. $count : des dés, ou leurs évènements. $tenths : dans tant de
### cas sur dix, cela réussit avec ce coup ; $instead : sans lui. $here : les points à terre, ou de ce
### que l’on rend ; $ahead : ceux de la prochaine cité, ou de ce que l’on prend à la place. $aboard sur
### $rivals : les autres dans l’aéronef.

hint-dice = { $count ->
    [0] rien
    [1] un dé
    [2] deux dés
    [3] trois dés
    [4] quatre dés
   *[other] { $count } dés
}
hint-often = { $tenths ->
    [0] presque aucune chance
    [1] environ une chance sur 10
    [10] toutes les chances
   *[other] environ { $tenths } chances sur 10
}
hint-instead = { $instead ->
    [0] presque aucune chance
    [1] environ une chance sur 10
    [10] toutes les chances
   *[other] environ { $instead } chances sur 10
}
hint-here = { $here ->
    [one] environ { $here } point
   *[other] environ { $here } points
}
hint-ahead = { $ahead ->
    [one] environ { $ahead } point
   *[other] environ { $ahead } points
}

## Le départ du capitaine

hint-roll = Contre { hint-dice }, { hint-often } de continuer. Ensuite, { hint-ahead } à { $target } ; ici, { $here }.
hint-roll-risk = Contre { hint-dice }, { hint-often } de continuer. Ici, il n’y a qu’{ hint-here } : pour gagner, il faut risquer davantage.
hint-roll-on = Avec ces cartes, { hint-often } de continuer contre { hint-dice } : l’équipage reste à bord.
hint-roll-past = La route de Boscalumia demande deux fois quatre dés : { hint-often } d’y arriver.
hint-land = Contre { hint-dice }, { hint-often } de continuer. Mieux vaut tenir que courir : { hint-here } ici, peut-être { $ahead } à { $target }.
hint-prepare = Avec vos cartes, { hint-instead } de continuer ; avec { $more } de plus, { hint-often }.
hint-steer = La route demande deux fois quatre dés : { hint-often } d’arriver. Chacun à bord reçoit alors { $ahead } points.

## Les choix

hint-stay = { cards-held } contre { hint-dice } : pour { $captain }, { hint-often } de continuer. Ensuite, { hint-ahead } à { $target } ; ici, { $here }.
hint-stay-clear = Aucun obstacle entre { the-craft } et { $target } : { hint-ahead } là-bas, { $here } ici.
hint-stay-jetpack = { cards-held } contre { hint-dice } : pour { $captain }, { hint-often } de continuer. En cas de crash, votre Jetpack vous sauve avec un trésor.
hint-stay-risk = { cards-held } contre { hint-dice } : pour { $captain }, { hint-often } de continuer. Ici, il n’y a qu’{ hint-here } : pour gagner, il faut risquer davantage.
hint-stay-bound = { cards-held } contre { hint-dice } : pour { $captain }, { hint-often } de continuer. Gardez votre carte pour un meilleur moment.
hint-leave = { cards-held } contre { hint-dice } : pour { $captain }, { hint-often } de continuer. Mieux vaut tenir que courir : { hint-here } ici, peut-être { $ahead } à { $target }.
hint-leave-instructor = { cards-held } contre { hint-dice } : pour { $captain }, { hint-often } de continuer. Ici même, votre Instructeur vous trouve { hint-here }.
hint-leave-goal = Avec { hint-here } d’ici, vous atteignez les { $goal } qui finissent la partie, devant tout le monde.
hint-boat = Dans la chaloupe, { hint-often } de continuer ; dans l’aéronef, { hint-instead }.

## La parole et les cartes du capitaine

hint-can = Il vous en coûte { $cards }, mais il y a { hint-ahead } à { $target }.
hint-let-fall = À bord : { $rivals ->
    [one] votre adversaire
   *[other] { $aboard } adversaires sur { $rivals }
}. En cas de crash, rien pour personne, et vous gardez vos cartes.
hint-pay = Avec ce qui vous reste en main, { hint-often } de répondre à un lancer ordinaire.
hint-reroll = Avec ces dés relancés, { hint-often } de continuer.
hint-reroll-none = Avec les dés tels quels, { hint-often } de continuer.

## Les cartes que l’on joue

hint-rescue = Vous avez { hint-often } que { the-craft } continue. Ensuite, { hint-ahead } à { $target }.
hint-help = Avec tous vos Coups de pouce, { hint-often } que { the-craft } continue. Ensuite, { hint-ahead } à { $target }.
hint-take-over = Vos propres cartes répondent à tout. Ensuite, { hint-ahead } à { $target }.
hint-gust = Après cela, { hint-often } que { the-craft } s’écrase, avec { $rivals ->
    [one] votre adversaire
   *[other] { $aboard } adversaires sur { $rivals }
} à bord.
hint-put-ashore = Pour { $seat }, ce sera { hint-here } ici, et non { $ahead } plus loin.
hint-call-back = { $seat } rend son trésor et doit continuer : { hint-often } que cela réussisse.
hint-more-dice = Avec un dé de plus, { hint-often } que { the-craft } continue ; sans lui, { hint-instead }. Cela coûte plus à vos adversaires qu’à vous.
hint-fewer-dice = Avec deux dés de moins, { hint-often } que { the-craft } continue ; sinon, { hint-instead }.
hint-moor = Les cartes du capitaine sont perdues, et vos adversaires à bord devront payer encore une fois.
hint-hand-over = Pour { $seat }, { hint-often } de continuer ; et vous pourrez encore débarquer.
hint-new-hand = Autant de cartes neuves ont { hint-often } de répondre à un lancer ordinaire ; les vôtres, { hint-instead }.
hint-spy = Avant de choisir, vous saurez à quoi { $captain } peut répondre.
hint-jump = Plus rien n’empêche le crash, et ceci vous sauve { hint-here }.
hint-climb-back = La voie est libre : { hint-ahead } à { $target } contre votre trésor, qui en vaut { $here }.
hint-choose = Le meilleur trésor de la pile vaut { hint-ahead }, le premier { $here }.
hint-play = Cela vous rapporte plus maintenant que gardé en main.

## Les cartes que l’on garde

hint-pass = Cela ne vaut pas le coup maintenant : { $card }.
hint-pass-later = À garder pour un meilleur moment : { $card }.
hint-pass-aboard = Vous aussi, vous êtes à bord, et cela vous coûterait autant : { $card }.

## Les trésors

hint-keep = De ces trésors, c’est celui qui vaut le plus : { $here ->
    [one] { $here } point
   *[other] { $here } points
}.
hint-keep-spyglass = Elle ne vaut que { $here } points, mais elle peut vous éviter un crash.
hint-keep-worst = Il ira à { $seat } : moins il vaut, mieux c’est pour vous.
hint-draw = Une carte de plus vaut mieux pour vous que n’importe quel échange.
hint-exchange-cards = Ce qui vous manquera le moins : { $cards }. De nouvelles cartes vaudront sans doute mieux.
hint-keep-rest = Les cartes que vous gardez valent mieux que celles que vous piocheriez.
hint-exchange = Le premier trésor de cette pile vaut { hint-ahead }, le vôtre { $here }.
hint-give = C’est { $seat } qui a le moins de points, environ { $here } : le cadeau vous y nuit le moins.
