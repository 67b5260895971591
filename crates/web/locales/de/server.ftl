# Für alle Seiten, die mit einem Server sprechen: Verbindung, Fehler (problem-...), Ablehnungen eines Tisches (refusal-...).
online-asking = Verbindung zum Server …
absent-title = Kein Spielserver
absent-text = Hier gibt es keinen Spielserver, oder du bist offline. Alles andere geht: gegen den Computer, zu zweit an einem Bildschirm, Lektionen und Analyse.
absent-play = Ohne Server spielen
absent-again = Noch einmal versuchen
who-nobody = Du spielst als Gast · anmelden oder registrieren
who-guest = { $name } (Gast) · Konto anlegen
link-open = Du bist verbunden
link-lag = Du bist verbunden · { $lag } ms
link-connecting = Verbindung wird aufgebaut …
link-lost = Verbindung verloren, wird neu aufgebaut …
link-ended = Der Server hat die Verbindung getrennt: { $reason }
link-again = Neu verbinden
to-lobby = Zur Lobby
problem-absent = Der Server antwortet nicht. Prüfe deine Verbindung und versuch es noch einmal.
problem-other = Das geht nicht: { $message }
problem-unauthorized = Melde dich zuerst an.
problem-forbidden = Das darfst du nicht.
problem-not-found = Nicht gefunden.
problem-name-taken = Dieser Name ist vergeben; wähle einen anderen.
problem-bad-name = Dieser Name geht nicht: 3 bis 20 lateinische Buchstaben, Ziffern, - oder _, am Anfang ein Buchstabe.
problem-bad-password = Dieses Passwort geht nicht: Nimm ein längeres, weniger gebräuchliches.
problem-wrong-credentials = Name oder Passwort ist falsch.
problem-gone = Jemand anders war schneller.
problem-damaged = Das Protokoll dieser Partie ist beschädigt. Der Betreiber des Servers kann es prüfen.
problem-too-many = Zu viele Anfragen: Warte einen Augenblick.
problem-unavailable = Der Server kann das gerade nicht; versuch es gleich noch einmal.
refusal-spectator = Das können nur die beiden Spieler.
refusal-over = Die Partie ist zu Ende.
refusal-not-begun = Die Partie hat noch nicht begonnen.
refusal-outdated = Die Stellung hat sich inzwischen geändert: Wähle noch einmal.
refusal-illegal = Die Regeln verbieten es: { $why }
refusal-too-late = Beide haben schon gespielt: Gib stattdessen auf.
refusal-not-gone = Der Gegner ist noch nicht lange genug weg.
refusal-rated = In einer gewerteten Partie geht das nicht.
refusal-sealed = Das geht nicht, solange andere mit denselben Karten spielen.
refusal-no-offer = Dieses Angebot wurde schon gemacht, oder es gibt es nicht mehr.
refusal-quiet = Der Chat an diesem Tisch ist abgeschaltet.
refusal-bad-text = Höchstens 200 Zeichen in einer Zeile.
refusal-bad-nonce = Dein Beitrag zum Mischen wurde nicht angenommen; lade die Seite neu.
refusal-too-much = Öfter geht das in einer Partie nicht.
notice-begin = Eine deiner Partien beginnt.
notice-turn = In einer anderen Partie bist du am Zug.
challenge-by = { $name } fordert dich heraus.
calls-title = Wartet auf dich
calls-event-running = Dein Turnier läuft
computer-level = Computer, Stufe { $level }
kind-guest = Gast
kind-person = Mitglied
kind-bot = Bot
rated = gewertet
casual = ungewertet
terms-side = spielt { $side }
terms-any-clock = { $clock } oder jede andere Bedenkzeit
speed = Tempo
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Schnell
speed-slow = Lang
speed-days = Fernpartie
left-days = { $days } T { $hours } h
left-hours = { $hours }:{ $minutes } h
clock-none = Ohne Uhr
games-yours = Du bist am Zug
link-label = Link
copy-link = Link kopieren
share-link = Teilen …
rating = Wertung
games = Partien
games-actions = { $count ->
    [one] 1 Aktion
   *[other] { $count } Aktionen
}
clock-days = { $days ->
    [one] 1 Tag
   *[other] { $days } Tage
}
clock-reserve = { $days } + { $more } pro Aktion
clock-weekends = { $clock }, Wochenenden frei
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
games-title = Deine Partien
