"""What the inspection and `manage.py check_report` say of FIDE tournament reports."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.formats.trf_samples import TRF16, changed, rows
from tournaments.inspection.inspection import inspect


def _inspected(old: str = "", new: str = "") -> list[tuple[str, str]]:
    text = rows(*(line for line in TRF16.splitlines() if line != "XXR 3"))
    return [(f.code, f.severity.value) for f in inspect(changed(old, new, text=text))]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        ("022 Exempleville", "022", [("missing-place", "warning")]),
        ("032 NOR", "032", [("missing-federation", "warning")]),
        ("032 NOR", "032 Norway", [("odd-federation", "warning")]),
        ("102 Arbiter, Anna", "102", [("missing-arbiter", "warning")]),
        ("122 90 min + 30 sec per move", "122", [("rate-unknown", "notice")]),
        ("99000011", "        ", [("no-fide-id", "warning")]),
        ("99000011", "      12", [("odd-identifier", "warning")]),
        ("99000011", "99000022", [("same-identifier", "error")]),
    ],
)
def test_chess_report_is_inspected_for_what_fide_needs(
    old: str, new: str, expected: list[tuple[str, str]]
) -> None:
    usual = [("by-default", "notice"), ("short-game", "notice")]

    assert sorted(_inspected(old, new)) == sorted(expected + usual)


def test_check_report_takes_chess_reports_and_says_where_they_are_wrong(tmp_path: Path) -> None:
    path, out = tmp_path / "open.trf", io.StringIO()
    path.write_text(TRF16.replace("   1 b 0", "   1 b 1"), encoding="utf-8")

    with pytest.raises(SystemExit) as end:
        call_command("check_report", str(path), "--json", stdout=out)

    content = json.loads(out.getvalue())
    assert (end.value.code, content["format"], content["games"], content["rateable"]) == (1, "trf16", 4, 1)
    assert (content["findings"][0]["code"], content["findings"][0]["place"]) == (
        "result-mismatch",
        "line 13, column 92, round 1, entrant 1",
    )
