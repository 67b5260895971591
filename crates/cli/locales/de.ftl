# Was ein Mensch im Terminal liest.

discard = Ablage { $cards }
position = Stellung: { $text }
seed = Startwert: { $seed }

territories = Gebiete { $sizes }

game = Partie { $number }
unfinished = Das Spiel geht weiter.
resigned = { $side } hat vor dem Ende des Spiels gewonnen.
record-good = { $actions } Aktionen, alle regelgerecht.
record-bad = Fehler: { $fault }
shuffle-good = Gemischt wurde wie festgelegt: Die Verteilung und { $draws } gezogene Karten stimmen.
shuffle-bad = Das Mischen ist nicht belegt: { $fault }

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
}, { $loss } % verschenkt, je { $mean } %: Genauigkeit { $accuracy } %
review-marks = ?! Ungenauigkeiten { $inaccuracies }, ? Fehler { $mistakes }, ?? Patzer { $blunders }
review-luck = { $draws ->
    [one] 1 Karte
   *[other] { $draws } Karten
} gezogen, Glück { $luck } %; Ergebnis { $result } %, ohne Glück { $adjusted } %
review-swing = größter Ausschlag: Aktion { $number }, { $change } %
review-balance = Ergebnis − Start = Glück der Verteilung + Glück + Können + Korrektur, für Rot in %:
    { $result } − { $start } = ({ $deal }) + ({ $luck }) + ({ $skill }) + ({ $revision })

## serve
serve-at = Bosworth ist unter { $url } zu finden – Strg-C beendet es
serve-no-browser = Es ließ sich kein Browser öffnen. Die Adresse ist { $url }
serve-port-in-use = Port { $port } ist belegt; ein anderer lässt sich mit --port wählen
serve-port-forbidden = Port { $port } ist nicht erlaubt; einer über 1023 lässt sich mit --port wählen
serve-cannot-listen = { $address } lässt sich nicht öffnen
serve-not-embedded = dieses Programm enthält keine Web-App; zuerst `cargo xtask web` ausführen, dann neu bauen, oder --site DIR angeben
serve-unreadable = der Ordner { $folder } ist nicht lesbar
serve-no-index = in { $folder } gibt es keine index.html

## db
db-done = Fertig: { $rows ->
    [one] 1 Zeile
   *[other] { $rows } Zeilen
}.
db-file-exists = { $file } gibt es schon; bitte einen anderen Namen wählen
db-missing = es gibt keine Datenbank { $file }
db-no-folder = den Ordner { $folder } gibt es nicht; bitte zuerst anlegen, falls der Pfad stimmt
db-not-empty = die Datenbank, die gefüllt werden soll, ist nicht leer; bitte eine neue wählen
db-newer = die Datenbank hat Version { $found }, dieses Programm kennt Version { $known } und ältere; bitte ein neueres bosworth verwenden
db-checked = { $games ->
    [one] 1 Partie
   *[other] { $games } Partien
} mit { $entries ->
    [one] 1 gesunden Eintrag
   *[other] { $entries } gesunden Einträgen
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
