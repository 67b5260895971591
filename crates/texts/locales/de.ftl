# Das Spiel in Worten.
red = Rot
white = Weiß
blue = Blau
heroes = { $count ->
    [one] 1 Held
   *[other] { $count } Helden
}
pile = { $count ->
    [one] 1 Karte im Stapel
   *[other] { $count } Karten im Stapel
}
roses-left = { $count ->
    [one] 1 Rose übrig
   *[other] { $count } Rosen übrig
}
to-act = { $side } ist am Zug
no-cards = keine Karten
points = { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkte
}
no-territory = kein Gebiet
taken-off = Gleich große Gebiete heben sich auf: { $sizes }
left-over = Übrig: { $side } { $sizes } = { $points }
level = Beide Seiten haben gleich viele Punkte.
leads = { $side } führt mit { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkten
}.
won-points = { $side } gewinnt mit { $most } zu { $least }.
won-largest = { $side } gewinnt: gleiche Punkte, aber das größere Gebiet, { $most } zu { $least }.
won-roses = { $side } gewinnt: alles andere gleich, aber mehr Rosen, { $most } zu { $least }.
drawn = Die Partie ist unentschieden: Punkte, Gebiete und Rosen sind gleich.
will-win = { $side } gewinnt, egal was kommt.
will-draw = Die Partie endet unentschieden, egal was kommt.
will-win-unless = { $side } gewinnt, außer wenn { $cards } kommt: { $count } von { $all } Karten.
will-win-only = { $side } gewinnt nur, wenn { $cards } kommt: { $count } von { $all } Karten.
will-win-with = { $side } gewinnt mit { $count } von { $all } Karten.
will-win-chance = Exakt: { $chance } für { $side }.
exact = exakt
or = oder
end-last-rose = Die Partie ist zu Ende: Die letzte Rose ist gelegt.
end-both-blocked = Die Partie ist zu Ende: Beide Seiten haben fünf Karten und können keine davon spielen.
end-blocked = Die Partie ist zu Ende: { $side } hat fünf Karten und kann keine spielen.
no-not-in-hand = { $side } hat { $card } nicht auf der Hand.
no-off-board = { $card } würde die Krone über den Rand führen.
no-own-rose = { $card } führt nach { $target }, wo schon eine Rose von { $side } liegt.
no-needs-hero = Auf { $target } liegt eine gegnerische Rose: Nur { $card }* mit einem Helden darf dorthin.
no-nothing-to-flip = { $target } ist leer: Ein Held braucht eine gegnerische Rose. Spiel { $card } ohne Held.
no-hero-left = { $side } hat keinen Helden mehr.
no-hand-full = { $side } hat fünf Karten und darf nicht nachziehen.
no-must-act = { $side } darf nicht aussetzen, solange eine Aktion möglich ist.
no-game-over = Die Partie ist zu Ende.

labelled = { $label }: { $text }
edition-classic = klassisch
edition-brettspielnetz = Brettspielnetz
edition-kingofroses = King of Roses
edition-own = eigene Regeln ({ $rules })
percent = { $number } %
decimal-mark = ,
north = Nord
north-east = Nordost
east = Ost
south-east = Südost
south = Süd
south-west = Südwest
west = West
north-west = Nordwest
# Von Nord im Uhrzeigersinn.
compass = N NO O SO S SW W NW
card-name = { $direction } { $steps }
side-rose = Rose von { $side }

say-card-free = { $card }, { $name }, nach { $target }: leer
say-card-hero = { $card }, { $name }, nach { $target }: braucht einen Helden
say-card-own = { $card }, { $name }, nach { $target }: eigene Rose, nicht spielbar
say-card-no-hero = { $card }, { $name }, nach { $target }: gegnerische Rose und kein Held übrig
say-card-off = { $card }, { $name }: führt über den Rand
say-hand = { $side }, { $heroes }:
say-hand-empty = { $side }, { $heroes }: keine Karten.
say-crown = Die Krone steht auf { $square }, { $content }.
say-empty = leer
say-pile = { $pile }; { $left }.
say-pile-cards = Im Stapel: { $cards }
say-discard = Abgelegt: { $cards }
say-discard-empty = Die Ablage ist leer.
say-target-play = { $action }: { $name } nach { $target }, { $gain }
say-target-hero = { $action }: { $name } mit einem Helden nach { $target }, { $gain }
say-target-draw = +: eine Karte nachziehen
say-target-pass = { $action }: sonst ist nichts möglich
say-gain = { $own } für { $side }
say-gain-hero = { $own } für { $side }, { $theirs } für { $other }
say-area = { $square }: Rose von { $side } in einem Gebiet der Größe { $size }, { $points }: { $squares }
say-area-empty = { $square }: leer. Daneben: { $beside }
say-area-crown = Hier steht die Krone.
say-nothing = nichts
say-score = { $side }: { $points }, Gebiete { $sizes }
say-score-none = { $side }: { $points }, kein Gebiet
say-last-play = { $side } hat { $action } gespielt: { $name } nach { $target }.
say-last-hero = { $side } hat { $action } gespielt: { $name } mit einem Helden nach { $target }.
say-last-draw = { $side } hat { $card } nachgezogen, { $name }.
say-last-pass = { $side } hat ausgesetzt.
say-last-none = Noch keine Aktion.
say-row = { $rank }: { $content }
say-row-empty = { $rank }: leer
say-square-rose = { $square } { $side }
say-square-crown = { $square } Krone
say-square-rose-crown = { $square } { $side } und Krone
say-over = Die Partie ist zu Ende.
say-turn = { $side } ist am Zug.
say-words = Aktionen: eine Karte wie { $card }, mit Held { $card }*, + zum Nachziehen. Fragen: { $words }, { $area } e5.
say-unknown = „{ $word }“ ist nicht bekannt. { $words }

# Wörter zum Tippen: das angezeigte, dann andere. Englisch wird überall verstanden.
word-hand = hand, h
word-opp = gegner, g
word-targets = ziele, z
word-crown = krone, k
word-pile = stapel, s
word-score = punkte, p
word-last = letzte, l
word-clock = uhr
word-board = brett, b
word-hint = tipp
word-undo = zurück, zurueck
word-help = hilfe
word-area = gebiet
word-draw = nachziehen, ziehen, +
word-pass = aussetzen, passen
fault-no-game = Darin ist keine Partie.
fault-second-game = Eine zweite Partie folgt, wo nur eine erwartet wird.
fault-no-tag = „{ $text }“ ist kein Tag; ein Tag ist eine Zeile wie [Red "Anne"].
fault-tag-twice = Das Tag { $text } kommt zweimal vor.
fault-tag = Der Wert des Tags { $text } ist falsch.
fault-no-deal = Weder Deal noch Position sagt, wie die Partie beginnt.
fault-comment = Ein Kommentar hat kein Ende.
fault-variation = Eine Aufzeichnung darf keine Varianten in Klammern enthalten.
fault-no-action = Hier sollte eine Aktion wie NE2, NE2*, +NE2 oder pass stehen.
fault-no-result = Nach den Aktionen fehlt das Ergebnis: 1-0, 0-1, 1/2-1/2 oder *.
fault-board = Das erste Feld ist das Brett: neun Reihen von 9 bis 1 mit / dazwischen, aus r, w und Zahlen für leere Felder, mit höchstens 52 Rosen.
fault-crown = Das zweite Feld ist der Ort der Krone: auf einer Rose, oder e5 auf dem leeren Brett.
fault-side = Das dritte Feld sagt, wer am Zug ist: r oder w.
fault-cards = Hände und Ablage sind Karten wie NE2,S3, jede nur einmal, oder ein - für keine; eine Hand hat höchstens fünf.
fault-heroes = Die Helden jeder Seite sind eine Zahl von 0 bis 4.
fault-rules = Das letzte Feld ist die Ausgabe, etwa classic.
fault-action = Aktion { $number } der Partie, { $ply }, ist gegen die Regeln. { $why }
fault-card = Die Karte ist nicht im Stapel.
fault-result = Die Aufzeichnung sagt { $said }, das Brett { $found }.
fault-not-over = Laut Aufzeichnung ist die Partie unentschieden, aber sie ist noch nicht zu Ende: Das Ergebnis müsste * sein.
fault-score = Punkte laut Aufzeichnung: { $said }; auf dem Brett: { $found }.
fault-shuffle-untagged = Der Aufzeichnung fehlt das Tag { $tag }; sie sagt also nichts über ihre Mischung.
fault-shuffle-tag = Das Tag { $tag } der Aufzeichnung ist nicht lesbar.
fault-shuffle-secret = Das Geheimnis ist nicht das, das vor der Partie feststand.
fault-shuffle-deal = Die Verteilung ist nicht die dieser Mischung.
fault-shuffle-draw = Bei Aktion { $number } wurde { $found } nachgezogen, die nächste Karte dieser Mischung war aber { $expected }.
fault-shuffle-again = Mischung Nummer { $shuffle } kann nach { $ply ->
    [one] 1 Aktion
   *[other] { $ply } Aktionen
} nicht beginnen.

# Was an einem Tisch geschah.
forced-pass = { $side } hat fünf Karten, von denen keine spielbar ist, und setzt aus.
shuffled-anew = Der Stapel wird neu gemischt.
table-dealt = Die Karten sind ausgeteilt.
table-came = { $name } ist da.
table-left = { $name } ist gegangen.
table-credit = Der Server war nicht erreichbar: { $seconds } s werden gutgeschrieben.
table-holiday = { $name } ist bis { $until } im Urlaub.
table-holiday-over = { $name } ist aus dem Urlaub zurück.
table-asked-takeback = Du hast darum gebeten, deine letzte Aktion zurückzunehmen.
table-offers-takeback = { $name } möchte die letzte Aktion zurücknehmen.
table-declines-takeback = { $name } lehnt das Zurücknehmen ab.
table-taken-back = { $count ->
    [one] 1 Aktion wurde zurückgenommen.
   *[other] { $count } Aktionen wurden zurückgenommen.
}
table-asked-rematch = Du hast eine Revanche angeboten.
table-offers-rematch = { $name } bietet eine Revanche an.
table-declines-rematch = { $name } lehnt die Revanche ab.
table-rematch = Die Revanche beginnt.
end-resigned = { $side } hat aufgegeben.
end-resigned-you = Du hast aufgegeben.
end-time = Die Zeit von { $side } ist abgelaufen.
end-time-you = Deine Zeit ist abgelaufen.
end-gone = { $side } hat die Partie verlassen.
end-gone-you = Du hast die Partie verlassen.
end-gone-draw = Ein Spieler ist gegangen, der andere hat die Partie als unentschieden gewertet.
end-aborted = Die Partie wurde abgebrochen.
end-too-short = Die Wertungen bleiben unverändert: Eine Partie zählt erst, wenn jeder viermal am Zug war.
end-forfeit-you = Du verlierst diese Turnierpartie kampflos.
end-forfeit = { $name } verliert diese Turnierpartie kampflos.
end-forfeit-both = Beide Spieler verlieren diese Turnierpartie kampflos.

# Der Stand einer Partie in einer Zeile, und ihr Ende.
just-play = { $side } spielte { $card } nach { $target }.
just-hero = { $side } spielte { $card } mit Held nach { $target }.
just-draw = { $side } zog { $card } nach.
just-pass = { $side } setzte aus.
turn-yours = Du bist am Zug.
turn-of = { $name } ist am Zug.
turn-thinking = { $name } denkt nach …
turn-choose = Wähle eine Karte oder ein Feld.
turn-draw = Keine Karte ist spielbar: Zieh eine nach.
turn-draw-first = Du hast keine Karten: Zieh eine nach.
turn-pass = Keine Aktion ist möglich: Es wird ausgesetzt.
roses = { $count ->
    [one] 1 Rose
   *[other] { $count } Rosen
}
headline-won = Du gewinnst
headline-won-by = Du gewinnst mit { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkten
} Vorsprung
headline-triumph = Ein Triumph! { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkte
} Vorsprung
headline-lost = Du verlierst
headline-lost-by = Du verlierst mit { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkten
} Rückstand
headline-wins = { $name } gewinnt
headline-wins-by = { $name } gewinnt mit { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkten
} Vorsprung
headline-drawn = Unentschieden
decided = Das Gebiet um { $square } hat entschieden: { $roses }, { $points }.
decided-against = Das Gebiet um { $square } hat entschieden: { $roses }, { $points } gegen { $less }.
decided-alone = Das Gebiet um { $square } wiegt allein alle Gebiete von { $other } auf: { $roses }, { $points }.
decided-most = Gleich große Gebiete heben sich auf; vom Rest zählte das um { $square } am meisten: { $roses }, { $points }.
decided-together = Mehrere Gebiete haben entschieden: Zusammen sind sie mehr wert als die { $roses } von { $other } um { $square }.
