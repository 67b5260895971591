# Le jeu en mots.
red = Rouge
white = Blanc
blue = Bleu
heroes = { $count ->
    [one] { $count } héros
   *[other] { $count } héros
}
pile = { $count ->
    [one] { $count } carte dans la pioche
   *[other] { $count } cartes dans la pioche
}
roses-left = { $count ->
    [one] reste { $count } rose
   *[other] restent { $count } roses
}
to-act = à { $side } de jouer
no-cards = aucune carte
points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
no-territory = aucun territoire
taken-off = Les territoires de même taille s’annulent : { $sizes }
left-over = Restent : { $side } { $sizes } = { $points }
level = Les deux camps ont le même nombre de points.
leads = { $side } mène de { $count ->
    [one] { $count } point
   *[other] { $count } points
}.
won-points = { $side } gagne { $most } à { $least }.
won-largest = { $side } gagne : points égaux, mais le plus grand territoire, { $most } contre { $least }.
won-roses = { $side } gagne : tout le reste est égal, mais plus de roses, { $most } contre { $least }.
drawn = Partie nulle : points, territoires et roses sont égaux.
will-win = { $side } gagne, quoi qu’il arrive.
will-draw = La partie sera nulle, quoi qu’il arrive.
will-win-unless = { $side } gagne, sauf si { $cards } sort : { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} sur { $all }.
will-win-only = { $side } ne gagne que si { $cards } sort : { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} sur { $all }.
will-win-with = { $side } gagne avec { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} sur { $all }.
will-win-chance = Exact : { $chance } pour { $side }.
exact = exact
or = ou
end-last-rose = La partie est terminée : la dernière rose est posée.
end-both-blocked = La partie est terminée : les deux camps ont cinq cartes et aucun ne peut agir.
end-blocked = La partie est terminée : { $side } a cinq cartes et ne peut en jouer aucune.
no-not-in-hand = { $side } n’a pas { $card } en main.
no-off-board = { $card } ferait sortir la couronne du plateau.
no-own-rose = { $card } mène en { $target }, où se trouve déjà une rose de { $side }.
no-needs-hero = { $target } porte une rose adverse : seule { $card }*, avec un héros, peut y arriver.
no-nothing-to-flip = { $target } est vide : un héros exige une rose adverse. Jouez { $card } sans héros.
no-hero-left = { $side } n’a plus de héros.
no-hand-full = { $side } a cinq cartes et ne peut pas piocher.
no-must-act = { $side } ne peut pas passer tant qu’une action est possible.
no-game-over = La partie est terminée.

labelled = { $label } : { $text }
edition-classic = classique
edition-brettspielnetz = Brettspielnetz
edition-kingofroses = King of Roses
edition-own = règles maison ({ $rules })
percent = { $number } %
decimal-mark = ,
north = nord
north-east = nord-est
east = est
south-east = sud-est
south = sud
south-west = sud-ouest
west = ouest
north-west = nord-ouest
# Depuis le nord, dans le sens horaire.
compass = N NE E SE S SO O NO
card-name = { $direction } { $steps }
side-rose = rose de { $side }

say-card-free = { $card }, { $name }, en { $target } : vide
say-card-hero = { $card }, { $name }, en { $target } : exige un héros
say-card-own = { $card }, { $name }, en { $target } : rose du même camp, injouable
say-card-no-hero = { $card }, { $name }, en { $target } : rose adverse et plus de héros
say-card-off = { $card }, { $name } : sort du plateau
say-hand = { $side }, { $heroes } :
say-hand-empty = { $side }, { $heroes } : aucune carte.
say-crown = La couronne est en { $square }, { $content }.
say-empty = vide
say-pile = { $pile } ; { $left }.
say-pile-cards = Dans la pioche : { $cards }
say-discard = Défaussées : { $cards }
say-discard-empty = La défausse est vide.
say-target-play = { $action } : { $name } en { $target }, { $gain }
say-target-hero = { $action } : { $name } avec un héros en { $target }, { $gain }
say-target-draw = + : piocher une carte
say-target-pass = { $action } : rien d’autre n’est possible
say-gain = { $own } pour { $side }
say-gain-hero = { $own } pour { $side }, { $theirs } pour { $other }
say-area = { $square } : rose de { $side } dans un territoire de taille { $size }, { $points } : { $squares }
say-area-empty = { $square } : vide. À côté : { $beside }
say-area-crown = La couronne est ici.
say-nothing = rien
say-score = { $side } : { $points }, territoires { $sizes }
say-score-none = { $side } : { $points }, aucun territoire
say-last-play = { $side } a joué { $action } : { $name } en { $target }.
say-last-hero = { $side } a joué { $action } : { $name } avec un héros en { $target }.
say-last-draw = { $side } a pioché { $card }, { $name }.
say-last-pass = { $side } a passé son tour.
say-last-none = Aucune action pour l’instant.
say-row = { $rank } : { $content }
say-row-empty = { $rank } : vide
say-square-rose = { $square } { $side }
say-square-crown = { $square } couronne
say-square-rose-crown = { $square } { $side } et couronne
say-over = La partie est terminée.
say-turn = À { $side } de jouer.
say-words = Actions : une carte comme { $card }, avec un héros { $card }*, + pour piocher. Questions : { $words }, { $area } e5.
say-unknown = « { $word } » est inconnu. { $words }

# Les mots à taper : celui qui est montré, puis d’autres. L’anglais est compris partout.
word-hand = main, m
word-opp = adversaire, a
word-targets = cibles, c
word-crown = couronne
word-pile = pioche
word-score = points, p
word-last = dernière, derniere, d
word-clock = pendule
word-board = plateau
word-hint = conseil
word-undo = annuler, reprendre, r
word-help = aide
word-area = territoire, t
word-draw = piocher, +
word-pass = passer
fault-no-game = il n’y a aucune partie.
fault-second-game = une deuxième partie suit là où une seule est attendue.
fault-no-tag = « { $text } » n’est pas une balise ; une balise est une ligne comme [Red "Anne"].
fault-tag-twice = la balise { $text } apparaît deux fois.
fault-tag = la valeur de la balise { $text } est fausse.
fault-no-deal = ni Deal ni Position ne dit comment la partie commence.
fault-comment = un commentaire n’est pas fermé.
fault-variation = un enregistrement n’a pas de variantes entre parenthèses.
fault-no-action = il faut ici une action comme NE2, NE2*, +NE2 ou pass.
fault-no-result = après les actions, il manque le résultat : 1-0, 0-1, 1/2-1/2 ou *.
fault-board = Le premier champ est le plateau : neuf rangées de 9 à 1 séparées par /, faites de r, de w et du nombre de cases vides, avec 52 roses au plus.
fault-crown = Le deuxième champ est la case de la couronne : sur une rose, ou e5 sur un plateau vide.
fault-side = Le troisième champ dit qui doit jouer : r ou w.
fault-cards = Mains et défausse sont des cartes différentes comme NE2,S3 ou un - s’il n’y en a pas ; une main en a cinq au plus.
fault-heroes = Les héros de chaque camp sont un nombre de 0 à 4.
fault-rules = Le dernier champ est l’édition, par exemple classic.
fault-action = L’action { $number } de la partie, { $ply }, est contraire aux règles. { $why }
fault-card = La carte n’est pas dans la pioche.
fault-result = La partie annonce { $said }, le plateau dit { $found }.
fault-not-over = La partie est annoncée nulle, mais elle n’est pas finie : le résultat devrait être *.
fault-score = Points selon la partie : { $said } ; sur le plateau : { $found }.
fault-shuffle-untagged = l’enregistrement n’a pas la balise { $tag }, il ne dit donc rien de son mélange.
fault-shuffle-tag = la balise { $tag } de l’enregistrement est illisible.
fault-shuffle-secret = le secret n’est pas celui qui a été fixé avant la partie.
fault-shuffle-deal = la donne n’est pas celle de ce mélange.
fault-shuffle-draw = à l’action { $number }, { $found } a été piochée, mais la carte suivante de ce mélange était { $expected }.
fault-shuffle-again = le mélange numéro { $shuffle } ne peut pas commencer après { $ply ->
    [one] { $ply } action
   *[other] { $ply } actions
}.

# Ce qui s’est passé à une table.
forced-pass = { $side } a cinq cartes, dont aucune n’est jouable, et passe.
shuffled-anew = La pioche est remélangée.
table-dealt = Les cartes sont distribuées.
table-came = { $name } est là.
table-left = { $name } est parti.
table-credit = Le serveur était indisponible : { $seconds } s sont recréditées.
table-holiday = { $name } est en vacances jusqu’au { $until }.
table-holiday-over = { $name } est de retour de vacances.
table-asked-takeback = Vous avez demandé à annuler votre dernière action.
table-offers-takeback = { $name } demande à annuler son action.
table-declines-takeback = { $name } refuse l’annulation.
table-taken-back = { $count ->
    [one] { $count } action a été annulée.
   *[other] { $count } actions ont été annulées.
}
table-asked-rematch = Vous avez proposé une revanche.
table-offers-rematch = { $name } propose une revanche.
table-declines-rematch = { $name } refuse la revanche.
table-rematch = La revanche commence.
end-resigned = { $side } a abandonné.
end-resigned-you = Vous avez abandonné.
end-time = { $side } a perdu au temps.
end-time-you = Vous avez perdu au temps.
end-gone = { $side } a quitté la partie.
end-gone-you = Vous avez quitté la partie.
end-gone-draw = Un joueur est parti, l’autre a déclaré la partie nulle.
end-aborted = La partie a été annulée.
end-too-short = Les cotes ne changent pas : une partie n’est classée qu’après quatre actions de chaque joueur.
end-forfeit-you = Vous perdez cette partie du tournoi par forfait.
end-forfeit = { $name } perd cette partie du tournoi par forfait.
end-forfeit-both = Les deux joueurs perdent cette partie du tournoi par forfait.

# L’état d’une partie en une ligne, et sa fin.
just-play = { $side } a joué { $card } en { $target }.
just-hero = { $side } a joué { $card } en { $target } avec un héros.
just-draw = { $side } a pioché { $card }.
just-pass = { $side } a passé.
turn-yours = À vous de jouer.
turn-of = À { $name } de jouer.
turn-thinking = { $name } réfléchit …
turn-choose = Choisissez une carte ou une case.
turn-draw = Aucune carte jouable : piochez.
turn-draw-first = Vous n’avez pas de cartes : piochez.
turn-pass = Aucune action possible : il faut passer.
roses = { $count ->
    [one] { $count } rose
   *[other] { $count } roses
}
headline-won = Vous gagnez
headline-won-by = Vous gagnez de { $count ->
    [one] { $count } point
   *[other] { $count } points
}
headline-triumph = Triomphe ! Vous gagnez de { $count ->
    [one] { $count } point
   *[other] { $count } points
}
headline-lost = Vous perdez
headline-lost-by = Vous perdez de { $count ->
    [one] { $count } point
   *[other] { $count } points
}
headline-wins = { $name } gagne
headline-wins-by = { $name } gagne de { $count ->
    [one] { $count } point
   *[other] { $count } points
}
headline-drawn = Partie nulle
decided = Le territoire autour de { $square } a décidé : { $roses }, { $points }.
decided-against = Le territoire autour de { $square } a décidé : { $roses }, { $points } contre { $less }.
decided-alone = À lui seul, le territoire autour de { $square } vaut plus que tous ceux de { $other } : { $roses }, { $points }.
decided-most = Les territoires égaux s’annulent ; parmi les autres, celui autour de { $square } a le plus compté : { $roses }, { $points }.
decided-together = Plusieurs territoires ont décidé : ensemble, ils valent plus que les { $roses } de { $other } autour de { $square }.
