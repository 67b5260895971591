library-note = Your games are kept in this browser alone. Save them as a file to take them elsewhere.
library-search = Search
library-search-hint = Level 3, won, 2026 …
library-load = Load a file
library-save-all = Save all
library-count = { $count ->
    [one] 1 game
   *[other] { $count } games
}
library-actions = { $count ->
    [one] 1 action
   *[other] { $count } actions
}
library-won = { $side } won
library-open = not finished
library-go-on = Go on
library-forget = Delete
library-forget-title = Delete this game?
library-forget-text = It is gone for good then.
library-forgotten = The game is deleted.
library-unreadable = A game that cannot be read
library-gone = This game is no longer here.
library-broken = This game cannot go on: { $why }
library-too-large = This file is too large for a collection of games.
library-loaded = { $count ->
    [one] 1 game taken in.
   *[other] { $count } games taken in.
}
library-fault = Something could not be read: { $why }
