### The rules by topic: a title (at most 45 characters) and a text (at most 1500) as Discord shows
### it. What a single card does stands with the card, in things.ftl.

rules-goal = What It Is About
rules-goal-text =
    You all fly in **one ship** from city to city, farther and farther, to where the best treasures are. On every leg somebody else is captain and must get the ship through fog, lightning, birds and pirates with the cards in hand.

    Do you trust the captain and stay aboard? Or do you disembark in good time with a treasure of the city you are in? Everyone still aboard when the ship crashes gets nothing.

    - The farther the city, the more its treasures are worth: from 1 point in Heolia to 25 in Meiji.
    - Journeys follow one another until somebody reaches the goal, usually **50 points**.
    - Then the highest score wins, no matter who reached the goal.

rules-leg = A Leg, Step by Step
rules-leg-text =
    1. **Roll.** The captain rolls as many dice as the next city asks for. A face is fog, lightning, birds, pirates or blank; blanks are harmless.
    2. **Decide.** Clockwise from the captain’s left, each passenger stays or disembarks.
    3. **Declare.** The captain says “we can” or “we can’t”. It is always true.
    4. **Move on.** If you can, you show one card for each event and discard it, and the ship reaches the city. If you can’t, you show nothing and the ship **crashes**: everybody aboard gets nothing and the journey ends.
    5. **Next captain.** After a flight the first one aboard to the captain’s left takes the helm.

    At the **last city** that has treasures, everyone aboard takes one, the captain first, then clockwise, while there are any; the journey ends.

    A **new journey** starts at the first city that has treasures. Everyone is aboard again and draws one card, and the seat to the left of the last captain is captain.

rules-decisions = Stay or Disembark
rules-decisions-text =
    After the roll each passenger speaks once, clockwise from the captain’s left.

    - **Stay:** you fly on. If the ship makes it, a better city awaits you; if it crashes, you get nothing.
    - **Disembark:** you take the top treasure of the city where the ship is, which you alone may look at. You are ashore until the next journey.

    When a city’s last treasure is taken, nobody else can disembark there. What was decided stands, even if dice are rolled again later.

    Talk as much as you like, promise and doubt; but nobody may show cards. How many cards a captain holds is known to all.

rules-captain = The Captain’s Duties
rules-captain-text =
    The captain says “we can” or “we can’t”, and the bot offers only what is true.

    - If your **equipment** covers every event, you **must** fly.
    - If you would need **Turbos** too, the choice is yours.
    - Otherwise you cannot.

    Then **your word stands**. You declare afresh only when less is left to face than before, or when dice are rolled again; and a new captain of this leg declares afresh. Help or a power that leaves you just as much to face changes nothing.

    The captain goes down with the ship and may not disembark, with one exception: a captain who is **alone aboard at the start of a leg** may take a treasure of the city instead of rolling, if it has one, and the journey ends. If the last passenger leaves during a leg, the captain must still fly that leg.

    After a leg the first one aboard to the captain’s left takes over; a captain who is alone stays captain.

rules-windows = When to Play Cards
rules-windows-text =
    Special cards have their moments. In each of them everyone concerned may act, in any order and as often as they can, until all have passed:

    - **before the roll**
    - **when all have decided**, before the captain declares
    - after **“we can”**, before cards are shown
    - after **“we can’t”**, while the crash may still be averted
    - when **the crash is certain**
    - when **the captain’s cards are shown**, before anything moves

    Most plays open the question again for everybody. If two act at once, the one nearer to the captain’s left comes first, the captain last. A card that can do nothing any more goes back to its owner.

    You are asked whether you hold a fitting card or not, so being asked tells nobody anything. Moments for which nobody can have anything are skipped.

rules-payment = Showing Cards
rules-payment-text =
    A captain who can fly on shows one card for each event and discards it: Compass against fog, Lightning Rod against lightning, Foghorn against birds, Cannon against pirates. Two dice with the same event need two cards.

    - No card may be among them that could be left out.
    - A **Turbo** stands for any one event, but only where your equipment does not suffice.
    - Where several sets of cards would do, you choose.
    - A captain who cannot fly on shows nothing and loses nothing.

rules-cards = Hands and Power Cards
rules-cards-text =
    With two or three at the table everyone starts with 8 cards, with more of you with 6. You draw **one card at the start of each new journey**, so be thrifty.

    How many cards each of you holds and what lies in the discard are known to all; what you hold is your secret. When the draw pile is empty, the discard is shuffled and becomes the new one.

    Besides equipment and Turbos there are **power cards**, two of each kind: Ejection, Alternative Route, Wind Gust and Jetpack. A table may leave them out, which is good advice for a first game.

rules-treasures = Treasures
rules-treasures-text =
    Beside each city lies a shuffled pile of its treasures, face down. You take the top one; only you may look at it. Everybody sees from which cities your treasures are, but not what they are worth.

    A city whose treasures are gone is **no stop any more**: the ship flies over it and rolls the dice of the next city that has some. If its treasures run out while the ship is there, a captain who is alone must roll. The last city that has any plays the part of the last city.

    Each of the first four cities hides a **Magic Spyglass**: 2 points if you keep it, or a way past every event when the ship is about to crash.

rules-end = The End of the Game
rules-end-text =
    Scores are looked at only **before a new journey**. If somebody has treasures and tokens worth 50 points or more (or whatever goal the table has set), the game ends. It is not a choice. It also ends when no city has a treasure left.

    Your score is the sum of

    - your treasures, an unused Magic Spyglass counting 2,
    - a token of Boscalumia, which counts 25,
    - less a penalty for each Little Help left in your hand.

    The penalty does not put the end off. The highest score wins. In a tie the one with fewer treasure cards is ahead; if that is equal too, the victory is shared.

rules-beginner = Variant: Beginner
rules-beginner-text =
    For a first flight:

    - No power cards and no Magic Spyglasses. Turbos stay.
    - Before a new journey, the game ends as soon as somebody has treasures of **five different cities**. Several of the same city count once.
    - Then points decide as usual, so somebody with fewer cities may well win.
    - No boxes are added.

rules-crew = Variant: Crew
rules-crew-text =
    For exactly **two**, with the base box alone. There is less equipment, and only five treasures lie at each city. Each of you has **three crew members** aboard.

    - **Supplies:** before rolling, a captain may set down **one** crew member, never the last, and draws as many cards as the dice of the city where the ship **is**; so never at the first one. Then the captain must roll.
    - **Treasures:** whenever you take one, all your crew still aboard come off with you. You look at as many treasures as crew came off, keep one, and the others are shuffled back.
    - Everyone is aboard again with the next journey.

rules-little_help = Box: A Little Help
rules-little_help-text =
    A piece of **upgraded equipment** covers one or two events of its symbol. It is equipment in every respect: a captain who can fly only with it must.

    Cards of **Little Help** are for passengers of the ship, after “we can’t”. Lay any number face down; once all have passed, everything is turned over together, and each card covers one event of its symbol.

    - If help and the captain’s equipment cover everything, the captain **must** add the equipment and fly. If Turbos are needed too, it is the captain’s choice. Otherwise the captain loses nothing.
    - Help that was turned over is discarded either way, and there is only one such moment in a leg. If it covers nothing, “we can’t” stands.
    - If dice are rolled again while it lies face down, it goes back to its owners unseen.
    - Each Little Help in your hand at the end costs **2 points**.

    There are also the **Bandit** and the **Mooring Line**, and for each of you a **character**.

rules-characters = Characters and Their Powers
rules-characters-text =
    With A Little Help each of you is a character, dealt at random or chosen in the lobby. Everybody sees who is who. Each has a power that works **once in the game**.

    - **Red**, aboard, after “we can’t”: give up a treasure, all dice are rolled again.
    - **Blue**, passenger, after “we can’t”: become captain of this leg and pay from your own hand.
    - **Green**, aboard, after “we can’t”: pirates are ignored in this leg.
    - **Yellow**, aboard, after “we can’t”: two cards of the draw pile are turned up to help.
    - **Black**, aboard, before the roll: two dice fewer.
    - **Purple**, when all have decided, if you did: somebody else must decide as you did.

    The next captain is counted from the left of the last one, who may have become captain by Blue’s power.

rules-initiative = Box: A Little Initiative
rules-initiative-text =
    The **rowboat** has room for one. A passenger plays a **Rowboat** card instead of staying or disembarking; or the captain plays it when all have decided or after “we can’t”, and the next passenger takes the helm. A captain who was alone leaves the ship empty. The boat must be free.

    - After the ship’s leg the boat has its own: its owner rolls for the boat’s next city, **ignores the symbol of the card**, and pays the rest alone. If that fails, the boat crashes, and there is no treasure.
    - From the following turn on the owner may disembark with a treasure before rolling. At the last city the owner takes one, if any are left.
    - Then or after a crash the card is discarded, and while the ship flies the boat is free again.
    - Cards that act on the ship act on the boat too, but its owner is no passenger: no Ejection, no Little Help, no Grappling Hook, no power of Blue or Purple.
    - The journey ends when neither of the two flies.

    Further cards: **Desperate Need**, **New Equipment** and **Spy**.

rules-grappling_hook = Box: Grappling Hook
rules-grappling_hook-text =
    Two cards for those who left too early. If you disembarked or were ejected in this leg and the captain says “we can”, play it: the treasure you just took goes back under its pile and you are aboard again.

    The flight is not over yet: a Wind Gust may still bring the ship down, with you in it.

rules-instructor = Box: Instructor
rules-instructor-text =
    Two cards for the choosy. When you take a treasure from a city’s pile, look through the whole pile and keep the one you like best; then it is shuffled.

    - If you leave by your own choice, you play the card along with it.
    - If the treasure comes to you otherwise (ejected, or at the last city), you are asked, whatever you hold.

    The card can be read in two ways: here it is for the one who takes the treasure. House rule: a table may let anyone play it on anyone’s draw.

rules-krismastri = Box: Krismastri
rules-krismastri-text =
    Each time a captain of the ship rolls or rerolls dice and **only blanks** are left, the top treasure of the ship’s city goes face down to the pile of gifts.

    When the game is about to end, whoever reached the goal unwraps the gifts and must give them away. If several did, or nobody, it is the one with the richest treasures, before any penalty; among equals the first to the last captain’s left. The most valuable gift comes first, **one to each other seat**, in the order the giver likes, while they last. Then the scores are counted again.

rules-matryoshburg = Box: Matryoshburg
rules-matryoshburg-text =
    After a crash of the ship nobody simply draws a card for the new journey. Instead each of you chooses one of these, all at once and in secret:

    - **draw** one card;
    - **exchange cards:** discard one or more cards of your hand and draw as many;
    - **exchange a treasure:** put one under its pile and take the top one, if that pile is not empty.

    The scores are looked at after that: if nobody holds enough points any more, the game goes on.

rules-boscalumia = Box: Boscalumia
rules-boscalumia-text =
    A captain of the ship who starts a leg at **Barbadahl** may steer for **Boscalumia**, the forgotten city, instead of Karios. It is **two legs of four dice** each.

    - On the first one passengers decide as usual, at Barbadahl.
    - Between the two the ship hangs in **the Gap**: nobody may disembark, the captain must roll, and Jetpack, Grappling Hook, Ejection and Mooring Line cannot be used. Nobody can take the rowboat there.
    - After the second one Boscalumia shines again: everyone aboard gets a token worth **25 points**, and the journey of the ship ends.

    Once lit, the city is worth nothing more, and nobody can steer for it again. The rowboat never goes there.

rules-house_rules = House Rules
rules-house_rules-text =
    Where rulebooks disagree, or can be read in two ways, the host of a table chooses. What comes first here is the default.

    - **Goal:** 50 points, or any number from 25 to 100.
    - **Power cards:** with or without.
    - **Magic Spyglasses:** with or without.
    - **First captain:** by lot, or the host.
    - **After a Mooring Line** the next captain rolls again; or the dice stay as they are, and everyone decides again.
    - **Little Help** left in your hand costs 2 points each; or 4.
    - **Blue’s leg:** passengers’ Little Help still counts; or it does not.
    - **Instructor:** only for the one who takes the treasure; or anyone, on anyone’s draw.
    - **Ejection:** until the captain declares; or until the captain plays cards.
    - **Little Help that falls short** is discarded as soon as it was turned over; or it stays on the table for Blue, Green or Yellow in that leg, until dice are rolled again. Blue still cannot use the own one.
    - **Alternative Route:** at least one die is rolled again; or the captain may roll none, and then the captain’s word stands.

rules-board = Reading the Board
rules-board-text =
    In **the picture** you see the nine cities: what each is worth, how many dice lead there, and how many treasures are left. Ship and rowboat are where they are, with everyone aboard; the captain wears the hat. Below are the dice (crossed out: not to be faced), each seat with its treasures and cards, and the way to the goal.

    Under it stand who is asked what, and **the stake**: what leaving can be worth here, and what flying on can be worth ahead. A Magic Spyglass among them is worth 2.

    A board **in words** has a line for each city, and one for each of you: aboard 🎈, in the rowboat 🛶 or ashore 🏝️, and what everybody may know of your things:

    - ✋ how many **cards** you hold.
    - 💎 how many **treasures** you have. The small digits behind it are **the numbers of the cities** they come from, not points: 💎 3 `1 1 4` are two treasures of city 1 and one of city 4. What they are worth only you can see.
    - 🌟 tokens of Boscalumia, and 🧑‍🤝‍🧑 crew members who are aboard.
    - A character’s power is struck through once it has been used.

    💤 marks a seat that a computer keeps for its owner.

rules-table = How It Is Played Here
rules-table-text =
    The **board** is in the channel, with buttons for everybody. **Your own board** lies below it, and only you can see it: your cards, your treasures, and all you may do now. *My Board* brings it back.

    - **Sealed answers:** what you answer before your turn stays sealed until then, and you may change it. So may the captain answer ahead; new dice or a new captain make that void.
    - **Reacting:** where cards may be played, a live table waits a few seconds, then goes on by itself. *Play…* holds it for a moment, and all see that you think; *Wait for Me* does so ahead. Without a clock the game waits for those who can play.
    - **Pass This Leg:** you are not asked again in this leg.
    - **Orders:** arm a card, and it is played automatically at its moment; or switch moments off, and you pass there. *Stay On…* stays or flies on for you.
    - **Only one answer:** the bot gives it for you.
    - Nobody can tell any of this from thinking.
    - **Time:** at a live table you have seconds to decide, at a slow one 4 hours to 3 days. Then a computer decides; after two decisions in a row it plays for you until you press *I’m Back*. *Reminders…* says when you hear of your turn, and that you are away for days.
    - **Pause:** when everybody is away the game waits, and then pauses; *Resume* takes it up for a month.
    - **Computers** of three levels (Easy, Normal, Hard) fill empty seats. A Normal one plays for those who are away or give up.

    Nothing is lost with a message: the board can be brought back at any time.
