# What notifications and mails say. notify-KIND is the setting, which the web app shows.
computer = the computer (level { $count })
minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
notify-turn = Your turn
turn-title = Your turn
turn-body = Game against { $opponent }.
turn-body-left = Game against { $opponent }. Time left: { $time }.
notify-challenge = A challenge or team request
challenge-title = { $opponent } challenges you
challenge-body = Accept or decline the challenge.
notify-taken = A game begins
taken-title = Your game against { $opponent } has begun
taken-body = Your offer was accepted. Come to the table.
notify-time = Little time left
time-title = Your time is running out
time-body = You have { $time } left against { $opponent }.
notify-over = A game is over
won-title = You won against { $opponent }
lost-title = You lost against { $opponent }
drawn-title = A draw against { $opponent }
aborted-title = Your game against { $opponent } was aborted
over-body = View the game.
notify-round = A tournament round
round-title = A new round of { $event }
round-body = Your next game is waiting.
team-title = { $opponent } wants to team up with you
team-body = In the tournament “{ $event }”: accept or decline.
mail-hello = Hello { $name },
mail-footer = You are receiving this email because you turned on notifications at { $site }. To unsubscribe:
confirm-subject = Confirm your email address
confirm-body = To have emails from { $site } sent to this address, open this link within two days:
confirm-otherwise = If you did not ask for this, you can ignore it: nobody can use the address without the link.
reset-subject = Choose a new password
reset-body = To choose a new password for your account at { $site }, open this link within an hour. It works once, and logs you out everywhere:
reset-otherwise = If you did not ask for this, you can ignore it: your password stays as it is.
welcome-subject = Your account at Bosworth
welcome-body = An account was created for you at { $site }. To choose its password, open this link within 30 days. It works once:
welcome-otherwise = If you do not want the account, you can ignore this: nobody can use it without the link.
digest-subject = { $count ->
    [one] A game is waiting for you
   *[other] { $count } games are waiting for you
}
digest-body = It is your turn in these games:
digest-line = against { $opponent }
digest-line-left = against { $opponent }: { $time } left
standings-name = Name
standings-points = Points
standings-division = Division { $number }
standings-page = View the tournament
tie-direct = Direct encounter
tie-buchholz = Buchholz
tie-sonneborn = Sonneborn-Berger
tie-wins = Wins
tie-margin = Margin
