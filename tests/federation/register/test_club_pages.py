"""The desks of clubs, of names in files and of federations: who may, what is shown, what is written."""

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.models import Club, ClubChange, Federation, FederationSpelling, JournalEntry, Player
from federation.register import club_taking, register
from federation.register.register import Newcomer
from tests.federation.clubs import make_club
from tests.federation.register.test_player_edit import registrar
from tests.federation.register.test_register_pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english(settings: Settings) -> None:
    settings.LANGUAGE_CODE = "en"


def enrol(surname: str, country: str = "DE", club: str = "Ham") -> Player:
    return register.enrol(Newcomer(surname, "Ada", country, club), account=None)


def page_of(club: Club) -> str:
    return f"/register/clubs/{club.pk}/"


def seen(desk: Client, club: Club) -> str:
    """Return what the page of a club shows, as its form sends it back."""
    value: str = desk.get(page_of(club)).context["form"].initial["seen"]
    return value


def whole(desk: Client, club: Club, **more: object) -> dict[str, object]:
    values = {"name": club.name, "label": club.label, "town": club.town, "federation": club.federation_id}
    return {**values, "seen": seen(desk, club), **more}


# --- who may


def test_registrar_of_a_club_sees_and_changes_the_own_contact_alone() -> None:
    own, other = make_club("38Gr"), make_club("75Op")
    desk = registrar(own)

    index = desk.get("/register/clubs/")
    sent = desk.post(
        page_of(own),
        {"email": "go@example.org", "contact_public": "on", "name": "Mine", "seen": seen(desk, own)},
    )

    own.refresh_from_db()
    assert (index.status_code, index["Location"], sent.status_code) == (302, page_of(own), 302)
    assert (own.email, own.contact_public, own.name) == ("go@example.org", True, "38Gr")
    assert desk.get(page_of(other)).status_code == desk.post(page_of(other)).status_code == 403


@pytest.mark.parametrize("path", ["new/", "named/", "merge/", "../federations/"])
def test_registrar_of_a_club_is_kept_out_of_what_concerns_all(path: str) -> None:
    desk = registrar(make_club("38Gr"))

    assert desk.get(f"/register/clubs/{path}", follow=False).status_code in (403, 404)
    assert desk.get("/register/federations/").status_code == 403


def test_registrar_of_a_club_deletes_and_undoes_nothing() -> None:
    own = make_club("38Gr")
    enrol("Holm")
    club_taking.take_as_clubs(["DE-Ham"], account=None)
    desk = registrar(own)

    assert desk.post(f"{page_of(own)}delete/").status_code == 403
    assert desk.post(f"/register/clubs/changes/{ClubChange.objects.get().pk}/undo/").status_code == 403
    assert Club.objects.count() == 2


# --- clubs


def test_clubs_are_filtered_by_text_place_and_what_they_lack() -> None:
    make_club("38Gr", town="Grenoble")
    make_club("75Op")
    make_club("Ham", "DE")
    enrol("Holm")
    desk = browser("registrar")

    def shown(query: str) -> list[str]:
        return [
            row.record.code for row in desk.get(f"/register/clubs/?{query}").context["table"].page.object_list
        ]

    assert shown("") == ["38Gr", "75Op", "DE-Ham"]
    assert shown("q=greno") == ["38Gr"]
    assert shown("federation=DE") == ["DE-Ham"]
    assert shown("only=town") == ["75Op", "DE-Ham"]
    assert shown("only=bare") == ["38Gr", "75Op"]
    assert shown("only=nonsense&region=none") == []
    assert desk.get("/register/clubs/?q=%00").status_code == 400


def test_club_is_changed_once_for_what_was_seen() -> None:
    club, desk = make_club("38Gr"), browser("registrar")
    form = whole(desk, club, town="Gières", closed="2026-01-31")

    first, second = (desk.post(page_of(club), {**form, "name": name}) for name in ("One", "Two"))

    club.refresh_from_db()
    assert (first.status_code, second.status_code) == (302, 409)
    assert (club.name, club.town, str(club.closed)) == ("One", "Gières", "2026-01-31")
    assert b"Someone else has changed this in the meantime" in second.content


@pytest.mark.parametrize(
    "more", [{"website": "javascript:alert(1)"}, {"email": "nobody"}, {"name": " "}, {"federation": "9999"}]
)
def test_value_that_cannot_be_is_refused_and_nothing_written(more: dict[str, str]) -> None:
    club, desk = make_club("38Gr"), browser("registrar")

    answer = desk.post(page_of(club), whole(desk, club, **more))

    assert answer.status_code == 409
    assert not JournalEntry.objects.filter(act="club.edited").exists()


def test_closed_club_is_offered_no_more_and_still_found_by_files() -> None:
    club = make_club("Ham", "DE", closed="2026-01-31")
    player = enrol("Holm")

    other = enrol("Quist", club="")
    desk = browser("registrar")
    offered = [desk.get(f"/register/{one.pk}/edit/").content.decode() for one in (player, other)]

    assert player.club == club
    assert [page.count("(DE-Ham)") for page in offered] == [1, 0]  # the own club stays chosen
    assert b"DE-Ham" not in Client().get("/clubs/").content
    assert b"Closed since" in Client().get("/clubs/DE-Ham/").content


def test_contact_is_public_only_where_it_was_said(client: Client) -> None:
    make_club("38Gr", email="a@example.org", address="1 rue", website="https://example.org/")
    make_club("75Op", email="b@example.org", contact_public=True)

    hidden, shown = (client.get(f"/clubs/{code}/").content for code in ("38Gr", "75Op"))

    assert (b"a@example.org" in hidden, b"1 rue" in hidden, b"https://example.org/" in hidden) == (
        False, False, True,
    )  # fmt: skip
    assert b"b@example.org" in shown


def test_clubs_are_merged_and_the_merge_undone_on_their_page() -> None:
    kept, gone = make_club("Ham", "DE"), make_club("HH", "DE")
    player = enrol("Holm", club="HH")
    desk = browser("registrar")
    query = {"kept": kept.pk, "gone": gone.pk}

    looked = desk.get("/register/clubs/merge/", query)
    refused = desk.post("/register/clubs/merge/", {**query, "reason": " "})
    done = desk.post("/register/clubs/merge/", {**query, "reason": "one club"})
    there = Client().get("/clubs/DE-HH/")
    undone = desk.post(f"/register/clubs/changes/{ClubChange.objects.get().pk}/undo/")

    assert (looked.status_code, refused.status_code, done["Location"]) == (200, 409, page_of(kept))
    assert (there.status_code, there["Location"], undone.status_code) == (302, "/clubs/DE-Ham/", 302)
    player.refresh_from_db()
    assert player.club == gone


# --- names in files


def test_names_in_files_are_shown_with_players_and_clubs_written_alike() -> None:
    make_club("HAM", "DE", name="Hamburg")
    enrol("Holm")
    enrol("Quist")
    rows = browser("registrar").get("/register/clubs/named/").context["table"].data.data

    assert [(row.label, row.country, row.players, [club.name for club in row.alike]) for row in rows] == [
        ("Ham", "DE", 2, ["Hamburg"])
    ]


def test_names_ticked_are_taken_as_clubs_or_as_spellings() -> None:
    for surname, label in (("Holm", "Ham"), ("Quist", "Kiel"), ("Osei", "HH")):
        enrol(surname, club=label)
    desk = browser("registrar")

    desk.post("/register/clubs/named/", {"act": "clubs", "name": ["DE-Ham", "DE-Kiel"]})
    desk.post("/register/clubs/named/", {"act": "spelling", "name": "DE-HH", "club": "DE-Ham"})

    found = Player.objects.order_by("pk").values_list("club__code", flat=True)
    assert list(found) == ["DE-Ham", "DE-Kiel", "DE-Ham"]


@pytest.mark.parametrize(
    "form",
    [
        {"act": "clubs"},
        {"act": "spelling", "name": "\x00", "club": "x" * 500},
        {"act": "spelling", "name": "DE-Ham"},
        {"act": "spelling", "name": "DE-Ham", "club": "nobody's"},
        {"act": "spelling", "name": "DE-Ham", "club": "\x00"},
    ],
)
def test_taking_without_names_or_a_club_is_refused(form: dict[str, str]) -> None:
    enrol("Holm")

    answer = browser("registrar").post("/register/clubs/named/", form)

    assert (answer.status_code, Club.objects.count()) == (409, 0)


@pytest.mark.parametrize("count", [1, 60])
def test_page_of_names_costs_the_same_however_many(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        enrol(f"Holm{number}", club=f"C{number}")
    desk = browser("registrar")
    desk.get("/register/clubs/named/")

    with django_assert_num_queries(7):
        desk.get("/register/clubs/named/")


@pytest.mark.parametrize("count", [1, 40])
def test_table_of_clubs_costs_the_same_however_many(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(count):
        make_club(f"C{number}", "DE")
    desk = browser("registrar")
    desk.get("/register/clubs/")

    with django_assert_num_queries(8):
        desk.get("/register/clubs/")


def test_named_club_is_shown_wherever_a_club_is() -> None:
    player = enrol("Holm")

    public = Client().get(f"/players/{player.pk}/").content.decode()
    told = Client().get(f"/api/v1/players/{player.pk}").json()
    desk = browser("registrar").get(f"/register/{player.pk}/").content.decode()

    assert "<dd>Ham</dd>" in public.replace("\n", "").replace("  ", "")
    assert (told["club"], told["club_name"]) == ("DE-Ham", "Ham")
    assert "<dd>Ham</dd>" in desk
    assert Client().get("/clubs/DE-Ham/").status_code == 404


# --- federations


def test_unknown_country_is_text_until_the_office_says_which_it_is() -> None:
    player = enrol("Holm", "QQ")
    desk = browser("registrar")
    before = desk.get("/register/federations/").context["texts"]
    register.federation_for("SE")

    desk.post("/register/federations/", {"act": "country", "text": "QQ", "federation": "SE"})

    player.refresh_from_db()
    later = enrol("Quist", "QQ")
    assert before == [("QQ", 1)]
    assert (player.federation.code, player.country_text, player.club_code) == ("SE", "", "SE-Ham")
    assert (later.federation.code, later.club_code) == ("SE", "SE-Ham")
    assert not Federation.objects.filter(code="QQ").exists()


def test_federation_merged_into_another_is_found_by_the_next_file() -> None:
    player, club = enrol("Holm", "ENG", "Camb"), make_club("Lond", "ENG")
    register.federation_for("UK")

    sent = browser("registrar").post("/register/federations/", {"act": "merge", "gone": "ENG", "kept": "UK"})

    player.refresh_from_db()
    club.refresh_from_db()
    assert sent.status_code == 302
    assert (player.federation.code, player.club_code, club.federation.code) == ("UK", "UK-Camb", "UK")
    assert register.federation_for("ENG").code == "UK"
    assert set(FederationSpelling.objects.values_list("key", flat=True)) == {"eng", "england"}
    assert JournalEntry.objects.get(act="federation.merged").detail["before"] == {
        "federations": ["UK", "ENG"]
    }


@pytest.mark.parametrize(
    ("gone", "kept"), [("FR", "UK"), ("UK", "UK"), ("UK", "XX"), ("", "UK"), ("nobody", "UK"), ("\x00", "UK")]
)
def test_federation_that_cannot_go_stays(gone: str, kept: str) -> None:
    for code in ("FR", "UK", ""):
        register.federation_for(code)

    answer = browser("registrar").post("/register/federations/", {"act": "merge", "gone": gone, "kept": kept})

    assert answer.status_code == 409
    assert Federation.objects.count() == 3


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("England", "UK"), ("UK", "UK"), ("gb", "UK"), ("GBR", "UK"), ("U.K.", "UK"),
        ("United Kingdom", "UK"),
        ("Germany", "DE"), ("GER", "DE"), ("DEU", "DE"), ("ENG", "ENG"), ("", "XX"), ("?", "XX"),
        ("Ruritania", "XX"), ("'; --", "XX"),
    ],
)  # fmt: skip
def test_spelling_of_a_country_is_one_federation(
    written: str, code: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert register.federation_for(written).code == code
    assert Federation.objects.count() == 1
    with django_assert_num_queries(1):
        register.federation_for(code)
