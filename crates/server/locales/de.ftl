# Was Benachrichtigungen und E-Mails sagen. notify-KIND ist die Einstellung, die die Web-App zeigt.
computer = den Computer (Stufe { $count })
minutes = { $count ->
    [one] 1 Minute
   *[other] { $count } Minuten
}
hours = { $count ->
    [one] 1 Stunde
   *[other] { $count } Stunden
}
days = { $count ->
    [one] 1 Tag
   *[other] { $count } Tage
}
notify-turn = Du bist am Zug
turn-title = Du bist am Zug
turn-body = Partie gegen { $opponent }.
turn-body-left = Partie gegen { $opponent }. Verbleibende Zeit: { $time }.
notify-challenge = Herausforderung oder Teamanfrage
challenge-title = Herausforderung von { $opponent }
challenge-body = Nimm die Herausforderung an oder lehne sie ab.
notify-taken = Eine Partie beginnt
taken-title = Deine Partie gegen { $opponent } beginnt
taken-body = Dein Angebot wurde angenommen. Komm an den Tisch.
notify-time = Wenig Zeit übrig
time-title = Deine Zeit wird knapp
time-body = Partie gegen { $opponent }. Verbleibende Zeit: { $time }.
notify-over = Eine Partie ist zu Ende
won-title = Gewonnen gegen { $opponent }
lost-title = Verloren gegen { $opponent }
drawn-title = Unentschieden gegen { $opponent }
aborted-title = Deine Partie gegen { $opponent } wurde abgebrochen
over-body = Sieh dir die Partie an.
notify-round = Eine Turnierrunde
round-title = Neue Runde: { $event }
round-body = Deine nächste Partie wartet.
team-title = { $opponent } möchte mit dir ein Team bilden
team-body = Im Turnier „{ $event }“: Nimm an oder lehne ab.
mail-hello = Hallo { $name },
mail-footer = Du bekommst diese E-Mail, weil du bei { $site } Benachrichtigungen eingeschaltet hast. So bestellst du sie ab:
confirm-subject = Bestätige deine E-Mail-Adresse
confirm-body = damit { $site } E-Mails an diese Adresse schicken darf, öffne innerhalb von zwei Tagen diesen Link:
confirm-otherwise = Falls du nicht darum gebeten hast, musst du nichts tun: Ohne den Link kann niemand die Adresse verwenden.
reset-subject = Wähle ein neues Passwort
reset-body = um ein neues Passwort für dein Konto bei { $site } zu wählen, öffne innerhalb einer Stunde diesen Link. Er gilt ein einziges Mal und meldet dich überall ab:
reset-otherwise = Falls du nicht darum gebeten hast, musst du nichts tun: Dein Passwort bleibt, wie es ist.
welcome-subject = Dein Konto bei Bosworth
welcome-body = bei { $site } wurde ein Konto für dich angelegt. Um sein Passwort zu wählen, öffne innerhalb von 30 Tagen diesen Link. Er gilt ein einziges Mal:
welcome-otherwise = Falls du das Konto nicht möchtest, musst du nichts tun: Ohne den Link kann es niemand benutzen.
digest-subject = { $count ->
    [one] Eine Partie wartet auf dich
   *[other] { $count } Partien warten auf dich
}
digest-body = in diesen Partien bist du am Zug:
digest-line = gegen { $opponent }
digest-line-left = gegen { $opponent }: noch { $time }
standings-name = Name
standings-points = Punkte
standings-division = Staffel { $number }
standings-page = Zum Turnier
tie-direct = Direkter Vergleich
tie-buchholz = Buchholz
tie-sonneborn = Sonneborn-Berger
tie-wins = Siege
tie-margin = Vorsprung
