"""Regions of a federation on the register's desk: who may, entering, renaming, choosing clubs, deleting."""

import pytest
from django.test import Client

from federation.models import Account, Club, JournalEntry, Region
from federation.register import regions, register
from federation.register.register import RegisterError
from tests.federation.register.test_register_pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def clubs() -> list[Club]:
    made = [register.find_or_make_club(label, "FR") for label in ("38Gr", "38Vo", "75Al")]
    return [club for club in made if club]


@pytest.fixture
def alps(clubs: list[Club]) -> Region:
    region = regions.enter(clubs[0].federation, "ALP", "Ligue des Alpes", account=None)
    regions.place(region, [clubs[0].pk], [], account=None)
    return region


def lines(act: str) -> list[dict[str, object]]:
    return list(JournalEntry.objects.filter(act=act).order_by("pk").values_list("detail", flat=True))


def members(region: Region) -> list[str]:
    return list(region.clubs.order_by("code").values_list("code", flat=True))


def test_only_registrars_and_officers_enter(alps: Region) -> None:
    who = [browser("registrar"), browser("officer"), browser("organiser"), browser()]

    for path in ("/register/regions/", f"/register/regions/{alps.pk}/"):
        assert [client.get(path).status_code for client in who] == [200, 200, 403, 302], path


def test_desk_without_regions_says_what_they_are_for(clubs: list[Club]) -> None:
    assert b"This federation has no regions yet." in browser("registrar").get("/register/regions/").content


def test_registrar_enters_a_region_and_chooses_its_clubs(clubs: list[Club]) -> None:
    desk = browser("registrar")

    entered = desk.post("/register/regions/", {"federation": "FR", "code": " IDF ", "name": "Paris "})
    made = Region.objects.get()
    chosen = desk.post(f"/register/regions/{made.pk}/", {"name": "Île-de-France", "club": [clubs[2].pk]})

    made.refresh_from_db()
    address = f"/register/regions/{made.pk}/"
    assert (entered.status_code, entered["Location"], chosen.status_code) == (302, address, 302)
    assert (made.code, made.name, made.federation.code, members(made)) == (
        "IDF",
        "Île-de-France",
        "FR",
        ["75Al"],
    )
    assert lines("region.added") == [
        {"before": {}, "after": {"code": "IDF", "name": "Paris", "federation": "FR"}}
    ]
    assert lines("region.edited") == [{"before": {"name": "Paris"}, "after": {"name": "Île-de-France"}}]
    assert lines("club.edited") == [{"before": {"region": None}, "after": {"region": "IDF"}}]


def test_region_may_have_a_code_of_eight_characters(clubs: list[Club]) -> None:
    regions.enter(clubs[0].federation, "AUV-RHON", "Auvergne-Rhône-Alpes", account=None)

    assert Region.objects.get().code == "AUV-RHON"


@pytest.mark.parametrize(
    ("code", "name", "why"),
    [
        ("ALP", "Other", "ALP is the code of Ligue des Alpes."),
        ("", "Other", "A code has 1 to 8 letters, digits or hyphens."),
        ("NINECHARS", "Other", "A code has 1 to 8 letters, digits or hyphens."),
        ("A/B", "Other", "A code has 1 to 8 letters, digits or hyphens."),
        ("IDF", "  ", "A region needs a name."),
    ],
)
def test_region_that_cannot_be_is_refused_and_says_why(alps: Region, code: str, name: str, why: str) -> None:
    answer = browser("registrar").post("/register/regions/", {"code": code, "name": name})

    assert (answer.status_code, why in answer.content.decode(), Region.objects.count()) == (409, True, 1)


def test_two_who_choose_clubs_at_once_do_not_undo_each_other(alps: Region, clubs: list[Club]) -> None:
    desk, address = browser("registrar"), f"/register/regions/{alps.pk}/"
    shown = {"name": alps.name, "was": [clubs[0].pk]}

    desk.post(address, shown | {"club": [clubs[0].pk, clubs[1].pk]})
    desk.post(address, shown | {"club": []})  # took the first out before the second came in

    assert members(alps) == ["38Vo"]


def test_club_of_another_federation_stays_where_it_is(alps: Region) -> None:
    stranger = register.find_or_make_club("Ham", "DE")
    assert stranger is not None

    assert regions.place(alps, [stranger.pk], [], account=None) == 0
    assert members(alps) == ["38Gr"]


def test_club_that_moved_on_is_not_taken_out_of_its_new_region(alps: Region, clubs: list[Club]) -> None:
    other = regions.enter(alps.federation, "IDF", "Paris", account=None)
    regions.place(other, [clubs[0].pk], [], account=None)

    assert regions.place(alps, [], [clubs[0].pk], account=None) == 0
    assert (members(alps), members(other)) == ([], ["38Gr"])


def test_deleted_region_leaves_its_clubs_in_none(alps: Region) -> None:
    browser("officer").post(f"/register/regions/{alps.pk}/", {"act": "delete"})

    assert (Region.objects.count(), Club.objects.get(code="38Gr").region) == (0, None)
    assert lines("club.edited")[-1] == {"before": {"region": "ALP"}, "after": {"region": None}}
    assert [detail["after"] for detail in lines("region.deleted")] == [{}]


def test_name_that_is_none_changes_nothing(alps: Region) -> None:
    with pytest.raises(RegisterError):
        regions.rename(alps, " ", account=None)

    assert (regions.rename(alps, "Ligue des Alpes", account=None), lines("region.edited")) == (False, [])


def test_registrar_of_a_club_reads_and_changes_nothing(alps: Region, clubs: list[Club]) -> None:
    desk = browser("registrar")
    Account.objects.update(club=clubs[0])
    address = f"/register/regions/{alps.pk}/"

    page = desk.get(address).content.decode()
    posted = [
        desk.post("/register/regions/", {"code": "X", "name": "Y"}),
        desk.post(address, {"act": "delete"}),
    ]

    assert ("<fieldset" in page, 'name="name"' in page, "Delete" in page) == (True, False, False)
    assert ([answer.status_code for answer in posted], Region.objects.count()) == ([403, 403], 1)


@pytest.mark.parametrize("count", [1, 3])
def test_page_of_a_region_costs_the_same_however_many_clubs(
    alps: Region, count: int, django_assert_num_queries: object, client: Client
) -> None:
    for number in range(count):
        register.find_or_make_club(f"69Z{number}", "FR")
    desk = browser("registrar")

    with django_assert_num_queries(5):  # type: ignore[operator]  # a fixture of pytest-django
        desk.get(f"/register/regions/{alps.pk}/")
