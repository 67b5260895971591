"""The teacher: a larger convolutional network over the same features, used only for distillation.

Convolutions share weights across squares, so it generalises better from the same games than the small
network can. It computes in floating point, in bfloat16 on a GPU, and is never exported.
"""

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from network import BINS, OUTPUTS
from shape import CARDS, SQUARES, Shape

SIDE = 9
# The planes, padded for faster matrix multiplication.
PLANES = 48
# The sets of cards: own hand, theirs, the pile.
HANDS = 3
# The squares, padded for faster matrix multiplication.
FILLED = 88
# The number of channels of a message along cards, by set of cards.
TOLD = 8
POOLED = 32
HEAD = 128
DECAY = 0.02
# The teacher benefits from heavier auxiliary losses, which extract more from each game.
WEIGHTS = {"value": 1.0, "margin": 0.1, "owner": 0.1, "bins": 0.02}


def pictures(squares: Tensor) -> Tensor:
    """From (batch, square, channel) to images of 9 × 9."""
    return squares.view(len(squares), SIDE, SIDE, -1).permute(0, 3, 1, 2)


def by_square(pictures: Tensor) -> Tensor:
    return pictures.permute(0, 2, 3, 1).flatten(1, 2)


def convolution(inside: int, outside: int, gain: float) -> nn.Conv2d:
    layer = nn.Conv2d(inside, outside, 3, padding=1)
    with torch.no_grad():
        layer.weight.mul_(gain)
        layer.bias.zero_()
    return layer.to(memory_format=torch.channels_last)


class Along(nn.Module):
    """Message passing between squares along cards: from each square to the targets of the cards, and
    back from the targets."""

    def __init__(self, width: int):
        super().__init__()
        self.ahead = nn.Linear(width, HANDS * TOLD)
        self.back = nn.Linear(width, HANDS * TOLD)

    def forward(self, squares: Tensor, leads: Tensor) -> Tensor:
        def by_hand(told: Tensor) -> Tensor:
            told = nnf.pad(told, (0, 0, 0, FILLED - SQUARES))
            return told.view(len(told), FILLED, HANDS, TOLD).transpose(1, 2)

        ahead = torch.matmul(leads, by_hand(self.ahead(squares)))
        back = torch.matmul(leads.transpose(2, 3), by_hand(self.back(squares)))
        return torch.cat((ahead, back), dim=1)[:, :, :SQUARES].transpose(1, 2).flatten(2)


class Block(nn.Module):
    """A residual block of two convolutions, with global mean pooling and, optionally, message passing
    along cards."""

    def __init__(self, width: int, connected: bool):
        super().__init__()
        self.first = convolution(width, width, gain=1.0)
        self.second = convolution(width, width, gain=0.1)
        self.whole = nn.Linear(width, width)
        self.along = Along(width) if connected else None
        self.join = nn.Linear(2 * HANDS * TOLD, width) if connected else None

    def forward(self, squares: Tensor, leads: Tensor) -> Tensor:
        ready = nnf.relu(squares)
        inner = by_square(self.first(pictures(ready)))
        inner = inner + self.whole(ready.mean(dim=1))[:, None]
        if self.along is not None:
            inner = inner + self.join(self.along(ready, leads))
        return squares + by_square(self.second(pictures(nnf.relu(inner))))


class Teacher(nn.Module):
    def __init__(self, shape: Shape, width: int, blocks: int):
        super().__init__()
        self.inputs = shape.inputs
        board = SQUARES * shape.planes
        self.others = shape.inputs - board
        self.held, self.pile, self.grounds = shape.held - board, shape.pile - board, shape.grounds
        fact = torch.arange(shape.inputs + 1)
        place = torch.where(
            fact < board,
            fact % SQUARES * PLANES + fact // SQUARES,
            fact - board + SQUARES * PLANES,
        )
        self.register_buffer("place", place, persistent=False)
        # By card: the adjacency matrix from squares to targets.
        leads = torch.zeros(CARDS, FILLED, FILLED)
        for square, targets in enumerate(shape.targets):
            leads[torch.arange(CARDS), square, torch.tensor(targets)] = 1
        leads[:, :, SQUARES] = 0
        self.register_buffer("leads", leads.view(CARDS, -1), persistent=False)
        self.told = Along(PLANES)
        self.stem = convolution(PLANES + 2 * HANDS * TOLD, width, gain=1.0)
        self.counts = nn.Linear(self.others, width)
        # One block in three passes messages along cards.
        self.blocks = nn.ModuleList(Block(width, connected=place % 3 == 1) for place in range(blocks))
        self.owner = nn.Linear(width, 3)
        self.pooled = nn.Linear(width, POOLED)
        self.facts = nn.Linear(self.others, 2 * POOLED)
        self.head = nn.Linear(4 * POOLED, HEAD)
        self.last = nn.Linear(HEAD, OUTPUTS + BINS)

    def forward(self, facts: Tensor, supply: Tensor, helpers: bool = True) -> dict[str, Tensor]:
        """The interface of the small network; `supply` is unused, because it is among the features."""
        with torch.autocast("cuda", torch.bfloat16, enabled=facts.is_cuda, cache_enabled=False):
            return self.look(facts, helpers)

    def look(self, facts: Tensor, helpers: bool) -> dict[str, Tensor]:
        squares, others = self.counted(facts)
        leads = self.where(others)
        squares = squares.to(leads.dtype)
        squares = torch.cat((squares, self.told(squares, leads)), dim=2)
        squares = by_square(self.stem(pictures(squares))) + self.counts(others)[:, None]
        for block in self.blocks:
            squares = block(squares, leads)
        squares = nnf.relu(squares)
        pooled = self.pooled(squares)
        pooled = torch.cat((pooled.mean(dim=1), pooled.amax(dim=1), self.facts(others)), dim=1)
        out = self.last(nnf.relu(self.head(nnf.relu(pooled)))).float()
        result = {"win": out[:, 0], "not_loss": out[:, 1], "margin": out[:, 2]}
        if helpers:
            result["owner"] = self.owner(squares).float().transpose(1, 2)
            result["bins"] = out[:, OUTPUTS:]
        return result

    def counted(self, facts: Tensor) -> tuple[Tensor, Tensor]:
        """The feature counts by square, and those of the others."""
        size, board = len(facts), SQUARES * PLANES
        # The spare columns spread the padding, so that the additions do not all contend for one address.
        spare = 64
        fill = board + self.others + torch.arange(facts.shape[1], device=facts.device) % spare
        places = torch.where(facts < self.inputs, self.place[facts], fill)
        counts = torch.zeros((size, board + self.others + spare), device=facts.device)
        counts.scatter_add_(1, places, torch.ones(1, 1, device=facts.device).expand_as(places))
        return counts[:, :board].view(size, SQUARES, PLANES), counts[:, board : board + self.others]

    def where(self, others: Tensor) -> Tensor:
        """By set of cards: the adjacency matrix from squares to targets."""

        def cards(start: int, hands: int) -> Tensor:
            part = others[:, start : start + hands * CARDS * self.grounds]
            return part.reshape(len(others), hands, CARDS, self.grounds).sum(dim=3)

        hands = torch.cat((cards(self.held, 2), cards(self.pile, 1)), dim=1)
        return (hands @ self.leads).view(len(others), HANDS, FILLED, FILLED)

    def groups(self) -> list[dict]:
        """The parameter groups, by weight decay."""
        return [{"params": list(self.parameters()), "weight_decay": DECAY}]

    def limit(self) -> None:
        """Does nothing: these weights are never quantised."""
