# What a person reads in the terminal.

discard = discard { $cards }
position = Position: { $text }
seed = Seed: { $seed }

territories = territories { $sizes }

game = Game { $number }
unfinished = The game goes on.
resigned = { $side } won before the end of the game.
record-good = { $actions } actions, all legal.
record-bad = Fault: { $fault }
shuffle-good = The shuffle is the one that was committed to: the deal and { $draws } draws check out.
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

## db
db-done = Done: { $rows ->
    [one] 1 row
   *[other] { $rows } rows
}.
db-file-exists = { $file } exists already; choose another name
db-missing = there is no database { $file }
db-no-folder = there is no folder { $folder }; make it first if the path is right
db-not-empty = the database that is to be filled is not empty; choose a new one
db-newer = the database is of version { $found }, this program knows version { $known } and older; use a newer bosworth
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
    [one] 1 game repaired; what was taken out of its log is in the table quarantine.
   *[other] { $games } games repaired; what was taken out of their logs is in the table quarantine.
}
db-no-game = { $game } is not the name of a game (twelve letters and digits)
db-fault-gap = entry { $seq } is missing
db-fault-unreadable = entry { $seq } cannot be read
db-fault-rules = entry { $seq } does not follow from those before it: { $why }
db-fault-secret = entry { $seq } does not fit the secret of the shuffle
db-fault-row = the list of games and the end of the log disagree
db-fault-orphan = there is a log, but no such game
online-bad-link = { $given } is neither the name of a game (twelve letters and digits) nor a link to a game or an offer
online-no-server = Which server? Name it with --server URL, or give a whole link.
