"""Run the mutants for some minutes: `python -m tests.fuzz --minutes 5 [--first N] [--kind report]`."""

import argparse
import resource
import sys
from pathlib import Path
from time import monotonic

from tests.fuzz.readers import KINDS, Count, run


def main() -> int:
    """Print what became of the mutants; faults go to files of the folder given, and make the status 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--first", type=int, default=100_000, help="number of the first mutants")
    parser.add_argument("--kind", choices=list(KINDS), help="readers of one kind only")
    parser.add_argument("--folder", type=Path, help="where the bytes of faults are written")
    options = parser.parse_args()
    count, number = Count(), options.first
    pairs = [
        (kind, name) for kind, (_, files) in KINDS.items() for name in files if options.kind in (None, kind)
    ]
    end = monotonic() + 60 * options.minutes
    while monotonic() < end:
        for kind, name in pairs:
            run(count, kind, name, number=number)
        number += 1
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    figures = f"slowest {count.slowest:.2f} s, largest {memory} MB, {len(count.faults)} faults"
    lines = [f"{count.mutants} mutants, {figures}"]
    lines += [f"{times:8d}  {answer}" for answer, times in sorted(count.answers.items())]
    for at, (name, fault, data) in enumerate(count.faults[:50]):
        lines.append(f"FAULT {name}: {fault}")
        if options.folder:
            (options.folder / f"fault-{at}.bin").write_bytes(data)
    sys.stdout.write("\n".join(lines) + "\n")
    return bool(count.faults)


if __name__ == "__main__":
    raise SystemExit(main())
