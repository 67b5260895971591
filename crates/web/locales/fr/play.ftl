setup-side = Votre camp
setup-side-red = Rouge
setup-side-white = { $white-or-blue }
setup-side-lot = Au hasard
setup-edition = Édition
setup-edition-classic = Classique (Kosmos)
setup-edition-brettspielnetz = Brettspielnetz
setup-edition-kingofroses = King of Roses
seat-level = Niveau { $level }
seat-you = Vous
seat-you-play = Vous jouez { $side }.
board-label = Plateau
square-crown = couronne
square-territory = territoire de taille { $count }
square-target = la carte { $number } mène ici, { $gain ->
    [one] { $gain } point
   *[other] { $gain } points
}
square-target-hero = la carte { $number } mène ici avec un héros, { $gain ->
    [one] { $gain } point
   *[other] { $gain } points
}
square-target-only = la carte { $number } mène ici
square-target-hero-only = la carte { $number } mène ici avec un héros
square-chosen = choisie
hand-label = Cartes de { $side }
card-free = { $name } en { $target }
card-hero = { $name } en { $target }, avec un héros
card-barred = { $name } en { $target }, injouable
card-off = { $name }, sort du plateau
action-play = Jouer { $card } en { $target }
action-hero = Jouer { $card } avec un héros en { $target }
action-draw = Piocher une carte
action-pass = Passer
act-label = Votre action
status-past = Position antérieure : touchez une case pour revenir à la partie.
draw-button = Piocher ({ $count })
draw-reshuffle = Piocher (remélange { $count })
preview-draw = { $count ->
    [1] La seule carte qui reste
   *[other] Une carte parmi { $count }, toutes également probables
}
forced-pass-you = Vous ne pouvez ni jouer ni piocher : vous passez.
forced-pass-computer = L’ordinateur ne peut ni jouer ni piocher : il passe.
you-own-rose = { $card } mène en { $target }, où vous avez déjà une rose.
you-not-in-hand = Vous n’avez pas { $card } en main.
your-turn-now = À vous de jouer.
you-no-hero = Vous n’avez plus de héros.
you-hand-full = Vous avez cinq cartes et ne pouvez pas piocher.
you-must-act = Vous ne pouvez pas passer tant qu’une autre action est possible.
drag-nowhere = Aucune carte ne mène en { $square }.
hero-about = Avec un héros, une carte peut mener sur une rose adverse et la retourner.
crown-tapped = Une carte déplace la couronne : choisissez une carte ou une case marquée.
undo-none = Il n’y a rien à annuler.
at-start = C’est le début de la partie.
not-your-turn = Ce n’est pas à vous de jouer.
no-clock = Cette partie se joue sans pendule.
points-title = Points
points-roses = { $side } · { $count ->
    [one] { $count } rose
   *[other] { $count } roses
}
points-areas = Afficher les territoires
pile-title = Table
pile-counts = Pioche { $pile } · Défausse { $discard } · { $roses ->
    [one] reste { $roses } rose
   *[other] restent { $roses } roses
}
pile-show = Afficher les cartes
pile-unseen = Dans la pioche, dans un ordre inconnu
pile-discard = Défaussées
moves-title = Actions
moves-label = Toutes les actions
steps-label = Parcourir la partie
step-first = Au début
step-back = Action précédente
step-on = Action suivante
step-last = À la fin
tools-label = Outils
undo = Annuler le coup
turn-board = Tourner
to-analysis = Analyser
share = Copier le lien
link-copied = Lien copié.
record-copied = Notation copiée.
not-copied = Non copié : { $text }
share-title = Partager la partie
share-picture = Image du plateau final
share-page = Copier un lien vers la partie
share-record = Copier la notation en texte
resign = Abandonner
resign-title = Abandonner ?
words-mode = Mode texte
words-title = Mode texte
words-label = Tapez une action ou une question ; « aide » les énumère toutes
words-send = Envoyer
words-log = Réponses
keys-title = Touches
key-cards = choisir une carte
key-draw = choisir de piocher
key-enter = jouer l’action choisie
key-escape = annuler la sélection
key-steps = action précédente, action suivante
key-ends = début et fin de la partie
key-turn = tourner le plateau
key-next = partie suivante qui vous attend
key-help = cette liste
end-drawn = Partie nulle
end-review = Bilan
finale-counting = On compte les territoires …
finale-skip = Passer le décompte
finale-again = Revanche
finale-share = Partager
end-save = Enregistrer
tie-largest = À égalité de points, le plus grand territoire l’emporte.
tie-roses = À égalité de points et de plus grand territoire, le nombre de roses décide.
tie-drawn = Toujours à égalité après tous les départages : partie nulle.
count-territory = { $size ->
    [one] { $size } rose
   *[other] { $size } roses
}, { $points ->
    [one] { $points } point
   *[other] { $points } points
}
count-off = barré
count-left = Reste : { $points }
count-points = { $count ->
    [one] point
   *[other] points
}
count-off-note = Barrés : les territoires de même taille des deux camps, qui s’annulent.
count-second = Barrer les territoires égaux
guide-card = Choisissez une carte : la couronne se déplace et vous posez une rose.
guide-draw = Aucune carte jouable : piochez.
return-live = Revenir à la partie
reach = Portée
reach-title = Montrer où mènent les cartes des deux camps
result-score = { $red } à { $white }
picture-saved = Image enregistrée.
picture-failed = L’image n’a pas pu être créée.
redo-none = Il n’y a rien à rétablir.
tools-more = Plus
hint = Conseil
hint-thinking = Réflexion …
hint-text = { $action } : gagne { $wins } fois sur 100, { $margin } points en moyenne.
hint-table = Toutes les actions, de la meilleure à la moins bonne
hint-line = { $action } : gagne { $wins } fois sur 100
hint-action = Action
hint-chance = Victoires
hint-margin = Points
redo = Rétablir
resign-text = Vous perdrez la partie, mais vous pourrez encore revenir en arrière.
turning = Tourner le plateau vers celui qui doit jouer
bar = Évaluation
bar-off = Aucune
bar-chance = Chances de gain
bar-margin = Points
bar-unknown = Pas encore évalué
bar-says-chance = { $side } gagne { $wins } fois sur 100
bar-says-margin = { $side } mène de { $points ->
    [one] { $points } point
   *[other] { $points } points
} en moyenne
watch-go = Continuer
watch-pause = Pause
watch-step = Pas à pas
watch-speed = Vitesse
key-hint = conseil
key-undo = annuler, rétablir
end-new = Nouvelle partie
an-which-card = Quelle carte est piochée ?
library-broken = Cette partie ne peut pas être reprise : { $why }
library-gone = Cette partie n’est plus ici.
premove-card = Coup anticipé { $card }
premove-draw = Coup anticipé : piocher
