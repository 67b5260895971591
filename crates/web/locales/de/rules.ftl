rules-contents = Inhalt
rules-try = Probier es aus:
rules-aim = Ziel des Spiels
rules-aim-text =
    Zwei Seiten, Rot und { $white }, ziehen eine Krone über ein Brett von 9 × 9 Feldern. Wo sie landet, legen sie eine Rose.
    Rosen einer Farbe, die zusammenhängen, bilden ein Gebiet. Große Gebiete zählen viel mehr als kleine. Wer die meisten Punkte hat, gewinnt.
rules-start = Der Beginn
rules-start-text =
    Das Brett ist leer, und die Krone steht in der Mitte, auf e5. Es gibt 52 Rosen, auf einer Seite rot, auf der anderen { $white-faces }, für beide gemeinsam.
    Es gibt 24 Karten: jede der acht Richtungen mit I, II und III. Jede Seite bekommt fünf, die für beide offen liegen. Die übrigen bilden den verdeckten Stapel.
    Jede Seite hat vier Helden. Rot beginnt.
rules-turn = Dein Zug
rules-turn-text =
    Du tust genau eins von dreien: eine Karte spielen, eine Karte mit einem Helden spielen oder eine Karte nachziehen.
    Kannst du nichts davon, setzt du aus. Sonst darfst du nicht aussetzen.
rules-card = Eine Karte spielen
rules-card-text =
    Die Krone zieht in die Richtung des Schwerts, genau so weit, wie die Ziffer sagt. Sie springt über Rosen.
    Sie muss auf einem leeren Feld des Bretts landen. Dort legst du eine Rose deiner Farbe, und die Krone steht darauf.
    Die Karte kommt auf die offene Ablage.
rules-hero = Mit einem Helden
rules-hero-text =
    Mit einem Helden muss die Krone auf einer gegnerischen Rose landen. Du drehst die Rose auf deine Farbe um.
    Der Held ist dann endgültig weg. Mit einem Helden darf die Krone nie auf einem leeren Feld oder auf deiner eigenen Rose landen.
rules-draw = Eine Karte nachziehen
rules-draw-text =
    Du darfst nachziehen, solange du weniger als fünf Karten hast. Leg die Karte offen zu deiner Hand.
    Ist der Stapel leer, wird die Ablage gemischt und zum neuen Stapel.
rules-end = Das Ende
rules-end-text =
    Die Partie endet sofort, wenn die letzte der 52 Rosen liegt.
    Sie endet auch, wenn beide Seiten fünf Karten haben und keine davon spielen können, auch nicht mit einem Helden.
rules-score = Die Punkte
rules-score-text =
    Ein Gebiet ist eine Gruppe von Rosen einer Farbe, die Seite an Seite liegen. Ecken verbinden nicht.
    Ein Gebiet zählt seine Größe mal sich selbst.
rules-table = Was Gebiete wert sind
rules-size = Größe
rules-points = Punkte
rules-beyond = Und so weiter: n Rosen zählen n × n Punkte; 26 Rosen zählen 676.
rules-example = Ein Beispiel
rules-example-text = { $white } hat 64 + 4 + 1 = 69 Punkte, Rot 25 + 4 + 4 + 1 = 34. Das Zählen geht schneller, wenn man zuerst gleich große Gebiete auf beiden Seiten streicht.
rules-ties = Punktgleichheit
rules-ties-text = Bei Punktgleichheit gewinnt, wer das größte Gebiet hat; danach, wer mehr Rosen auf dem Brett hat. Ist auch das gleich, endet die Partie unentschieden.
rules-editions = Die Ausgaben
rules-editions-text = Das war das klassische Spiel. Du kannst drei Ausgaben spielen, und jede Mischung daraus.
rules-note = Rosenkönig ist ein Spiel von Dirk Henn. Die Regeln sind hier mit unseren eigenen Worten erklärt.
rules-book = Das Buch für Betreiber und Programmierer: Server, Bots, Notation, Computergegner
