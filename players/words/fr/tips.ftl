### Des conseils pour qui apprend le jeu, chacun pour soi seul : deux phrases au plus, dans des mots que
### comprend quelqu’un qui n’a jamais joué. Chacun vient une fois, quand ce dont il parle se présente.
###
### $variant : comme dans things.ftl ; $goal : les points qui finissent la partie, 25 ou plus.

## Le jeu de base

tip-leave = Restez à bord pour une cité plus riche, ou débarquez et prenez un trésor ici. Si le capitaine ne peut pas payer les dés, l’aéronef s’écrase et personne à bord ne reçoit rien.
tip-dice = Chaque symbole des dés coûte une carte au capitaine : le brouillard une boussole, la foudre un parafoudre, les oiseaux une corne de brume, les pirates un canon. Les dés vides ne coûtent rien.
tip-trust = Seul le capitaine connaît ses cartes, mais tous voient combien il en a. Beaucoup de cartes et peu de symboles invitent à la confiance ; peu de cartes et beaucoup de symboles, à débarquer.
tip-next = Si vous restez et que l’aéronef continue, vous serez le prochain capitaine. Si vous avez peu de cartes, débarquez avant d’en arriver là.
tip-captain = Vous êtes capitaine : ce vol se paie avec vos seules cartes, et celles qui servent sont perdues. Une fois les dés lancés, vous ne pouvez plus débarquer.
tip-word = Ce que répond un capitaine est toujours vrai. Si votre équipement répond à chaque symbole, vous devez continuer ; dépenser un Turbo ne tient qu’à vous.
tip-turbo = Un Turbo remplace n’importe quel symbole, et rien ne vous oblige à l’utiliser. En le gardant, un capitaine peut laisser l’aéronef s’écraser avec tous ceux qui sont à bord.
tip-alone = Personne d’autre n’est à bord : vous pouvez prendre un trésor ici au lieu de lancer les dés. La prochaine cité vaut plus, mais seules vos cartes peuvent vous y mener.
tip-far = Plus une cité est loin, plus ses trésors valent, et plus on lance de dés pour l’atteindre. À partir d’ici, il y en a trois, et bientôt quatre.
tip-ashore = À terre, vous ne risquez rien : quoi qu’il arrive à l’aéronef, votre trésor reste à vous. Dès que ce voyage s’achève, tout le monde remonte à bord.
tip-journey = Chaque voyage commence avec tout le monde à bord et une nouvelle carte pour chacun. Si un long vol a vidé votre main, descendez tôt pendant quelques voyages.
tip-end = { $variant ->
    [beginner] Dès que quelqu’un a des trésors de cinq cités différentes, la partie s’arrête avant le voyage suivant.
   *[other] Dès que les trésors de quelqu’un valent { $goal } points, la partie s’arrête avant le voyage suivant.
} Le plus riche gagne, et personne d’autre que vous ne sait ce que valent les vôtres.

## Les cartes que l’on joue

tip-pass = On interroge tous ceux qui pourraient avoir une carte pour ce moment : ainsi, la question ne trahit la main de personne. Passez si vous ne voulez rien jouer.
tip-ejection = Un Débarquement envoie à terre un autre passager, avec un trésor de cette cité. Jouez-le avant un vol que vous préférez partager avec moins de monde.
tip-alternative_route = Avec un Itinéraire bis, le capitaine relance une partie des dés. Gardez-le pour un lancer qui ferait s’écraser l’aéronef avec vous à bord.
tip-wind_gust = Un Coup dur fait relancer tous les dés vides, et vous pouvez aussi le jouer à terre. C’est ainsi que ceux qui sont partis troublent ceux qui restent.
tip-jetpack = Si l’aéronef s’écrase, un Jetpack vous pose sans dommage, avec un trésor de la cité que vous quittiez. Avec lui en main, vous pouvez rester plus longtemps que les autres.
tip-spyglass = Une Longue-vue magique vaut 2 points, ou un vol qu’aucun dé n’arrête. Utilisez-la à bord quand le capitaine ne peut pas continuer et que plus de 2 points vous attendent.

## Coup de pouce

tip-little_help = Chacun est maintenant un personnage, dont le pouvoir sert une fois dans la partie. Et les passagers peuvent aider de leurs cartes un capitaine qui ne peut pas continuer.
tip-upgraded = Une carte améliorée paie un symbole, ou deux de la même sorte. C’est de l’équipement : si elle seule permet de continuer, un capitaine doit s’en servir.
tip-help = Quand le capitaine ne peut pas continuer, les passagers peuvent poser des Coups de pouce face cachée, chacun contre un symbole ; puis on les retourne tous ensemble. Ceux qui vous restent en main à la fin vous coûtent des points.
tip-bandit = Un Bandit ajoute un dé au prochain lancer. Il se joue au mieux à terre, contre ceux qui volent sans vous.
tip-mooring_line = Une Amarre retient l’aéronef sur place, une fois que le capitaine a payé. Vous pouvez aussi la jouer à terre, pour que personne ne vous devance.
tip-red = Vous êtes Rouge : une fois dans la partie, quand le capitaine ne peut pas continuer, vous pouvez rendre un trésor pour faire relancer tous les dés. Un trésor modeste est un petit prix pour une cité riche.
tip-blue = Vous êtes Bleu : une fois dans la partie, quand le capitaine ne peut pas continuer, vous pouvez prendre la barre et payer de votre main. Avec de bonnes cartes, vous n’avez pas à craindre les mauvaises d’un autre.
tip-green = Vous êtes Vert : une fois dans la partie, quand le capitaine ne peut pas continuer, vous pouvez faire ignorer tous les pirates. Il faut être à bord.
tip-yellow = Vous êtes Jaune : une fois dans la partie, quand le capitaine ne peut pas continuer, vous pouvez retourner deux cartes de la pioche pour aider à payer. C’est un pari, à tenter quand rien d’autre ne va.
tip-black = Vous êtes Noir : une fois dans la partie, vous pouvez faire lancer deux dés de moins tant que vous êtes à bord. Gardez cela pour les cités lointaines, où l’on en lance quatre.
tip-purple = Vous êtes Violet : une fois dans la partie, après avoir choisi de rester ou de partir, vous pouvez imposer le même choix à quelqu’un d’autre. Emmenez qui vous voulez, ou gardez un rival à bord pour un crash.

## Coup de théâtre

tip-initiative = La chaloupe est en jeu : avec une carte pour elle, vous pouvez quitter l’aéronef et voler de votre côté. Les capitaines ont aussi des moyens de confier l’aéronef à quelqu’un d’autre.
tip-rowboat = Avec une Chaloupe, vous volez de votre côté en ignorant tous les dés de son symbole, et payez vous-même les autres. Prenez-la quand vous faites plus confiance à vos cartes qu’à celles du capitaine.
tip-desperate_need = Avec une Envie pressante, un capitaine confie l’aéronef à quelqu’un d’autre à bord, et peut ensuite débarquer. Elle est faite pour un lancer que vous ne pouvez pas payer.
tip-new_equipment = Le Nouveau matos échange toutes vos autres cartes contre autant de nouvelles. Plus votre main est mauvaise, plus il rapporte.
tip-spy = L’Espionne vous montre toutes les cartes de quelqu’un d’autre. Celles du capitaine vous servent le plus, avant de rester ou de partir.

## Les boîtes bonus

tip-grappling_hook = Vous êtes à terre, et le capitaine peut continuer quand même : un Grappin vous ramène à bord. Le trésor que vous venez de prendre est rendu, lui aussi.
tip-instructor = Quand vous prenez un trésor, l’Instructeur vous laisse regarder toute la pile de la cité et garder celui qui vous plaît. Utilisez-le là où les trésors diffèrent le plus.
tip-krismastri = Chaque fois que le capitaine ne lance que des dés vides, un trésor est mis de côté comme cadeau. À la fin, le plus riche les donne aux autres, le meilleur d’abord : une courte avance peut se perdre.
tip-matryoshburg = Après un crash, vous pouvez piocher une carte, échanger des cartes de votre main, ou échanger un trésor contre un autre de sa cité. C’est le moment de vous défaire de ce qui ne vous sert pas.
tip-boscalumia = Depuis Barbadahl, un capitaine peut mettre le cap sur Boscalumia : deux vols de quatre dés chacun, et personne ne peut partir entre les deux. Chacun de ceux qui arrivent reçoit 25 points.

## La variante pour deux

tip-crew = Trois de vos équipiers sont à bord, et avant de lancer les dés vous pouvez en poser un pour piocher des cartes. Quand vous prenez un trésor, vous en piochez un pour chacun de ceux qui débarquent, et gardez le meilleur.
