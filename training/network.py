"""The network, with quantisation-aware training: the forward pass is exactly what the program computes.

Weights are rounded in the forward pass, with a straight-through estimator for the gradient, so the
exported network is exactly the trained one.
"""

import struct
from pathlib import Path

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

WIDTH = 192
HIDDEN = 32
# The dense layers come in buckets by blockade rule and number of roses left.
STEPS = 8
ENDINGS = 2
STAGES = ENDINGS * STEPS
OUTPUTS = 3
# The quantisation scales: what 1 is written as.
FIRST = 128
LATER = 64
LAST = 512
MOST = 127
BINS = 41
# The fraction of the gradient that passes where activations are clipped.
LEAK = 0.01
# Weight decay of the first layer: rows of rare features should not keep their random initialisation.
DECAY = 0.1


def rounded(weights: Tensor, unit: int, most: int) -> Tensor:
    whole = torch.clamp(torch.round(weights * unit), -most, most) / unit
    return weights + (whole - weights).detach()


def floored(values: Tensor) -> Tensor:
    """Rounds activations down to multiples of 1/128, straight-through."""
    whole = torch.floor(values * FIRST + 1e-3) / FIRST
    return values + (whole - values).detach()


def leak(values: Tensor, clip: Tensor) -> Tensor:
    """Zero, but with a gradient where values were clipped, so that dead units can recover."""
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
        # Auxiliary heads, for training only.
        self.owner = nn.Linear(WIDTH, 3 * 81)
        self.bins = nn.Linear(WIDTH, BINS)

    def sums(self, facts: Tensor) -> Tensor:
        """The accumulator: the sum of the rows of the active features; larger indices are padding."""
        first = rounded(self.first, FIRST, MOST)
        bias = rounded(self.first_bias, FIRST, 32767)
        if not facts.is_cuda:
            first = torch.cat((first, first.new_zeros(1, WIDTH)))
            return nnf.embedding_bag(facts, first, mode="sum", padding_idx=self.inputs) + bias
        # On a GPU a dense matrix product is faster than gathering rows. The spare columns spread the
        # padding, so that the atomic additions do not all contend for one address.
        spare = 64 - self.inputs % 32
        fill = self.inputs + torch.arange(facts.shape[1], device=facts.device) % spare
        facts = torch.where(facts < self.inputs, facts, fill)
        counts = torch.zeros((len(facts), self.inputs + spare), device=facts.device)
        counts.scatter_add_(1, facts, torch.ones(1, 1, device=facts.device).expand_as(facts))
        return counts @ torch.cat((first, first.new_zeros(spare, WIDTH))) + bias

    def forward(self, facts: Tensor, supply: Tensor, helpers: bool = True) -> dict[str, Tensor]:
        """`facts` are feature indices by row; `supply` is the roses left, plus 64 if one blocked side
        ends the game."""
        size = len(facts)
        values = squared(self.sums(facts))
        stage = (52 - supply % 64) * STEPS // 53 + supply // 64 * STEPS
        stage = (stage[:, None] == torch.arange(STAGES, device=stage.device)).float()

        def layer(values: Tensor, weights: Tensor, bias: Tensor) -> Tensor:
            # Computes all buckets and masks all but one: faster than gathering weights by row.
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
        """The parameter groups, by weight decay."""
        others = [weights for name, weights in self.named_parameters() if name != "first"]
        return [{"params": [self.first], "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]

    @torch.no_grad()
    def limit(self) -> None:
        """Clamps weights to their quantised range."""
        self.first.clamp_(-MOST / FIRST, MOST / FIRST)
        self.second.clamp_(-MOST / LATER, MOST / LATER)
        self.third.clamp_(-MOST / LATER, MOST / LATER)
        self.last.clamp_(-32767 / LAST, 32767 / LAST)

    @torch.no_grad()
    def export(self, path: Path) -> None:
        """Writes a network file; crates/engine/src/eval/network/layers.rs documents the format."""

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
