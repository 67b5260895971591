# Ce qu'une personne lit dans le terminal.

discard = défausse { $cards }
position = Position : { $text }
seed = Graine : { $seed }

territories = territoires { $sizes }

game = Partie { $number }
unfinished = La partie continue.
resigned = { $side } a gagné avant la fin de la partie.
record-good = { $actions } actions, toutes légales.
record-bad = Faute : { $fault }
shuffle-good = Le mélange est bien celui qui était promis : la donne et { $draws } pioches sont exactes.
shuffle-bad = Le mélange n'est pas prouvé : { $fault }

play-saved = Enregistré dans { $file }.

## review
review-column-action = action
review-column-chance = Rouge %
review-column-loss = perte
review-column-luck = chance
review-column-best = meilleur
review-errors = { $decisions ->
    [one] 1 décision
   *[other] { $decisions } décisions
}, { $loss } % gaspillés, { $mean } % chacune : précision { $accuracy } %
review-marks = ?! imprécisions { $inaccuracies }, ? fautes { $mistakes }, ?? gaffes { $blunders }
review-luck = { $draws ->
    [one] 1 carte piochée
   *[other] { $draws } cartes piochées
}, chance { $luck } % ; résultat { $result } %, sans la chance { $adjusted } %
review-swing = plus grand écart : action { $number }, { $change } %
review-balance = Résultat − départ = chance de la donne + chance + talent + révision, pour Rouge en % :
    { $result } − { $start } = ({ $deal }) + ({ $luck }) + ({ $skill }) + ({ $revision })

## serve
serve-at = Bosworth est à l'adresse { $url } – Ctrl-C l'arrête
serve-no-browser = Aucun navigateur n'a pu être ouvert. L'adresse est { $url }
serve-port-in-use = le port { $port } est occupé ; choisissez-en un autre avec --port
serve-port-forbidden = le port { $port } n'est pas autorisé ; choisissez-en un au-dessus de 1023 avec --port
serve-cannot-listen = impossible d'écouter sur { $address }
serve-not-embedded = ce programme ne contient pas l'application web ; lancez d'abord `cargo xtask web`, puis recompilez, ou donnez --site DIR
serve-unreadable = impossible de lire le dossier { $folder }
serve-no-index = { $folder } ne contient pas d'index.html

## db
db-done = Terminé : { $rows ->
    [one] { $rows } ligne
   *[other] { $rows } lignes
}.
db-file-exists = { $file } existe déjà ; choisissez un autre nom
db-missing = il n'y a pas de base de données { $file }
db-no-folder = le dossier { $folder } n’existe pas ; créez-le d’abord si le chemin est juste
db-not-empty = la base de données à remplir n'est pas vide ; choisissez-en une nouvelle
db-newer = la base de données est de la version { $found }, ce programme connaît la version { $known } et les précédentes ; utilisez un bosworth plus récent
db-checked = { $games ->
    [one] 1 partie
   *[other] { $games } parties
} avec { $entries ->
    [one] 1 entrée saine
   *[other] { $entries } entrées saines
} : { $faults ->
    [0] tout va bien
    [one] 1 est endommagée
   *[other] { $faults } sont endommagées
}.
db-repaired = { $games ->
    [0] Rien à réparer.
    [one] 1 partie réparée ; ce qui a été retiré de son journal est dans la table quarantine.
   *[other] { $games } parties réparées ; ce qui a été retiré de leurs journaux est dans la table quarantine.
}
db-no-game = { $game } n'est pas le nom d'une partie (douze lettres et chiffres)
db-fault-gap = l'entrée { $seq } manque
db-fault-unreadable = l'entrée { $seq } est illisible
db-fault-rules = l'entrée { $seq } ne découle pas des précédentes : { $why }
db-fault-secret = l'entrée { $seq } ne correspond pas au secret du mélange
db-fault-row = la liste des parties et la fin du journal se contredisent
db-fault-orphan = il y a un journal, mais aucune partie de ce nom
online-bad-link = { $given } n’est ni le nom d’une partie (douze lettres et chiffres) ni un lien vers une partie ou une offre
online-no-server = Quel serveur ? Nommez-le avec --server URL, ou donnez un lien entier.
