game-missing = There is no such game.
waiting-both = Both players have to come to the table.
waiting-ready = is here
waiting-not-yet = not here yet
countdown-come = { $seconds } s to come to the table
countdown-you = { $seconds } s for your first action
countdown-act = { $seconds } s for the first action
presence-here = at the table
presence-away = away
about-title = This game
status-sending = Sending …
premove-card = Premove { $card }
premove-draw = Premove: draw a card
premove-cancel = { $premove } · take back
premove-note = Done as soon as it is your turn, if it is legal then. It never spends a hero.
premove-void = { $premove }: not possible now.
abort = Call off
abort-title = Call the game off?
abort-text = Then nobody wins or loses.
resign-online = You will lose the game. This cannot be taken back.
taken-back = The last action was taken back.
offered-takeback = { $name } would like to take back the last action.
offered-rematch = { $name } offers a rematch.
offering-takeback = You have asked to take back your last action.
offering-rematch = You have offered a rematch.
offer-accept = Accept
offer-decline = Decline
offer-cancel = Withdraw
offer-declined = { $name } declines.
came = { $name } is here.
left = { $name } has left.
gone-wait = { $name } has left. You can claim the game in { $seconds } s.
gone-now = { $name } has left. You can claim the game, or wait.
claim-win = Claim the win
claim-draw = Call it a draw
end-no-game = No game
rating-change = { $name }: { $rating } ({ $by })
next-table = To the next game
no-hints = Hints are not available in games against people.
time-low = You are running out of time.
chat-title = Chat
chat-label = Say something
chat-mute = Mute the chat at this table
chat-new = New messages
chat-off = Chat is switched off in your account.
shuffle-title = Fair shuffle
shuffle-note = The server committed to its secret before the players added theirs. After the game anyone can verify every card.
shuffle-numbers = The numbers
shuffle-commitment = Commitment
shuffle-nonce = { $side }’s part
shuffle-secret = The server’s secret
shuffle-later = after the game
shuffle-verify = Check the shuffle
shuffle-right = Verified: the deal and every card drawn follow from the secret committed to before the game.
shuffle-wrong = This shuffle is not correct: { $why }
shuffle-no-cards = No cards were dealt in this game.
watchers = { $count ->
    [one] 1 spectator
   *[other] { $count } spectators
}
next-game = { $count ->
    [one] Next game:
   *[other] Next of { $count } games:
}
next-left = { $name }, { $left }
next-none = No other game waits for you.
