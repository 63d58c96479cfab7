"""Who gets in at every address of the desk: organiser, officer, stranger, somebody without a role, nobody."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from federation.models import Account
from tests.tournaments import reports
from tests.tournaments.conftest import logged_in
from tournaments import urls
from tournaments.entrants import entries
from tournaments.intake import intake
from tournaments.models import Tournament, Upload
from tournaments.submission import steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def upload(organiser: Account) -> Upload:
    return intake.receive(reports.tou(), filename="moulin.tou", account=organiser)


@pytest.fixture
def waiting(upload: Upload, organiser: Account) -> Tournament:
    """A tournament on the officers' desk."""
    tournament = intake.draft(upload, account=organiser)
    new: dict[int, entries.Decision] = {row.pk: entries.ENROL for row in tournament.entries.all()}
    entries.decide(tournament, new, account=organiser)
    steps.submit(tournament, account=organiser)
    return tournament


# name -> method, and the answers for organiser, officer, stranger, no role, nobody.
# 302 to the log-in page for nobody; an act answers 302 to the page whether or not the stage allows it.
ACCESS = {
    "upload": ("get", 200, 200, 200, 403, 302),
    "upload-template": ("get", 200, 200, 200, 403, 302),
    "upload-by-hand": ("get", 200, 200, 200, 403, 302),
    "upload-findings": ("get", 200, 200, 403, 403, 302),
    "desk": ("get", 200, 200, 200, 403, 302),
    "mail-preferences": ("get", 200, 200, 200, 200, 302),
    "desk-tournament": ("get", 200, 200, 403, 403, 302),
    "desk-compare": ("get", 200, 200, 403, 403, 302),
    "desk-file": ("get", 200, 200, 403, 403, 302),
    "desk-match": ("get", 200, 200, 403, 403, 302),
    "desk-match-search": ("get", 200, 200, 403, 403, 302),
    "desk-export": ("get", 200, 200, 403, 403, 302),
    "desk-onward": ("get", 200, 200, 403, 403, 302),
    "desk-onward-file": ("get", 200, 200, 403, 403, 302),
    "desk-onward-sent": ("get", 404, 404, 403, 403, 302),  # nothing was sent
    "desk-onward-act": ("post", 302, 302, 403, 403, 302),
    "desk-cell": ("get", 302, 403, 403, 403, 302),  # submitted: back to the page, nothing to correct
    "desk-entrant": ("get", 302, 403, 403, 403, 302),
    "desk-confirm": ("post", 302, 403, 403, 403, 302),
    "desk-rule": ("post", 403, 302, 403, 403, 302),  # submitted: the officer rules
    "desk-answer": ("post", 302, 403, 403, 403, 302),
    "desk-submit": ("post", 302, 403, 403, 403, 302),
    "desk-approve": ("post", 403, 302, 403, 403, 302),
    "desk-return": ("post", 403, 302, 403, 403, 302),
    "desk-withdraw": ("post", 302, 403, 403, 403, 302),
    "desk-reopen": ("post", 403, 403, 403, 403, 302),  # nobody reopens what is submitted
    "desk-revoke": ("post", 403, 302, 403, 403, 302),
}


def names(patterns: list[URLPattern | URLResolver]) -> list[str]:
    found: list[str] = []
    for one in patterns:
        found += names(one.url_patterns) if isinstance(one, URLResolver) else [str(one.name)]
    return found


def test_every_address_has_its_line_in_the_table() -> None:
    # what is approved everybody may take away; who has a letter may end the letters
    assert sorted([*ACCESS, "tournament-export", "mail-off"]) == sorted(names(urls.urlpatterns))


@pytest.fixture
def address(waiting: Tournament, upload: Upload) -> Callable[[str], str]:
    def of(name: str) -> str:
        if name == "upload-findings":
            return reverse(name, args=[upload.pk])
        if not name.startswith("desk-"):
            return reverse(name)
        if name in ("desk-cell", "desk-entrant"):
            place = [1, 1] if name == "desk-cell" else [1]
            return reverse(name, args=[waiting.number, waiting.revision, *place])
        if name.startswith("desk-onward-"):
            more = ["ffg", "sent"] if name == "desk-onward-act" else ["ffg"]
            return reverse(name, args=[waiting.number, waiting.revision, *more])
        if name == "desk-compare":
            return reverse(name, args=[waiting.number, waiting.revision, waiting.number])
        if name == "desk-export":
            return reverse(name, args=[waiting.number, waiting.revision, "json"])
        query = f"?entry={waiting.entries.order_by('number')[0].pk}&q=a" if name.endswith("search") else ""
        return reverse(name, args=[waiting.number, waiting.revision]) + query

    return of


@pytest.mark.parametrize("name", sorted(ACCESS))
def test_address_lets_in_whom_it_should(
    name: str,
    address: Callable[[str], str],
    organiser: Account,
    officer: Account,
    stranger: Account,
    visitor: Account,
) -> None:
    method, *expected = ACCESS[name]
    # who may not comes first, so that no act moves the stage under the others' feet
    people = [Client(), *(logged_in(one) for one in (visitor, stranger, officer, organiser))]

    answers = [getattr(client, method)(address(name)) for client in people]

    assert [answer.status_code for answer in answers] == expected[::-1]
    assert answers[0]["Location"].startswith("/login/?next=")


@pytest.mark.parametrize("name", sorted(name for name in ACCESS if ACCESS[name][0] == "post"))
def test_act_is_refused_as_a_get(name: str, address: Callable[[str], str], officer: Account) -> None:
    assert logged_in(officer).get(address(name)).status_code == 405


def test_officer_changes_no_matches_of_what_is_the_organisers_turn(
    waiting: Tournament, officer: Account, address: Callable[[str], str]
) -> None:
    row = waiting.entries.order_by("number")[0]
    steps.send_back(waiting, account=officer, reason="The second round is missing.")

    answer = logged_in(officer).post(address("desk-match"), {f"entry-{row.pk}": ""})

    row.refresh_from_db()
    assert (answer.status_code, row.match) == (403, "enrol")


def test_post_without_token_is_refused(organiser: Account) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)

    assert client.post(reverse("upload"), {}).status_code == 403


def test_log_in_pages_resolve() -> None:
    known = set(get_resolver().reverse_dict)
    assert {"login", "logout", "set-language", "account_change_password"} <= known
