library-note = Les parties contre l’ordinateur et à deux sur le même écran ne sont gardées que dans ce navigateur. Enregistrez-les dans un fichier pour les emporter.
library-search = Chercher
library-search-hint = Niveau 8, perdu, Anne, 2026 …
library-load = Charger un fichier
library-save-all = Tout enregistrer
library-saving = Chargement de vos parties en ligne : { $count } jusqu’ici …
library-saved = { $count ->
    [one] { $count } partie enregistrée.
   *[other] { $count } parties enregistrées.
}
library-saved-none = Il n’y a aucune partie à enregistrer.
library-saved-none-because = Rien n’a été enregistré : vos parties en ligne n’ont pas pu être chargées. { $why }
library-saved-partly = { $count ->
    [one] Le fichier contient { $count } partie, mais il y manque des parties en ligne.
   *[other] Le fichier contient { $count } parties, mais il y manque des parties en ligne.
} { $why }
library-count = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
library-actions = { $count ->
    [one] { $count } action
   *[other] { $count } actions
}
library-won = { $side } a gagné
library-open = inachevée
library-aborted = annulée
library-go-on = Reprendre
library-forget = Supprimer
library-unreadable = Partie illisible
library-too-large = Ce fichier est trop grand pour un recueil de parties.
library-loaded = { $count ->
    [0] Aucune partie importée.
    [one] { $count } partie importée.
   *[other] { $count } parties importées.
}
library-you-won = Vous avez gagné
library-you-lost = Vous avez perdu
library-find-won = gagné victoire
library-find-lost = perdu défaite
library-find-drawn = nulle égalité
library-find-open = inachevée ouverte
library-find-aborted = annulée annulation
library-badge = en ligne
library-place = Parties
library-place-all = Toutes
library-place-local = Dans ce navigateur
library-place-online = Jouées en ligne
library-to-table = Voir la table
library-more = En afficher plus (encore { $count })
library-more-online = Charger les parties en ligne plus anciennes
library-online-fault = Vos parties en ligne n’ont pas pu être chargées : { $why }
library-used = { $used } Mo utilisés sur environ { $room }
library-select = Sélectionner
library-select-one = Sélectionner { $players }
library-select-all = Toutes les parties trouvées ({ $count })
library-delete = Supprimer { $count }
library-save-some = En enregistrer { $count } dans un fichier
library-deleted = { $count ->
    [one] { $count } partie supprimée.
   *[other] { $count } parties supprimées.
}
library-undo = Annuler la suppression
library-restored = Tout est rétabli.
library-progress = Lecture de la partie { $done } sur { $total } …
library-report-none = Il n’y a aucune partie dans ce fichier.
library-report-position = Ce fichier contient une position, pas une partie. Ouvrez-le sur le plateau d’analyse.
library-report-known = { $count ->
    [one] { $count } était déjà là.
   *[other] { $count } étaient déjà là.
}
library-report-refused = { $count ->
    [one] { $count } n’a pas pu être lue.
   *[other] { $count } n’ont pas pu être lues.
}
library-report-fault = Partie { $number } du fichier : { $why }
library-report-full = { $count ->
    [one] { $count } n’a pas trouvé de place : l’espace de stockage de ce navigateur est plein. Enregistrez des parties dans un fichier et supprimez-les ici pour faire de la place.
   *[other] { $count } n’ont pas trouvé de place : l’espace de stockage de ce navigateur est plein. Enregistrez des parties dans un fichier et supprimez-les ici pour faire de la place.
}
library-none = Pas encore de partie
library-none-note = Chaque partie jouée reste ici avec son plateau final : à revoir, à analyser, à reprendre.
