#!/usr/bin/env python3
"""Measures the calibration of a network's values against results, and plots it.

    bosworth datagen fresh.games --games 1500 --seed 4242
    bosworth inputs fresh.games --value-by shipped --out fresh.rows
    python3 training/calibration.py fresh.rows docs/lab/calibration.svg

Values are static evaluations, without search, of positions that were played.
"""

import sys
from pathlib import Path

import numpy

ROW, NUMBERS = 446, 408
SIZE, EDGE = 320, 40


def main() -> None:
    rows = numpy.fromfile(sys.argv[1], dtype=numpy.uint8).reshape(-1, ROW)
    numbers = rows[:, NUMBERS : NUMBERS + 16].copy().view(numpy.int16).astype(float)
    numbers = numbers[numbers[:, 6] == 1]
    chance, won = (1 + numbers[:, 0] / 16384) / 2, (1 + numbers[:, 4]) / 2
    margin, final = numbers[:, 1] / 8, numbers[:, 5]
    points = []
    print("| predicted | positions | won |\n|---|---|---|")
    for low in range(0, 100, 10):
        here = (chance * 100 >= low) & (chance * 100 < low + 10)
        if here.sum() >= 100:
            points.append((chance[here].mean(), won[here].mean()))
            print(f"| {100 * chance[here].mean():.1f} % | {here.sum()} | {100 * won[here].mean():.1f} % |")
    print(f"\nmargin: {margin.mean():+.2f} predicted, {final.mean():+.2f} on average; by quartiles of the prediction:")
    for part in numpy.array_split(numpy.argsort(margin), 4):
        print(f"  {margin[part].mean():+.1f} predicted, {final[part].mean():+.1f} on average")
    Path(sys.argv[2]).write_text(drawing(points))


def drawing(points: list[tuple[float, float]]) -> str:
    def place(x: float, y: float) -> str:
        return f"{EDGE + x * SIZE:.1f},{EDGE + (1 - y) * SIZE:.1f}"

    line = " ".join(place(x, y) for x, y in points)
    dots = "".join(
        '<circle cx="{}" cy="{}" r="4" fill="#a00"/>'.format(*place(x, y).split(",")) for x, y in points
    )
    whole = SIZE + 2 * EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" font-family="sans-serif" font-size="13">'
        f'<rect x="{EDGE}" y="{EDGE}" width="{SIZE}" height="{SIZE}" fill="#fff" stroke="#888"/>'
        f'<polyline points="{place(0, 0)} {place(1, 1)}" stroke="#bbb" stroke-dasharray="4" fill="none"/>'
        f'<polyline points="{line}" stroke="#a00" fill="none"/>{dots}'
        f'<text x="{whole / 2}" y="{whole - 12}" text-anchor="middle">predicted win chance</text>'
        f'<text x="16" y="{whole / 2}" text-anchor="middle" transform="rotate(-90 16 {whole / 2})">won</text></svg>\n'
    )


if __name__ == "__main__":
    main()
