"""Rows of samples on the device that trains, the newest ones in a ring."""

from pathlib import Path

import numpy
import torch

from shape import NUMBERS, SET, SQUARES, Shape


class Rows:
    """Room for so many samples. When it is full, the oldest ones go."""

    def __init__(self, shape: Shape, room: int, device: torch.device):
        self.shape, self.room, self.device = shape, room, device
        self.facts = torch.empty((room, shape.most), dtype=torch.int16, device=device)
        self.numbers = torch.empty((room, NUMBERS), dtype=torch.int16, device=device)
        self.final = torch.empty((room, 2 * SET), dtype=torch.uint8, device=device)
        self.count = 0
        self.next = 0
        identity = [shape.inputs]
        turned = [table + identity for table in shape.facts]
        self.turned = torch.tensor(turned, dtype=torch.int16, device=device)
        # Where the content of a square comes from, for each symmetry.
        squares = torch.tensor(shape.squares, device=device)
        self.squares = torch.argsort(squares, dim=1)

    def add(self, path: Path) -> int:
        """Adds the rows of a file that `bosworth inputs` wrote."""
        rows = numpy.fromfile(path, dtype=numpy.uint8).reshape(-1, self.shape.row)
        split = 2 * self.shape.most
        for start in range(0, len(rows), 1 << 20):
            part = torch.from_numpy(rows[start : start + (1 << 20)]).to(self.device)
            part = part[: self.room]
            facts = part[:, :split].contiguous().view(torch.int16)
            numbers = part[:, split : split + 2 * NUMBERS].contiguous().view(torch.int16)
            final = part[:, split + 2 * NUMBERS :]
            place = (self.next + torch.arange(len(part), device=self.device)) % self.room
            self.facts[place], self.numbers[place], self.final[place] = facts, numbers, final
            self.next = (self.next + len(part)) % self.room
            self.count = min(self.count + len(part), self.room)
        return len(rows)

    def sample(self, size: int) -> dict[str, torch.Tensor]:
        """Random rows, each turned or mirrored at random."""
        pick = torch.randint(self.count, (size,), device=self.device)
        turn = torch.randint(8, (size,), device=self.device)
        facts = self.turned[turn[:, None], self.facts[pick].long()].long()
        numbers = self.numbers[pick].float()
        bits = torch.arange(8, device=self.device)
        final = self.final[pick].view(size, 2, SET, 1)
        final = (final >> bits & 1).view(size, 2, 8 * SET)[:, :, :SQUARES]
        final = final.gather(2, self.squares[turn][:, None, :].expand(-1, 2, -1))
        # 0 empty, 1 of the side to act, 2 of its opponent.
        owner = final[:, 0].long() + 2 * final[:, 1].long()
        return {
            "facts": facts,
            "found": numbers[:, 0] / 16384,
            "found_margin": numbers[:, 1] / 800,
            "became": numbers[:, 2] / 16384,
            "became_margin": numbers[:, 3] / 800,
            "result": numbers[:, 4],
            "margin": numbers[:, 5] / 100,
            "played": numbers[:, 6],
            "supply": numbers[:, 7].long(),
            "owner": owner,
        }
