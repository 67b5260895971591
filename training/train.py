"""Training steps on the replay buffer, and the exponential moving average (EMA) of the weights."""

import copy

import torch
import torch.nn.functional as nnf
from torch import nn

from network import BINS
from rows import Rows

# The weight of the outcome in the target of a played position; the rest is the search value.
BECAME = 0.6
# The weight of the bare result, the only target that distinguishes wins from draws.
RESULT = 0.05
# The sample weight of positions that a search only visited: they have no outcome.
LOOKED_AT = 0.5
# The value matters most. Most of its loss is irreducible noise, so even small weights of the auxiliary
# losses have a strong effect.
WEIGHTS = {"value": 1.0, "margin": 0.1, "owner": 0.02, "bins": 0.005}
# One minus the decay of the EMA of the weights.
FRESH = 1e-3


def losses(network: nn.Module, batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    out = network(batch["facts"], batch["supply"])
    played = batch["played"]
    weight = played + LOOKED_AT * (1 - played)
    weight = weight / weight.mean()
    share = BECAME * played
    value = (1 - share) * batch["found"] + share * batch["became"]
    chance = (1 + value.clamp(-1, 1)) / 2
    bare = RESULT * played
    win = (1 - bare) * chance + bare * (batch["result"] > 0)
    not_loss = (1 - bare) * chance + bare * (batch["result"] >= 0)
    margin = (1 - share) * batch["found_margin"] + share * batch["became_margin"]
    bins = ((batch["margin"] * 10).round().clamp(-20, 20) + BINS // 2).long()
    bce = nnf.binary_cross_entropy_with_logits
    count = played.sum().clamp(min=1)
    owner = nnf.cross_entropy(out["owner"], batch["owner"], reduction="none").mean(dim=1)
    return {
        "value": 0.5 * (bce(out["win"], win, weight) + bce(out["not_loss"], not_loss, weight)),
        "margin": (weight * (out["margin"] - margin).square()).mean(),
        "owner": (owner * played).sum() / count,
        "bins": (nnf.cross_entropy(out["bins"], bins, reduction="none") * played).sum() / count,
    }


class Trainer:
    """Trains a small network or a teacher step by step.

    On a GPU a step is captured as a CUDA graph and replayed: launching its hundreds of small kernels
    one by one would take several times as long as computing them.
    """

    def __init__(self, network: nn.Module, rows: Rows, batch: int, weights: dict[str, float] = WEIGHTS):
        self.network, self.rows, self.batch, self.weights = network, rows, batch, weights
        self.average = copy.deepcopy(network)
        on_gpu = rows.device.type == "cuda"
        self.rate = torch.tensor(0.0, device=rows.device)
        self.optimizer = torch.optim.AdamW(network.groups(), lr=self.rate, fused=on_gpu, capturable=on_gpu)
        self.sums = {name: torch.zeros((), device=rows.device) for name in weights}
        self.steps = 0
        self.counted = 0
        self.recorded = self.record() if on_gpu else None

    def step(self, rate: float) -> None:
        self.rate.fill_(rate)
        if self.recorded is None:
            self.compute()
        else:
            self.recorded.replay()
        self.steps += 1
        self.counted += 1

    def compute(self) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        parts = losses(self.network, self.rows.sample(self.batch))
        sum(weight * parts[name] for name, weight in self.weights.items()).backward()
        self.optimizer.step()
        self.network.limit()
        with torch.no_grad():
            torch._foreach_lerp_(list(self.average.parameters()), list(self.network.parameters()), FRESH)
            for name, part in parts.items():
                self.sums[name] += part

    def record(self) -> torch.cuda.CUDAGraph:
        """Captures a step as a CUDA graph. The warm-up steps that this needs are undone."""
        kept = [weights.detach().clone() for weights in self.network.parameters()]
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                self.compute()
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, capture_error_mode="thread_local"):
            self.compute()
        with torch.no_grad():
            for weights, average, before in zip(self.network.parameters(), self.average.parameters(), kept):
                weights.copy_(before)
                average.copy_(before)
            for state in self.optimizer.state.values():
                for tensor in state.values():
                    tensor.zero_()
        self.means()
        return graph

    def means(self) -> dict[str, float]:
        """The mean losses since the last call."""
        means = {name: float(part) / max(1, self.counted) for name, part in self.sums.items()}
        for part in self.sums.values():
            part.zero_()
        self.counted = 0
        return means
