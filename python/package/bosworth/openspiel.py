"""The Rose King in OpenSpiel. Importing this module registers the game.

>>> import pyspiel
>>> import bosworth.openspiel
>>> game = pyspiel.load_game("bosworth(edition=kingofroses,ties=largest)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 24)

Player 0 is Red. All chance is explicit: the ten cards of the deal, Red's first, then, where the rules want it, the lot for
the first side (0: Red), and every card that is drawn. Cards have the same numbers as actions: see `bosworth.ACTIONS`.
The parameter `edition` names the rules; `cards`, `first`, `reshuffle`, `ending` and `ties` change single points of them.
"""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from . import ACTIONS, CARDS, OBSERVATION_LAYOUT, OBSERVATION_SIZE, PendingDraw, Position

__all__ = ["RoseKingGame", "RoseKingState"]

_SIDES = ("red", "white")
_HAND = 5
#: 52 roses and 8 heroes are played, at most as many cards are drawn, and nobody passes twice in a row.
_MAX_PLAYS = 60
#: The points of the rules; an empty text is what the edition says.
_POINTS = ("cards", "first", "reshuffle", "ending", "ties")

_GAME_TYPE = pyspiel.GameType(
    short_name="bosworth",
    long_name="The Rose King",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"edition": "classic", **dict.fromkeys(_POINTS, "")},
)
_GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=len(ACTIONS),
    max_chance_outcomes=len(CARDS),
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=4 * _MAX_PLAYS,
)


class RoseKingGame(pyspiel.Game):
    """The game with its rules."""

    def __init__(self, params: "dict[str, Any] | None" = None) -> None:
        super().__init__(_GAME_TYPE, _GAME_INFO, params or {})
        given = self.get_parameters()
        points = [f"{name}={given[name]}" for name in _POINTS if given.get(name)]
        self.ruleset: str = given.get("edition", "classic") + (":" + ",".join(points) if points else "")
        # The lot decides who acts first exactly if White acts first after some deals.
        starts = (Position.deal(seed, self.ruleset) for seed in range(64))
        self.has_lot = any(start.side == "white" for start in starts)

    def new_initial_state(self) -> "RoseKingState":
        """The state before the deal."""
        return RoseKingState(self)

    def state_of(self, position: Position) -> "RoseKingState":
        """A state that begins with a position, for searches. It has no history, so it cannot be serialised."""
        state = RoseKingState(self)
        state._node = position
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Everybody sees everything but the order of the pile."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, the lot and the draws."""
        return 2 * _HAND + 1 + _MAX_PLAYS


class RoseKingState(pyspiel.State):
    """A state: the deal so far, a position, or a draw whose card is not known yet."""

    def __init__(self, game: RoseKingGame) -> None:
        super().__init__(game)
        self._ruleset = game.ruleset
        self._has_lot = game.has_lot
        self._dealt: list[int] = []
        self._node: "Position | PendingDraw | None" = None

    @property
    def position(self) -> "Position | None":
        """The position, the one before the draw if a card is to come, or None during the deal."""
        return self._node.position if isinstance(self._node, PendingDraw) else self._node

    def current_player(self) -> int:
        if not isinstance(self._node, Position):
            return int(pyspiel.PlayerId.CHANCE)
        if self._node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return _SIDES.index(self._node.side)

    def is_terminal(self) -> bool:
        return isinstance(self._node, Position) and self._node.is_over

    def returns(self) -> list[float]:
        outcome = self._node.outcome if isinstance(self._node, Position) else None
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "red" else [-1.0, 1.0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if isinstance(self._node, PendingDraw):
            return [(CARDS.index(card), probability) for card, probability in self._node.outcomes()]
        if len(self._dealt) == 2 * _HAND:
            return [(0, 0.5), (1, 0.5)]
        left = [card for card in range(len(CARDS)) if card not in self._dealt]
        return [(card, 1 / len(left)) for card in left]

    def _legal_actions(self, player: int) -> list[int]:
        return self._node.action_numbers() if isinstance(self._node, Position) else []

    def _apply_action(self, action: int) -> None:
        if isinstance(self._node, Position):
            self._node = self._node.act(action)
        elif isinstance(self._node, PendingDraw):
            self._node = self._node.resolve(CARDS[action])
        elif len(self._dealt) < 2 * _HAND:
            self._dealt.append(action)
            if len(self._dealt) == 2 * _HAND and not self._has_lot:
                self._node = self._start(0)
        else:
            self._node = self._start(action)

    def _start(self, first: int) -> Position:
        hands = (self._dealt[:_HAND], self._dealt[_HAND:])
        red, white = (",".join(CARDS[card] for card in hand) for hand in hands)
        board = "/".join("9" * 9)
        return Position(f"{board} e5 {'rw'[first]} {red} {white} 4 4 - {self._ruleset}")

    def _action_to_string(self, player: int, action: int) -> str:
        if isinstance(self._node, Position) and player >= 0:
            return self._node.action_text(action)
        if self._node is None and len(self._dealt) == 2 * _HAND:
            return f"{_SIDES[action]} begins"
        return CARDS[action]

    def __str__(self) -> str:
        if self._node is None:
            return "deal: " + ",".join(CARDS[card] for card in self._dealt)
        drawing = " +" if isinstance(self._node, PendingDraw) else ""
        return f"{self.position}{drawing}"


class _Observer:
    """A position from a player's point of view; zeros before the deal is complete."""

    def __init__(self, params: Any) -> None:
        if params:
            raise ValueError(f"the observer has no parameters, but {params} were given")
        self.tensor = np.zeros(OBSERVATION_SIZE, np.float32)
        self.dict = {name: self.tensor[part] for name, part in OBSERVATION_LAYOUT.items()}

    def set_from(self, state: RoseKingState, player: int) -> None:
        """Fills `tensor`."""
        position = state.position
        self.tensor[:] = 0 if position is None else position.observation(_SIDES[player])

    def string_from(self, state: RoseKingState, player: int) -> str:
        """The state as text, the same for both players."""
        return str(state)


pyspiel.register_game(_GAME_TYPE, RoseKingGame)
