library-note = Games against the computer and on one screen are kept in this browser only. Save them as a file to take them elsewhere.
library-search = Search
library-search-hint = Level 8, lost, Anne, 2026 …
library-load = Load a file
library-save-all = Save all
library-saving = Loading your online games: { $count } so far …
library-saved = { $count ->
    [one] 1 game saved.
   *[other] { $count } games saved.
}
library-saved-none = There are no games to save.
library-saved-none-because = Nothing was saved, because your online games could not be loaded. { $why }
library-saved-partly = { $count ->
    [one] The file has 1 game, but not all of your online games.
   *[other] The file has { $count } games, but not all of your online games.
} { $why }
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
library-aborted = aborted
library-go-on = Resume
library-forget = Delete
library-unreadable = Unreadable game
library-too-large = This file is too large for a collection of games.
library-loaded = { $count ->
    [0] No games imported.
    [one] 1 game imported.
   *[other] { $count } games imported.
}
library-you-won = You won
library-you-lost = You lost
library-find-won = won win victory
library-find-lost = lost loss defeat
library-find-drawn = drawn draw tie
library-find-open = unfinished open
library-find-aborted = aborted called off
library-badge = online
library-place = Games
library-place-all = All
library-place-local = In this browser
library-place-online = Played online
library-to-table = Go to table
library-more = Show more ({ $count } left)
library-more-online = Load older online games
library-online-fault = Your online games could not be loaded: { $why }
library-used = { $used } of about { $room } MB used
library-select = Select
library-select-one = Select { $players }
library-select-all = All matches ({ $count })
library-delete = Delete { $count }
library-save-some = Save { $count } as file
library-deleted = { $count ->
    [one] 1 game deleted.
   *[other] { $count } games deleted.
}
library-undo = Undo
library-restored = Everything is back.
library-progress = Reading game { $done } of { $total } …
library-report-none = There are no games in this file.
library-report-position = This file has a position, not a game. Open it on the analysis board.
library-report-known = { $count ->
    [one] 1 was already here.
   *[other] { $count } were already here.
}
library-report-refused = { $count ->
    [one] 1 could not be read.
   *[other] { $count } could not be read.
}
library-report-fault = Game { $number } of the file: { $why }
library-report-full = { $count ->
    [one] 1 did not fit: this browser’s storage is full. Save games as a file and delete them here to make room.
   *[other] { $count } did not fit: this browser’s storage is full. Save games as a file and delete them here to make room.
}
library-none = No games here yet
library-none-note = Every game you play is kept here with its final board, to review, to analyse and to continue.
