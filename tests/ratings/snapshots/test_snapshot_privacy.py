"""Players who are hidden, erased or merged: in no file, at once, and the files are made again."""

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from federation.models import Job, Player
from federation.privacy import personal_data, privacy
from federation.register import merging, register
from ratings.lists import file_store
from ratings.snapshots import public_snapshot, write_files
from ratings.snapshots.noted import current
from tests.ratings.small_federation import Small
from tests.ratings.snapshots.reading import make, rows, status, texts

pytestmark = pytest.mark.django_db
WITH_NAMES = ["players", "entries-ffg-2026", "entries-egf-2026", "entrants"]


def named(client: Client, player: Player) -> set[str]:
    """Return the files that have the whole name of a player: no other player has both halves of it."""
    found = set()
    for name, text in texts(client).items():
        lines = [line for line in text.split("\r\n") if player.surname in line and player.given_name in line]
        if lines:
            found.add(name)
    return found


@pytest.mark.parametrize("way", ["initials", "anonymous"])
def test_hidden_name_is_withdrawn_at_once_and_in_no_file_made_again(
    small: Small, client: Client, way: str
) -> None:
    player = Player.objects.get(pk=small.players[0].pk)
    make()
    assert named(client, player) == set(WITH_NAMES)
    kept = {name: note["formats"] for name, note in current().files.items()}

    privacy.choose(player, way, account=None)

    assert {name: status(client, f"{name}.csv.gz") for name in WITH_NAMES} == dict.fromkeys(WITH_NAMES, 503)
    assert status(client, "games.csv.gz") == 200
    assert Job.objects.get(kind=public_snapshot.WORK).state == "queued"
    make()
    assert named(client, player) == set()
    assert all(status(client, f"{name}.csv.gz") == 200 for name in WITH_NAMES)
    changed = {name for name, note in current().files.items() if note["formats"] != kept[name]}
    assert changed == set(WITH_NAMES)


def test_anonymous_player_is_a_number_without_year_and_numbers_of_other_registers(
    small: Small, client: Client
) -> None:
    player = Player.objects.get(pk=small.players[0].pk)
    Player.objects.filter(pk=player.pk).update(birth_year=1990)
    privacy.choose(player, "anonymous", account=None)
    make()

    (row,) = [row for row in rows(client, "players") if row["number"] == str(player.pk)]
    assert (row["surname"], row["given_name"], row["birth_year"]) == (f"NN {player.pk}", "", "")
    assert [row[name] for name in ("ffg", "egd", "fide", "aga")] == ["", "", "", ""]
    entrant = next(row for row in rows(client, "entrants") if row["player"] == str(player.pk))
    assert entrant["name"] == f"NN {player.pk}"


def test_name_comes_back_when_the_player_wants_it(small: Small, client: Client) -> None:
    player = Player.objects.get(pk=small.players[0].pk)
    privacy.choose(player, "anonymous", account=None)
    make()
    privacy.choose(player, "public", account=None)
    make()

    assert named(client, player) == set(WITH_NAMES)


def test_erased_player_is_in_no_file(small: Small, client: Client) -> None:
    player = Player.objects.get(pk=small.players[0].pk)
    privacy.choose(player, "anonymous", account=None)  # so that the erasure chooses nothing anew
    make()

    personal_data.erase(player, "on request", account=None)

    assert status(client, "players.csv.gz") == status(client, "entrants.csv.gz") == 503
    make()
    assert named(client, player) == set()
    (row,) = [row for row in rows(client, "players") if row["number"] == str(player.pk)]
    assert (row["club"], row["grade"], row["title"]) == ("", "", "")


def test_merged_number_leads_to_the_player_kept(small: Small, client: Client) -> None:
    kept = Player.objects.get(pk=small.players[0].pk)
    gone = register.enrol(register.Newcomer("Abélard", "Adele"), account=None)
    merging.merge(kept, gone, merging.Choice(reason="the same"), account=None)
    make()

    assert str(gone.pk) not in {row["number"] for row in rows(client, "players")}
    assert rows(client, "merged_numbers") == [{"number": str(gone.pk), "player": str(kept.pk)}]


def test_choice_while_files_are_made_is_not_lost(
    small: Small, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player.objects.get(pk=small.players[0].pk)
    make_all = write_files.make

    def make_and_choose(*arguments: object, **options: object) -> dict[str, write_files.Note]:
        made = make_all(*arguments, **options)  # type: ignore[arg-type]  # handed on as they come
        privacy.choose(player, "anonymous", account=None)
        return made

    monkeypatch.setattr(write_files, "make", make_and_choose)
    make()
    monkeypatch.undo()

    assert sorted(public_snapshot.missing(current())) == sorted(WITH_NAMES)
    assert status(client, "players.csv.gz") == 503
    assert status(client, "clubs.csv.gz") == 200


def test_withdrawn_files_are_deleted_when_they_are_made_again(small: Small) -> None:
    make()
    before = {one.sha256 for one in public_snapshot.files(current())}
    privacy.choose(Player.objects.get(pk=small.players[0].pk), "anonymous", account=None)
    make()

    folder = file_store.folder_of(public_snapshot.FOLDER)
    kept = {one.sha256 for one in public_snapshot.files(current())}
    found = {path.name.split(".")[-2] for path in folder.iterdir()}
    assert found == kept
    assert before - kept


def test_choice_asks_for_files_only_where_some_are_given(
    small: Small, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        privacy.choose(Player.objects.get(pk=small.players[0].pk), "anonymous", account=None)

    assert not Job.objects.filter(kind=public_snapshot.WORK).exists()
