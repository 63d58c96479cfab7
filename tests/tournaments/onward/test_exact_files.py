"""The exact files: form, name, bytes, and what a reader finds in them; files of practice, measured."""

from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.tournaments.onward.test_checks import CHESS, GO, SOUND
from tournaments.formats import table
from tournaments.onward.checks import Dossier
from tournaments.onward.receivers import RECEIVERS, Facts, checked, deadline_of, file_of, receivers_of
from tournaments.reports.findings import Unreadable
from tournaments.reports.report import Report


@pytest.mark.parametrize("key", sorted(SOUND))
def test_file_reads_back_as_the_same_people_and_games(key: str) -> None:
    report = SOUND[key]
    back = table.read(file_of(RECEIVERS[key], report, number=7, end=report.end or date.min).content)

    def people(one: Report) -> list[tuple[object, ...]]:
        scheme = {"egd": "egd", "ffg": "ffg", "fide": "fide"}[key]
        return [(e.surname, e.given_name, e.grade, e.identifiers.get(scheme)) for e in one.entrants]

    def games(one: Report) -> list[tuple[object, ...]]:
        return sorted((g.round, g.white, g.black, g.outcome, g.handicap) for g in one.pairings)

    assert people(back) == people(report)
    assert games(back) == games(report)
    # TOU has the first day alone
    assert (back.name, back.start) == (report.name, report.start)


@pytest.mark.parametrize(
    ("key", "end", "form", "name"),
    [
        ("egd", date(2024, 3, 10), "h9", "7-open-du-moulin.h0"),
        ("ffg", date(2024, 3, 10), "tou", "240309-grenoble.tou"),
        ("fide", date(2025, 8, 31), "trf16", "7-open-du-moulin.trf"),
        ("fide", date(2025, 9, 1), "trf26", "7-open-du-moulin.trf"),
    ],
)
def test_form_and_name_follow_receiver_and_last_day(key: str, end: date, form: str, name: str) -> None:
    made = file_of(RECEIVERS[key], SOUND[key], number=7, end=end)

    assert (made.form.format, made.filename) == (form, name)
    assert table.read(made.content).format == form


def test_name_of_a_tournament_without_letters_is_still_a_name() -> None:
    nameless = replace(GO, name="///", place="«»", handicap_reduction=None)

    assert file_of(RECEIVERS["egd"], nameless, number=7, end=date(2024, 3, 10)).filename == "7-tournament.h9"
    assert file_of(RECEIVERS["ffg"], nameless, number=7, end=date(2024, 3, 10)).filename.endswith(".tou")


def test_bytes_are_those_of_each_form() -> None:
    go, chess = (replace(one, name="Tournoi d’été, œuvre") for one in (GO, CHESS))
    egd, ffg, fide = (
        file_of(RECEIVERS[key], one, number=7, end=one.end or date.min).content
        for key, one in (("egd", go), ("ffg", go), ("fide", chess))
    )

    assert b"\r" not in egd + ffg
    assert fide.count(b"\r\n") == fide.count(b"\n") > 0
    assert "œuvre".encode() in fide
    assert "œuvre".encode("iso-8859-15") in ffg


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        (Facts("go", ["ffg", "egf"], date(2024, 1, 1)), ["EGD", "FFG"]),
        (Facts("go", ["egf"], date(2024, 1, 1)), ["EGD"]),
        (Facts("go", ["egf"], date(1995, 12, 31)), []),
        (Facts("go", ["egf"], None), ["EGD"]),
        (Facts("chess", ["fide"], date(2024, 1, 1)), ["FIDE"]),
        (Facts("chess", [], date(2024, 1, 1)), []),
        (Facts("go", ["fide"], date(2024, 1, 1)), []),
    ],
)
def test_tournament_goes_where_it_was_handed_in_for(facts: Facts, where: list[str]) -> None:
    assert [one.name for one in receivers_of(facts)] == where


# How many files, what would be refused, perhaps refused, noted; then some codes.
MEASURED = {
    ("egd", "opengotha"): (130, 33, 739, 2784, {"no-entrant-country": 531, "no-entrant-grade": 16}),
    ("egd", "h9"): (49, 1, 7, 81, {"new-without-pin": 81, "no-time-class": 1}),
    ("ffg", "opengotha"): (130, 334, 882, 647, {"no-licence": 847, "licence-ended": 24}),
    ("ffg", "tou"): (4, 7, 2, 1, {"no-licence": 8}),
    ("fide", "trf"): (10, 575, 1249, 478, {"no-fide-id": 237, "no-rank": 15, "no-arbiter": 3}),
}


@pytest.mark.parametrize(("key", "folder"), sorted(MEASURED))
def test_files_of_practice_have_the_checks_counted_once(key: str, folder: str, real_data: Path) -> None:
    files, refused, maybe, notes, some = MEASURED[key, folder]
    weights, codes, read = _measure(key, real_data / folder)

    assert read == files
    assert (weights["refused"], weights["maybe"], weights["note"]) == (refused, maybe, notes)
    assert {code: codes[code] for code in some} == some


def _measure(key: str, folder: Path) -> tuple[Counter[str], Counter[str], int]:
    """Count checks by weight and by code over a folder of files; and those that can be read."""
    weights, codes, files = Counter[str](), Counter[str](), 0
    receiver = RECEIVERS[key]
    for path in sorted(folder.glob("*")):
        try:
            report = table.read(path.read_bytes(), filename=path.name)
        except Unreadable:
            continue
        end = report.end or report.start or date(2020, 1, 1)
        file = file_of(receiver, report, number=1, end=end)
        found = checked(receiver, file, Dossier(report, end), deadline=deadline_of(key, end), came=end)
        assert all("{" not in one.message for one in found), path.name
        weights.update(one.weight.value for one in found)
        codes.update(one.code for one in found)
        files += 1
    return weights, codes, files
