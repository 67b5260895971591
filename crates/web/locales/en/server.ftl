online-asking = Asking the server …
absent-title = No server here
absent-text = This page is served without a game server, or the network is away. Everything else works: play the computer, two at one screen, lessons and analysis.
absent-play = Play without a server
absent-again = Try again
who-nobody = You play as a guest · log in or register
who-guest = { $name } (guest) · make an account
who-person = { $name } · your account
link-open = You are connected
link-lag = You are connected · { $lag } ms
link-connecting = Connecting …
link-lost = Connection lost, trying again …
link-ended = The server has ended the connection: { $reason }
link-again = Connect again
to-lobby = To the lobby
problem-absent = The server does not answer. Check the network and try again.
problem-other = That is not possible: { $message }
problem-unauthorized = Log in first.
problem-forbidden = That is not for you to do.
problem-not-found = There is no such thing here.
problem-name-taken = This name is taken; choose another one.
problem-bad-name = This name cannot be used: 3 to 20 letters, digits, - and _.
problem-bad-password = This password cannot be used: take a longer one that others do not use.
problem-wrong-credentials = Name or password is wrong.
problem-gone = Somebody was faster.
problem-damaged = The log of this game is damaged. Whoever runs the server can look into it.
problem-too-many = Too much at once: wait a moment.
problem-unavailable = The server cannot do that now; try again in a moment.
refusal-spectator = Only the two players can do that.
refusal-over = The game is over.
refusal-not-begun = The game has not begun.
refusal-outdated = The position has changed meanwhile: choose again.
refusal-illegal = The rules forbid it: { $why }
refusal-too-late = Both have acted already: resign instead.
refusal-not-gone = The opponent is not gone for long enough.
refusal-rated = Not in a rated game.
refusal-no-offer = There is no such offer any more.
refusal-quiet = The chat of this table is switched off.
refusal-bad-text = Say it in one line of at most 200 letters.
refusal-bad-nonce = Your part of the shuffle was not taken; load the page again.
refusal-too-much = You have done this as often as one may in one game.
notice-begin = A game of yours begins.
notice-turn = It is your turn in another game.
challenge-by = { $name } challenges you to a game.
calls-title = Waiting for you
computer-level = Computer, level { $level }
kind-guest = guest
kind-person = account
kind-bot = bot
rated = rated
casual = casual
terms-side = plays { $side }
terms-any-clock = { $clock } or any other clock
speed = Speed
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Rapid
speed-slow = Slow
speed-days = Days
left-days = { $days } d { $hours } h
left-hours = { $hours }:{ $minutes } h
clock-none = No clock
games-yours = Your turn
link-label = Link
copy-link = Copy link
share-link = Share …
end-gone = { $side } left the game.
end-gone-draw = A player left, and the other called it a draw.
end-aborted = The game was called off.
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
calls-turns = { $count ->
    [one] Your turn in 1 game
   *[other] Your turn in { $count } games
}
calls-challenges = { $count ->
    [one] 1 challenge
   *[other] { $count } challenges
}
