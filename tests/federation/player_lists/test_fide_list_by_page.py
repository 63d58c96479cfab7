"""A FIDE list handed in on a page: read and planned by a job, its questions decided, applied, undone."""

import gzip
import zipfile
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from federation.history import list_imports
from federation.jobs import jobs
from federation.models import (
    Account,
    Identifier,
    Job,
    JournalEntry,
    KnownName,
    ListDifference,
    ListImport,
    ListPiece,
    Player,
)
from federation.player_lists import import_fide_list, list_plans, stored_file
from federation.player_lists.import_list import Outcome
from federation.privacy import personal_data
from federation.register import register
from federation.register.register import Newcomer
from ratings.models import ManualEvent
from tests.federation.player_lists.fide_list_samples import FOA_HEAD, LEGACY_HEAD, XML, text
from tests.federation.player_lists.test_import_fide_list import line
from tests.federation.player_lists.test_list_plans import apply, hand_in, page, planned, work
from tests.tournaments.conftest import account, logged_in

pytestmark = pytest.mark.django_db

NAME = "players_list_foa_2030-11.txt"
ANNA, OLAF = 99000033, 99000041
MOVED = line(ANNA, "Holm, Anna", fed="SWE", titles="IM/WGM/FA", born=1990, standard=(2398, 7, 10))
OTHER = line(OLAF, "Bianchi, Rosa", fed="ITA", born=1971, standard=(1800, 0, 20))


def strangers(count: int) -> list[str]:
    """Write rows of players the register does not have."""
    return [line(98000000 + n, f"Fremd{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}, Ada") for n in range(count)]


def fide_list(*rows: str) -> bytes:
    return text(FOA_HEAD, *rows)


def zipped(**files: bytes) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_dot_", "."), content)
    return data.getvalue()


def enrol(surname: str, given_name: str, number: int) -> Player:
    newcomer = Newcomer(surname, given_name, "NO", "", "", {"fide": str(number)})
    return Player.objects.get(pk=register.enrol_many([newcomer], account=None)[0])


@pytest.fixture(autouse=True)
def at_home(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.FEDERATION_CODE = "FR"
    settings.LANGUAGE_CODE = "en"
    monkeypatch.setattr("federation.jobs.jobs.enqueue", lambda job_id: None)


@pytest.fixture
def officer() -> Account:
    return account("odile@example.org", "officer")


@pytest.fixture
def client(officer: Account) -> Client:
    return logged_in(officer)


@pytest.fixture
def anna() -> Player:
    return enrol("Holm", "Anna", ANNA)


@pytest.fixture
def olaf() -> Player:
    return enrol("Quist", "Olaf", OLAF)


def number_of(player: Player) -> str:
    return player.identifiers.values_list("value", flat=True).first() or ""


def decide(client: Client, held: ListImport, decision: str) -> ListDifference:
    row = held.differences.get(kind="resembling")
    client.post(reverse("register-import-decide", args=[held.pk]), {f"row-{row.pk}": decision})
    row.refresh_from_db()
    return row


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


# --- questions


def test_number_beside_a_quite_different_name_is_a_question(client: Client, olaf: Player) -> None:
    Player.objects.update(birth_year=1950)
    held = planned(client, fide_list(OTHER), NAME)

    shown = page(client, held)

    assert "the names are quite different" in shown
    assert "born 1971" in shown
    assert "born 1950" in shown
    assert "The same person, with a new name: Quist Olaf" in shown
    assert "without the number" not in shown
    assert "1 row resembles a player and has no decision: it will be skipped." in shown
    held = apply(client, held)
    assert (number_of(olaf), Player.objects.count(), held.counts["left"]) == (str(OLAF), 1, 1)


def test_row_decided_to_be_the_player_renames(client: Client, olaf: Player) -> None:
    held = planned(client, fide_list(OTHER), NAME)

    decide(client, held, str(olaf.pk))
    held = apply(client, held)

    olaf.refresh_from_db()
    assert (str(olaf), held.counts["decided"], held.counts["changed"]) == ("Bianchi Rosa", 1, 1)


def test_number_taken_from_a_player_is_a_new_player_s_until_that_is_undone(
    client: Client, olaf: Player
) -> None:
    held = planned(client, fide_list(OTHER), NAME)

    decide(client, held, "taken")
    held = apply(client, held)

    rosa = Player.objects.get(surname="Bianchi")
    assert (number_of(olaf), number_of(rosa), rosa.federation.code) == ("", str(OLAF), "IT")

    list_imports.undo(held.line or 0, account=None)

    assert (number_of(olaf), Player.objects.count()) == (str(OLAF), 1)


def test_new_player_without_the_number_is_no_answer(client: Client, olaf: Player) -> None:
    held = planned(client, fide_list(OTHER), NAME)

    assert decide(client, held, "new").decision == ""


def test_person_erased_on_request_is_entered_only_where_somebody_decides_so(
    client: Client, olaf: Player, officer: Account
) -> None:
    personal_data.erase(olaf, "He asks for it", account=officer)
    row = line(OLAF, "Quist, Olaf")
    known_only = planned(client, fide_list(row), NAME)
    assert (known_only.counts["strangers"], known_only.counts["resembling"]) == (1, 0)

    held = planned(client, fide_list(row), NAME, newcomers="1")
    assert "erased on request" in page(client, held)
    decide(client, held, "new")
    apply(client, held)

    assert Player.objects.filter(surname="Quist").count() == 1


def test_question_names_nobody_who_was_erased_meanwhile(
    client: Client, olaf: Player, officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = import_fide_list.import_fide

    def erased_while_it_is_read(*args: Any, **more: Any) -> Outcome:
        outcome = plain(*args, **more)
        personal_data.erase(olaf, "He asks for it", account=officer)
        return outcome

    monkeypatch.setattr(list_plans, "import_fide", erased_while_it_is_read)

    held = planned(client, fide_list(OTHER), NAME)

    assert not held.differences.exists()


def test_overtaken_plan_is_made_anew_and_keeps_the_decisions(
    client: Client, anna: Player, olaf: Player
) -> None:
    held = planned(client, fide_list(MOVED, OTHER), NAME)
    decide(client, held, str(olaf.pk))
    Player.objects.filter(pk=anna.pk).update(surname="Vega", given_name="Lou")

    held = apply(client, held)

    anna.refresh_from_db()
    assert (held.stage, held.problem, anna.federation.code) == ("planned", ["overtaken", {}], "NO")
    assert apply(client, held).counts["decided"] == 1
    olaf.refresh_from_db()
    assert str(olaf) == "Bianchi Rosa"


def test_list_discarded_while_it_is_applied_changes_nobody(
    client: Client, anna: Player, officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_file, "PIECE", 1000)
    held = planned(client, zipped(players_dot_txt=fide_list(MOVED, *strangers(300))), NAME)
    plain = list_plans.read

    def discarded_before_it_is_read(*args: Any) -> Any:
        list_plans.drop(held, account=officer)
        return plain(*args)

    monkeypatch.setattr(list_plans, "read", discarded_before_it_is_read)
    held = apply(client, held)

    anna.refresh_from_db()
    assert (held.stage, anna.title, ListPiece.objects.count()) == ("dropped", "", 0)


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


def test_zip_that_is_damaged_in_its_middle_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
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


# --- what it costs


def received(data: bytes, officer: Account) -> ListImport:
    return list_plans.receive(BytesIO(data), filename=NAME, day=None, account=officer, known_only=True)


def test_reading_opens_no_transaction_and_asks_as_little_of_a_long_list(
    client: Client, anna: Player, officer: Account
) -> None:
    counts = []
    for rows in (10, 600):
        held = list_plans.receive(
            BytesIO(fide_list(MOVED, *strangers(rows))),
            filename=NAME,
            day=None,
            account=officer,
            known_only=True,
        )
        with CaptureQueriesContext(connection) as queries:
            list_plans.make_plan(held.pk)
        statements = [query["sql"] for query in queries]
        counts.append(len(statements))
        begun = next(at for at, sql in enumerate(statements) if sql.startswith("SAVEPOINT"))
        assert any("federation_identifier" in sql for sql in statements[:begun])
    assert counts[0] == counts[1]


def test_page_of_a_plan_asks_no_more_for_many_questions(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    rows = []
    for n in range(60):
        enrol("Quist", f"Olaf{chr(97 + n // 26)}{chr(97 + n % 26)}", 96000000 + n)
        rows.append(line(96000000 + n, "Bianchi, Rosa"))
    held = planned(client, fide_list(*rows), NAME)

    with django_assert_num_queries(7):
        shown = page(client, held)

    assert shown.count("The same person, with a new name") == 50


def test_job_reports_how_far_it_has_read(
    anna: Player, officer: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_plans, "_REPORTED", 10)
    monkeypatch.setattr(stored_file, "PIECE", 2000)
    held = received(fide_list(MOVED, *strangers(300)), officer)
    said: list[float] = []

    list_plans.make_plan(held.pk, said.append)
    list_plans.apply(
        held.pk,
        ListImport.objects.get().fingerprint,
        account=officer,
        report=said.append,
    )

    assert len(said) == 60
    assert said[:30] == sorted(said[:30])
    assert 10 < said[0] <= said[29] == 90


def test_page_leads_on_from_its_job_to_the_plan(client: Client, anna: Player) -> None:
    answer = hand_in(client, fide_list(MOVED), NAME)
    held, job = ListImport.objects.get(), Job.objects.get()
    assert answer.headers["Location"] == held.get_absolute_url()
    assert f'hx-get="/jobs/{job.pk}/"' in page(client, held)
    assert "Apply the list" not in page(client, held)

    jobs.run(job.pk)

    part = client.get(f"/jobs/{job.pk}/", headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == held.get_absolute_url()
    assert "Apply the list" in page(client, held)


def test_players_are_entered_below_no_second_savepoint(client: Client, officer: Account) -> None:
    held = planned(client, fide_list(*strangers(3)), NAME, newcomers="1")

    with CaptureQueriesContext(connection) as queries:
        list_plans.apply(held.pk, held.fingerprint, account=officer)

    statements = [query["sql"] for query in queries]
    entered = next(at for at, sql in enumerate(statements) if 'INTO "federation_player"' in sql)
    words = [sql.split(" ", 1)[0] for sql in statements[:entered]]
    assert words.count("SAVEPOINT") - words.count("RELEASE") == 1
