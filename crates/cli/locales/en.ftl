# What a person reads in the terminal.

help-in-english = Help and errors about arguments are in English in every language, so that they can be searched for and quoted.
positions-wait = Reading positions from standard input, one per line. Ctrl-D ends the input; see --help.
engine-waits = Waiting for UGI commands, such as ugi or quit; --help lists them.
line-bad = line { $line } skipped: { $fault }
line-not-text = it is not UTF-8 text.
discard = discard { $cards }
position = Position: { $text }
seed = Seed: { $seed }

territories = territories { $sizes }

game = Game { $number }
game-unreadable = { $file }: game { $number } skipped, line { $line }: { $fault }
game-illegal = { $file }: game { $number } skipped: { $fault }
unfinished = The game is not finished.
resigned = { $side } won before the end of the game.
record-good = { $actions ->
    [one] 1 action, legal.
   *[other] { $actions } actions, all legal.
}
record-bad = Invalid: { $fault }
shuffle-good = Proven: the deal and { $draws ->
    [one] 1 draw
   *[other] { $draws } draws
} follow from the committed shuffle.
shuffle-pile = Proven: { $draws ->
    [one] 1 draw follows
   *[other] { $draws } draws follow
} from the committed shuffle. The hands are those of game { $game }, whose record was not given.
shuffle-shared = Proven: the deal and { $draws ->
    [one] 1 draw
   *[other] { $draws } draws
} follow from the committed shuffle of deal { $deal }, which other games share; no player contributed to it.
shuffle-bad = The shuffle is not proven: { $fault }

play-saved = Saved in { $file }.

## review
review-column-action = action
review-column-chance = Red %
review-column-loss = loss
review-column-luck = luck
review-column-best = better
review-errors = { $decisions ->
    [one] 1 decision
   *[other] { $decisions } decisions
}, { $loss }% given away, { $mean }% each: accuracy { $accuracy }%, like level { $level }
review-marks = ?! inaccuracies { $inaccuracies }, ? mistakes { $mistakes }, ?? blunders { $blunders }
review-luck = { $draws ->
    [one] 1 draw
   *[other] { $draws } draws
}, luck { $luck }%; result { $result }%, without luck { $adjusted }%
review-swing = biggest swing: action { $number }, { $change }%
review-balance = Result − start = deal luck + luck + skill + revision, for Red in %:
    { $result } − { $start } = ({ $deal }) + ({ $luck }) + ({ $skill }) + ({ $revision })

## insights
insights-results = { $player }: { $score } points from { $games ->
    [one] 1 game
   *[other] { $games } games
}; without luck { $adjusted } (±{ $interval })
insights-column-decisions = decisions
insights-column-loss = loss %
insights-column-interval = 95%
insights-column-accuracy = accuracy %
insights-column-level = like level
insights-all = all decisions
insights-phase-opening = opening
insights-phase-middle = middle game
insights-phase-ending = ending
insights-kind-play = best: play
insights-kind-hero = best: hero
insights-kind-draw = best: draw
insights-kind-pass = best: pass
insights-side-red = as Red
insights-side-white = as White
insights-opponent-level = against level { $level }
insights-opponent-stronger = stronger opponent
insights-opponent-similar = equal opponent
insights-opponent-weaker = weaker opponent
insights-opponent-unknown = unrated opponent
insights-plot-results = Points above half, { $games ->
    [one] 1 game
   *[other] { $games } games
}
insights-plot-score = results
insights-plot-adjusted = without luck
insights-plot-costs = Loss per decision, % win chance

## serve
serve-at = Bosworth is running at { $url } – Ctrl-C stops it
serve-no-browser = No browser could be opened. The address is { $url }
serve-port-in-use = port { $port } is in use; choose another with --port
serve-port-forbidden = port { $port } is not allowed; choose one above 1023 with --port
serve-cannot-listen = cannot listen on { $address }
serve-not-embedded = this build has no web app; run `cargo xtask web` first, then build again, or give --site DIR
serve-unreadable = cannot read the folder { $folder }
serve-no-index = { $folder } contains no index.html

## admin
admin-done = Done; recorded as line { $number } of the audit log.
admin-pending = Recorded as line { $number } of the audit log. A running server will carry it out within a second; if none is running, the next one to start will.
admin-password = New password: { $secret }
admin-invitation = Invitation: { $secret }
admin-token = Token, shown only once: { $secret }
admin-exporting = { $games ->
    [one] 1 game
   *[other] { $games } games
}
admin-exported = { $file }: { $games ->
    [one] 1 game
   *[other] { $games } games
}
admin-import-trial = { $people ->
    [one] 1 account would be created, and a link mailed.
   *[other] { $people } accounts would be created, and a link mailed to each.
} Nothing was changed; create them with --create.
admin-import-done = { $people ->
    [one] 1 account created; the link is mailed by the running server.
   *[other] { $people } accounts created; the links are mailed by the running server.
}

## db
db-done = Done: { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}.
db-file-exists = { $file } already exists; choose another name
db-missing = there is no database { $file }
db-no-folder = there is no folder { $folder }; create it first if the path is right
db-not-empty = the target database is not empty; choose a new one
db-newer = the database has version { $found }, but this program supports only version { $known } and older; use a newer bosworth
db-older = the database has version { $found }, but this program needs version { $known }; start the server to migrate it, or use the bosworth that runs on it
db-foreign = this is not a database of bosworth
db-changed = { $file } was changed while it was being read; try again
db-in-use = another server is using { $file }
db-checked = { $games ->
    [one] 1 game
   *[other] { $games } games
} with { $entries ->
    [one] 1 sound entry
   *[other] { $entries } sound entries
}: { $faults ->
    [0] nothing is wrong
    [one] 1 is damaged
   *[other] { $faults } are damaged
}.
db-repaired = { $games ->
    [0] Nothing to repair.
    [one] 1 game repaired; the entries removed from its log are in the table quarantine.
   *[other] { $games } games repaired; the entries removed from their logs are in the table quarantine.
}
db-no-game = { $game } is not the name of a game (twelve letters and digits)
db-fault-gap = entry { $seq } is missing
db-fault-unreadable = entry { $seq } cannot be read
db-fault-rules = entry { $seq } does not follow from those before it: { $why }
db-fault-secret = entry { $seq } does not match the secret of the shuffle
db-fault-row = the list of games and the end of the log disagree
db-fault-orphan = there is a log, but no such game
online-bad-link = { $given } is neither the name of a game (twelve letters and digits) nor a link to a game or an offer
online-no-server = Which server? Name it with --server URL, or give a whole link.

## best
best-column-action = action
best-column-chance = win chance
best-column-margin = margin
best-column-share = share
best-column-line = expected line
best-draw = draw a card
best-pass = pass, the only legal action
best-answer = Best for { $side }: { $best }. Win chance { $chance }, expected margin { $margin } points.
search-nodes = { $nodes ->
    [one] 1 node
   *[other] { $nodes } nodes
}
search-time = { $work } in { $seconds } s
best-effort = { $effort }, depth { $depth }.
rollout-interval = 95% interval
rollout-interval-text = { $low } to { $high }
rollout-games = games
rollout-progress = { $games ->
    [one] 1 game
   *[other] { $games } games
}

## solve
solve-exact = Solved. Best for { $side }: { $best }. Win chance { $chance }.
solve-partial = Not solved within the limits. Actions solved: { $solved } of { $actions }.
solve-progress = Solving
solve-interrupted = interrupted
solve-certificate = { $states ->
    [one] Certificate with 1 state saved in { $file }.
   *[other] Certificate with { $states } states saved in { $file }.
}
solve-certificate-progress = Certificate
solve-certificate-unsolved = no certificate: the position was not solved within the limits
solve-certificate-states = no certificate: the strategies reach more than { $limit } states; raise --max-states
solve-certificate-memory = no certificate: the memory is too small; raise --hash
solve-certificate-fine = no certificate: the values are too fine for exact arithmetic with 64 bits

## event
event-round = Round { $number }
event-interrupted = interrupted: not all games were played; continue a saved tournament with --resume
event-player = player
event-points = points
event-margin = margin
event-division = Division { $number }
event-form = what the two games share
event-lead = lead
event-deviation = deviation
event-games = games
event-form-fresh = nothing
event-form-hands = the hands
event-form-mirrored = hands and pile
event-form-apart = nothing (against a third player)
event-form-field = hands and pile (against a third player)
event-games-text = games: how many it takes to be 95% certain who is better

## arena
arena-player-1 = player 1
arena-player-2 = player 2
arena-played = played
arena-played-text = { $pairs ->
    [one] 1 pair
   *[other] { $pairs } pairs
}, { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $rules }, seed { $seed }
arena-score = score of player 1
arena-elo = Elo difference
arena-elo-text = { $elo }, 95% interval { $low } to { $high }
arena-pentanomial = points per pair
arena-superiority = likelihood of superiority
arena-sprt = SPRT
arena-sprt-text = { $decision }; H0: { $elo0 }, H1: { $elo1 } Elo; log-likelihood ratio { $llr }, bounds ±{ $bound }
arena-undecided = undecided
arena-time = time per action
arena-time-text = player 1 { $one } ms, player 2 { $other } ms
arena-forfeit = forfeit in game { $game }: { $player } loses, { $why }
arena-forfeits-more = and { $count ->
    [one] 1 more forfeit
   *[other] { $count } more forfeits
}
arena-won-by = wins
arena-drawn = drawn { $count }
arena-ended-by = ends
arena-ended-by-text = last rose { $last }, both blocked { $both }, one blocked { $one }, forfeit { $forfeit }
arena-plies = plies
arena-winner-points = winner’s points
arena-loser-points = loser’s points
arena-largest = largest territory
arena-heroes = heroes used by { $side }
arena-draws = cards drawn
arena-passes = passes
arena-spread = { $mean } per game ({ $least } to { $most })
arena-margins = Final margin in points for player 1
arena-bin = { $from } to { $to }
arena-bin-above = { $points } or more
arena-bin-below = { $points } or less
arena-progress = { $done }/{ $pairs } pairs  { $score }  Elo { $elo } ±{ $error }  { $left } left
arena-progress-many = { $done }/{ $pairs } pairs  { $left } left
arena-interrupted = interrupted after { $done } of { $pairs } pairs; continue a saved match with --resume
arena-table-player = player
arena-table-elo = Elo
arena-table-error = ± 95%
arena-table-score = score
arena-table-games = games

## datagen
datagen-done = { $file }: { $games ->
    [one] 1 new game
   *[other] { $games } new games
} with { $positions ->
    [one] 1 position
   *[other] { $positions } positions
} ({ $before } before)

## puzzles
puzzles-listed = { $puzzles ->
    [one] 1 puzzle
   *[other] { $puzzles } puzzles
}
puzzles-checked = { $puzzles ->
    [one] 1 puzzle checked
   *[other] { $puzzles } puzzles checked
}, { $faults ->
    [0] no faults
    [one] 1 fault
   *[other] { $faults } faults
}
puzzles-packed = { $file }: { $puzzles ->
    [one] 1 puzzle
   *[other] { $puzzles } puzzles
} in { $bytes } bytes
puzzles-made = { $file }: { $games ->
    [one] 1 new game
   *[other] { $games } new games
} ({ $before } before), { $puzzles ->
    [one] 1 puzzle
   *[other] { $puzzles } puzzles
} in all

## study
study-done = { $folder }: { $figures ->
    [one] 1 figure
   *[other] { $figures } figures
} from { $games ->
    [one] 1 game
   *[other] { $games } games
}
odds-no-handicap = { $stronger } against { $weaker } without a handicap
odds-unknown = The odds are known for the classic edition only; --games measures them.
odds-measured = { $player } scored { $score } of 100 in { $games } games; with 95 % confidence { $low } to { $high }.
study-drawn = { $folder }: { $drawings ->
    [one] 1 drawing
   *[other] { $drawings } drawings
}
# The words of the drawings. A title says what a drawing shows; the others are parts of it.
study-cards-dealt = What a card is worth when it is dealt instead of any other, in win chance
study-cards-drawn = What a card is worth when it is drawn instead of an average one, in win chance
study-openings = How many of the hands that have such a card begin with it
study-draws = How often a card is drawn where one could be played
study-heroes = What heroes are worth, in win chance
study-squares = Roses on the final board that are the winner’s
study-margins = Games by the winner’s margin in points
study-luck = What the result depends on
study-mistakes = What a decision costs on average, in win chance
study-card = Card
study-value = Value
study-games = Games
study-margin = Margin
study-square = Square
study-player = Players
study-straight = straight { $value }
study-diagonal = diagonal { $value }
study-or-more = { $value } or more
study-roses = Roses on the board
study-one-held = { $value } card
study-held = { $value } cards
study-hero-gain = gain where a hero is best
study-hero-worth = one unused hero
study-classic = Classic
study-brettspielnetz = Brettspielnetz
study-kingofroses = King of Roses
study-level = level { $value }
study-part-deal = deal
study-part-draws = draws
study-part-play = decisions
study-part-revision = seen too late
study-wrong-card = wrong card
study-drew = drew
study-did-not-draw = did not draw
study-kept-hero = kept a hero
study-wrong-hero = wrong hero
