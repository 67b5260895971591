# Pourquoi une action est bonne ou mauvaise. Une phrase qui commence par une minuscule prend une majuscule si rien ne la précède.
# Celles qui n’ont pas de sujet parlent de l’action.
why-instead = { $action }, en revanche, { $text }
why-instead-then = Avec { $action }, en revanche : { $text }
why-instead-draw = Si l’on pioche, en revanche : { $text }
why-after = après { $action }
why-after-draw = si l’on pioche
why-and = et
why-or = ni
why-rose = { $effect }.

# Comment une carte est jouée.
why-move = { $card } en { $square }
why-move-hero = { $card } avec un héros en { $square }

# Ce que fait une rose : des parties de phrases.
why-joins = réunit des territoires de { $sizes } roses (+{ $points })
why-joins-single = réunit { $count } roses isolées (+{ $points })
why-extends = agrandit un territoire à { $size } roses (+{ $points })
why-begins = commence un nouveau territoire
why-cuts = coupe le territoire de { $size } roses de { $loser } en { $sizes } (−{ $points } pour { $loser })
why-shrinks = prend une rose au territoire de { $size } roses de { $loser } (−{ $points } pour { $loser })
why-takes-single = prend une rose isolée à { $loser }

why-denies-joins = empêche { $other } de réunir en { $square } des territoires de { $sizes } roses (+{ $points }).
why-denies-joins-single = empêche { $other } de réunir en { $square } { $count } roses isolées (+{ $points }).
why-denies-extends = empêche { $other } d’agrandir en { $square } un territoire à { $size } roses (+{ $points }).
why-prepares = prépare { $square } : une rose y réunirait des territoires de { $sizes } roses (+{ $points }).
why-prepares-single = prépare { $square } : une rose y réunirait { $count } roses isolées (+{ $points }).
why-fewer-points = ne rapporte que { $points } ; { $action } en rapporterait { $more }.

why-no-reply-draw = { $other } n’a alors aucune carte jouable et doit piocher.
why-no-reply-pass = { $other } n’a alors aucune carte jouable et doit passer.
why-rescue-few = { $other } ne peut alors pas jouer depuis { $square } et doit piocher ; sur { $all } cartes possibles, { $count ->
    [0] aucune n’y serait jouable.
    [one] seule { $cards } y serait jouable.
   *[other] seules { $cards } y seraient jouables.
}
why-rescue-many = { $other } ne peut alors pas jouer depuis { $square } et doit piocher ; sur { $all } cartes possibles, { $count } y seraient jouables.
why-stuck = { $other } ne peut alors plus jouer { $cards }.
why-freed = { $other } peut alors aussi jouer { $cards }.
why-reply-points = les cartes de { $other } rapportent alors au plus { $points } au lieu de { $than } { $after }.
why-hero-replies = { $other } ne peut alors jouer qu’avec un héros.
why-lone-replies = { $other } ne peut alors que commencer de nouveaux territoires.
why-one-reply = { $other } n’a alors qu’une carte jouable : { $move }.
why-reply = { $other } peut alors jouer { $move }, ce qui { $effect }.
why-reply-ends = { $other } peut alors terminer et gagner la partie avec { $move }.
why-reply-count = { $other } peut alors jouer { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} au lieu { $than ->
    [0] d’aucune
   *[other] de { $than }
} { $after }.
why-threat = { $wait } { $side } peut jouer { $move }, ce qui { $effect }.
why-threat-ends = { $wait } { $side } peut terminer et gagner la partie avec { $move }.
# Ce qui précède une menace.
why-wait-may-draw = si { $other } pioche,
why-wait-must-draw = { $other } doit piocher, puis
why-wait-must-pass = { $other } doit passer, puis
why-follow-ups = depuis { $square }, { $side } { $count ->
    [0] ne pourrait continuer avec aucune carte
    [one] pourrait continuer avec { $count } carte
   *[other] pourrait continuer avec { $count } cartes
} au lieu { $than ->
    [0] d’aucune
   *[other] de { $than }
} { $after }.

why-crown-place = laisse la couronne en { $square }, mieux placée qu’en { $than }.
why-harmful-rose = pose en { $square } une rose qui nuit plus qu’elle ne sert.
why-fills-hand = { $side } a alors cinq cartes et ne pourra pas piocher à son prochain tour.
why-keeps-card = joue { $than } et garde { $card }, qui vaut plus en main.
why-spends-card = joue { $card }, qui vaut plus en main, et garde { $than }.
why-hand-size = { $side } { $count ->
    [0] n’a alors plus de carte
    [one] a alors { $count } carte
   *[other] a alors { $count } cartes
} en main au lieu { $than ->
    [0] d’aucune
   *[other] de { $than }
} { $after }.
why-drawable = { $other } ne peut pas jouer depuis { $square } ; la carte piochée y est jouable dans { $count } cas sur { $all }.
why-drawn-joins = si { $other } pioche aussi, la carte pourrait réunir des territoires depuis { $square } dans { $count } cas sur { $all }.
why-tempo-heroes = { $side } gagne un temps, car { $other } ne peut jouer depuis { $square } qu’avec un héros.
why-tempo-territories = { $side } gagne un temps, car { $other } ne peut que commencer de nouveaux territoires depuis { $square }.
why-tempo-full = { $side } gagne un temps, car { $other } a cinq cartes et doit jouer depuis { $square }.
why-spends-hero = coûte { $left ->
    [0] le dernier héros.
    [one] un héros ; il en reste { $left }.
   *[other] un héros ; il en reste { $left }.
}
why-keeps-hero = économise un héros : { $action } en coûterait un.
why-nears-end = rapproche la fin : il ne reste { $left ->
    [one] qu’une rose
   *[other] que { $left } roses
}, et { $side } mène de { $points }.
why-delays = la partie dure plus longtemps : { $left ->
    [one] { $left } rose reste
   *[other] { $left } roses restent
} dans la réserve, et { $side } a { $points } de retard.

why-ends = termine la partie : { $winner } gagne { $most } à { $least }.
why-ends-drawn = termine la partie sur une nulle.
