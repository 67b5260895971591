# Was ein Mensch im Terminal liest.

help-in-english = Hilfe und Fehler zu Argumenten sind in jeder Sprache auf Englisch, damit man sie suchen und zitieren kann.
positions-wait = Stellungen werden von der Standardeingabe gelesen, eine je Zeile. Strg-D beendet die Eingabe, --help erklärt mehr.
engine-waits = Warte auf UGI-Befehle wie ugi oder quit; --help zählt sie auf.
line-bad = Zeile { $line } übersprungen: { $fault }
line-not-text = Sie ist kein UTF-8-Text.
discard = Ablage { $cards }
position = Stellung: { $text }
seed = Startwert: { $seed }

territories = Gebiete { $sizes }

game = Partie { $number }
game-unreadable = { $file }: Partie { $number } übersprungen, Zeile { $line }: { $fault }
game-illegal = { $file }: Partie { $number } übersprungen: { $fault }
unfinished = Die Partie ist nicht beendet.
resigned = { $side } hat vor dem Ende der Partie gewonnen.
record-good = { $actions ->
    [one] 1 Aktion, regelkonform.
   *[other] { $actions } Aktionen, alle regelkonform.
}
record-bad = Ungültig: { $fault }
shuffle-good = Bewiesen: Die Verteilung und { $draws ->
    [one] 1 nachgezogene Karte
   *[other] { $draws } nachgezogene Karten
} folgen aus der festgelegten Mischung.
shuffle-pile = Bewiesen: { $draws ->
    [one] 1 nachgezogene Karte folgt
   *[other] { $draws } nachgezogene Karten folgen
} aus der festgelegten Mischung. Die Handkarten sind die der Partie { $game }, deren Aufzeichnung nicht dabei ist.
shuffle-shared = Bewiesen: Die Verteilung und { $draws ->
    [one] 1 nachgezogene Karte
   *[other] { $draws } nachgezogene Karten
} folgen aus der festgelegten Mischung der Verteilung { $deal }, die auch andere Partien haben; kein Spieler hat zu ihr beigetragen.
shuffle-bad = Das Mischen ist nicht bewiesen: { $fault }

play-saved = Gespeichert in { $file }.

## review
review-column-action = Aktion
review-column-chance = Rot %
review-column-loss = Verlust
review-column-luck = Glück
review-column-best = besser
review-errors = { $decisions ->
    [one] 1 Entscheidung
   *[other] { $decisions } Entscheidungen
}, { $loss } % verschenkt, je { $mean } %: Genauigkeit { $accuracy } %, wie Stufe { $level }
review-marks = ?! Ungenauigkeiten { $inaccuracies }, ? Fehler { $mistakes }, ?? Patzer { $blunders }
review-luck = { $draws ->
    [one] 1 Karte
   *[other] { $draws } Karten
} nachgezogen, Glück { $luck } %; Ergebnis { $result } %, ohne Glück { $adjusted } %
review-swing = größter Umschwung: Aktion { $number }, { $change } %
review-balance = Ergebnis − Start = Glück der Verteilung + Glück + Können + Korrektur, für Rot in %:
    { $result } − { $start } = ({ $deal }) + ({ $luck }) + ({ $skill }) + ({ $revision })

## insights
insights-results = { $player }: { $score } Punkte aus { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}; ohne Glück { $adjusted } (±{ $interval })
insights-column-decisions = Entscheidungen
insights-column-loss = Verlust %
insights-column-interval = 95 %
insights-column-accuracy = Genauigkeit %
insights-column-level = wie Stufe
insights-all = alle Entscheidungen
insights-phase-opening = Eröffnung
insights-phase-middle = Mittelspiel
insights-phase-ending = Endspiel
insights-kind-play = am besten: spielen
insights-kind-hero = am besten: Held
insights-kind-draw = am besten: nachziehen
insights-kind-pass = am besten: aussetzen
insights-side-red = mit Rot
insights-side-white = mit Weiß
insights-opponent-level = gegen Stufe { $level }
insights-opponent-stronger = stärkerer Gegner
insights-opponent-similar = gleich starker Gegner
insights-opponent-weaker = schwächerer Gegner
insights-opponent-unknown = Gegner ohne Wertung
insights-plot-results = Punkte über der Hälfte, { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
insights-plot-score = Ergebnisse
insights-plot-adjusted = ohne Glück
insights-plot-costs = Verlust je Entscheidung, % Gewinnchance

## serve
serve-at = Bosworth läuft unter { $url } – Strg-C beendet es
serve-no-browser = Es ließ sich kein Browser öffnen. Die Adresse ist { $url }
serve-port-in-use = Port { $port } ist belegt; ein anderer lässt sich mit --port wählen
serve-port-forbidden = Port { $port } ist nicht erlaubt; einer über 1023 lässt sich mit --port wählen
serve-cannot-listen = { $address } lässt sich nicht öffnen
serve-not-embedded = dieses Programm enthält keine Web-App; zuerst `cargo xtask web` ausführen, dann neu bauen, oder --site DIR angeben
serve-unreadable = der Ordner { $folder } ist nicht lesbar
serve-no-index = in { $folder } gibt es keine index.html

## admin
admin-done = Erledigt; Zeile { $number } im Protokoll.
admin-pending = Vermerkt in Zeile { $number } des Protokolls: Ein laufender Server erledigt es binnen einer Sekunde, sonst der nächste, der startet.
admin-password = Neues Passwort: { $secret }
admin-invitation = Einladung: { $secret }
admin-token = Token, nur dieses eine Mal gezeigt: { $secret }
admin-exporting = { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
admin-exported = { $file }: { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
admin-import-trial = { $people ->
    [one] 1 Konto würde angelegt und ein Link gemailt.
   *[other] { $people } Konten würden angelegt und je ein Link gemailt.
} Noch ist nichts geändert; --create legt sie an.
admin-import-done = { $people ->
    [one] 1 Konto angelegt; den Link mailt der laufende Server.
   *[other] { $people } Konten angelegt; die Links mailt der laufende Server.
}

## db
db-done = Fertig: { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}.
db-file-exists = { $file } gibt es schon; bitte einen anderen Namen wählen
db-missing = es gibt keine Datenbank { $file }
db-no-folder = den Ordner { $folder } gibt es nicht; bitte zuerst anlegen, falls der Pfad stimmt
db-not-empty = die Zieldatenbank ist nicht leer; bitte eine neue wählen
db-newer = die Datenbank hat Version { $found }, dieses Programm kennt Version { $known } und ältere; bitte ein neueres bosworth verwenden
db-older = die Datenbank hat Version { $found }, dieses Programm braucht Version { $known }; bitte den Server starten, der sie umstellt, oder das bosworth verwenden, das auf ihr läuft
db-foreign = das ist keine Datenbank von bosworth
db-changed = { $file } wurde während des Lesens geändert; bitte noch einmal versuchen
db-in-use = ein anderer Server benutzt { $file }
db-checked = { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
} mit { $entries ->
    [one] 1 fehlerfreien Eintrag
   *[other] { $entries } fehlerfreien Einträgen
}: { $faults ->
    [0] alles in Ordnung
    [one] 1 ist beschädigt
   *[other] { $faults } sind beschädigt
}.
db-repaired = { $games ->
    [0] Nichts zu reparieren.
    [one] 1 Partie repariert; was aus ihrem Protokoll entfernt wurde, steht in der Tabelle quarantine.
   *[other] { $games } Partien repariert; was aus ihren Protokollen entfernt wurde, steht in der Tabelle quarantine.
}
db-no-game = { $game } ist kein Name einer Partie (zwölf Buchstaben und Ziffern)
db-fault-gap = Eintrag { $seq } fehlt
db-fault-unreadable = Eintrag { $seq } ist nicht lesbar
db-fault-rules = Eintrag { $seq } folgt nicht aus den vorigen: { $why }
db-fault-secret = Eintrag { $seq } passt nicht zum Geheimnis der Mischung
db-fault-row = die Liste der Partien und das Ende des Protokolls widersprechen sich
db-fault-orphan = es gibt ein Protokoll, aber keine solche Partie
online-bad-link = { $given } ist weder der Name einer Partie (zwölf Buchstaben und Ziffern) noch ein Link zu einer Partie oder einem Angebot
online-no-server = Welcher Server? Nenne ihn mit --server URL, oder gib einen ganzen Link an.

## best
best-column-action = Aktion
best-column-chance = Gewinnchance
best-column-margin = Vorsprung
best-column-share = Anteil
best-column-line = erwartete Fortsetzung
best-draw = eine Karte nachziehen
best-pass = aussetzen, die einzige erlaubte Aktion
best-answer = Am besten für { $side }: { $best }. Gewinnchance { $chance }, erwarteter Vorsprung { $margin } Punkte.
search-nodes = { $nodes ->
    [one] 1 Knoten
   *[other] { $nodes } Knoten
}
search-time = { $work } in { $seconds } s
best-effort = { $effort }, Tiefe { $depth }.
rollout-interval = 95-%-Intervall
rollout-interval-text = { $low } bis { $high }
rollout-games = Partien
rollout-progress = { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}

## solve
solve-exact = Gelöst. Am besten für { $side }: { $best }. Gewinnchance { $chance }.
solve-partial = Innerhalb der Grenzen nicht gelöst. Gelöste Aktionen: { $solved } von { $actions }.
solve-progress = Lösen
solve-interrupted = abgebrochen
solve-certificate = { $states ->
    [one] Zertifikat mit 1 Stellung in { $file } gespeichert.
   *[other] Zertifikat mit { $states } Stellungen in { $file } gespeichert.
}
solve-certificate-progress = Zertifikat
solve-certificate-unsolved = kein Zertifikat: die Stellung wurde innerhalb der Grenzen nicht gelöst
solve-certificate-states = kein Zertifikat: die Strategien erreichen mehr als { $limit } Stellungen; --max-states erhöhen
solve-certificate-memory = kein Zertifikat: der Speicher reicht nicht; --hash erhöhen
solve-certificate-fine = kein Zertifikat: die Werte sind zu fein, um mit 64 Bit exakt zu rechnen

## event
event-round = Runde { $number }
event-interrupted = abgebrochen: es wurden nicht alle Partien gespielt; mit --resume geht ein gespeichertes Turnier weiter
event-player = Spieler
event-points = Punkte
event-margin = Vorsprung
event-division = Staffel { $number }
event-form = was die beiden Partien gemeinsam haben
event-lead = Vorteil
event-deviation = Streuung
event-games = Partien
event-form-fresh = nichts
event-form-hands = die Handkarten
event-form-mirrored = Handkarten und Stapel
event-form-apart = nichts (gegen einen Dritten)
event-form-field = Handkarten und Stapel (gegen einen Dritten)
event-games-text = Partien: so viele braucht es, bis mit 95 % Sicherheit feststeht, wer besser ist

## arena
arena-player-1 = Spieler 1
arena-player-2 = Spieler 2
arena-played = gespielt
arena-played-text = { $pairs ->
    [one] 1 Paar
   *[other] { $pairs } Paare
}, { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}, { $rules }, Startwert { $seed }
arena-score = Ergebnis von Spieler 1
arena-elo = Elo-Differenz
arena-elo-text = { $elo }, 95-%-Intervall { $low } bis { $high }
arena-pentanomial = Punkte je Paar
arena-superiority = Spieler 1 ist stärker
arena-sprt = SPRT
arena-sprt-text = { $decision }; H0: { $elo0 }, H1: { $elo1 } Elo; Log-Likelihood-Quotient { $llr }, Schranken ±{ $bound }
arena-undecided = noch offen
arena-time = Zeit je Aktion
arena-time-text = Spieler 1 { $one } ms, Spieler 2 { $other } ms
arena-forfeit = Partie { $game } kampflos: { $player } verliert, { $why }
arena-forfeits-more = und { $count ->
    [one] 1 weitere kampflose Partie
   *[other] { $count } weitere kampflose Partien
}
arena-won-by = Siege
arena-drawn = unentschieden { $count }
arena-ended-by = Spielende
arena-ended-by-text = letzte Rose { $last }, beide blockiert { $both }, einer blockiert { $one }, kampflos { $forfeit }
arena-plies = Halbzüge
arena-winner-points = Punkte des Siegers
arena-loser-points = Punkte des Verlierers
arena-largest = größtes Gebiet
arena-heroes = Helden von { $side } eingesetzt
arena-draws = nachgezogene Karten
arena-passes = ausgesetzt
arena-spread = { $mean } je Partie ({ $least } bis { $most })
arena-margins = Vorsprung von Spieler 1 am Ende in Punkten
arena-bin = { $from } bis { $to }
arena-bin-above = { $points } oder mehr
arena-bin-below = { $points } oder weniger
arena-progress = { $done }/{ $pairs } Paare  { $score }  Elo { $elo } ±{ $error }  noch { $left }
arena-progress-many = { $done }/{ $pairs } Paare  noch { $left }
arena-interrupted = nach { $done } von { $pairs } Paaren abgebrochen; mit --resume geht ein gespeicherter Wettkampf weiter
arena-table-player = Spieler
arena-table-elo = Elo
arena-table-error = ± 95 %
arena-table-score = Ergebnis
arena-table-games = Partien

## datagen
datagen-done = { $file }: { $games ->
    [one] 1 neue Partie
   *[other] { $games } neue Partien
} mit { $positions ->
    [one] 1 Stellung
   *[other] { $positions } Stellungen
} (vorher { $before })

## puzzles
puzzles-listed = { $puzzles ->
    [one] 1 Aufgabe
   *[other] { $puzzles } Aufgaben
}
puzzles-checked = { $puzzles ->
    [one] 1 Aufgabe geprüft
   *[other] { $puzzles } Aufgaben geprüft
}, { $faults ->
    [0] keine Fehler
    [one] 1 Fehler
   *[other] { $faults } Fehler
}
puzzles-packed = { $file }: { $puzzles ->
    [one] 1 Aufgabe
   *[other] { $puzzles } Aufgaben
} in { $bytes } Byte
puzzles-made = { $file }: { $games ->
    [one] 1 neue Partie
   *[other] { $games } neue Partien
} ({ $before } vorher), insgesamt { $puzzles ->
    [one] 1 Aufgabe
   *[other] { $puzzles } Aufgaben
}

## study
study-done = { $folder }: { $figures ->
    [one] 1 Kennzahl
   *[other] { $figures } Kennzahlen
} aus { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
}
odds-no-handicap = { $stronger } gegen { $weaker } ohne Vorgabe
odds-unknown = Die Aussichten sind nur für die klassische Ausgabe bekannt; --games misst sie.
odds-measured = { $player } holte in { $games } Partien { $score } von 100 Punkten; mit 95 % Sicherheit { $low } bis { $high }.
study-drawn = { $folder }: { $drawings ->
    [one] 1 Zeichnung
   *[other] { $drawings } Zeichnungen
}
# The words of the drawings. A title says what a drawing shows; the others are parts of it.
study-cards-dealt = Was eine Karte wert ist, die man statt irgendeiner anderen zu Beginn bekommt, in Gewinnchance
study-cards-drawn = Was eine Karte wert ist, die man statt einer durchschnittlichen nachzieht, in Gewinnchance
study-openings = Wie viele der Hände mit so einer Karte auch mit ihr eröffnen
study-draws = Wie oft nachgezogen wird, obwohl eine Karte spielbar wäre
study-heroes = Was Helden wert sind, in Gewinnchance
study-squares = Wie viele Rosen am Ende dem Sieger gehören
study-margins = Partien nach dem Vorsprung des Siegers in Punkten
study-luck = Wovon das Ergebnis abhängt
study-mistakes = Was eine Entscheidung im Schnitt kostet, in Gewinnchance
study-card = Karte
study-value = Wert
study-games = Partien
study-margin = Vorsprung
study-square = Feld
study-player = Spieler
study-straight = gerade { $value }
study-diagonal = schräge { $value }
study-or-more = ab { $value }
study-roses = Rosen auf dem Brett
study-one-held = { $value } Karte
study-held = { $value } Karten
study-hero-gain = Gewinn, wo ein Held am besten ist
study-hero-worth = ein Held in Reserve
study-classic = Klassisch
study-brettspielnetz = Brettspielnetz
study-kingofroses = King of Roses
study-level = Stufe { $value }
study-part-deal = Austeilen
study-part-draws = Nachziehen
study-part-play = Entscheidungen
study-part-revision = zu spät gesehen
study-wrong-card = falsche Karte
study-drew = nachgezogen
study-did-not-draw = nicht nachgezogen
study-kept-hero = Held gespart
study-wrong-hero = falscher Held
