library-note = Partien gegen den Computer und zu zweit an einem Bildschirm werden nur in diesem Browser gespeichert. Speichere sie als Datei, um sie mitzunehmen.
library-search = Suchen
library-search-hint = Stufe 8, verloren, Anne, 2026 …
library-load = Datei laden
library-save-all = Alle speichern
library-saving = Deine Online-Partien werden geladen: bisher { $count } …
library-saved = { $count ->
    [one] 1 Partie gesichert.
   *[other] { $count } Partien gesichert.
}
library-saved-none = Es gibt keine Partien zu sichern.
library-saved-none-because = Es wurde nichts gesichert, weil deine Online-Partien nicht geladen werden konnten. { $why }
library-saved-partly = { $count ->
    [one] In der Datei ist 1 Partie, aber es fehlen Online-Partien.
   *[other] In der Datei sind { $count } Partien, aber es fehlen Online-Partien.
} { $why }
library-count = { $count ->
    [one] 1 Partie
   *[other] { $count } Partien
}
library-actions = { $count ->
    [one] 1 Aktion
   *[other] { $count } Aktionen
}
library-won = { $side } hat gewonnen
library-open = nicht beendet
library-aborted = abgebrochen
library-go-on = Weiterspielen
library-forget = Löschen
library-unreadable = Unlesbare Partie
library-too-large = Diese Datei ist zu groß für eine Sammlung von Partien.
library-loaded = { $count ->
    [0] Keine Partien importiert.
    [one] 1 Partie importiert.
   *[other] { $count } Partien importiert.
}
library-you-won = Du hast gewonnen
library-you-lost = Du hast verloren
library-find-won = gewonnen Sieg
library-find-lost = verloren Niederlage
library-find-drawn = unentschieden Remis
library-find-open = offen unbeendet
library-find-aborted = abgebrochen Abbruch
library-badge = online
library-place = Partien
library-place-all = Alle
library-place-local = In diesem Browser
library-place-online = Online gespielt
library-to-table = Zum Tisch
library-more = Mehr anzeigen (noch { $count })
library-more-online = Ältere Online-Partien laden
library-online-fault = Deine Online-Partien konnten nicht geladen werden: { $why }
library-used = { $used } von etwa { $room } MB belegt
library-select = Auswählen
library-select-one = { $players } auswählen
library-select-all = Alle gefundenen ({ $count })
library-delete = { $count } löschen
library-save-some = { $count } als Datei speichern
library-deleted = { $count ->
    [one] 1 Partie gelöscht.
   *[other] { $count } Partien gelöscht.
}
library-undo = Rückgängig
library-restored = Alles ist wieder da.
library-progress = Partie { $done } von { $total } wird gelesen …
library-report-none = In dieser Datei ist keine Partie.
library-report-position = In dieser Datei ist eine Stellung, keine Partie. Öffne sie auf dem Analysebrett.
library-report-known = { $count ->
    [one] 1 war schon da.
   *[other] { $count } waren schon da.
}
library-report-refused = { $count ->
    [one] 1 ließ sich nicht lesen.
   *[other] { $count } ließen sich nicht lesen.
}
library-report-fault = Partie { $number } der Datei: { $why }
library-report-full = { $count ->
    [one] Für 1 war kein Platz mehr: Der Speicher dieses Browsers ist voll. Speichere Partien als Datei und lösche sie hier, um Platz zu schaffen.
   *[other] Für { $count } war kein Platz mehr: Der Speicher dieses Browsers ist voll. Speichere Partien als Datei und lösche sie hier, um Platz zu schaffen.
}
library-none = Noch keine Partien
library-none-note = Jede Partie, die du spielst, bleibt hier mit ihrem Schlussbild: zum Auswerten, Analysieren und Weiterspielen.
