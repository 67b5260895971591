"""Labels of positions by a teacher: their quality, and the training targets of the small network."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from network import STAGES, STEPS
from rows import Rows

# The batch size of inference, on a GPU and without.
PART, SMALL_PART = 16384, 1024
# Rows of a game are correlated and adjacent; errors are estimated over blocks of this many rows.
TOGETHER = 2048
# The weight of the outcome of a played position beside the label.
BECAME = 0.4
# Ridge penalty towards equal weights, for stages with few games.
CAUTION = 50.0


@torch.no_grad()
def values(network: nn.Module, rows: Rows, start: int, stop: int) -> Tensor:
    """A network's win and margin (in hundreds of points) of rows, each under a random symmetry."""
    out = torch.empty((stop - start, 2), device=rows.device)
    part = PART if rows.device.type == "cuda" else SMALL_PART
    for place in range(start, stop, part):
        here = slice(place, min(place + part, stop))
        facts = rows.facts[here].long()
        turn = torch.randint(8, (len(facts), 1), device=rows.device)
        seen = network(rows.turned[turn, facts].long(), rows.numbers[here, 7].long(), helpers=False)
        win = (torch.tanh(seen["win"] / 2) + torch.tanh(seen["not_loss"] / 2)) / 2
        out[here.start - start : here.stop - start] = torch.stack((win, seen["margin"]), dim=1)
    return out


def stages(rows: Rows, start: int, stop: int) -> Tensor:
    supply = rows.numbers[start:stop, 7].long()
    return (52 - supply % 64) * STEPS // 53 + supply // 64 * STEPS


@dataclass
class Blend:
    """The weights of teacher and search by stage of the game: a least-squares fit to the results of
    held-out games."""

    weights: Tensor

    @staticmethod
    def fit(rows: Rows, start: int, stop: int, taught: Tensor) -> "Blend":
        numbers = rows.numbers[start:stop].float()
        played = numbers[:, 6] == 1
        sides = torch.stack((taught[:, 0], numbers[:, 0] / 16384), dim=1)[played].double()
        result = numbers[played, 4].double()
        stage = stages(rows, start, stop)[played]
        found = []
        for number in range(STAGES):
            here = stage == number
            both = sides[here].T @ sides[here] + CAUTION * torch.eye(2, dtype=torch.double, device=rows.device)
            found.append(torch.linalg.solve(both, sides[here].T @ result[here] + CAUTION / 2))
        return Blend(torch.stack(found).clamp(0, 1.2).float())

    @staticmethod
    def teacher_alone(device: torch.device) -> "Blend":
        return Blend(torch.tensor([[1.0, 0.0]], device=device).repeat(STAGES, 1))

    def labels(self, rows: Rows, start: int, stop: int, taught: Tensor) -> Tensor:
        """The blended win and margin."""
        numbers = rows.numbers[start:stop].float()
        searched = torch.stack((numbers[:, 0] / 16384, numbers[:, 1] / 800), dim=1)
        teacher, search = self.weights[stages(rows, start, stop)].T[:, :, None]
        # The search's values of positions it only visited are poor: there the teacher's count alone.
        moved = search * (1 - numbers[:, 6:7])
        return (teacher + moved) * taught + (search - moved) * searched

    def apply(self, rows: Rows, start: int, stop: int, taught: Tensor) -> None:
        """Writes labels into rows, replacing the search values and most of the outcomes."""
        label = self.labels(rows, start, stop, taught)
        label = torch.stack((label[:, 0].clamp(-1, 1) * 16384, label[:, 1] * 800), dim=1)
        became = rows.numbers[start:stop, 2:4].float()
        played = rows.numbers[start:stop, 6:7].float()
        share = BECAME * played
        rows.numbers[start:stop, 0:2] = label.round().clamp(-32767, 32767).to(torch.int16)
        became = (1 - share) * label + share * became
        rows.numbers[start:stop, 2:4] = became.round().clamp(-32767, 32767).to(torch.int16)


def far(value: Tensor, rows: Rows, start: int, stop: int) -> Tensor:
    """The squared error of values against results by row: a win is 1 and a loss -1."""
    return (value - rows.numbers[start:stop, 4].float()).square()


def table(columns: dict[str, Tensor], rows: Rows, start: int, stop: int) -> dict[str, list]:
    """The mean squared errors of played positions by roses left, in buckets of seven, and of all; `None` for
    empty buckets."""
    numbers = rows.numbers[start:stop]
    played, supply = numbers[:, 6] == 1, numbers[:, 7].long() % 64
    sets = [played & (supply // 7 == step) for step in range(7)] + [played]
    out: dict[str, list] = {"positions": [int(places.sum()) for places in sets]}
    for name, value in columns.items():
        distance = far(value, rows, start, stop)
        out[name] = [round(distance[places].mean().item(), 4) if places.any() else None for places in sets]
    return out


def difference(one: Tensor, other: Tensor, rows: Rows, start: int, stop: int) -> tuple[float, float | None]:
    """By how much the mean squared error of one is below the other's, and the half-width of its 95 %
    confidence interval, or `None` for too few games."""
    played = (rows.numbers[start:stop, 6] == 1).float()
    gain = (far(other, rows, start, stop) - far(one, rows, start, stop)) * played
    count = len(gain) // TOGETHER * TOGETHER
    if count < 2 * TOGETHER:
        return round((gain.sum() / played.sum()).item(), 5), None
    sums, counts = (part[:count].view(-1, TOGETHER).sum(dim=1) for part in (gain, played))
    mean = sums.sum() / counts.sum()
    spread = (sums - mean * counts).square().sum().sqrt() / counts.sum()
    return round(mean.item(), 5), round(1.96 * spread.item(), 5)
