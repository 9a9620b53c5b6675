### What the table waits for.
###
### question-… is one line on the board for all to read: who is waited for ($seats), perhaps
### $captain, $target, $city (where the craft is). ask-… puts the same to the player alone.
### $events is what is left to face, $dice what lies on the table; $craft is ship or boat. A key ends
### in -none where nothing is left to face.

the-craft = { $craft ->
    [boat] the rowboat
   *[ship] the ship
}
# At the start of a sentence.
the-craft-first = { $craft ->
    [boat] The rowboat
   *[ship] The ship
}

question-start = At { $city }, with { $target } ahead, { $seats } chooses how to start.
ask-start = You are captain at { $city }, with { $target } ahead. How will you start?

question-before_roll = Any cards before the dice are rolled for { $target }? Waiting for { $seats }.
ask-before_roll = The dice are about to be rolled for { $target }. Do you play anything first?

question-decisions = Stay or disembark? To reach { $target }, { $captain } must face { $events }. Waiting for { $seats }.
question-decisions-none = Stay or disembark? Nothing stands between { the-craft } and { $target }. Waiting for { $seats }.
ask-decisions = To reach { $target }, { $captain } must face { $events }. Do you stay aboard, or disembark at { $city } with a treasure?
ask-decisions-none = Nothing stands between { the-craft } and { $target }. Do you stay aboard, or disembark at { $city } with a treasure?

question-spoken = The decisions are made. Any cards before { $captain } faces { $events }? Waiting for { $seats }.
question-spoken-none = The decisions are made, and nothing stands between { the-craft } and { $target }. Any cards? Waiting for { $seats }.
ask-spoken = The decisions are made, and { $captain } is about to face { $events }. Do you play anything?
ask-spoken-none = The decisions are made, and nothing stands between { the-craft } and { $target }. Do you play anything?

question-declaration = The moment of truth for { $seats }: can { the-craft } face { $events }?
ask-declaration = The moment of truth: can you face { $events }?

question-can = { the-craft-first } can fly on! Any cards before { $captain } shows theirs? Waiting for { $seats }.
ask-can = { $captain } can fly on, but has shown no cards yet. Do you play anything?

question-cannot = { the-craft-first } is going down! Can anyone save it? Waiting for { $seats }.
ask-cannot = { $captain } cannot face { $events }, and { the-craft } is going down! Do you step in?

question-crashing = Nothing can stop the fall now. Who can still jump? Waiting for { $seats }.
ask-crashing = Nothing can stop the fall now. Do you jump?

question-payment = { $seats } must choose which cards to show against { $events }.
ask-payment = Which cards do you show against { $events }?

question-cards_down = The cards are shown, the course is set for { $target }. Any cards before the craft moves? Waiting for { $seats }.
ask-cards_down = The captain’s cards are shown, but nothing has moved yet. Do you play anything?

# $seat: who takes the treasure.
question-take_treasure = { $seat } is about to take a treasure of { $city }. Does anyone want to pick it? Waiting for { $seats }.
ask-take_treasure = { $seat } is about to take a treasure of { $city }. Do you want to pick it?

question-draw_treasure = { $seats } has treasures of { $city } to choose from and keeps one of them.
ask-draw_treasure = Your crew has brought you treasures of { $city }. Which one do you keep?

question-choose_treasure = { $seats } looks through the treasures of { $city } and picks one.
ask-choose_treasure = Here is the whole pile of { $city }, and { $seat } gets one treasure of it. Which shall it be?

question-pick_dice = { $seats } picks the dice to roll again from { $dice }.
ask-pick_dice = Captain, which of { $dice } do you roll again?

question-matryoshburg = Back from the crash, everyone rests at Matryoshburg: a card, other cards, or another treasure? Waiting for { $seats }.
ask-matryoshburg = After the crash, Matryoshburg consoles you: draw a card, exchange cards of your hand, or exchange a treasure. All choose at once.

# $treasures: the gifts that are left.
question-give_gifts = { $seats } has grown rich, and must give a gift. Still under the tree: { $treasures }.
ask-give_gifts = You have grown rich, so you must be generous. Still under the tree: { $treasures }. Who gets the most valuable one?
