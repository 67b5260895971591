review-missing = Il n’y a pas de partie « { $id } » dans ce navigateur.
review-broken = La partie « { $id } » est illisible : son enregistrement est abîmé.
review-to-library = Voir vos parties
review-fault = À partir de l’action { $number }, l’enregistrement enfreint les règles. Ce qui précède est montré.
review-running = L’ordinateur analyse la partie : action { $done } sur { $all }
review-stopped = Analyse arrêtée à l’action { $done } sur { $all }.
review-done = { $all ->
    [0] Il n’y a pas encore d’action à analyser.
    [one] L’ordinateur a analysé la seule action.
   *[other] L’ordinateur a analysé les { $all } actions.
}
review-progress = Avancement de l’analyse
review-stop = Arrêter
review-again = Recommencer
review-deeper = Analyser plus en profondeur
review-course = Déroulement de la partie
review-kind = Ce que montre la courbe
review-chance = Chances
review-margin = Points
review-place = Moment de la partie
review-inaccuracy = Imprécision
review-inaccuracy-about = a coûté au moins 5 victoires sur 100
review-mistake = Erreur
review-mistake-about = au moins 10
review-blunder = Gaffe
review-blunder-about = au moins 15
review-lucky = Pioche chanceuse
review-unlucky = Pioche malchanceuse
review-at = Action { $number } sur { $all }
review-overview = Toute la partie
review-worst = L’erreur la plus coûteuse fut l’action { $number } ({ $name }) : { $loss } victoires perdues sur 100.
review-show = La voir
review-no-errors = L’ordinateur n’a trouvé aucune erreur.
review-next-error = Erreur suivante
review-alternatives = Ce qui était possible à l’action { $number }
review-hundred-note = Estimation de l’ordinateur : combien de parties sur 100 seraient gagnées à partir de là si les deux camps jouaient bien.
review-start = Parcourez la partie avec les flèches, les boutons, la courbe ou la liste.
review-waiting = L’ordinateur n’en est pas encore à cette action.
review-unseen = L’ordinateur n’a pas analysé cette action.
review-forced = Rien d’autre n’était possible.
review-best = La meilleure action.
review-good = Bien : la meilleure ne gagne que { $loss } fois de plus sur 100.
review-lost = { $mark } : cela coûte la victoire { $loss } fois sur 100.
review-better = Mieux : { $action } (gagne { $wins } fois sur 100)
review-actions = Toutes les actions
review-wins = Victoires de { $side } sur 100
review-done-here = jouée
review-best-here = la meilleure
review-cards = Ce que chaque carte aurait donné
review-luck-good = Chance : la carte fait gagner { $side } { $luck } fois de plus sur 100 que la carte moyenne ({ $mean }).
review-luck-bad = Malchance : la carte fait gagner { $side } { $luck } fois de moins sur 100 que la carte moyenne ({ $mean }).
review-luck-none = Ni chance ni malchance : avec la carte moyenne, { $side } gagne { $mean } fois sur 100.
review-drawn = piochée
review-players = Les deux joueurs
review-nothing = Il n’y a encore rien à évaluer.
review-measure = Mesure
review-accuracy = Précision
review-accuracy-about = 100 % si chaque action était la meilleure
review-like = Joue comme
review-like-about = le niveau de l’ordinateur dont les actions coûtent à peu près autant
review-given = Gâché
review-given-about = victoires sur 100 perdues par rapport aux meilleures actions, au total
review-luck = Chance à la pioche
review-luck-about = victoires sur 100 apportées par les cartes piochées, par rapport à des cartes moyennes
review-swing = Plus grand retournement
review-swing-about = l’action qui a le plus changé les chances
review-swing-at = { $change } à l’action { $number }
review-result = Résultat
review-result-about = 100 pour une victoire, 50 pour une nulle
review-result-open = Chances à la fin
review-result-open-about = victoires sur 100 à partir de cette position
review-adjusted = Résultat sans la chance
review-adjusted-about = le résultat sans la chance de la donne et des pioches ; peut dépasser 100 ou passer sous 0
review-balance = D’où vient le résultat
review-part = Part
review-sum-start = Départ
review-sum-start-about = les chances moyennes de { $red } contre { $white } avant la donne
review-sum-deal = Donne
review-sum-deal-about = ce que les premières cartes ont apporté à { $red } contre { $white }
review-sum-luck = Pioches
review-sum-luck-about = ce que toutes les pioches ont apporté à { $red } contre { $white }
review-sum-skill = Habileté
review-sum-skill-about = ce que { $white } a gâché, moins ce que { $red } a gâché
review-sum-revision = Révision
review-sum-revision-about = ce que l’ordinateur n’a vu qu’après coup, pour { $red } et contre { $white }
review-sum = Résultat
review-sum-about = la somme : 100 si { $red } a gagné, 0 si { $white } a gagné
review-sum-open = Chances à la fin
review-sum-open-about = la somme : combien de fois { $red } gagnerait contre { $white } à partir de cette position
review-learn = Apprendre de vos erreurs
review-learn-about = Revenez à chaque erreur et trouvez mieux sur le plateau.
review-later = Possible dès que l’ordinateur aura analysé la partie.
review-errors = { $side } : { $count ->
    [0] aucune erreur
    [one] { $count } erreur
   *[other] { $count } erreurs
}
review-exercise = Erreur { $number } sur { $all }
review-task = { $said } Cela a coûté la victoire { $loss } fois sur 100.
review-find = Trouvez mieux : choisissez une carte ou une case.
review-right = Bien vu ! { $action } gagne { $wins } fois sur 100.
review-wrong = { $action } gagne { $wins } fois sur 100, { $loss } de moins que la meilleure. Essayez encore.
review-same = C’est ce qui a été joué. Essayez autre chose.
review-solution = La meilleure : { $action } (gagne { $wins } fois sur 100)
review-solve = Afficher la solution
review-next = Suivant
review-skip = Passer
review-leave = Quitter
review-learned = C’était la dernière erreur.
review-save = Enregistrer avec les commentaires
review-verify = Vérifier le mélange
review-proven = Prouvé : la donne et { $count ->
    [0] l’ordre de la pioche découlent
    [one] l’unique pioche découlent
   *[other] les { $count } pioches découlent
} du secret fixé avant la partie.
review-proven-pile = Prouvé : { $count ->
    [0] l’ordre de la pioche découle
    [one] l’unique pioche découle
   *[other] les { $count } pioches découlent
} du secret fixé avant la partie. Les mains sont celles de la partie { $game }, distribuées à nouveau.
review-not-proven = Non prouvé : { $why }

why-title = Pourquoi
why-more = Pourquoi pas les autres ?
roll-out = Approfondir
owners = À qui les cases ?
rollouts-interval = 95 %
rollouts-games = Parties
rollouts-note = { $count ->
    [one] { $count } partie jouée
   *[other] { $count } parties jouées
} jusqu’au bout avec des cartes au hasard, chance déduite. Sur le plateau : la probabilité en % qu’une case finisse de cette couleur, après la meilleure action.
rollouts-done = Assez de parties ont été jouées.
