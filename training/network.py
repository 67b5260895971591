"""The network, computed in training exactly as the program computes it: with whole numbers.

Weights are rounded on the way forward, and gradients pass as if they were not. So what is
exported is what was trained.
"""

import struct
from pathlib import Path

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

WIDTH = 192
HIDDEN = 32
# The layers after the first are chosen by how many roses are left and how the game ends.
STEPS = 8
ENDINGS = 2
STAGES = ENDINGS * STEPS
OUTPUTS = 3
# What 1 is written as.
FIRST = 128
LATER = 64
LAST = 512
MOST = 127
BINS = 41
# How much of a gradient passes where values are clipped.
LEAK = 0.01
# Rows of facts that hardly ever occur should not keep the noise they began with.
DECAY = 0.1


def rounded(weights: Tensor, unit: int, most: int) -> Tensor:
    whole = torch.clamp(torch.round(weights * unit), -most, most) / unit
    return weights + (whole - weights).detach()


def floored(values: Tensor) -> Tensor:
    """Down to whole 128ths, for values between layers."""
    whole = torch.floor(values * FIRST + 1e-3) / FIRST
    return values + (whole - values).detach()


def leak(values: Tensor, clip: Tensor) -> Tensor:
    """Nothing, but with a gradient where values were clipped: what is off can be turned on again."""
    beyond = LEAK * (values - clip)
    return beyond - beyond.detach()


def clipped(values: Tensor) -> Tensor:
    clip = torch.clamp(values, 0, MOST / FIRST)
    return floored(clip) + leak(values, clip)


def squared(values: Tensor) -> Tensor:
    clip = torch.clamp(values, 0, MOST / FIRST)
    return floored(clip * clip) + leak(values, clip)


class Network(nn.Module):
    def __init__(self, inputs: int):
        super().__init__()
        self.inputs = inputs

        def weights(*size: int, fan: int) -> nn.Parameter:
            return nn.Parameter(torch.randn(*size) * (1.0 / fan) ** 0.5)

        self.first = weights(inputs, WIDTH, fan=12000)
        self.first_bias = nn.Parameter(torch.full((WIDTH,), 0.3))
        self.second = weights(STAGES, WIDTH, HIDDEN, fan=40)
        self.second_bias = nn.Parameter(torch.full((STAGES, HIDDEN), 0.2))
        self.third = weights(STAGES, 2 * HIDDEN, HIDDEN, fan=24)
        self.third_bias = nn.Parameter(torch.full((STAGES, HIDDEN), 0.2))
        self.last = weights(STAGES, HIDDEN, OUTPUTS, fan=16)
        self.last_bias = nn.Parameter(torch.zeros(STAGES, OUTPUTS))
        # Helpers: only training uses them.
        self.owner = nn.Linear(WIDTH, 3 * 81)
        self.bins = nn.Linear(WIDTH, BINS)

    def sums(self, facts: Tensor) -> Tensor:
        """The first layer: the sum of the rows of all facts; numbers beyond them count nothing."""
        first = rounded(self.first, FIRST, MOST)
        bias = rounded(self.first_bias, FIRST, 32767)
        if not facts.is_cuda:
            first = torch.cat((first, first.new_zeros(1, WIDTH)))
            return nnf.embedding_bag(facts, first, mode="sum", padding_idx=self.inputs) + bias
        # A device multiplies whole matrices faster than it picks rows. Some columns more, so that
        # what fills rows up does not all go to one place.
        spare = 64 - self.inputs % 32
        fill = self.inputs + torch.arange(facts.shape[1], device=facts.device) % spare
        facts = torch.where(facts < self.inputs, facts, fill)
        counts = torch.zeros((len(facts), self.inputs + spare), device=facts.device)
        counts.scatter_add_(1, facts, torch.ones(1, 1, device=facts.device).expand_as(facts))
        return counts @ torch.cat((first, first.new_zeros(spare, WIDTH))) + bias

    def forward(self, facts: Tensor, supply: Tensor, helpers: bool = True) -> dict[str, Tensor]:
        """Facts by row, and the roses left, 64 more if the game ends when either side is blocked."""
        size = len(facts)
        values = squared(self.sums(facts))
        stage = (52 - supply % 64) * STEPS // 53 + supply // 64 * STEPS
        stage = (stage[:, None] == torch.arange(STAGES, device=stage.device)).float()

        def layer(values: Tensor, weights: Tensor, bias: Tensor) -> Tensor:
            # All stages at once, then the one that counts: faster than to pick weights by row.
            wide = weights.permute(1, 0, 2).reshape(weights.shape[1], -1)
            sums = (values @ wide).view(size, STAGES, -1) + bias
            return (sums * stage[:, :, None]).sum(dim=1)

        hidden = layer(
            values,
            rounded(self.second, LATER, MOST),
            rounded(self.second_bias, FIRST * LATER, 1 << 30),
        )
        hidden = clipped(hidden)
        hidden = torch.cat((hidden, squared(hidden)), dim=1)
        hidden = layer(
            hidden,
            rounded(self.third, LATER, MOST),
            rounded(self.third_bias, FIRST * LATER, 1 << 30),
        )
        hidden = clipped(hidden)
        out = layer(
            hidden,
            rounded(self.last, LAST, 32767),
            rounded(self.last_bias, FIRST * LAST, 1 << 30),
        )
        result = {"win": out[:, 0], "not_loss": out[:, 1], "margin": out[:, 2]}
        if helpers:
            result["owner"] = self.owner(values).view(size, 3, 81)
            result["bins"] = self.bins(values)
        return result

    def groups(self) -> list[dict]:
        """The weights, by how much they decay."""
        others = [weights for name, weights in self.named_parameters() if name != "first"]
        return [{"params": [self.first], "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]

    @torch.no_grad()
    def limit(self) -> None:
        """Keeps weights where they can be written."""
        self.first.clamp_(-MOST / FIRST, MOST / FIRST)
        self.second.clamp_(-MOST / LATER, MOST / LATER)
        self.third.clamp_(-MOST / LATER, MOST / LATER)
        self.last.clamp_(-32767 / LAST, 32767 / LAST)

    @torch.no_grad()
    def export(self, path: Path) -> None:
        """Writes the file that the program reads: crates/engine/src/eval/network/layers.rs."""

        def whole(weights: Tensor, unit: int, most: int, kind: torch.dtype) -> bytes:
            numbers = torch.clamp(torch.round(weights.float() * unit), -most, most)
            return numbers.to(kind).cpu().contiguous().numpy().tobytes()

        parts = [b"BOSWNET\x02", struct.pack("<4I", self.inputs, WIDTH, HIDDEN, STAGES)]
        parts.append(whole(self.first, FIRST, MOST, torch.int8))
        parts.append(whole(self.first_bias, FIRST, 32767, torch.int16))
        for stage in range(STAGES):
            parts.append(whole(self.second[stage].T, LATER, MOST, torch.int8))
            parts.append(whole(self.second_bias[stage], FIRST * LATER, 1 << 30, torch.int32))
            parts.append(whole(self.third[stage].T, LATER, MOST, torch.int8))
            parts.append(whole(self.third_bias[stage], FIRST * LATER, 1 << 30, torch.int32))
            parts.append(whole(self.last[stage].T, LAST, 32767, torch.int16))
            parts.append(whole(self.last_bias[stage], FIRST * LAST, 1 << 30, torch.int32))
        path.write_bytes(b"".join(parts))
