train-lead = Immer nur eine Entscheidung. Zu jeder Aktion erfährst du, was sie kostet.
train-loading = Die Aufgaben werden geladen …
train-not-here = Die Aufgaben konnten nicht geladen werden. Sind sie einmal da, gehen sie auch ohne Netz.
train-damaged = Dein gespeichertes Training ist nicht lesbar. Ein neues beginnt.
train-not-kept = Dieser Browser kann dein Training nicht speichern: Sein Speicher ist voll oder gesperrt.
train-to-home = Zum Training
train-daily-of = Stellung des Tages, { $date }
train-daily-open = Noch nicht gelöst
train-daily-done = Erledigt. Die nächste kommt um Mitternacht UTC.
train-daily-streak = Erledigt, { $count } Tage in Folge
train-share = Ergebnis teilen
train-copied = Ergebnis kopiert.
train-not-copied = Das Ergebnis: { $text }
train-puzzles = Aufgaben
train-puzzles-about = Passend zu deiner Spielstärke, die sich dabei zeigt.
train-rating = Wertung
train-rating-of = Wertung { $points } nach { $count ->
    [one] 1 Aufgabe
   *[other] { $count } Aufgaben
}
train-rating-now = Wertung { $points } ({ $change }).
train-mistakes = Deine Fehler
train-mistakes-none = Noch keine. Werte eine Partie aus: Entscheidungen, die mindestens 4 von 100 Partien kosteten, kommen hier wieder.
train-mistakes-due = { $due ->
    [0] Heute keiner fällig
    [one] Heute 1 fällig
   *[other] Heute { $due } fällig
}, { $count } insgesamt
train-storm = Drei Minuten
train-storm-about = So viele Aufgaben, wie du schaffst
train-storm-rules = So viele Aufgaben wie möglich in drei Minuten, jede schwerer als die vorige. Die dritte falsche Antwort beendet den Lauf. Die Uhr startet mit deiner ersten Antwort.
train-streak = Ohne Fehler
train-streak-about = Bis zur ersten falschen Antwort
train-streak-rules = Jede Aufgabe ist schwerer als die vorige, und die erste falsche Antwort beendet den Lauf. Nimm dir Zeit.
train-best-run = Bestes Ergebnis: { $count }
train-run-solved = { $count } gelöst
train-run-result = { $count ->
    [one] 1 Aufgabe gelöst.
   *[other] { $count } Aufgaben gelöst.
}
train-run-best = Dein bestes Ergebnis!
train-run-best-of = Dein bestes Ergebnis ist { $count }.
train-run-again = Noch einmal
train-missed-title = Was nicht geklappt hat
train-missed = Aufgabe { $number }
train-road = Der Weg
train-themes = Nach Thema
train-theme-result = { $right } von { $count }
train-any-edition = Alle Ausgaben
train-difficulty = Schwierigkeit
train-easy = Leichter
train-usual = Für meine Stärke
train-hard = Schwerer
train-start = Los geht’s
train-start-count = Los geht’s: { $count ->
    [one] 1 Aufgabe
   *[other] { $count } Aufgaben
}
train-opponent = Gegner
train-task = { $side } ist am Zug: Finde die beste Aktion.
train-right = Richtig: um { $points } von 100 Partien die beste.
train-as-good = Richtig: kostet nur { $points } von 100 Partien.
train-close = Knapp daneben: kostet { $points } von 100 Partien.
train-wrong = Leider nein: kostet { $points } von 100 Partien.
train-again = Versuch es noch einmal.
train-answer = Lösung: { $action }, um { $points } von 100 Partien besser.
train-hint-theme = Denk an: { $themes }.
train-hint-card = Nimm die Karte { $card }.
train-hint-hero = Nimm einen Helden.
train-hint-draw = Zieh eine Karte nach.
train-hint-square = Die Krone zieht nach { $square }.
train-show = Lösung
train-skip = Auslassen
train-next = Weiter
train-finish = Fertig
train-play-on = Weiterspielen
train-play-on-level = Von hier an weiterspielen: gegen welche Stufe?
train-leave = Zurück zur Aufgabe
train-line = Wie es weitergeht
train-cards = Was die Karten bringen
train-cards-mean = Im Schnitt werden { $wins } von 100 Partien gewonnen. Mit jeder Karte:
train-actions = Alle Aktionen
train-cost = Kostet
train-best = am besten
train-session = { $right } von { $count } richtig, { $streak } in Folge
train-end = Beenden
train-remove = Kein Fehler
train-removed = Entfernt.
train-daily-results = { $count ->
    [one] 1 Antwort
   *[other] { $count } Antworten
} auf diesem Server bisher: { $right } % richtig, im Schnitt { $points } von 100 Partien verloren.
train-chosen = Gewählt von
train-share-of = { $share } %
train-over-daily = Das war die Stellung des Tages. Die nächste kommt um Mitternacht UTC.
train-over-puzzles = Du hast alle Aufgaben dieser Art im letzten halben Jahr gelöst.
train-over-listed = Hier gibt es nichts mehr zu lösen.
train-over-mistakes = Heute ist kein Fehler fällig. Was du gefunden hast, kommt später wieder, alles andere morgen.
train-summary = Zusammenfassung
train-sum-right = auf Anhieb richtig
train-sum-streak = längste Serie
train-sum-loss = von 100 Partien pro Antwort verschenkt
train-go-on = Weitermachen
train-progress = Training speichern oder laden
train-progress-about = Dein Training liegt in diesem Browser und, wenn du eines hast, in deinem Konto. Mit einer Datei nimmst du es mit; beim Laden kommt hinzu, was darin steht.
train-export = Als Datei speichern
train-import = Datei öffnen
train-imported = Geladen.
train-not-imported = In dieser Datei steht kein Training.
theme-hero = Helden
theme-block = Sperren
theme-join = Verbinden
theme-cut = Trennen
theme-draw-or-play = Nachziehen oder spielen
theme-tempo = Tempo
theme-hand = Handkarten
theme-sacrifice = Geben und nehmen
theme-last-rose = Die letzten Rosen
theme-end-now = Die Partie beenden
theme-exact = Gewonnen gegen jede Karte
road-lead = Zwölf kurze Lektionen Strategie mit je drei Stellungen, dann ein erster Sieg gegen jede Stufe.
road-rules = Neu im Spiel? Zuerst die Regeln.
road-progress = { $done } von { $count } Schritten geschafft
road-practice = Drei Stellungen
road-wins = Erste Siege
road-wins-about = Schlag jede Stufe einmal. Jede Partie, die du in diesem Browser gewinnst, zählt.
road-won = ✓ Geschlagen
train-road-on = Weiter
road-open = Offene Karten
road-open-idea = Alle Karten liegen offen. Sieh vor deiner Aktion nach, was dein Gegner von dem Feld aus spielen kann, auf dem du die Krone stehen lässt: Du kannst alles wissen, außer der nächsten Karte des Stapels.
road-open-example = { $white } hat drei Karten, und alle führen nach Osten. Spiel Ost II nach g5: Von dort führt jede über den Rand, und { $white } muss nachziehen.
road-reach = Was der Gegner erreicht
road-reach-idea = Von der Krone aus führt jede Karte auf genau ein Feld. Fünf Karten erreichen also höchstens fünf Felder, und du bestimmst, von wo aus.
road-reach-example = Bleibt die Krone auf f5, führt Nord II von { $white } nach f7 und verbindet Gebiete der Größe 3 und 2. Von g5 aus führt dieselbe Karte auf eine { $white-rose } und nützt nichts.
road-draw = Wann du nachziehst
road-draw-idea = Nachziehen kostet einen Zug, aber danach hast du mehr Auswahl. Zieh nach, wenn nichts auf deiner Hand etwas nützt; spiel, wenn eine Karte verbindet, sperrt oder droht. Mit fünf Karten geht das nicht.
road-draw-example = Keine deiner drei Karten berührt dein Gebiet, und nichts eilt. Eine vierte ist vielleicht die richtige.
road-heroes = Helden
road-heroes-idea = Du hast vier Helden. Am meisten bringt einer, wo eine einzige Rose ein großes Gebiet zusammenhält oder wo er deine Gebiete verbindet. Am Ende sind Helden nichts mehr wert.
road-heroes-example = Ein Held auf e6 kann beides: Das Gebiet von { $white } mit 5 Rosen zerfällt in 2 und 2, und deine beiden Paare werden ein Gebiet der Größe 5. { $white } verliert 17 Punkte, du gewinnst 17.
road-blocking = Sperren
road-blocking-idea = Auch was die andere Seite nicht bekommt, zählt. Wo zwei Gebiete zusammenwachsen würden, hält deine Rose sie für immer getrennt, wenn kein Held kommt.
road-blocking-example = Eine { $white-rose } auf e6 würde 3 und 3 Rosen zu einem Gebiet der Größe 7 verbinden: 31 Punkte mehr. Nimm das Feld selbst.
road-join = Verbinden
road-join-idea = Ein Gebiet zählt seine Größe mal sich selbst. Eine Rose, die zwei Gebiete verbindet, bringt also mehr als eine, die eines davon vergrößert.
road-join-example = 3 und 2 Rosen zählen 9 + 4 = 13 Punkte. Mit f5 sind sie ein Gebiet der Größe 6: 36 Punkte.
road-cut = Trennen
road-cut-idea = Ein Gebiet ist so stark wie seine dünnste Stelle. Such die Rose, die allein zwei Teile zusammenhält, und bau deine eigenen Gebiete zwei Felder breit.
road-cut-example = Die sieben Rosen von { $white } hängen nur über d5 zusammen. Ein Held dort lässt 4 und 2 übrig: Aus 49 Punkten werden 20.
road-tempo = Tempo
road-tempo-idea = Wer nachziehen oder aussetzen muss, legt keine Rose. Lass die Krone dort stehen, wo dein Gegner nichts Gutes spielen kann, und du gewinnst einen Zug.
road-tempo-example = In der Ecke i9 ist keine der fünf Karten von { $white } spielbar, und mit voller Hand darf man nicht nachziehen. { $white } setzt aus, und du bist zweimal am Zug.
road-sacrifice = Geben und nehmen
road-sacrifice-idea = Die beste Aktion gibt oft etwas her: ein Feld, eine Karte, ein kleines Gebiet. Zähl, was beide Seiten bekommen, nicht nur, was dein Gegner bekommt.
road-sacrifice-example = Auf f5 zu verbinden bringt dir 31 Punkte. { $white } kann dann Nord II nach f7 spielen und bekommt 5. Ein guter Tausch.
road-hand = Deine Handkarten
road-hand-idea = Karten sind Auswahl für später. Am Rand führen viele Karten vom Brett; behalt Karten, die in verschiedene Richtungen zeigen, und spiel zuerst, was nur jetzt passt.
road-hand-example = Drei deiner fünf Karten führen hier über den Rand. Süd III bringt die Krone in die Mitte, wo alle anderen wieder spielbar sind.
road-last = Die letzten Rosen
road-last-idea = Es gibt 52 Rosen. Sind nur noch wenige übrig, zähl sie: Oft entscheidet, wer die letzte legt. Wer nachzieht, legt keine und gibt die Frage an die andere Seite weiter.
road-last-example = Zwei Rosen sind übrig. Spielst du, kann { $white } die letzte legen; ziehst du nach, steht { $white } vor derselben Frage.
road-end = Die Partie beenden
road-end-idea = Mit der letzten Rose ist die Partie sofort zu Ende, ebenso, wenn beide blockiert sind. Liegst du vorn, beeil dich. Liegst du zurück, zieh nach und halt sie offen.
road-end-example = Eine Rose ist übrig, und du liegst weit vorn. Welche Karte du auch spielst: Die Partie ist zu Ende, und du hast gewonnen.
