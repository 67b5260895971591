train-lead = One decision at a time. Every action is answered with what it costs.
train-loading = Fetching the puzzles …
train-not-here = The puzzles could not be loaded. Once loaded, they also work offline.
train-damaged = Your stored training cannot be read. A new one begins.
train-not-kept = This browser cannot store your training: its storage is full or blocked.
train-to-home = All training
train-daily-of = Position of the day, { $date }
train-daily-open = Not solved yet
train-daily-done = Done. The next one comes at midnight UTC.
train-daily-streak = Done, { $count } days in a row
train-share = Share result
train-copied = Result copied.
train-not-copied = The result: { $text }
train-puzzles = Puzzles
train-puzzles-about = Chosen for your strength, which is measured as you go.
train-rating = Rating
train-rating-of = Rating { $points } after { $count ->
    [one] 1 puzzle
   *[other] { $count } puzzles
}
train-rating-now = Rating { $points } ({ $change }).
train-mistakes = Your mistakes
train-mistakes-none = Nothing yet. Review a game: decisions that cost at least 4 of 100 games come back here.
train-mistakes-due = { $due ->
    [0] None due today
    [one] 1 due today
   *[other] { $due } due today
}, { $count } in all
train-storm = Three minutes
train-storm-about = As many puzzles as you can
train-storm-rules = As many puzzles as you can in three minutes, each harder than the last. The third wrong answer ends it. The clock starts with your first answer.
train-streak = Without a slip
train-streak-about = Until the first wrong answer
train-streak-rules = Each puzzle is harder than the last, and the first wrong answer ends it. Take your time.
train-best-run = Best: { $count }
train-run-solved = { $count } solved
train-run-result = { $count ->
    [one] 1 puzzle solved.
   *[other] { $count } puzzles solved.
}
train-run-best = Your best result!
train-run-best-of = Your best result is { $count }.
train-run-again = Once more
train-missed-title = What went wrong
train-missed = Puzzle { $number }
train-road = The road
train-themes = By theme
train-theme-result = { $right } of { $count }
train-any-edition = All editions
train-difficulty = Difficulty
train-easy = Easier
train-usual = For my strength
train-hard = Harder
train-start = Start
train-start-count = Start: { $count ->
    [one] 1 puzzle
   *[other] { $count } puzzles
}
train-opponent = Opponent
train-task = { $side } to act: find the best action.
train-right = Right: best by { $points } of 100 games.
train-as-good = Right: costs only { $points } of 100 games.
train-close = Close: costs { $points } of 100 games.
train-wrong = Not this one: costs { $points } of 100 games.
train-again = Try again.
train-answer = The answer: { $action }, best by { $points } of 100 games.
train-hint-theme = Look for: { $themes }.
train-hint-card = Use the card { $card }.
train-hint-hero = Use a hero.
train-hint-draw = Draw a card.
train-hint-square = The crown goes to { $square }.
train-show = Answer
train-skip = Skip
train-next = Next
train-finish = Finish
train-play-on = Play on
train-play-on-level = Play on from here: which level?
train-leave = Back to the puzzle
train-line = How it goes on
train-cards = What the cards bring
train-cards-mean = { $wins } of 100 games are won on average. With each card:
train-actions = All actions
train-cost = Costs
train-best = best
train-session = { $right } of { $count } right, { $streak } in a row
train-end = Finish
train-remove = Not a mistake
train-removed = Removed.
train-daily-results = { $count ->
    [one] 1 answer
   *[other] { $count } answers
} on this server so far: { $right }% right, { $points } of 100 games lost on average.
train-chosen = Chosen by
train-share-of = { $share }%
train-over-daily = That was the position of the day. The next one comes at midnight UTC.
train-over-puzzles = You have solved all puzzles of this kind in the last six months.
train-over-listed = There is nothing more to solve here.
train-over-mistakes = No mistake is due today. Those you found come back later, those you missed tomorrow.
train-summary = Summary
train-sum-right = right at once
train-sum-streak = longest streak
train-sum-loss = of 100 games lost per answer
train-go-on = Go on
train-progress = Export or import your training
train-progress-about = Your training is kept in this browser, and with your account if you have one. A file takes it elsewhere; importing adds to what is here.
train-export = Save as file
train-import = Open file
train-imported = Imported.
train-not-imported = This file holds no training.
theme-hero = Heroes
theme-block = Blocking
theme-join = Joining
theme-cut = Cutting
theme-draw-or-play = Draw or play
theme-tempo = Tempo
theme-hand = Hand
theme-sacrifice = Giving to get
theme-last-rose = The last roses
theme-end-now = Ending the game
theme-exact = Won against every card
road-lead = Twelve short lessons of strategy with three positions each, then a first win against every level.
road-rules = New to the game? First the rules.
road-progress = { $done } of { $count } steps done
road-practice = Three positions
road-wins = First wins
road-wins-about = Beat each level once. Any game you win in this browser counts.
road-won = ✓ Won
train-road-on = Onwards
road-open = Open hands
road-open-idea = Both hands are face up. Before you act, look at what your opponent could play from the square where you leave the crown: you can know everything except the next card of the pile.
road-open-example = { $white } holds three cards, and all of them lead east. Play east II to g5: from there, each leads off the board, and { $white } has to draw.
road-reach = What the opponent reaches
road-reach-idea = From where the crown stands, a card leads to exactly one square. So five cards reach at most five squares, and you choose from where.
road-reach-example = If the crown stops on f5, { $white }’s north II leads to f7 and joins territories of 3 and 2 roses. From g5, the same card leads to a { $white-rose } and is useless.
road-draw = When to draw
road-draw-idea = A draw costs a turn but gives you one more choice from then on. Draw when nothing in your hand does any good; play when a card joins, blocks or threatens. With five cards you cannot draw.
road-draw-example = None of your three cards touches your territory, and nothing is urgent. A fourth card may be the one that does.
road-heroes = Heroes
road-heroes-idea = You have four heroes. One is worth most where a single rose holds a large territory together, or where it joins yours. At the end, heroes are worth nothing.
road-heroes-example = A hero on e6 does both: { $white }’s territory of 5 falls into 2 and 2, and your two pairs become a territory of 5. { $white } loses 17 points, you gain 17.
road-blocking = Blocking
road-blocking-idea = Points are also what the other side does not get. Where two territories would meet, your rose in between keeps them apart for good, unless a hero comes.
road-blocking-example = A { $white-rose } on e6 would join 3 and 3 roses into a territory of 7, a gain of 31 points. Take the square yourself.
road-join = Joining
road-join-idea = A territory scores the square of its size. So a rose that joins two territories is worth more than one that enlarges either.
road-join-example = 3 and 2 roses score 9 + 4 = 13 points. With f5 they are one territory of 6: 36 points.
road-cut = Cutting
road-cut-idea = A territory is as strong as its thinnest place. Look for the rose that alone holds two parts together, and build your own territories two wide.
road-cut-example = { $white }’s seven roses hang together on d5 alone. A hero there leaves 4 and 2: 49 points become 20.
road-tempo = Tempo
road-tempo-idea = A player who has to draw or pass places no rose. Leave the crown where your opponent has nothing good to play, and you gain a turn.
road-tempo-example = In the corner i9, none of { $white }’s five cards can be played, and a full hand cannot draw. { $white } passes, and you act twice.
road-sacrifice = Giving to get
road-sacrifice-idea = The best action often gives something away: a square, a card, a small territory. Count what both sides get, not only what your opponent does.
road-sacrifice-example = Joining on f5 brings you 31 points. It also lets { $white } play north II to f7 and gain 5. A good trade.
road-hand = Your hand
road-hand-idea = Cards are choices for later. Near an edge, many cards lead off the board; keep cards that point different ways, and play first what fits only now.
road-hand-example = Three of your five cards lead off the board here. South III takes the crown to the middle, where all the others can be played again.
road-last = The last roses
road-last-idea = There are 52 roses. When few are left, count them: a lot depends on who places the last one. A draw places none, and so leaves the count to the other side.
road-last-example = Two roses are left. If you play, { $white } may place the last one; if you draw, the same question is { $white }’s.
road-end = Ending the game
road-end-idea = The game ends at once with the last rose, or when both are blocked. If you are ahead, hurry. If you are behind, draw and keep it open.
road-end-example = One rose is left, and you are far ahead. Whichever card you play, the game is over and you have won.
