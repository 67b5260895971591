rules-contents = Sommaire
rules-try = À essayer :
rules-aim = But du jeu
rules-aim-text =
    Deux camps, Rouge et { $white }, déplacent une couronne sur un plateau de 9 × 9 cases. Là où elle arrive, ils posent une rose.
    Les roses d’une couleur qui se touchent forment un territoire. Les grands valent bien plus que les petits. Le camp qui a le plus de points gagne.
rules-start = Le début
rules-start-text =
    Le plateau est vide et la couronne est au milieu, en e5. Il y a 52 roses, rouges d’un côté et { $white-faces } de l’autre, communes aux deux camps.
    Il y a 24 cartes : chacune des huit directions avec I, II et III. Chaque camp en reçoit cinq, visibles de tous. Les autres forment la pioche, face cachée.
    Chaque camp a quatre héros. Rouge commence.
rules-turn = Votre tour
rules-turn-text =
    Vous faites exactement l’une de ces trois choses : jouer une carte, jouer une carte avec un héros, ou piocher une carte.
    Si aucune n’est possible, vous passez. Sinon, passer est interdit.
rules-card = Jouer une carte
rules-card-text =
    La couronne se déplace dans la direction de l’épée, d’exactement le nombre de cases indiqué par le chiffre. Elle saute par-dessus les roses.
    Elle doit arriver sur une case vide du plateau. Vous y posez une rose de votre couleur, et la couronne se tient dessus.
    La carte va à la défausse, visible.
rules-hero = Avec un héros
rules-hero-text =
    Avec un héros, la couronne doit arriver sur une rose adverse. Vous retournez cette rose pour montrer votre couleur.
    Le héros est perdu pour de bon. Un héros n’arrive jamais sur une case vide ni sur votre propre rose.
rules-draw = Piocher
rules-draw-text =
    Vous pouvez piocher tant que vous avez moins de cinq cartes. La carte rejoint votre main, visible.
    Si la pioche est vide, la défausse est mélangée et devient la pioche.
rules-end = La fin
rules-end-text =
    La partie se termine dès que la dernière des 52 roses est posée.
    Elle se termine aussi quand les deux camps ont cinq cartes et ne peuvent en jouer aucune, même avec un héros.
rules-score = Les points
rules-score-text =
    Un territoire est un groupe de roses d’une même couleur qui se touchent par un côté. Les coins ne relient pas.
    Un territoire vaut sa taille multipliée par elle-même.
rules-table = Ce que valent les territoires
rules-size = Taille
rules-points = Points
rules-beyond = Et ainsi de suite : n roses valent n × n points ; 26 roses en valent 676.
rules-example = Un exemple
rules-example-text = { $white } a 64 + 4 + 1 = 69 points, Rouge 25 + 4 + 4 + 1 = 34. On compte plus vite en éliminant d’abord les territoires égaux des deux côtés.
rules-ties = Égalité
rules-ties-text = À égalité de points, le plus grand territoire l’emporte, puis le plus grand nombre de roses sur le plateau. S’il y a encore égalité, la partie est nulle.
rules-editions = Les éditions
rules-editions-text = Voilà le jeu classique. On peut jouer trois éditions, et toutes leurs combinaisons.
rules-note = Le roi des roses est un jeu de Dirk Henn. Ses règles sont expliquées ici avec nos propres mots.
rules-book = Le livre pour hébergeurs et programmeurs : serveurs, bots, notation, ordinateur
