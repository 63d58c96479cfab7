"""Measurements of `manage.py bench` for the verifier: a bundle and a process a family."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from ratings.public_log import verifier
from tests.bench.figures import Figure, Size
from tests.bench.proof_facts import bundle_of

SYSTEMS = ("ffg", "egf", "fide-standard", "fics-blitz", "ladder")
COMPILED_SECONDS, PLAIN_SECONDS = 10, 60  # for 1,000,000 games with numba, 100,000 on a bare Python
_PLAIN_SHARE = 10
_PROVED = 0


def proof(size: Size) -> list[Figure]:
    """Prove a list of each family from its bundle: compiled, compiling included, then as plain Python."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / verifier.NAME
        program.write_bytes(verifier.content())
        for key in SYSTEMS:
            for how, games, most in (
                ("compiled", size.games, COMPILED_SECONDS),
                ("plain", max(1, size.games // _PLAIN_SHARE), PLAIN_SECONDS),
            ):
                bundle = Path(folder) / f"{key}.zip"
                bundle.write_bytes(bundle_of(key, games))
                name = f"verifier, {how}: {key}, {games} games"
                figures.append(Figure(name, _prove(program, bundle, how), "s", most=most))
    return figures


def _prove(program: Path, bundle: Path, how: str) -> float:
    """Return the seconds a proof takes, compiling included; RuntimeError where the list is not proved."""
    environment = {**os.environ, "PALMARES_VERIFY": how}
    begun = perf_counter()
    done = subprocess.run(
        [sys.executable, str(program), str(bundle)], env=environment, capture_output=True, text=True
    )
    if done.returncode != _PROVED:
        raise RuntimeError(f"{bundle.name} was not proved: {done.stdout}{done.stderr}")
    return perf_counter() - begun
