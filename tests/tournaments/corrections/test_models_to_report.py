"""The report of a revision: its file where nobody corrected it, what was corrected where somebody did."""

import pytest
from django.utils import timezone

from federation.models import Account
from tests.formats import samples, trf_samples
from tests.tournaments import reports
from tournaments.formats import table
from tournaments.inspection.inspection import inspect
from tournaments.intake import intake
from tournaments.models import Tournament, Upload
from tournaments.revisions import models_to_report

pytestmark = pytest.mark.django_db

FILES: dict[str, bytes] = {
    "tou": reports.tou(),
    "opengotha": reports.undated(),
    "h9": samples.H9.encode("iso-8859-15"),
    "h9 contradicting itself": samples.H9.replace("5-/b6", "5+/b6").encode("iso-8859-15"),
    "h9 with a player twice in a round": samples.H9.replace("2+/b0", "3+/b0").encode("iso-8859-15"),
    "h9 that ends before it starts": samples.H9.replace("2014-01-19", "2013-01-19").encode("iso-8859-15"),
    "h9 of an impossible day": samples.H9.replace("2014-01-18", "2014-13-18").encode("iso-8859-15"),
    "spreadsheet": table.write(samples.report(), "spreadsheet"),
    "spreadsheet with forfeits": table.write(samples.forfeits(), "spreadsheet"),
    **{key: text.encode() for key, text in trf_samples.FILES.items()},
}


def drafted(account: Account, data: bytes) -> Tournament:
    return intake.draft(intake.receive(data, filename="a.txt", account=account), account=account)


@pytest.mark.parametrize("name", FILES)
def test_uncorrected_revision_is_its_file(name: str, organiser: Account) -> None:
    file = table.read(FILES[name], filename="a.txt")
    tournament = Tournament.objects.get(pk=drafted(organiser, FILES[name]).pk)

    report = models_to_report.report_of(tournament)

    assert (report.entrants, report.findings) == (file.entrants, file.findings)
    assert sorted(map(repr, report.pairings)) == sorted(map(repr, file.pairings))
    assert sorted(map(repr, report.byes)) == sorted(map(repr, file.byes))
    today = timezone.localdate()
    assert inspect(report, today=today) == inspect(file, today=today)


@pytest.mark.parametrize("name", FILES)
def test_uncorrected_revision_is_written_as_its_file(name: str, organiser: Account) -> None:
    file = table.read(FILES[name], filename="a.txt")
    report = models_to_report.report_of(drafted(organiser, FILES[name]))

    key = "trf26" if file.discipline == "chess" else "spreadsheet"

    assert table.write(report, key) == table.write(file, key)


def test_revision_without_a_file_is_told_from_its_rows(organiser: Account) -> None:
    tournament = drafted(organiser, reports.tou())
    Tournament.objects.filter(pk=tournament.pk).update(upload=None)

    report = models_to_report.report_of(Tournament.objects.get(pk=tournament.pk))

    told = [(one.number, one.surname, one.grade, one.identifiers["ffg"]) for one in report.entrants]
    assert told[0] == (1, "Aubrac", "3d", "0100001")
    assert (report.name, report.place, report.rounds) == ("Open du Moulin", "Grenoble", 2)
    assert len(report.pairings) == 4


def test_revision_whose_pairs_were_entrants_when_it_was_drafted_keeps_them(organiser: Account) -> None:
    sheet = """Tournament;Open du Moulin
Start;2024-03-09
No;Surname;Given name;Grade;R1;R2
1;Ivanova {} Petrov;;2d;2-w0;3+w0
2;Aubrac;Anne;3d;1+b0;0-
3;Cavaillès;Chloé;5k;0-;1-b0
"""
    tournament = drafted(organiser, sheet.format("").encode())
    before = models_to_report.report_of(tournament)
    Upload.objects.filter(tournaments=tournament).update(content=sheet.format("/").encode())

    after = models_to_report.report_of(tournament)

    assert [(entrant.number, entrant.surname) for entrant in after.entrants] == [
        (entrant.number, entrant.surname) for entrant in before.entrants
    ]
    games = [
        {(game.round, game.white, game.black, game.outcome) for game in report.pairings}
        for report in (before, after)
    ]
    assert games[0] == games[1]
    assert len(after.byes) == len(before.byes)
