### Les règles par sujet : un titre (45 caractères au plus) et un texte (1500 au plus) tel que
### Discord le montre. Ce que fait une carte se trouve avec la carte, dans things.ftl.

rules-goal = Le but du jeu
rules-goal-text =
    Vous volez dans **un même aéronef** de cité en cité, toujours plus loin, là où sont les plus beaux trésors. À chaque étape quelqu’un d’autre tient la barre et doit franchir brouillard, foudre, oiseaux et pirates avec les cartes de sa main.

    Faites-vous confiance au capitaine ? Ou débarquez-vous à temps, avec un trésor de la cité où vous êtes ? Quand l’aéronef s’écrase, il n’y a rien pour ceux qui sont encore à bord.

    - Plus la cité est lointaine, plus ses trésors valent : de 1 point à Héolia jusqu’à 25 à Meiji.
    - Les voyages se suivent jusqu’à ce que quelqu’un atteigne l’objectif, d’ordinaire **50 points**.
    - Alors le meilleur score gagne, peu importe qui a provoqué la fin.

rules-leg = Une étape, pas à pas
rules-leg-text =
    1. **Lancer.** Le capitaine lance autant de dés que l’exige la prochaine cité. Une face montre brouillard, foudre, oiseaux ou pirates, ou elle est vide et sans danger.
    2. **Choisir.** Dans le sens horaire, à partir de la gauche du capitaine, chaque passager reste ou débarque.
    3. **Annoncer.** Le capitaine dit « on continue » ou « on ne peut pas continuer ». C’est toujours vrai.
    4. **Avancer.** Si l’on continue, le capitaine montre et défausse une carte par évènement, et l’aéronef atteint la cité. Sinon, il ne montre rien et l’aéronef **s’écrase** : rien pour tous ceux à bord, et le voyage est fini.
    5. **Changer de capitaine.** Après un vol, la barre revient à la première place encore à bord à gauche du capitaine.

    À la **dernière cité** qui a des trésors, chacun à bord en prend un, le capitaine d’abord, puis dans le sens horaire, tant qu’il y en a ; le voyage est fini.

    Un **nouveau voyage** part de la première cité qui a des trésors. Tout le monde remonte à bord et pioche une carte ; la place à gauche du dernier capitaine prend la barre.

rules-decisions = Rester ou débarquer
rules-decisions-text =
    Après le lancer, chaque passager parle une fois, dans le sens horaire, à partir de la gauche du capitaine.

    - **Rester :** vous continuez. Si l’aéronef arrive, une meilleure cité vous attend ; s’il s’écrase, vous n’avez rien.
    - **Débarquer :** vous prenez le premier trésor de la cité où se trouve l’aéronef, pour vos yeux seulement. Vous restez à terre jusqu’au prochain voyage.

    Une fois pris le dernier trésor d’une cité, plus personne ne peut y débarquer. Un choix fait est fait, même si des dés sont relancés ensuite.

    Parlez autant que vous voulez, promettez et doutez ; mais personne ne montre ses cartes. Le nombre de cartes du capitaine est connu de tout le monde.

rules-captain = Les devoirs du capitaine
rules-captain-text =
    Le capitaine dit « on continue » ou « on ne peut pas continuer », et le bot ne propose que ce qui est vrai.

    - Si votre **équipement** répond à tous les évènements, vous **devez** continuer.
    - S’il vous faut aussi des **Turbos**, c’est à vous de voir.
    - Sinon, on ne peut pas continuer.

    Ensuite **votre parole tient**. Vous n’annoncez de nouveau que s’il reste moins d’évènements à affronter qu’avant, ou si des dés sont relancés ; et qui prend la barre en cours d’étape annonce à son tour. Une aide ou un pouvoir qui n’enlève aucun évènement ne change rien.

    Le capitaine ne quitte pas l’aéronef, à une exception près : s’il est **seul à bord au début d’une étape**, il peut prendre un trésor de la cité au lieu de lancer les dés, s’il y en a un, et le voyage est fini. Si le dernier passager débarque pendant l’étape, le capitaine doit encore finir celle-là.

    Après l’étape, la barre revient à la première place encore à bord à gauche du capitaine ; seul à bord, on la garde.

rules-windows = Quand jouer ses cartes
rules-windows-text =
    Les cartes spéciales ont leurs moments. À chacun d’eux, toutes les personnes concernées peuvent agir, dans n’importe quel ordre et autant de fois qu’elles le peuvent, jusqu’à ce que tout le monde passe :

    - **avant le lancer** des dés
    - **quand les choix sont faits**, avant l’annonce du capitaine
    - après **« on continue »**, avant que des cartes soient montrées
    - après **« on ne peut pas continuer »**, tant que le crash peut être évité
    - quand **le crash est certain**
    - quand **les cartes du capitaine sont montrées**, avant que rien ne bouge

    Une carte jouée rouvre le plus souvent la question pour tout le monde. Si deux personnes agissent en même temps, la plus proche de la gauche du capitaine joue d’abord, le capitaine en dernier. Une carte qui ne sert plus à rien revient en main.

    On vous demande votre avis que vous ayez la bonne carte ou non : la question ne trahit donc personne. Un moment pour lequel personne ne peut rien avoir est sauté.

rules-payment = Montrer ses cartes
rules-payment-text =
    Le capitaine qui peut continuer montre et défausse une carte par évènement : Boussole contre le brouillard, Parafoudre contre la foudre, Corne de brume contre les oiseaux, Canon contre les pirates. Deux dés avec le même évènement demandent deux cartes.

    - Aucune de ces cartes ne doit être de trop.
    - Un **Turbo** vaut pour n’importe quel évènement, mais seulement là où l’équipement ne suffit pas.
    - Quand plusieurs lots de cartes conviennent, vous choisissez.
    - Un capitaine qui ne peut pas continuer ne montre rien et ne perd rien.

rules-cards = La main et les cartes Pouvoir
rules-cards-text =
    À deux ou trois, on commence avec 8 cartes chacun ; à plus, avec 6. On pioche **une carte au début de chaque nouveau voyage** : soyez économes.

    Le nombre de cartes de chaque main et la défausse sont connus de tout le monde ; le contenu de votre main est votre secret. Quand la pioche est vide, la défausse est mélangée et la remplace.

    À côté des équipements et des Turbos, il y a des **cartes Pouvoir**, deux de chaque sorte : Débarquement, Itinéraire bis, Coup dur et Jetpack. Une table peut jouer sans, ce qui est conseillé pour une première partie.

rules-treasures = Les trésors
rules-treasures-text =
    À côté de chaque cité se trouve la pile mélangée de ses trésors, face cachée. On prend le premier, pour ses yeux seulement. Tout le monde voit de quelles cités viennent vos trésors, mais non ce qu’ils valent.

    Une cité sans trésor **n’est plus une escale** : l’aéronef la survole et lance les dés de la prochaine cité qui en a. Si les trésors s’épuisent pendant que l’aéronef s’y trouve, un capitaine seul à bord doit lancer les dés. La dernière cité qui a encore des trésors joue le rôle de la dernière cité.

    Chacune des quatre premières cités cache une **Longue-vue magique** : 2 points si vous la gardez, ou un chemin qui évite tous les évènements quand l’aéronef va s’écraser.

rules-end = La fin de la partie
rules-end-text =
    On ne regarde les scores **qu’avant un nouveau voyage**. Si quelqu’un a 50 points de trésors et de jetons ou davantage (ou l’objectif fixé par la table), la partie est finie, qu’on le veuille ou non. Elle finit aussi quand plus aucune cité n’a de trésor.

    Votre score est la somme

    - de vos trésors, une Longue-vue magique inutilisée comptant 2 ;
    - de votre jeton de Boscalumia, qui compte 25 ;
    - moins une pénalité pour chaque Coup de pouce resté en main.

    La pénalité ne retarde pas la fin. Le meilleur score gagne. À égalité, moins de cartes Trésor l’emporte ; si c’est encore égal, la victoire est partagée.

rules-beginner = Variante : Aventuriers débutants
rules-beginner-text =
    Pour un premier vol :

    - Ni cartes Pouvoir ni Longues-vues magiques. Les Turbos restent.
    - Avant un nouveau voyage, la partie finit dès que quelqu’un a des trésors de **cinq cités différentes**. Plusieurs trésors d’une même cité comptent pour un.
    - Les points décident alors comme d’habitude : on peut très bien gagner avec moins de cités.
    - Aucune boîte ne s’y ajoute.

rules-crew = Variante : Équipage
rules-crew-text =
    Exactement à **deux**, avec la seule boîte de base. Il y a moins d’équipement, et cinq trésors seulement dans chaque cité. Chacun a **trois membres d’équipage** à bord.

    - **Ravitaillement :** avant le lancer, le capitaine peut faire descendre **un seul** membre d’équipage, jamais le dernier, et pioche autant de cartes que les dés de la cité où **se trouve** l’aéronef ; donc jamais à la première. Ensuite, il doit lancer les dés.
    - **Trésors :** chaque fois que vous en prenez un, tout votre équipage encore à bord descend avec vous. Vous regardez autant de trésors que de membres descendus, vous en gardez un, et les autres sont remélangés.
    - Tout le monde remonte à bord au voyage suivant.

rules-little_help = Boîte : Coup de pouce
rules-little_help-text =
    L’**équipement amélioré** répond à un ou deux évènements de son symbole. C’est un équipement à tous égards : le capitaine qui ne peut continuer qu’avec lui le doit.

    Les **Coups de pouce** sont pour les passagers de l’aéronef, après « on ne peut pas continuer ». Posez-en autant que vous voulez face cachée ; quand tout le monde a passé, tout est retourné en même temps, et chaque carte répond à un évènement de son symbole.

    - Si l’aide et l’équipement du capitaine suffisent, il **doit** compléter et continuer. S’il faut aussi des Turbos, c’est à lui de voir. Sinon, il ne perd rien.
    - L’aide retournée est défaussée dans tous les cas, et cela n’arrive qu’une fois par étape. Si elle ne répond à rien, « on ne peut pas continuer » tient.
    - Si des dés sont relancés pendant qu’elle est face cachée, elle revient en main sans être vue.
    - Chaque Coup de pouce resté en main à la fin coûte **2 points**.

    Il y a aussi le **Bandit** et l’**Amarre**, et un **personnage** pour chacun.

rules-characters = Les personnages et leurs pouvoirs
rules-characters-text =
    Avec Coup de pouce, chacun incarne un personnage, tiré au sort ou choisi avant la partie. Tout le monde voit qui est qui. Chaque pouvoir sert **une fois dans la partie**.

    - **Rouge**, à bord, après « on ne peut pas continuer » : un trésor sacrifié, et tous les dés sont relancés.
    - **Bleu**, comme passager, après « on ne peut pas continuer » : prendre la barre pour cette étape et payer de sa main.
    - **Vert**, à bord, après « on ne peut pas continuer » : les pirates sont ignorés pour cette étape.
    - **Jaune**, à bord, après « on ne peut pas continuer » : deux cartes de la pioche sont retournées en renfort.
    - **Noir**, à bord, avant le lancer : deux dés de moins.
    - **Violet**, quand tout est dit, si vous avez choisi : quelqu’un d’autre doit faire le même choix.

    Le prochain capitaine se compte à partir de la gauche du dernier qui a tenu la barre, que ce soit par le pouvoir bleu ou autrement.

rules-initiative = Boîte : Coup de théâtre
rules-initiative-text =
    La **chaloupe** n’a qu’une place. Un passager joue une **Chaloupe** au lieu de rester ou de débarquer ; ou le capitaine la joue quand les choix sont faits ou après « on ne peut pas continuer », et le passager suivant prend la barre. Un capitaine seul laisse l’aéronef vide. La chaloupe doit être libre.

    - Après l’étape de l’aéronef vient celle de la chaloupe : on lance les dés de sa prochaine cité, on **ignore le symbole de la carte**, et on paie le reste de sa main. Sinon, la chaloupe s’écrase, sans trésor.
    - Dès le tour suivant, on peut débarquer avec un trésor avant le lancer. À la dernière cité, on en prend un, s’il en reste.
    - Ensuite, ou après un crash, la carte est défaussée ; tant que l’aéronef vole, la chaloupe est de nouveau libre.
    - Les cartes qui agissent sur l’aéronef agissent aussi sur la chaloupe, mais on n’y est pas passager : ni Débarquement, ni Coup de pouce, ni Grappin, ni pouvoir bleu ou violet.
    - Le voyage finit quand aucun des deux ne vole plus.

    Autres cartes : **Envie pressante**, **Nouveau matos** et **Espionne**.

rules-grappling_hook = Boîte : Grappin
rules-grappling_hook-text =
    Deux cartes pour qui est parti trop tôt. Si vous avez débarqué pendant cette étape, de gré ou de force, et que le capitaine dit « on continue », jouez-la : le trésor que vous venez de prendre retourne sous sa pile et vous remontez à bord.

    Le vol n’est pas fini pour autant : un Coup dur peut encore écraser l’aéronef, et vous avec.

rules-instructor = Boîte : Instructeur
rules-instructor-text =
    Deux cartes pour choisir à son goût. Quand vous prenez un trésor dans la pile d’une cité, parcourez toute la pile et gardez celui que vous préférez ; elle est ensuite mélangée.

    - Si vous débarquez de votre plein gré, vous jouez la carte avec ce choix.
    - Si le trésor vous vient autrement (débarquement forcé, dernière cité), la question vous est posée, quoi que vous ayez en main.

    La carte se lit de deux façons : ici, elle sert à qui prend le trésor. Règle maison : une table peut permettre à tout le monde de la jouer sur la prise de n’importe qui.

rules-krismastri = Boîte : Krismastri
rules-krismastri-text =
    Chaque fois que le capitaine de l’aéronef lance ou relance des dés et qu’il ne reste **que des faces vides**, le premier trésor de la cité où se trouve l’aéronef rejoint, face cachée, la pile de cadeaux.

    Quand la partie va finir, la place qui a atteint l’objectif déballe les cadeaux et doit les offrir. S’il y en a plusieurs, ou aucune, c’est celle qui a les plus riches trésors, avant toute pénalité ; à égalité, la première à gauche du dernier capitaine. Le plus précieux d’abord, **un à chaque autre place**, dans l’ordre de son choix, tant qu’il y en a. Puis on recompte les scores.

rules-matryoshburg = Boîte : Matryoshburg
rules-matryoshburg-text =
    Après un crash de l’aéronef, on ne pioche pas simplement une carte pour le nouveau voyage. Chacun choisit plutôt, en même temps et en secret :

    - **piocher** une carte ;
    - **échanger des cartes :** défausser une ou plusieurs cartes de sa main et en piocher autant ;
    - **échanger un trésor :** en remettre un sous sa pile et prendre le premier, si cette pile n’est pas vide.

    On regarde les scores après cela : si personne n’a plus assez de points, la partie continue.

rules-boscalumia = Boîte : Boscalumia
rules-boscalumia-text =
    Le capitaine de l’aéronef qui commence une étape à **Barbadahl** peut mettre le cap sur **Boscalumia**, la cité oubliée, au lieu de Karios. Il faut **deux étapes de quatre dés**.

    - À la première, les passagers choisissent comme d’habitude, à Barbadahl.
    - Entre les deux, l’aéronef est suspendu dans **l’Entre-deux** : personne ne débarque, le capitaine doit lancer les dés, et Jetpack, Grappin, Débarquement et Amarre sont exclus. Personne n’y prend la chaloupe.
    - Après la seconde, Boscalumia brille de nouveau : chacun à bord reçoit un jeton de **25 points**, et le voyage de l’aéronef est fini.

    Une fois rallumée, la cité ne rapporte plus rien et on ne peut plus la viser. La chaloupe n’y va jamais.

rules-house_rules = Règles maison
rules-house_rules-text =
    Là où les livrets se contredisent ou se lisent de deux façons, l’hôte de la table choisit. Ce qui vient ici en premier vaut par défaut.

    - **Objectif :** 50 points, ou n’importe quel nombre de 25 à 100.
    - **Cartes Pouvoir :** avec ou sans.
    - **Longues-vues magiques :** avec ou sans.
    - **Premier capitaine :** tiré au sort, ou l’hôte.
    - **Après une Amarre**, le capitaine suivant relance ; ou les dés restent tels quels et tout le monde choisit de nouveau.
    - **Coup de pouce** resté en main : il coûte 2 points ; ou 4.
    - **Étape du Bleu :** les Coups de pouce des passagers comptent encore ; ou non.
    - **Instructeur :** seulement pour qui prend le trésor ; ou pour tout le monde, sur toute prise.
    - **Débarquement :** jusqu’à l’annonce du capitaine ; ou tant qu’il n’a pas joué de cartes.
    - **Coups de pouce insuffisants :** défaussés dès qu’ils sont retournés ; ou gardés sur la table pour Bleu, Vert ou Jaune pendant cette étape, jusqu’à ce que des dés soient relancés. Les siens ne servent toujours pas à Bleu.
    - **Itinéraire bis :** au moins un dé est relancé ; ou le capitaine peut n’en relancer aucun, et alors sa parole tient.

rules-board = Lire le plateau
rules-board-text =
    Sur **l’image** se trouvent les neuf cités : ce que chacune vaut, combien de dés y mènent et combien de trésors il y reste. L’aéronef et la chaloupe sont à leur place, avec ceux qui sont à bord ; le capitaine porte le chapeau. Dessous, les dés (barrés : à ne pas affronter), chaque place avec ses trésors et ses cartes, et le chemin jusqu’au but.

    Plus bas, qui doit répondre à quoi, et **l’enjeu** : ce que partir peut rapporter ici, et ce que rester peut rapporter ensuite. Une Longue-vue magique y vaut 2.

    Un plateau **en mots** a une ligne par cité, et une par place : à bord 🎈, dans la chaloupe 🛶 ou à terre 🏝️, et ce que tout le monde peut savoir de vous :

    - ✋ combien de **cartes** vous avez en main.
    - 💎 combien de **trésors** vous avez. Les petits chiffres derrière sont **les numéros des cités** d’où ils viennent, et non des points : 💎 3 `1 1 4`, ce sont deux trésors de la cité 1 et un de la cité 4. Personne d’autre ne voit ce qu’ils valent.
    - 🌟 les jetons de Boscalumia, et 🧑‍🤝‍🧑 l’équipage encore à bord.
    - Le pouvoir d’un personnage est barré une fois utilisé.

    💤 marque une place qu’un ordinateur garde pour quelqu’un.

rules-table = Comment on joue ici
rules-table-text =
    Le **plateau** est dans le salon, avec les boutons de tous. **Le vôtre** (*Mon plateau*), à l’abri des regards, porte vos cartes, vos trésors et vos choix.

    - **Réponses scellées :** répondez avant votre tour : la réponse reste scellée, et vous pouvez la changer. Le capitaine aussi ; de nouveaux dés ou un autre capitaine annulent sa réponse.
    - **Réagir :** quand des cartes peuvent être jouées, une table en direct attend quelques secondes, puis continue. *Jouer…* la retient un moment, et tout le monde le voit ; *Attendez-moi* le fait d’avance. Sans horloge, elle attend.
    - **Passer tout :** on ne vous demande plus rien pendant cette étape.
    - **Consignes :** armez une carte, et elle se joue d’elle-même le moment venu ; ou dites où ne rien vous demander. *Plus loin…* vous fait rester, ou continuer.
    - **Une seule réponse :** le bot la donne pour vous.
    - Personne ne distingue cela d’une réflexion.
    - **Temps :** en direct, vous avez quelques secondes pour décider, à une table lente 4 h à 3 jours. Ensuite un ordinateur décide ; après deux décisions de suite, il garde votre place jusqu’à *Je suis là*. *Rappels…* dit quand vous prévenir, et vos absences.
    - **Pause :** sans personne, la partie attend, puis se met en pause ; pendant un mois, *Reprendre* permet de continuer.
    - **Des ordinateurs** de trois niveaux (Facile, Normal, Difficile) occupent les places vides. Un Normal remplace qui s’absente ou abandonne.

    Rien ne se perd avec un message : le plateau revient à tout moment.
