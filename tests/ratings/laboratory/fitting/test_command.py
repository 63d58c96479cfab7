"""`manage.py fit` over a small history: what it prints and writes, and that it refuses with a sentence."""

import importlib.util
import json
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from ratings.laboratory.management.commands import fit as command
from tests.ratings.histories import hold, people, round_robin

pytestmark = pytest.mark.django_db
FIRST = date(2023, 3, 4)
UNTIL = (FIRST + timedelta(days=7 * 24)).isoformat()
ASKED = ["--constants", "divisor", "--until", UNTIL, "--origins", "1", "--draws", "50"]


@pytest.fixture
def _history() -> None:
    """Six who played 36 times."""
    found, chance = people(6), np.random.default_rng(3)
    for number in range(36):
        hold(FIRST + timedelta(days=7 * number), found, round_robin(6, chance=chance), number=number + 1)


def fit(*arguments: str) -> str:
    out = StringIO()
    call_command("fit", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def refusal(*arguments: str) -> str:
    with pytest.raises(CommandError) as caught:
        fit(*arguments)
    return str(caught.value)


@pytest.mark.usefixtures("_history")
def test_fit_prints_what_it_found_and_writes_the_curve(tmp_path: Path) -> None:
    printed = fit("ffg", *ASKED, "--to", str(tmp_path / "fit.json"))
    kept = json.loads((tmp_path / "fit.json").read_text(encoding="utf-8"))

    (one,) = kept["constants"]
    assert (one["name"], one["in_force"], len(one["profile"])) == ("2022-10.divisor", 7.0, 17)
    assert (kept["fitted_on"]["games"], kept["fitted_on"]["units"]) == (375, 25)
    assert (kept["followed"]["games"], kept["followed"]["units"]) == (165, 11)
    assert f"fingerprint {kept['fingerprint']}" in printed
    assert "fitted on 375 games of 25 tournaments" in printed
    assert "no gain" in printed or "a gain" in printed or "a loss" in printed
    assert fit("ffg", *ASKED) == printed


@pytest.mark.usefixtures("_history")
def test_games_too_few_and_paths_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    assert "60 games of 4 tournaments" in refusal("ffg", *ASKED, "--until", "2023-03-31")
    assert "tournaments or periods after it" in refusal("ffg", *ASKED, "--until", "2030-01-01")
    assert "No such file" in refusal("ffg", *ASKED, "--to", str(tmp_path / "no" / "fit.json"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess", *ASKED], "chess"),
        (["ffg", *ASKED, "--until", "yesterday"], "yesterday"),
        (["ffg", *ASKED, "--constants", "divisr"], "divisr is not known; known: a_numerator, divisor"),
        (["ffg", *ASKED, "--constants", "guard_rail"], "guard_rail is no number"),
        (["ffg", *ASKED, "--constants", ""], "is not known"),
        (["ffg", *ASKED, "--within", "divisor=9"], "divisor=9"),
        (["ffg", *ASKED, "--within", "divisor=nan:9"], "must be a number from 0.01"),
        (["ffg", *ASKED, "--within", "divisor=9:3"], "LOW:HIGH"),
        (["ffg", *ASKED, "--edition", "1066"], "1066"),
        (["ffg", *ASKED, "--origins", "0"], "--origins"),
        (["ffg", *ASKED, "--draws", "-1"], "--draws"),
        (["fide-standard", *ASKED, "--constants", "k_factor"], "k_factor cannot be fitted"),
        (["ffg", *ASKED], "leaves 0 games"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(arguments: list[str], says: str) -> None:
    assert says in refusal(*arguments)


def test_without_scipy_the_command_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(name: str) -> None:
        assert name == "scipy"

    monkeypatch.setattr(command, "find_spec", nowhere)
    assert importlib.util.find_spec("scipy")
    assert "requirements/laboratory.txt" in refusal("ffg", *ASKED)
