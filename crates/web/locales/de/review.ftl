review-missing = In diesem Browser gibt es keine Partie „{ $id }“.
review-broken = Die Partie „{ $id }“ ist nicht lesbar: Ihre Aufzeichnung ist beschädigt.
review-to-library = Zu deinen Partien
review-fault = Ab Aktion { $number } verstößt die Aufzeichnung gegen die Regeln. Gezeigt wird, was davor liegt.
review-running = Der Computer wertet die Partie aus: { $done } von { $all ->
    [one] 1 Aktion
   *[other] { $all } Aktionen
}
review-stopped = Angehalten nach { $done } von { $all ->
    [one] 1 Aktion
   *[other] { $all } Aktionen
}.
review-done = { $all ->
    [0] Es gibt noch keine Aktion zum Auswerten.
    [one] Der Computer hat die eine Aktion ausgewertet.
   *[other] Der Computer hat alle { $all } Aktionen ausgewertet.
}
review-progress = Fortschritt der Auswertung
review-stop = Anhalten
review-again = Neu beginnen
review-deeper = Genauer auswerten
review-course = Verlauf der Partie
review-kind = Was die Kurve zeigt
review-chance = Gewinnchance
review-margin = Punkte
review-place = Stelle in der Partie
review-inaccuracy = Ungenauigkeit
review-inaccuracy-about = kostete mindestens 5 von 100 Partien
review-mistake = Fehler
review-mistake-about = kostete mindestens 10
review-blunder = Patzer
review-blunder-about = kostete mindestens 15
review-lucky = Glück beim Nachziehen
review-unlucky = Pech beim Nachziehen
review-at = Aktion { $number } von { $all }
review-overview = Die ganze Partie
review-worst = Der teuerste Fehler war Aktion { $number } ({ $name }): Er kostete { $loss } von 100 Partien.
review-show = Zeigen
review-no-errors = Der Computer hat keine Fehler gefunden.
review-next-error = Nächster Fehler
review-alternatives = Was bei Aktion { $number } noch möglich war
review-hundred-note = Schätzung des Computers: wie viele von 100 Partien von dort aus gewonnen würden, wenn beide gut spielen.
review-start = Blättere mit Pfeiltasten, Knöpfen, Kurve oder Liste durch die Partie.
review-waiting = So weit ist der Computer noch nicht.
review-unseen = Diese Aktion hat der Computer nicht ausgewertet.
review-forced = Etwas anderes war nicht möglich.
review-best = Die beste Aktion.
review-good = Gut: kostet nur { $loss } von 100 Partien.
review-lost = { $mark }: Das kostete { $loss } von 100 Partien.
review-better = Besser: { $action } (gewinnt { $wins } von 100 Partien)
review-actions = Alle Aktionen
review-wins = Siege von { $side } pro 100 Partien
review-done-here = gespielt
review-best-here = am besten
review-cards = Was jede Karte bewirkt hätte
review-luck-good = Glück: Die Karte brachte { $side } { $luck } von 100 Partien mehr als eine durchschnittliche ({ $mean }).
review-luck-bad = Pech: Die Karte brachte { $side } { $luck } von 100 Partien weniger als eine durchschnittliche ({ $mean }).
review-luck-none = Weder Glück noch Pech: Mit einer durchschnittlichen Karte gewinnt { $side } { $mean } von 100 Partien.
review-drawn = nachgezogen
review-players = Beide Spieler
review-nothing = Es gibt noch nichts zu bewerten.
review-measure = Kennzahl
review-accuracy = Genauigkeit
review-accuracy-about = 100 %, wenn jede Aktion die beste war
review-like = Spielt wie
review-like-about = die Stufe des Computers, deren Aktionen etwa gleich viel kosten
review-given = Verschenkt
review-given-about = so viele von 100 Partien kosteten alle Aktionen gegenüber den besten, zusammengezählt
review-luck = Glück beim Nachziehen
review-luck-about = so viele von 100 Partien brachten die nachgezogenen Karten gegenüber durchschnittlichen
review-swing = Größter Umschwung
review-swing-about = die Aktion, die die Chancen am stärksten änderte
review-swing-at = { $change } bei { $number }
review-result = Ergebnis
review-result-about = 100 für einen Sieg, 50 für ein Unentschieden
review-result-open = Chance am Ende
review-result-open-about = so viele von 100 Partien würden von hier aus gewonnen
review-adjusted = Ergebnis ohne Glück
review-adjusted-about = das Ergebnis ohne das Glück beim Verteilen und Nachziehen; kann über 100 oder unter 0 liegen
review-balance = Woher das Ergebnis kommt
review-part = Anteil
review-sum-start = Ausgangslage
review-sum-start-about = die durchschnittliche Chance von { $red } gegen { $white } vor dem Verteilen
review-sum-deal = Verteilung
review-sum-deal-about = was die ersten Karten { $red } gegen { $white } brachten
review-sum-luck = Nachziehen
review-sum-luck-about = was alle nachgezogenen Karten { $red } gegen { $white } brachten
review-sum-skill = Können
review-sum-skill-about = was { $white } verschenkte, minus was { $red } verschenkte
review-sum-revision = Korrektur
review-sum-revision-about = was der Computer erst später sah, für { $red } und gegen { $white }
review-sum = Ergebnis
review-sum-about = die Summe: 100, wenn { $red } gewann, 0, wenn { $white } gewann
review-sum-open = Chance am Ende
review-sum-open-about = die Summe: wie oft { $red } von hier an gegen { $white } gewinnen würde
review-learn = Aus deinen Fehlern lernen
review-learn-about = Geh zu jedem Fehler zurück und finde auf dem Brett etwas Besseres.
review-later = Möglich, sobald der Computer die Partie ausgewertet hat.
review-errors = { $side }: { $count ->
    [0] keine Fehler
    [one] 1 Fehler
   *[other] { $count } Fehler
}
review-exercise = Fehler { $number } von { $all }
review-task = { $said } Das kostete { $loss } von 100 Partien.
review-find = Finde etwas Besseres: Wähle eine Karte oder ein Feld.
review-right = Richtig! { $action } gewinnt { $wins } von 100 Partien.
review-wrong = { $action } gewinnt { $wins } von 100 Partien, { $loss } weniger als die beste Aktion. Versuch es noch einmal.
review-same = Das wurde gespielt. Versuch etwas anderes.
review-solution = Am besten: { $action } (gewinnt { $wins } von 100 Partien)
review-solve = Lösung zeigen
review-next = Weiter
review-skip = Überspringen
review-leave = Beenden
review-learned = Das war der letzte Fehler.
review-save = Mit Anmerkungen speichern
review-verify = Mischen prüfen
review-proven = Bewiesen: Die Verteilung und { $count ->
    [0] die Reihenfolge des Stapels folgen
    [one] die eine nachgezogene Karte folgen
   *[other] alle { $count } nachgezogenen Karten folgen
} aus dem Geheimnis, das vor der Partie feststand.
review-proven-pile = Bewiesen: { $count ->
    [0] Die Reihenfolge des Stapels folgt
    [one] Die eine nachgezogene Karte folgt
   *[other] Alle { $count } nachgezogenen Karten folgen
} aus dem Geheimnis, das vor der Partie feststand. Die Handkarten sind die der Partie { $game }, noch einmal ausgeteilt.
review-not-proven = Nicht bewiesen: { $why }

why-title = Warum
why-more = Warum nicht die anderen?
roll-out = Tiefer prüfen
owners = Wem gehört was?
rollouts-interval = 95 %
rollouts-games = Partien
rollouts-note = { $count ->
    [one] 1 Partie
   *[other] { $count } Partien
} mit zufälligen Karten weitergespielt, das Glück herausgerechnet. Auf dem Brett: mit wie viel Prozent ein Feld am Ende diese Farbe hat, nach der besten Aktion.
rollouts-done = Es wurden genug Partien gespielt.
