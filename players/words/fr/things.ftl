### Ce qui se trouve sur la table : cartes, dés, cités, trésors, personnages, boîtes.
###
### Pour chaque carte : son nom, ce qu’elle fait en une ligne (-about), et tout ce qu’il faut
### savoir (-text) : qui la joue, quand, et ce qui s’ensuit.

## Équipement

-equipment-text = Le capitaine la montre pour { $deed }. L’équipement ne se choisit pas : si le vôtre répond à tous les évènements, il faut l’utiliser et continuer.

card-compass = Boussole
card-compass-about = Répond à un brouillard quand vous êtes capitaine
card-compass-text = { -equipment-text(deed: "traverser un brouillard") }
card-lightning_rod = Parafoudre
card-lightning_rod-about = Répond à une foudre quand vous êtes capitaine
card-lightning_rod-text = { -equipment-text(deed: "détourner une foudre") }
card-foghorn = Corne de brume
card-foghorn-about = Répond à une nuée d’oiseaux quand vous êtes capitaine
card-foghorn-text = { -equipment-text(deed: "effrayer une nuée d’oiseaux") }
card-cannon = Canon
card-cannon-about = Répond à une attaque de pirates quand vous êtes capitaine
card-cannon-text = { -equipment-text(deed: "repousser une attaque de pirates") }
card-turbo = Turbo
card-turbo-about = Remplace l’équipement qui vous manque contre un évènement ; jamais obligatoire
card-turbo-text = Le capitaine peut la montrer contre n’importe quel évènement que son équipement laisse sans réponse. Ce n’est jamais une obligation : là où il faudrait un Turbo, on peut aussi dire « on ne peut pas continuer ».

## Coup de pouce

-upgraded-text = Le capitaine la montre pour { $deed } ; ce qui est en trop est perdu. C’est un équipement comme les autres : si elle seule permet de continuer, il faut la jouer.

-help-text = Les passagers de l’aéronef la posent face cachée quand le capitaine ne peut pas continuer ; quand tout le monde a passé, on retourne tout en même temps, et elle répond à { $event }. Elle est défaussée quoi qu’il arrive, et celle qui reste en main à la fin de la partie coûte des points.

card-upgraded_compass = Boussole améliorée
card-upgraded_compass-about = Répond à un ou deux brouillards quand vous êtes capitaine
card-upgraded_compass-text = { -upgraded-text(deed: "traverser un ou deux brouillards") }
# Le nom sur un bouton trop petit pour le nom entier.
card-upgraded_compass-short = Boussole★
card-upgraded_lightning_rod = Parafoudre amélioré
card-upgraded_lightning_rod-about = Répond à une ou deux foudres quand vous êtes capitaine
card-upgraded_lightning_rod-text = { -upgraded-text(deed: "détourner une ou deux foudres") }
card-upgraded_lightning_rod-short = Parafoudre★
card-upgraded_foghorn = Corne de brume améliorée
card-upgraded_foghorn-about = Répond à une ou deux nuées d’oiseaux quand vous êtes capitaine
card-upgraded_foghorn-text = { -upgraded-text(deed: "effrayer une ou deux nuées d’oiseaux") }
card-upgraded_foghorn-short = Corne de brume★
card-upgraded_cannon = Canon amélioré
card-upgraded_cannon-about = Répond à une ou deux attaques de pirates quand vous êtes capitaine
card-upgraded_cannon-text = { -upgraded-text(deed: "repousser une ou deux attaques de pirates") }
card-upgraded_cannon-short = Canon★

card-help_fog = Coup de pouce (brouillard)
card-help_fog-about = Passagers, si l’on ne peut pas continuer : à poser face cachée contre un brouillard
card-help_fog-text = { -help-text(event: "un brouillard") }
card-help_lightning = Coup de pouce (foudre)
card-help_lightning-about = Passagers, si l’on ne peut pas continuer : à poser face cachée contre une foudre
card-help_lightning-text = { -help-text(event: "une foudre") }
card-help_birds = Coup de pouce (oiseaux)
card-help_birds-about = Passagers, si l’on ne peut pas continuer : à poser face cachée contre des oiseaux
card-help_birds-text = { -help-text(event: "une nuée d’oiseaux") }
card-help_pirates = Coup de pouce (pirates)
card-help_pirates-about = Passagers, si l’on ne peut pas continuer : à poser face cachée contre des pirates
card-help_pirates-text = { -help-text(event: "une attaque de pirates") }

card-bandit = Bandit
card-bandit-about = Avant le lancer : un dé de plus pour le capitaine
card-bandit-text = Tout le monde peut la jouer avant le lancer des dés, même à terre. Le capitaine lance un dé de plus ; les deux Bandits peuvent tomber sur le même lancer.
card-mooring_line = Amarre
card-mooring_line-about = Une fois les cartes du capitaine montrées : on reste sur place
card-mooring_line-text = Tout le monde peut la jouer une fois les cartes du capitaine montrées. Le vaisseau ne bouge pas et les cartes sont perdues quand même ; le capitaine suivant repart de la même cité. Elle ne se joue pas si aucune carte n’a été montrée, ni dans l’Entre-deux sur la route de Boscalumia.

card-red = Pouvoir rouge
card-red-about = Si l’on ne peut pas continuer : sacrifiez un trésor, tous les dés sont relancés
card-red-text = Une fois dans la partie, si vous êtes à bord quand le capitaine ne peut pas continuer. Retirez de la partie un de vos trésors : tous les dés sont relancés et le capitaine s’annonce de nouveau.
card-blue = Pouvoir bleu
card-blue-about = Si l’on ne peut pas continuer : prenez la barre et payez de votre main
card-blue-text = Une fois dans la partie, si vous voyagez comme passager quand le capitaine ne peut pas continuer. Vous voilà capitaine de cette étape : à vous d’affronter les évènements avec votre main, avec les obligations de tout capitaine. Les autres peuvent encore jouer leurs cartes, mais vos propres Coups de pouce ne vous servent pas.
card-green = Pouvoir vert
card-green-about = Si l’on ne peut pas continuer : plus de pirates pour cette étape
card-green-text = Une fois dans la partie, si vous êtes à bord quand le capitaine ne peut pas continuer. Les pirates sont ignorés jusqu’à la fin de cette étape, et leurs dés ne sont plus relancés.
card-yellow = Pouvoir jaune
card-yellow-about = Si l’on ne peut pas continuer : retournez deux cartes de la pioche en renfort
card-yellow-text = Une fois dans la partie, si vous êtes à bord quand le capitaine ne peut pas continuer. Deux cartes de la pioche sont retournées : équipements, Turbos et Coups de pouce servent pour cette étape. Les deux sont ensuite défaussées.
card-black = Pouvoir noir
card-black-about = Avant le lancer : deux dés de moins
card-black-text = Une fois dans la partie, si vous êtes à bord, même capitaine, avant le lancer des dés. Le capitaine lance deux dés de moins ; s’il n’en reste aucun, il n’y a rien à affronter.
card-purple = Pouvoir violet
card-purple-about = Quand tout est dit : quelqu’un doit faire le même choix que vous
card-purple-text = Une fois dans la partie, si vous avez choisi de rester ou de débarquer pendant cette étape, quand tout le monde a parlé. Une autre personne qui a choisi doit faire comme vous : à terre, elle remet son trésor sous la pile et remonte à bord ; à bord, elle débarque et prend le premier trésor.

## Coup de théâtre

-rowboat-text = Un passager la joue au lieu de rester ou de débarquer, ou le capitaine au lieu d’affronter les évènements, si la chaloupe est libre. Vous volez en solitaire après l’étape de l’aéronef : vous ignorez { $events } et payez le reste de votre main. Un capitaine qui part ainsi laisse la barre au passager suivant.

card-rowboat_fog = Chaloupe (brouillard)
card-rowboat_fog-about = Continuez en solitaire, à l’abri de tous les brouillards
card-rowboat_fog-text = { -rowboat-text(events: "tous les brouillards") }
card-rowboat_lightning = Chaloupe (foudre)
card-rowboat_lightning-about = Continuez en solitaire, à l’abri de toutes les foudres
card-rowboat_lightning-text = { -rowboat-text(events: "toutes les foudres") }
card-rowboat_birds = Chaloupe (oiseaux)
card-rowboat_birds-about = Continuez en solitaire, à l’abri de tous les oiseaux
card-rowboat_birds-text = { -rowboat-text(events: "tous les oiseaux") }
card-rowboat_pirates = Chaloupe (pirates)
card-rowboat_pirates-about = Continuez en solitaire, à l’abri de tous les pirates
card-rowboat_pirates-text = { -rowboat-text(events: "tous les pirates") }
card-desperate_need = Envie pressante
card-desperate_need-about = Capitaine, avant de montrer vos cartes : laissez la barre à quelqu’un d’autre
card-desperate_need-text = Le capitaine de l’aéronef la joue quand tous les passagers ont choisi, avant ou après son annonce, tant qu’il n’a pas montré de cartes. Désignez quelqu’un d’autre à bord, qui devient capitaine de cette étape et s’annonce à son tour ; ensuite, vous choisissez de rester ou de débarquer.
card-new_equipment = Nouveau matos
card-new_equipment-about = Avant le lancer : défaussez toute votre main et piochez-en autant
card-new_equipment-text = Tout le monde peut la jouer avant le lancer des dés, même à terre. Défaussez toutes les autres cartes de votre main et piochez-en autant.
card-spy = Espionne
card-spy-about = Avant le lancer : regardez la main de quelqu’un
card-spy-text = Tout le monde peut la jouer avant le lancer des dés, même à terre. Regardez la main de quelqu’un d’autre, une seule fois et pour vos yeux seulement.

## Cartes Pouvoir de la boîte de base

card-ejection = Débarquement
card-ejection-about = Quand tout est dit : un autre passager doit débarquer
card-ejection-text = Se joue à bord de l’aéronef quand tous les passagers ont choisi, avant l’annonce du capitaine ; par une règle maison, tant qu’il n’a pas joué de cartes. Un autre passager, jamais le capitaine, descend sur-le-champ et prend le premier trésor de la cité. Il faut que la cité en ait encore un.
card-alternative_route = Itinéraire bis
card-alternative_route-about = Après les choix : le capitaine relance les dés qu’il veut
card-alternative_route-text = Se joue à bord quand les passagers ont choisi, avant ou après l’annonce du capitaine. Le capitaine désigne un ou plusieurs dés et les relance ; par une règle maison, il peut n’en relancer aucun. Les passagers ne choisissent pas de nouveau.
card-wind_gust = Coup dur
card-wind_gust-about = Après les choix : tous les dés vides sont relancés
card-wind_gust-text = Tout le monde peut la jouer, même à terre, quand les passagers ont choisi, avant ou après l’annonce du capitaine. Tous les dés vides sont relancés ; il en faut donc au moins un. Les passagers ne choisissent pas de nouveau.
card-jetpack = Jetpack
card-jetpack-about = Quand le crash est certain : atterrissez avec un trésor de la cité quittée
card-jetpack-text = Se joue à bord, capitaine compris, quand plus rien ne peut éviter le crash. Vous atterrissez dans la cité que l’on quittait et prenez son premier trésor, s’il y en a un. À plusieurs, on se sert à partir de la gauche du capitaine ; s’il ne reste rien pour vous, la carte vous revient.
card-spyglass = Longue-vue magique
card-spyglass-about = Si l’on ne peut pas continuer : sacrifiez-la, et le vaisseau évite tous les évènements
card-spyglass-text = Un trésor qui vaut 2 points. Elle se joue à bord quand le capitaine ne peut pas continuer : tous les évènements de l’étape sont ignorés, aucune carte n’est montrée et le vaisseau avance. La longue-vue quitte la partie, et ses 2 points avec elle.

## Cartes bonus

card-grappling_hook = Grappin
card-grappling_hook-about = Si l’on continue et que vous venez de partir : rendez le trésor et remontez
card-grappling_hook-text = Pour qui a quitté l’aéronef pendant cette étape, quand le capitaine a dit « on continue ». Remettez sous sa pile le trésor que vous venez de prendre et remontez à bord. Un Coup dur peut encore tout gâcher.
card-instructor = Instructeur
card-instructor-about = Quand vous prenez un trésor : fouillez la pile et gardez celui qui vous plaît
card-instructor-text = Se joue quand vous prenez un trésor. Parcourez toute la pile de la cité, gardez le trésor que vous préférez, et le reste est mélangé. Si vous débarquez de votre plein gré, vous la jouez avec ce choix ; si le trésor vous vient autrement, la question vous est posée.

## Dés et cités

face-fog = brouillard
face-lightning = foudre
face-birds = oiseaux
face-pirates = pirates
face-blank = vide
# Quand il ne reste aucun évènement à affronter.
face-none = un ciel dégagé

city-1 = Héolia
city-2 = Kanopea
city-3 = Veltane
city-4 = Ombrelis
city-5 = Sorinthe
city-6 = Barbadahl
city-7 = Karios
city-8 = Nuagora
city-9 = Meiji
# Là où l’aéronef reste suspendu entre les deux étapes vers Boscalumia.
city-10 = l’Entre-deux
# Le nom sur le plateau, qui a dix colonnes pour lui.
city-10-short = Entre-deux
city-11 = Boscalumia

## Trésors : $city est le nom d’une cité, $points un nombre

treasure = { $city } ({ $points ->
    [one] { $points } point
   *[other] { $points } points
})
treasure-spyglass = Longue-vue magique ({ $city })

## Personnages : les deux visages de chacun

character-red = Amelia Lorna-Lou / Lord Hawkins
character-blue = Mel Katansky / Orville Russell K.
character-green = Sonja Blixxen / Ambroise Septimus
character-yellow = Aleshanee Eyota / Howard McFerty
character-black = Claudia Harker / Alekseï Timovitch
character-purple = Victoria de Beckliss / Marcus Hartmann

colour-red = Rouge
colour-blue = Bleu
colour-green = Vert
colour-yellow = Jaune
colour-black = Noir
colour-purple = Violet

## Boîtes et variantes

box-little_help = Coup de pouce
box-little_help-about = Des personnages à pouvoirs, l’aide des passagers, de meilleurs équipements
box-initiative = Coup de théâtre
box-initiative-about = Une chaloupe à une place, une espionne et des envies pressantes
box-grappling_hook = Grappin
box-grappling_hook-about = Deux cartes pour remonter à bord après coup
box-instructor = Instructeur
box-instructor-about = Deux cartes pour choisir exactement son trésor
box-krismastri = Krismastri
box-krismastri-about = Les lancers heureux remplissent une pile de cadeaux, à offrir à la fin
box-matryoshburg = Matryoshburg
box-matryoshburg-about = Après un crash, à chacun de choisir sa consolation
box-boscalumia = Boscalumia
box-boscalumia-about = Une cité oubliée, à deux rudes étapes : 25 points pour chacun à bord

variant-standard = Classique
variant-beginner = Aventuriers débutants
variant-crew = Équipage

## Relier et compter

# $most : un ou plusieurs noms séparés par des virgules ; $last : le dernier.
list-and = { $most } et { $last }
# $count fois la même chose ($thing).
list-times = { $count } × { $thing }
list-none = rien
list-nobody = personne

## Les places

# Les noms des ordinateurs.
computer-0 = Zéphyrine
computer-1 = Anselme
computer-2 = Philomène
computer-3 = Barnabé
computer-4 = Célestine
computer-5 = Léopold
# Comment ils jouent, sur les boutons et après leur nom.
level-easy = Facile
level-normal = Normal
level-hard = Difficile
place-ship = à bord
place-boat = dans la chaloupe
place-ashore = à terre
mark-captain = capitaine
power-used = utilisé

## La langue, par son propre nom

language-name = Français
