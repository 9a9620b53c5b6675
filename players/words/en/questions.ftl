### What the table waits for.
###
### question-… stands on the board for all to read: who is asked what ($seats), in bold, then why;
### perhaps with $captain, $target, $city (where the craft is). ask-… puts the same to the player
### alone. $events is what is left to face, $dice what lies on the table; $craft is ship or boat, $ship what the ship is called, and
### $held how many cards the captain holds. A key ends in -none where nothing is left to face.

cards-held = { $held ->
    [one] { $held } card
   *[other] { $held } cards
}

all-decided = { $craft ->
    [boat] The rowboat is under way
   *[other] All have decided
}
the-craft = { $craft ->
    [boat] the rowboat
   *[ship] { $ship }
}
the-ship = the ship

question-start = **{ $seats } — how will you start?** Next stop: { $target }.
ask-start = You are captain at { $city }, and { $target } is ahead. How will you start?

question-before_roll = **{ $seats } — any cards before the roll?** Next stop: { $target }.
ask-before_roll = The dice are about to be rolled for { $target }. Will you play anything first?

question-decisions = **{ $seats } — stay or disembark?** { $captain } ({ cards-held }) must face { $events }.
question-decisions-none = **{ $seats } — stay or disembark?** Clear skies: nothing stands between { the-craft } and { $target }.
ask-decisions = Stay or disembark? { $captain } ({ cards-held }) must face { $events }.
ask-decisions-none = Stay or disembark? Nothing stands between { the-craft } and { $target }.
# Nobody can disembark, but a card may be played.
question-decisions-bound = **{ $seats } — stay, or play a card?** Nothing is left at { $city }. { $captain } ({ cards-held }) must face { $events }.
ask-decisions-bound = Stay, or play a card? Nothing is left at { $city }. { $captain } ({ cards-held }) must face { $events }.
question-decisions-bound-none = **{ $seats } — stay, or play a card?** Nothing is left at { $city }, and nothing stands between { the-craft } and { $target }.
ask-decisions-bound-none = Stay, or play a card? Nothing is left at { $city }, and nothing stands between { the-craft } and { $target }.

question-spoken = **{ $seats } — any cards?** { all-decided }, and { $captain } ({ cards-held }) must face { $events }.
question-spoken-none = **{ $seats } — any cards?** { all-decided }, and nothing stands between { the-craft } and { $target }.
ask-spoken = { all-decided }, and { $captain } is about to face { $events }. Will you play anything?
ask-spoken-none = { all-decided }, and nothing stands between { the-craft } and { $target }. Will you play anything?

question-declaration = **{ $seats } — can { the-craft } fly on?** To face: { $events }.
ask-declaration = The moment of truth: can you face { $events }?

question-can = **{ $seats } — any cards?** { $captain } can fly on, and is about to show the cards for it.
ask-can = { $captain } can fly on, but has shown no cards yet. Will you play anything?

question-cannot = **{ $seats } — can anyone save { the-craft }?** It is going down.
ask-cannot = { $captain } cannot face { $events }, and { the-craft } is going down! Will you step in?

question-crashing = **{ $seats } — who can still jump?** Nothing can stop the crash now.
ask-crashing = Nothing can stop the crash now. Will you jump?

question-payment = **{ $seats } — which cards will you show?** To face: { $events }.
ask-payment = Which cards will you show against { $events }?

question-cards_down = **{ $seats } — any cards?** The captain’s cards are shown, and { the-craft } is about to fly to { $target }.
ask-cards_down = The captain’s cards are shown, but nothing has moved yet. Will you play anything?

# $seat: who takes the treasure.
question-take_treasure = **{ $seats } — do you want to pick it?** { $seat } is about to take a treasure of { $city }.
ask-take_treasure = { $seat } is about to take a treasure of { $city }. Do you want to pick it?

question-draw_treasure = **{ $seats } — which treasure will you keep?** They come from { $city }.
ask-draw_treasure = Your crew has brought you treasures of { $city }. Which one will you keep?

question-choose_treasure = **{ $seats } — which treasure will you pick?** The whole pile of { $city } is yours to look through.
ask-choose_treasure = Here is the whole pile of { $city }. { $seat } gets one of these treasures: which one?

question-pick_dice = **{ $seats } — which dice are rolled again?** On the table: { $dice }.
ask-pick_dice = Captain, which of { $dice } will you roll again?

question-matryoshburg = **{ $seats } — a card, other cards or another treasure?** After the crash everyone rests at Matryoshburg.
ask-matryoshburg = After the crash, Matryoshburg consoles you: draw a card, exchange cards, or exchange a treasure. Everyone chooses at once.

# $treasures: the gifts that are left.
question-give_gifts = **{ $seats } — who gets the best gift?** Under the tree: { $treasures }.
ask-give_gifts = You are the richest, so be generous. Under the tree: { $treasures }. Who gets the best one?
