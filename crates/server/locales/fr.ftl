# Ce que disent les notifications et les e-mails. notify-KIND est le réglage que montre l’application web.
computer = l’ordinateur (niveau { $count })
minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
hours = { $count ->
    [one] { $count } heure
   *[other] { $count } heures
}
days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
}
notify-turn = À vous de jouer
turn-title = À vous de jouer
turn-body = Partie contre { $opponent }.
turn-body-left = Partie contre { $opponent }. Temps restant : { $time }.
notify-challenge = Un défi ou une demande d’équipe
challenge-title = { $opponent } vous défie
challenge-body = Acceptez le défi ou refusez-le.
notify-taken = Une partie commence
taken-title = Votre partie contre { $opponent } commence
taken-body = Votre proposition a été acceptée. Rejoignez la table.
notify-time = Peu de temps
time-title = Votre temps est bientôt écoulé
time-body = Partie contre { $opponent }. Temps restant : { $time }.
notify-over = Une partie est terminée
won-title = Victoire contre { $opponent }
lost-title = Défaite contre { $opponent }
drawn-title = Partie nulle contre { $opponent }
aborted-title = Votre partie contre { $opponent } a été annulée
over-body = Voir la partie.
notify-round = Une ronde de tournoi
round-title = Nouvelle ronde : { $event }
round-body = Votre prochaine partie vous attend.
team-title = { $opponent } vous propose de faire équipe
team-body = Dans le tournoi « { $event } » : acceptez ou refusez.
mail-hello = Bonjour { $name },
mail-footer = Vous recevez cet e-mail parce que vous avez activé les notifications de { $site }. Pour vous désabonner :
confirm-subject = Confirmez votre adresse e-mail
confirm-body = Pour que { $site } puisse vous écrire à cette adresse, ouvrez ce lien d’ici deux jours :
confirm-otherwise = Si vous n’avez rien demandé, ne faites rien : sans ce lien, personne ne peut utiliser l’adresse.
reset-subject = Choisissez un nouveau mot de passe
reset-body = Pour choisir un nouveau mot de passe pour votre compte sur { $site }, ouvrez ce lien d’ici une heure. Il ne sert qu’une fois et met fin à toutes vos sessions :
reset-otherwise = Si vous n’avez rien demandé, ne faites rien : votre mot de passe reste le même.
welcome-subject = Votre compte Bosworth
welcome-body = Un compte a été créé pour vous sur { $site }. Pour choisir son mot de passe, ouvrez ce lien d’ici 30 jours. Il ne sert qu’une fois :
welcome-otherwise = Si vous ne voulez pas de ce compte, ne faites rien : sans ce lien, personne ne peut l’utiliser.
digest-subject = { $count ->
    [one] Une partie vous attend
   *[other] { $count } parties vous attendent
}
digest-body = C’est à vous de jouer dans ces parties :
digest-line = contre { $opponent }
digest-line-left = contre { $opponent } : encore { $time }
standings-name = Nom
standings-points = Points
standings-division = Division { $number }
standings-page = Voir le tournoi
tie-direct = Confrontation directe
tie-buchholz = Buchholz
tie-sonneborn = Sonneborn-Berger
tie-wins = Victoires
tie-margin = Écart
