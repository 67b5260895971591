library-note = Vos parties ne sont que dans ce navigateur. Enregistrez-les dans un fichier pour les emporter.
library-search = Chercher
library-search-hint = Niveau 3, gagne, 2026 …
library-load = Charger un fichier
library-save-all = Tout enregistrer
library-count = { $count ->
    [one] { $count } partie
   *[other] { $count } parties
}
library-actions = { $count ->
    [one] { $count } action
   *[other] { $count } actions
}
library-won = { $side } gagne
library-open = inachevée
library-go-on = Continuer
library-forget = Supprimer
library-forget-title = Supprimer cette partie ?
library-forget-text = Elle sera perdue pour de bon.
library-forgotten = La partie est supprimée.
library-unreadable = Une partie illisible
library-gone = Cette partie n’est plus ici.
library-broken = Cette partie ne peut pas continuer : { $why }
library-too-large = Ce fichier est trop grand pour un recueil de parties.
library-loaded = { $count ->
    [one] { $count } partie reprise.
   *[other] { $count } parties reprises.
}
library-fault = Quelque chose est illisible : { $why }
