"""What becomes of the bytes somebody hands in."""

from dataclasses import replace
from datetime import date

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from federation.models import Account, JournalEntry, Player
from federation.register import register
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.checks import submission_checks, warning_confirmations
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Bye, Entry, Game, Tournament, Upload
from tournaments.models.stages import Stage
from tournaments.reports.findings import Unreadable
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Report
from tournaments.revisions import report_to_models

pytestmark = pytest.mark.django_db


def drafted(account: Account | None, data: bytes | None = None, filename: str = "moulin.tou") -> Tournament:
    upload = intake.receive(data if data is not None else reports.tou(), filename=filename, account=account)
    return intake.draft(upload, account=account)


def enrol(surname: str, given_name: str, **more: object) -> Player:
    newcomer = register.Newcomer(surname, given_name, **more)  # type: ignore[arg-type]  # names and types are those of a newcomer
    return register.enrol(newcomer, account=None)


def test_sound_file_becomes_a_draft_with_entries_and_games(organiser: Account) -> None:
    tournament = drafted(organiser)

    facts = (tournament.number, tournament.revision, tournament.stage, tournament.name, tournament.place)
    assert facts == (1, 1, "draft", "Open du Moulin", "Grenoble")
    assert (tournament.start, tournament.rated_for) == (date(2024, 3, 9), ["ffg", "egf"])
    found = tournament.entries.order_by("number").values_list("number", "surname", "grade", "line")
    assert list(found) == [
        (1, "Aubrac", "3d", 10),
        (2, "Brossolette", "1k", 11),
        (3, "Cavaillès", "5k", 12),
        (4, "Delestraint", "9k", 13),
    ]
    games = tournament.games.order_by("round", "white__number")
    assert list(games.values_list("round", "white__number", "black__number", "outcome")) == [
        (1, 1, 2, Outcome.WHITE_WINS),
        (1, 3, 4, Outcome.BLACK_WINS),
        (2, 2, 3, Outcome.WHITE_WINS),
        (2, 4, 1, Outcome.BLACK_WINS),
    ]


def test_original_bytes_are_kept_as_they_came(organiser: Account) -> None:
    tournament = drafted(organiser)

    assert tournament.upload is not None
    assert bytes(tournament.upload.content) == reports.tou()


def test_path_in_a_filename_is_cut_to_the_name(organiser: Account) -> None:
    upload = intake.receive(reports.tou(), filename="C:\\results\\..\\moulin\x00.tou", account=organiser)

    assert upload.filename == "moulin.tou"


def test_same_file_again_is_the_same_upload_and_tournament(organiser: Account) -> None:
    first = drafted(organiser)
    second = drafted(organiser)

    assert second.pk == first.pk
    assert (Upload.objects.count(), Tournament.objects.count()) == (1, 1)


def test_same_file_from_somebody_else_points_to_the_tournament(organiser: Account, stranger: Account) -> None:
    first = drafted(organiser)
    second = drafted(stranger)

    assert (second.pk, second.organiser) == (first.pk, organiser)


def test_withdrawn_file_handed_in_again_is_the_next_revision(organiser: Account) -> None:
    first = drafted(organiser)
    Tournament.objects.filter(pk=first.pk).update(stage=Stage.WITHDRAWN)

    second = drafted(organiser)

    assert (second.number, second.revision) == (1, 2)


def test_unreadable_file_is_kept_with_its_finding_and_becomes_nothing(organiser: Account) -> None:
    upload = intake.receive(b"\x00\x01\x02", filename="holiday.jpg", account=organiser)

    assert (upload.format, [finding["code"] for finding in upload.findings]) == ("", ["binary-file"])
    with pytest.raises(Unreadable):
        intake.draft(upload, account=organiser)
    assert Tournament.objects.count() == 0


def test_oversized_file_is_kept_without_its_bytes(
    organiser: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "UPLOAD_LIMIT", 100)

    upload = intake.receive(b"x" * 101, filename="large.tou", account=organiser)

    assert (upload.size, bytes(upload.content)) == (101, b"")
    assert [(one["code"], one["values"]) for one in upload.findings] == [
        ("too-large", {"size": 101, "limit": 100})
    ]


def test_file_handed_in_is_read_once(organiser: Account, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    reader = table.read

    def counted(data: bytes, *, filename: str, limit: int) -> Report:
        read.append(data)
        return reader(data, filename=filename, limit=limit)

    monkeypatch.setattr(table, "read", counted)

    answer = logged_in(organiser).post(
        reverse("upload"), {"file": SimpleUploadedFile("moulin.tou", reports.tou())}
    )

    assert (answer.status_code, Tournament.objects.count()) == (302, 1)
    assert len(read) == 1


@pytest.mark.parametrize(
    ("name", "day", "is_warned"),
    [
        ("Coupe du Lac", date(2019, 5, 4), True),
        ("Open du Moulin", date(2019, 5, 4), False),
        ("Coupe du Lac", date(2024, 3, 10), False),
    ],
)
def test_file_of_another_event_that_replaces_a_tournament_is_pointed_out(
    organiser: Account, name: str, day: date, is_warned: bool
) -> None:
    first = drafted(organiser)
    file = SimpleUploadedFile("other.tou", reports.tou(name, start=day, end=day))

    answer = logged_in(organiser).post(reverse("upload"), {"file": file, "replaces": first.pk}, follow=True)

    assert Tournament.objects.latest("pk").revision == 2
    assert ("if you chose the wrong tournament" in answer.content.decode()) is is_warned


def test_later_tournaments_take_the_next_number(organiser: Account) -> None:
    numbers = [drafted(organiser, reports.tou(name)).number for name in ("One", "Two", "Three")]

    assert numbers == [1, 2, 3]


def test_file_of_the_same_name_and_day_looks_like_a_correction(organiser: Account, stranger: Account) -> None:
    first = drafted(organiser)
    corrected = reports.tou(pairings=reports.GAMES[:3])

    own = intake.receive(corrected, filename="moulin.tou", account=organiser)
    other = intake.receive(corrected, filename="moulin.tou", account=stranger)

    assert intake.similar(own) == first
    assert intake.similar(other) is None


def test_correction_is_the_next_revision_and_keeps_who_was_matched(organiser: Account) -> None:
    lise = enrol("Aubrac-Samuel", "Lise")
    first = drafted(organiser)
    by_name = {row.surname: row for row in first.entries.all()}
    entries.decide(
        first, {by_name["Aubrac"].pk: lise.pk, by_name["Brossolette"].pk: entries.ENROL}, account=organiser
    )

    upload = intake.receive(reports.tou(pairings=reports.GAMES[:3]), filename="moulin.tou", account=organiser)
    second = intake.draft(upload, account=organiser, replaces=first)

    assert (second.number, second.revision) == (1, 2)
    kept = second.entries.order_by("number").values_list("surname", "player", "match")
    assert list(kept) == [
        ("Aubrac", lise.pk, "confirmed"),
        ("Brossolette", None, "enrol"),
        ("Cavaillès", None, "unknown"),
        ("Delestraint", None, "unknown"),
    ]


def test_entrant_with_a_known_number_is_certain(organiser: Account) -> None:
    jean = enrol("Cavaillès", "Jean", country="FR", identifiers={"ffg": "0100003"})

    tournament = drafted(organiser)

    row = tournament.entries.get(surname="Cavaillès")
    assert (row.match, row.player, row.suggestions[0]["player"]) == ("certain", jean, jean.pk)


def test_namesakes_are_ambiguous_with_the_reason(organiser: Account) -> None:
    two = [enrol("Aubrac", "Lise").pk, enrol("Aubrac", "Lise").pk]

    row = drafted(organiser).entries.get(surname="Aubrac")

    assert (row.match, row.player) == ("ambiguous", None)
    assert [one["player"] for one in row.suggestions] == [*two, None]
    assert row.suggestions[-1]["reasons"] == [["namesakes", {"count": 2}]]


def test_file_without_date_drafts_with_none(organiser: Account) -> None:
    tournament = drafted(organiser, reports.undated(), "coupe.xml")

    assert (tournament.start, tournament.end) == (date(1900, 1, 1), date(1900, 1, 1))


def test_facts_of_a_draft_are_corrected_and_journalled(organiser: Account) -> None:
    tournament = drafted(organiser, reports.undated(), "coupe.xml")
    facts = intake.Facts(
        name="Coupe de Lyon",
        start=date(2023, 5, 6),
        end=date(2023, 5, 7),
        place="Lyon",
        country="FR",
        time_class="A",
        adjusted_minutes=82.5,
        online=False,
        rated_for=("ffg", "egf"),
    )

    changed = intake.correct(tournament, facts, account=organiser)

    tournament.refresh_from_db()
    assert (tournament.name, tournament.start, tournament.end) == (
        "Coupe de Lyon",
        date(2023, 5, 6),
        date(2023, 5, 7),
    )
    line = JournalEntry.objects.get(act="tournament.corrected")
    assert (line.account, sorted(line.detail["after"])) == (organiser, list(changed))
    before, after = line.detail["before"], line.detail["after"]
    assert (before["start"], after["start"]) == ("1900-01-01", "2023-05-06")


def test_facts_of_a_submitted_tournament_are_closed(organiser: Account) -> None:
    tournament = drafted(organiser)
    Tournament.objects.filter(pk=tournament.pk).update(stage=Stage.SUBMITTED)
    facts = intake.Facts("Other", date(2024, 3, 9), date(2024, 3, 9), "", "", "", None, False, ())

    with pytest.raises(entries.Closed):
        intake.correct(tournament, facts, account=organiser)

    tournament.refresh_from_db()
    assert tournament.name == "Open du Moulin"


def test_reopening_copies_entries_games_and_byes(organiser: Account, officer: Account) -> None:
    first = drafted(organiser, reports.tou(pairings=reports.GAMES[:3]))

    second = intake.reopen(first, account=officer)

    assert (second.number, second.revision, second.stage, second.organiser) == (1, 2, "draft", officer)
    for model in (Entry, Game, Bye):
        counts = [model.objects.filter(tournament=one).count() for one in (first, second)]
        assert counts[0] == counts[1]
    played = second.games.filter(white__tournament=second, black__tournament=second)
    assert played.count() == 3


def test_rounds_an_entrant_missed_are_byes(organiser: Account) -> None:
    tournament = drafted(organiser, reports.tou(pairings=reports.GAMES[:3]))

    missed = tournament.byes.order_by("entry__number").values_list("entry__surname", "round")
    assert list(missed) == [("Brossolette", 2), ("Cavaillès", 2)]


def test_two_entries_with_one_player_are_refused(organiser: Account) -> None:
    lise = enrol("Somebody", "Else")
    tournament = drafted(organiser)
    ids = list(tournament.entries.values_list("pk", flat=True)[:2])

    with pytest.raises(entries.Collision):
        entries.decide(tournament, dict.fromkeys(ids, lise.pk), account=organiser)

    assert tournament.entries.filter(player__isnull=False).count() == 0


def test_two_entries_can_swap_their_players(organiser: Account) -> None:
    one, other = enrol("Somebody", "Else"), enrol("Anybody", "Else")
    tournament = drafted(organiser)
    first, second = tournament.entries.order_by("number")[:2]
    entries.decide(tournament, {first.pk: one.pk, second.pk: other.pk}, account=organiser)

    entries.decide(tournament, {first.pk: other.pk, second.pk: one.pk}, account=organiser)

    pairs = tournament.entries.filter(player__isnull=False).order_by("number").values_list("number", "player")
    assert list(pairs) == [(1, other.pk), (2, one.pk)]


def test_number_of_no_player_is_passed_over(organiser: Account) -> None:
    tournament = drafted(organiser)
    row = tournament.entries.order_by("number")[0]

    changed = entries.decide(tournament, {row.pk: 999_999}, account=organiser)

    assert changed == 0


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"format": "h9", "time_class": "A"}, ["egf"]),
        ({"format": "tou", "time_class": ""}, ["ffg"]),
        ({"format": "tou", "time_class": "B"}, ["ffg", "egf"]),
        ({"format": "opengotha", "country": "FR", "time_class": "A"}, ["ffg", "egf"]),
        ({"format": "opengotha", "country": "DE", "time_class": "C", "entrants": ()}, ["egf"]),
        ({"format": "opengotha", "country": "DE", "time_class": "", "entrants": ()}, []),
        ({"format": "opengotha", "country": "", "time_class": ""}, ["ffg"]),  # licences among the entrants
    ],
)
def test_format_suggests_what_it_is_rated_for(changes: dict[str, object], expected: list[str]) -> None:
    assert report_to_models.families(reports.report(**changes)) == expected  # type: ignore[arg-type]  # names and types are those of a report


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("\u202eNAVI\u202c", "NAVI"),
        ("A\u200bB\ufeff", "AB"),
        ("A\x00B\ud800", "AB"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
    ],
)
def test_what_is_unseen_in_a_name_is_dropped_but_joiners(written: str, kept: str) -> None:
    assert report_to_models.tidy(written, 20) == kept


def moved(organiser: Account, name: str, start: date, people: tuple[Entrant, ...] = reports.PEOPLE) -> Upload:
    data = table.write(reports.report(name, start=start, end=start, entrants=people), "spreadsheet")
    return intake.receive(data, filename="later.csv", account=organiser)


@pytest.mark.parametrize(
    ("name", "start", "people", "resembles"),
    [
        ("Spring", date(2024, 3, 23), 4, True),  # two weeks later
        ("Spring", date(2024, 2, 20), 4, True),
        ("Spring", date(2024, 3, 23), 3, False),  # one of four is another: next month's tournament
        ("Spring", date(2024, 4, 20), 4, False),
        ("Summer", date(2024, 3, 23), 4, False),
    ],
)
def test_dates_moved_by_weeks_resemble_the_first_file_where_the_people_are_the_same(
    organiser: Account, name: str, start: date, people: int, resembles: bool
) -> None:
    upload = intake.receive(reports.tou("Spring"), filename="a.tou", account=organiser)
    first = intake.draft(upload, account=organiser)
    others = tuple(replace(one, surname="Quint") if one.number > people else one for one in reports.PEOPLE)

    found = intake.similar(moved(organiser, name, start, others))

    assert found == (first if resembles else None)


def test_moved_dates_are_asked_about_without_an_answer_set(organiser: Account) -> None:
    upload = intake.receive(reports.tou("Spring"), filename="a.tou", account=organiser)
    intake.draft(upload, account=organiser)
    later = moved(organiser, "Spring", date(2024, 3, 23))

    page = logged_in(organiser).get(f"/upload/{later.pk}/").content.decode()

    assert "almost the same players; it began on 9\xa0March 2024" in page
    assert " checked" not in page
    assert intake.similar(later, moved=False) is None


def test_pair_is_no_entrant_and_somebody_is_asked_before_the_file_is_submitted(organiser: Account) -> None:
    enrol("Petrov", "Ivan")
    sheet = """Tournament;Open du Moulin
Start;2024-03-09
Place;Grenoble
No;Surname;Given name;Grade;Country;R1;R2
1;Aubrac;Anne;3d;FR;2+w0;3+w0
2;Ivanova / Petrov;Ivan;2d;FR;1-b0;0-
3;Cavaillès;Chloé;5k;FR;0-;1-b0
"""

    tournament = drafted(organiser, sheet.encode(), "moulin.csv")

    assert [str(entry) for entry in tournament.entries.order_by("number")] == [
        "Aubrac Anne",
        "Cavaillès Chloé",
    ]
    assert [(game.white.surname, game.black.surname) for game in tournament.games.all()] == [
        ("Aubrac", "Cavaillès")
    ]
    (asked,) = [
        finding
        for finding in warning_confirmations.unconfirmed(tournament)
        if finding["code"] == "several-persons"
    ]
    assert (asked["place"], asked["values"]) == ({"line": 6}, {"name": "Ivanova / Petrov Ivan"})
    problems = [problem.code for problem in submission_checks.before_submission(tournament)]
    assert "warnings" in problems
    warning_confirmations.confirm_codes(tournament, {"several-persons"}, account=organiser)
    assert "several-persons" not in {
        finding["code"] for finding in warning_confirmations.unconfirmed(tournament)
    }
