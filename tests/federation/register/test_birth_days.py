"""The date of birth in the register: noted as far as known, undone, handed out, erased, never public."""

import json
import re
from datetime import date
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.utils import translation

from federation.history import undoing
from federation.journal import journal
from federation.models import BirthDay, JournalEntry, Merge, Player
from federation.privacy import personal_data
from federation.register import birth_days, merging, person, register
from federation.register.merging import Choice
from federation.register.register import Newcomer, RegisterError
from tests.federation.clubs import make_club
from tests.federation.register.test_player_edit import registrar, sent
from tests.markup import html_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def holm() -> Player:
    make_club("38Gr")
    made = register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d"), account=None)
    person.note_birth(made, 1987, account=None)
    return made


@pytest.mark.parametrize(
    ("said", "kept", "shown"),
    [
        ({"day": "5", "month": "3", "year": "1987"}, (1987, "03-05"), "5\xa0March 1987"),
        ({"month": "11"}, (1987, "11"), "November 1987"),
        ({"year": "1988", "month": "2", "day": "29"}, (1988, "02-29"), "29\xa0Feb. 1988"),
        ({"year": "1990"}, (1990, ""), "1990"),
    ],
)
def test_date_of_birth_is_noted_as_far_as_it_is_known(
    holm: Player, said: dict[str, str], kept: tuple[int, str], shown: str
) -> None:
    answer = sent(registrar(), holm, "birth", **said)

    holm.refresh_from_db()
    assert (answer.status_code, holm.birth_year, birth_days.day_of(holm)) == (200, *kept)
    assert f"<dd>{shown}</dd>" in html_of(answer)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"day": "5"}, "Enter the month as well."),
        ({"month": "5", "year": ""}, "Enter the year as well."),
        ({"day": "29", "month": "2"}, "There is no such day."),
        ({"day": "31", "month": "4"}, "There is no such day."),
        ({"day": "32", "month": "1"}, "less than or equal to 31"),
        ({"month": "13"}, "Select a valid choice."),
        ({"day": "31", "month": "12", "year": "this"}, "cannot be in the future"),
    ],
)
def test_date_that_is_none_is_refused_at_the_form(
    holm: Player, said: dict[str, str], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if said.get("year") == "this":
        monkeypatch.setattr("federation.register.birth_days.timezone.localdate", lambda: date(2026, 5, 1))
        said = {**said, "year": "2026"}
    lines = JournalEntry.objects.count()

    answer = sent(registrar(), holm, "birth", **said)

    assert (answer.status_code, why in html_of(answer)) == (409, True)
    assert (JournalEntry.objects.count(), BirthDay.objects.count()) == (lines, 0)


def test_day_of_birth_is_changed_undone_and_told_on_the_desk(holm: Player) -> None:
    desk = registrar()
    sent(desk, holm, "birth", month="3", day="5")
    sent(desk, holm, "birth", month="4", day="6")
    line = JournalEntry.objects.latest("pk")

    page = html_of(desk.get(f"/register/{holm.pk}/"))
    desk.post(f"/register/{holm.pk}/undo/{line.pk}/")

    assert (line.act, birth_days.day_of(holm)) == ("player.birth_day", "03-05")
    assert "<del>5\xa0March</del> → <ins>6\xa0April</ins>" in page
    assert [one.stands for one in BirthDay.objects.order_by("pk")] == [True, False]


def test_same_date_writes_nothing(holm: Player) -> None:
    desk = registrar()
    sent(desk, holm, "birth", month="3", day="5")
    lines = JournalEntry.objects.count()

    answer = sent(desk, holm, "birth")

    assert b"No changes." in answer.content
    assert JournalEntry.objects.count() == lines


def rows_that_say(text: str) -> set[str]:
    """Return the tables of ours in which a text stands."""
    return {
        str(model._meta.model_name)
        for model in apps.get_models()
        if model._meta.app_label in ("federation", "tournaments", "ratings", "laboratory")
        for row in model._default_manager.values_list()
        if text in json.dumps(row, default=str)
    }


def test_date_of_birth_stands_in_its_own_table_alone_through_changes_undos_and_merges(holm: Player) -> None:
    Player.objects.update(enrolled="2020-06-06T00:00Z")
    gone = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    person.note_birth(gone, 1987, account=None)
    birth_days.note(gone, "07-31", account=None)
    birth_days.note(gone, "08-17", account=None)
    undoing.undo(gone, JournalEntry.objects.latest("pk").pk, account=None)
    made = merging.merge(holm, gone, Choice(reason="the same"), account=None)

    assert birth_days.day_of(holm) == "07-31"
    assert [rows_that_say(text) for text in ('"07-31"', '"08-17"')] == [{"birthday"}] * 2
    told = json.dumps([*JournalEntry.objects.values_list("detail"), *Merge.objects.values_list("record")])
    assert "07-31" not in told
    merging.undo(Merge.objects.get(pk=made.pk), account=None)
    assert (birth_days.day_of(holm), birth_days.day_of(gone)) == ("", "07-31")


def test_days_of_birth_are_read_by_the_register_alone() -> None:
    root = Path(settings.BASE_DIR)
    modules = (
        path for app in ("federation", "tournaments", "ratings") for path in (root / app).rglob("*.py")
    )
    reading = {
        path.relative_to(root).as_posix()
        for path in modules
        if re.search(r"\b(BirthDay|birth_days?)\b", path.read_text()) and "migrations" not in path.parts
    }

    assert reading == {
        "federation/apps.py",
        "federation/models/__init__.py",
        "federation/register/birth_days.py",
        "federation/forms/person_changes.py",
        "federation/views/register.py",
        "federation/history/undoing.py",
        "federation/history/wording.py",
        "federation/views/journal_acts.py",
        "federation/views/data_requests.py",
        "federation/privacy/personal_data.py",
    }


def test_change_of_a_day_of_birth_is_not_told_to_programs(client: Client, holm: Player) -> None:
    journal.seal()
    cursor = client.get("/api/v1/changes").json()["cursor"]
    birth_days.note(holm, "07-31", account=None)
    register.rename(holm, "PETIT", "Anna", account=None)
    undoing.undo(holm, JournalEntry.objects.get(act="player.birth_day").pk, account=None)
    journal.seal()

    told = client.get("/api/v1/changes", {"since": cursor}).json()

    assert [one["type"] for one in told["items"]] == ["player.changed", "player.changed"]
    assert "07-31" not in json.dumps(told)


@pytest.mark.parametrize("path", ["/players/{}/", "/api/v1/players/{}", "/players/?q=holm"])
def test_public_pages_say_no_more_than_the_year(client: Client, holm: Player, path: str) -> None:
    birth_days.note(holm, "07-31", account=None)
    club = registrar(make_club("75Op", "FR"))

    content = html_of(client.get(path.format(holm.pk)))
    content += html_of(club.get(f"/register/{holm.pk}/"))

    assert "HOLM" in content
    assert not re.search(r"07-31|31[./ -]+0?7\b|31 (July|juillet|июля)|July 31", content)


def test_day_of_another_year_stays_with_the_number_that_goes(holm: Player) -> None:
    gone = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    person.note_birth(gone, 1950, account=None)
    birth_days.note(gone, "07-31", account=None)

    merging.merge(holm, gone, Choice(reason="the same"), account=None)

    assert (birth_days.day_of(holm), birth_days.day_of(gone)) == ("", "07-31")


def test_day_follows_the_year_that_is_taken(holm: Player) -> None:
    person.note_birth(holm, None, account=None)
    gone = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    person.note_birth(gone, 1950, account=None)
    birth_days.note(gone, "07-31", account=None)

    taken = Choice(fields=frozenset({"birth_year"}), reason="the same")
    merging.merge(holm, gone, taken, account=None)

    holm.refresh_from_db()
    assert (holm.birth_year, birth_days.day_of(holm)) == (1950, "07-31")


def test_date_of_birth_is_handed_out_and_erased_with_what_it_was_before(holm: Player) -> None:
    birth_days.note(holm, "03-04", account=None)
    birth_days.note(holm, "03-05", account=None)
    line = JournalEntry.objects.latest("pk").pk

    told = personal_data.collect(holm)["birth_days"]
    personal_data.erase(holm, "on request", account=None)

    assert told == [{"value": "03-04", "stands": False}, {"value": "03-05", "stands": True}]
    assert not BirthDay.objects.exists()
    with pytest.raises(RegisterError):
        undoing.undo(holm, line, account=None)


def test_day_without_a_year_is_refused_by_the_register(holm: Player) -> None:
    person.note_birth(holm, None, account=None)

    for day, why in (("03-05", "the year"), ("13", "the year")):
        with translation.override("en"), pytest.raises(RegisterError, match=why):
            birth_days.note(holm, day, account=None)
