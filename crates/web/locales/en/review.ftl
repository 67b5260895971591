review-missing = There is no game “{ $id }” in this browser’s library.
review-broken = The game “{ $id }” cannot be read: its record is damaged.
review-to-library = Go to library
review-fault = The record breaks the rules from action { $number } on. Everything before it is shown.
review-running = The engine is reviewing the game: { $done } of { $all ->
    [one] 1 action
   *[other] { $all } actions
}
review-stopped = Stopped after { $done } of { $all ->
    [one] 1 action
   *[other] { $all } actions
}.
review-done = { $all ->
    [0] There is no action to review yet.
    [one] The engine has reviewed the only action.
   *[other] The engine has reviewed all { $all } actions.
}
review-progress = Progress of the review
review-stop = Stop
review-again = Start again
review-deeper = Search deeper
review-course = Course of the game
review-kind = What the graph shows
review-chance = Win chance
review-margin = Points
review-place = Point in the game
review-inaccuracy = Inaccuracy
review-inaccuracy-about = cost at least 5 of 100 games
review-mistake = Mistake
review-mistake-about = cost at least 10
review-blunder = Blunder
review-blunder-about = cost at least 15
review-lucky = Lucky draw
review-unlucky = Unlucky draw
review-at = Action { $number } of { $all }
review-overview = The whole game
review-worst = The costliest error was action { $number } ({ $name }): it gave away { $loss } of 100 games.
review-show = Show it
review-no-errors = The engine found no errors.
review-next-error = Next error
review-alternatives = What else was possible at action { $number }
review-hundred-note = The engine’s estimate: how many of 100 games would be won from there if both sides played well.
review-start = Go through the game with the arrow keys, the buttons, the graph or the list.
review-waiting = The engine has not reached this action yet.
review-unseen = The engine has not reviewed this action.
review-forced = Nothing else was possible.
review-best = The best action.
review-good = Good: it gives away only { $loss } of 100 games.
review-lost = { $mark }: it gave away { $loss } of 100 games.
review-better = Better: { $action } (wins { $wins } of 100 games)
review-actions = All actions
review-wins = { $side } wins per 100 games
review-done-here = played
review-best-here = best
review-cards = What every card would have done
review-luck-good = Lucky: with this card { $side } wins { $luck } more games in 100 than with the average card ({ $mean }).
review-luck-bad = Unlucky: with this card { $side } wins { $luck } fewer games in 100 than with the average card ({ $mean }).
review-luck-none = Neither lucky nor unlucky: with the average card { $side } wins { $mean } of 100 games.
review-drawn = drawn
review-players = Both players
review-nothing = There is nothing to evaluate yet.
review-measure = Measure
review-accuracy = Accuracy
review-accuracy-about = 100 % if every action was the best one
review-like = Plays like
review-like-about = the level of the computer whose actions cost about as much
review-given = Given away
review-given-about = games in 100 that its actions cost against the best ones, added up
review-luck = Luck of the draw
review-luck-about = games in 100 that the drawn cards brought, compared with average cards
review-swing = Biggest swing
review-swing-about = the action that changed the chances most
review-swing-at = { $change } at { $number }
review-result = Result
review-result-about = 100 for a win, 50 for a draw
review-result-open = Chance at the end
review-result-open-about = games in 100 that would be won from here
review-adjusted = Result without luck
review-adjusted-about = the result less the luck of deal and draws; may be above 100 or below 0
review-balance = Where the result came from
review-part = Part
review-sum-start = Start
review-sum-start-about = { $red }’s average chance against { $white } before the deal
review-sum-deal = Deal
review-sum-deal-about = what the first cards brought { $red } against { $white }
review-sum-luck = Draws
review-sum-luck-about = what all drawn cards brought { $red } against { $white }
review-sum-skill = Skill
review-sum-skill-about = what { $white } gave away, minus what { $red } gave away
review-sum-revision = Revision
review-sum-revision-about = how much the engine later changed its mind, in favour of { $red } against { $white }
review-sum = Result
review-sum-about = the sum: 100 if { $red } won, 0 if { $white } won
review-sum-open = Chance at the end
review-sum-open-about = the sum: how often { $red } would win from here against { $white }
review-learn = Learn from your mistakes
review-learn-about = Go back to each error and find something better on the board.
review-later = Available once the engine has reviewed the game.
review-errors = { $side }: { $count ->
    [0] no errors
    [one] 1 error
   *[other] { $count } errors
}
review-exercise = Error { $number } of { $all }
review-task = { $said } That gave away { $loss } of 100 games.
review-find = Find something better: choose a card or a square.
review-right = Right! { $action }: wins { $wins } of 100 games.
review-wrong = { $action }: wins { $wins } of 100 games, { $loss } fewer than the best. Try again.
review-same = That is what was played. Try something else.
review-solution = Best: { $action } (wins { $wins } of 100 games)
review-solve = Show the solution
review-next = Next
review-skip = Skip
review-leave = Exit
review-learned = That was the last error.
review-save = Save with comments
review-verify = Verify the shuffle
review-proven = Proven: the deal and { $count ->
    [0] the order of the pile follow
    [one] the one draw follow
   *[other] all { $count } draws follow
} from the secret that was fixed before the game.
review-proven-pile = Proven: { $count ->
    [0] the order of the pile follows
    [one] the one draw follows
   *[other] all { $count } draws follow
} from the secret that was fixed before the game. The hands are those of game { $game }, dealt again.
review-not-proven = Not proven: { $why }

why-title = Why
why-more = Why not the others?
roll-out = Look deeper
owners = Whose will it be?
rollouts-interval = 95 %
rollouts-games = Games
rollouts-note = { $count ->
    [one] 1 game
   *[other] { $count } games
} played out with random draws, with luck taken out. On the board: the chance in % that a square ends up in that colour, after the best action.
rollouts-done = Enough games were played.
