# Warum eine Aktion gut oder schlecht ist. Ein Satz, der klein beginnt, beginnt groß, wenn nichts davor steht.
# Sätze ohne Subjekt handeln von der Aktion.
why-instead = { $action } dagegen { $text }
why-instead-then = Mit { $action } dagegen: { $text }
why-instead-draw = Beim Nachziehen dagegen: { $text }
why-after = nach { $action }
why-after-draw = nach dem Nachziehen
why-and = und
why-or = und
why-rose = { $effect }.

# Wie eine Karte gespielt wird.
why-move = { $card } nach { $square }
why-move-hero = { $card } mit einem Helden nach { $square }

# Was eine Rose bewirkt: Teile von Sätzen.
why-joins = verbindet Gebiete mit { $sizes } Rosen (+{ $points })
why-joins-single = verbindet { $count } einzelne Rosen (+{ $points })
why-extends = vergrößert ein Gebiet auf { $size } Rosen (+{ $points })
why-begins = beginnt ein neues Gebiet
why-cuts = teilt das Gebiet von { $loser } mit { $size } Rosen in { $sizes } (−{ $points } für { $loser })
why-shrinks = nimmt eine Rose aus dem Gebiet von { $loser } mit { $size } Rosen (−{ $points } für { $loser })
why-takes-single = nimmt { $loser } eine einzelne Rose

why-denies-joins = verhindert, dass { $other } auf { $square } Gebiete mit { $sizes } Rosen verbindet (+{ $points }).
why-denies-joins-single = verhindert, dass { $other } auf { $square } { $count } einzelne Rosen verbindet (+{ $points }).
why-denies-extends = verhindert, dass { $other } auf { $square } ein Gebiet auf { $size } Rosen vergrößert (+{ $points }).
why-prepares = bereitet { $square } vor: Eine Rose dort würde Gebiete mit { $sizes } Rosen verbinden (+{ $points }).
why-prepares-single = bereitet { $square } vor: Eine Rose dort würde { $count } einzelne Rosen verbinden (+{ $points }).
why-fewer-points = bringt nur { $points }, { $action } brächte { $more }.

why-no-reply-draw = { $other } kann dann keine Karte spielen und muss nachziehen.
why-no-reply-pass = { $other } kann dann keine Karte spielen und muss aussetzen.
why-rescue-few = { $other } kann dann von { $square } aus nicht spielen und muss nachziehen; von den { $all } möglichen Karten { $count ->
    [0] wäre dort keine
    [one] wäre dort nur { $cards }
   *[other] wären dort nur { $cards }
} spielbar.
why-rescue-many = { $other } kann dann von { $square } aus nicht spielen und muss nachziehen; von den { $all } möglichen Karten wären dort { $count } spielbar.
why-stuck = { $other } kann dann { $cards } nicht spielen.
why-freed = { $other } kann dann auch { $cards } spielen.
why-reply-points = Die Karten von { $other } bringen dann höchstens { $points } statt { $than } { $after }.
why-hero-replies = { $other } kann dann nur mit einem Helden spielen.
why-lone-replies = { $other } kann dann nur neue Gebiete beginnen.
why-one-reply = { $other } kann dann nur { $move } spielen.
why-reply = { $other } kann dann { $move } spielen; das { $effect }.
why-reply-ends = { $other } kann dann { $move } spielen, damit die Partie beenden und gewinnen.
why-reply-count = { $other } kann dann { $count ->
    [one] 1 Karte
   *[other] { $count } Karten
} spielen statt { $than ->
    [0] keiner
   *[other] { $than }
} { $after }.
why-threat = { $wait } kann { $side } { $move } spielen; das { $effect }.
why-threat-ends = { $wait } kann { $side } { $move } spielen, damit die Partie beenden und gewinnen.
# Was vor einer Drohung steht.
why-wait-may-draw = Wenn { $other } nachzieht,
why-wait-must-draw = { $other } muss nachziehen, und dann
why-wait-must-pass = { $other } muss aussetzen, und dann
why-follow-ups = Von { $square } aus könnte { $side } mit { $count ->
    [0] keiner Karte
    [one] 1 Karte
   *[other] { $count } Karten
} weiterspielen statt mit { $than ->
    [0] keiner
   *[other] { $than }
} { $after }.

why-crown-place = lässt die Krone auf { $square }, wo sie besser steht als auf { $than }.
why-harmful-rose = legt eine Rose auf { $square }, die mehr schadet als nützt.
why-fills-hand = { $side } hat dann fünf Karten und kann beim nächsten Mal nicht nachziehen.
why-keeps-card = behält { $card }, die auf der Hand mehr wert ist als { $than }.
why-spends-card = gibt { $card } her, die auf der Hand mehr wert ist als { $than }.
why-hand-size = { $side } hat dann { $count ->
    [0] keine Karte
    [one] 1 Karte
   *[other] { $count } Karten
} auf der Hand statt { $than ->
    [0] keiner
   *[other] { $than }
} { $after }.
why-drawable = { $other } kann von { $square } aus nicht spielen; die nachgezogene Karte ist dort in { $count } von { $all } Fällen spielbar.
why-drawn-joins = Wenn { $other } auch nachzieht, könnte die Karte von { $square } aus in { $count } von { $all } Fällen Gebiete verbinden.
why-tempo-heroes = { $side } gewinnt ein Tempo, weil { $other } von { $square } aus nur mit einem Helden spielen kann.
why-tempo-territories = { $side } gewinnt ein Tempo, weil { $other } von { $square } aus nur neue Gebiete beginnen kann.
why-tempo-full = { $side } gewinnt ein Tempo, weil { $other } fünf Karten hat und von { $square } aus spielen muss.
why-spends-hero = kostet { $left ->
    [0] den letzten Helden.
    [one] einen Helden; 1 bleibt.
   *[other] einen Helden; { $left } bleiben.
}
why-keeps-hero = spart einen Helden, den { $action } kosten würde.
why-nears-end = bringt das Ende näher: { $left ->
    [one] Nur noch 1 Rose ist
   *[other] Nur noch { $left } Rosen sind
} übrig, und { $side } liegt { $points } vorn.
why-delays = Die Partie dauert länger: { $left ->
    [one] 1 Rose bleibt
   *[other] { $left } Rosen bleiben
} im Vorrat, und { $side } liegt { $points } zurück.

why-ends = beendet die Partie: { $winner } gewinnt mit { $most } zu { $least }.
why-ends-drawn = beendet die Partie unentschieden.
