home-title = Rosenkönig
home-lead = Eine Krone, zwei Farben, fünf offene Karten für jeden. Bewege die Krone, lege deine Rose, bilde die größeren Gebiete.
home-continue = Partie fortsetzen
home-quick = Jetzt spielen
home-learn = In fünf Minuten lernen
home-first = Du bist am Zug: Spiel eine Karte oder tippe ein markiertes Feld an
home-board = Eine Partie, die mit deiner ersten Aktion beginnt
home-going = Weiterspielen
home-at = Aktion { $count }
home-levels = Gegen den Computer
home-ways = Was du hier tun kannst
way-play = Partie einrichten
way-online = Online spielen
way-online-about = Mit Freunden oder Fremden, live oder als Fernpartie.
way-events = Turniere
way-events-about = Mitspielen oder selbst eines ausschreiben.
way-learn = Lektionen
way-train = Training
way-train-about = Aufgaben, deine eigenen Fehler und ein Weg von den Regeln zur Strategie.
way-analysis = Analysebrett
way-library = Deine Partien
way-rules = Die Regeln
home-note = Alles läuft in deinem Browser, auch offline. Bosworth ist ein unabhängiges, quelloffenes Programm.
home-daily = Stellung des Tages
home-daily-open = Was würdest du spielen?
home-daily-done = Heute erledigt
home-mistakes = { $count ->
    [one] 1 deiner Fehler ist fällig
   *[other] { $count } deiner Fehler sind fällig
}
# What awaits the visitor.
challenge-by = { $name } fordert dich heraus.
calls-title = Wartet auf dich
calls-event-running = Dein Turnier läuft
computer-level = Computer, Stufe { $level }
left-days = { $days } T { $hours } h
left-whole-hours = { $hours } h
left-hours = { $hours }:{ $minutes } h
games-yours = Du bist am Zug
calls-turns = { $count ->
    [one] In 1 Partie am Zug
   *[other] In { $count } Partien am Zug
}
calls-challenges = { $count ->
    [one] 1 Herausforderung
   *[other] { $count } Herausforderungen
}
games-left = noch { $left }
seek-waiting = Warten auf einen Gegner …
