"""PettingZoo, Gymnasium and OpenSpiel: their own tests, and that their games are those of the rules."""

import copy
import random

import numpy as np
import pytest

from bosworth import EDITIONS, Position


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_the_environment():
    test = pytest.importorskip("pettingzoo.test")
    from bosworth import rose_king_v0

    for ruleset in EDITIONS:
        test.api_test(rose_king_v0.env(ruleset=ruleset), num_cycles=300)
    test.seed_test(rose_king_v0.env, num_cycles=200)
    test.seed_test(rose_king_v0.raw_env, num_cycles=200)


def test_pettingzoo_games_end_with_the_outcome_of_the_rules():
    pytest.importorskip("pettingzoo")
    from bosworth import rose_king_v0

    env = rose_king_v0.raw_env(render_mode="ansi")
    for seed in range(20):
        env.reset(seed=seed)
        chance = random.Random(seed)
        total = dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter():
            observation, reward, termination, _, _ = env.last()
            total[agent] += reward
            if not termination:
                assert agent == env.position.side and Position(env.render()) == env.position
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(chance.choice(list(legal))))
            else:
                env.step(None)
        winner = env.position.outcome.winner
        expected = {agent: 0 if winner is None else 1 if agent == winner else -1 for agent in total}
        assert total == expected


def test_an_illegal_action_loses_or_raises():
    pytest.importorskip("pettingzoo")
    from bosworth import rose_king_v0

    env = rose_king_v0.env()
    env.reset(seed=1)
    env.last()
    env.step(24)
    assert env.terminations == {"red": True, "white": True} and env.rewards["red"] == -1
    raw = rose_king_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="Red cannot draw"):
        raw.step(24)


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_accepts_the_environment():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    import bosworth.gymnasium  # noqa: F401

    for arguments in ({"level": 1}, {"level": 2, "side": "white", "ruleset": "kingofroses"}):
        check_env(gymnasium.make("bosworth/RoseKing-v0", **arguments).unwrapped)


def test_gymnasium_games_are_repeated_by_their_seed():
    pytest.importorskip("gymnasium")
    from bosworth.gymnasium import RoseKingEnv

    def played(env):
        chance = np.random.default_rng(3)
        _, info = env.reset(seed=11)
        positions, over = [], False
        while not over:
            action = int(chance.choice(info["action_mask"].nonzero()[0]))
            _, reward, over, _, info = env.step(action)
            positions.append(str(env.position))
        winner = env.position.outcome.winner
        assert reward == (0 if winner is None else 1 if winner == env.learner else -1)
        return positions

    assert played(RoseKingEnv(level=2)) == played(RoseKingEnv(level=2))
    env = RoseKingEnv(level=1, side="red")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(24)
    assert (reward, over, info["illegal"][:15]) == (-1, True, "Red cannot draw")


SPIEL_GAMES = ["bosworth", "bosworth(edition=kingofroses)", "bosworth(edition=brettspielnetz,ending=either)"]


@pytest.mark.parametrize("name", SPIEL_GAMES)
def test_openspiel_accepts_the_game(name):
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.observation import make_observation
    from open_spiel.python.tests import games_sim_test

    import bosworth.openspiel  # noqa: F401

    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)
    observation = make_observation(game)
    for seed in range(5):
        chance = random.Random(seed)
        state = game.new_initial_state()
        drawn = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-9
                drawn += 1
                action = chance.choice(outcomes)[0]
            else:
                side = ("red", "white")[state.current_player()]
                assert state.legal_actions() == state.position.action_numbers()
                for player, viewer in enumerate(("red", "white")):
                    observation.set_from(state, player)
                    assert (observation.tensor == state.position.observation(viewer)).all()
                assert side == state.position.side
                action = chance.choice(state.legal_actions())
            twin = copy.deepcopy(state)
            state.apply_action(action)
            assert str(twin.child(action)) == str(state)
        winner = state.position.outcome.winner
        assert state.returns() == {"red": [1, -1], "white": [-1, 1], None: [0, 0]}[winner]
        assert 10 <= drawn <= game.max_chance_nodes_in_history()
        text = pyspiel.serialize_game_and_state(game, state)
        same, again = pyspiel.deserialize_game_and_state(text)
        assert str(again) == str(state) and same.get_parameters() == game.get_parameters()


def test_openspiel_parameters_are_the_points_of_the_rules():
    pyspiel = pytest.importorskip("pyspiel")
    import bosworth.openspiel  # noqa: F401

    game = pyspiel.load_game("bosworth(edition=kingofroses,ties=largest,first=red)")
    assert Position.deal(1, game.ruleset).ruleset == "classic:cards=holder,ending=either,colours=blue"
    assert game.new_initial_state().child(0).chance_outcomes()[0][0] == 1
