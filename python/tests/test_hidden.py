"""Nothing that a player sees reveals the order of the pile (invariant 2)."""

import copy
import io
import pickle

import pytest

from bosworth import Game, PendingDraw
from bosworth.fair import Dealer, verify
from bosworth.vector import VectorEnv


def played(dealer: Dealer) -> Game:
    game = Game(dealer.start)
    while not game.position.is_over:
        action = game.position.actions()[-1]
        after = game.position.act(action)
        if isinstance(after, PendingDraw):
            card, position = dealer.draw(after)
            assert game.push("+" + card) == position
        else:
            game.push(action)
    return game


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_dealer_and_running_games_cannot_be_copied(duplicate):
    for secret in (Dealer("5ec2e7"), VectorEnv(2)):
        with pytest.raises(TypeError):
            duplicate(secret)


def test_the_text_of_a_dealer_is_the_number_of_its_cards():
    dealer = Dealer("5ec2e7")
    assert repr(dealer) == str(dealer) == "Dealer(14 cards)"
    assert [name for name in dir(dealer) if not name.startswith("_")] == [
        "commitment",
        "draw",
        "reveal",
        "start",
    ]


def test_games_with_the_same_cards_have_equal_positions_whatever_comes_next():
    """Two piles of the same cards in another order: everything visible is the same."""
    by_start = {}
    for number in range(2000):
        dealer = Dealer(f"{number:x}")
        by_start.setdefault(str(dealer.start), []).append(dealer)
    dealer = Dealer("1")
    position = dealer.start
    visible = [str(position), repr(position), pickle.dumps(position), position._repr_svg_()]
    other = Dealer("1", red_nonce="another").start
    again = type(position)(str(position))
    assert again != other
    assert [str(again), repr(again), pickle.dumps(again), again._repr_svg_()] == visible


def test_a_pile_is_shown_in_canonical_order():
    from bosworth import CARDS

    game = played(Dealer("abc"))
    for position in game.positions:
        assert position.pile == [card for card in CARDS if card in position.pile]


def test_a_finished_game_can_be_verified():
    dealer = Dealer("5ec2e7", game="game 7", red_nonce="lancaster", white_nonce="york")
    game = played(dealer)
    record = dealer.reveal(game)
    assert verify(record) == game
    draw = next(place for place, ply in enumerate(game.plies) if ply.startswith("+"))
    before = game.positions[draw]
    other = next(card for card in before.pile if "+" + card != game.plies[draw])
    forged = dealer.reveal(Game(game.start, [*game.plies[:draw], "+" + other]))
    with pytest.raises(ValueError, match="is the next card of this shuffle"):
        verify(forged)


def test_copies_of_an_environment_draw_cards_of_their_own():
    """Otherwise a planner could try in a copy which card comes next."""
    rose_king_v0 = pytest.importorskip("bosworth.rose_king_v0")
    env = rose_king_v0.raw_env()
    env.reset(seed=1)
    while "+" not in env.position.actions():
        env.step(env.position.action_numbers()[0])
    drawn = set()
    for _ in range(40):
        twin = copy.deepcopy(env)
        assert twin.position == env.position
        twin.step(24)
        drawn.add(str(twin.position))
    assert len(drawn) > 5
    unpickler = pickle.Unpickler(io.BytesIO(pickle.dumps(env)))
    assert unpickler.load().position == env.position
