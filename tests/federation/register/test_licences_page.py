"""The page of licences for many players: shown, confirmed, undone; what is hostile or too much is refused."""

from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from federation.models import Club, JournalEntry, Licence, Player
from federation.register import register
from federation.register.register import Newcomer
from tests.federation.clubs import make_club
from tests.federation.register.test_player_edit import registrar

pytestmark = pytest.mark.django_db

ADDRESS = "/register/licences/"


def season() -> int:
    return timezone.localdate().year


@pytest.fixture
def holm() -> Player:
    make_club("38Gr")
    return register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"}), account=None)


def look(client: Client, text: str = "", **more: Any) -> Any:
    return client.post(ADDRESS, {"season": season(), "kind": "L", "text": text, "act": "look", **more})


def give(client: Client, shown: Any, **more: Any) -> Any:
    form, made = shown.context["form"], shown.context["plan"]
    said = {"season": season(), "kind": "L", "text": form["text"].value(), "act": "give"}
    return client.post(ADDRESS, {**said, "fingerprint": made.fingerprint, **more}, follow=True)


def test_nothing_is_written_before_it_is_confirmed(holm: Player) -> None:
    desk, lines = registrar(), JournalEntry.objects.count()

    shown = look(desk, "0712345")

    assert (shown.status_code, Licence.objects.count(), JournalEntry.objects.count()) == (200, 0, lines)
    assert "HOLM Anna" in shown.content.decode()
    assert give(desk, shown).status_code == 200
    assert Licence.objects.get().player == holm


def test_file_of_a_spreadsheet_is_shown_and_given_as_lines(holm: Player) -> None:
    desk = registrar()
    file = SimpleUploadedFile("l.csv", 'Licence;Type\r\n="0712345";C\r\n'.encode("utf-16"))

    shown = look(desk, file=file)
    give(desk, shown)

    assert Licence.objects.get().status == "C"


def test_what_changed_meanwhile_is_shown_again_and_not_written(holm: Player) -> None:
    desk = registrar()
    shown = look(desk, "0712345")
    register.license_player(holm, season(), "C", club=None, account=None)

    answer = give(desk, shown)

    assert (answer.status_code, Licence.objects.get().status) == (409, "C")
    assert "have changed since the preview" in answer.content.decode()
    assert give(desk, answer).status_code == 200
    assert Licence.objects.get().status == "L"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"text": " \n "}, "Enter at least one line"),
        ({"season": 2999}, "Next year’s season at the latest."),
        ({"kind": "Z"}, "Select a valid choice."),
        ({"file": SimpleUploadedFile("big.csv", b"1\n" * (2**19 + 1))}, "This is more than 1 MB"),
        ({"file": SimpleUploadedFile("empty.csv", b"")}, "Enter at least one line"),
    ],
)
def test_form_that_makes_no_sense_is_refused_with_a_sentence(said: dict[str, Any], why: str) -> None:
    answer = registrar().post(ADDRESS, {"season": season(), "kind": "L", "text": "1", "act": "look", **said})

    assert (answer.status_code, why in unescape(answer.content.decode())) == (422, True)


def test_body_over_the_limit_is_refused_before_it_is_read() -> None:
    answer = registrar().post(ADDRESS, {"text": "1" * (2 * 2**20 + 1)})

    assert (answer.status_code, "This is more than 1 MB" in answer.content.decode()) == (413, True)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "{0} {name}",
        "%s %(x)s",
        '=HYPERLINK("http://example.org")',
        "\x00\x01\x02",
        "\u202e0712345",
        "99999999999999999999",
        '"unclosed;L',
        "'; DROP TABLE federation_player; --",
        "number;kind\n",
    ],
)
def test_hostile_lines_are_told_or_left_and_harm_nothing(holm: Player, text: str) -> None:
    answer = look(registrar(), text)

    assert answer.status_code in (200, 422)
    assert "<script>alert" not in answer.content.decode()
    assert Licence.objects.count() == 0


def test_registrar_of_a_club_sees_and_undoes_his_own_acts_alone(holm: Player) -> None:
    office, own = registrar(), registrar(holm.club, email="own@example.org")
    give(office, look(office, "0712345"))
    first = JournalEntry.objects.get(act="licences.given")

    page, refused = own.get(ADDRESS), own.post(f"{ADDRESS}{first.pk}/undo/", follow=True)

    assert f"{ADDRESS}{first.pk}/undo/" not in page.content.decode()
    assert "cannot be undone" in refused.content.decode()
    assert Licence.objects.count() == 1
    office.post(f"{ADDRESS}{first.pk}/undo/")
    assert Licence.objects.count() == 0


def test_registrar_of_a_club_does_not_undo_for_whom_has_left(holm: Player) -> None:
    own = registrar(holm.club)
    give(own, look(own, "0712345"))
    first = JournalEntry.objects.get(act="licences.given")
    register.transfer(holm, None, account=None)

    answer = own.post(f"{ADDRESS}{first.pk}/undo/", follow=True)

    assert "Some of these players are no longer in your club." in answer.content.decode()
    assert Licence.objects.count() == 1


def test_page_names_the_club_and_the_undone(holm: Player) -> None:
    own = registrar(holm.club)
    give(own, look(own, "0712345"))
    first = JournalEntry.objects.get(act="licences.given")
    own.post(f"{ADDRESS}{first.pk}/undo/")

    content = own.get(ADDRESS).content.decode()

    assert f"Only players of {Club.objects.get(code='38Gr')}." in content
    assert content.count("undone") + content.count("Undone") >= 2
