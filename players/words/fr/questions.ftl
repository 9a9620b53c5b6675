### Ce que l’on attend.
###
### question-… est lue par tout le monde sur le plateau : qui doit répondre à quoi ($seats), en gras,
### puis pourquoi ; peut-être avec $captain, $target, $city (où se trouve le vaisseau). ask-… pose la
### même question à la personne elle-même. $events : ce qu’il reste à affronter ; $dice : ce que
### montrent les dés ; $craft : ship ou boat ; $held : les cartes du capitaine. Une clé finit par
### -none quand il ne reste rien à affronter.

cards-held = { $held ->
    [one] { $held } carte
   *[other] { $held } cartes
}

all-decided = { $craft ->
    [boat] La chaloupe est en route
   *[other] Les choix sont faits
}
the-craft = { $craft ->
    [boat] la chaloupe
   *[ship] { $ship }
}
the-ship = l’aéronef

question-start = **{ $seats } : comment partez-vous ?** Prochaine escale : { $target }.
ask-start = Vous tenez la barre à { $city }. Prochaine escale : { $target }. Comment partez-vous ?

question-before_roll = **{ $seats } : une carte avant le lancer ?** Prochaine escale : { $target }.
ask-before_roll = Les dés vont être lancés pour { $target }. Jouez-vous quelque chose avant ?

question-decisions = **{ $seats } : rester ou débarquer ?** À affronter pour { $captain } ({ cards-held }) : { $events }.
question-decisions-none = **{ $seats } : rester ou débarquer ?** Ciel dégagé : aucun obstacle entre { the-craft } et { $target }.
ask-decisions = Rester ou débarquer ? À affronter pour { $captain } ({ cards-held }) : { $events }.
ask-decisions-none = Rester ou débarquer ? Aucun obstacle entre { the-craft } et { $target }.
# Personne ne peut débarquer, mais on peut jouer une carte.
question-decisions-bound = **{ $seats } : rester, ou jouer une carte ?** Il ne reste rien à prendre ({ $city }). À affronter pour { $captain } ({ cards-held }) : { $events }.
ask-decisions-bound = Rester, ou jouer une carte ? Il ne reste rien à prendre ({ $city }). À affronter pour { $captain } ({ cards-held }) : { $events }.
question-decisions-bound-none = **{ $seats } : rester, ou jouer une carte ?** Il ne reste rien à prendre ({ $city }), et aucun obstacle entre { the-craft } et { $target }.
ask-decisions-bound-none = Rester, ou jouer une carte ? Il ne reste rien à prendre ({ $city }). Aucun obstacle entre { the-craft } et { $target }.

question-spoken = **{ $seats } : une carte à jouer ?** { all-decided }. À affronter pour { $captain } ({ cards-held }) : { $events }.
question-spoken-none = **{ $seats } : une carte à jouer ?** { all-decided }, et aucun obstacle entre { the-craft } et { $target }.
ask-spoken = { all-decided }. À affronter pour { $captain } : { $events }. Jouez-vous quelque chose ?
ask-spoken-none = { all-decided }, et aucun obstacle entre { the-craft } et { $target }. Jouez-vous quelque chose ?

question-declaration = **{ $seats } : { the-craft } peut-{ $craft ->
    [boat] elle
   *[ship] il
} continuer ?** À affronter : { $events }.
ask-declaration = L’heure de vérité : pouvez-vous continuer ? À affronter : { $events }.

question-can = **{ $seats } : une carte à jouer ?** { $captain } peut continuer, et va montrer ses cartes.
ask-can = { $captain } peut continuer, mais n’a encore rien montré. Jouez-vous quelque chose ?

question-cannot = **{ $seats } : qui peut sauver { the-craft } ?** C’est le crash !
ask-cannot = { $captain } ne peut pas continuer ({ $events }) : { the-craft } s’écrase ! Intervenez-vous ?

question-crashing = **{ $seats } : qui peut encore sauter ?** Plus rien n’empêche le crash.
ask-crashing = Plus rien n’empêche le crash. Sautez-vous ?

question-payment = **{ $seats } : quelles cartes montrez-vous ?** À affronter : { $events }.
ask-payment = À affronter : { $events }. Quelles cartes montrez-vous ?

question-cards_down = **{ $seats } : une carte à jouer ?** Les cartes sont montrées, et { the-craft } va partir pour { $target }.
ask-cards_down = Les cartes du capitaine sont montrées, mais rien n’a encore bougé. Jouez-vous quelque chose ?

# $seat : qui prend le trésor.
question-take_treasure = **{ $seats } : voulez-vous choisir ?** { $seat } va prendre un trésor à { $city }.
ask-take_treasure = { $seat } va prendre un trésor à { $city }. Voulez-vous choisir ?

question-draw_treasure = **{ $seats } : quel trésor gardez-vous ?** La cité : { $city }.
ask-draw_treasure = Votre équipage vous rapporte des trésors ({ $city }). Lequel gardez-vous ?

question-choose_treasure = **{ $seats } : quel trésor choisissez-vous ?** Toute la pile s’offre à vous : { $city }.
ask-choose_treasure = Voici toute la pile ({ $city }). Un de ces trésors ira à { $seat } : lequel ?

question-pick_dice = **{ $seats } : quels dés relancer ?** Sur la table : { $dice }.
ask-pick_dice = Vous tenez la barre : que relancez-vous parmi { $dice } ?

question-matryoshburg = **{ $seats } : une carte, d’autres cartes ou un autre trésor ?** Après le crash, on se repose à Matryoshburg.
ask-matryoshburg = Après le crash, Matryoshburg vous console : piochez une carte, échangez des cartes, ou échangez un trésor. Tout le monde choisit en même temps.

# $treasures : les cadeaux qui restent.
question-give_gifts = **{ $seats } : à qui le plus beau cadeau ?** Sous le sapin : { $treasures }.
ask-give_gifts = Richesse oblige. Sous le sapin : { $treasures }. À qui le plus beau cadeau ?
