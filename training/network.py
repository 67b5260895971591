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
STAGES = 8
OUTPUTS = 3
# What 1 is written as.
FIRST = 128
LATER = 64
LAST = 512
MOST = 127
BINS = 41


def rounded(weights: Tensor, unit: int, most: int) -> Tensor:
    whole = torch.clamp(torch.round(weights * unit), -most, most) / unit
    return weights + (whole - weights).detach()


def floored(values: Tensor) -> Tensor:
    """Down to whole 128ths, for values between layers."""
    whole = torch.floor(values * FIRST + 1e-3) / FIRST
    return values + (whole - values).detach()


def clipped(values: Tensor) -> Tensor:
    return torch.clamp(floored(values), 0, MOST / FIRST)


def squared(values: Tensor) -> Tensor:
    clip = torch.clamp(values, 0, MOST / FIRST)
    return floored(clip * clip)


class Network(nn.Module):
    def __init__(self, inputs: int):
        super().__init__()
        self.inputs = inputs

        def weights(*size: int, fan: int) -> nn.Parameter:
            return nn.Parameter(torch.randn(*size) * (1.0 / fan) ** 0.5)

        self.first = weights(inputs, WIDTH, fan=1200)
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

    def forward(self, facts: Tensor, supply: Tensor, helpers: bool = True) -> dict[str, Tensor]:
        size = len(facts)
        # One column more for what fills rows up, and as many as make whole vectors.
        columns = self.inputs // 16 * 16 + 16
        counts = torch.zeros((size, columns), device=facts.device)
        counts.scatter_add_(1, facts, torch.ones(1, 1, device=facts.device).expand(size, facts.shape[1]))
        first = rounded(self.first, FIRST, MOST)
        first = torch.cat((first, first.new_zeros(columns - self.inputs, WIDTH)))
        sums = counts @ first + rounded(self.first_bias, FIRST, 32767)
        values = squared(sums)
        stage = nnf.one_hot((52 - supply) * STAGES // 53, STAGES).float()

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

        parts = [b"BOSWNET\x01", struct.pack("<4I", self.inputs, WIDTH, HIDDEN, STAGES)]
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
