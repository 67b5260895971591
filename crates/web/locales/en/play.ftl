setup-side = Your side
setup-side-red = Red
setup-side-white = { $white-or-blue }
setup-side-lot = Random
setup-edition = Edition
setup-edition-classic = Classic (Kosmos)
setup-edition-brettspielnetz = Brettspielnetz
setup-edition-kingofroses = King of Roses
seat-level = Level { $level }
seat-you = You
seat-you-play = You play { $side }.
board-label = Board
square-crown = crown
square-territory = territory of { $count }
square-target = card { $number } leads here, { $gain ->
    [one] { $gain } point
   *[other] { $gain } points
}
square-target-hero = card { $number } leads here with a hero, { $gain ->
    [one] { $gain } point
   *[other] { $gain } points
}
square-target-only = card { $number } leads here
square-target-hero-only = card { $number } leads here with a hero
square-chosen = selected
hand-label = Cards of { $side }
card-free = { $name } to { $target }
card-hero = { $name } to { $target }, with a hero
card-barred = { $name } to { $target }, cannot be played
card-off = { $name }, leads off the board
action-play = Play { $card } to { $target }
action-hero = Play { $card } with a hero to { $target }
action-draw = Draw a card
action-pass = Pass
act-label = Your action
status-past = An earlier position: choose any square to return.
draw-button = Draw ({ $count })
draw-reshuffle = Draw (reshuffles { $count })
preview-draw = { $count ->
    [one] The only card left
   *[other] One of { $count } cards, all equally likely
}
forced-pass-you = You can neither play nor draw, so you pass.
forced-pass-computer = The computer can neither play nor draw, and passes.
you-own-rose = { $card } leads to { $target }, where you already have a rose.
you-not-in-hand = You do not hold { $card }.
your-turn-now = Your turn.
you-no-hero = You have no hero left.
you-hand-full = You hold five cards and cannot draw.
you-must-act = You cannot pass while another action is possible.
drag-nowhere = No card leads to { $square }.
hero-about = A hero lets a card land on an opponent’s rose and turn it.
crown-tapped = A card moves the crown: choose a card or a marked square.
undo-none = There is nothing to take back.
at-start = This is the start of the game.
not-your-turn = It is not your turn.
no-clock = This game has no clock.
points-title = Points
points-roses = { $side } · { $count ->
    [one] 1 rose
   *[other] { $count } roses
}
points-areas = Show territories
pile-title = Table
pile-counts = Pile { $pile } · Discard { $discard } · { $roses ->
    [one] 1 rose left
   *[other] { $roses } roses left
}
pile-show = Show the cards
pile-unseen = In the pile, order unknown
pile-discard = Discarded
moves-title = Actions
moves-label = All actions
steps-label = Step through the game
step-first = Go to start
step-back = Previous action
step-on = Next action
step-last = Go to end
tools-label = Tools
undo = Take back
turn-board = Turn board
to-analysis = Analyse
share = Copy link
link-copied = Link copied.
record-copied = Record copied.
not-copied = Not copied: { $text }
share-title = Share the game
share-picture = Picture of the final board
share-page = Copy a link to the game
share-record = Copy the record as text
resign = Resign
resign-title = Resign?
words-mode = Text mode
words-title = Text mode
words-label = Type an action or a question; “help” lists them all
words-send = Send
words-log = Answers
keys-title = Keys
key-cards = select a card
key-draw = select the draw
key-enter = play the selected action
key-escape = clear the selection
key-steps = previous and next action
key-ends = start and end of the game
key-turn = turn the board
key-next = next game waiting for you
key-help = this list
end-drawn = Draw
end-review = Review
finale-counting = Counting the territories …
finale-skip = Skip the count
finale-again = Rematch
finale-share = Share
end-save = Save as file
tie-largest = Points are equal: the largest territory decides.
tie-roses = Points and largest territories are equal: the number of roses decides.
tie-drawn = Still level after every tie-break: a draw.
count-territory = { $size ->
    [one] 1 rose
   *[other] { $size } roses
}, { $points ->
    [one] 1 point
   *[other] { $points } points
}
count-off = cancelled
count-left = { $points } left over
count-points = { $count ->
    [one] point
   *[other] points
}
count-off-note = Crossed out: territories of equal size on both sides, which cancel each other out.
count-second = Cancel out equal territories
guide-card = Choose a card: it moves the crown, and you leave a rose where it lands.
guide-draw = No card can be played: draw one from the pile.
return-live = Back to the game
reach = Reach
reach-title = Show where the cards of both sides lead
result-score = { $red } to { $white }
picture-saved = Picture saved.
picture-failed = The picture could not be made.
redo-none = There is nothing to redo.
tools-more = More
hint = Hint
hint-thinking = Thinking …
hint-text = { $action }: wins { $wins } of 100 games, { $margin } points on average.
hint-table = All actions, best first
hint-line = { $action }: wins { $wins } of 100 games
hint-action = Action
hint-chance = Wins
hint-margin = Points
redo = Redo
resign-text = You will lose the game, but you can still take this back.
turning = Turn the board to face the player to act
bar = Evaluation
bar-off = Off
bar-chance = Win chance
bar-margin = Points
bar-unknown = Not evaluated yet
bar-says-chance = { $side } wins { $wins } of 100 games
bar-says-margin = { $side } leads by { $points ->
    [one] 1 point
   *[other] { $points } points
} on average
watch-go = Continue
watch-pause = Pause
watch-step = Step
watch-speed = Speed
key-hint = hint
key-undo = take back, redo
end-new = New game
an-which-card = Which card is drawn?
library-broken = This game cannot be continued: { $why }
library-gone = This game is no longer here.
premove-card = Premove { $card }
premove-draw = Premove: draw a card
