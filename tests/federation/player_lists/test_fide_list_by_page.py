"""A FIDE list handed in on a page: read and planned by a job, applied, undone, or refused."""

import gzip
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from federation.models import Identifier, JournalEntry, KnownName, ListPiece, Player
from federation.player_lists import list_plans, stored_file
from ratings.models import ManualEvent
from tests.federation.player_lists.fide_by_page import (
    ANNA,
    MOVED,
    NAME,
    OLAF,
    decide,
    enrol,
    fide_list,
    strangers,
)
from tests.federation.player_lists.fide_list_samples import LEGACY_HEAD, XML, text, zipped
from tests.federation.player_lists.handing_in import apply, hand_in, page, planned, work
from tests.federation.player_lists.test_import_fide_list import line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_home")]


# --- from the file to the register


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (fide_list(MOVED, *strangers(300)), NAME),
        (text(LEGACY_HEAD, *(row[:109] + row[113:] for row in (MOVED, *strangers(300)))), NAME),
        (gzip.compress(fide_list(MOVED, *strangers(300))), f"{NAME}.gz"),
        (zipped(players_dot_txt=fide_list(MOVED, *strangers(300))), "players_list_2030-11.zip"),
    ],
    ids=["plain", "legacy", "gzip", "zip"],
)
def test_list_updates_the_players_of_the_register_and_enters_nobody(
    client: Client, anna: Player, data: bytes, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_file, "PIECE", 1000)

    held = planned(client, data, name)

    assert ListPiece.objects.count() == -(-len(data) // 1000) - 1
    assert (held.stage, held.size, held.list_date) == ("planned", len(data), date(2030, 11, 1))
    assert (held.counts["created"], held.counts["changed"], held.counts["strangers"]) == (0, 1, 300)
    assert not held.differences.exists()
    anna.refresh_from_db()
    assert anna.title == ""

    held = apply(client, held)

    anna.refresh_from_db()
    assert (held.stage, bytes(held.content), ListPiece.objects.count()) == ("applied", b"", 0)
    assert (anna.federation.code, anna.title, anna.women_title, anna.birth_year) == ("SE", "IM", "WGM", 1990)
    assert Player.objects.count() == 1


def test_zipped_xml_list_is_read(client: Client) -> None:
    marit = enrol("Osei Lund", "Marit", ANNA)

    held = planned(client, zipped(list_dot_xml=XML.encode()), "players_list_xml.zip", day="2030-11-01")
    apply(client, held)

    marit.refresh_from_db()
    assert (held.format, marit.title) == ("fide-xml", "IM")


def test_file_django_puts_on_disk_is_stored_whole(client: Client, anna: Player, settings: Settings) -> None:
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 100
    data = zipped(players_dot_txt=fide_list(MOVED, *strangers(300)))

    held = planned(client, data, "players_list_2030-11.zip")

    assert (held.size, held.counts["changed"], held.counts["strangers"]) == (len(data), 1, 300)


def test_page_shows_counts_and_what_is_done_with_the_rest(client: Client, anna: Player) -> None:
    held = planned(client, fide_list(MOVED, *strangers(3)), NAME)

    shown = page(client, held)

    assert "<dt>Changed</dt><dd>1</dd>" in shown
    assert "<dt>Left out, not in the register</dt><dd>3</dd>" in shown
    assert "only the rows to decide and the lines that cannot be read" in shown
    assert "kind=changed" not in shown
    assert "Apply the list" in shown


def test_newcomers_are_entered_where_that_is_ticked(client: Client, anna: Player) -> None:
    held = planned(client, fide_list(MOVED, *strangers(300)), NAME, newcomers="1")

    assert (held.counts["created"], held.counts["strangers"]) == (300, 0)
    apply(client, held)
    assert Player.objects.count() == 301
    assert Identifier.objects.filter(scheme="fide").count() == 301


def test_import_is_one_act_and_its_page_undoes_it(client: Client, anna: Player) -> None:
    held = apply(client, planned(client, fide_list(MOVED, *strangers(5)), NAME, newcomers="1"))
    address = reverse("register-import-done", args=[held.line])
    shown = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "Holm Anna" in shown
    assert "Undo the import" in shown

    client.post(reverse("register-import-undo", args=[held.line]))
    work()

    anna.refresh_from_db()
    assert (anna.federation.code, anna.title, anna.birth_year) == ("NO", "", None)
    assert Player.objects.count() == 1


def test_ratings_are_taken_of_known_players_as_of_the_day_where_that_is_ticked(
    client: Client, anna: Player
) -> None:
    unused = planned(client, fide_list(MOVED), NAME)
    assert "1 rating of the list is not used." in page(client, unused)
    used = planned(
        client, fide_list(MOVED, line(98000001, "Fremd, Ada", rapid=(1700, 1, 20))), NAME, start="1"
    )
    assert "1 rating of the list is what its player starts from." in page(client, used)

    used = apply(client, used)

    level = ManualEvent.objects.get()
    assert (level.system.key, level.player, level.value, level.date) == (
        "fide-standard",
        anna,
        2398,
        date(2030, 11, 1),
    )
    assert used.counts["levels"] == 1


# --- the command does the same


PERSON = ("surname", "given_name", "sex", "title", "women_title", "other_titles")


class _TakenBack(Exception):
    """Ends a transaction of which nothing is to stay."""


def everything() -> list[object]:
    """Read what an import writes, without keys of rows and times."""
    return [
        sorted(Player.objects.values_list("search_key", "federation__code", "birth_year", *PERSON), key=repr),
        sorted(Identifier.objects.values_list("player__surname", "scheme", "value")),
        sorted(KnownName.objects.values_list("player__surname", "key", "name")),
        sorted(ManualEvent.objects.values_list("system__key", "player__surname", "value", "k", "date")),
        [
            (act, {name: value for name, value in detail.items() if name not in ("batch", "entered")})
            for act, detail in JournalEntry.objects.order_by("pk").values_list("act", "detail")
        ],
    ]


@pytest.mark.parametrize("newcomers", [False, True])
def test_same_facts_by_command_and_by_page(
    client: Client, anna: Player, olaf: Player, tmp_path: Path, *, newcomers: bool
) -> None:
    married = line(OLAF, "Bianchi, Olaf", fed="ITA", standard=(1800, 0, 20), blitz=(1750, 3, 20))
    data = fide_list(MOVED, married, line(97000000, ", Nobody"), *strangers(200))
    (tmp_path / NAME).write_bytes(data)
    told: dict[str, Any] = {"base": "fide", "renamed": [str(OLAF)], "known_only": not newcomers}
    by_command: list[object] = []
    try:
        with transaction.atomic():
            call_command(
                "import_players", tmp_path / NAME, yes=True, stdout=StringIO(), stderr=StringIO(), **told
            )
            by_command = everything()
            raise _TakenBack
    except _TakenBack:
        pass

    held = planned(client, data, NAME, start="1", **({"newcomers": "1"} if newcomers else {}))
    decide(client, held, str(olaf.pk))
    held = apply(client, held)

    assert everything() == by_command
    assert held.counts["created"] == (200 if newcomers else 0)
    assert (held.counts["changed"], held.counts["refused"], held.counts["left"]) == (2, 1, 0)


def test_command_that_enters_nobody_says_how_many_were_left_out(anna: Player, tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(fide_list(MOVED, *strangers(7)))
    out = StringIO()

    call_command("import_players", tmp_path / NAME, yes=True, known_only=True, stdout=out)

    assert "created: 0\nchanged: 1\n" in out.getvalue()
    assert "not in the register, left out: 7" in out.getvalue()
    assert Player.objects.count() == 1


# --- what cannot be read, is old or has no day


@pytest.mark.parametrize(
    ("data", "name", "sentence"),
    [
        (
            zipped(a_dot_txt=fide_list(MOVED))[:-40],
            NAME,
            "The compressed file is damaged. Download it again.",
        ),
        (zipped(a_dot_txt=b"1", b_dot_txt=b"2"), NAME, "does not contain exactly one list"),
        (fide_list(), NAME, "The list has no players. Download it again."),
        (b"nothing of ours", "a.txt", "This is not a player list we can read"),
        (XML.encode()[:-30], "players_2030-11.xml", "the file is cut off"),
    ],
    ids=["damaged", "two lists", "empty", "other", "cut off"],
)
def test_file_that_is_no_list_is_refused_with_what_to_do(
    client: Client, data: bytes, name: str, sentence: str
) -> None:
    held = planned(client, data, name)

    assert (held.stage, bytes(held.content), ListPiece.objects.count()) == ("refused", b"", 0)
    assert sentence in page(client, held)


def test_command_refuses_a_list_without_players(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(fide_list())

    with pytest.raises(CommandError, match="The list has no players"):
        call_command("import_players", tmp_path / NAME, yes=True)


def test_zip_that_is_damaged_in_its_middle_is_refused(client: Client) -> None:
    data = bytearray(zipped(a_dot_txt=fide_list(*strangers(300))))
    data[500] ^= 0xFF

    assert planned(client, bytes(data), NAME).problem[0] == "list-damaged"


def test_list_of_lines_nobody_can_read_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_plans, "MOST", 2)

    held = planned(client, fide_list(MOVED, *[line(97000000, ", Nobody")] * 3), NAME)

    assert held.problem == ["list-unreadable", {"limit": 2}]


def test_older_list_is_said_to_be_older_and_changes_nobody(client: Client, anna: Player) -> None:
    apply(client, planned(client, fide_list(line(ANNA, "Holm, Anna", fed="DEN")), NAME))

    held = planned(client, fide_list(MOVED), "players_list_foa_2030-10.txt")

    assert "A newer list, of 2030-11-01, has already been imported" in page(client, held)
    assert (held.counts["changed"], held.counts["older"]) == (0, 1)
    apply(client, held)
    anna.refresh_from_db()
    assert anna.federation.code == "DK"


def test_list_without_a_day_is_asked_for_it(client: Client, anna: Player) -> None:
    answer = hand_in(client, fide_list(MOVED), "players_list_foa.txt")

    assert answer.status_code == 422
    assert "enter it, and choose the file again" in answer.content.decode()
    assert planned(client, fide_list(MOVED), "players_list_foa.txt", day="2030-11-01").counts["changed"] == 1
