# Results of games: what they are told by. $wins, $rate and the like are numbers.
command-results = résultats
command-results-about = Parties terminées : statistiques, historique et classements
command-stats = statistiques
command-stats-about = Vos statistiques, ou celles de quelqu’un d’autre
command-history = historique
command-history-about = Vos dernières parties, ou celles de quelqu’un d’autre
command-top = classement
command-top-about = Qui est le mieux classé, ou a le plus gagné ce mois-ci
option-player_shown = joueur
option-player_shown-about = Vous, par défaut
option-where = où
option-where-about = Sur ce serveur, ou sur tous ensemble
option-period = période
option-period-about = Par cote, ou par victoires de ce mois
option-ladder = classement
option-ladder-about = Ce qui a été joué

where-here = Ce serveur
where-everywhere = Partout
where-direct = Partout
period-ever = Par cote
period-month = Victoires de ce mois
ladder-base = Jeu de base
ladder-little_help = Coup de pouce
ladder-initiative = Coup de théâtre
ladder-everything = Tout à la fois
ladder-crew = Équipage à deux

button-stats = Statistiques
button-history = Dernières parties
button-older = Plus anciennes
button-show-all = Montrer à tous
button-here = Ce serveur
button-everywhere = Partout
choose-ladder = Choisir un classement

stats-title = { $who } · { $where }
stats-none = Aucune partie n’est encore arrivée à son terme. La première paraîtra ici.
stats-unseen-here = Il n’y a rien à voir ici. De quelqu’un d’autre, je montre les parties terminées sur ce serveur, sauf si elles sont cachées, et celles que vous avez jouées ensemble. Cette personne peut en montrer plus avec **/{ command } { command-results } { command-stats }** et *Montrer à tous*.
stats-unseen-everywhere = Sur tous les serveurs, je ne montre de quelqu’un d’autre que ce que vous avez joué ensemble. *Ce serveur* donne ce qui est montré sur ce serveur.
stats-unseen-direct = En messages privés, je ne montre de quelqu’un d’autre que ce que vous avez joué ensemble.
stats-games =
    { $games ->
        [one] **{ $games } partie, { stats-wins }**
       *[other] **{ $games } parties, { stats-wins }**
    } · { $rate } %, { $par } % au hasard
stats-wins =
    { $wins ->
        [one] { $wins } victoire
       *[other] { $wins } victoires
    }
stats-month =
    { $games ->
        [0] Aucune ce mois-ci
        [one] Ce mois-ci { $games } partie
       *[other] Ce mois-ci { $games } parties
    }{ $games ->
        [0] { "" }
       *[other] , { $wins ->
            [one] { $wins } victoire
           *[other] { $wins } victoires
        }
    }
stats-points = { $points } points par partie · jusqu’à { $city }
stats-captain =
    Capitaine de { $legs ->
        [one] { $legs } étape
       *[other] { $legs } étapes
    } · { $crashes } % de crashs · { $trust } % des passagers sont restés
stats-passenger =
    { $falls ->
        [0] Aucun crash comme passager
        [one] { $falls } crash comme passager
       *[other] { $falls } crashs comme passager
    } · { $escapes ->
        [0] jamais descendu à temps
       *[other] descendu à temps { $escapes } fois
    }
stats-colour =
    Le plus souvent { $character } ({ $games ->
        [one] { $games } partie
       *[other] { $games } parties
    })
stats-rivals-title = Rencontrés le plus souvent : battus – battu par
stats-rival =
    { $who } · { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    } · { $ahead }–{ $behind }
stats-together =
    Vous et cette personne : { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    } · vous { $ahead }–{ $behind }
stats-ladders-title = Cotes
stats-rating = { $ladder } · **{ $rating }** · place { $place } sur { $of }
stats-rating-unlisted = { $ladder } · **{ $rating }** · dans aucun classement
stats-rating-new =
    { $ladder } · { $rating }, provisoire après { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }
stats-picture = Points des dernières parties, la plus ancienne d’abord : { $points }. Gagnées : { $won }.
history-title = Dernières parties · { $who } · { $where }
history-together = Seules les parties que vous avez jouées ensemble sont ici, et vous seul les voyez.
history-line = **{ $points }** points · place { $rank } sur { $seats }
history-broken = interrompue
history-left = quittée avant la fin
history-against = avec { $others }
history-computers =
    { $count ->
        [one] un ordinateur
       *[other] { $count } ordinateurs
    }
history-gone = quelqu’un
top-title-rated = { $ladder } · { $where }
top-title-month = { $ladder } · victoires de ce mois · { $where }
top-none = Personne n’est encore classé ici. Les cotes paraissent après dix parties contre d’autres personnes.
top-none-month = Aucune partie à deux personnes ou plus n’a été gagnée ici ce mois-ci.
top-rated = **{ $rating }** · { $who } · { $games ->
        [one] { $games } partie
       *[other] { $games } parties
    }
top-won = **{ $wins }** · { $who } · { $games ->
        [one] sur { $games } partie
       *[other] sur { $games } parties
    }
top-elsewhere = quelqu’un d’un autre serveur
top-mine = Vous : place { $place } sur { $of }, { $rating }
top-mine-new = Vous : { $rating }, provisoire
top-how = Parties cotées : à deux personnes ou plus, sans conseils. Une cote ne monte que par une partie entière, à la fin de laquelle deux personnes au moins étaient encore là : partir, fermer la table ou exclure quelqu’un ne rapporte rien à personne. Battre des ordinateurs ne rapporte rien. Une personne que vous battez sans cesse ne compte plus, jusqu’à ce qu’elle vous rattrape.
