### Ce que l’on peut faire : textes des boutons et des choix (80 caractères au plus, donc ni icône
### ni mise en forme), et ce que cela donne en une ligne (-about, 90 au plus).

move-roll = Lancer
move-roll-to = Mettre le cap sur { $target }
move-roll-about = Poursuivre le voyage et affronter ce qui vient
move-steer = Mettre le cap sur Boscalumia
move-steer-about = Deux étapes de quatre dés ; à l’arrivée, 25 points pour chacun à bord
move-prepare = Envoyer un membre d’équipage au ravitaillement
move-prepare-about = Piochez autant de cartes que cette cité a de dés, puis lancez
move-stay = Rester
move-stay-about = Continuer avec le capitaine
move-leave = Débarquer
move-leave-about = Prendre un trésor de cette cité ; le voyage s’arrête là pour vous
move-leave-using = Débarquer avec { $using }
move-pass = Passer
move-pass-about = Rien à ajouter pour l’instant
move-play = Jouer { $card }
move-play-on = Jouer { $card } sur { $on }
move-play-using = Jouer { $card } avec { $using }
move-power = Utiliser le { $card }
move-power-on = Utiliser le { $card } sur { $on }
# $on : un trésor que l’on sacrifie.
move-power-for = Utiliser le { $card } en sacrifiant { $on }
# Une carte posée face cachée.
move-lay = Poser { $card } face cachée
move-declare-can = On continue !
move-declare-can-about = Vous montrerez des cartes pour chaque évènement
move-declare-cannot = On ne peut pas
move-declare-cannot-about = Votre parole vous engage : vous gardez vos cartes, et les autres peuvent éviter le crash
move-pay = Montrer { $cards }
move-pay-about = Défaussées contre les évènements ; ★ : équipement amélioré
move-reroll = Relancer : { $dice }
move-reroll-about = Les autres dés restent tels quels
move-reroll-none = Ne rien relancer
move-reroll-none-about = Tous les dés restent tels quels
move-keep = Garder { $treasure }
move-keep-about = Les autres trésors retournent dans la pile, mélangée
move-draw = Piocher une carte
move-draw-about = Dans votre main, comme après tout voyage
move-discard = Mettre de côté { $card }
move-discard-about = Échangée contre une nouvelle quand les choix seront faits
move-done = C’est tout
move-done-about = Ce que vous avez mis de côté est échangé contre autant de cartes
move-exchange = Échanger { $treasure }
move-exchange-about = Il va sous sa pile, et vous prenez le premier à la place
move-exchange-using = Échanger { $treasure } avec { $using }
move-give = Offrir à { $to }
move-give-about = Le cadeau le plus précieux qui reste
