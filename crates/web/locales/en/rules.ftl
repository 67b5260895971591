rules-contents = Contents
rules-try = Try it:
rules-aim = Aim of the game
rules-aim-text =
    Two sides, Red and { $white }, move one crown across a board of 9 × 9 squares. Wherever it lands, they leave a rose.
    Connected roses of one colour form a territory. Large territories are worth far more than small ones. The side with more points wins.
rules-start = The start
rules-start-text =
    The board is empty and the crown stands in the middle, on e5. There are 52 roses, red on one side and { $white-faces } on the other, shared by both players.
    There are 24 cards: each of the eight directions with I, II and III. Each side gets five, face up for both to see. The others form the pile, face down.
    Each side has four heroes. Red begins.
rules-turn = Your turn
rules-turn-text =
    You do exactly one of three things: play a card, play a card with a hero, or draw a card.
    If you can do none of them, you pass. Otherwise you may not pass.
rules-card = Play a card
rules-card-text =
    The crown moves in the direction of the sword, exactly as far as the numeral says. It jumps over roses.
    It must land on an empty square of the board. There you place a rose of your colour, and the crown stands on it.
    The card goes to the face-up discard.
rules-hero = Play with a hero
rules-hero-text =
    With a hero, your card must land on a rose of your opponent. You flip it to your colour.
    The hero is gone for good. A hero never lands on an empty square or on your own rose.
rules-draw = Draw a card
rules-draw-text =
    You may draw while you hold fewer than five cards. The card joins your hand, face up.
    If the pile is empty, the discard is shuffled and becomes the new pile.
rules-end = The end
rules-end-text =
    The game ends at once when the last of the 52 roses is placed.
    It also ends when both sides hold five cards and neither can play any of them, not even with a hero.
rules-score = The points
rules-score-text =
    A territory is a group of roses of one colour that touch side by side. Corners do not connect.
    A territory is worth its size multiplied by itself.
rules-table = What territories are worth
rules-size = Size
rules-points = Points
rules-beyond = And so on: n roses are worth n × n points; 26 roses are worth 676.
rules-example = An example
rules-example-text = { $white } has 64 + 4 + 1 = 69 points, Red 25 + 4 + 4 + 1 = 34. Counting is faster if you first cancel out equal territories on both sides.
rules-ties = Ties
rules-ties-text = If points are equal, the side with the largest territory wins, then the side with more roses on the board. If those are equal too, the game is a draw.
rules-editions = The editions
rules-editions-text = That was the classic game. You can play three editions, and any mixture of them.
rules-note = The Rose King is a game by Dirk Henn. The rules are explained here in our own words.
rules-book = The book for hosts and programmers: servers, bots, notation, engine
