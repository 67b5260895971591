# Ce qu'on lit dans le programme du terminal.
tui-title = Le roi des roses
tui-you = vous
tui-computer = niveau { $level }
tui-person = joueur
tui-points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
tui-pile = Pioche { $count }
tui-discard = Défausse { $count }
tui-roses = Roses { $count }
tui-to-act = à { $side } de jouer
tui-your-turn = À vous ({ $side })
tui-thinking = { $side } réfléchit …
tui-over = La partie est terminée
tui-viewing = Action { $at } sur { $all }
tui-choose = 1–5 une carte, d piocher, ? aide
tui-confirm = Entrée confirme, Échap annule
tui-preview = { $action } vers { $target } : { $gain }
tui-preview-hero = { $action } avec un héros vers { $target } : { $gain }
tui-preview-draw = Piocher une carte
tui-gain = { $side } { $points }
tui-moves = Actions
tui-no-moves = Aucune action pour l’instant
tui-evaluation = Chances
tui-margin = avance attendue { $side } { $margin }
tui-even = aucune avance attendue
tui-hint-thinking = Recherche de la meilleure action …
tui-hint = Meilleure : { $action }, { $chance } % de chances de gagner, avance { $margin }
tui-draw-short = piocher
tui-pass-short = passer
tui-territories = Territoires
tui-undo-none = Il n’y a rien à annuler.
tui-redo-none = Il n’y a rien à rétablir.
tui-not-your-turn = Ce n’est pas à vous de jouer.
tui-not-live = C’est une position antérieure. La touche Fin ramène à la partie.
tui-turned = Le plateau est tourné : le sud est en haut. Les noms comme NE2 sont ceux du plateau non tourné.
tui-save-failed = La partie n’a pas pu être enregistrée : { $why }
tui-speed = Pause entre les actions : { $ms } ms
tui-paused = en pause
tui-reviewing = Analyse { $done } sur { $all }
tui-reviewed = Précision { $red } % : { $white } %
tui-best = mieux { $action }
tui-loss = { $loss } % perdus
tui-luck = chance { $luck } %
tui-fault = Erreur dans l’enregistrement : { $fault }
tui-game-of = partie { $number } sur { $count }
tui-too-small = La fenêtre est trop petite : { $width } × { $height }. Il faut au moins { $wide } × { $high }.
tui-not-terminal = ce n’est pas un terminal ; `bosworth play --plain` joue ligne par ligne et accepte les pipes
tui-saved = La partie est enregistrée sous { $name }. `bosworth games { $name }` l’ouvre.
tui-saved-file = Enregistré dans { $file }.
tui-broken = { $file } ne peut pas être repris : { $why }. Le fichier reste tel quel.
tui-games-none = Aucune partie n’est enregistrée dans { $folder }. `bosworth play` en commence une.
tui-games-unknown = Il n’y a pas de partie { $name }. `bosworth games` les montre toutes.
tui-games-broken = illisible : { $why }
tui-games-plies = { $count ->
    [one] { $count } action
   *[other] { $count } actions
}
tui-games-open = en cours
tui-games-how = `bosworth games NOM` ou son numéro ouvre une partie, `bosworth review NOM` l’analyse, `--delete` la supprime.
tui-hint-bar-play = ? aide · u annuler · h conseil · e chances · t territoires · q quitter
tui-hint-bar-watch = Espace pause · s une action · + − vitesse · ? aide · q quitter
tui-hint-bar-over = v analyse · n nouvelle · ← → revoir · t territoires · ? aide · q quitter
tui-hint-bar-view = ← → pas à pas · Début Fin · e chances · ? aide · q quitter
tui-hint-bar-review = ← → pas à pas · Tab erreur suivante · e chances · ? aide · q quitter
tui-hint-bar-back = ← → pas à pas · Tab erreur suivante · e chances · ? aide · q à la partie
tui-help-title = Touches
key-enter = Entrée
key-escape = Échap
key-space = Espace
key-ends = Début Fin
tui-help-review = après la fin : analyser la partie
tui-help-cards = choisir une carte de la main
tui-help-draw = piocher une carte
tui-help-enter = jouer l’action choisie
tui-help-escape = annuler, fermer cette aide
tui-help-browse = reculer et avancer dans la partie
tui-help-ends = au début, à la fin
tui-help-undo = annuler, rétablir
tui-help-watch = pause, une action, plus vite, moins vite
tui-help-games = partie suivante du fichier, précédente
tui-help-new = une nouvelle partie
tui-help-quit = quitter ; la partie est enregistrée
tui-help-back = retour à la partie
tui-help-leave = quitter
tui-help-mistakes = l’erreur suivante ; Maj-Tab la précédente
tui-no-mistake = Il n’y a pas d’autre erreur.
tui-help-mouse = Souris : un clic sur une carte ou sa cible, deux pour jouer.
tui-help-marks = ({ $play }) cible libre, *{ $play }* coûte un héros, [ ] la couronne
tui-menu-title = Nouvelle partie
tui-menu-opponent = Joueurs
tui-menu-computer = vous contre l’ordinateur
tui-menu-two = deux personnes à ce clavier
tui-menu-watch = ordinateur contre ordinateur
tui-menu-level = Niveau
tui-menu-level-other = Second ordinateur
tui-menu-side = Votre camp
tui-menu-rules = Règles
tui-menu-start = Commencer
tui-menu-keys = ↑ ↓ ligne, ← → changer, Entrée commence, Échap quitte
plain-welcome = Le roi des roses. Tapez une action ou une question, ou « quitter » pour arrêter ; la partie est enregistrée.
plain-hint = Meilleure action : { $action }. { $chance } % de chances de gagner.
plain-no-clock = Cette partie se joue sans pendule.

# Abandonner, à toute table.
tui-ask-resign = Abandonner cette partie ? o oui, toute autre touche non
tui-won = { $side } gagne.
tui-help-resign = abandonner
tui-help-engine = que ferait l’ordinateur ? montrer les chances
tui-help-view = montrer les territoires, tourner le plateau

# Parties chez un serveur.
online-connecting = Connexion à { $server } …
online-going = Un instant …
online-between = { $red } contre { $white }.
online-undealt = Les cartes sont distribuées dès que les deux joueurs sont là.
online-rated = classée
online-casual = amicale
online-untimed = sans pendule
online-away = absent
online-sending = envoi …
online-sent-later = Votre action sera envoyée dès que la connexion sera rétablie.
online-lost-short = connexion perdue
online-lost = Connexion perdue, reconnexion en cours. Rien n’est perdu : le serveur garde la partie.
online-back = La connexion est revenue.
online-watchers = { $count ->
    [0] Aucun spectateur.
    [one] { $count } spectateur.
   *[other] { $count } spectateurs.
}
online-takeback-answer-keys = { $name } demande à annuler son action : y oui, x non
online-takeback-answer-words = { $name } demande à annuler son action : oui ou non.
online-rematch-answer-keys = { $name } propose une revanche : y oui, x non
online-rematch-answer-words = { $name } propose une revanche : oui ou non.
online-rematch-later = Vous pourrez proposer une revanche après la partie.
online-claim-later = { $name } est parti. Dans { $seconds } s, vous pourrez réclamer la victoire ou la nulle.
online-claim-now-keys = { $name } est parti : c réclame la victoire ou la nulle
online-claim-now-words = { $name } est parti : « réclamer » met fin à la partie.
online-first-within = Première action d’ici { $seconds } s
online-first-within-forfeit = Jouez d’ici { $seconds } s, sinon vous perdez cette partie par forfait
online-ask-abort = Annuler cette partie ? o oui, toute autre touche non
online-ask-forfeit = Déclarer forfait pour cette partie du tournoi ? o oui, toute autre touche non
online-ask-claim = Mettre fin à la partie ? o victoire, d nulle, toute autre touche non
online-won = { $side } gagne ({ $name }).
online-drawn = La partie est nulle.
online-verified = Le mélange est vérifié.
online-not-verified = Le mélange n’est pas celui auquel le serveur s’était engagé : { $why }
online-kept = Enregistrée parmi vos parties sous { $name }.
online-clock = { $side } ({ $name }) : { $time }
online-clock-runs = { $side } ({ $name }) : { $time }, en marche
online-clock-low = { $side } ({ $name }) : { $time }, en marche, peu de temps
online-typing = Message : { $text }
online-elsewhere = { $count ->
    [one] Une autre partie vous attend : n l’ouvre
   *[other] { $count } autres parties vous attendent : n ouvre la suivante
}
plain-elsewhere = { $count ->
    [one] Une autre partie vous attend ; « suivante » l’ouvre.
   *[other] { $count } autres parties vous attendent ; « suivante » ouvre la première.
}
online-none-waits = Aucune autre partie ne vous attend.
online-goes-on = La partie continue. `bosworth play --server { $server } { $game }` y revient.
online-goes-on-lost = Le serveur n’était plus joignable ; votre partie y est gardée. `bosworth play --server { $server } { $game }` y revient.
online-offered = Proposée : { $clock }, { $rules }, { $rated }. En attente d’un adversaire …
online-offered-link = Toute personne ayant ce lien peut accepter : { $link }
online-waiting-keys = q ou Ctrl-C quitte et retire une proposition
online-game-waits = à vous contre { $name }, { $clock }, { $rules }, { $count ->
    [one] { $count } action
   *[other] { $count } actions
}
online-game-waits-left = à vous, encore { $left } : { $name }, { $clock }, { $rules }, { $count ->
    [one] { $count } action
   *[other] { $count } actions
}
online-game-open = en cours : { $red } – { $white }, { $clock }, { $rules }, { $count ->
    [one] { $count } action
   *[other] { $count } actions
}
online-seek = proposée : { $name }, { $clock }, { $rules }, { $rated }
online-challenge = défi : { $name }, { $clock }, { $rules }, { $rated }
online-event = tournoi, { $when } ({ $state }) : { $title }, { $kind }, { $clock }, { $rules }
online-event-join = choisir pour participer
online-event-withdraw = inscrit ; choisir pour se retirer
online-event-joined = vous participez
online-event-closed = vous ne pouvez pas participer
online-event-waiting = en attente ; choisir pour se retirer
online-event-out = vous êtes éliminé
online-event-sure = encore Entrée : retrait définitif
online-event-game = votre partie est en cours
online-event-team = { $name } vous propose une équipe ; Entrée accepte, x refuse
online-event-no-over = Le tournoi est terminé.
online-event-no-toolate = Le tournoi a commencé : les inscriptions sont closes.
online-event-no-rating = Votre cote est hors des limites de ce tournoi.
online-event-no-guests = Les invités ne peuvent pas participer : utilisez un compte, avec --token.
online-event-no-bots = Les bots ne peuvent pas participer.
online-event-no-password = Ce tournoi est sur invitation : inscrivez-vous dans un navigateur, avec le lien reçu.
online-event-no-removed = L’organisateur vous a exclu.
online-event-no-toooften = Vous vous êtes inscrit et retiré trop souvent.
online-event-no-full = Toutes les places sont prises et la liste d’attente est pleine.
online-event-no-team = Tournoi par équipes de deux : proposez une équipe dans un navigateur ; les propositions reçues figurent dans cette liste.
online-event-no-noplayer = Vous ne participez pas à ce tournoi.
online-event-running = en cours
online-event-minutes = dans { $count } min
online-event-hours = dans { $count } h
online-event-days = dans { $count } jours
online-event-roundrobin = toutes rondes
online-event-league = ligue
online-event-swiss = suisse
online-event-knockout = élimination directe
online-event-arena = arène
online-event-field = mêmes donnes
online-lobby-empty = Vous n’avez aucune partie en cours, et personne n’en propose.
online-lobby-keys = ↑ ↓ choisir, Entrée ouvre, n partie suivante, ? aide, q quitte
online-list-help-choose = choisir une ligne ; un chiffre y mène
online-list-help-change = changer la cadence de l’offre, ou le niveau
online-list-help-rated = offre classée ou amicale
online-list-help-open = ouvrir, accepter, participer ou proposer
online-list-help-next = la partie la plus pressante
online-list-help-decline = refuser une équipe
online-list-help-quit = quitter
online-bar-play = ? aide · u annuler · R abandonner · / écrire · t territoires · q partir
online-bar-next = n suivante ({ $count }) · ? aide · u annuler · R abandonner · / écrire · q partir
online-bar-over = v analyse · m revanche · n suivante · ← → revoir · ? aide · q partir
online-bar-watch = ← → pas à pas · e chances · t territoires · n autres · ? aide · q partir
online-bar-watch-over = v analyse · ← → revoir · t territoires · n autres · ? aide · q partir
online-help-offers = demander à annuler, proposer une revanche
online-help-answer = dire oui ou non à une proposition
online-help-claim = adversaire parti : réclamer victoire ou nulle
online-help-chat = écrire un message
online-help-engine = conseil, chances : seulement après la partie
online-help-lobby = partie suivante qui attend ; après la fin, toutes
online-help-quit = partir ; la partie continue sur le serveur
online-no-engine = L’ordinateur n’aide qu’après la partie.
online-no-spectator = Seuls les deux joueurs le peuvent.
online-no-over = La partie est terminée.
online-no-not-begun = La partie n’a pas commencé.
online-no-outdated = La position a changé entre-temps. Choisissez de nouveau.
online-no-illegal = Contraire aux règles : { $why }
online-no-too-late = Les deux ont déjà joué. Abandonnez plutôt.
online-no-not-gone = L’adversaire n’est pas parti, ou pas depuis assez longtemps.
online-no-rated = Impossible dans une partie classée.
online-no-sealed = Impossible tant que d’autres jouent la même donne.
online-no-offer = Cette proposition a déjà été faite, ou il n’y en a aucune à laquelle répondre.
online-no-quiet = Un des joueurs a désactivé la discussion.
online-no-bad-text = 200 caractères au plus, sur une ligne.
online-no-bad-nonce = Le serveur n’a pas accepté notre part du mélange.
online-no-too-much = Vous l’avez déjà fait trop souvent dans cette partie.
online-bad-address = { $given } n’est pas une adresse de serveur ; en voici un exemple : http://localhost:1485
online-unreachable = { $server } n’est pas joignable : { $why }. L’adresse est-elle juste, et le serveur tourne-t-il ?
online-no-game = Il n’y a pas de partie { $game } sur { $server }. Le nom de la partie est-il bien écrit ?
online-nonsense = La réponse de { $server } est incompréhensible : { $why }. Est-ce un serveur Bosworth, au moins aussi récent que ce programme ?
online-bye = { $server } a fermé la connexion : { $why }
online-unauthorized = { $server } ne connaît pas ce jeton ; il a peut-être été révoqué. Créez-en un nouveau sur la page du compte, ou jouez en invité, sans jeton.
online-seek-gone = Quelqu’un a été plus rapide, ou la proposition a été retirée.
online-not-found = { $server } n’a rien sous ce nom. Est-il bien écrit ?
online-too-many = Trop de requêtes à { $server } : { $why }. Réessayez dans une minute.
online-unavailable = { $server } ne peut pas le faire pour le moment : { $why }. Réessayez.
online-problem = { $server } refuse : { $why }
plain-lost = Connexion perdue, reconnexion en cours. Rien n’est perdu : le serveur garde la partie. Tapez « quitter » pour arrêter.
plain-offered = « quitter » ou Ctrl-C retire la proposition.
plain-lobby = Un numéro ouvre la ligne ; « suivante » ouvre la partie la plus urgente, « liste » réaffiche tout ; « quitter » pour arrêter.
plain-no-number = Ce numéro n’est pas dans la liste.
plain-you-play = Vous jouez { $side }.
plain-you-watch = Vous regardez.
plain-online-help = Tapez une action ou une question (« aide » les énumère), ou « quitter » pour partir ; la partie continue.
plain-over = « revanche » propose une autre partie, « liste » en montre d’autres ; « quitter » pour partir.
plain-ask-team = Former une équipe pour ce tournoi ? Tapez oui ou non.
plain-ask-withdraw = Quitter ce tournoi ? Vos parties en cours dans ce tournoi seront perdues. Tapez oui.
plain-ask-resign = Abandonner cette partie ? Tapez oui.
plain-ask-abort = Annuler cette partie ? Tapez oui.
plain-ask-forfeit = Déclarer forfait pour cette partie du tournoi ? Tapez oui.
plain-player-here = { $side } : { $name }, présent
plain-player-away = { $side } : { $name }, absent

# La pendule et le menu.
tui-menu-clock = Pendule
tui-menu-go-on = Reprendre
tui-menu-server = Sur un serveur
tui-games-won = { $side } a gagné
tui-games-drawn = partie nulle
tui-games-deleted = { $name } est supprimée.
online-make-offer = Proposer une partie : { $clock }, { $rated } (← → cadence, r classée)
online-play-computer = Contre l’ordinateur du serveur : { $level } (← →)

# Ligne par ligne. Les noms de chaque mot, celui qui est montré d’abord ; les mots anglais valent toujours.
plain-clock = { $side } : { $time }
plain-clock-runs = { $side } : { $time }, en marche
plain-undone = Annulé : { $actions }.
plain-redone = Rétabli : { $actions }.
plain-not-over = La partie n’est pas encore terminée.
plain-after = { $again } : une autre partie. { $review } : ce qui était bon et ce qui ne l’était pas. { $quit } : arrêter.
plain-reviewing = Analyse de la partie …
plain-judged = { $number }. { $side } { $action } { $mark }, mieux { $better }, { $loss } % perdus
plain-lobby-how = « proposer 5+3 » propose une partie avec cette cadence (2d : deux jours par action, 10d+1d : dix jours et un de plus par action, 2dw : hors week-ends, - : sans pendule), « niveau 3 » joue contre l’ordinateur du serveur.
plain-help-line = { $word } : { $what }
plain-help-hand = vos cartes, et où elles mènent
plain-help-opp = les cartes de l’adversaire
plain-help-targets = ce que vous pouvez faire, et ce que cela rapporte
plain-help-crown = où se trouve la couronne
plain-help-pile = la pioche, la défausse et les roses restantes
plain-help-area = ce qu’il y a sur une case, et son territoire ; suivi de la case, par exemple e5
plain-help-score = territoires et points
plain-help-last = la dernière action
plain-help-clock = le temps restant
plain-help-board = tout le plateau, rangée par rangée
plain-help-hint = ce que ferait l’ordinateur
plain-help-undo = annuler la dernière action
plain-help-redo = rétablir ce qui a été annulé
plain-help-resign = abandonner, après confirmation
plain-help-again = après la fin : une autre partie avec les mêmes joueurs
plain-help-review = après la fin : ce qui était bon et ce qui ne l’était pas
plain-help-chat = dire quelque chose à l’autre joueur
plain-help-takeback = demander à annuler une action
plain-help-rematch = après la fin : proposer une revanche
plain-help-claim = réclamer la victoire ou la nulle quand l’adversaire est parti
plain-help-decline = refuser une proposition, ou retirer la vôtre
plain-help-yes = répondre oui à une question ou à une proposition
plain-help-list = vos parties et les parties proposées
plain-help-offer = dans la liste : proposer une partie, par exemple proposer 5+3
plain-help-level = dans la liste : jouer contre l’ordinateur, par exemple niveau 3
plain-help-players = qui joue, qui est là, qui regarde
plain-help-help = cette liste
plain-help-quit = arrêter ; la partie est gardée
word-redo = rétablir, retablir, refaire, rejouer
word-again = encore, nouvelle
word-review = analyse, revue
word-chat = dire, chat
word-resign = abandonner
word-takeback = reprise
word-rematch = revanche
word-claim = réclamer, reclamer
word-decline = non, n, refuser
word-yes = oui, o
word-list = liste
word-offer = proposer, offre
word-next = suivante, suivant
plain-help-next = ouvrir la partie suivante qui vous attend
word-level = niveau
word-players = joueurs
word-quit = quitter, fin, q

# Training
train-welcome = Une position, une question : quelle est la meilleure action ? Tapez une action, par exemple NE2, NE2* ou +. { $hint } : un indice, puis la solution. { $next } : la position suivante. { $quit } : arrêter.
train-daily = Position du jour, { $date }
train-puzzle = Exercice coté { $rating }, vous { $own }
train-mistake = Votre erreur dans la partie { $game }, action { $ply }
train-best = Juste : la meilleure, de { $gap } parties sur 100.
train-right = Juste : aussi bon que la meilleure, à { $loss } partie sur 100 près.
train-close = Presque : gagne { $loss } fois de moins sur 100 que la meilleure.
train-wrong = Pas celle-ci : elle gagne { $loss } fois de moins sur 100 que la meilleure.
train-answered = Cette position est résolue.
train-go-on = { $next } : la position suivante.
train-rating = Votre cote : { $rating } ({ $change }).
train-streak = { $count ->
    [one] { $count } jour d’affilée.
   *[other] { $count } jours d’affilée.
}
train-again = { $count ->
    [one] Elle reviendra demain.
   *[other] Elle reviendra dans { $count } jours.
}
train-hint-ideas = L’idée : { $ideas }.
train-kind-play = C’est une carte sans héros.
train-kind-hero = Il faut un héros.
train-kind-draw = Piochez une carte.
train-solution = La meilleure action est { $action }.
train-summary = { $right } sur { $answered } justes du premier coup. Votre cote : { $rating }.
train-no-puzzles = Ce programme n’a pas d’exercices.
train-none = Vous avez répondu à tous ces exercices dans les six derniers mois.
train-daily-done = Vous avez répondu à la position du jour. La suivante arrive à minuit UTC.
train-no-mistakes = Il n’y a pas encore d’erreurs à revoir. Analysez une partie terminée : ses erreurs viendront ici.
train-none-due = Aucune erreur n’est à revoir aujourd’hui.
train-bar = 1–5 d choisir · Entrée confirmer · h indice · n suivante · ? aide · q quitter
train-help = indice, puis la solution ; position suivante
train-tag-hero = un héros
train-tag-block = bloquer
train-tag-join = réunir des territoires
train-tag-cut = couper un territoire
train-tag-draw-or-play = piocher ou jouer
train-tag-tempo = ne laisser rien de bon à jouer
train-tag-hand = garder les bonnes cartes
train-tag-sacrifice = sacrifier des points
train-tag-last-rose = les dernières roses
train-tag-end-now = finir la partie maintenant
train-tag-exact = gagner contre toute carte
train-help-quit = arrêter ; votre progression est enregistrée
