"""manage.py check_report: what it prints and how it ends."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import translation

from tests.formats.samples import TOU


def _run(path: Path, *flags: str) -> tuple[int, str]:
    out = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("check_report", str(path), *flags, stdout=out)
    assert isinstance(end.value.code, int)
    return end.value.code, out.getvalue()


def _json(path: Path) -> tuple[int, dict[str, Any]]:
    status, text = _run(path, "--json")
    return status, json.loads(text)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.tou"
    path.write_text(TOU, encoding="iso-8859-15")
    return path


def test_good_file_ends_with_0_and_says_what_it_holds(good: Path) -> None:
    assert _json(good) == (
        0,
        {
            "format": "tou",
            "encoding": "iso-8859-15",
            "tournament": {
                "name": "Tournoi d'exemple",
                "start": "2024-03-16",
                "end": None,
                "place": "Exemple",
                "rounds": 2,
                "class": "A",
                "adjusted_minutes": 80.0,
            },
            "entrants": 5,
            "games": 4,
            "rateable": 4,
            "byes": 2,
            "findings": [],
        },
    )


def test_file_with_errors_ends_with_1_and_says_where(tmp_path: Path) -> None:
    path = tmp_path / "bad.tou"
    path.write_text(TOU.replace("1-b0", "1+b0"), encoding="iso-8859-15")

    status, content = _json(path)

    assert status == 1
    assert content["findings"][0] == {
        "code": "result-mismatch",
        "severity": "error",
        "place": "line 11, column 51, round 1, entrant 1",
        "message": "The result does not agree with the line of entrant 2.",
        "follows": None,
    }
    assert [(one["code"], one["follows"]) for one in content["findings"][1:]] == [("unknown-outcome", 0)]


def test_file_that_is_no_report_ends_with_2_and_still_prints(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.write_bytes(b"")

    assert _json(path) == (
        2,
        {
            "format": None,
            "encoding": None,
            "tournament": None,
            "entrants": 0,
            "games": 0,
            "rateable": 0,
            "byes": 0,
            "findings": [
                {
                    "code": "empty-file",
                    "severity": "error",
                    "place": "file",
                    "message": "The file is empty.",
                    "follows": None,
                }
            ],
        },
    )


def test_file_that_is_not_there_ends_with_2(tmp_path: Path) -> None:
    status, content = _json(tmp_path / "nowhere")

    assert (status, content["findings"][0]["code"]) == (2, "cannot-open")


def test_text_for_people_names_the_codes(tmp_path: Path) -> None:
    path = tmp_path / "bad.tou"
    path.write_text(TOU.replace("1-b0", "1+b0"), encoding="iso-8859-15")

    status, text = _run(path)

    assert (status, text.splitlines()[0]) == (1, "Tournoi d'exemple (FFG TOU, iso-8859-15)")
    assert text.count("[result-mismatch]") == 1


def test_text_for_people_indents_what_follows(tmp_path: Path) -> None:
    path = tmp_path / "bad.tou"
    path.write_text(TOU.replace("1-b0", "1+b0"), encoding="iso-8859-15")

    with translation.override("en"):
        lines = _run(path)[1].splitlines()
    at = next(number for number, line in enumerate(lines) if line.endswith("[result-mismatch]"))

    assert lines[at + 1] == "  1 more follows from it:"
    assert lines[at + 2].startswith("    ")
    assert lines[at + 2].endswith("[unknown-outcome]")
