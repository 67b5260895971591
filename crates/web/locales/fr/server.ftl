online-asking = Le serveur est interrogé …
absent-title = Pas de serveur ici
absent-text = Cette page est servie sans serveur de jeu, ou le réseau est absent. Tout le reste marche : contre l’ordinateur, à deux sur un écran, leçons et analyse.
absent-play = Jouer sans serveur
absent-again = Réessayer
who-nobody = Vous jouez en invité · se connecter ou s’inscrire
who-guest = { $name } (invité) · créer un compte
who-person = { $name } · votre compte
link-open = Vous êtes connecté
link-lag = Vous êtes connecté · { $lag } ms
link-connecting = Connexion …
link-lost = Connexion perdue, nouvel essai …
link-ended = Le serveur a mis fin à la connexion : { $reason }
link-again = Se reconnecter
to-lobby = Au salon
problem-absent = Le serveur ne répond pas. Vérifiez le réseau et réessayez.
problem-other = C’est impossible : { $message }
problem-unauthorized = Connectez-vous d’abord.
problem-forbidden = Vous n’avez pas le droit de faire cela.
problem-not-found = Cela n’existe pas ici.
problem-name-taken = Ce nom est pris ; choisissez-en un autre.
problem-bad-name = Ce nom ne convient pas : 3 à 20 lettres, chiffres, - et _.
problem-bad-password = Ce mot de passe ne convient pas : prenez-en un plus long, que d’autres n’utilisent pas.
problem-wrong-credentials = Le nom ou le mot de passe est faux.
problem-gone = Quelqu’un a été plus rapide.
problem-damaged = Le journal de cette partie est endommagé. La personne qui gère le serveur peut l’examiner.
problem-too-many = Trop à la fois : attendez un instant.
problem-unavailable = Le serveur ne peut pas le faire maintenant ; réessayez dans un instant.
refusal-spectator = Seuls les deux joueurs peuvent faire cela.
refusal-over = La partie est finie.
refusal-not-begun = La partie n’a pas commencé.
refusal-outdated = La position a changé entre-temps : choisissez à nouveau.
refusal-illegal = Les règles l’interdisent : { $why }
refusal-too-late = Les deux ont déjà joué : abandonnez plutôt.
refusal-not-gone = L’adversaire n’est pas parti depuis assez longtemps.
refusal-rated = Pas dans une partie classée.
refusal-no-offer = Cette offre n’existe plus.
refusal-quiet = Le bavardage est coupé à cette table.
refusal-bad-text = Dites-le en une ligne de 200 lettres au plus.
refusal-bad-nonce = Votre part du mélange n’a pas été prise ; rechargez la page.
refusal-too-much = Vous l’avez fait aussi souvent que l’on peut dans une partie.
notice-begin = Une de vos parties commence.
notice-turn = C’est à vous dans une autre partie.
challenge-by = { $name } vous défie.
calls-title = On vous attend
computer-level = Ordinateur, niveau { $level }
kind-guest = invité
kind-person = compte
kind-bot = robot
rated = classée
casual = amicale
terms-side = joue { $side }
terms-any-clock = { $clock } ou toute autre cadence
speed = Cadence
speed-bullet = Bullet
speed-blitz = Blitz
speed-rapid = Rapide
speed-slow = Longue
speed-days = Jours
left-days = { $days } j { $hours } h
left-hours = { $hours } h { $minutes }
clock-none = Sans pendule
games-yours = À vous
link-label = Lien
copy-link = Copier le lien
share-link = Partager …
end-gone = { $side } a quitté la partie.
end-gone-draw = Un joueur est parti, l’autre a déclaré la partie nulle.
end-aborted = La partie a été annulée.
rating = Classement
games = Parties
games-actions = { $count ->
    [one] 1 action
   *[other] { $count } actions
}
clock-days = { $days ->
    [one] 1 jour
   *[other] { $days } jours
}
calls-turns = { $count ->
    [one] À vous dans 1 partie
   *[other] À vous dans { $count } parties
}
calls-challenges = { $count ->
    [one] 1 défi
   *[other] { $count } défis
}
