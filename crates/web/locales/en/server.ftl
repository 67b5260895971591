# Shared by all pages that talk to a server: connection, errors (problem-...), refusals of a table (refusal-...).
online-asking = Contacting the server …
absent-title = No game server
absent-text = This site has no game server, or you are offline. Everything else works: playing the computer, two on one screen, lessons and analysis.
absent-play = Play without a server
absent-again = Try again
who-nobody = Playing as a guest · log in or register
who-guest = { $name } (guest) · create an account
link-open = You are connected
link-lag = You are connected · { $lag } ms
link-connecting = Connecting …
link-lost = Connection lost, reconnecting …
link-ended = The server closed the connection: { $reason }
link-again = Reconnect
to-lobby = Go to lobby
problem-absent = The server is not responding. Check your connection and try again.
problem-other = That is not possible: { $message }
problem-unauthorized = Log in first.
problem-forbidden = You are not allowed to do that.
problem-not-found = Not found.
problem-name-taken = This name is taken; choose another one.
problem-bad-name = This name cannot be used: use 3 to 20 Latin letters, digits, - or _, and begin with a letter.
problem-bad-password = This password cannot be used: choose a longer, less common one.
problem-wrong-credentials = Wrong name or password.
problem-gone = Someone else was faster.
problem-damaged = The log of this game is damaged. The host can look into it.
problem-too-many = Too many requests: wait a moment.
problem-unavailable = The server cannot do that right now; try again in a moment.
refusal-spectator = Only the two players can do that.
refusal-over = The game is over.
refusal-not-begun = The game has not started.
refusal-outdated = The position has changed in the meantime: choose again.
refusal-illegal = The rules forbid it: { $why }
refusal-too-late = Both sides have already acted: resign instead.
refusal-not-gone = Your opponent has not been gone for long enough.
refusal-rated = Not possible in a rated game.
refusal-sealed = Not possible while others are playing the same deal.
refusal-no-offer = This offer has already been made, or no longer exists.
refusal-quiet = The chat at this table is switched off.
refusal-bad-text = At most 200 characters, on one line.
refusal-bad-nonce = Your part of the shuffle was not accepted; reload the page.
refusal-too-much = You have already done this too often in this game.
notice-begin = One of your games is starting.
notice-turn = It is your turn in another game.
challenge-by = { $name } challenges you to a game.
calls-title = Waiting for you
calls-event-running = Your tournament is running
computer-level = Computer, level { $level }
kind-guest = guest
kind-person = member
kind-bot = bot
rated = rated
casual = casual
terms-side = plays { $side }
terms-any-clock = { $clock } or any other time control
speed = Speed
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Rapid
speed-slow = Slow
speed-days = Correspondence
left-days = { $days } d { $hours } h
left-hours = { $hours } h { $minutes } min
clock-none = No clock
games-yours = Your turn
link-label = Link
copy-link = Copy link
share-link = Share …
rating = Rating
games = Games
games-actions = { $count ->
    [one] 1 action
   *[other] { $count } actions
}
clock-days = { $days ->
    [one] 1 day
   *[other] { $days } days
}
clock-reserve = { $days } + { $more } per action
clock-weekends = { $clock }, weekends off
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
games-title = Your games
