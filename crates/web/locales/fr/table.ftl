game-missing = Cette partie n’existe pas.
waiting-both = Les deux joueurs doivent venir à la table.
waiting-ready = est là
waiting-not-yet = pas encore là
countdown-come = { $seconds } s pour venir à la table
countdown-you = { $seconds } s pour votre première action
countdown-act = { $seconds } s pour la première action
presence-here = à la table
presence-away = absent
about-title = Cette partie
status-sending = Envoi …
premove-card = Coup anticipé { $card }
premove-draw = Coup anticipé : piocher
premove-cancel = { $premove } · reprendre
premove-note = Joué dès que c’est à vous, s’il est permis alors. Il ne coûte jamais de héros.
premove-void = { $premove } : impossible maintenant.
abort = Annuler la partie
abort-title = Annuler la partie ?
abort-text = Personne ne gagne ni ne perd alors.
resign-online = La partie sera perdue, sans retour possible.
taken-back = La dernière action a été reprise.
offered-takeback = { $name } voudrait reprendre sa dernière action.
offered-rematch = { $name } propose une revanche.
offering-takeback = Vous avez demandé à reprendre votre dernière action.
offering-rematch = Vous avez proposé une revanche.
offer-accept = Accepter
offer-decline = Refuser
offer-cancel = Retirer
offer-declined = { $name } refuse.
came = { $name } est là.
left = { $name } est parti.
gone-wait = { $name } est parti. Dans { $seconds } s, vous pourrez réclamer la partie.
gone-now = { $name } est parti. Vous pouvez réclamer la partie, ou attendre.
claim-win = Réclamer la victoire
claim-draw = Déclarer la partie nulle
end-no-game = Pas de partie
rating-change = { $name } : { $rating } ({ $by })
next-table = À la partie suivante
no-hints = Pas de conseils dans les parties contre des humains.
time-low = Il vous reste peu de temps.
chat-title = Discussion
chat-label = Dire quelque chose
chat-mute = Couper la discussion à cette table
chat-new = Nouveaux messages
chat-off = La discussion est désactivée dans votre compte.
shuffle-title = Mélange équitable
shuffle-note = Le serveur s’est engagé sur son secret avant que les joueurs ajoutent le leur. Après la partie, chacun peut vérifier chaque carte.
shuffle-numbers = Les nombres
shuffle-commitment = Engagement
shuffle-nonce = Part de { $side }
shuffle-secret = Secret du serveur
shuffle-later = après la partie
shuffle-verify = Vérifier le mélange
shuffle-right = Vérifié : la donne et chaque carte piochée découlent du secret fixé avant la partie.
shuffle-wrong = Ce mélange n’est pas correct : { $why }
shuffle-no-cards = Aucune carte n’a été donnée dans cette partie.
watchers = { $count ->
    [one] { $count } spectateur
   *[other] { $count } spectateurs
}
next-game = { $count ->
    [one] Partie suivante :
   *[other] Suivante de { $count } parties :
}
next-left = { $name }, { $left }
next-none = Aucune autre partie ne vous attend.
