train-lead = Une décision à la fois. À chaque action, vous apprenez ce qu’elle coûte.
train-loading = Chargement des exercices …
train-not-here = Les exercices n’ont pas pu être chargés. Une fois chargés, ils restent disponibles hors ligne.
train-damaged = Votre entraînement enregistré est illisible. Un nouveau commence.
train-not-kept = Ce navigateur ne peut pas enregistrer votre entraînement : son espace de stockage est plein ou bloqué.
train-to-home = Tout l’entraînement
train-daily-of = Position du jour, { $date }
train-daily-open = Pas encore résolue
train-daily-done = Faite. La suivante arrive à minuit UTC.
train-daily-streak = Faite, { $count } jours de suite
train-share = Partager le résultat
train-copied = Résultat copié.
train-not-copied = Le résultat : { $text }
train-puzzles = Exercices
train-puzzles-about = Choisis selon votre force, qui se mesure en chemin.
train-rating = Cote
train-rating-of = Cote { $points } après { $count ->
    [one] { $count } exercice
   *[other] { $count } exercices
}
train-rating-now = Cote { $points } ({ $change }).
train-mistakes = Vos erreurs
train-mistakes-none = Rien encore. Faites le bilan d’une partie : les décisions qui coûtent au moins 4 parties sur 100 reviennent ici.
train-mistakes-due = { $due ->
    [0] Aucune aujourd’hui
    [one] { $due } aujourd’hui
   *[other] { $due } aujourd’hui
}, { $count } en tout
train-storm = Trois minutes
train-storm-about = Autant d’exercices que possible
train-storm-rules = Autant d’exercices que possible en trois minutes, chacun plus difficile que le précédent. La troisième erreur met fin à la série. Le temps part avec votre première réponse.
train-streak = Sans faute
train-streak-about = Jusqu’à la première erreur
train-streak-rules = Chaque exercice est plus difficile que le précédent, et la première erreur met fin à la série. Prenez votre temps.
train-best-run = Record : { $count }
train-run-solved = { $count ->
    [one] { $count } résolu
   *[other] { $count } résolus
}
train-run-result = { $count ->
    [one] { $count } exercice résolu.
   *[other] { $count } exercices résolus.
}
train-run-best = Votre record !
train-run-best-of = Votre record est { $count }.
train-run-again = Encore une fois
train-missed-title = Ce qui a échoué
train-missed = Exercice { $number }
train-road = Le parcours
train-themes = Par thème
train-theme-result = { $right } sur { $count }
train-any-edition = Toutes les éditions
train-difficulty = Difficulté
train-easy = Plus facile
train-usual = À ma force
train-hard = Plus difficile
train-start = Commencer
train-start-count = Commencer : { $count ->
    [one] { $count } exercice
   *[other] { $count } exercices
}
train-opponent = Adversaire
train-task = { $side } joue : trouvez la meilleure action.
train-right = Bien vu : { $points } de mieux sur 100 parties.
train-as-good = Bien vu : ne coûte la victoire que { $points } fois sur 100.
train-close = Presque : coûte la victoire { $points } fois sur 100.
train-wrong = Pas celle-ci : coûte la victoire { $points } fois sur 100.
train-again = Essayez encore.
train-answer = Solution : { $action }, { $points } de mieux sur 100 parties.
train-hint-theme = Pensez à : { $themes }.
train-hint-card = Jouez la carte { $card }.
train-hint-hero = Jouez avec un héros.
train-hint-draw = Piochez une carte.
train-hint-square = La couronne va en { $square }.
train-show = Solution
train-skip = Passer
train-next = Suivant
train-finish = Terminer
train-play-on = Continuer
train-play-on-level = Jouer la suite : contre quel niveau ?
train-leave = Retour à l’exercice
train-line = La suite
train-cards = Ce que donnent les cartes
train-cards-mean = En moyenne, { $wins } parties sur 100 sont gagnées. Avec chaque carte :
train-actions = Toutes les actions
train-cost = Coût
train-best = la meilleure
train-session = { $right } sur { $count } justes, { $streak } de suite
train-end = Terminer
train-remove = Pas une erreur
train-removed = Retirée.
train-daily-results = { $count ->
    [one] { $count } réponse
   *[other] { $count } réponses
} sur ce serveur jusqu’ici : { $right } % de bonnes, { $points } victoires perdues sur 100 en moyenne.
train-chosen = Choisie par
train-share-of = { $share } %
train-over-daily = C’était la position du jour. La suivante arrive à minuit UTC.
train-over-puzzles = Vous avez résolu tous les exercices de ce genre ces six derniers mois.
train-over-listed = Il n’y a plus rien à résoudre ici.
train-over-mistakes = Aucune erreur à revoir aujourd’hui. Celles que vous avez trouvées reviendront plus tard, les autres demain.
train-summary = Bilan
train-sum-right = justes du premier coup
train-sum-streak = la plus longue série
train-sum-loss = parties sur 100 perdues par réponse
train-go-on = Continuer
train-progress = Exporter ou importer votre entraînement
train-progress-about = Votre entraînement est gardé dans ce navigateur, et dans votre compte si vous en avez un. Un fichier permet de l’emporter ; l’import complète ce qui est ici.
train-export = Enregistrer un fichier
train-import = Ouvrir un fichier
train-imported = Importé.
train-not-imported = Ce fichier ne contient pas d’entraînement.
theme-hero = Héros
theme-block = Bloquer
theme-join = Relier
theme-cut = Couper
theme-draw-or-play = Piocher ou jouer
theme-tempo = Tempo
theme-hand = Main
theme-sacrifice = Donner pour gagner
theme-last-rose = Les dernières roses
theme-end-now = Finir la partie
theme-exact = Gagné contre toute carte
road-lead = Douze courtes leçons de stratégie avec trois positions chacune, puis une première victoire contre chaque niveau.
road-rules = Vous débutez ? D’abord les règles.
road-progress = { $done ->
    [one] { $done } étape faite
   *[other] { $done } étapes faites
} sur { $count }
road-practice = Trois positions
road-wins = Premières victoires
road-wins-about = Battez chaque niveau une fois. Toute partie gagnée dans ce navigateur compte.
road-won = ✓ Battu
train-road-on = Continuer
road-open = Des mains visibles
road-open-idea = Les deux mains sont visibles. Avant d’agir, regardez ce que l’adversaire pourrait jouer depuis la case où vous laissez la couronne : vous pouvez tout savoir, sauf la prochaine carte de la pioche.
road-open-example = { $white } a trois cartes, qui mènent toutes vers l’est. Jouez est II en g5 : de là, chacune mène hors du plateau, et { $white } doit piocher.
road-reach = Ce que l’adversaire atteint
road-reach-idea = Depuis la couronne, une carte mène à une seule case. Cinq cartes atteignent donc au plus cinq cases, et c’est vous qui choisissez d’où.
road-reach-example = Si la couronne s’arrête en f5, le nord II de { $white } mène en f7 et relie des territoires de 3 et 2 roses. Depuis g5, la même carte mène à une { $white-rose } et ne sert à rien.
road-draw = Quand piocher
road-draw-idea = Piocher coûte un tour, mais vous laisse ensuite plus de choix. Piochez quand rien dans votre main n’est utile ; jouez quand une carte relie, bloque ou menace. Avec cinq cartes, on ne peut pas piocher.
road-draw-example = Aucune de vos trois cartes ne touche votre territoire, et rien ne presse. Une quatrième sera peut-être la bonne.
road-heroes = Les héros
road-heroes-idea = Vous avez quatre héros. Un héros vaut le plus là où une seule rose tient un grand territoire, ou là où il relie les vôtres. À la fin, les héros ne valent plus rien.
road-heroes-example = Un héros en e6 fait les deux : le territoire de 5 roses de { $white } se divise en 2 et 2, et vos deux paires forment un territoire de 5. { $white } perd 17 points, vous en gagnez 17.
road-blocking = Bloquer
road-blocking-idea = Ce que l’autre camp n’obtient pas compte aussi. Là où deux territoires se rejoindraient, votre rose les sépare pour de bon, sauf si un héros arrive.
road-blocking-example = Une { $white-rose } en e6 relierait 3 et 3 roses en un territoire de 7 : 31 points de plus. Prenez la case vous-même.
road-join = Relier
road-join-idea = Un territoire vaut sa taille multipliée par elle-même. Une rose qui relie deux territoires rapporte donc plus qu’une rose qui agrandit l’un d’eux.
road-join-example = 3 et 2 roses valent 9 + 4 = 13 points. Avec f5, elles forment un territoire de 6 : 36 points.
road-cut = Couper
road-cut-idea = Un territoire est aussi fort que son point le plus mince. Cherchez la rose qui tient seule deux parties ensemble, et construisez les vôtres sur deux cases de large.
road-cut-example = Les sept roses de { $white } ne tiennent ensemble que par d5. Un héros là n’en laisse que 4 et 2 : 49 points deviennent 20.
road-tempo = Tempo
road-tempo-idea = Celui qui doit piocher ou passer ne pose pas de rose. Laissez la couronne là où l’adversaire n’a rien de bon à jouer, et vous gagnez un tour.
road-tempo-example = Dans le coin i9, aucune des cinq cartes de { $white } n’est jouable, et on ne pioche pas avec une main pleine. { $white } passe, et vous jouez deux fois.
road-sacrifice = Donner pour gagner
road-sacrifice-idea = La meilleure action cède souvent quelque chose : une case, une carte, un petit territoire. Comptez ce que gagnent les deux camps, pas seulement l’adversaire.
road-sacrifice-example = Relier en f5 vous rapporte 31 points. { $white } peut alors jouer nord II en f7 et en gagner 5. Un bon échange.
road-hand = Votre main
road-hand-idea = Les cartes sont des choix pour plus tard. Près d’un bord, bien des cartes mènent hors du plateau ; gardez des cartes de directions différentes, et jouez d’abord celle qui ne va que maintenant.
road-hand-example = Trois de vos cinq cartes mènent ici hors du plateau. Sud III ramène la couronne au milieu, où toutes les autres sont de nouveau jouables.
road-last = Les dernières roses
road-last-idea = Il y a 52 roses. Quand il en reste peu, comptez-les : qui pose la dernière décide souvent. Qui pioche n’en pose aucune et laisse la question à l’autre camp.
road-last-example = Il reste deux roses. Si vous jouez, { $white } peut poser la dernière ; si vous piochez, c’est à { $white } d’y réfléchir.
road-end = Finir la partie
road-end-idea = La partie se termine dès la dernière rose posée, ou quand les deux camps sont bloqués. Si vous menez, dépêchez-vous. Si vous êtes mené, piochez et faites durer.
road-end-example = Il reste une rose, et vous menez largement. Quelle que soit la carte, la partie est finie et vous avez gagné.
