"""Personal data handed out and erased: all that is kept is told, nothing that names is left, ratings stay."""

import json
from datetime import date
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db.models import CharField, JSONField, TextField
from django.test import Client

from federation.models import Account, HiddenValues, JournalEntry, Licence, Merge, Player
from federation.privacy import personal_data, privacy
from federation.register import merging, register
from federation.register.merging import Choice, MergeError
from federation.register.register import Newcomer, RegisterError
from ratings.lists.publication import publish
from ratings.models import ListEntry, RatingChange, RatingSystem
from tests.ratings.histories import hold, ledger, people, recalculate, round_robin
from tournaments.models import Entry, GameServer, Handle, Upload

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 1)


@pytest.fixture
def zara() -> Player:
    """A player with something in every table; her words appear nowhere else."""
    player = register.enrol(
        Newcomer("Zzyxwold", "Zaraquin", "FR", "38Gr", "3d", {"ffg": "7654321"}), account=None
    )
    register.add_known_name(player, "Zzyxwald Z.", account=None)
    Licence.objects.create(player=player, season=2025, status="L")
    Player.objects.filter(pk=player.pk).update(birth_year=1991, sex="f")
    player.refresh_from_db()
    upload = Upload.objects.create(sha256="0" * 64, filename="open.tou", size=1, content=b"x")
    event = hold(DAY, [player, *people(3)], round_robin(4), number=1, upload=upload)
    Entry.objects.filter(tournament=event, player=player).update(
        given_name="Zaraquin", identifiers={"ffg": "7654321"}, birth_year=1991
    )
    server = GameServer.objects.create(key="fics", name="A server", federation=player.federation)
    Handle.objects.create(server=server, player=player, name="ZaraZzyx", key="zarazzyx")
    system = RatingSystem.objects.get(key="ffg")
    recalculate(system, whole=True)
    publish(system, date(2026, 4, 1), account=None)
    return player


def rows_that_say(*words: str) -> set[str]:
    """Return the tables of ours in which a text says one of some words, whatever its case."""
    found = set()
    for model in apps.get_models():
        if model._meta.app_label not in ("federation", "tournaments", "ratings", "laboratory"):
            continue
        texts = [
            f.attname for f in model._meta.concrete_fields if isinstance(f, CharField | TextField | JSONField)
        ]
        for row in model._default_manager.values_list(*texts) if texts else ():
            told = json.dumps(row, default=str, ensure_ascii=False).lower()
            if any(word.lower() in told for word in words):
                found.add(model._meta.model_name or "")
    return found


def test_copy_holds_everything_kept(zara: Player) -> None:
    told = personal_data.hand_out(zara, account=None)

    assert (told["player"]["surname"], told["player"]["birth_year"]) == ("Zzyxwold", 1991)
    assert told["numbers"] == [{"scheme": "ffg", "value": "7654321"}]
    counts = {name: len(rows) for name, rows in told.items() if isinstance(rows, list)}
    assert counts == {
        "merged_numbers": 0, "birth_days": 0, "numbers": 1, "known_names": 1, "licences": 1,
        "declared_grades": 0, "tournament_entries": 1, "games": 3, "handles": 1, "games_of_streams": 0,
        "ratings": 1, "expected_entries": 0, "claims": 0, "e-mail": 0, "errors_reported": 0,
        "rating_changes": 1, "published_lists": 1, "decisions": 0, "requests": 0,
    }  # fmt: skip
    assert told["about"]
    assert JournalEntry.objects.get(act="player.exported").detail["rows"]["games"] == 3


def test_copy_tells_the_lists_as_published_and_the_numbers_merged(zara: Player) -> None:
    other = register.enrol(Newcomer("Zzyxwald", "Zara"), account=None)
    merging.merge(zara, other, Choice(reason="x"), account=None)
    privacy.choose(Player.objects.get(pk=zara.pk), "anonymous", account=None)

    told = personal_data.collect(Player.objects.get(pk=zara.pk))

    assert [one["number"] for one in told["merged_numbers"]] == [other.pk]
    assert told["published_lists"][0]["surname"] == "Zzyxwold"


def test_erasure_leaves_no_name_but_in_the_journal_and_every_rating(zara: Player) -> None:
    system = RatingSystem.objects.get(key="ffg")
    before = ledger(system)
    words = ("zzyxw", "zaraquin", "7654321", "zarazzyx")
    assert rows_that_say(*words) == {
        "player", "identifier", "knownname", "entry", "handle", "listentry", "journalentry",
    }  # fmt: skip

    personal_data.erase(zara, "She asked by letter.", account=None)

    assert rows_that_say(*words) == {"journalentry"}
    assert "zzyxw" not in str(JournalEntry.objects.get(act="player.erased").detail).lower()
    zara.refresh_from_db()
    assert (str(zara), zara.birth_year, zara.club, zara.privacy) == (f"NN {zara.pk}", None, None, "anonymous")
    assert ledger(system) == before
    recalculate(system, whole=True)
    assert ledger(system) == before
    entry = ListEntry.objects.get(player=zara)
    assert (entry.surname, entry.ffg, entry.club, entry.sex, entry.birth_year) == (
        f"NN {zara.pk}", "", "", "", None,
    )  # fmt: skip
    assert HiddenValues.objects.count() == 0


def test_erasure_names_the_files_that_still_say_it(zara: Player) -> None:
    left = personal_data.remainders(zara)
    upload = Upload.objects.get()

    assert [one.items for one in left] == [(), (f"{upload.pk}: open.tou",)]
    personal_data.erase(zara, "x", account=None)
    detail = JournalEntry.objects.get(act="player.erased").detail
    assert list(detail["left"].values()) == [[], [f"{upload.pk}: open.tou"]]


def test_year_of_birth_stays_unseen_where_ratings_stand_on_it(zara: Player, client: Client) -> None:
    change = RatingChange.objects.filter(player=zara).latest("pk")
    chess, _new = RatingSystem.objects.get_or_create(key="fide-standard")
    RatingChange.objects.filter(pk=change.pk).update(system=chess)

    personal_data.erase(zara, "x", account=None)

    zara.refresh_from_db()
    assert zara.birth_year == 1991
    assert "1991" not in client.get(f"/players/{zara.pk}/").content.decode()


def test_merge_of_an_erased_player_cannot_be_undone_and_names_nobody(zara: Player) -> None:
    other = register.enrol(Newcomer("Zzyxwald", "Zara"), account=None)
    made = merging.merge(
        zara, other, Choice(frozenset({"surname"}), reason="Zzyxwold is Zzyxwald"), account=None
    )

    personal_data.erase(zara, "x", account=None)

    assert rows_that_say("zzyxw", "zara") == {"journalentry"}
    with pytest.raises(MergeError, match=r"erased|effac"):
        merging.undo(Merge.objects.get(pk=made.pk), account=None)


@pytest.mark.parametrize("reason", ["", "  "])
def test_erasure_wants_a_reason(zara: Player, reason: str) -> None:
    with pytest.raises(RegisterError):
        personal_data.erase(zara, reason, account=None)

    assert Player.objects.get(pk=zara.pk).surname == "Zzyxwold"


def browser(role: str) -> Client:
    account = Account.objects.create_user(f"{role}@example.org", "secret")
    account.groups.add(Group.objects.get(name=role))
    client = Client(headers={"accept-language": "en"})
    client.force_login(account)
    return client


def test_copy_is_a_file_for_registrars_only(zara: Player) -> None:
    address = f"/register/{zara.pk}/data.json"

    answer = browser("registrar").post(address)

    told: dict[str, Any] = json.loads(answer.content)
    assert (told["player"]["number"], answer.headers["Cache-Control"]) == (zara.pk, "no-store")
    assert browser("organiser").post(address).status_code == 403
    assert Client().post(address).status_code == 302
    assert browser("officer").get(address).status_code == 405


def test_erasing_by_the_page_wants_the_number_typed_and_an_officer(zara: Player) -> None:
    address = f"/register/{zara.pk}/erase/"
    officer = browser("officer")

    page = officer.get(address).content.decode()
    slip = officer.post(address, {"reason": "A letter.", "confirm": "999"})
    codes = [browser(role).post(address).status_code for role in ("registrar", "organiser")]
    assert Player.objects.get(pk=zara.pk).surname == "Zzyxwold"
    done = officer.post(address, {"reason": "A letter.", "confirm": str(zara.pk)})

    assert "open.tou" in page
    assert (slip.status_code, codes, done.status_code) == (409, [403, 403], 302)
    assert JournalEntry.objects.get(act="player.erased").account == Account.objects.get(
        email="officer@example.org"
    )
    assert officer.get(f"/register/{zara.pk}/").status_code == 200
