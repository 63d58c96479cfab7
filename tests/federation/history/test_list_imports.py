"""The import of a list as one act: its lines, its page, undone as a whole."""

from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.history import list_imports, undoing
from federation.models import Identifier, JournalEntry, KnownName, Licence, Player
from federation.player_lists.newer_acts import list_days
from federation.register import register
from federation.register.register import RegisterError
from tests.federation.player_lists.fide_list_samples import FOA_HEAD, text
from tests.federation.player_lists.handing_in import work
from tests.federation.player_lists.test_go_lists import ladder, ladder_line
from tests.federation.player_lists.test_import_fide_list import line as fide_line
from tests.federation.player_lists.test_import_players import Lists
from tests.tournaments.conftest import account, logged_in

pytestmark = pytest.mark.django_db

HOLM = ladder_line("HOLM Anna", 243, "L", "0712345", "38Gr")
MOVED = ladder_line("HOLM-PETIT Anna", 310, "C", "0712345", "75Op")
QUIST = ladder_line("Quist Olaf", 512, "L", "0712346", "38Gr")
OLD = "#Echelle au 5/01/2024 05:00:00"


@pytest.fixture(autouse=True)
def at_home(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.FEDERATION_CODE = "FR"
    settings.LANGUAGE_CODE = "en"
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)


@pytest.fixture
def lists(tmp_path: Path) -> Lists:
    return Lists(tmp_path)


def rows() -> list[object]:
    """Read everything an import writes."""
    return [
        list(Player.objects.order_by("pk").values_list()),
        sorted(Identifier.objects.values_list("player", "scheme", "value")),
        sorted(Licence.objects.values_list("player", "season", "status", "club")),
        sorted(KnownName.objects.values_list("player", "key")),
    ]


def last_import() -> int:
    return JournalEntry.objects.filter(act="list.imported").latest("pk").pk


def test_import_is_undone_as_a_whole(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=OLD))
    before = rows()
    lists.take(ladder(MOVED, QUIST))

    done = list_imports.undo(last_import(), account=None)

    assert (done.changed, done.removed, done.left) == (1, 1, [])
    assert rows() == before
    assert list_days("ffg") == [date(2024, 1, 5)]


def test_list_that_was_undone_can_be_imported_again(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=OLD))
    lists.take(ladder(MOVED, QUIST))
    list_imports.undo(last_import(), account=None)

    counts, _errors = lists.take(ladder(MOVED, QUIST))

    assert counts == [1, 1, 0, 0]
    assert Player.objects.get(identifiers__value="0712345").surname == "HOLM-PETIT"


def test_players_changed_since_are_named_and_left(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=OLD))
    lists.take(ladder(MOVED, QUIST))
    holm = Player.objects.get(identifiers__value="0712345")
    quist = Player.objects.get(surname="Quist")
    register.rename(holm, "BERG", "Anna", account=None)
    register.transfer(quist, None, account=None)

    done = list_imports.undo(last_import(), account=None)

    holm.refresh_from_db()
    assert (done.changed, done.removed, list(done.left)) == (1, 0, [holm.pk, quist.pk])
    assert (str(holm), holm.grade) == ("BERG Anna", "3d")  # what was not changed since is put back
    assert quist.licences.get().status == "L"
    assert JournalEntry.objects.get(act="list.undone").detail["numbers"] == [holm.pk, quist.pk]


def test_import_is_undone_once(lists: Lists) -> None:
    lists.take(ladder(HOLM))
    line = last_import()
    list_imports.undo(line, account=None)

    with pytest.raises(RegisterError, match="already been undone"):
        list_imports.undo(line, account=None)
    with pytest.raises(RegisterError, match="cannot be undone"):
        list_imports.undo(line + 1000, account=None)


def test_number_taken_from_a_player_comes_back(lists: Lists, tmp_path: Path) -> None:
    lists.take(ladder(HOLM, head=OLD))
    before = rows()
    path, plan = tmp_path / "other.txt", tmp_path / "plan.json"
    path.write_bytes(ladder(ladder_line("Osei Kofi", -400, "L", "0712345", "75Op")))
    call_command("import_players", path, plan=plan, stdout=StringIO())
    plan.write_text(plan.read_text().replace('"decision": ""', '"decision": "taken"'))
    call_command("import_players", path, apply=plan, stdout=StringIO())

    list_imports.undo(last_import(), account=None)

    assert rows() == before


def test_fide_list_is_undone_with_titles_and_years(tmp_path: Path) -> None:
    path = tmp_path / "players_list_foa_2026-10.txt"
    path.write_bytes(text(FOA_HEAD, fide_line(99000033, "Holm, Anna", fed="NOR")))
    call_command("import_players", path, yes=True, stdout=StringIO())
    before = rows()
    path = tmp_path / "players_list_foa_2026-11.txt"
    moved = fide_line(99000033, "Holm Petit, Anna", fed="SWE", titles="IM/WGM/FA", born=1990)
    path.write_bytes(text(FOA_HEAD, moved, fide_line(99000041, "Quist, Olaf")))
    call_command("import_players", path, yes=True, stdout=StringIO())

    done = list_imports.undo(last_import(), account=None)

    assert (done.changed, done.removed) == (1, 1)
    assert rows() == before


def test_one_field_of_an_import_is_undone_in_the_history_of_a_player(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=OLD))
    lists.take(ladder(MOVED))
    holm = Player.objects.get()
    lines = JournalEntry.objects.filter(act="player.listed")

    for line in lines.order_by("-pk"):
        undoing.undo(holm, line.pk, account=None)

    holm.refresh_from_db()
    assert (str(holm), holm.grade, holm.club and holm.club.code) == ("HOLM Anna", "3d", "38Gr")
    assert holm.licences.get().status == "L"


def test_undoing_many_players_takes_few_queries(
    lists: Lists, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    people = [(f"NOM{chr(65 + n // 26)}{chr(65 + n % 26)} Ada", f"07{n:05}") for n in range(200)]
    lists.take(ladder(*(ladder_line(name, 10, "L", number, "38Gr") for name, number in people), head=OLD))
    before = rows()
    lists.take(ladder(*(ladder_line(name, 210, "C", number, "75Op") for name, number in people)))

    with django_assert_max_num_queries(80):
        list_imports.undo(last_import(), account=None)

    assert rows() == before


def test_page_shows_what_was_changed_and_undoes_it(lists: Lists) -> None:
    client: Client = logged_in(account("odile@example.org", "officer"))
    lists.take(ladder(HOLM, head=OLD))
    lists.take(ladder(MOVED, QUIST))
    address = reverse("register-import-done", args=[last_import()])
    english = {"accept-language": "en"}

    shown = client.get(address, headers=english).content.decode()
    client.post(reverse("register-import-undo", args=[last_import()]))
    work()
    after = client.get(address, headers=english).content.decode()

    assert "<del>HOLM Anna</del> → <ins>HOLM-PETIT Anna</ins>" in shown
    assert "Quist Olaf" in shown
    assert "Import of a list undone" in after
    assert address in client.get(reverse("register-imports"), headers=english).content.decode()
    assert address in client.get(reverse("journal"), headers=english).content.decode()
    holm = Player.objects.get()
    history = client.get(reverse("register-player", args=[holm.pk]), headers=english).content.decode()
    assert address in history
