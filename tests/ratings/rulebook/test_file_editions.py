"""Files of an office's own systems as tables of the generic Elo engines, and the command that checks them."""

import json
from dataclasses import replace
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from federation.vocabulary.system_files import reading
from federation.vocabulary.system_files.reading import parse
from federation.vocabulary.system_files.records import SystemFile
from ratings.engines import decision_tables as tables
from ratings.engines.decision_tables import Bonus, Expectation, First, Floor, KRow, Scale, WeightRow
from ratings.rulebook.file_editions import readings, rules_of, tables_of
from tests.engines.national_rules import FEXERJ, IRELAND

EXAMPLES = Path(reading.__file__).parent / "examples"


def example(name: str) -> SystemFile:
    """A shipped file."""
    system = parse((EXAMPLES / f"{name}.toml").read_bytes()).system
    assert system is not None
    return system


def test_shipped_files_have_the_tables_that_give_the_published_figures() -> None:
    fexerj, ireland = example("fexerj"), example("ireland")

    assert tables_of(fexerj, fexerj.edition[0]) == FEXERJ
    assert tables_of(ireland, ireland.edition[0]) == IRELAND


def test_words_of_a_file_become_codes_and_amendments_readings() -> None:
    lowland = example("lowland")
    days = dict(readings(lowland))

    first, changed, newest = (tables_of(lowland, edition) for edition in days.values())

    assert [*days] == [date(2020, 1, 1), date(2024, 1, 1), date(2027, 1, 1)]
    assert first.k[2] == KRow(24.0, event_class=0)
    assert first.weights == (WeightRow(0.0, online=True), WeightRow(0.5, control=1), WeightRow(1.0))
    assert first.expected == Expectation(cap=700.0)
    assert first.first.kind == tables.BY_AGE
    assert (first.floor, changed) == (
        Floor(600.0, below_peak=250.0),
        replace(first, floor=Floor(800.0, below_peak=250.0)),
    )
    assert (newest.first, newest.bonus) == (First(tables.CONSTANT, 1300.0, passes=50), Bonus())
    assert newest.scale == Scale(1, tables.HALF_EVEN)
    assert len(rules_of(lowland).constants) == 3


def run(*words: Any) -> tuple[int, str]:
    """Exit status and output of the command."""
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("system", *map(str, words), stdout=out)
    return int(ended.value.code or 0), out.getvalue()


def test_command_prints_a_system_in_words_and_its_digest() -> None:
    status, words = run("check", EXAMPLES / "fexerj.toml")

    assert status == 0
    assert "K 40: below the age of 19, rated below 2100" in words
    assert "SHA-256 of the canonical form: " in words


def test_command_prints_every_finding_and_ends_with_one(tmp_path: Path) -> None:
    text = (EXAMPLES / "lowland.toml").read_text("utf-8")
    file = tmp_path / "own.toml"
    file.write_text(text.replace("k = 48", "k = -1").replace("colour = 30", "color = 30"), "utf-8")

    status, words = run("check", file)

    assert status == 1
    assert [line.split(":")[0] for line in words.splitlines()] == ["line 11, column 1", "line 41, column 5"]
    summary = json.loads(run("check", file, "--json")[1])
    assert (summary["system"], summary["digest"]) == (None, None)
    assert [finding["place"] for finding in summary["findings"]] == [
        "system, color",
        "edition 1, k, rows 1, k",
    ]


def test_command_exports_a_file_that_is_the_same_system(tmp_path: Path) -> None:
    status, text = run("export", EXAMPLES / "ireland.toml")

    assert status == 0
    assert parse(text.encode()).system == example("ireland")
    file = tmp_path / "canonical.toml"
    file.write_text(text, "utf-8")
    assert run("export", file)[1] == text


def test_command_says_which_file_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.toml: No such file"):
        call_command("system", "check", str(tmp_path / "none.toml"))
