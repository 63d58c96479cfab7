"""Clubs merged and taken apart, changed, closed and deleted."""

from collections.abc import Iterator

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import Client
from django.utils import translation

from federation.accounts import permissions
from federation.models import Account, Club, ClubChange, JournalEntry, Licence, Player, Region
from federation.register import clubs, merging, register
from federation.register.register import Newcomer, RegisterError
from tests.federation.clubs import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def kept() -> Club:
    return make_club("Hamb", "DE", name="Hamburg")


@pytest.fixture
def gone() -> Club:
    return make_club("HH", "DE", name="Hansa")


@pytest.fixture
def holm(gone: Club) -> Player:
    player = register.enrol(Newcomer("Holm", "Ada", "DE"), club=gone, account=None)
    Licence.objects.create(player=player, season=2026, status="L", club=gone)
    return player


def merged(kept: Club, gone: Club) -> ClubChange:
    return clubs.merge(kept, gone, "one club, two labels", account=None)


def club_of(player: Player) -> str | None:
    player.refresh_from_db()
    return player.club.code if player.club else None


def test_merge_moves_players_licences_and_accounts(kept: Club, gone: Club, holm: Player) -> None:
    keeper = Account.objects.create(email="kim@example.org", club=gone)

    merged(kept, gone)

    keeper.refresh_from_db()
    licence = Licence.objects.get()
    assert (club_of(holm), licence.club, keeper.club) == ("DE-Hamb", kept, kept)
    assert list(Club.objects.all()) == [kept]
    (line,) = JournalEntry.objects.filter(act="club.merged").values_list("detail", flat=True)
    assert (line["before"], line["after"]) == ({"clubs": ["DE-Hamb", "DE-HH"]}, {"clubs": ["DE-Hamb"]})


def test_preview_counts_what_would_move(gone: Club, holm: Player) -> None:
    found = {str(part.label): part.count for part in clubs.preview_merge(gone)}

    assert found == {"players": 1, "licences": 1}


def test_file_that_names_the_club_gone_finds_the_other(kept: Club, gone: Club) -> None:
    merged(kept, gone)

    assert club_of(register.enrol(Newcomer("Quist", "Olaf", "DE", "HH"), account=None)) == "DE-Hamb"


def test_undone_merge_moves_back_exactly_what_moved(kept: Club, gone: Club, holm: Player) -> None:
    region = Region.objects.create(code="N", name="Nord", federation=gone.federation)
    Club.objects.filter(pk=gone.pk).update(region=region)
    own = register.enrol(Newcomer("Quist", "Olaf", "DE"), club=kept, account=None)
    made = merged(kept, gone)
    moved_on = register.enrol(Newcomer("Osei", "Ma", "DE"), club=kept, account=None)

    clubs.undo_merge(made, account=None)

    gone.refresh_from_db()
    assert (club_of(holm), club_of(own), club_of(moved_on)) == ("DE-HH", "DE-Hamb", "DE-Hamb")
    assert (gone.merged_into, gone.region, Licence.objects.get().club) == (None, region, gone)
    assert club_of(register.enrol(Newcomer("Abel", "Cleo", "DE", "HH"), account=None)) == "DE-HH"


@pytest.mark.parametrize("reason", ["", "  "])
def test_merge_without_a_reason_is_refused(kept: Club, gone: Club, reason: str) -> None:
    with pytest.raises(RegisterError, match="Say why"):
        clubs.merge(kept, gone, reason, account=None)


def test_club_is_not_merged_into_itself_nor_twice(kept: Club, gone: Club) -> None:
    third = make_club("Kiel", "DE")
    with pytest.raises(RegisterError, match="two different clubs"):
        merged(kept, kept)
    made = merged(kept, gone)
    with pytest.raises(RegisterError, match="already"):
        merged(third, gone)
    merged(third, kept)
    with pytest.raises(RegisterError, match="undo that first"):
        clubs.undo_merge(made, account=None)


def test_club_merged_into_one_that_goes_leads_to_the_last(kept: Club, gone: Club, client: Client) -> None:
    third = make_club("Kiel", "DE")
    merged(kept, gone)
    merged(third, kept)

    answer = client.get("/clubs/DE-HH/")

    assert (answer.status_code, answer["Location"]) == (302, "/clubs/DE-Kiel/")


def test_players_merged_before_a_merge_of_clubs_come_apart_into_the_club_kept(
    kept: Club, gone: Club, holm: Player
) -> None:
    other = register.enrol(Newcomer("Holme", "Ada", "DE"), account=None)
    made = merging.merge(other, holm, merging.Choice(reason="the same"), account=None)
    merged(kept, gone)

    merging.undo(made, account=None)

    assert club_of(holm) == "DE-Hamb"


def test_change_is_journalled_by_what_is_otherwise(kept: Club) -> None:
    assert clubs.change(kept, {"town": "Hamburg", "email": "go@example.org"}, account=None)
    assert not clubs.change(kept, {"town": "Hamburg"}, account=None)

    (line,) = JournalEntry.objects.filter(act="club.edited").values_list("detail", flat=True)
    assert line["before"] == {"town": "", "email": ""}
    assert line["after"] == {"town": "Hamburg", "email": "go@example.org"}


def test_club_moved_to_another_federation_leaves_its_region(kept: Club) -> None:
    region = Region.objects.create(code="N", name="Nord", federation=kept.federation)
    clubs.change(kept, {"region": region}, account=None)

    clubs.change(kept, {"federation": register.federation_for("CH")}, account=None)

    kept.refresh_from_db()
    assert (kept.federation.code, kept.region, kept.code) == ("CH", None, "DE-Hamb")


def test_only_an_empty_club_is_deleted(kept: Club, gone: Club, holm: Player) -> None:
    with pytest.raises(RegisterError, match="close it or merge it"):
        clubs.delete(gone, account=None)
    clubs.delete(kept, account=None)

    assert list(Club.objects.all()) == [gone]
    with pytest.raises(ObjectDoesNotExist):
        kept.refresh_from_db()
    assert JournalEntry.objects.get(act="club.deleted").detail["before"]["code"] == "DE-Hamb"


def test_code_of_another_club_or_spelling_is_refused(kept: Club, gone: Club) -> None:
    merged(kept, gone)
    values = {"name": "Other", "label": "HH", "federation": kept.federation}

    with pytest.raises(RegisterError, match="DE-HH is the code of"):
        clubs.enter(values, account=None)


def test_club_registrar_keeps_the_club_kept(kept: Club, gone: Club, holm: Player) -> None:
    keeper = Account.objects.create(email="kim@example.org", club=gone)
    merged(kept, gone)

    keeper.refresh_from_db()
    assert permissions.keeps_one_club(keeper)
    assert keeper.club == kept


@pytest.mark.parametrize("deleted", ["kept", "gone"])
def test_merge_with_a_club_deleted_meanwhile_is_refused(kept: Club, gone: Club, deleted: str) -> None:
    Club.objects.filter(pk={"kept": kept.pk, "gone": gone.pk}[deleted]).delete()

    with pytest.raises(RegisterError):
        clubs.merge(kept, gone, "the same", account=None)
    assert not ClubChange.objects.exists()


def test_club_merged_or_deleted_meanwhile_is_neither_changed_nor_deleted(kept: Club, gone: Club) -> None:
    clubs.merge(kept, gone, "the same", account=None)

    with pytest.raises(RegisterError):
        clubs.change(gone, {"name": "Other"}, account=None)
    with pytest.raises(RegisterError):
        clubs.delete(gone, account=None)
    assert Club.all_clubs.get(pk=gone.pk).merged_into_id == kept.pk
