"""Training on rows for a time or a number of steps."""

import math
import time
from dataclasses import dataclass

import torch
import torch.nn.functional as nnf

from network import BINS, Network
from rows import Rows


@dataclass
class Schedule:
    """How long, how fast. A time counts if there is one, else the steps."""

    seconds: float | None = None
    steps: int = 1000
    batch: int = 16384
    rate: float = 1e-3
    last_rate: float = 2e-5
    warm_up: int = 100
    # No sample is seen more often than this, however much time there is: each has eight images.
    passes: float = 24.0


# How much of what became of a played position is in its target, the rest is what was found.
BECAME = 0.5
# How much of the bare result.
RESULT = 0.1
# The value matters most. Most of its loss is chance that nothing can foresee, so even small weights
# of the helpers weigh heavily.
MARGIN_WEIGHT = 0.1
OWNER_WEIGHT = 0.02
BINS_WEIGHT = 0.005
# Rows of facts that hardly ever occur should not keep the noise they began with.
DECAY = 0.1


def losses(network: Network, batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    out = network(batch["facts"], batch["supply"])
    played = batch["played"]
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
        "value": 0.5 * (bce(out["win"], win) + bce(out["not_loss"], not_loss)),
        "margin": nnf.mse_loss(out["margin"], margin),
        "owner": (owner * played).sum() / count,
        "bins": (nnf.cross_entropy(out["bins"], bins, reduction="none") * played).sum() / count,
    }


def train(network: Network, rows: Rows, schedule: Schedule) -> dict[str, float]:
    """Trains in place; returns the mean losses of the last tenth."""
    others = [weights for name, weights in network.named_parameters() if name != "first"]
    groups = [{"params": [network.first], "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=schedule.rate, fused=rows.device.type == "cuda")
    start = time.monotonic()
    sums: dict[str, torch.Tensor] = {}
    counted = step = 0
    enough = max(1.0, schedule.passes * rows.count / schedule.batch)
    while True:
        if schedule.seconds is None:
            done = step / schedule.steps
        else:
            done = max((time.monotonic() - start) / schedule.seconds, step / enough)
        if done >= 1:
            break
        rate = schedule.last_rate + (schedule.rate - schedule.last_rate) * 0.5 * (1 + math.cos(math.pi * done))
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / schedule.warm_up)
        parts = losses(network, rows.sample(schedule.batch))
        loss = (
            parts["value"]
            + MARGIN_WEIGHT * parts["margin"]
            + OWNER_WEIGHT * parts["owner"]
            + BINS_WEIGHT * parts["bins"]
        )
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        network.limit()
        step += 1
        if step % 50 == 0 and rows.device.type == "cuda":
            torch.cuda.synchronize()
        if done > 0.9:
            counted += 1
            for name, part in parts.items():
                sums[name] = sums.get(name, 0) + part.detach()
    means = {name: float(part) / counted for name, part in sums.items()}
    seconds = time.monotonic() - start
    return {**means, "steps": step, "samples_per_s": step * schedule.batch / seconds}
