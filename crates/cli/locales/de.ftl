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

play-welcome = Rosenkönig, zwei Personen an einer Tastatur. Aktion eingeben, oder help für Hilfe.
play-welcome-level = Rosenkönig gegen den Computer, Stufe { $level }. Aktion eingeben, oder help für Hilfe.
play-computer = { $side } (Computer): { $action }
play-prompt = { $side } ({ $actions }):
play-forced-pass = { $side } kann nicht handeln und setzt aus.
play-drawn = { $side } zieht { $card }.
play-saved = Gespeichert in { $file }.
play-nothing-to-undo = Es gibt nichts zurückzunehmen.
play-help =
    N2      eine Karte auf ein leeres Feld spielen
    N2*     eine Karte mit einem Helden auf eine gegnerische Rose spielen
    +       eine Karte ziehen
    board   den Tisch noch einmal zeigen
    score   die Gebiete zählen
    undo    die letzte Aktion zurücknehmen
    quit    aufhören; das Spiel ist gespeichert
play-unknown = { $word } gehört nicht zu den Aktionen { $actions }. Mit help erscheinen die Wörter.

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
