"""Each field of a list entry is hidden, erased, handed out and proved by decision, none by silence."""

from datetime import date

import pytest

from federation.models import Licence, Player
from federation.privacy import personal_data as erasure
from ratings.lists.anonymise import HIDDEN
from ratings.lists.publication import publish
from ratings.models import ListEntry, PublishedList, RatingSystem
from ratings.people import personal_data
from ratings.public_log import list_rows
from ratings.public_log.bundles import list_bundles
from ratings.rulebook.list_fields import FIELDS
from tests.ratings import fide_pages
from tests.ratings.histories import hold, people, recalculate, round_robin, stale

STORED = {field.attname for field in ListEntry._meta.concrete_fields}
STAYS_AT_ERASURE = {field.name for field in FIELDS if field.stays or field.proof}
# An anonymous player is still found by region and title; what names the person, sex, age and a small club are
# put aside, and places in them are read of nobody.
STAYS_WHEN_HIDDEN = STAYS_AT_ERASURE - {"surname", "given_name"} | {"scopes", "region", "other_titles"}


def test_every_field_is_taken_away_at_erasure_or_stays_for_a_reason() -> None:
    assert sorted([*personal_data.ERASED, *STAYS_AT_ERASURE]) == sorted(STORED)


def test_every_field_is_put_aside_of_the_hidden_or_shown_of_them_by_decision() -> None:
    assert sorted([*HIDDEN, *STAYS_WHEN_HIDDEN]) == sorted(STORED)


def erase(player: Player) -> None:
    erasure.erase(player, "By letter.", account=None)


@pytest.mark.django_db
def test_erasure_of_a_titled_player_leaves_the_bytes_the_log_has() -> None:
    listed = fide_pages.archived()
    before = list(list_rows.lines(listed))
    anna = fide_pages.enrolled(fide_pages.EVERYBODY)["Anna"]

    erase(anna)

    assert any(",GM," in line for line in before)
    assert list(list_rows.lines(listed)) == before
    entry = ListEntry.objects.get(player=anna)
    assert (entry.surname, entry.sex, entry.women_title, entry.fide, entry.scopes) == (
        f"NN {anna.pk}",
        "",
        "",
        "",
        None,
    )


def licensed_list() -> PublishedList:
    ffg = RatingSystem.objects.get(key="ffg")
    players = people(4)
    for player in players:
        Licence.objects.create(player=player, season=2023, status="L")
    hold(date(2023, 3, 4), players, round_robin(4), number=7)
    recalculate(stale(ffg, date(2023, 3, 4)))
    return publish(ffg, date(2023, 3, 31), account=None)


@pytest.mark.django_db
def test_bundle_made_after_an_erasure_is_the_one_made_before() -> None:
    listed = licensed_list()
    before = list_bundles.content(listed)

    erase(ListEntry.objects.filter(list=listed)[0].player)

    assert list_bundles.content(listed) == before


@pytest.mark.django_db
def test_copy_of_somebodys_data_has_every_field_of_an_entry_but_keys() -> None:
    listed = fide_pages.archived()
    anna = fide_pages.enrolled(fide_pages.EVERYBODY)["Anna"]

    (line,) = personal_data.collect([anna])["published_lists"]

    assert set(line) == STORED - {"id", "list_id", "player_id", "search_key", "scopes"} | {
        "list__system__key",
        "list__date",
        "list__revision",
    }
    assert (line["list__date"], line["women_title"], line["k"]) == (listed.date, "WGM", 10)


@pytest.mark.django_db
def test_erasure_names_the_title_and_the_licence_that_stay() -> None:
    fide_pages.archived()
    played = licensed_list()
    anna = fide_pages.enrolled(fide_pages.EVERYBODY)["Anna"]
    licensed = ListEntry.objects.filter(list=played)[0].player

    left = [[one.items for one in personal_data.remainders([player])] for player in (anna, licensed)]

    assert left == [[("GM",)], [("L",)]]
