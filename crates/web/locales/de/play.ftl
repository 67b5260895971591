setup-side = Deine Seite
setup-side-red = Rot
setup-side-white = { $white-or-blue }
setup-side-lot = Zufällig
setup-edition = Ausgabe
setup-edition-classic = Klassisch (Kosmos)
setup-edition-brettspielnetz = Brettspielnetz
setup-edition-kingofroses = King of Roses
seat-level = Stufe { $level }
seat-you = Du
seat-you-play = Du spielst { $side }.
board-label = Brett
square-crown = Krone
square-territory = Gebiet der Größe { $count }
square-target = Karte { $number } führt hierher, { $gain ->
    [one] { $gain } Punkt
   *[other] { $gain } Punkte
}
square-target-hero = Karte { $number } führt mit einem Helden hierher, { $gain ->
    [one] { $gain } Punkt
   *[other] { $gain } Punkte
}
square-target-only = Karte { $number } führt hierher
square-target-hero-only = Karte { $number } führt mit einem Helden hierher
square-chosen = gewählt
hand-label = Karten von { $side }
card-free = { $name } nach { $target }
card-hero = { $name } nach { $target }, mit einem Helden
card-barred = { $name } nach { $target }, nicht spielbar
card-off = { $name }, führt über den Rand
action-play = { $card } nach { $target } spielen
action-hero = { $card } mit einem Helden nach { $target } spielen
action-draw = Eine Karte nachziehen
action-pass = Aussetzen
act-label = Deine Aktion
status-past = Eine frühere Stellung: Tippe ein Feld an, um zurückzukehren.
draw-button = Nachziehen ({ $count })
draw-reshuffle = Nachziehen (mischt { $count } neu)
preview-draw = { $count ->
    [one] Die letzte Karte im Stapel
   *[other] Eine von { $count } Karten, alle gleich wahrscheinlich
}
forced-pass-you = Du kannst weder spielen noch nachziehen und setzt aus.
forced-pass-computer = Der Computer kann weder spielen noch nachziehen und setzt aus.
you-own-rose = { $card } führt nach { $target }, wo schon eine Rose von dir liegt.
you-not-in-hand = Du hast { $card } nicht auf der Hand.
your-turn-now = Du bist am Zug.
you-no-hero = Du hast keinen Helden mehr.
you-hand-full = Du hast fünf Karten und darfst nicht nachziehen.
you-must-act = Du darfst nicht aussetzen, solange eine Aktion möglich ist.
drag-nowhere = Keine Karte führt nach { $square }.
hero-about = Mit einem Helden darf eine Karte auf eine Rose des Gegners führen und sie umdrehen.
crown-tapped = Eine Karte bewegt die Krone: Wähle eine Karte oder ein markiertes Feld.
undo-none = Es gibt nichts zurückzunehmen.
at-start = Das ist der Anfang der Partie.
not-your-turn = Du bist nicht am Zug.
no-clock = Diese Partie läuft ohne Uhr.
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
pile-unseen = Im Stapel, Reihenfolge unbekannt
pile-discard = Abgelegt
moves-title = Aktionen
moves-label = Alle Aktionen
steps-label = Durch die Partie blättern
step-first = Zum Anfang
step-back = Eine Aktion zurück
step-on = Eine Aktion vor
step-last = Zum Ende
tools-label = Werkzeuge
undo = Zurück­nehmen
turn-board = Brett drehen
to-analysis = Analysieren
share = Link kopieren
link-copied = Link kopiert.
record-copied = Aufzeichnung kopiert.
not-copied = Nicht kopiert: { $text }
share-title = Partie teilen
share-picture = Bild der Schlussstellung
share-page = Link zur Partie kopieren
share-record = Aufzeichnung als Text kopieren
resign = Aufgeben
resign-title = Aufgeben?
words-mode = Textmodus
words-title = Textmodus
words-label = Tippe eine Aktion oder eine Frage ein; „hilfe“ zählt alle auf
words-send = Senden
words-log = Antworten
keys-title = Tasten
key-cards = eine Karte wählen
key-draw = Nachziehen wählen
key-enter = die gewählte Aktion ausführen
key-escape = die Auswahl aufheben
key-steps = eine Aktion zurück oder vor
key-ends = Anfang und Ende der Partie
key-turn = Brett drehen
key-next = nächste wartende Partie
key-help = diese Liste
end-drawn = Unentschieden
end-review = Auswertung
finale-counting = Die Gebiete werden gezählt …
finale-skip = Zählen überspringen
finale-again = Revanche
finale-share = Teilen
end-save = Als Datei speichern
tie-largest = Bei Punktgleichheit entscheidet das größte Gebiet.
tie-roses = Sind Punkte und größte Gebiete gleich, entscheidet die Zahl der Rosen.
tie-drawn = Auch nach allen Entscheidungsregeln gleich: unentschieden.
count-territory = { $size ->
    [one] 1 Rose
   *[other] { $size } Rosen
}, { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}
count-off = gestrichen
count-left = { $points } übrig
count-points = { $count ->
    [one] Punkt
   *[other] Punkte
}
count-off-note = Gestrichen: gleich große Gebiete beider Seiten; sie heben sich auf.
count-second = Gleich große Gebiete streichen
guide-card = Wähle eine Karte: Die Krone zieht dorthin, und du legst eine Rose.
guide-draw = Keine Karte ist spielbar: Zieh eine nach.
return-live = Zurück zur Partie
reach = Reichweite
reach-title = Zeigen, wohin die Karten beider Seiten führen
result-score = { $red } zu { $white }
picture-saved = Bild gespeichert.
picture-failed = Das Bild ließ sich nicht erstellen.
redo-none = Es gibt nichts wiederherzustellen.
tools-more = Mehr
hint = Tipp
hint-thinking = Denkt nach …
hint-text = { $action }: gewinnt { $wins } von 100 Partien, im Schnitt { $margin } Punkte.
hint-table = Alle Aktionen, die beste zuerst
hint-line = { $action }: gewinnt { $wins } von 100 Partien
hint-action = Aktion
hint-chance = Siege
hint-margin = Punkte
redo = Wieder­herstellen
resign-text = Du verlierst die Partie, kannst das aber noch zurücknehmen.
turning = Brett zum Spieler am Zug drehen
bar = Bewertung
bar-off = Aus
bar-chance = Gewinnchance
bar-margin = Punkte
bar-unknown = Noch nicht bewertet
bar-says-chance = { $side } gewinnt { $wins } von 100 Partien
bar-says-margin = { $side } führt im Schnitt mit { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkten
}
watch-go = Weiter
watch-pause = Pause
watch-step = Einzelschritt
watch-speed = Tempo
key-hint = Tipp
key-undo = zurücknehmen, wiederherstellen
end-new = Neue Partie
an-which-card = Welche Karte wird nachgezogen?
library-broken = Diese Partie lässt sich nicht fortsetzen: { $why }
library-gone = Diese Partie ist nicht mehr hier.
premove-card = Vorauszug { $card }
premove-draw = Vorauszug: Karte nachziehen
