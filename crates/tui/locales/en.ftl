# What a person reads in the terminal program.
tui-title = The Rose King
tui-you = you
tui-computer = level { $level }
tui-person = player
tui-points = { $count ->
    [one] 1 point
   *[other] { $count } points
}
tui-pile = Pile { $count }
tui-discard = Discard { $count }
tui-roses = Roses { $count }
tui-to-act = { $side } to act
tui-your-turn = Your turn ({ $side })
tui-thinking = { $side } is thinking …
tui-over = The game is over
tui-viewing = Action { $at } of { $all }
tui-choose = 1–5 a card, d draw, ? help
tui-confirm = Enter confirms, Esc cancels
tui-preview = { $action } to { $target }: { $gain }
tui-preview-hero = { $action } with a hero to { $target }: { $gain }
tui-preview-draw = Draw a card
tui-gain = { $side } { $points }
tui-moves = Actions
tui-no-moves = No action yet
tui-evaluation = Chances
tui-margin = expected lead { $side } { $margin }
tui-even = no lead expected
tui-hint-thinking = Looking for the best action …
tui-hint = Best: { $action }, wins { $chance }%, lead { $margin }
tui-draw-short = draw
tui-pass-short = pass
tui-territories = Territories
tui-undo-none = There is nothing to undo.
tui-redo-none = There is nothing to redo.
tui-not-your-turn = It is not your turn.
tui-not-live = This is an earlier position. End returns to the game.
tui-turned = The board is turned: south is up. Card names such as NE2 still refer to the unturned board.
tui-save-failed = The game could not be saved: { $why }
tui-speed = Pause between actions: { $ms } ms
tui-paused = paused
tui-reviewing = Reviewing { $done } of { $all }
tui-reviewed = Accuracy { $red }% : { $white }%
tui-best = better { $action }
tui-loss = lost { $loss }%
tui-luck = luck { $luck }%
tui-fault = Error in the record: { $fault }
tui-game-of = game { $number } of { $count }
tui-too-small = The window is too small: { $width } × { $height }. The game needs at least { $wide } × { $high }.
tui-not-terminal = this is not a terminal; `bosworth play --plain` plays line by line, and works with pipes
tui-saved = The game is saved as { $name }. `bosworth games { $name }` opens it.
tui-saved-file = Saved in { $file }.
tui-broken = { $file } cannot be continued: { $why }. The file is left as it is.
tui-games-none = No games are saved in { $folder } yet. `bosworth play` starts one.
tui-games-unknown = There is no game { $name }. `bosworth games` lists them all.
tui-games-broken = cannot be read: { $why }
tui-games-plies = { $count ->
    [one] 1 action
   *[other] { $count } actions
}
tui-games-open = open
tui-games-how = `bosworth games NAME` or its number opens a game, `bosworth review NAME` reviews it, `--delete` deletes it.
tui-hint-bar-play = ? help · u undo · h hint · e chances · t territories · q quit
tui-hint-bar-watch = Space pause · s step · + − speed · ? help · q quit
tui-hint-bar-over = v review · n new game · ← → browse · t territories · ? help · q quit
tui-hint-bar-view = ← → step · Home End · e chances · ? help · q quit
tui-hint-bar-review = ← → step · Tab next mistake · e chances · ? help · q quit
tui-hint-bar-back = ← → step · Tab next mistake · e chances · ? help · q back to the game
tui-help-title = Keys
key-enter = Enter
key-escape = Esc
key-space = Space
key-ends = Home End
tui-help-review = after the end: review the game
tui-help-cards = choose a card of your hand
tui-help-draw = draw a card
tui-help-enter = confirm the selected action
tui-help-escape = cancel, close this
tui-help-browse = back and forth through the game
tui-help-ends = to the start, to the end
tui-help-undo = undo, redo
tui-help-watch = pause, one action, faster or slower
tui-help-games = next game of the file, previous game
tui-help-new = a new game
tui-help-quit = quit; the game is saved
tui-help-back = back to the game
tui-help-leave = quit
tui-help-mistakes = the next mistake; Shift-Tab the one before
tui-no-mistake = No more mistakes.
tui-help-mouse = Mouse: click a card or its target, click again to play it.
tui-help-marks = ({ $play }) a free target, *{ $play }* costs a hero, [ ] the crown
tui-menu-title = New game
tui-menu-opponent = Players
tui-menu-computer = you against the computer
tui-menu-two = two people at this keyboard
tui-menu-watch = computer against computer
tui-menu-level = Level
tui-menu-level-other = Second computer
tui-menu-side = Your side
tui-menu-rules = Rules
tui-menu-start = Begin
tui-menu-keys = ↑ ↓ choose a line, ← → change it, Enter begins, Esc quits
plain-welcome = The Rose King. Type an action or a question; quit stops, and the game is saved.
plain-hint = Best: { $action }. { $chance }% to win.
plain-no-clock = This game has no clock.

# Giving up, at any table.
tui-ask-resign = Resign this game? y yes, any other key no
tui-won = { $side } wins.
tui-help-resign = resign
tui-help-engine = what would the computer do? show chances
tui-help-view = show territories, turn the board

# Games at a server.
online-connecting = Connecting to { $server } …
online-going = One moment …
online-between = { $red } against { $white }.
online-undealt = The cards will be dealt as soon as both players are here.
online-rated = rated
online-casual = casual
online-untimed = no clock
online-away = away
online-sending = sending …
online-sent-later = Your action will be sent as soon as the connection is back.
online-lost-short = connection lost
online-lost = Connection lost, reconnecting. Nothing is lost: the server keeps the game.
online-back = The connection is back.
online-watchers = { $count ->
    [0] No spectators.
    [one] 1 spectator.
   *[other] { $count } spectators.
}
online-takeback-answer-keys = { $name } asks for a takeback: y yes, x no
online-takeback-answer-words = { $name } asks for a takeback: yes or decline.
online-rematch-answer-keys = { $name } offers a rematch: y yes, x no
online-rematch-answer-words = { $name } offers a rematch: yes or decline.
online-rematch-later = A rematch can be offered after the game.
online-claim-later = { $name } has left. You can claim the game in { $seconds } s.
online-claim-now-keys = { $name } has left: c claims the game
online-claim-now-words = { $name } has left: claim ends the game.
online-first-within = First action within { $seconds } s
online-first-within-forfeit = Act within { $seconds } s, or you forfeit this game
online-ask-abort = Abort this game? y yes, any other key no
online-ask-forfeit = Forfeit this game of the tournament? y yes, any other key no
online-ask-claim = Claim the game? y a win, d a draw, any other key no
online-won = { $side } wins ({ $name }).
online-drawn = The game is a draw.
online-verified = The shuffle was verified.
online-not-verified = The shuffle does not match the server’s commitment: { $why }
online-kept = Saved among your games as { $name }.
online-clock = { $side } ({ $name }): { $time }
online-clock-runs = { $side } ({ $name }): { $time }, running
online-clock-low = { $side } ({ $name }): { $time }, running, little time left
online-typing = Message: { $text }
online-elsewhere = { $count ->
    [one] Another game is waiting for you: n opens it
   *[other] { $count } other games are waiting for you: n opens the next one
}
plain-elsewhere = { $count ->
    [one] Another game is waiting for you. Type next to open it.
   *[other] { $count } other games are waiting for you. Type next to open the first one.
}
online-none-waits = No other game is waiting for you.
online-goes-on = The game continues. `bosworth play --server { $server } { $game }` returns to it.
online-goes-on-lost = The server could no longer be reached; your game is kept there. `bosworth play --server { $server } { $game }` returns to it.
online-offered = Offered: { $clock }, { $rules }, { $rated }. Waiting for an opponent …
online-offered-link = Anyone with this link can accept: { $link }
online-waiting-keys = q or Ctrl-C leaves and withdraws an offer
online-game-waits = your turn against { $name }, { $clock }, { $rules }, { $count ->
    [one] 1 action
   *[other] { $count } actions
}
online-game-waits-left = your turn, { $left } left: { $name }, { $clock }, { $rules }, { $count ->
    [one] 1 action
   *[other] { $count } actions
}
online-game-open = open: { $red } – { $white }, { $clock }, { $rules }, { $count ->
    [one] 1 action
   *[other] { $count } actions
}
online-seek = offer: { $name }, { $clock }, { $rules }, { $rated }
online-challenge = challenge: { $name }, { $clock }, { $rules }, { $rated }
online-event = tournament, { $when } ({ $state }): { $title }, { $kind }, { $clock }, { $rules }
online-event-join = select to join
online-event-withdraw = joined; select to withdraw
online-event-joined = you are playing
online-event-closed = you cannot join
online-event-waiting = on the waiting list; select to withdraw
online-event-out = you are out
online-event-sure = Enter again: withdraw for good
online-event-game = your game is in progress
online-event-team = { $name } asks you to form a team; Enter accepts, x declines
online-event-no-over = The tournament is over.
online-event-no-toolate = The tournament has started, and entry is closed.
online-event-no-rating = Your rating is outside the limits of this tournament.
online-event-no-guests = Guests cannot take part: use an account, with --token.
online-event-no-bots = Bots cannot take part.
online-event-no-password = This tournament is by invitation: join it in a browser, with the link you were sent.
online-event-no-removed = The organiser has removed you.
online-event-no-toooften = You have joined and left too often.
online-event-no-full = All seats and the waiting list are full.
online-event-no-team = This tournament is for teams of two. Use a browser to propose a team; proposals to you are listed here.
online-event-no-noplayer = You are not in this tournament.
online-event-running = running
online-event-minutes = in { $count } min
online-event-hours = in { $count } h
online-event-days = in { $count } days
online-event-roundrobin = round robin
online-event-league = league
online-event-swiss = Swiss
online-event-knockout = knockout
online-event-arena = arena
online-event-field = same deals
online-lobby-empty = You have no open games, and nobody is offering one.
online-lobby-keys = ↑ ↓ choose, Enter opens, n next game, ? help, q quits
online-list-help-choose = choose a line; a number goes to it
online-list-help-change = change the clock of your offer, or the level
online-list-help-rated = make your offer rated or casual
online-list-help-open = open, accept, join or offer
online-list-help-next = the game with the least time left
online-list-help-decline = decline a team
online-list-help-quit = quit
online-bar-play = ? help · u take back · R resign · / chat · t territories · q leave
online-bar-next = n next game ({ $count }) · ? help · u take back · R resign · / chat · q leave
online-bar-over = v review · m rematch · n next game · ← → browse · ? help · q leave
online-bar-watch = ← → step · e chances · t territories · n other games · ? help · q leave
online-bar-watch-over = v review · ← → browse · t territories · n other games · ? help · q leave
online-help-offers = ask for a takeback, offer a rematch
online-help-answer = say yes or no to an offer
online-help-claim = claim the game when the opponent has left
online-help-chat = write a message
online-help-engine = hint, chances: only after the game
online-help-lobby = the next waiting game; after the end, all games
online-help-quit = leave; the game continues on the server
online-no-engine = The computer helps only after the game.
online-no-spectator = Only the two players can do that.
online-no-over = The game is over.
online-no-not-begun = The game has not started.
online-no-outdated = The position has changed in the meantime. Choose again.
online-no-illegal = Against the rules: { $why }
online-no-too-late = Both sides have already acted. Resign instead.
online-no-not-gone = Your opponent has not left, or not for long enough.
online-no-rated = That cannot be done in a rated game.
online-no-sealed = That cannot be done while others are playing the same deal.
online-no-offer = This offer has already been made, or there is none to answer.
online-no-quiet = One of the players has switched off the chat.
online-no-bad-text = At most 200 characters, on one line.
online-no-bad-nonce = The server did not accept our part of the shuffle.
online-no-too-much = You have already done this too often in this game.
online-bad-address = { $given } is not a server address; one looks like http://localhost:1485
online-unreachable = { $server } cannot be reached: { $why }. Is the address right, and is the server running?
online-no-game = { $server } has no game { $game }. Check the spelling of its name.
online-nonsense = The answer of { $server } could not be understood: { $why }. Is it a Bosworth server, and at least as new as this program?
online-bye = { $server } closed the connection: { $why }
online-unauthorized = { $server } does not know this token; it may have been revoked. Create a new one on the account page, or leave it out to play as a guest.
online-seek-gone = Someone was faster, or the offer was withdrawn.
online-not-found = { $server } has nothing by that name. Check the spelling.
online-too-many = Too many requests to { $server }: { $why }. Try again in a minute.
online-unavailable = { $server } cannot do this right now: { $why }. Try again.
online-problem = { $server } refuses: { $why }
plain-lost = Connection lost, reconnecting. Nothing is lost: the server keeps the game. Type quit to stop.
plain-offered = Type quit or press Ctrl-C to withdraw the offer.
plain-lobby = Type a number to open a line, next for the most urgent game, list to see them again, quit to stop.
plain-no-number = There is no such number in the list.
plain-you-play = You play { $side }.
plain-you-watch = You are watching.
plain-online-help = Type an action or a question. Type help for a list, or quit to leave; the game continues.
plain-over = Type rematch to offer another game, list to see others, quit to leave.
plain-ask-team = Form a team for this tournament? Type yes or no.
plain-ask-withdraw = Withdraw from this tournament? You will lose your unfinished games there. Type yes.
plain-ask-resign = Resign this game? Type yes.
plain-ask-abort = Abort this game? Type yes.
plain-ask-forfeit = Forfeit this game of the tournament? Type yes.
plain-player-here = { $side }: { $name }, here
plain-player-away = { $side }: { $name }, away

# The clock and the menu.
tui-menu-clock = Clock
tui-menu-go-on = Continue
tui-menu-server = On a server
tui-games-won = { $side } won
tui-games-drawn = drawn
tui-games-deleted = { $name } has been deleted.
online-make-offer = Offer a game: { $clock }, { $rated } (← → time control, r rated)
online-play-computer = Play the server’s computer: { $level } (← →)

# Line by line. The names of each word, the one that is shown first; English ones always work.
plain-clock = { $side }: { $time }
plain-clock-runs = { $side }: { $time }, running
plain-undone = Undone: { $actions }.
plain-redone = Redone: { $actions }.
plain-not-over = The game is not over yet.
plain-after = { $again }: another game. { $review }: review this game. { $quit }: leave.
plain-reviewing = Reviewing the game …
plain-judged = { $number }. { $side } { $action } { $mark }, better { $better }, { $loss }% lost
plain-lobby-how = offer 5+3 offers a game with that time control (2d: two days per action, 10d+1d: ten days and one more per action, 2dw: weekends off, -: no clock), level 3 plays the computer of the server.
plain-help-line = { $word }: { $what }
plain-help-hand = your cards, and where they lead
plain-help-opp = the cards of your opponent
plain-help-targets = what you can do, and what it gains
plain-help-crown = where the crown is
plain-help-pile = the pile, the discard and the roses that are left
plain-help-area = what is on a square, and its territory; with the square, as in area e5
plain-help-score = territories and points
plain-help-last = the last action
plain-help-clock = the time left
plain-help-board = the whole board, rank by rank
plain-help-hint = what the computer would do
plain-help-undo = undo the last action
plain-help-redo = redo what was undone
plain-help-resign = resign; asks first
plain-help-again = after the end: another game with the same players
plain-help-review = after the end: what was good and what was not
plain-help-chat = say something to the other player
plain-help-takeback = ask for a takeback
plain-help-rematch = after the end: offer another game
plain-help-claim = claim the game when the opponent has left
plain-help-decline = say no to an offer, or withdraw your own
plain-help-yes = say yes to a question or an offer
plain-help-list = your games and open offers
plain-help-offer = in the list: offer a game, as in offer 5+3
plain-help-level = in the list: play the computer, as in level 3
plain-help-players = who plays, who is here, who is watching
plain-help-help = this list
plain-help-quit = stop; the game is kept
word-redo = redo
word-again = again, new
word-review = review
word-chat = chat, say
word-resign = resign, abort
word-takeback = takeback
word-rematch = rematch
word-claim = claim
word-decline = decline, no, n
word-yes = yes, y
word-list = list
word-offer = offer, seek
word-next = next
plain-help-next = open the next game waiting for you
word-level = level
word-players = players
word-quit = quit, exit, q

# Training
train-welcome = A position, and one question: what is best here? Type an action such as NE2, NE2* or +. { $hint }: a hint, in the end the solution. { $next }: the next position. { $quit }: leave.
train-daily = Position of the day, { $date }
train-puzzle = Puzzle rated { $rating }, you { $own }
train-mistake = Your mistake in game { $game }, action { $ply }
train-best = Right: best by { $gap } of 100 games.
train-right = Right: as good as the best, but for { $loss } of 100 games.
train-close = Close: { $loss } of 100 games less than the best.
train-wrong = Not this one: { $loss } of 100 games less than the best.
train-answered = This position is solved.
train-go-on = { $next }: the next position.
train-rating = Your rating: { $rating } ({ $change }).
train-streak = { $count ->
    [one] { $count } day in a row.
   *[other] { $count } days in a row.
}
train-again = { $count ->
    [one] It comes again tomorrow.
   *[other] It comes again in { $count } days.
}
train-hint-ideas = The idea: { $ideas }.
train-kind-play = It is a card without a hero.
train-kind-hero = It takes a hero.
train-kind-draw = Draw a card.
train-solution = The best action is { $action }.
train-summary = { $right } of { $answered } right at the first try. Your rating: { $rating }.
train-no-puzzles = This program has no puzzles.
train-none = You have answered all of these puzzles within half a year.
train-daily-done = You have answered today’s position. The next one comes at midnight UTC.
train-no-mistakes = There are no mistakes to repeat yet. Review a finished game: its mistakes come here.
train-none-due = No mistake is due today.
train-bar = 1–5 d choose · Enter confirm · h hint · n next · ? help · q quit
train-help = hint, in the end the solution; next position
train-tag-hero = a hero
train-tag-block = block
train-tag-join = join territories
train-tag-cut = cut a territory
train-tag-draw-or-play = draw or play
train-tag-tempo = leave nothing good to play
train-tag-hand = keep the right cards
train-tag-sacrifice = sacrifice points
train-tag-last-rose = the last roses
train-tag-end-now = end the game now
train-tag-exact = a win against every card
train-help-quit = quit; your progress is saved
