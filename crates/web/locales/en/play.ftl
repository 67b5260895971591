setup-side = Your side
setup-side-red = Red
setup-side-white = White (or blue)
setup-side-lot = By lot
setup-edition = Edition
setup-edition-classic = Classic (Kosmos)
setup-edition-brettspielnetz = Brettspielnetz
setup-edition-kingofroses = King of Roses
seat-level = Level { $level }
seat-you = You
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
square-chosen = chosen
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
status-choose = Choose a card or a square
status-draw = No card fits: draw one
status-pass = Nothing can be done: { $side } passes
status-thinking = { $side } is thinking …
status-past = Looking back: press a square to return
draw-button = Draw ({ $count })
preview-draw = One of { $count } cards, each as likely
forced-pass = { $side } can do nothing and passes.
forced-pass-you = You can do nothing and pass.
forced-pass-computer = The computer can do nothing and passes.
you-no-hero = You have no hero left.
you-hand-full = You hold five cards and cannot draw.
you-must-act = You cannot pass while another action is possible.
drag-nowhere = No card leads to { $square }.
undo-none = There is nothing to take back.
shuffled-anew = The pile is shuffled anew.
at-start = The start of the game.
not-your-turn = It is not your turn.
no-clock = There is no clock.
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
pile-unseen = In the pile, in some order
pile-discard = Discarded
moves-title = Actions
moves-label = All actions
steps-label = Go through the game
step-first = To the start
step-back = One back
step-on = One on
step-last = To the end
tools-label = Tools
undo = Take back
turn-board = Turn board
to-analysis = Analyse
share = Copy link
link-copied = The link is copied.
link-not-copied = The link: { $link }
resign = Resign
resign-title = Give up?
words-mode = Mode without pictures
words-title = In words
words-label = A question or an action; help lists all
words-send = Say
words-log = Answers
keys-title = Keys
key-cards = choose a card
key-draw = choose to draw
key-enter = do what is chosen
key-escape = choose nothing
key-steps = one back, one on
key-ends = start and end of the game
key-turn = turn the board
key-help = this list
end-won = Won: { $name } ({ $side })
end-drawn = Drawn
end-resigned = { $side } gave up.
end-time = The time of { $side } is up.
end-review = Review
end-rematch = Rematch, sides changed
finale-won = You won – the crown is yours!
finale-lost = You lost – the computer takes the crown
finale-side = { $side } takes the crown!
finale-drawn = A draw – nobody wears the crown
finale-counting = The territories are counted …
finale-skip = Skip the count
finale-again = Play again
finale-share = Share
end-save = Save as file
tie-largest = With equal points the larger largest territory wins.
tie-roses = With equal points and equal largest territories, more roses win.
tie-drawn = Everything is equal: nobody has won.
count-territory = { $size } roses, { $points } points
count-off = taken off
count-left = { $points } left over
count-points = points
count-second = A second look: strike out what is equal
count-off-note = Struck out: equal territories of both sides, which do not change who wins.
