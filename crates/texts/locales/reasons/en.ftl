# Why an action is good or bad. A sentence that starts with a small letter gets a capital one where nothing precedes it.
# Those without a subject are about the action.
why-instead = { $action }, by contrast, { $text }
why-instead-then = With { $action } instead: { $text }
why-instead-draw = Drawing instead: { $text }
why-after = after { $action }
why-after-draw = after a draw
why-and = and
why-or = or
why-rose = { $effect }.

# How a card is played.
why-move = { $card } to { $square }
why-move-hero = { $card } with a hero to { $square }

# What a rose does: parts of sentences.
why-joins = joins territories of { $sizes } roses (+{ $points })
why-joins-single = joins { $count } single roses (+{ $points })
why-extends = extends a territory to { $size } roses (+{ $points })
why-begins = begins a new territory
why-cuts = cuts { $loser }’s territory of { $size } roses into { $sizes } (−{ $points } for { $loser })
why-shrinks = takes a rose from { $loser }’s territory of { $size } (−{ $points } for { $loser })
why-takes-single = takes a single rose from { $loser }

why-denies-joins = keeps { $other } from joining territories of { $sizes } roses on { $square } (+{ $points }).
why-denies-joins-single = keeps { $other } from joining { $count } single roses on { $square } (+{ $points }).
why-denies-extends = keeps { $other } from extending a territory to { $size } roses on { $square } (+{ $points }).
why-prepares = prepares { $square }: a rose there would join territories of { $sizes } roses (+{ $points }).
why-prepares-single = prepares { $square }: a rose there would join { $count } single roses (+{ $points }).
why-fewer-points = brings only { $points }; { $action } would bring { $more }.

why-no-reply-draw = { $other } then has no card to play and must draw.
why-no-reply-pass = { $other } then has no card to play and must pass.
why-rescue-few = { $other } then cannot play from { $square } and must draw; of the { $all } cards that may come, { $count ->
    [0] none
   *[other] only { $cards }
} could be played there.
why-rescue-many = { $other } then cannot play from { $square } and must draw; of the { $all } cards that may come, { $count } could be played there.
why-stuck = { $other } then cannot play { $cards }.
why-freed = { $other } can then also play { $cards }.
why-reply-points = { $other }’s cards then bring at most { $points } instead of { $than } { $after }.
why-hero-replies = { $other } can then only play with a hero.
why-lone-replies = { $other } can then only begin new territories.
why-one-reply = { $other } can then play only { $move }.
why-reply = { $other } can then play { $move }, which { $effect }.
why-reply-ends = { $other } can then play { $move }, which ends the game and wins it.
why-reply-count = { $other } can then play { $count ->
    [one] 1 card
   *[other] { $count } cards
} instead of { $than ->
    [0] none
   *[other] { $than }
} { $after }.
why-threat = { $wait } { $side } can play { $move }, which { $effect }.
why-threat-ends = { $wait } { $side } can play { $move }, which ends the game and wins it.
# What comes before a threat.
why-wait-may-draw = if { $other } draws,
why-wait-must-draw = { $other } must draw, and then
why-wait-must-pass = { $other } must pass, and then
why-follow-ups = from { $square }, { $side } could go on with { $count ->
    [0] no card
    [one] 1 card
   *[other] { $count } cards
} instead of { $than ->
    [0] none
   *[other] { $than }
} { $after }.

why-crown-place = leaves the crown on { $square }, a better place than { $than }.
why-harmful-rose = puts a rose on { $square } that does more harm than good.
why-fills-hand = { $side } then holds five cards and cannot draw on its next turn.
why-keeps-card = keeps { $card }, which is worth more in hand than { $than }.
why-spends-card = spends { $card }, which is worth more in hand than { $than }.
why-hand-size = { $side } then holds { $count ->
    [0] no card
    [one] 1 card
   *[other] { $count } cards
} instead of { $than ->
    [0] none
   *[other] { $than }
} { $after }.
why-drawable = { $other } cannot play from { $square }; the drawn card can be played there in { $count } of { $all } cases.
why-drawn-joins = if { $other } draws too, the card could join territories from { $square } in { $count } of { $all } cases.
why-tempo-heroes = { $side } gains a tempo, since { $other } can only play with a hero from { $square }.
why-tempo-territories = { $side } gains a tempo, since { $other } can only begin new territories from { $square }.
why-tempo-full = { $side } gains a tempo, since { $other } holds five cards and must play from { $square }.
why-spends-hero = costs { $left ->
    [0] the last hero.
    [one] a hero; 1 is left.
   *[other] a hero; { $left } are left.
}
why-keeps-hero = saves a hero, which { $action } would cost.
why-nears-end = brings the end closer: only { $left ->
    [one] 1 rose is
   *[other] { $left } roses are
} left, and { $side } leads by { $points }.
why-delays = the game lasts longer: { $left ->
    [one] 1 rose stays
   *[other] { $left } roses stay
} in the supply, and { $side } is { $points } behind.

why-ends = ends the game: { $winner } wins, { $most } to { $least }.
why-ends-drawn = ends the game in a draw.
