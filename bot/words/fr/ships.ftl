# Les aéronefs de chacun. $name : son nom, donné par qui le possède.
command-ship = aéronef
command-ship-about = Votre aéronef : son nom, ses couleurs et son emblème
command-unname = débaptiser
command-unname-about = Retirer le nom de l’aéronef de quelqu’un (hôte ou modération)
option-ship_name = nom
option-ship_name-about = Comment il s’appelle ; - pour aucun nom
option-balloon = ballon
option-balloon-about = La couleur de son ballon
option-stripes = bandes
option-stripes-about = La couleur de ses bandes
option-emblem = emblème
option-emblem-about = Ce qu’il porte sur son ballon
option-unwanted = indésirables
option-unwanted-about = Mots exclus des noms d’aéronefs ici, séparés par des virgules ; - pour aucun

ship-called = « { $name } »
# $flight : où il vole.
page-ship-called = { $flight } · « { $name } »
ship-title = Votre aéronef
ship-how = Il vole dès que vous êtes capitaine, où que vous jouiez.
ship-unwanted = Ce serveur ne montre pas ce nom. D’autres le peuvent.
# $who : une mention.
ship-unnamed = L’aéronef de { $who } n’a plus de nom.
ship-unnamed-here = Le nom de l’aéronef de { $who } n’est plus montré à cette table.
button-ship = Mon aéronef
more-ship = l’aéronef que vous pilotez : nom, couleurs, emblème
button-ship_name = Nom…
ship-name-title = Votre aéronef
ship-name-label = Nom
# $most : colonnes.
ship-name-about = Au plus { $most } lettres. Vide : aucun nom.
choose-balloon = Choisir le ballon
choose-stripes = Choisir les bandes
choose-emblem = Choisir l’emblème
# $colour, $emblem : comme plus bas.
label-balloon = Ballon : { $colour }
label-stripes = Bandes : { $colour }
label-emblem = Emblème : { $emblem }
# $how: what earns it.
label-closed = { $emblem } : { $how }

livery-white = blanc
livery-gold = doré
livery-pink = rose
livery-azure = bleu ciel
livery-green = vert
livery-red = rouge
livery-indigo = indigo
livery-ink = noir
emblem-compass = boussole
emblem-star = étoile
emblem-moon = lune
emblem-sun = soleil
emblem-heart = cœur
emblem-anchor = ancre
emblem-lightning = éclair
emblem-key = clé
emblem-whale = baleine
emblem-cat = chat
emblem-laurel = laurier
emblem-summit = sommet
emblem-plaster = pansement
# Comment un emblème se gagne. $of, $now : ce qu’il faut, et où on en est.
emblem-laurel-earned = { $of } parties · { $now }/{ $of }
emblem-summit-earned = voler jusqu’à la cité { $of } · { $now }/{ $of }
emblem-plaster-earned = s’écraser à { $of } à bord · { $now }/{ $of }

# Dans la description du plateau.
picture-ship-called = Il s’appelle « { $name } ».
picture-livery = Ballon : { $balloon }, bandes : { $stripes }, emblème : { $emblem }.

error-not_earned = Cet emblème n’est pas encore gagné. `/{ command } { command-ship }` dit comment.
settings-unwanted =
    { $count ->
        [0] Aucun mot n’est exclu des noms d’aéronefs.
        [one] Exclu des noms d’aéronefs : { $words }.
       *[other] Exclus des noms d’aéronefs : { $words }.
    }
