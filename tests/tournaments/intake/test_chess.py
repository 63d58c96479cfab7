"""A report of chess at the desk: what it fills, what it needs, when it was reported."""

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import Account, Player
from ratings.models import RatingSystem
from tests.formats.trf_samples import TRF16
from tests.tournaments.submission.test_submission import codes, ready
from tournaments.checks.problems import Refused
from tournaments.forms.desk import facts_form
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def chess_is_rated(db: None) -> None:
    RatingSystem.objects.update(active=True)


def handed_in(account: Account, text: str = TRF16, replaces: Tournament | None = None) -> Tournament:
    """Return the draft of a report, everybody in it new."""
    return ready(account, text.encode(), replaces)


def test_report_fills_the_columns_of_chess(organiser: Account) -> None:
    tournament = handed_in(organiser)

    facts = (tournament.discipline, tournament.rate, tournament.rated_for, tournament.board_size)
    assert facts == ("chess", "standard", ["fide"], 8)
    assert (tournament.adjusted_minutes, tournament.official, tournament.reported) == (120.0, False, None)
    first = tournament.entries.get(number=1)
    assert (first.title, first.sex, first.birth_year, first.rating_written) == ("WGM", "f", 1990, 2301)
    assert first.identifiers == {"fide": "99000011"}


def test_game_that_ended_before_both_had_moved_is_stored_as_not_played(organiser: Account) -> None:
    tournament = handed_in(organiser)

    games = tournament.games.order_by("round", "white__number")
    assert list(games.values_list("round", "white__number", "black__number", "by_default")) == [
        (1, 1, 2, False), (1, 5, 4, True), (2, 3, 1, False), (2, 4, 5, True),
    ]  # fmt: skip


def test_newcomer_brings_sex_and_year_of_birth(organiser: Account) -> None:
    tournament = handed_in(organiser)
    steps.submit(tournament, account=organiser)

    steps.approve(tournament, account=None)

    found = Player.objects.filter(identifiers__value="99000011")
    assert list(found.values_list("surname", "sex", "birth_year", "federation__code")) == [
        ("Alpha", "f", 1990, "NO")
    ]


def test_report_without_a_rate_of_play_is_not_submitted(organiser: Account) -> None:
    tournament = handed_in(organiser, TRF16.replace("122 90 min + 30 sec per move\n", ""))

    with pytest.raises(Refused) as refusal:
        steps.submit(tournament, account=organiser)

    assert (tournament.rate, codes(refusal)) == ("", ["no-rate"])


@pytest.mark.parametrize("families", [["ffg"], ["fide", "egf"]])
def test_report_for_a_rating_of_another_game_is_not_submitted(
    organiser: Account, families: list[str]
) -> None:
    tournament = handed_in(organiser)
    tournament.rated_for = families
    tournament.save()

    with pytest.raises(Refused) as refusal:
        steps.submit(tournament, account=organiser)

    assert codes(refusal) == ["other-game"]


def test_form_asks_each_discipline_for_its_own_facts(organiser: Account) -> None:
    form = facts_form(handed_in(organiser))

    assert [name for name in form.fields if name in ("time_class", "rate", "official")] == [
        "rate",
        "official",
    ]
    assert [key for key, _label in form.fields["rated_for"].choices] == ["fide"]  # type: ignore[attr-defined]  # a field of choices


def test_organiser_says_the_rate_at_the_desk(client: Client, organiser: Account) -> None:
    tournament = handed_in(organiser, TRF16.replace("122 90 min + 30 sec per move\n", ""))
    client.force_login(organiser)
    said = {"name": "Example Open", "start": "2025-09-13", "end": "2025-09-14", "rate": "rapid",
            "official": "on", "rated_for": ["fide"]}  # fmt: skip

    answer = client.post(reverse("desk-tournament", args=[tournament.number, 1]), said)

    tournament.refresh_from_db()
    assert (answer.status_code, tournament.rate, tournament.official) == (302, "rapid", True)


def test_correction_keeps_the_day_of_the_first_report(organiser: Account) -> None:
    first = handed_in(organiser)
    steps.submit(first, account=organiser, on=date(2025, 9, 16))
    steps.approve(first, account=None)

    second = handed_in(organiser, TRF16.replace("Example Open", "Example Open II"), first)
    steps.submit(second, account=organiser, on=date(2025, 12, 1))

    assert (first.reported, second.number, second.reported) == (date(2025, 9, 16), 1, date(2025, 9, 16))


def test_reopened_tournament_keeps_the_day_of_the_first_report(organiser: Account) -> None:
    first = handed_in(organiser)
    steps.submit(first, account=organiser, on=date(2025, 9, 16))
    steps.approve(first, account=None)

    second = intake.reopen(first, account=organiser)
    steps.submit(second, account=organiser, on=date(2025, 12, 1))

    assert second.reported == date(2025, 9, 16)


def test_archive_is_in_time(organiser: Account) -> None:
    tournament = handed_in(organiser)

    steps.submit(tournament, account=organiser)

    assert tournament.reported is None


def test_desk_shows_titles_and_ratings_of_chess_instead_of_grades(client: Client, organiser: Account) -> None:
    tournament = handed_in(organiser)
    client.force_login(organiser)

    answer = client.get(
        reverse("desk-tournament", args=[tournament.number, tournament.revision]), HTTP_ACCEPT_LANGUAGE="en"
    )

    heads = re.findall(r"<th[^>]*>([^<]*)</th>", answer.content.decode())
    assert heads[:6] == ["#", "Entrant", "Title", "Rating", "Country", "Player"]
