### Ce que l’on attend.
###
### question-… est une ligne sur la table, lue par tout le monde : qui l’on attend ($seats), et
### peut-être $captain, $target, $city (où se trouve le vaisseau). ask-… pose la même question à la
### personne elle-même. $events : ce qu’il reste à affronter ; $dice : ce que montrent les dés ;
### $craft : ship ou boat. Une clé finit par -none quand il ne reste rien à affronter.

the-craft = { $craft ->
    [boat] la chaloupe
   *[ship] l’aéronef
}
# En début de phrase.
the-craft-first = { $craft ->
    [boat] La chaloupe
   *[ship] L’aéronef
}

question-start = À { $city }, cap sur { $target } : à { $seats } de choisir comment partir.
ask-start = Vous tenez la barre à { $city }, cap sur { $target }. Comment commencez-vous ?

question-before_roll = Une carte à jouer avant le lancer des dés pour { $target } ? On attend { $seats }.
ask-before_roll = Les dés vont être lancés, cap sur { $target }. Jouez-vous quelque chose avant ?

question-decisions = Rester ou débarquer ? Cap sur { $target }, et { $captain } doit affronter { $events }. On attend { $seats }.
question-decisions-none = Rester ou débarquer ? Aucun obstacle entre { the-craft } et { $target }. On attend { $seats }.
ask-decisions = Pour atteindre { $target }, { $captain } doit affronter { $events }. Restez-vous à bord, ou débarquez-vous à { $city } avec un trésor ?
ask-decisions-none = Aucun obstacle entre { the-craft } et { $target }. Restez-vous à bord, ou débarquez-vous à { $city } avec un trésor ?

question-spoken = Les choix sont faits. Une carte à jouer avant que { $captain } n’affronte { $events } ? On attend { $seats }.
question-spoken-none = Les choix sont faits, et il n’y a aucun obstacle entre { the-craft } et { $target }. Une carte à jouer ? On attend { $seats }.
ask-spoken = Les choix sont faits, et { $captain } va devoir affronter { $events }. Jouez-vous quelque chose ?
ask-spoken-none = Les choix sont faits, et il n’y a aucun obstacle entre { the-craft } et { $target }. Jouez-vous quelque chose ?

question-declaration = L’heure de vérité pour { $seats } : { the-craft } peut-{ $craft ->
    [boat] elle
   *[ship] il
} affronter { $events } ?
ask-declaration = L’heure de vérité : pouvez-vous affronter { $events } ?

question-can = { the-craft-first } peut passer ! Une carte à jouer avant que { $captain } ne montre les siennes ? On attend { $seats }.
ask-can = { $captain } peut passer, mais n’a encore rien montré. Jouez-vous quelque chose ?

question-cannot = { the-craft-first } tombe ! Qui peut l’éviter ? On attend { $seats }.
ask-cannot = { $captain } ne peut pas affronter { $events } : { the-craft } tombe ! Intervenez-vous ?

question-crashing = Plus rien n’arrête la chute. Qui peut encore sauter ? On attend { $seats }.
ask-crashing = Plus rien n’arrête la chute. Sautez-vous ?

question-payment = { $seats } choisit les cartes à montrer contre { $events }.
ask-payment = Quelles cartes montrez-vous contre { $events } ?

question-cards_down = Les cartes sont montrées, cap sur { $target }. Une carte à jouer avant le départ ? On attend { $seats }.
ask-cards_down = Les cartes du capitaine sont montrées, mais rien n’a encore bougé. Jouez-vous quelque chose ?

# $seat : qui prend le trésor.
question-take_treasure = { $seat } va prendre un trésor à { $city }. Quelqu’un veut-il choisir ? On attend { $seats }.
ask-take_treasure = { $seat } va prendre un trésor à { $city }. Voulez-vous choisir ?

question-draw_treasure = { $seats } hésite entre plusieurs trésors à { $city } et n’en garde qu’un.
ask-draw_treasure = Votre équipage vous rapporte des trésors : { $city }. Lequel gardez-vous ?

question-choose_treasure = { $seats } fouille les trésors à { $city } et en choisit un.
ask-choose_treasure = Voici toute la pile : { $city }. Un de ces trésors ira à { $seat }. Lequel ?

question-pick_dice = { $seats } désigne les dés à relancer parmi { $dice }.
ask-pick_dice = À la barre, c’est vous qui décidez : que relancez-vous parmi { $dice } ?

question-matryoshburg = Après le crash, repos à Matryoshburg : une carte, d’autres cartes, ou un autre trésor ? On attend { $seats }.
ask-matryoshburg = Après le crash, Matryoshburg vous console : piochez une carte, échangez des cartes de votre main, ou échangez un trésor. Tout le monde choisit en même temps.

# $treasures : les cadeaux qui restent.
question-give_gifts = Richesse oblige : { $seats } doit offrir un cadeau. Encore sous le sapin : { $treasures }.
ask-give_gifts = Richesse oblige : soyez prodigue. Encore sous le sapin : { $treasures }. À qui va le plus précieux ?
