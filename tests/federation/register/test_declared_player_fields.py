"""Fields of players: each is declared, and one declaration is enough for every place that depends on it."""

import gc
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import models
from django.test import Client
from django.utils import translation

from federation.forms.player_changes import changes
from federation.history import undoing
from federation.models import Account, Identifier, JournalEntry, Player
from federation.models.display_name import public_view
from federation.player_lists import newer_acts
from federation.player_lists.readers.fide_row import PERSON as OF_FIDE
from federation.player_lists.readers.fide_row import FideRow
from federation.privacy import personal_data, policy
from federation.register import merging, register
from federation.register.merging import Choice
from federation.register.register import Newcomer
from federation.vocabulary import player_fields
from federation.vocabulary.player_fields import FIELDS, PERSON, TEXT, WHOLE, PlayerField, public_fields
from ratings.api import records
from ratings.snapshots import rows
from ratings.snapshots.parts import Part
from ratings.snapshots.tables import TABLES

pytestmark = pytest.mark.django_db
NAME, LABEL = "country_text", "country named in a file"  # a column nobody else asks of these players
HEAD = ["number", "surname", "given_name", "federation", "club", "club_name"]
# What is published keeps its columns and their order: programs depend on it.
PUBLISHED = ["grade", "title", "women_title"]


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Declare a stored field for everything."""
    declare(monkeypatch, PlayerField(NAME, part=PERSON, public="country as written"))
    yield
    changes.cache_clear()


def declare(monkeypatch: pytest.MonkeyPatch, field: PlayerField) -> None:
    fields = tuple(field if known.name == NAME else known for known in FIELDS)
    monkeypatch.setattr(player_fields, "FIELDS", fields)
    changes.cache_clear()


@pytest.fixture
def desk() -> Client:
    account = Account.objects.create_user("remi@example.org", "secret")
    account.groups.set(Group.objects.filter(name="registrar"))
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


@pytest.fixture
def holm() -> Player:
    return register.enrol(Newcomer("HOLM", "Anna", "FR"), account=None)


def send(client: Client, player: Player, value: str, seen: str = "") -> str:
    answer = client.post(
        f"/register/{player.pk}/edit/", {"act": NAME, "seen": seen, NAME: value}, follow=True
    )
    player.refresh_from_db()
    return answer.content.decode()


def told_of(player: Player, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return what the API says of a player."""
    monkeypatch.setattr(records, "PlayerHead", dict)
    with public_view():
        return dict(records.player_head(player))


def in_snapshot() -> list[tuple[object, ...]]:
    return list(rows.rows_of(Part("players", "", 0)))


def test_every_stored_field_is_declared_once() -> None:
    stored = [field.name for field in Player._meta.concrete_fields if not field.primary_key]

    assert sorted(field.name for field in FIELDS) == sorted(stored)


@pytest.mark.parametrize("field", public_fields(), ids=lambda field: field.name)
def test_public_field_has_its_stored_type_and_asks_the_policy(field: PlayerField) -> None:
    stored = {TEXT: models.CharField, WHOLE: models.IntegerField}[field.type]

    assert isinstance(Player._meta.get_field(field.name), stored)
    assert not field.policy or field.policy in policy.LABELS
    assert field.type == TEXT or field.alone


def test_outputs_have_the_columns_they_had() -> None:
    schemes = [scheme.value for scheme in Identifier.Scheme]

    assert list(records.PlayerHead.model_fields) == [*HEAD, *PUBLISHED, "url"]
    assert [column.name for column in TABLES["players"].columns] == [
        *HEAD,
        *PUBLISHED,
        "birth_year",
        *schemes,
    ]


def test_fide_lists_describe_what_their_rows_and_players_have_and_newer_acts_protect() -> None:
    names = {field.name for field in FIELDS}

    assert set(OF_FIDE) == names & FideRow.__dataclass_fields__.keys()
    assert all(player_fields.named(name).part for name in OF_FIDE)
    assert OF_FIDE[-1] == "birth_year"


@pytest.mark.usefixtures("declared")
def test_declared_field_is_changed_on_the_desk_and_undone(desk: Client, holm: Player) -> None:
    form = desk.get(f"/register/{holm.pk}/edit/").content.decode()
    page = send(desk, holm, "ATLANTIS")
    line = JournalEntry.objects.get(act="player.edited")
    written = holm.country_text
    journal = desk.get(f"/register/{holm.pk}/").content.decode()
    undoing.undo(holm, line.pk, account=None)
    holm.refresh_from_db()

    assert f'name="{NAME}"' in form
    assert "Country named in a file</dt><dd>ATLANTIS" in page
    assert (written, holm.country_text) == ("ATLANTIS", "")
    assert (line.detail["before"], line.detail["after"]) == ({NAME: ""}, {NAME: "ATLANTIS"})
    assert LABEL in journal
    assert newer_acts.newer_than(date(2020, 1, 1), "fide").holds(holm.pk, PERSON)


@pytest.mark.usefixtures("declared")
def test_declared_field_is_offered_by_a_merge_and_given_back(holm: Player) -> None:
    other = register.enrol(Newcomer("Holm", "Annabel", "FR"), account=None)
    Player.objects.filter(pk=other.pk).update(country_text="ATLANTIS")
    other.refresh_from_db()

    with translation.override("en"):
        (pair,) = [pair for pair in merging.preview(holm, other).fields if pair.name == NAME]
    merge = merging.merge(holm, other, Choice(frozenset({NAME}), reason="same"), account=None)
    taken = Player.objects.get(pk=holm.pk).country_text
    merging.undo(merge, account=None)

    assert (pair.label, pair.kept, pair.gone) == (LABEL, "", "ATLANTIS")
    assert (taken, Player.objects.get(pk=holm.pk).country_text) == ("ATLANTIS", "")


@pytest.mark.usefixtures("declared")
def test_declared_field_is_handed_out_and_erased(holm: Player) -> None:
    Player.objects.filter(pk=holm.pk).update(country_text="ATLANTIS")
    holm.refresh_from_db()

    told = personal_data.collect(holm)["player"]
    personal_data.erase(holm, "asked", account=None)

    assert told[NAME] == "ATLANTIS"
    assert Player.objects.get(pk=holm.pk).country_text == ""


@pytest.mark.usefixtures("declared")
def test_declared_field_is_in_the_api_and_in_snapshots(holm: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    Player.objects.filter(pk=holm.pk).update(country_text="ATLANTIS")
    holm.refresh_from_db()

    fields = list(records.player_record().model_fields)
    gc.collect()  # records of one name would be in each other's way

    assert fields == [*HEAD, NAME, *PUBLISHED]
    assert told_of(holm, monkeypatch)[NAME] == "ATLANTIS"
    assert "ATLANTIS" in in_snapshot()[0]


def test_declared_field_is_hidden_where_the_policy_hides_it(
    holm: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare(monkeypatch, PlayerField(NAME, public="country as written", policy="birth_date"))
    Player.objects.filter(pk=holm.pk).update(country_text="ATLANTIS")
    holm.refresh_from_db()

    assert told_of(holm, monkeypatch)[NAME] == ""
    assert "ATLANTIS" not in in_snapshot()[0]
    changes.cache_clear()


@pytest.mark.parametrize("way", ["public", "initials", "anonymous"])
def test_title_of_women_is_hidden_with_the_sex_in_either_column(
    holm: Player, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    Player.objects.filter(pk=holm.pk).update(title="WGM", women_title="WGM", privacy=way)
    holm.refresh_from_db()
    shown = "" if way == "anonymous" else "WGM"
    names = [column.name for column in TABLES["players"].columns]

    told, row = told_of(holm, monkeypatch), dict(zip(names, in_snapshot()[0], strict=True))

    assert (told["title"], told["women_title"]) == (row["title"], row["women_title"]) == (shown, shown)
    assert holm.title == "WGM"
