# Ce qu’une personne lit dans le terminal.

help-in-english = L’aide et les erreurs d’arguments sont en anglais dans toutes les langues, pour qu’on puisse les rechercher et les citer.
positions-wait = Les positions sont lues sur l’entrée standard, une par ligne. Ctrl-D termine la saisie, --help explique le reste.
engine-waits = En attente de commandes UGI comme ugi ou quit ; --help les énumère.
line-bad = ligne { $line } ignorée : { $fault }
line-not-text = ce n’est pas du texte UTF-8.
discard = défausse { $cards }
position = Position : { $text }
seed = Graine : { $seed }

territories = territoires { $sizes }

game = Partie { $number }
game-unreadable = { $file } : partie { $number } ignorée, ligne { $line } : { $fault }
game-illegal = { $file } : partie { $number } ignorée : { $fault }
unfinished = La partie n’est pas terminée.
resigned = { $side } a gagné avant la fin de la partie.
record-good = { $actions ->
    [one] { $actions } action, légale.
   *[other] { $actions } actions, toutes légales.
}
record-bad = Invalide : { $fault }
shuffle-good = Prouvé : la donne et { $draws ->
    [one] { $draws } pioche
   *[other] { $draws } pioches
} découlent du mélange fixé d’avance.
shuffle-pile = Prouvé : { $draws ->
    [one] { $draws } pioche découle
   *[other] { $draws } pioches découlent
} du mélange fixé d’avance. Les mains sont celles de la partie { $game }, dont l’enregistrement n’a pas été donné.
shuffle-shared = Prouvé : la donne et { $draws ->
    [one] { $draws } pioche
   *[other] { $draws } pioches
} découlent du mélange fixé d’avance pour la donne { $deal }, commune à d’autres parties ; aucun joueur n’y a contribué.
shuffle-bad = Le mélange n’est pas prouvé : { $fault }

play-saved = Enregistré dans { $file }.

## review
review-column-action = action
review-column-chance = Rouge %
review-column-loss = perte
review-column-luck = chance
review-column-best = meilleure
review-errors = { $decisions ->
    [one] { $decisions } décision
   *[other] { $decisions } décisions
}, { $loss } % perdus, { $mean } % chacune : précision { $accuracy } %, comme le niveau { $level }
review-marks = ?! imprécisions { $inaccuracies }, ? erreurs { $mistakes }, ?? gaffes { $blunders }
review-luck = { $draws ->
    [one] { $draws } carte piochée
   *[other] { $draws } cartes piochées
}, chance { $luck } % ; résultat { $result } %, sans la chance { $adjusted } %
review-swing = plus grand retournement : action { $number }, { $change } %
review-balance = Résultat − départ = chance de la donne + chance + habileté + révision, pour Rouge en % :
    { $result } − { $start } = ({ $deal }) + ({ $luck }) + ({ $skill }) + ({ $revision })

## insights
insights-results = { $player } : { $score } points en { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} ; sans la chance { $adjusted } (±{ $interval })
insights-column-decisions = décisions
insights-column-loss = perte %
insights-column-interval = 95 %
insights-column-accuracy = précision %
insights-column-level = comme le niveau
insights-all = toutes les décisions
insights-phase-opening = début de partie
insights-phase-middle = milieu de partie
insights-phase-ending = fin de partie
insights-kind-play = mieux : jouer
insights-kind-hero = mieux : héros
insights-kind-draw = mieux : piocher
insights-kind-pass = mieux : passer
insights-side-red = avec Rouge
insights-side-white = avec Blanc
insights-opponent-level = contre le niveau { $level }
insights-opponent-stronger = adversaire plus fort
insights-opponent-similar = adversaire égal
insights-opponent-weaker = adversaire plus faible
insights-opponent-unknown = adversaire sans cote
insights-plot-results = Points au-delà de la moitié, { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
insights-plot-score = résultats
insights-plot-adjusted = sans la chance
insights-plot-costs = Perte par décision, % de chances de gain

## serve
serve-at = Bosworth tourne à l’adresse { $url } – Ctrl-C l’arrête
serve-no-browser = Aucun navigateur n’a pu être ouvert. L’adresse est { $url }
serve-port-in-use = le port { $port } est occupé ; choisissez-en un autre avec --port
serve-port-forbidden = le port { $port } n’est pas autorisé ; choisissez-en un au-dessus de 1023 avec --port
serve-cannot-listen = impossible d’écouter sur { $address }
serve-not-embedded = ce programme ne contient pas l’application web ; lancez d’abord `cargo xtask web`, puis recompilez, ou donnez --site DIR
serve-unreadable = impossible de lire le dossier { $folder }
serve-no-index = { $folder } ne contient pas d’index.html

## admin
admin-done = C’est fait ; ligne { $number } du journal.
admin-pending = Noté à la ligne { $number } du journal : un serveur en marche s’en charge dans la seconde, sinon le prochain qui démarrera.
admin-password = Nouveau mot de passe : { $secret }
admin-invitation = Invitation : { $secret }
admin-token = Jeton, affiché une seule fois : { $secret }
admin-exporting = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
admin-exported = { $file } : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
admin-import-trial = { $people ->
    [one] { $people } compte serait créé, avec un lien envoyé par e-mail.
   *[other] { $people } comptes seraient créés, avec un lien envoyé par e-mail à chacun.
} Rien n’a été modifié ; --create les crée.
admin-import-done = { $people ->
    [one] { $people } compte créé ; le serveur en marche envoie le lien par e-mail.
   *[other] { $people } comptes créés ; le serveur en marche envoie les liens par e-mail.
}

## db
db-done = Terminé : { $rows ->
    [one] { $rows } ligne
   *[other] { $rows } lignes
}.
db-file-exists = { $file } existe déjà ; choisissez un autre nom
db-missing = il n’y a pas de base de données { $file }
db-no-folder = le dossier { $folder } n’existe pas ; créez-le d’abord si le chemin est juste
db-not-empty = la base de données cible n’est pas vide ; choisissez-en une nouvelle
db-newer = la base de données est en version { $found }, ce programme connaît la version { $known } et les précédentes ; utilisez un bosworth plus récent
db-older = la base de données est en version { $found }, ce programme demande la version { $known } ; démarrez le serveur pour la mettre à jour, ou utilisez le bosworth qui tourne dessus
db-foreign = ce n’est pas une base de données de bosworth
db-changed = { $file } a changé pendant la lecture ; réessayez
db-in-use = un autre serveur utilise { $file }
db-checked = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} avec { $entries ->
    [one] { $entries } entrée intacte
   *[other] { $entries } entrées intactes
} : { $faults ->
    [0] tout va bien
    [one] { $faults } est endommagée
   *[other] { $faults } sont endommagées
}.
db-repaired = { $games ->
    [0] Rien à réparer.
    [one] { $games } partie réparée ; ce qui a été retiré de son journal est dans la table quarantine.
   *[other] { $games } parties réparées ; ce qui a été retiré de leurs journaux est dans la table quarantine.
}
db-no-game = { $game } n’est pas le nom d’une partie (douze lettres et chiffres)
db-fault-gap = l’entrée { $seq } manque
db-fault-unreadable = l’entrée { $seq } est illisible
db-fault-rules = l’entrée { $seq } ne découle pas des précédentes : { $why }
db-fault-secret = l’entrée { $seq } ne correspond pas au secret du mélange
db-fault-row = la liste des parties et la fin du journal se contredisent
db-fault-orphan = il y a un journal, mais aucune partie de ce nom
online-bad-link = { $given } n’est ni le nom d’une partie (douze lettres et chiffres) ni un lien vers une partie ou une proposition
online-no-server = Quel serveur ? Indiquez-le avec --server URL, ou donnez un lien complet.

## best
best-column-action = action
best-column-chance = chances de gain
best-column-margin = avance
best-column-share = part
best-column-line = suite attendue
best-draw = piocher une carte
best-pass = passer, la seule action permise
best-answer = Le mieux pour { $side } : { $best }. Chances de gain { $chance }, avance attendue { $margin } points.
search-nodes = { $nodes ->
    [one] { $nodes } nœud
   *[other] { $nodes } nœuds
}
search-time = { $work } en { $seconds } s
best-effort = { $effort }, profondeur { $depth }.
rollout-interval = intervalle à 95 %
rollout-interval-text = de { $low } à { $high }
rollout-games = parties
rollout-progress = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}

## solve
solve-exact = Résolu. Le mieux pour { $side } : { $best }. Chances de gain { $chance }.
solve-partial = Non résolu dans les limites fixées. Actions résolues : { $solved } sur { $actions }.
solve-progress = Résolution
solve-interrupted = interrompu
solve-certificate = { $states ->
    [one] Certificat de { $states } position enregistré dans { $file }.
   *[other] Certificat de { $states } positions enregistré dans { $file }.
}
solve-certificate-progress = Certificat
solve-certificate-unsolved = pas de certificat : la position n’a pas été résolue dans les limites fixées
solve-certificate-states = pas de certificat : les stratégies atteignent plus de { $limit } positions ; augmentez --max-states
solve-certificate-memory = pas de certificat : la mémoire est insuffisante ; augmentez --hash
solve-certificate-fine = pas de certificat : les valeurs sont trop fines pour un calcul exact sur 64 bits

## event
event-round = Ronde { $number }
event-interrupted = interrompu : toutes les parties n’ont pas été jouées ; --resume reprend un tournoi enregistré
event-player = joueur
event-points = points
event-margin = écart
event-division = Division { $number }
event-form = ce que partagent les deux parties
event-lead = avantage
event-deviation = écart type
event-games = parties
event-form-fresh = rien
event-form-hands = les mains
event-form-mirrored = les mains et la pioche
event-form-apart = rien (contre un tiers)
event-form-field = les mains et la pioche (contre un tiers)
event-games-text = parties : combien il en faut pour savoir à 95 % qui est le meilleur

## arena
arena-player-1 = joueur 1
arena-player-2 = joueur 2
arena-played = parties
arena-played-text = { $pairs ->
    [one] { $pairs } paire
   *[other] { $pairs } paires
}, { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}, { $rules }, graine { $seed }
arena-score = score du joueur 1
arena-elo = écart Elo
arena-elo-text = { $elo }, intervalle à 95 % de { $low } à { $high }
arena-pentanomial = points par paire
arena-superiority = probabilité que le joueur 1 soit meilleur
arena-sprt = SPRT
arena-sprt-text = { $decision } ; H0 : { $elo0 }, H1 : { $elo1 } Elo ; log-rapport de vraisemblance { $llr }, bornes ±{ $bound }
arena-undecided = indécis
arena-time = temps par action
arena-time-text = joueur 1 { $one } ms, joueur 2 { $other } ms
arena-forfeit = forfait dans la partie { $game } : { $player } perd, { $why }
arena-forfeits-more = et { $count ->
    [one] { $count } autre forfait
   *[other] { $count } autres forfaits
}
arena-won-by = victoires
arena-drawn = nulles { $count }
arena-ended-by = fins
arena-ended-by-text = dernière rose { $last }, deux camps bloqués { $both }, un camp bloqué { $one }, forfait { $forfeit }
arena-plies = demi-coups
arena-winner-points = points du vainqueur
arena-loser-points = points du perdant
arena-largest = plus grand territoire
arena-heroes = héros utilisés par { $side }
arena-draws = cartes piochées
arena-passes = tours passés
arena-spread = { $mean } par partie (de { $least } à { $most })
arena-margins = Avance finale du joueur 1 en points
arena-bin = de { $from } à { $to }
arena-bin-above = { $points } ou plus
arena-bin-below = { $points } ou moins
arena-progress = { $done }/{ $pairs } paires  { $score }  Elo { $elo } ±{ $error }  reste { $left }
arena-progress-many = { $done }/{ $pairs } paires  reste { $left }
arena-interrupted = interrompu après { $done } paires sur { $pairs } ; --resume reprend un match enregistré
arena-table-player = joueur
arena-table-elo = Elo
arena-table-error = ± 95 %
arena-table-score = score
arena-table-games = parties

## datagen
datagen-done = { $file } : { $games ->
    [one] { $games } nouvelle partie
   *[other] { $games } nouvelles parties
} avec { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} ({ $before } auparavant)

## puzzles
puzzles-listed = { $puzzles ->
    [one] { $puzzles } exercice
   *[other] { $puzzles } exercices
}
puzzles-checked = { $puzzles ->
    [one] { $puzzles } exercice vérifié
   *[other] { $puzzles } exercices vérifiés
}, { $faults ->
    [0] aucune erreur
    [one] { $faults } erreur
   *[other] { $faults } erreurs
}
puzzles-packed = { $file } : { $puzzles ->
    [one] { $puzzles } exercice
   *[other] { $puzzles } exercices
}, { $bytes } octets
puzzles-made = { $file } : { $games ->
    [one] { $games } nouvelle partie
   *[other] { $games } nouvelles parties
} ({ $before } avant), { $puzzles ->
    [one] { $puzzles } exercice
   *[other] { $puzzles } exercices
} en tout

## study
study-done = { $folder } : { $figures ->
    [one] { $figures } mesure
   *[other] { $figures } mesures
} sur { $games ->
    [one] { $games } partie
   *[other] { $games } parties
}
odds-no-handicap = { $stronger } contre { $weaker } sans handicap
odds-unknown = Les chances ne sont connues que pour l’édition classique ; --games les mesure.
odds-measured = { $player } a obtenu { $score } sur 100 en { $games } parties ; avec 95 % de confiance, { $low } à { $high }.
study-drawn = { $folder } : { $drawings ->
    [one] { $drawings } dessin
   *[other] { $drawings } dessins
}
# The words of the drawings. A title says what a drawing shows; the others are parts of it.
study-cards-dealt = Ce que vaut une carte reçue au départ à la place de n’importe quelle autre, en chances de gain
study-cards-drawn = Ce que vaut une carte piochée à la place d’une carte moyenne, en chances de gain
study-openings = Parmi les mains qui ont une telle carte, combien commencent par elle
study-draws = Fréquence de la pioche quand une carte était jouable
study-heroes = Ce que valent les héros, en chances de gain
study-squares = Roses du plateau final qui sont au vainqueur
study-margins = Parties selon l’écart en points
study-luck = De quoi dépend le résultat
study-mistakes = Ce que coûte en moyenne une décision, en chances de gain
study-card = Carte
study-value = Valeur
study-games = Parties
study-margin = Écart
study-square = Case
study-player = Joueurs
study-straight = { $value } droite
study-diagonal = { $value } diagonale
study-or-more = { $value } et plus
study-roses = Roses sur le plateau
study-one-held = { $value } carte
study-held = { $value } cartes
study-hero-gain = gain quand le héros est le meilleur choix
study-hero-worth = un héros en réserve
study-classic = Classique
study-brettspielnetz = Brettspielnetz
study-kingofroses = King of Roses
study-level = niveau { $value }
study-part-deal = donne
study-part-draws = pioches
study-part-play = décisions
study-part-revision = vu trop tard
study-wrong-card = mauvaise carte
study-drew = pioche à tort
study-did-not-draw = pioche manquée
study-kept-hero = héros gardé
study-wrong-hero = héros mal joué
