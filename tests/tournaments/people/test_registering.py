"""A new player by hand: matched as an entrant is, so that no double is made without looking."""

import threading
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client
from pytest_django.fixtures import Settings

from federation.models import Club, Identifier, JournalEntry, Player
from federation.privacy import privacy
from federation.register import register
from federation.register.register import Newcomer
from tests import waiting
from tests.federation.clubs import make_club
from tests.tournaments.conftest import account
from tournaments.people import registering

pytestmark = pytest.mark.django_db
NEW = "/register/new/"


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.FEDERATION_CODE = "FR"


def desk(club: Club | None = None, *, email: str = "remi@example.org") -> Client:
    person = account(email, "registrar")
    person.club = club
    person.save()
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def club_of(label: str) -> Club:
    made = make_club(label, "FR")
    assert made is not None
    return made


def said(**more: Any) -> dict[str, Any]:
    values = {"surname": "HOLM", "given_name": "Anna", "country": "FR", "club": "", "grade": ""}
    return values | dict.fromkeys(Identifier.Scheme.values, "") | more


def enrol(*newcomer: Any, **more: Any) -> Player:
    return register.enrol(Newcomer(*newcomer, **more), account=None)


def test_stranger_is_enrolled_with_club_numbers_and_one_journal_line() -> None:
    club = club_of("38Gr")

    answer = desk().post(NEW, said(club=club.pk, grade="3D", ffg="24a0001", egd="99000001"), follow=True)

    player = Player.objects.get()
    line = JournalEntry.objects.get()
    assert answer.redirect_chain == [(f"/register/{player.pk}/", 302)]
    assert (str(player), player.club, player.grade, player.federation.code) == ("HOLM Anna", club, "3d", "FR")
    assert dict(player.identifiers.values_list("scheme", "value")) == {"ffg": "24A0001", "egd": "99000001"}
    assert (line.act, line.account and line.account.email) == ("player.enrolled", "remi@example.org")


def test_club_whose_code_is_not_its_label_is_taken_as_it_is() -> None:
    club = club_of("38Gr")
    Club.objects.update(code="grenoble")
    club.refresh_from_db()

    desk().post(NEW, said(club=club.pk))

    assert (Player.objects.get().club, Club.objects.count()) == (club, 1)


@pytest.mark.parametrize(
    ("surname", "given_name"), [("HOLM", "Anna"), ("Anna", "Holm"), ("HOLMM", "Anna"), ("HÖLM", "Anna")]
)
def test_whoever_resembles_somebody_is_shown_and_enrolled_when_it_is_said_that_he_is_another(
    surname: str, given_name: str
) -> None:
    known, registrar = enrol("HOLM", "Anna", "FR", "38Gr", "3d"), desk()
    values = said(surname=surname, given_name=given_name)

    asked = registrar.post(NEW, values)
    without_the_tick = registrar.post(NEW, {**values, "seen": known.pk})
    knowing = registrar.post(NEW, {**values, "seen": known.pk, "others": "yes"})

    assert (asked.status_code, without_the_tick.status_code, knowing.status_code) == (409, 409, 302)
    assert f'<a href="/register/{known.pk}/">HOLM Anna</a>' in asked.content.decode()
    assert f'value="{surname}"' in asked.content.decode()
    assert Player.objects.count() == 2


def test_known_name_resembles_too() -> None:
    known = enrol("HOLM", "Anna", "FR")
    register.rename(known, "PETIT", "Anna", account=None)

    assert desk().post(NEW, said()).status_code == 409


def test_somebody_enrolled_while_the_page_was_open_is_shown() -> None:
    first, registrar = enrol("HOLM", "Anna", "FR"), desk()
    second = enrol("HOLM", "Anna", "FR")

    answer = registrar.post(NEW, said(seen=first.pk, others="yes"))

    assert (answer.status_code, Player.objects.count()) == (409, 2)
    assert f"/register/{second.pk}/" in answer.content.decode()


@pytest.mark.parametrize("ticked", [{}, {"others": "yes"}])
def test_number_of_somebody_else_is_refused_with_his_name_whatever_is_ticked(ticked: dict[str, str]) -> None:
    owner = enrol("QUIST", "Olaf", "FR", identifiers={"ffg": "0712345"})

    answer = desk().post(NEW, said(ffg="0712345", seen=owner.pk, **ticked))

    assert (answer.status_code, Player.objects.count()) == (409, 1)
    assert f"FFG licence 0712345 belongs to QUIST Olaf ({owner.pk})." in answer.content.decode()


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"surname": ""}, "This field is required."),
        ({"surname": "..."}, "A name needs at least one letter."),
        ({"surname": "H" * 81}, "at most 80 characters"),
        ({"grade": "31k"}, "31k is not a grade."),
        ({"ffg": "12"}, "An FFG licence has seven digits or letters."),
        ({"country": "QQ"}, "Select a valid choice."),
        ({"club": "99999999"}, "Select a valid choice."),
        ({"surname": "a\x00b"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_is_said_at_its_field(values: dict[str, str], why: str) -> None:
    answer = desk().post(NEW, said(**values))

    assert (answer.status_code, Player.objects.count(), why in answer.content.decode()) == (409, 0, True)


def test_registrar_of_a_club_enrols_into_it_alone() -> None:
    own, other = club_of("38Gr"), club_of("75Op")
    registrar = desk(own)

    codes = [registrar.post(NEW, said(club=club)).status_code for club in (other.pk, "", own.pk)]

    assert (codes, Player.objects.get().club) == ([409, 409, 302], own)


def test_registrar_of_a_club_is_not_shown_who_is_hidden_and_cannot_make_a_double_of_him() -> None:
    hidden = enrol("HOLM", "Anna", "FR", "75Op", "3d", {"ffg": "0712345"})
    privacy.choose(hidden, "anonymous", account=None)
    own = club_of("38Gr")
    registrar = desk(own)

    asked = registrar.post(NEW, said(club=own.pk)).content.decode()
    forced = registrar.post(NEW, said(club=own.pk, seen=hidden.pk, others="yes"))
    number = registrar.post(NEW, said(surname="OSEI", club=own.pk, ffg="0712345")).content.decode()

    assert (forced.status_code, Player.objects.count()) == (409, 1)
    assert "is not shown by name is also similar" in asked
    assert 'name="others"' not in asked
    assert "belongs to a player who is not shown by name" in number
    assert not any(f"/{hidden.pk}/" in page or "HOLM Anna" in page for page in (asked, number))


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes one at a time")
def test_of_two_who_enrol_the_same_person_at_once_one_is_refused() -> None:
    register.federation_for("FR")
    written = threading.Event()
    told: dict[bool, str] = {}

    def has_looked() -> bool:
        return bool(told) or waiting.is_somebody_waiting_for_a_lock()

    def act(*, is_first: bool) -> None:
        try:
            with transaction.atomic():
                registering.enrol(Newcomer("HOLM", "Anna", "FR"), None, account=None)
                written.set()
                if is_first:
                    waiting.until(has_looked, "the second one looks, while nothing is committed")
            told[is_first] = "enrolled"
        except registering.Resembles as found:
            told[is_first] = f"resembles {len(found.match.suggestions)}"
        finally:
            connections.close_all()

    first, second = (threading.Thread(target=act, kwargs={"is_first": each}) for each in (True, False))
    first.start()
    assert written.wait(120)
    second.start()
    for thread in (first, second):
        thread.join(120)

    assert told == {True: "enrolled", False: "resembles 1"}
    assert Player.objects.count() == 1
