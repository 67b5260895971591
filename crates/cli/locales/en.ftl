# What a person reads in the terminal.
red = Red
white = White
blue = Blue

heroes = { $count ->
    [one] 1 hero
   *[other] { $count } heroes
}
pile = { $count ->
    [one] pile 1 card
   *[other] pile { $count } cards
}
discard = discard { $cards }
roses-left = { $count ->
    [one] 1 rose left
   *[other] { $count } roses left
}
to-act = { $side } to act
no-cards = no cards
position = Position: { $text }
seed = Seed: { $seed }

points = { $count ->
    [one] 1 point
   *[other] { $count } points
}
no-territory = no territory
territories = territories { $sizes }
taken-off = Equal territories taken off on both sides: { $sizes }
left-over = Left: { $side } { $sizes } = { $points }
level = Both sides have the same number of points.
leads = { $side } leads by { $points }.

won-points = { $side } wins, { $most } to { $least }.
won-largest = { $side } wins: equal points, but the larger largest territory, { $most } to { $least }.
won-roses = { $side } wins: all else equal, but more roses, { $most } to { $least }.
drawn = The game is drawn: equal points, equal territories, equal roses.
end-last-rose = The game is over: the last rose is placed.
end-both-blocked = The game is over: both sides hold five cards and neither can act.
end-blocked = The game is over: { $side } holds five cards and can play none.

game = Game { $number }
unfinished = The game goes on.
resigned = { $side } won before the end of the game.
record-good = { $actions } actions, all legal.
record-bad = Fault: { $fault }
shuffle-good = The shuffle is the one that was committed to: the deal and { $draws } draws check out.
shuffle-bad = The shuffle is not proven: { $fault }

play-welcome = The Rose King, two players at one keyboard. Type an action, or help.
play-welcome-level = The Rose King against the computer, level { $level }. Type an action, or help.
play-computer = { $side } (computer): { $action }
play-prompt = { $side } ({ $actions }):
play-forced-pass = { $side } cannot act and is skipped.
play-drawn = { $side } draws { $card }.
play-saved = Saved in { $file }.
play-nothing-to-undo = There is nothing to take back.
play-help =
    N2      play a card onto an empty square
    N2*     play a card with a hero onto an opponent's rose
    +       draw a card
    board   show the table again
    score   count the territories
    undo    take the last action back
    quit    stop; the game is saved
no-not-in-hand = { $side } does not hold { $card }.
no-off-board = { $card } would take the crown off the board.
no-own-rose = { $card } leads to { $target }, which carries a rose of { $side }.
no-needs-hero = { $target } carries an opponent's rose: only { $card }* with a hero may land there.
no-nothing-to-flip = { $target } is empty: a hero needs an opponent's rose. Play { $card } alone.
no-hero-left = { $side } has no hero left.
no-hand-full = { $side } holds five cards and cannot draw.
no-must-act = { $side } cannot pass while another action is possible.
no-game-over = The game is over.
play-unknown = { $word } is none of the actions { $actions }. Type help for the words.

## review
review-decimal-mark = .
review-column-action = action
review-column-chance = Red %
review-column-loss = loss
review-column-luck = luck
review-column-best = better
review-errors = { $decisions ->
    [one] 1 decision
   *[other] { $decisions } decisions
}, { $loss } % given away, { $mean } % each: accuracy { $accuracy } %
review-marks = ?! inaccuracies { $inaccuracies }, ? mistakes { $mistakes }, ?? blunders { $blunders }
review-luck = { $draws ->
    [one] 1 draw
   *[other] { $draws } draws
}, luck { $luck } %; result { $result } %, without luck { $adjusted } %
review-swing = biggest swing: action { $number }, { $change } %
review-balance = Result − start = deal luck + luck + skill + revision, for Red in %:
    { $result } − { $start } = ({ $deal }) + ({ $luck }) + ({ $skill }) + ({ $revision })

## serve
serve-at = Bosworth is at { $url } – Ctrl-C stops it
serve-no-browser = No browser could be opened. Go to { $url }
serve-port-in-use = port { $port } is in use; choose another with --port
serve-port-forbidden = port { $port } is not allowed; choose one above 1023 with --port
serve-cannot-listen = cannot listen on { $address }
serve-not-embedded = this build has no web app; run `cargo xtask web` first, then build again, or give --site DIR
serve-unreadable = cannot read the folder { $folder }
serve-no-index = { $folder } has no index.html in it
