# Pour toutes les pages qui parlent à un serveur : connexion, erreurs (problem-...), refus d’une table (refusal-...).
online-asking = Connexion au serveur …
absent-title = Pas de serveur de jeu
absent-text = Ce site n’a pas de serveur de jeu, ou vous êtes hors ligne. Tout le reste fonctionne : contre l’ordinateur, à deux sur un écran, leçons et analyse.
absent-play = Jouer sans serveur
absent-again = Réessayer
who-nobody = Vous jouez en invité · se connecter ou s’inscrire
who-guest = { $name } (invité) · créer un compte
link-open = Vous êtes connecté
link-lag = Vous êtes connecté · { $lag } ms
link-connecting = Connexion …
link-lost = Connexion perdue, reconnexion …
link-ended = Le serveur a fermé la connexion : { $reason }
link-again = Se reconnecter
to-lobby = Aller au salon
problem-absent = Le serveur ne répond pas. Vérifiez votre connexion et réessayez.
problem-other = C’est impossible : { $message }
problem-unauthorized = Connectez-vous d’abord.
problem-forbidden = Vous n’avez pas le droit de faire cela.
problem-not-found = Introuvable.
problem-name-taken = Ce nom est pris ; choisissez-en un autre.
problem-bad-name = Ce nom ne convient pas : 3 à 20 lettres latines, chiffres, - ou _, en commençant par une lettre.
problem-bad-password = Ce mot de passe ne convient pas : prenez-en un plus long et moins courant.
problem-wrong-credentials = Nom ou mot de passe incorrect.
problem-gone = Quelqu’un d’autre a été plus rapide.
problem-damaged = Le journal de cette partie est endommagé. L’administrateur du serveur peut l’examiner.
problem-too-many = Trop de requêtes : attendez un instant.
problem-unavailable = Le serveur ne peut pas le faire maintenant ; réessayez dans un instant.
refusal-spectator = Seuls les deux joueurs peuvent faire cela.
refusal-over = La partie est terminée.
refusal-not-begun = La partie n’a pas commencé.
refusal-outdated = La position a changé entre-temps : choisissez à nouveau.
refusal-illegal = Les règles l’interdisent : { $why }
refusal-too-late = Les deux ont déjà joué : abandonnez plutôt.
refusal-not-gone = L’adversaire n’est pas parti depuis assez longtemps.
refusal-rated = Impossible dans une partie classée.
refusal-sealed = Impossible tant que d’autres jouent la même donne.
refusal-no-offer = Cette proposition a déjà été faite ou n’existe plus.
refusal-quiet = La discussion est désactivée à cette table.
refusal-bad-text = 200 caractères au plus, sur une ligne.
refusal-bad-nonce = Votre part du mélange n’a pas été acceptée ; rechargez la page.
refusal-too-much = Vous l’avez déjà fait trop souvent dans cette partie.
notice-begin = Une de vos parties commence.
notice-turn = C’est à vous de jouer dans une autre partie.
challenge-by = { $name } vous défie.
calls-title = On vous attend
calls-event-running = Votre tournoi est en cours
computer-level = Ordinateur, niveau { $level }
kind-guest = invité
kind-person = membre
kind-bot = bot
rated = classée
casual = amicale
terms-side = joue { $side }
terms-any-clock = { $clock } ou toute autre cadence
speed = Cadence
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Rapide
speed-slow = Longue
speed-days = Correspondance
left-days = { $days } j { $hours } h
left-hours = { $hours } h { $minutes }
clock-none = Sans pendule
games-yours = À vous de jouer
link-label = Lien
copy-link = Copier le lien
share-link = Partager …
rating = Cote
games = Parties
games-actions = { $count ->
    [one] { $count } action
   *[other] { $count } actions
}
clock-days = { $days ->
    [one] { $days } jour
   *[other] { $days } jours
}
clock-reserve = { $days } + { $more } par action
clock-weekends = { $clock }, hors week-ends
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
games-title = Vos parties
