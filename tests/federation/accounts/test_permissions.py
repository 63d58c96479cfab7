"""Who may do what: organiser, registrar, officer, stranger, superuser."""

import pytest
from django.contrib.auth.models import AnonymousUser, Group
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from federation.accounts import permissions
from federation.models import Account, Club, Federation, Merge, Player
from federation.register import register

pytestmark = pytest.mark.django_db


def account(*roles: str, **fields: object) -> Account:
    made = Account.objects.create_user(f"{'-'.join(roles) or 'nobody'}@example.org", None, **fields)
    made.groups.set(Group.objects.filter(name__in=roles))
    return Account.objects.get(pk=made.pk)


@pytest.mark.parametrize(
    ("roles", "organiser", "registrar", "officer"),
    [
        ((), False, False, False),
        (("organiser",), True, False, False),
        (("registrar",), False, True, False),
        (("officer",), True, True, True),
        (("organiser", "registrar"), True, True, False),
    ],
)
def test_roles_answer_the_questions(
    roles: tuple[str, ...], organiser: bool, registrar: bool, officer: bool
) -> None:
    who = account(*roles)

    assert permissions.is_organiser(who) is organiser
    assert permissions.is_registrar(who) is registrar
    assert permissions.is_officer(who) is officer


def test_superuser_may_everything_and_costs_no_query() -> None:
    who = account(is_superuser=True)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        answers = (permissions.is_organiser(who), permissions.is_registrar(who), permissions.is_officer(who))

    assert answers == (True, True, True)
    assert len(queries) == 0


def test_stranger_and_dismissed_officer_may_nothing() -> None:
    for who in (AnonymousUser(), account("officer", is_active=False)):
        assert permissions.is_organiser(who) is False
        assert permissions.is_officer(who) is False


def test_three_questions_cost_one_query() -> None:
    who = account("organiser")

    with CaptureQueriesContext(
        connection,
    ) as queries:
        permissions.is_organiser(who)
        permissions.is_registrar(who)
        permissions.is_officer(who)

    assert len(queries) == 1


@permissions.organiser_required
def for_organisers(_request: HttpRequest, number: int) -> HttpResponse:
    return HttpResponse(str(number))


@permissions.registrar_required
def for_registrars(_request: HttpRequest, number: int) -> HttpResponse:
    return HttpResponse(str(number))


@permissions.officer_required
def for_officers(_request: HttpRequest, number: int) -> HttpResponse:
    return HttpResponse(str(number))


@pytest.mark.parametrize("view", [for_organisers, for_registrars, for_officers])
def test_view_sends_a_stranger_to_log_in_and_back(view: permissions.View[...], rf: RequestFactory) -> None:
    request = rf.get("/desk/?stage=draft")
    request.user = AnonymousUser()

    response = view(request, 7)

    assert response.status_code == 302
    assert response.headers["Location"].endswith("?next=/desk/%3Fstage%3Ddraft")


@pytest.mark.parametrize(
    ("view", "role", "let_in"),
    [
        (for_organisers, "organiser", True),
        (for_organisers, "registrar", False),
        (for_organisers, "officer", True),
        (for_registrars, "organiser", False),
        (for_registrars, "registrar", True),
        (for_officers, "organiser", False),
        (for_officers, "registrar", False),
        (for_officers, "officer", True),
    ],
)
def test_view_lets_in_whom_its_question_is_true_of(
    view: permissions.View[...], role: str, let_in: bool, rf: RequestFactory
) -> None:
    request = rf.get("/desk/")
    request.user = account(role)

    if let_in:
        assert view(request, 7).status_code == 200
    else:
        with pytest.raises(PermissionDenied):
            view(request, 7)


@pytest.fixture
def clubs() -> list[Club]:
    home = Federation.objects.get_or_create(code="FR")[0]
    return [
        Club.objects.create(code=code, label=code, name=code, federation=home) for code in ("75Xa", "38Yb")
    ]


def member(club: Club | None) -> Player:
    made = register.enrol(register.Newcomer("Aubrac", "Lise"), account=None)
    made.club = club
    made.save()
    return made


# who: roles, which club; what he may change: a player of the first club, of the second, of none
OWN_CLUB = [
    (("registrar",), 0, (True, False, False)),
    (("registrar",), 1, (False, True, False)),
    (("registrar",), None, (True, True, True)),  # the federation's own registrar
    (("officer",), 0, (True, True, True)),
    (("registrar", "officer"), 0, (True, True, True)),
    (("organiser",), 0, (False, False, False)),
    ((), 0, (False, False, False)),
]


@pytest.mark.parametrize(("roles", "club", "allowed"), OWN_CLUB)
def test_registrar_of_a_club_changes_its_players_only(
    roles: tuple[str, ...], club: int | None, allowed: tuple[bool, ...], clubs: list[Club]
) -> None:
    who = account(*roles, club=None if club is None else clubs[club])
    players = [member(clubs[0]), member(clubs[1]), member(None)]

    assert tuple(permissions.may_edit_player(who, one) for one in players) == allowed
    reached = [one for one, may in zip(players, allowed, strict=True) if may]
    assert list(permissions.editable_players(who).order_by("pk")) == reached


@pytest.mark.parametrize(("club", "status"), [(0, 302), (1, 403)])
def test_club_registrar_merges_players_of_his_club_only(club: int, status: int, clubs: list[Club]) -> None:
    kept, gone = member(clubs[0]), member(clubs[0])
    client = Client()
    client.force_login(account("registrar", club=clubs[club]))
    asked = {"kept": kept.pk, "gone": gone.pk, "reason": "the same person"}

    answer = client.post(reverse("register-merge"), asked)

    assert (answer.status_code, Merge.objects.count()) == (status, int(status == 302))
    if status == 302:
        client.force_login(account("registrar", "organiser", club=clubs[1]))
        assert client.post(reverse("merge-undo", args=[Merge.objects.get().pk])).status_code == 403


def test_stranger_changes_nobody(clubs: list[Club]) -> None:
    assert permissions.may_edit_player(AnonymousUser(), member(clubs[0])) is False
    assert permissions.editable_players(AnonymousUser()).count() == 0


def test_account_of_a_request_refuses_a_stranger() -> None:
    request = RequestFactory().get("/")
    request.user = who = account()

    assert permissions.account_of(request) == who

    request.user = AnonymousUser()
    with pytest.raises(PermissionDenied):
        permissions.account_of(request)
