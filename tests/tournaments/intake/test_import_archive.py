"""A folder of files taken in by one command."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from federation.models import Account, Player
from federation.register import register
from tests import seeds
from tests.tournaments import reports
from tournaments.entrants import entries
from tournaments.models import Tournament, Upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "2024").mkdir()
    (tmp_path / "2024" / "moulin.tou").write_bytes(reports.tou())
    (tmp_path / "2024" / "pont.tou").write_bytes(reports.tou("Coupe du Pont", pairings=reports.games(1)))
    (tmp_path / "coupe.xml").write_bytes(reports.undated())
    (tmp_path / "letter.txt").write_bytes(b"Dear organiser\n")
    (tmp_path / ".hidden").write_bytes(b"not looked at")
    return tmp_path


def run(folder: Path, *options: str) -> dict[str, Any]:
    out = StringIO()
    with translation.override("en"):
        call_command("import_archive", str(folder), "--json", *options, stdout=out)
    document: dict[str, Any] = json.loads(out.getvalue())
    return document


def outcomes(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["file"], one["outcome"]) for one in document["files"]]


def test_each_file_gets_its_line(folder: Path) -> None:
    document = run(folder)

    assert outcomes(document) == [
        ("2024/moulin.tou", "draft"),
        ("2024/pont.tou", "draft"),
        ("coupe.xml", "draft"),
        ("letter.txt", "unreadable"),
    ]
    first = document["files"][0]
    assert (first["format"], first["entrants"], first["games"], first["enrolled"]) == ("tou", 4, 4, 0)
    assert {state: count for state, count in first["matched"].items() if count} == {"unknown": 4}
    assert document["summary"]["outcomes"] == {"draft": 3, "unreadable": 1}


def test_enrolled_once_and_recognised_afterwards(folder: Path) -> None:
    document = run(folder, "--enrol", "--approve")

    assert outcomes(document)[:3] == [
        ("2024/moulin.tou", "approved"),
        ("2024/pont.tou", "approved"),
        ("coupe.xml", "draft"),
    ]
    assert [one["enrolled"] for one in document["files"]] == [4, 0, 0, 0]
    assert document["files"][2]["remarks"] == ["The tournament needs its dates."]
    assert Player.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_enrols_as_the_command_line_runs_it_outside_any_transaction(folder: Path) -> None:
    document = run(folder, "--enrol", "--approve")

    assert [one["enrolled"] for one in document["files"][:2]] == [4, 0]


def test_nobody_is_enrolled_for_a_draft(folder: Path) -> None:
    document = run(folder, "--enrol")

    assert document["summary"]["enrolled"] == Player.objects.count() == 0
    assert not Tournament.objects.get(number=1).entries.exclude(match="enrol").exists()


def test_warnings_are_confirmed_only_by_their_codes(tmp_path: Path) -> None:
    doubtful = [replace(reports.PEOPLE[0], grade=""), *reports.PEOPLE[1:]]
    (tmp_path / "doubtful.tou").write_bytes(reports.tou(entrants=tuple(doubtful)))

    assert outcomes(run(tmp_path, "--enrol", "--approve")) == [("doubtful.tou", "draft")]
    assert Player.objects.count() == 0
    document = run(tmp_path, "--enrol", "--approve", "--confirm", "no-grade")

    assert outcomes(document) == [("doubtful.tou", "approved")]


def test_second_run_changes_nothing(folder: Path) -> None:
    run(folder, "--enrol", "--approve")
    before = list(Tournament.objects.order_by("pk").values())

    document = run(folder, "--enrol", "--approve")

    assert [outcome for _, outcome in outcomes(document)] == [*["recognised"] * 3, "unreadable"]
    assert list(Tournament.objects.order_by("pk").values()) == before
    assert (Upload.objects.count(), Player.objects.count()) == (4, 4)


def test_later_run_with_more_orders_goes_on(folder: Path) -> None:
    run(folder)

    document = run(folder, "--enrol", "--approve")

    assert [outcome for _, outcome in outcomes(document)][:2] == ["approved", "approved"]
    assert Tournament.objects.count() == 3


def test_entrants_called_new_before_others_were_enrolled_make_no_doubles(folder: Path) -> None:
    run(folder)
    for tournament in Tournament.objects.all():
        entries.call_strangers_new(tournament)

    document = run(folder, "--enrol", "--approve")

    assert [one["enrolled"] for one in document["files"]] == [4, 0, 0, 0]
    assert [outcome for _, outcome in outcomes(document)][:2] == ["approved", "approved"]
    assert Player.objects.count() == 4


def test_entrant_who_cannot_be_enrolled_is_told_and_the_next_file_taken(folder: Path) -> None:
    run(folder)
    first = Tournament.objects.get(number=1)
    entries.call_strangers_new(first)
    register.enrol(register.Newcomer("Wolgast", "Ottilie", identifiers={"ffg": "0100001"}), account=None)

    document = run(folder, "--enrol", "--approve")

    assert document["files"][0]["outcome"] == "recognised"
    assert "FFG 0100001" in " ".join(document["files"][0]["remarks"])
    assert len(document["files"]) == 4


def test_changed_file_of_the_same_name_is_a_new_revision(folder: Path) -> None:
    run(folder, "--enrol", "--approve")
    (folder / "2024" / "moulin.tou").write_bytes(reports.tou(pairings=reports.GAMES[:3]))

    run(folder, "--enrol", "--approve")

    revisions = Tournament.objects.filter(name="Open du Moulin").order_by("revision")
    assert list(revisions.values_list("number", "revision", "stage")) == [
        (1, 1, "superseded"),
        (1, 2, "approved"),
    ]


def test_account_and_purpose_are_kept(folder: Path, officer: Account) -> None:
    run(folder, "--enrol", "--approve", "--account", "odile@example.org", "--rated-for", "egf")

    tournament = Tournament.objects.get(number=1)
    assert (tournament.organiser, tournament.decided_by, tournament.rated_for) == (officer, officer, ["egf"])


def test_text_says_what_became_of_each(folder: Path) -> None:
    out = StringIO()

    call_command("import_archive", str(folder), "--enrol", stdout=out)

    lines = out.getvalue().splitlines()
    assert lines[0] == ("2024/moulin.tou: tou, 4 entrants (4 unknown), 4 games, no findings; draft 1/1")
    assert lines[1] == "2024/pont.tou: tou, 4 entrants (4 unknown), 4 games, no findings; draft 2/1"
    assert lines[-1] == "4 files: 3 draft, 1 unreadable. 12 entrants, 12 games, 0 players enrolled."


@pytest.mark.parametrize(
    "options", [["--account", "nobody@example.org"], ["--rated-for", "elo"], ["missing-folder"]]
)
def test_nonsense_is_refused(folder: Path, options: list[str]) -> None:
    arguments = options if options == ["missing-folder"] else [str(folder), *options]

    with pytest.raises(CommandError):
        call_command("import_archive", *arguments)


def test_oversized_file_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.UPLOAD_LIMIT = 50

    document = run(folder)

    assert [outcome for _, outcome in outcomes(document)] == [*["unreadable"] * 3, "unreadable"]
    assert document["files"][0]["remarks"][0].endswith("at most 50 are accepted.")


@pytest.mark.long
def test_real_files_are_taken_and_most_need_nobody(real_data: Path, tmp_path: Path) -> None:
    for file in seeds.share(sorted((real_data / "opengotha").iterdir())):
        (tmp_path / file.name).symlink_to(file)

    document = run(tmp_path, "--enrol", "--approve", "--confirm", "*")

    summary = document["summary"]
    assert summary["files"] == len(list(tmp_path.iterdir()))
    assert set(summary["outcomes"]) == {"approved", "draft"}
    assert summary["outcomes"]["approved"] > 2 * summary["outcomes"]["draft"]
    assert sum(one["games"] for one in document["files"]) == summary["games"]
