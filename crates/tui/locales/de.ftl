# Was ein Mensch im Terminalprogramm liest.
tui-title = Rosenkönig
tui-you = du
tui-computer = Stufe { $level }
tui-person = Spieler
tui-points = { $count ->
    [one] 1 Punkt
   *[other] { $count } Punkte
}
tui-pile = Stapel { $count }
tui-discard = Ablage { $count }
tui-roses = Rosen { $count }
tui-to-act = { $side } ist am Zug
tui-your-turn = Du bist am Zug ({ $side })
tui-thinking = { $side } denkt nach …
tui-over = Die Partie ist zu Ende
tui-viewing = Aktion { $at } von { $all }
tui-choose = 1–5 Karte, d nachziehen, ? Hilfe
tui-confirm = Enter bestätigt, Esc bricht ab
tui-preview = { $action } nach { $target }: { $gain }
tui-preview-hero = { $action } mit Held nach { $target }: { $gain }
tui-preview-draw = Eine Karte nachziehen
tui-gain = { $side } { $points }
tui-moves = Aktionen
tui-no-moves = Noch keine Aktion
tui-evaluation = Aussichten
tui-margin = erwarteter Vorsprung { $side } { $margin }
tui-even = kein Vorsprung erwartet
tui-hint-thinking = Die beste Aktion wird gesucht …
tui-hint = Beste: { $action }, Gewinnchance { $chance } %, Vorsprung { $margin }
tui-draw-short = nachziehen
tui-pass-short = aussetzen
tui-territories = Gebiete
tui-undo-none = Es gibt nichts zurückzunehmen.
tui-redo-none = Es gibt nichts wiederherzustellen.
tui-not-your-turn = Du bist nicht am Zug.
tui-not-live = Das ist eine frühere Stellung. Ende führt zur Partie zurück.
tui-turned = Das Brett ist gedreht: Süden ist oben. Namen wie NO2 meinen das ungedrehte Brett.
tui-save-failed = Die Partie konnte nicht gespeichert werden: { $why }
tui-speed = Pause zwischen Aktionen: { $ms } ms
tui-paused = angehalten
tui-reviewing = Auswertung { $done } von { $all }
tui-reviewed = Genauigkeit { $red } % : { $white } %
tui-best = besser { $action }
tui-loss = { $loss } % verloren
tui-luck = Glück { $luck } %
tui-fault = Fehler in der Aufzeichnung: { $fault }
tui-game-of = Partie { $number } von { $count }
tui-too-small = Das Fenster ist zu klein: { $width } × { $height }. Nötig sind mindestens { $wide } × { $high }.
tui-not-terminal = das ist kein Terminal; `bosworth play --plain` spielt Zeile für Zeile, auch über Pipes
tui-saved = Die Partie ist als { $name } gespeichert. `bosworth games { $name }` öffnet sie.
tui-saved-file = Gespeichert in { $file }.
tui-broken = { $file } kann nicht fortgesetzt werden: { $why }. Die Datei bleibt, wie sie ist.
tui-games-none = In { $folder } ist noch keine Partie gespeichert. `bosworth play` beginnt eine.
tui-games-unknown = Es gibt keine Partie { $name }. `bosworth games` zeigt alle.
tui-games-broken = nicht lesbar: { $why }
tui-games-plies = { $count ->
    [one] 1 Aktion
   *[other] { $count } Aktionen
}
tui-games-open = offen
tui-games-how = `bosworth games NAME` oder die Nummer öffnet eine Partie, `bosworth review NAME` wertet sie aus, `--delete` löscht sie.
tui-hint-bar-play = ? Hilfe · u zurück · h Tipp · e Aussichten · t Gebiete · q Ende
tui-hint-bar-watch = Leertaste Pause · s Schritt · + − Tempo · ? Hilfe · q Ende
tui-hint-bar-over = v auswerten · n neue Partie · ← → blättern · t Gebiete · ? Hilfe · q Ende
tui-hint-bar-view = ← → blättern · Pos1 Ende · e Aussichten · ? Hilfe · q Ende
tui-hint-bar-review = ← → blättern · Tab nächster Fehler · e Aussichten · ? Hilfe · q Ende
tui-hint-bar-back = ← → blättern · Tab nächster Fehler · e Aussichten · ? Hilfe · q zur Partie
tui-help-title = Tasten
key-enter = Enter
key-escape = Esc
key-space = Leertaste
key-ends = Pos1 Ende
tui-help-review = nach dem Ende: die Partie auswerten
tui-help-cards = eine Karte der Hand wählen
tui-help-draw = eine Karte nachziehen
tui-help-enter = die gewählte Aktion ausführen
tui-help-escape = abbrechen, diese Hilfe schließen
tui-help-browse = vor und zurück durch die Partie
tui-help-ends = zum Anfang, zum Ende
tui-help-undo = zurücknehmen, wiederherstellen
tui-help-watch = anhalten, eine Aktion, schneller, langsamer
tui-help-games = nächste Partie der Datei, vorige
tui-help-new = eine neue Partie
tui-help-quit = beenden; die Partie ist gespeichert
tui-help-back = zurück zur Partie
tui-help-leave = beenden
tui-help-mistakes = der nächste Fehler; Umschalt-Tab der vorige
tui-no-mistake = Keine weiteren Fehler.
tui-help-mouse = Maus: Karte oder Ziel anklicken, noch einmal zum Ausführen.
tui-help-marks = ({ $play }) freies Ziel, *{ $play }* kostet einen Helden, [ ] die Krone
tui-menu-title = Neue Partie
tui-menu-opponent = Spieler
tui-menu-computer = du gegen den Computer
tui-menu-two = zwei Menschen an dieser Tastatur
tui-menu-watch = Computer gegen Computer
tui-menu-level = Stufe
tui-menu-level-other = Zweiter Computer
tui-menu-side = Deine Seite
tui-menu-rules = Regeln
tui-menu-start = Beginnen
tui-menu-keys = ↑ ↓ Zeile wählen, ← → ändern, Enter beginnt, Esc beendet
plain-welcome = Rosenkönig. Tippe eine Aktion oder eine Frage; „ende“ beendet, die Partie ist gespeichert.
plain-hint = Beste Aktion: { $action }. Gewinnchance: { $chance } %.
plain-no-clock = Diese Partie läuft ohne Uhr.

# Aufgeben, an jedem Tisch.
tui-ask-resign = Diese Partie aufgeben? j ja, jede andere Taste nein
tui-won = { $side } gewinnt.
tui-help-resign = aufgeben
tui-help-engine = was würde der Computer tun? Aussichten
tui-help-view = Gebiete zeigen, Brett drehen

# Partien bei einem Server.
online-connecting = Verbindung zu { $server } …
online-going = Einen Moment …
online-between = { $red } gegen { $white }.
online-undealt = Die Karten werden ausgeteilt, sobald beide da sind.
online-rated = gewertet
online-casual = ungewertet
online-untimed = ohne Uhr
online-away = weg
online-sending = wird gesendet …
online-sent-later = Deine Aktion wird gesendet, sobald die Verbindung wieder da ist.
online-lost-short = Verbindung verloren
online-lost = Verbindung verloren, wird neu aufgebaut. Nichts geht verloren: Die Partie liegt auf dem Server.
online-back = Die Verbindung ist wieder da.
online-watchers = { $count ->
    [0] Niemand sieht zu.
    [one] 1 Zuschauer.
   *[other] { $count } Zuschauer.
}
online-takeback-answer-keys = { $name } möchte die letzte Aktion zurücknehmen: y ja, x nein
online-takeback-answer-words = { $name } möchte die letzte Aktion zurücknehmen: ja oder nein.
online-rematch-answer-keys = { $name } bietet eine Revanche an: y ja, x nein
online-rematch-answer-words = { $name } bietet eine Revanche an: ja oder nein.
online-rematch-later = Eine Revanche kann nach der Partie angeboten werden.
online-claim-later = { $name } ist weg. In { $seconds } s kannst du den Sieg beanspruchen.
online-claim-now-keys = { $name } ist weg: c beansprucht den Sieg
online-claim-now-words = { $name } ist weg: „beanspruchen“ beendet die Partie.
online-first-within = Erste Aktion innerhalb von { $seconds } s
online-first-within-forfeit = Handle innerhalb von { $seconds } s, sonst verlierst du diese Partie kampflos
online-ask-abort = Diese Partie abbrechen? j ja, jede andere Taste nein
online-ask-forfeit = Diese Turnierpartie kampflos aufgeben? j ja, jede andere Taste nein
online-ask-claim = Partie beenden? j mit Sieg, d unentschieden, jede andere Taste nein
online-won = { $side } gewinnt ({ $name }).
online-drawn = Die Partie ist unentschieden.
online-verified = Das Mischen ist geprüft und stimmt.
online-not-verified = Das Mischen entspricht nicht der Festlegung des Servers: { $why }
online-kept = Unter deinen Partien gespeichert als { $name }.
online-clock = { $side } ({ $name }): { $time }
online-clock-runs = { $side } ({ $name }): { $time }, läuft
online-clock-low = { $side } ({ $name }): { $time }, läuft, wenig Zeit
online-typing = Nachricht: { $text }
online-elsewhere = { $count ->
    [one] Eine andere Partie wartet auf dich: n öffnet sie
   *[other] { $count } andere Partien warten auf dich: n öffnet die nächste
}
plain-elsewhere = { $count ->
    [one] Eine andere Partie wartet auf dich; „weiter“ öffnet sie.
   *[other] { $count } andere Partien warten auf dich; „weiter“ öffnet die nächste.
}
online-none-waits = Keine andere Partie wartet auf dich.
online-goes-on = Die Partie geht weiter. `bosworth play --server { $server } { $game }` kehrt zu ihr zurück.
online-goes-on-lost = Der Server war nicht mehr zu erreichen; deine Partie liegt dort. `bosworth play --server { $server } { $game }` kehrt zu ihr zurück.
online-offered = Angeboten: { $clock }, { $rules }, { $rated }. Warten auf einen Gegner …
online-offered-link = Wer diesen Link hat, kann annehmen: { $link }
online-waiting-keys = q oder Strg-C beendet und zieht ein Angebot zurück
online-game-waits = am Zug gegen { $name }, { $clock }, { $rules }, { $count ->
    [one] 1 Aktion
   *[other] { $count } Aktionen
}
online-game-waits-left = am Zug, noch { $left }: { $name }, { $clock }, { $rules }, { $count ->
    [one] 1 Aktion
   *[other] { $count } Aktionen
}
online-game-open = offen: { $red } – { $white }, { $clock }, { $rules }, { $count ->
    [one] 1 Aktion
   *[other] { $count } Aktionen
}
online-seek = Angebot: { $name }, { $clock }, { $rules }, { $rated }
online-challenge = Herausforderung: { $name }, { $clock }, { $rules }, { $rated }
online-event = Turnier, { $when } ({ $state }): { $title }, { $kind }, { $clock }, { $rules }
online-event-join = wählen: mitspielen
online-event-withdraw = angemeldet; wählen: abmelden
online-event-joined = du spielst mit
online-event-closed = du kannst nicht mitspielen
online-event-waiting = auf der Warteliste; wählen: abmelden
online-event-out = du bist ausgeschieden
online-event-sure = nochmal Enter: endgültig raus
online-event-game = deine Partie läuft
online-event-team = { $name } möchte ein Team mit dir; Enter nimmt an, x lehnt ab
online-event-no-over = Das Turnier ist beendet.
online-event-no-toolate = Das Turnier hat begonnen; einsteigen kann man nicht mehr.
online-event-no-rating = Deine Wertung liegt außerhalb der Grenzen dieses Turniers.
online-event-no-guests = Gäste können nicht mitspielen: Spiel mit einem Konto, über --token.
online-event-no-bots = Bots können nicht mitspielen.
online-event-no-password = Dieses Turnier ist nur auf Einladung zugänglich: Tritt im Browser über den Link bei, den du bekommen hast.
online-event-no-removed = Die Turnierleitung hat dich ausgeschlossen.
online-event-no-toooften = Du bist zu oft ein- und ausgestiegen.
online-event-no-full = Alle Plätze sind vergeben, und die Warteliste ist voll.
online-event-no-team = Hier spielen Zweierteams: Schlag im Browser jemandem ein Team vor; Vorschläge an dich stehen hier in der Liste.
online-event-no-noplayer = Du spielst dort nicht mit.
online-event-running = läuft
online-event-minutes = in { $count } min
online-event-hours = in { $count } Std.
online-event-days = in { $count } Tagen
online-event-roundrobin = jeder gegen jeden
online-event-league = Liga
online-event-swiss = Schweizer System
online-event-knockout = K.-o.
online-event-arena = Arena
online-event-field = gleiche Karten
online-lobby-empty = Du hast keine offene Partie, und niemand bietet eine an.
online-lobby-keys = ↑ ↓ wählen, Enter öffnet, n nächste Partie, ? Hilfe, q beendet
online-list-help-choose = eine Zeile wählen; eine Ziffer springt hin
online-list-help-change = Bedenkzeit des Angebots oder Stufe ändern
online-list-help-rated = das Angebot werten oder nicht
online-list-help-open = öffnen, annehmen, mitspielen oder anbieten
online-list-help-next = die Partie mit der wenigsten Zeit
online-list-help-decline = ein Team ablehnen
online-list-help-quit = beenden
online-bar-play = ? Hilfe · u zurücknehmen · R aufgeben · / Chat · t Gebiete · q gehen
online-bar-next = n nächste Partie ({ $count }) · ? Hilfe · u zurück · R aufgeben · / Chat · q gehen
online-bar-over = v auswerten · m Revanche · n nächste Partie · ← → blättern · ? Hilfe · q gehen
online-bar-watch = ← → Schritt · e Aussichten · t Gebiete · n andere · ? Hilfe · q gehen
online-bar-watch-over = v auswerten · ← → blättern · t Gebiete · n andere · ? Hilfe · q gehen
online-help-offers = um Zurücknehmen bitten, Revanche anbieten
online-help-answer = ja oder nein zu einem Angebot sagen
online-help-claim = den Sieg beanspruchen, wenn der Gegner weg ist
online-help-chat = eine Nachricht schreiben
online-help-engine = Tipp, Aussichten: erst nach der Partie
online-help-lobby = nächste wartende Partie; nach dem Ende alle Partien
online-help-quit = gehen; die Partie geht auf dem Server weiter
online-no-engine = Der Computer hilft erst nach der Partie.
online-no-spectator = Das können nur die beiden Spieler.
online-no-over = Die Partie ist zu Ende.
online-no-not-begun = Die Partie hat noch nicht begonnen.
online-no-outdated = Die Stellung hat sich inzwischen geändert. Wähle noch einmal.
online-no-illegal = Gegen die Regeln: { $why }
online-no-too-late = Beide haben schon gespielt. Gib stattdessen auf.
online-no-not-gone = Dein Gegner ist nicht weg oder noch nicht lange genug.
online-no-rated = Das geht in einer gewerteten Partie nicht.
online-no-sealed = Das geht nicht, solange andere mit denselben Karten spielen.
online-no-offer = Dieses Angebot wurde schon gemacht, oder es ist keines offen.
online-no-quiet = Einer der Spieler hat den Chat abgeschaltet.
online-no-bad-text = Höchstens 200 Zeichen in einer Zeile.
online-no-bad-nonce = Der Server hat unseren Beitrag zum Mischen nicht angenommen.
online-no-too-much = Öfter geht das in einer Partie nicht.
online-bad-address = { $given } ist keine Serveradresse; ein Beispiel: http://localhost:1485
online-unreachable = { $server } ist nicht zu erreichen: { $why }. Stimmt die Adresse, und läuft der Server?
online-no-game = Auf { $server } gibt es keine Partie { $game }. Ist der Name richtig geschrieben?
online-nonsense = Die Antwort von { $server } war nicht zu verstehen: { $why }. Ist es ein Bosworth-Server, und mindestens so neu wie dieses Programm?
online-bye = { $server } hat die Verbindung beendet: { $why }
online-unauthorized = { $server } kennt dieses Token nicht; vielleicht wurde es widerrufen. Leg auf der Kontoseite ein neues an, oder spiel ohne Token als Gast.
online-seek-gone = Jemand war schneller, oder das Angebot wurde zurückgezogen.
online-not-found = { $server } hat nichts unter diesem Namen. Ist er richtig geschrieben?
online-too-many = Zu viele Anfragen an { $server }: { $why }. Versuch es in einer Minute wieder.
online-unavailable = { $server } kann das gerade nicht: { $why }. Versuch es noch einmal.
online-problem = { $server } lehnt ab: { $why }
plain-lost = Verbindung verloren, wird neu aufgebaut. Nichts geht verloren: Die Partie liegt auf dem Server. „ende“ beendet.
plain-offered = „ende“ oder Strg-C zieht das Angebot zurück.
plain-lobby = Eine Zahl öffnet den Eintrag; „weiter“ öffnet die dringendste Partie, „liste“ zeigt alles noch einmal, „ende“ beendet.
plain-no-number = Diese Zahl steht nicht in der Liste.
plain-you-play = Du spielst { $side }.
plain-you-watch = Du siehst zu.
plain-online-help = Tippe eine Aktion oder eine Frage; „hilfe“ zählt sie auf, „ende“ verlässt die Partie, und sie läuft auf dem Server weiter.
plain-over = „revanche“ bietet noch eine Partie an, „liste“ zeigt andere, „ende“ verlässt den Tisch.
plain-ask-team = In diesem Turnier ein Team bilden? Tippe ja oder nein.
plain-ask-withdraw = Dieses Turnier verlassen? Deine offenen Partien dort zählen dann als verloren. Tippe ja.
plain-ask-resign = Diese Partie aufgeben? Tippe ja.
plain-ask-abort = Diese Partie abbrechen? Tippe ja.
plain-ask-forfeit = Diese Turnierpartie kampflos aufgeben? Tippe ja.
plain-player-here = { $side }: { $name }, da
plain-player-away = { $side }: { $name }, weg

# Die Uhr und das Menü.
tui-menu-clock = Uhr
tui-menu-go-on = Fortsetzen
tui-menu-server = Auf einem Server
tui-games-won = { $side } hat gewonnen
tui-games-drawn = unentschieden
tui-games-deleted = { $name } ist gelöscht.
online-make-offer = Partie anbieten: { $clock }, { $rated } (← → Bedenkzeit, r Wertung)
online-play-computer = Gegen den Computer des Servers: { $level } (← →)

# Zeile für Zeile. Die Namen jedes Wortes, der gezeigte zuerst; englische gelten immer.
plain-clock = { $side }: { $time }
plain-clock-runs = { $side }: { $time }, läuft
plain-undone = Zurückgenommen: { $actions }.
plain-redone = Wiederhergestellt: { $actions }.
plain-not-over = Die Partie ist noch nicht zu Ende.
plain-after = { $again }: noch eine Partie. { $review }: was gut war und was nicht. { $quit }: aufhören.
plain-reviewing = Die Partie wird ausgewertet …
plain-judged = { $number }. { $side } { $action } { $mark }, besser { $better }, { $loss } % verloren
plain-lobby-how = „angebot 5+3“ bietet eine Partie mit dieser Bedenkzeit an (2d: zwei Tage pro Aktion, 10d+1d: zehn Tage und einer mehr pro Aktion, 2dw: Wochenenden frei, -: ohne Uhr), „stufe 3“ spielt gegen den Computer des Servers.
plain-help-line = { $word }: { $what }
plain-help-hand = deine Karten, und wohin sie führen
plain-help-opp = die Karten des Gegners
plain-help-targets = was du tun kannst, und was es bringt
plain-help-crown = wo die Krone steht
plain-help-pile = Stapel, Ablage und die übrigen Rosen
plain-help-area = was auf einem Feld liegt, und sein Gebiet; mit dem Feld dahinter, etwa e5
plain-help-score = Gebiete und Punkte
plain-help-last = die letzte Aktion
plain-help-clock = die übrige Zeit
plain-help-board = das ganze Brett, Reihe für Reihe
plain-help-hint = was der Computer tun würde
plain-help-undo = zurücknehmen
plain-help-redo = Zurückgenommenes wiederherstellen
plain-help-resign = aufgeben; fragt nach
plain-help-again = nach dem Ende: noch eine Partie mit denselben Spielern
plain-help-review = nach dem Ende: was gut war und was nicht
plain-help-chat = dem Gegner etwas schreiben
plain-help-takeback = um Rücknahme bitten
plain-help-rematch = nach dem Ende: Revanche anbieten
plain-help-claim = den Sieg beanspruchen, wenn der Gegner weg ist
plain-help-decline = ein Angebot ablehnen, oder das eigene zurückziehen
plain-help-yes = eine Frage bejahen oder ein Angebot annehmen
plain-help-list = deine Partien und offene Angebote
plain-help-offer = in der Liste: eine Partie anbieten, etwa angebot 5+3
plain-help-level = in der Liste: gegen den Computer, etwa stufe 3
plain-help-players = wer spielt, wer da ist, wer zusieht
plain-help-help = diese Liste
plain-help-quit = aufhören; die Partie bleibt gespeichert
word-redo = wiederherstellen, wiederholen, vor
word-again = nochmal, neu
word-review = auswertung, auswerten, durchsicht, durchsehen
word-chat = sagen, chat
word-resign = aufgeben
word-takeback = rücknahme, ruecknahme
word-rematch = revanche
word-claim = beanspruchen
word-decline = nein, n, ablehnen
word-yes = ja, j
word-list = liste
word-offer = angebot, anbieten
word-next = weiter, nächste, naechste
plain-help-next = die nächste Partie öffnen, die auf dich wartet
word-level = stufe
word-players = spieler
word-quit = ende, beenden, q

# Training
train-welcome = Eine Stellung, eine Frage: Was ist hier am besten? Gib eine Aktion ein, etwa NO2, NO2* oder +. { $hint }: ein Tipp, am Ende die Lösung. { $next }: die nächste Stellung. { $quit }: aufhören.
train-daily = Stellung des Tages, { $date }
train-puzzle = Aufgabe mit Wertung { $rating }, du { $own }
train-mistake = Dein Fehler in Partie { $game }, Aktion { $ply }
train-best = Richtig: um { $gap } von 100 Partien die beste.
train-right = Richtig: bis auf { $loss } von 100 Partien so gut wie die beste.
train-close = Knapp daneben: { $loss } von 100 Partien weniger als mit der besten.
train-wrong = Die nicht: { $loss } von 100 Partien weniger als mit der besten.
train-answered = Diese Stellung ist gelöst.
train-go-on = { $next }: die nächste Stellung.
train-rating = Deine Wertung: { $rating } ({ $change }).
train-streak = { $count ->
    [one] { $count } Tag in Folge.
   *[other] { $count } Tage in Folge.
}
train-again = { $count ->
    [one] Sie kommt morgen wieder.
   *[other] Sie kommt in { $count } Tagen wieder.
}
train-hint-ideas = Die Idee: { $ideas }.
train-kind-play = Es ist eine Karte ohne Held.
train-kind-hero = Es braucht einen Helden.
train-kind-draw = Zieh eine Karte nach.
train-solution = Die beste Aktion ist { $action }.
train-summary = { $right } von { $answered } im ersten Versuch richtig. Deine Wertung: { $rating }.
train-no-puzzles = Dieses Programm hat keine Aufgaben.
train-none = Du hast alle diese Aufgaben im letzten halben Jahr beantwortet.
train-daily-done = Du hast die Stellung des Tages beantwortet. Die nächste kommt um Mitternacht UTC.
train-no-mistakes = Noch keine Fehler zum Üben. Werte eine beendete Partie aus: Ihre Fehler kommen hierher.
train-none-due = Heute ist kein Fehler fällig.
train-bar = 1–5 d wählen · Enter bestätigen · h Tipp · n nächste · ? Hilfe · q Ende
train-help = Tipp, am Ende die Lösung; nächste Stellung
train-tag-hero = ein Held
train-tag-block = blockieren
train-tag-join = Gebiete verbinden
train-tag-cut = ein Gebiet trennen
train-tag-draw-or-play = nachziehen oder spielen
train-tag-tempo = nichts Gutes übrig lassen
train-tag-hand = die richtigen Karten behalten
train-tag-sacrifice = Punkte opfern
train-tag-last-rose = die letzten Rosen
train-tag-end-now = die Partie jetzt beenden
train-tag-exact = ein Sieg gegen jede Karte
train-help-quit = aufhören; dein Fortschritt ist gespeichert
