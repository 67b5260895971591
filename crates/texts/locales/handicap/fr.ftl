# Les parties à handicap et leurs chances.
handicap-no-hero = { $giver } joue sans héros
handicap-heroes = { $giver } joue avec { $count } héros
handicap-cards = { $giver } reçoit { $count } cartes au départ
handicap-roses = { $count ->
    [one] { $other } a déjà { $count } rose sur le plateau
   *[other] { $other } a déjà { $count } roses sur le plateau
}
handicap-second = { $other } commence
handicap-opponent = L’adversaire
odds-level = Niveau { $level }
odds-even = À peu près équilibré entre le niveau { $weaker } et le niveau { $stronger }.
odds-range = { $player } gagne { $low } à { $high } parties sur 100.
odds-least = { $player } gagne au moins { $low } parties sur 100.
