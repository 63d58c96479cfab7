"""The register's desk: who may enter, finding, merging field by field, undoing."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.models import Account, JournalEntry, Merge, Player
from federation.register import merging, register
from federation.register.merging import Choice
from federation.register.register import Newcomer

pytestmark = pytest.mark.django_db


def browser(*roles: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    if roles:
        account = Account.objects.create_user(f"{'-'.join(roles)}@example.org", "secret")
        account.groups.set(Group.objects.filter(name__in=roles))
        client.force_login(account)
    return client


@pytest.fixture
def desk() -> Client:
    return browser("registrar")


@pytest.fixture
def two() -> tuple[Player, Player]:
    kept = register.enrol(Newcomer("HØLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"}), account=None)
    gone = register.enrol(Newcomer("Holm", "Anne", "FR", "75Op", "", {"ffg": "0799999"}), account=None)
    return kept, gone


@pytest.mark.parametrize(
    "path", ["/register/", "/register/{0}/", "/register/merge/", "/register/merges/{2}/"]
)
def test_only_registrars_and_officers_enter(path: str, two: tuple[Player, Player]) -> None:
    made = merging.merge(*two, Choice(reason="x"), account=None)
    address = path.format(two[0].pk, two[1].pk, made.pk)

    codes = [
        client.get(address).status_code
        for client in (browser("registrar"), browser("officer"), browser("organiser"), browser())
    ]

    assert codes == [200, 200, 403, 302]


def test_organiser_cannot_merge_or_undo(two: tuple[Player, Player]) -> None:
    stranger = browser("organiser")
    made = merging.merge(*two, Choice(reason="x"), account=None)

    assert stranger.post("/register/merge/", {"kept": "1", "gone": "2", "reason": "x"}).status_code == 403
    assert stranger.post(f"/register/merges/{made.pk}/undo/").status_code == 403
    assert (Merge.objects.count(), Merge.objects.filter(undone=None).count()) == (1, 1)


def test_empty_desk_says_what_merging_is_for(desk: Client) -> None:
    assert b"No players have been merged yet." in desk.get("/register/").content


def test_search_finds_and_says_when_nobody_is(desk: Client, two: tuple[Player, Player]) -> None:
    found = desk.get("/register/", {"q": "0712345"}).content.decode()

    assert f'<a href="/register/{two[0].pk}/">HØLM Anna</a>' in found
    assert b"No player found." in desk.get("/register/", {"q": "zzz"}).content


def test_page_of_a_player_shows_what_the_register_knows(desk: Client, two: tuple[Player, Player]) -> None:
    register.add_known_name(two[0], "Solberg Anna", account=None)

    content = desk.get(f"/register/{two[0].pk}/").content.decode()

    for text in ("FFG licence 0712345", "Solberg Anna", "3d", f"/register/merge/?kept={two[0].pk}"):
        assert text in content, text


def test_both_are_found_one_after_the_other(desk: Client, two: tuple[Player, Player]) -> None:
    kept, gone = two
    first = desk.get("/register/merge/", {"q": "hølm"}).content.decode()
    second = desk.get("/register/merge/", {"kept": str(kept.pk), "q": "anne"}).content.decode()

    assert f'href="?kept={kept.pk}"' in first
    assert f'href="?kept={kept.pk}&amp;gone={gone.pk}"' in second


def test_side_by_side_offers_what_differs_and_takes_what_is_missing(
    desk: Client, two: tuple[Player, Player]
) -> None:
    kept, gone = two
    Player.objects.filter(pk=gone.pk).update(birth_year=1990)

    content = desk.get(f"/register/merge/?kept={kept.pk}&gone={gone.pk}").content.decode()

    assert '<input type="radio" name="field-surname" value="kept" checked>' in content
    assert '<input type="radio" name="field-birth_year" value="gone" checked>' in content
    assert '<input type="radio" name="number-ffg" value="gone">' in content
    assert 'name="field-federation"' not in content


def test_page_of_a_merge_has_choices_in_words(desk: Client, two: tuple[Player, Player]) -> None:
    Player.objects.filter(pk=two[1].pk).update(sex="f", death="2020", death_shown=True)
    choice = Choice(frozenset({"sex", "death", "death_shown"}), reason="x")

    made = merging.merge(*two, choice, account=None)

    content = desk.get(f"/register/merges/{made.pk}/").content.decode()
    assert "<del>–</del> → female" in content
    assert "<del>–</del> → yes" in content


def test_merge_by_the_page_takes_the_choices_and_can_be_undone(
    desk: Client, two: tuple[Player, Player]
) -> None:
    kept, gone = two
    said = {
        "kept": str(kept.pk), "gone": str(gone.pk), "field-surname": "gone", "field-club": "kept",
        "field-enrolled": "gone", "number-ffg": "gone", "reason": "Two licences.",
    }  # fmt: skip

    response = desk.post("/register/merge/", said)

    made = Merge.objects.get()
    kept.refresh_from_db()
    assert response.headers["Location"] == f"/register/merges/{made.pk}/"
    assert (kept.surname, kept.identifiers.get().value, made.reason) == ("Holm", "0799999", "Two licences.")
    line = JournalEntry.objects.get(act="player.merged")
    assert (line.account, line.subject_id) == (made.account, str(kept.pk))
    content = desk.get(f"/register/merges/{made.pk}/").content.decode()
    assert "<del>HØLM</del> → Holm" in content

    desk.post(f"/register/merges/{made.pk}/undo/")

    kept.refresh_from_db()
    assert (kept.surname, kept.identifiers.get().value) == ("HØLM", "0712345")
    assert "two players again" in desk.get(f"/register/merges/{made.pk}/").content.decode()


def test_merge_without_a_reason_is_refused_and_says_so(desk: Client, two: tuple[Player, Player]) -> None:
    response = desk.post("/register/merge/", {"kept": str(two[0].pk), "gone": str(two[1].pk), "reason": " "})

    assert (response.status_code, Merge.objects.count()) == (409, 0)
    assert b"Say why they are the same person." in response.content


def test_merge_of_one_with_himself_shows_why_not(desk: Client, two: tuple[Player, Player]) -> None:
    kept = two[0]
    content = desk.get(f"/register/merge/?kept={kept.pk}&gone={kept.pk}").content

    assert b"These are not two different players." in content
    assert b'name="reason"' not in content


@pytest.mark.parametrize("number", ["x", "-1", "9" * 30, "1e3", "0"])
def test_number_of_nobody_is_not_found(desk: Client, number: str) -> None:
    assert desk.get("/register/merge/", {"kept": number}).status_code == 404


def test_merge_that_cannot_be_undone_says_why(desk: Client, two: tuple[Player, Player]) -> None:
    made = merging.merge(*two, Choice(frozenset({"surname"}), reason="x"), account=None)
    register.rename(Player.objects.get(pk=two[0].pk), "Quist", "Anna", account=None)

    content = desk.get(f"/register/merges/{made.pk}/").content.decode()
    refused = desk.post(f"/register/merges/{made.pk}/undo/", follow=True).content.decode()

    assert "The player’s surname has been changed since." in content
    assert "The player’s surname has been changed since." in refused
    assert Merge.objects.get().undone is None


def test_number_that_went_says_whom_it_stands_for(desk: Client, two: tuple[Player, Player]) -> None:
    merging.merge(*two, Choice(reason="x"), account=None)

    content = desk.get(f"/register/{two[1].pk}/").content.decode()

    assert f'<a href="/register/{two[0].pk}/">HØLM Anna ({two[0].pk})</a>' in content


@pytest.mark.parametrize("merges", [1, 3])
def test_desk_costs_seven_queries_whatever_was_merged(desk: Client, merges: int) -> None:
    for number in range(merges):
        one, other = (register.enrol(Newcomer(f"Quist {number} {side}"), account=None) for side in "ab")
        merging.merge(one, other, Choice(reason="x"), account=None)

    with CaptureQueriesContext(connection) as queries:
        desk.get("/register/")

    assert len(queries) == 7


def test_registrar_finds_his_desk_in_the_head_of_every_page() -> None:
    pages = {role: browser(role).get("/rules/").content for role in ("registrar", "organiser", "officer")}

    assert {role: b'href="/register/"' in page for role, page in pages.items()} == {
        "registrar": True, "organiser": False, "officer": False,
    }  # fmt: skip
    assert {role: b'href="/desk/"' in page for role, page in pages.items()} == {
        "registrar": False, "organiser": True, "officer": True,
    }  # fmt: skip
