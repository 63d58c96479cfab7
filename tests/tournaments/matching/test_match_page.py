"""The match page against the register as it is: what appeared since, somebody else's number, the ways out."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Account, JournalEntry, Player
from federation.register import register
from tests.markup import html_of
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tests.tournaments.congresses import call_all_new, drafted, entry
from tournaments.desk import queue
from tournaments.desk.match_cards import read_shown
from tournaments.intake import intake
from tournaments.models import Correction, Tournament
from tournaments.reports.report import Entrant
from tournaments.submission import steps

pytestmark = pytest.mark.django_db

PAGE = "/desk/1/1/match/"


@pytest.fixture
def orla(organiser: Account) -> Client:
    return logged_in(organiser)


@pytest.fixture
def decided(organiser: Account) -> Tournament:
    """A draft in which all four were called new while the register was empty."""
    return call_all_new(drafted(organiser, "First"))


@pytest.fixture
def numbered(organiser: Account) -> Tournament:
    """A draft whose first entrant is written with the licence of somebody called otherwise."""
    register.enrol(register.Newcomer("Wolgast", "Ottilie", identifiers={"ffg": "0100001"}), account=None)
    upload = intake.receive(reports.tou(), filename="moulin.tou", account=organiser)
    return intake.draft(upload, account=organiser)


def enrolled(surname: str, given_name: str, country: str) -> Player:
    return register.enrol(register.Newcomer(surname, given_name, country=country), account=None)


def form(page: str) -> dict[str, str]:
    """What a browser sends of the page as it stands: hidden fields and what is checked."""
    shown = re.search(r'name="shown" value="([^"]*)"', page)
    checked = re.findall(r'name="(entry-\d+)" value="([^"]*)" checked', page)
    return {"shown": shown[1] if shown else "", **dict(checked)}


def card(page: str, key: int) -> str:
    """The card of an entry."""
    return page[page.index(f'id="entry-{key}"') :].split("</details>")[0]


def test_page_shows_who_was_enrolled_since_and_asks_only_about_him(decided: Tournament, orla: Client) -> None:
    twin = enrolled("Tessier", "Nadège", "BE")
    octave = enrolled("Ravenel", "Octave", "FR")

    answer = orla.get(PAGE)

    page, cards = html_of(answer), answer.context["cards"]
    assert [one.entry.surname for one in cards.open] == ["Tessier"]
    assert "1 entrant was marked as a new player and now resembles" in page
    assert "1 entrant marked as a new player has been enrolled since then" in page
    asked = card(page, entry(decided, 2).pk)
    assert "the register now has a similar player" in asked
    assert f'value="{twin.pk}" checked' in asked
    assert "not offered before" in asked
    assert f'value="{octave.pk}" checked' in card(page, entry(decided, 1).pk)
    # Looking writes nothing.
    assert set(decided.entries.values_list("match", flat=True)) == {"enrol"}


def test_page_is_kept_as_it_was_shown(decided: Tournament, orla: Client) -> None:
    twin = enrolled("Tessier", "Nadège", "BE")
    row = entry(decided, 2)
    told = form(html_of(orla.get(PAGE)))

    answer = orla.post(PAGE, {**told, f"entry-{row.pk}": "enrol"}, follow=True)

    row.refresh_from_db()
    assert read_shown(told["shown"])[row.pk] == {twin.pk}
    assert (row.match, row.declined) == ("enrol", [twin.pk])
    assert answer.context["cards"].open == []
    assert "marked as a new player and now resembles" not in html_of(answer)


def test_page_opened_before_somebody_was_enrolled_cannot_make_him_a_double(
    organiser: Account, orla: Client
) -> None:
    tournament = drafted(organiser, "First")
    stale = form(html_of(orla.get(PAGE)))
    twin = enrolled("Tessier", "Nadège", "BE")
    rows = [entry(tournament, number) for number in (1, 2)]

    answer = orla.post(PAGE, {**stale, **{f"entry-{row.pk}": "enrol" for row in rows}}, follow=True)

    for row in rows:
        row.refresh_from_db()
    assert [row.match for row in rows] == ["enrol", "likely"]
    page = html_of(answer)
    assert f"a new player but now resembles Tessier Nadège (no. {twin.pk})" in page
    assert f'<a href="{PAGE}?entry={rows[1].pk}#entry-{rows[1].pk}">' in page


def test_bulk_decision_leaves_out_who_resembles_somebody_now(organiser: Account, orla: Client) -> None:
    tournament = drafted(organiser, "First")
    enrolled("Tessier", "Nadège", "BE")
    page = html_of(orla.get(PAGE))
    assert "Save; the 3 without a match are new" in page

    orla.post(PAGE, {"shown": form(page)["shown"], "strangers": "new"})

    states = list(tournament.entries.order_by("number").values_list("match", flat=True))
    assert states == ["enrol", "likely", "enrol", "enrol"]


def test_stale_page_does_not_undo_who_is_certain_by_now(organiser: Account, orla: Client) -> None:
    tournament = drafted(organiser, "First")
    stale = form(html_of(orla.get(PAGE)))
    row = entry(tournament, 1)
    octave = enrolled("Ravenel", "Octave", "FR")
    assert stale[f"entry-{row.pk}"] == ""

    orla.post(PAGE, stale)

    row.refresh_from_db()
    assert (row.match, row.player_id) == ("certain", octave.pk)


@pytest.mark.parametrize("people", [2, 50])
def test_open_page_costs_seventeen_queries(
    people: int, organiser: Account, orla: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    letters = "bcdfghjklmnpqrst"
    names = [f"{a}o{b}a{c}e" for a in letters for b in letters for c in letters]
    some = tuple(
        Entrant(n, names[67 * n], names[-31 * n], grade="5k", country="FR") for n in range(1, people + 1)
    )
    call_all_new(drafted(organiser, "First", some))
    enrolled(some[0].surname, some[0].given_name, "BE")

    with django_assert_num_queries(17):
        answer = orla.get(PAGE)

    cards = answer.context["cards"]
    assert (len(cards.open), len(cards.done)) == (1, people - 1)


def test_submission_says_who_resembles_somebody_and_where_to_decide(
    decided: Tournament, orla: Client
) -> None:
    enrolled("Tessier", "Nadège", "BE")

    page = html_of(orla.post("/desk/1/1/submit/", follow=True))

    assert page.count("now resembles Tessier Nadège") == 2  # the message, and the list that stays
    assert (
        f'<a href="{PAGE}?entry={entry(decided, 2).pk}#entry-{entry(decided, 2).pk}">Who is who</a>' in page
    )
    assert "Match the entrants" in page


def test_review_and_queue_say_what_an_approval_would_find(
    decided: Tournament, organiser: Account, officer: Account
) -> None:
    steps.submit(decided, account=organiser)
    enrolled("Tessier", "Nadège", "BE")
    octave = enrolled("Ravenel", "Octave", "FR")
    odile = logged_in(officer)

    review = html_of(odile.get("/desk/1/1/review/"))
    (waiting,) = queue.waiting(officer)
    listed = html_of(odile.get(reverse("queue")))
    approved = html_of(odile.post("/desk/1/1/approve/", follow=True))

    assert "1 new player to be decided again" in review
    assert "Tessier Nadège was to be enrolled as a new player but now resembles" in review
    assert "1 new player has been enrolled meanwhile" in review
    assert f'<a href="{octave.get_absolute_url()}">no. {octave.pk}</a>' in review
    assert (waiting.enrolling, waiting.resembling, waiting.since) == (4, 0, 2)
    assert "2 enrolled since" in listed
    assert f'<a href="{PAGE}?entry={entry(decided, 2).pk}#entry-{entry(decided, 2).pk}">' in approved
    assert Player.objects.count() == 2


def test_many_refusals_are_summed_up(organiser: Account, orla: Client) -> None:
    letters = "bcdfghjklmnpqrst"
    some = tuple(
        Entrant(n + 1, f"{one}oravec", f"{one}anilo", grade="5k", country="FR")
        for n, one in enumerate(letters[:12])
    )
    call_all_new(drafted(organiser, "First", some))
    for one in some:
        enrolled(one.surname, one.given_name, "BE")

    page = html_of(orla.post("/desk/1/1/submit/", follow=True))

    assert page.count('class="message error"') == 11
    assert "2 more on the match page." in page


def test_somebody_elses_number_is_said_at_the_decision(numbered: Tournament, orla: Client) -> None:
    row, owner = entry(numbered, 1), Player.objects.get()

    page = card(html_of(orla.get(PAGE)), row.pk)

    assert "The number FFG 0100001 belongs to" in page
    assert f'<a href="{owner.get_absolute_url()}">Wolgast Ottilie</a>, no. {owner.pk}' in page
    assert f'name="entry-{row.pk}" value="{owner.pk}"' in page
    assert f'name="entry-{row.pk}" value="without"' in page
    assert f'name="drop-{row.pk}"' in page
    assert f'name="entry-{row.pk}" value="enrol"' not in page


def test_new_player_without_the_number_is_enrolled(
    numbered: Tournament, organiser: Account, officer: Account, orla: Client
) -> None:
    row = entry(numbered, 1)
    told = form(html_of(orla.get(PAGE)))

    orla.post(PAGE, {**told, f"entry-{row.pk}": "without", "strangers": "new"})

    row.refresh_from_db()
    assert (row.match, row.identifiers) == ("enrol", {})
    correction = Correction.objects.get()
    assert (correction.before, correction.after) == (
        {"identifiers": {"ffg": "0100001"}},
        {"identifiers": {}},
    )
    assert JournalEntry.objects.filter(act="tournament.corrected").count() == 1
    assert "FFG 0100001" not in card(html_of(orla.get(PAGE)), row.pk)
    numbered.refresh_from_db()
    steps.submit(numbered, account=organiser)
    approval = steps.approve(numbered, account=officer)
    lise = Player.objects.get(surname="Aubrac")
    assert (approval.enrolled, list(lise.identifiers.all())) == (4, [])


def test_it_is_that_player_after_all(numbered: Tournament, orla: Client) -> None:
    row, owner = entry(numbered, 1), Player.objects.get()

    orla.post(PAGE, {f"entry-{row.pk}": str(owner.pk), "strangers": "new"})

    row.refresh_from_db()
    assert (row.match, row.player_id, row.identifiers) == ("confirmed", owner.pk, {"ffg": "0100001"})
    assert "belongs to" not in card(html_of(orla.get(PAGE)), row.pk)


def test_another_player_may_be_chosen_and_the_number_dropped(numbered: Tournament, orla: Client) -> None:
    row, other = entry(numbered, 1), enrolled("Aubrac-Petit", "Lise", "FR")

    orla.post(PAGE, {f"entry-{row.pk}": str(other.pk), f"drop-{row.pk}": "1"})

    row.refresh_from_db()
    assert (row.match, row.player_id, row.identifiers) == ("confirmed", other.pk, {})


def test_new_player_with_somebody_elses_number_is_refused_with_the_ways_out(
    numbered: Tournament, orla: Client
) -> None:
    row, owner = entry(numbered, 1), Player.objects.get()
    told = (
        f"Aubrac Lise cannot be a new player with the number FFG 0100001, which belongs to Wolgast Ottilie"
        f" (no. {owner.pk}): choose that player, or drop the number."
    )

    answer = orla.post(PAGE, {f"entry-{row.pk}": "enrol", "strangers": "new"}, follow=True)

    row.refresh_from_db()
    assert row.match == "ambiguous"
    assert told in html_of(answer)


def test_submission_and_preview_refuse_in_the_same_words(
    numbered: Tournament, organiser: Account, orla: Client
) -> None:
    call_all_new(numbered)  # as decided before the number was somebody's

    asked = orla.get(PAGE)
    submitted = html_of(orla.post("/desk/1/1/submit/", follow=True))
    preview = html_of(orla.get("/desk/1/1/preview/"))

    assert [one.entry.number for one in asked.context["cards"].open] == [1]
    for page in (submitted, preview):
        assert "Aubrac Lise cannot be a new player with the number FFG 0100001" in page


def test_only_numbers_of_others_are_dropped(numbered: Tournament, orla: Client) -> None:
    row = entry(numbered, 1)
    row.identifiers = {"ffg": "0100001", "egd": "12345678"}
    row.save()

    orla.post(PAGE, {f"entry-{row.pk}": "without", f"drop-{entry(numbered, 2).pk}": "1"})

    assert (entry(numbered, 1).identifiers, entry(numbered, 2).identifiers) == (
        {"egd": "12345678"},
        {"ffg": "0100002"},
    )


@pytest.mark.parametrize("text", ["", ";;", "x:1", "5:a.b", "5", "99999999999999999999:1", "5:٣"])
def test_hidden_field_somebody_wrote_himself_is_read_without_harm(text: str) -> None:
    assert all(not players for players in read_shown(text).values())
