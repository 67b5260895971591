#!/usr/bin/env python3
"""Evaluates positions for the program, as an external evaluation: `bosworth datagen --ask` and `ask:` in a match.

    bosworth arena "ask:python3 training/answer.py --program bosworth --width 64 --blocks 6 teacher.pt@250n" tree:250n

It reads batches from its input and answers on its output: crates/lab/src/player/external_evaluation.rs says how.
"""

import argparse
import struct
import sys
from pathlib import Path

import numpy
import torch
from torch import Tensor, nn

from network import Network
from shape import Shape
from teacher import Teacher

# Batches are padded to one of these sizes, each with its own CUDA graph.
SIZES = [256, 1024, 2048, 4096, 8192, 12288, 16384, 20480]
# Without a GPU, large batches would only waste work on padding.
SMALL = [16, 64, 256]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path, help="of a teacher (teacher.pt), or of a small network (last.pt)")
    parser.add_argument("--program", required=True, help="the bosworth binary, which prints the layout of rows")
    parser.add_argument("--width", type=int, default=64, help="of the teacher")
    parser.add_argument("--blocks", type=int, default=6, help="of the teacher; 0 for a small network")
    return parser.parse_args()


class Answerer:
    def __init__(self, network: nn.Module, shape: Shape, device: torch.device):
        self.network, self.shape, self.device = network.eval(), shape, device
        self.sizes = SIZES if device.type == "cuda" else SMALL
        most, row = self.sizes[-1], shape.most + 1
        self.rows = torch.full((most, row), shape.inputs, dtype=torch.int16, pin_memory=device.type == "cuda")
        self.rows[:, -1] = 0
        self.there = self.rows.to(device)
        self.recorded = {size: self.record(size) for size in self.sizes} if device.type == "cuda" else {}

    @torch.no_grad()
    def values(self, rows: Tensor) -> Tensor:
        out = self.network(rows[:, :-1].long(), rows[:, -1].long(), helpers=False)
        win = (torch.tanh(out["win"] / 2) + torch.tanh(out["not_loss"] / 2)) / 2
        return torch.stack((win, out["margin"] * 100), dim=1)

    def record(self, size: int) -> tuple[torch.cuda.CUDAGraph, Tensor]:
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(2):
                self.values(self.there[:size])
        torch.cuda.current_stream().wait_stream(aside)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            out = self.values(self.there[:size])
        return graph, out

    def answer(self, count: int) -> numpy.ndarray:
        """Evaluates the first `count` rows of the buffer."""
        size = next(size for size in self.sizes if size >= count)
        self.there[:size].copy_(self.rows[:size], non_blocking=True)
        if not self.recorded:
            return self.values(self.there[:count]).numpy()
        graph, out = self.recorded[size]
        graph.replay()
        return out[:count].cpu().numpy()

    def run(self) -> None:
        questions, answers = sys.stdin.buffer, sys.stdout.buffer
        bytes_of = memoryview(self.rows.numpy()).cast("B")
        width = 2 * (self.shape.most + 1)
        answers.write(struct.pack("<I", 0))
        answers.flush()
        while head := questions.read(4):
            (left,) = struct.unpack("<I", head)
            answers.write(head)
            while left > 0:
                count = min(left, self.sizes[-1])
                if questions.readinto(bytes_of[: count * width]) != count * width:
                    raise SystemExit("the input is truncated")
                answers.write(self.answer(count).astype("<f4").tobytes())
                left -= count
            answers.flush()


def main() -> None:
    args = arguments()
    torch.backends.cuda.matmul.allow_tf32 = True
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    shape = Shape.of(args.program)
    network = Teacher(shape, args.width, args.blocks) if args.blocks else Network(shape.inputs)
    network = network.to(device)
    network.load_state_dict(torch.load(args.weights, map_location=device))
    Answerer(network, shape, device).run()


if __name__ == "__main__":
    main()
