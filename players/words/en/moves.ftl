### What may be done: labels of buttons and options (at most 80 characters, so no icons and no
### markdown), and what each comes to on one line (-about, at most 90).

move-roll = Roll
move-roll-to = Set Off for { $target }
move-roll-about = Fly on and face whatever comes
move-steer = Steer for Boscalumia
move-steer-about = Two legs of four dice each; 25 points for everyone aboard at the end
move-prepare = Send a Crew Member for Supplies
move-prepare-about = Draw as many cards as this city has dice, then roll
move-stay = Stay
move-stay-about = Fly on with the captain
move-leave = Disembark
move-leave-about = Take a treasure of this city; your journey ends here
move-leave-using = Disembark With { $using }
move-pass = Pass
move-pass-about = Nothing to add for now
move-play = Play { $card }
move-play-on = Play { $card } on { $on }
move-play-using = Play { $card } With { $using }
move-power = Use { $card }
move-power-on = Use { $card } on { $on }
# $on: a treasure that is given up for it.
move-power-for = Use { $card }, Giving Up { $on }
# A card that is laid face down.
move-lay = Lay { $card } Face Down
move-declare-can = We Can Fly On
move-declare-can-about = You will show cards for every event
move-declare-cannot = We Can’t
move-declare-cannot-about = Your word stands: you keep your cards, and the others may avert the crash
move-pay = Show { $cards }
move-pay-about = Discarded to face the events; ★ is upgraded equipment
move-reroll = Reroll: { $dice }
move-reroll-about = All other dice stay as they are
move-reroll-none = Reroll No Dice
move-reroll-none-about = All dice stay as they are
move-keep = Keep { $treasure }
move-keep-about = The other treasures go back and are shuffled
move-draw = Draw a Card
move-draw-about = Into your hand, as after any journey
move-discard = Lay Aside { $card }
move-discard-about = Exchanged for a new card once everyone has chosen
move-done = That Is All
move-done-about = What you laid aside is exchanged for as many new cards
move-exchange = Exchange { $treasure }
move-exchange-about = Under its pile, and you take the top one instead
move-exchange-using = Exchange { $treasure } With { $using }
move-give = Give to { $to }
move-give-about = The most valuable gift that is left
