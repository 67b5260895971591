"""Values positions by a rule of thumb, for tests of `ask:` and `--ask`.

    python3 oracle.py FACTS [well | mute | wrong | gone]

FACTS is how many facts a row has room for. Well behaved, it answers what follows from the facts alone;
mute, it ends before it is ready; wrong, it answers too little; gone, it ends after a few batches.
"""

import struct
import sys


def main() -> None:
    facts, manner = int(sys.argv[1]), sys.argv[2]
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    if manner == "mute":
        return
    row = struct.Struct(f"<{facts}HH")
    answers.write(struct.pack("<I", 0))
    answers.flush()
    batches = 0
    while head := questions.read(4):
        batches += 1
        if manner == "gone" and batches > 5:
            return
        (count,) = struct.unpack("<I", head)
        rows = row.iter_unpack(questions.read(count * row.size))
        values = [(sum(numbers[:-1]) % 199 / 100 - 0.99, float(numbers[-1] % 64)) for numbers in rows]
        answers.write(struct.pack("<I", count - (manner == "wrong")))
        answers.write(b"".join(struct.pack("<2f", *value) for value in values))
        answers.flush()


main()
