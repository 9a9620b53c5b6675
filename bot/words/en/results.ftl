# Results of games: what they are told by. $wins, $rate and the like are numbers.
command-results = results
command-results-about = Games that are over: figures, history and ladders
command-stats = stats
command-stats-about = Figures of yours, or of somebody else
command-history = history
command-history-about = Your last games, or somebody else’s
command-top = top
command-top-about = Who stands highest, or has won most this month
option-player_shown = player
option-player_shown-about = Whose; yours, if nobody is chosen
option-where = where
option-where-about = In this server, or in all together
option-period = period
option-period-about = By rating, or by the wins of this month
option-ladder = ladder
option-ladder-about = What was played

where-here = This server
where-everywhere = Everywhere
where-direct = Everywhere
period-ever = By rating
period-month = Wins this month
ladder-base = Base game
ladder-little_help = A Little Help
ladder-initiative = A Little Initiative
ladder-everything = Everything
ladder-crew = Crew for two

button-stats = Stats
button-history = Last Games
button-older = Older
button-show-all = Show Everyone
button-here = This Server
button-everywhere = Everywhere
choose-ladder = Choose a ladder

stats-title = { $who } · { $where }
stats-none = No game has been played to its end yet. The first one will show up here.
stats-unseen-here = There is nothing to see here. Of another player I show the games that were finished in this server, unless they hide them, and the games that you have played together. They can show you more with **/{ command } { command-results } { command-stats }** and *Show Everyone*.
stats-unseen-everywhere = Over all servers, I show of another player only what you have played together. *This Server* has what they show in this server.
stats-unseen-direct = In direct messages, I show of another player only what you have played together.
stats-games =
    { $games ->
        [one] **{ $games } game, { stats-wins }**
       *[other] **{ $games } games, { stats-wins }**
    } · { $rate } % (chance would give { $par } %)
stats-wins =
    { $wins ->
        [one] { $wins } win
       *[other] { $wins } wins
    }
stats-month =
    { $games ->
        [0] None this month
        [one] This month { $games } game
       *[other] This month { $games } games
    }{ $games ->
        [0] { "" }
       *[other] , { $wins ->
            [one] { $wins } win
           *[other] { $wins } wins
        }
    }
stats-points = { $points } points a game · farthest { $city }
stats-captain =
    Captain of { $legs ->
        [one] { $legs } leg
       *[other] { $legs } legs
    } · { $crashes } % crashed · { $trust } % of passengers stayed
stats-passenger =
    { $falls ->
        [0] Never crashed as a passenger
        [one] Crashed once as a passenger
       *[other] Crashed { $falls } times as a passenger
    } · { $escapes ->
        [0] never got off just in time
        [one] got off just in time once
       *[other] got off just in time { $escapes } times
    }
stats-colour =
    Most often { $character } ({ $games ->
        [one] { $games } game
       *[other] { $games } games
    })
stats-rivals-title = Met most often, ahead–behind
stats-rival =
    { $who } · { $games ->
        [one] { $games } game
       *[other] { $games } games
    } · { $ahead }–{ $behind }
# $ahead, $behind: how often the reader came before and behind this person.
stats-together =
    You and this player: { $games ->
        [one] { $games } game
       *[other] { $games } games
    } · you { $ahead }–{ $behind }
stats-ladders-title = Ratings
stats-rating = { $ladder } · **{ $rating }** · place { $place } of { $of }
stats-rating-unlisted = { $ladder } · **{ $rating }** · on no ladder
stats-rating-new =
    { $ladder } · { $rating }, provisional after { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
stats-picture = Points in the last games, the oldest first: { $points }. Won: { $won }.
history-title = Last games · { $who } · { $where }
history-together = Only games that you have played together are listed, and only you see this.
history-line = **{ $points }** points · place { $rank } of { $seats }
history-broken = broken off
history-left = left early
history-against = with { $others }
history-computers =
    { $count ->
        [one] a computer
       *[other] { $count } computers
    }
history-gone = somebody
top-title-rated = { $ladder } · { $where }
top-title-month = { $ladder } · wins this month · { $where }
top-none = Nobody is ranked yet. Ratings are shown after ten games against other people.
top-none-month = No game with two people or more was won here this month.
top-rated = **{ $rating }** · { $who } · { $games ->
        [one] { $games } game
       *[other] { $games } games
    }
top-won = **{ $wins }** · { $who } · { $games ->
        [one] of { $games } game
       *[other] of { $games } games
    }
top-elsewhere = a player of another server
top-mine = You: place { $place } of { $of }, { $rating }
top-mine-new = You: { $rating }, provisional
top-how = Rated: games of two or more people without hints. A rating rises only by a whole game with two or more people still there at the end; leaving, closing the table or removing a player earns nobody anything. Beating computers earns nothing. Beating the same person again and again stops counting until they catch up.
