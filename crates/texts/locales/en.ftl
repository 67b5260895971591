# The game in words.
red = Red
white = White
blue = Blue
heroes = { $count ->
    [one] 1 hero
   *[other] { $count } heroes
}
pile = { $count ->
    [one] 1 card in the pile
   *[other] { $count } cards in the pile
}
roses-left = { $count ->
    [one] 1 rose left
   *[other] { $count } roses left
}
to-act = { $side } to act
no-cards = no cards
points = { $count ->
    [one] 1 point
   *[other] { $count } points
}
no-territory = no territory
taken-off = Territories of equal size cancel out: { $sizes }
left-over = Left: { $side } { $sizes } = { $points }
level = Both sides have the same number of points.
leads = { $side } leads by { $count ->
    [one] 1 point
   *[other] { $count } points
}.
won-points = { $side } wins, { $most } to { $least }.
won-largest = { $side } wins: equal points, but a larger territory, { $most } to { $least }.
won-roses = { $side } wins: all else being equal, by more roses, { $most } to { $least }.
drawn = The game is a draw: equal points, equal territories, equal roses.
will-win = { $side } wins, whatever comes.
will-draw = The game ends in a draw, whatever comes.
will-win-unless = { $side } wins unless { $cards } comes: { $count } of { $all } cards.
will-win-only = { $side } wins only if { $cards } comes: { $count } of { $all } cards.
will-win-with = { $side } wins with { $count } of { $all } cards.
will-win-chance = Exact: { $chance } for { $side }.
exact = exact
or = or
end-last-rose = The game is over: the last rose is placed.
end-both-blocked = The game is over: both sides hold five cards and neither can act.
end-blocked = The game is over: { $side } holds five cards and can play none.
no-not-in-hand = { $side } does not hold { $card }.
no-off-board = { $card } would take the crown off the board.
no-own-rose = { $card } leads to { $target }, where { $side } already has a rose.
no-needs-hero = There is an opposing rose on { $target }: only { $card }* with a hero may land there.
no-nothing-to-flip = { $target } is empty: a hero needs an opponent’s rose. Play { $card } without one.
no-hero-left = { $side } has no hero left.
no-hand-full = { $side } holds five cards and cannot draw.
no-must-act = { $side } cannot pass while another action is possible.
no-game-over = The game is over.

labelled = { $label }: { $text }
edition-classic = classic
edition-brettspielnetz = Brettspielnetz
edition-kingofroses = King of Roses
edition-own = custom rules ({ $rules })
percent = { $number }%
decimal-mark = .
north = north
north-east = north-east
east = east
south-east = south-east
south = south
south-west = south-west
west = west
north-west = north-west
# Clockwise from north.
compass = N NE E SE S SW W NW
card-name = { $direction } { $steps }
side-rose = { $side } rose

say-card-free = { $card }, { $name }, to { $target }: empty
say-card-hero = { $card }, { $name }, to { $target }: needs a hero
say-card-own = { $card }, { $name }, to { $target }: own rose, cannot be played
say-card-no-hero = { $card }, { $name }, to { $target }: opposing rose and no hero left
say-card-off = { $card }, { $name }: leads off the board
say-hand = { $side }, { $heroes }:
say-hand-empty = { $side }, { $heroes }: no cards.
say-crown = The crown is on { $square }, { $content }.
say-empty = empty
say-pile = { $pile }; { $left }.
say-pile-cards = In the pile: { $cards }
say-discard = Discarded: { $cards }
say-discard-empty = The discard is empty.
say-target-play = { $action }: { $name } to { $target }, { $gain }
say-target-hero = { $action }: { $name } with a hero to { $target }, { $gain }
say-target-draw = +: draw a card
say-target-pass = { $action }: nothing else is possible
say-gain = { $own } for { $side }
say-gain-hero = { $own } for { $side }, { $theirs } for { $other }
say-area = { $square }: { $side } rose in a territory of { $size }, worth { $points }: { $squares }
say-area-empty = { $square }: empty. Beside it: { $beside }
say-area-crown = The crown is here.
say-nothing = nothing
say-score = { $side }: { $points }, territories { $sizes }
say-score-none = { $side }: { $points }, no territory
say-last-play = { $side } played { $action }: { $name } to { $target }.
say-last-hero = { $side } played { $action }: { $name } with a hero to { $target }.
say-last-draw = { $side } drew { $card }, { $name }.
say-last-pass = { $side } passed.
say-last-none = No action yet.
say-row = { $rank }: { $content }
say-row-empty = { $rank }: empty
say-square-rose = { $square } { $side }
say-square-crown = { $square } crown
say-square-rose-crown = { $square } { $side } and crown
say-over = The game is over.
say-turn = { $side } to act.
say-words = Actions: a card such as { $card }, with a hero { $card }*, + to draw. Questions: { $words }, { $area } e5.
say-unknown = Unknown word: “{ $word }”. { $words }

# Commands that can be typed: the name that is shown, then others. English is understood everywhere.
word-hand = hand, h
word-opp = opponent, opp, o
word-targets = targets, t
word-crown = crown, c
word-pile = pile, p
word-score = score, s
word-last = last, l
word-clock = clock
word-board = board, b
word-hint = hint
word-undo = undo, u
word-help = help
word-area = area, a
word-draw = draw, d, +
word-pass = pass
fault-no-game = it contains no game.
fault-second-game = a second game follows where one is expected.
fault-no-tag = “{ $text }” is not a tag; a tag is a line such as [Red "Anne"].
fault-tag-twice = the tag { $text } appears twice.
fault-tag = the value of the tag { $text } is wrong.
fault-no-deal = neither the tag Deal nor the tag Position says how the game starts.
fault-comment = a comment is opened but not closed.
fault-variation = a record cannot have variations in parentheses.
fault-no-action = an action such as NE2, NE2*, +NE2 or pass is expected here.
fault-no-result = the actions end without a result: 1-0, 0-1, 1/2-1/2 or *.
fault-board = The first field is the board: nine rows from 9 down to 1 with / between them, made of r, w and numbers of empty squares, with at most 52 roses.
fault-crown = The second field is the square of the crown: on a rose, or e5 on an empty board.
fault-side = The third field is the side to act: r or w.
fault-cards = Hands and discard are lists of different cards such as NE2,S3, or - for none; a hand has at most five.
fault-heroes = The number of heroes of each side is from 0 to 4.
fault-rules = The last field is the edition, such as classic.
fault-action = Action { $number } of the game, { $ply }, is against the rules. { $why }
fault-card = The card is not in the pile.
fault-result = The record says { $said }, the board { $found }.
fault-not-over = The record says that the game is drawn, but it is not over: the result should be *.
fault-score = Points in the record: { $said }; on the board: { $found }.
fault-shuffle-untagged = the record has no tag { $tag }, so it says nothing about its shuffle.
fault-shuffle-tag = the tag { $tag } of the record cannot be read.
fault-shuffle-secret = the secret is not the one that was fixed before the game.
fault-shuffle-deal = the deal does not match this shuffle.
fault-shuffle-draw = at action { $number }, { $found } was drawn, but the next card of this shuffle was { $expected }.
fault-shuffle-again = shuffle number { $shuffle } cannot start after { $ply ->
    [one] 1 action
   *[other] { $ply } actions
}.

# What happened at a table.
forced-pass = { $side } holds five cards, none of which can be played, and passes.
shuffled-anew = The pile is reshuffled.
table-dealt = The cards have been dealt.
table-came = { $name } is here.
table-left = { $name } has left.
table-credit = The server was down: { $seconds } s credited.
table-holiday = { $name } is on holiday until { $until }.
table-holiday-over = { $name } is back from holiday.
table-asked-takeback = You have asked to take back your last action.
table-offers-takeback = { $name } asks for a takeback.
table-declines-takeback = { $name } declines the takeback.
table-taken-back = { $count ->
    [one] 1 action was taken back.
   *[other] { $count } actions were taken back.
}
table-asked-rematch = You have offered a rematch.
table-offers-rematch = { $name } offers a rematch.
table-declines-rematch = { $name } declines the rematch.
table-rematch = The rematch begins.
end-resigned = { $side } resigned.
end-resigned-you = You resigned.
end-time = { $side } ran out of time.
end-time-you = You ran out of time.
end-gone = { $side } left the game.
end-gone-you = You left the game.
end-gone-draw = A player left, and the other called it a draw.
end-aborted = The game was aborted.
end-too-short = The ratings stay as they are: a game is rated once each player has acted four times.
end-forfeit-you = You forfeit this game of the tournament.
end-forfeit = { $name } forfeits this game of the tournament.
end-forfeit-both = Both players forfeit this game of the tournament.

# The state of a game in one line, and its end.
just-play = { $side } played { $card } to { $target }.
just-hero = { $side } played { $card } to { $target } with a hero.
just-draw = { $side } drew { $card }.
just-pass = { $side } passed.
turn-yours = Your turn.
turn-of = { $name }’s turn.
turn-thinking = { $name } is thinking …
turn-choose = Choose a card or a square.
turn-draw = No card can be played: draw one.
turn-draw-first = You have no cards: draw one.
turn-pass = No action is possible: the turn passes.
roses = { $count ->
    [one] 1 rose
   *[other] { $count } roses
}
headline-won = You win
headline-won-by = You win by { $count }
headline-triumph = A triumph! You win by { $count }
headline-lost = You lose
headline-lost-by = You lose by { $count }
headline-wins = { $name } wins
headline-wins-by = { $name } wins by { $count }
headline-drawn = A draw
decided = The territory around { $square } decided: { $roses }, { $points }.
decided-against = The territory around { $square } decided: { $roses }, { $points } against { $less }.
decided-alone = The territory around { $square } alone outweighs all of { $other }’s: { $roses }, { $points }.
decided-most = Equal territories cancel out; of the rest, the one around { $square } counted most: { $roses }, { $points }.
decided-together = Several territories decided: together they outweigh { $other }’s { $roses } around { $square }.
