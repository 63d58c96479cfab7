"""How many queries the desk's pages cost, at one and at three items."""

import pytest
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments.entrants import entries
from tournaments.formats import table
from tournaments.intake import intake
from tournaments.models import Tournament
from tournaments.reports.report import Entrant
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


def hand_in(account: Account, names: list[str], *, submit: bool = False) -> list[Tournament]:
    """Hand in tournaments of the same people, each with other results than those before it."""
    made = []
    for name in names:
        data = reports.tou(name, pairings=reports.games(Tournament.objects.count()))
        upload = intake.receive(data, filename=f"{name}.tou", account=account)
        tournament = intake.draft(upload, account=account)
        if submit:
            new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
            entries.decide(tournament, new, account=account)
            steps.submit(tournament, account=account)
        made.append(tournament)
    return made


@pytest.mark.parametrize("names", [["One"], ["One", "Two", "Three"]])
def test_organisers_desk_costs_seven_queries(
    names: list[str], organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    hand_in(organiser, names)
    client = logged_in(organiser)

    with django_assert_num_queries(7):
        answer = client.get(reverse("desk"))

    assert [one.name for one in answer.context["own"].data] == names[::-1]


@pytest.mark.parametrize("names", [["One"], ["One", "Two", "Three"]])
def test_officers_queue_costs_ten_queries(
    names: list[str],
    organiser: Account,
    officer: Account,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    hand_in(organiser, names, submit=True)
    client = logged_in(officer)

    with django_assert_num_queries(10):
        answer = client.get(reverse("desk"))

    assert [(one.name, one.entrants, one.enrolling) for one in answer.context["queue"].data] == [
        (name, 4, 4) for name in names
    ]


@pytest.mark.parametrize("people", [2, 60])
def test_tournament_page_costs_fourteen_queries(
    people: int, organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entrants = tuple(Entrant(n, f"Name{n}", "Given", grade="5k", country="FR") for n in range(1, people + 1))
    data = table.write(reports.report(entrants=entrants, pairings=reports.GAMES[:1]), "spreadsheet")
    intake.draft(intake.receive(data, filename="a.csv", account=organiser), account=organiser)
    client = logged_in(organiser)

    with django_assert_num_queries(14):
        answer = client.get("/desk/1/1/")

    assert len(answer.context["rows"]) == people


@pytest.mark.parametrize("people", [2, 60])
def test_approved_tournament_costs_twelve_queries_at_the_desk(
    people: int, organiser: Account, officer: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entrants = tuple(Entrant(n, f"Name{n}", "Given", grade="5k", country="FR") for n in range(1, people + 1))
    data = table.write(reports.report(entrants=entrants, pairings=reports.GAMES[:1]), "spreadsheet")
    tournament = intake.draft(intake.receive(data, filename="a.csv", account=organiser), account=organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    steps.submit(tournament, account=organiser)
    steps.approve(tournament, account=officer)
    client = logged_in(organiser)

    with django_assert_num_queries(12):
        client.get("/desk/1/1/")


@pytest.mark.parametrize("people", [2, 60])
def test_match_page_costs_eleven_queries(
    people: int, organiser: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    entrants = tuple(Entrant(n, f"Name{n}", "Given", grade="5k", country="FR") for n in range(1, people + 1))
    data = table.write(reports.report(entrants=entrants, pairings=reports.GAMES[:1]), "spreadsheet")
    tournament = intake.draft(intake.receive(data, filename="a.csv", account=organiser), account=organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    steps.submit(tournament, account=organiser)
    steps.approve(tournament, account=None)
    client = logged_in(organiser)

    with django_assert_num_queries(11):
        answer = client.get("/desk/1/1/match/")

    cards = answer.context["cards"]
    assert (cards.left, cards.chosen.counts["done"]) == (0, people)


def test_crosstable_shows_opponent_outcome_colour_and_handicap(organiser: Account) -> None:
    hand_in(organiser, ["One"])

    answer = logged_in(organiser).get("/desk/1/1/")

    assert [row.cells for row in answer.context["rows"]] == [
        ("2+w", "4+b"),
        ("1−b", "3+w"),
        ("4−w", "2−b"),
        ("3+b", "1−w"),
    ]
