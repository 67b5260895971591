setup-side = Deine Seite
setup-side-red = Rot
setup-side-white = Weiß (oder Blau)
setup-side-lot = Das Los entscheidet
setup-edition = Ausgabe
setup-edition-classic = Klassisch (Kosmos)
setup-edition-brettspielnetz = Brettspielnetz
setup-edition-kingofroses = King of Roses
seat-level = Stufe { $level }
seat-you = Du
board-label = Brett
square-crown = Krone
square-territory = Gebiet von { $count }
square-target = Karte { $number } führt hierher, { $gain ->
    [one] { $gain } Punkt
   *[other] { $gain } Punkte
}
square-target-hero = Karte { $number } führt mit einem Helden hierher, { $gain ->
    [one] { $gain } Punkt
   *[other] { $gain } Punkte
}
square-chosen = gewählt
hand-label = Karten von { $side }
card-free = { $name } nach { $target }
card-hero = { $name } nach { $target }, mit einem Helden
card-barred = { $name } nach { $target }, nicht spielbar
card-off = { $name }, führt über den Rand
action-play = { $card } nach { $target } spielen
action-hero = { $card } mit einem Helden nach { $target }
action-draw = Eine Karte ziehen
action-pass = Aussetzen
act-label = Deine Aktion
status-choose = Wähle eine Karte oder ein Feld
status-draw = Keine Karte passt: Zieh eine
status-pass = Nichts ist möglich: { $side } setzt aus
status-thinking = { $side } denkt nach …
status-past = Rückblick: Ein Feld antippen, um zurückzukehren
draw-button = Ziehen ({ $count })
preview-draw = Eine von { $count } Karten, alle gleich wahrscheinlich
forced-pass = { $side } kann nichts tun und setzt aus.
forced-pass-you = Du kannst nichts tun und setzt aus.
forced-pass-computer = Der Computer kann nichts tun und setzt aus.
you-no-hero = Du hast keinen Helden mehr.
you-hand-full = Du hast fünf Karten und darfst nicht ziehen.
you-must-act = Du darfst nicht aussetzen, solange eine Aktion möglich ist.
drag-nowhere = Keine Karte führt nach { $square }.
undo-none = Es gibt nichts zurückzunehmen.
shuffled-anew = Der Stapel wird neu gemischt.
at-start = Der Anfang des Spiels.
not-your-turn = Du bist nicht am Zug.
no-clock = Es gibt keine Uhr.
points-title = Punkte
points-roses = { $side } · { $count ->
    [one] 1 Rose
   *[other] { $count } Rosen
}
points-areas = Gebiete zeigen
pile-title = Tisch
pile-counts = Stapel { $pile } · Ablage { $discard } · { $roses ->
    [one] noch 1 Rose
   *[other] noch { $roses } Rosen
}
pile-show = Karten zeigen
pile-unseen = Im Stapel, in irgendeiner Folge
pile-discard = Abgelegt
moves-title = Aktionen
moves-label = Alle Aktionen
steps-label = Durch das Spiel gehen
step-first = Zum Anfang
step-back = Eins zurück
step-on = Eins weiter
step-last = Zum Ende
tools-label = Werkzeuge
undo = Zurücknehmen
turn-board = Brett drehen
to-analysis = Analysieren
share = Link kopieren
link-copied = Der Link ist kopiert.
link-not-copied = Der Link: { $link }
resign = Aufgeben
resign-title = Aufgeben?
words-mode = Modus ohne Bilder
words-title = In Worten
words-label = Eine Frage oder eine Aktion; help zeigt alle
words-send = Sagen
words-log = Antworten
keys-title = Tasten
key-cards = eine Karte wählen
key-draw = Ziehen wählen
key-enter = das Gewählte tun
key-escape = nichts wählen
key-steps = eins zurück, eins weiter
key-ends = Anfang und Ende des Spiels
key-turn = Brett drehen
key-help = diese Liste
end-won = Gewonnen: { $name } ({ $side })
end-drawn = Unentschieden
end-resigned = { $side } hat aufgegeben.
end-time = Die Zeit von { $side } ist um.
end-review = Rückblick
end-rematch = Revanche mit Seitenwechsel
finale-won = Gewonnen – die Krone gehört dir!
finale-lost = Verloren – die Krone geht an den Computer
finale-side = { $side } holt sich die Krone!
finale-drawn = Unentschieden – niemand trägt die Krone
finale-counting = Die Gebiete werden gezählt …
finale-skip = Zählen überspringen
finale-again = Noch einmal
finale-share = Teilen
end-save = Als Datei sichern
tie-largest = Bei gleichen Punkten gewinnt das größere größte Gebiet.
tie-roses = Bei gleichen Punkten und gleichem größten Gebiet gewinnen mehr Rosen.
tie-drawn = Alles ist gleich: Niemand hat gewonnen.
count-territory = { $size } Rosen, { $points } Punkte
count-off = gestrichen
count-left = { $points } bleiben
count-points = Punkte
count-second = Auf den zweiten Blick: Gleiches gestrichen
count-off-note = Gestrichen: gleich große Gebiete beider Seiten; sie ändern nichts daran, wer gewinnt.
