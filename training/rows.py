"""The replay buffer: rows of samples in a ring buffer on the training device."""

from contextlib import nullcontext
from pathlib import Path

import numpy
import torch

from shape import NUMBERS, SET, SQUARES, Shape

# The number of rows that are copied to the device at a time.
PART = 1 << 19


class Rows:
    """A ring buffer of `room` samples. When it is full, the oldest ones are overwritten.

    One thread may add rows while another one samples: `filled` is advanced only after the copy.
    """

    def __init__(self, shape: Shape, room: int, device: torch.device):
        self.shape, self.room, self.device = shape, room, device
        self.facts = torch.zeros((room, shape.most), dtype=torch.int16, device=device)
        self.numbers = torch.zeros((room, NUMBERS), dtype=torch.int16, device=device)
        self.final = torch.zeros((room, 2 * SET), dtype=torch.uint8, device=device)
        self.count = 0
        self.next = 0
        # The same count on the device, where a captured step can read it.
        self.filled = torch.ones((), dtype=torch.int64, device=device)
        identity = [shape.inputs]
        turned = [table + identity for table in shape.facts]
        self.turned = torch.tensor(turned, dtype=torch.int16, device=device)
        # The inverse permutation of squares for each symmetry.
        squares = torch.tensor(shape.squares, device=device)
        self.squares = torch.argsort(squares, dim=1)
        self.bits = torch.arange(8, dtype=torch.uint8, device=device)
        self.aside = torch.cuda.Stream() if device.type == "cuda" else None

    def add(self, path: Path) -> int:
        """Adds the rows of a file that `bosworth inputs` wrote."""
        rows = numpy.memmap(path, dtype=numpy.uint8, mode="r").reshape(-1, self.shape.row)
        start = 0
        while start < len(rows):
            size = min(PART, len(rows) - start, self.room - self.next)
            part = torch.from_numpy(numpy.array(rows[start : start + size]))
            # On a separate stream, concurrently with training.
            with torch.cuda.stream(self.aside) if self.aside else nullcontext():
                self.put(part.to(self.device))
            start += size
        return len(rows)

    def put(self, part: torch.Tensor) -> None:
        split = 2 * self.shape.most
        here = slice(self.next, self.next + len(part))
        self.facts[here] = part[:, :split].contiguous().view(torch.int16)
        self.numbers[here] = part[:, split : split + 2 * NUMBERS].contiguous().view(torch.int16)
        self.final[here] = part[:, split + 2 * NUMBERS :]
        self.next = (self.next + len(part)) % self.room
        self.count = min(self.count + len(part), self.room)
        if self.aside:
            self.aside.synchronize()
        self.filled.fill_(self.count)

    def sample(self, size: int) -> dict[str, torch.Tensor]:
        """A random batch, each sample augmented by a random symmetry."""
        pick = torch.randint(1 << 48, (size,), device=self.device) % self.filled
        turn = torch.randint(8, (size,), device=self.device)
        facts = self.turned[turn[:, None], self.facts[pick].long()].long()
        numbers = self.numbers[pick].float()
        final = self.final[pick].view(size, 2, SET, 1)
        final = (final >> self.bits & 1).view(size, 2, 8 * SET)[:, :, :SQUARES]
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
