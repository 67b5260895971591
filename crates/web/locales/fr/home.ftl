home-title = Le roi des roses
home-lead = Une couronne, deux couleurs, cinq cartes visibles par camp. Déplacez la couronne, posez votre rose, formez les plus grands territoires.
home-continue = Continuer la partie
home-quick = Jouer tout de suite
home-learn = Apprendre en cinq minutes
home-first = À vous de jouer : choisissez une carte ou une case marquée
home-board = Une partie qui commence par votre première action
home-going = Reprendre où vous en étiez
home-at = action { $count }
home-levels = Contre l’ordinateur
home-ways = Ce que vous pouvez faire ici
way-play = Une partie sur mesure
way-online = Jouer en ligne
way-online-about = Avec des amis ou des inconnus, en direct ou par correspondance.
way-events = Tournois
way-events-about = Participez, ou créez le vôtre.
way-learn = Leçons
way-train = Entraînement
way-train-about = Des exercices, vos propres erreurs, et un parcours des règles à la stratégie.
way-analysis = Plateau d’analyse
way-library = Vos parties
way-rules = Les règles
home-note = Tout se passe dans votre navigateur, même hors ligne. Bosworth est un logiciel libre et indépendant.
home-daily = Position du jour
home-daily-open = Que joueriez-vous ?
home-daily-done = Faite aujourd’hui
home-mistakes = { $count ->
    [one] { $count } de vos erreurs à revoir
   *[other] { $count } de vos erreurs à revoir
}
# What awaits the visitor.
challenge-by = { $name } vous défie.
calls-title = On vous attend
calls-event-running = Votre tournoi est en cours
computer-level = Ordinateur, niveau { $level }
left-days = { $days } j { $hours } h
left-whole-hours = { $hours } h
left-hours = { $hours } h { $minutes }
games-yours = À vous de jouer
calls-turns = { $count ->
    [one] À vous dans { $count } partie
   *[other] À vous dans { $count } parties
}
calls-challenges = { $count ->
    [one] { $count } défi
   *[other] { $count } défis
}
games-left = encore { $left }
seek-waiting = En attente d’un adversaire …
