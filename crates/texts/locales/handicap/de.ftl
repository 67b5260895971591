# Partien mit Vorgabe und ihre Aussichten.
handicap-no-hero = { $giver } spielt ohne Helden
handicap-heroes = { $giver } spielt mit { $count } Helden
handicap-cards = { $giver } bekommt zu Beginn { $count } Karten
handicap-roses = { $count ->
    [one] { $other } hat schon 1 Rose auf dem Brett
   *[other] { $other } hat schon { $count } Rosen auf dem Brett
}
handicap-second = { $other } fängt an
handicap-opponent = Gegner
odds-level = Stufe { $level }
odds-even = Etwa ausgeglichen zwischen Stufe { $weaker } und Stufe { $stronger }.
odds-range = { $player } gewinnt { $low } bis { $high } von 100 Partien.
odds-least = { $player } gewinnt mindestens { $low } von 100 Partien.
