"""What an audit of packages ends with: never well where nobody answered."""

import json
from pathlib import Path

import pytest

from tests import audit

GOOD = {"name": "django", "version": "5.2.19", "vulns": []}
FAULTY = {
    "name": "pillow",
    "version": "13.0",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["13.1"]}, {"id": "PYSEC-2", "fix_versions": []}],
}
SILENT = {"name": "numpy", "skip_reason": "not found"}


def program(folder: Path, text: str) -> str:
    """Return a program that prints a text, whatever it is asked."""
    (folder / "answer").write_text(text)
    file = folder / "pip-audit"
    file.write_text(f"#!/bin/sh\ncat '{folder}/answer'\n")
    file.chmod(0o755)
    return str(file)


@pytest.mark.parametrize(
    ("packages", "code", "words"),
    [
        ([GOOD], audit.GOOD, ""),
        ([GOOD, SILENT], audit.NOT_ASKED, "not asked about: numpy\n"),
        (
            [FAULTY, SILENT],
            audit.FAULTY,
            "pillow 13.0: PYSEC-1 (mended in 13.1)\npillow 13.0: PYSEC-2 (mended in no version)\n",
        ),
    ],
)
def test_audit_ends_by_what_was_answered(
    packages: list[object], code: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pip_audit = program(tmp_path, json.dumps({"dependencies": packages}))

    assert (audit.main([pip_audit, "base.txt"]), capsys.readouterr().out) == (code, words)


def test_program_that_answers_nothing_has_not_been_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main([program(tmp_path, ""), "base.txt"]) == audit.NOT_ASKED
    assert audit.main([str(tmp_path / "nowhere"), "base.txt"]) == audit.NOT_ASKED
    assert "anything" in capsys.readouterr().out
