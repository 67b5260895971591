# Games with a handicap, and their odds.
handicap-no-hero = { $giver } plays without heroes
handicap-heroes = { $count ->
    [one] { $giver } plays with 1 hero
   *[other] { $giver } plays with { $count } heroes
}
handicap-cards = { $giver } starts with { $count } cards
handicap-roses = { $count ->
    [one] { $other } has 1 rose on the board
   *[other] { $other } has { $count } roses on the board
}
handicap-second = { $other } begins
handicap-opponent = Opponent
odds-level = Level { $level }
odds-even = About even between level { $weaker } and level { $stronger }.
odds-range = { $player } wins { $low } to { $high } of 100 games.
odds-least = { $player } wins at least { $low } of 100 games.
