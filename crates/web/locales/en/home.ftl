home-title = The Rose King
home-lead = One crown, two colours, five face-up cards each. Move the crown, leave a rose, grow the larger territories.
home-continue = Continue your game
home-quick = Play now
home-learn = Learn in five minutes
home-first = Your turn: play a card or choose a marked square
home-board = A game that begins with your first action
home-going = Pick up where you left off
home-at = action { $count }
home-levels = Against the computer
home-ways = What you can do here
way-play = Set up a game
way-online = Play online
way-online-about = With friends or strangers, live or by correspondence.
way-events = Tournaments
way-events-about = Join one, or create your own.
way-learn = Lessons
way-train = Training
way-train-about = Puzzles, your own mistakes, and a road from the rules to strategy.
way-analysis = Analysis board
way-library = Your games
way-rules = The rules
home-note = Everything runs in your browser, even offline. Bosworth is an independent open-source program.
home-daily = Position of the day
home-daily-open = What would you play?
home-daily-done = Solved today
home-mistakes = { $count ->
    [one] 1 of your mistakes is due
   *[other] { $count } of your mistakes are due
}
# What awaits the visitor.
challenge-by = { $name } challenges you to a game.
calls-title = Waiting for you
calls-event-running = Your tournament is running
computer-level = Computer, level { $level }
left-days = { $days }d { $hours }h
left-whole-hours = { $hours }h
left-hours = { $hours }h { $minutes }m
games-yours = Your turn
calls-turns = { $count ->
    [one] Your turn in 1 game
   *[other] Your turn in { $count } games
}
calls-challenges = { $count ->
    [one] 1 challenge
   *[other] { $count } challenges
}
games-left = { $left } left
seek-waiting = Waiting for an opponent …
