# The errors of requests to a server, for all pages that send some.
problem-absent = Der Server antwortet nicht. Prüfe deine Verbindung und versuch es noch einmal.
problem-other = Das geht nicht: { $message }
problem-unauthorized = Melde dich zuerst an.
problem-forbidden = Das darfst du nicht.
problem-not-found = Nicht gefunden.
problem-name-taken = Dieser Name ist vergeben; wähle einen anderen.
problem-bad-name = Dieser Name geht nicht: 3 bis 20 lateinische Buchstaben, Ziffern, - oder _, am Anfang ein Buchstabe.
problem-bad-password = Dieses Passwort geht nicht: Nimm ein längeres, weniger gebräuchliches.
problem-wrong-credentials = Name oder Passwort ist falsch.
problem-gone = Jemand anders war schneller.
problem-damaged = Das Protokoll dieser Partie ist beschädigt. Der Betreiber des Servers kann es prüfen.
problem-too-many = Zu viele Anfragen: Warte einen Augenblick.
problem-unavailable = Der Server kann das gerade nicht; versuch es gleich noch einmal.
