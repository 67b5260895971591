library-note = Deine Partien liegen nur in diesem Browser. Sichere sie als Datei, um sie mitzunehmen.
library-search = Suchen
library-search-hint = Stufe 3, gewinnt, 2026 …
library-load = Datei laden
library-save-all = Alle sichern
library-count = { $count ->
    [one] 1 Partie
   *[other] { $count } Partien
}
library-actions = { $count ->
    [one] 1 Aktion
   *[other] { $count } Aktionen
}
library-won = { $side } gewinnt
library-open = nicht beendet
library-go-on = Weiterspielen
library-forget = Löschen
library-forget-title = Diese Partie löschen?
library-forget-text = Sie ist dann endgültig weg.
library-forgotten = Die Partie ist gelöscht.
library-unreadable = Eine Partie, die nicht lesbar ist
library-gone = Diese Partie ist nicht mehr hier.
library-broken = Diese Partie kann nicht weitergehen: { $why }
library-too-large = Diese Datei ist zu groß für eine Sammlung von Partien.
library-loaded = { $count ->
    [one] 1 Partie übernommen.
   *[other] { $count } Partien übernommen.
}
library-fault = Etwas war nicht lesbar: { $why }
