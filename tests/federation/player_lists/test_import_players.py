"""Importing lists: what differs is written, a second run writes nothing, people are not mixed up."""

from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings

from federation.management.commands.import_players import WAITING
from federation.models import Club, Identifier, JournalEntry, KnownName, Licence, Player
from federation.register import register
from federation.register.register import Newcomer
from federation.search import search
from tests.federation.player_lists.test_go_lists import egd, egd_line, ladder, ladder_line

pytestmark = pytest.mark.django_db

HOLM = ladder_line("HOLM Anna", 243, "L", "0712345", "38Gr")
ALBRET = ladder_line("D'ALBRET Guy_Max", -1500, "-", "99A0077", "75Op")
QUIST = ladder_line("Quist Olaf", 512, "e", "-------", "xxxx", "NO")
NEWER = ladder_line("NEUF Zoé", -9999, "C", "2400001", "XXXX")
LADDER = (HOLM, ALBRET, QUIST, NEWER)


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.FEDERATION_CODE = "FR"
    settings.LANGUAGE_CODE = "en"


class Lists:
    """Writes lists to files and imports them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.more: list[int] = []  # of the last import: left as something newer is known, unclear
        self.said: list[str] = []  # the lines behind its counts

    def take(self, data: bytes, *, planned: bool = False, **options: Any) -> tuple[list[int], str]:
        """Import; give created, changed, unchanged, refused, and what was complained about.

        `planned`: by way of a plan nobody decides in, instead of unattended.
        """
        path = self.folder / "list.txt"
        path.write_bytes(data)
        out, err = StringIO(), StringIO()
        wish = options if "dry_run" in options else {"yes": True, **options}
        if planned:
            call_command("import_players", path, plan=self.folder / "plan", stdout=StringIO(), **options)
            wish = {"apply": self.folder / "plan", **options}
        try:
            call_command("import_players", path, stdout=out, stderr=err, **wish)
        except CommandError as left:
            if left.returncode != WAITING:
                raise
        lines = out.getvalue().splitlines()
        self.more = [int(line.split(":")[1]) for line in lines[4:6]]
        counts, self.said = lines[:4], lines[6:]
        return [int(line.split(":")[1]) for line in counts], err.getvalue()


@pytest.fixture
def lists(tmp_path: Path) -> Lists:
    return Lists(tmp_path)


def numbers(surname: str) -> dict[str, str]:
    (player,) = Player.objects.filter(surname=surname)
    return dict(player.identifiers.values_list("scheme", "value"))


def pin(number: str, name: str, country: str, club: str, grade: str) -> bytes:
    return egd_line(number, name, country, club, grade, 1500, 3, "T180118A").encode()


def test_first_import_enrols_everybody_with_club_licence_and_number(lists: Lists) -> None:
    counts, _errors = lists.take(ladder(*LADDER))

    rows = Player.objects.order_by("search_key").values_list(
        "surname", "given_name", "search_key", "federation__code", "club__code", "grade"
    )
    assert counts == [4, 0, 0, 0]
    assert list(rows) == [
        ("D'ALBRET", "Guy Max", "d albret guy max", "FR", "75Op", "15k"),
        ("HOLM", "Anna", "holm anna", "FR", "38Gr", "3d"),
        ("NEUF", "Zoé", "neuf zoe", "FR", None, ""),
        ("Quist", "Olaf", "quist olaf", "NO", None, "6d"),
    ]
    assert sorted(Identifier.objects.values_list("scheme", "value")) == [
        ("ffg", "0712345"), ("ffg", "2400001"), ("ffg", "99A0077"),
    ]  # fmt: skip
    assert sorted(Licence.objects.values_list("player__surname", "season", "status")) == [
        ("HOLM", 2024, "L"), ("NEUF", 2024, "C"), ("Quist", 2024, "e"),
    ]  # fmt: skip
    assert [player.surname for player in search.find_players("albret")] == ["D'ALBRET"]


@pytest.mark.parametrize(
    "data",
    [
        ladder(*LADDER),
        egd(pin("99000001", "Holm Anna", "FR", "38Gr", "3d"), pin("99000002", "Osei Ma", "NO", "Be?", "9k")),
    ],
    ids=["ladder", "EGD"],
)
def test_second_import_of_a_list_only_reads(lists: Lists, data: bytes) -> None:
    lists.take(data)
    before = list(Player.objects.order_by("pk").values())

    with CaptureQueriesContext(
        connection,
    ) as queries:
        counts, _errors = lists.take(data)

    verbs = {query["sql"].split()[0] for query in queries}
    assert counts == [0, 0, len(before), 0]
    assert verbs & {"INSERT", "UPDATE", "DELETE", "COPY", "CREATE", "DROP", "ALTER"} == set()
    assert list(Player.objects.order_by("pk").values()) == before
    assert JournalEntry.objects.filter(act="list.imported").count() == 1


def test_import_of_a_later_list_writes_what_moved_and_remembers_the_old_name(lists: Lists) -> None:
    lists.take(ladder(*LADDER))
    moved = ladder_line("HOLM-PETIT Anna", 310, "L", "0712345", "75Op")
    grown = ladder_line("NEUF Zoé", -2000, "C", "2400001", "31To")

    counts, _errors = lists.take(ladder(moved, ALBRET, QUIST, grown))

    holm = Player.objects.get(identifiers__value="0712345")
    licence = holm.licences.get()
    assert counts == [0, 2, 2, 0]
    assert (str(holm), holm.search_key, holm.club and holm.club.code, holm.grade) == (
        "HOLM-PETIT Anna", "holm petit anna", "75Op", "4d",
    )  # fmt: skip
    assert (licence.status, licence.club and licence.club.code) == ("L", "75Op")
    assert list(KnownName.objects.values_list("player", "key")) == [(holm.pk, "holm anna")]
    assert [p.surname for p in search.find_players("holm petit")] == ["HOLM-PETIT"]


def test_import_writes_one_journal_line_with_the_counts_and_one_a_player(lists: Lists) -> None:
    lists.take(ladder(*LADDER))

    line, *others = JournalEntry.objects.order_by("pk")
    numbers_of_new = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    assert [(one.act, int(one.subject_id)) for one in others] == [
        ("player.imported", number) for number in numbers_of_new
    ]
    assert (line.act, line.subject, line.account) == ("list.imported", "player", None)
    assert line.detail == {
        "format": "ffg-v3", "date": "2024-02-05", "created": 4, "changed": 0, "unchanged": 0, "refused": 0,
        "file": "list.txt", "season": 2024, "entered": [[numbers_of_new[0], numbers_of_new[-1]]],
    }  # fmt: skip


def test_dry_run_counts_and_writes_nothing(lists: Lists) -> None:
    counts, _errors = lists.take(ladder(*LADDER), dry_run=True)

    assert counts == [4, 0, 0, 0]
    assert [model.objects.count() for model in (Player, Club, Licence, JournalEntry)] == [0, 0, 0, 0]


def test_licence_lost_within_the_season_is_kept_as_lost(lists: Lists) -> None:
    lists.take(ladder(HOLM))

    counts, _errors = lists.take(ladder(HOLM.replace(" L ", " - ")))

    assert counts == [0, 1, 0, 0]
    assert list(Licence.objects.values_list("season", "status")) == [(2024, "-")]


def test_another_season_adds_a_licence(lists: Lists) -> None:
    lists.take(ladder(HOLM))

    counts, _errors = lists.take(ladder(HOLM), season=2025)

    assert counts == [0, 1, 0, 0]
    assert sorted(Licence.objects.values_list("season", "status")) == [(2024, "L"), (2025, "L")]


def test_never_rated_row_takes_no_declared_grade_away(lists: Lists) -> None:
    lists.take(ladder(NEWER))
    neuf = Player.objects.get()
    register.declare_grade(neuf, "25k", since=date(2024, 3, 1), account=None)

    counts, _errors = lists.take(ladder(NEWER))

    neuf.refresh_from_db()
    assert counts == [0, 0, 1, 0]
    assert neuf.grade == "25k"


def test_rows_without_a_number_that_cannot_be_told_apart_are_refused(lists: Lists) -> None:
    register.enrol(Newcomer("Quist", "Olaf", "NO"), account=None)
    register.enrol(Newcomer("QUIST", "Olaf", "NO"), account=None)
    twin = ladder_line("Twin Ada", 100, "e", "-------", "xxxx", "SE")

    counts, errors = lists.take(ladder(QUIST, twin, twin, HOLM))

    assert counts == [1, 0, 0, 3]
    assert errors.splitlines() == [
        "line 2: Quist Olaf has no number and may be a player in the register; players of that name: 2.",
        "line 3: Twin Ada has no number and appears in the list 2 times.",
        "line 4: Twin Ada has no number and appears in the list 2 times.",
    ]


def test_egd_row_of_a_licensed_player_adds_the_pin_and_leaves_him_as_the_ladder_has_him(lists: Lists) -> None:
    lists.take(ladder(HOLM))

    counts, _errors = lists.take(egd(pin("99000001", "Holm Anna", "FR", "38Gr", "4d")))

    player = Player.objects.get()
    assert counts == [0, 1, 0, 0]
    assert numbers("HOLM") == {"ffg": "0712345", "egd": "99000001"}
    assert (player.surname, player.grade) == ("HOLM", "3d")


def test_ladder_after_the_egd_list_adds_the_licence_and_describes_him(lists: Lists) -> None:
    lists.take(egd(pin("99000001", "Holm Anna", "FR", "38Gr", "4d")))

    counts, _errors = lists.take(ladder(HOLM))

    player = Player.objects.get()
    assert counts == [0, 1, 0, 0]
    assert numbers("Holm") == {"ffg": "0712345", "egd": "99000001"}
    assert (player.surname, player.grade) == ("Holm", "3d")  # capitals alone are no fuller name


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ((pin("99000001", "Holm Anna", "FR", "75Op", "9k"),), "another club, grade not near"),
        ((pin("99000001", "Holm Anna", "FR", "38Gr", "15k"),), "the same club, grade far off"),
        ((pin("99000001", "Holm Anna", "BE", "38Gr", "3d"),), "another country"),
        ((pin("99000001", "Holm Ann", "FR", "38Gr", "3d"),), "another name"),
        ((pin("99000001", "Holm Anna", "FR", "38Gr", "3d"), pin("99000002", "Holm Anna", "FR", "75Op", "2d")),
         "two of the name in the list"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_egd_row_that_may_be_somebody_else_is_enrolled_apart(
    lists: Lists, rows: tuple[bytes, ...], why: str
) -> None:
    lists.take(ladder(HOLM))

    counts, _errors = lists.take(egd(*rows), planned=True)

    assert counts == [len(rows), 0, 0, 0], why
    assert numbers("HOLM") == {"ffg": "0712345"}


def test_egd_row_with_two_of_the_name_in_the_register_is_enrolled_apart(lists: Lists) -> None:
    lists.take(ladder(HOLM, HOLM.replace("0712345", "0712399").replace("38Gr", "75Op")))

    counts, _errors = lists.take(egd(pin("99000001", "Holm Anna", "FR", "38Gr", "3d")), planned=True)

    assert counts == [1, 0, 0, 0]


def test_club_of_a_foreigner_in_the_ladder_is_a_club_of_home(lists: Lists) -> None:
    lists.take(ladder(ladder_line("Quist Olaf", 512, "L", "2300001", "38Gr", "NO"), HOLM))
    lists.take(egd(pin("99000009", "Osei Ma", "NO", "38Gr", "1k")))

    assert list(Club.objects.values_list("code", "label", "federation__code")) == [("38Gr", "38Gr", "FR")]
    assert Player.objects.get(surname="Osei").club_code == "NO-38Gr"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no list", "This is not a player list we can read"),
        (b"\x1f\x8bxx", "The compressed file is damaged. Download it again."),
    ],
)
def test_file_that_is_no_list_ends_with_a_sentence(lists: Lists, data: bytes, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        lists.take(data)


def test_missing_file_ends_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_players", tmp_path / "nowhere.txt")


def test_bad_rows_are_told_with_their_lines_and_the_rest_is_taken(lists: Lists) -> None:
    counts, errors = lists.take(ladder(HOLM, "PETIT", ALBRET))

    assert counts == [2, 0, 0, 1]
    assert errors == "line 3: The line has 5 characters; 53 are needed.\n"


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL plans by statistics")
def test_names_just_imported_are_planned_for(lists: Lists) -> None:
    lists.take(ladder(*LADDER))

    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = %s", [Player._meta.db_table])
        (rows,) = cursor.fetchone()
    assert rows == Player.objects.count()


def test_dry_run_leaves_the_statistics_of_the_database_alone(lists: Lists) -> None:
    with CaptureQueriesContext(connection) as queries:
        lists.take(ladder(*LADDER), dry_run=True)

    assert [one["sql"] for one in queries.captured_queries if one["sql"].startswith("ANALYZE")] == []


# --- what the command writes, and what it leaves


def test_without_a_flag_the_differences_are_told_and_nothing_is_written(tmp_path: Path) -> None:
    path, out = tmp_path / "list.txt", StringIO()
    register.enrol(Newcomer("Quisst", "Olaf", "NO", grade="6d"), account=None)
    path.write_bytes(ladder(HOLM, QUIST))
    before = (Player.objects.count(), JournalEntry.objects.count())

    call_command("import_players", path, stdout=out)

    said = out.getvalue()
    assert "new: 1\n" in said
    assert "similar players, to decide: 1\n" in said
    assert "2: HOLM Anna – 3d, 38Gr, FR, FFG 0712345" in said
    assert "Quisst Olaf" in said
    assert "Nothing was written." in said
    assert (Player.objects.count(), JournalEntry.objects.count()) == before


def test_unattended_import_takes_what_is_clear_and_says_by_its_code_that_something_waits(
    tmp_path: Path,
) -> None:
    path, err = tmp_path / "list.txt", StringIO()
    register.enrol(Newcomer("Quisst", "Olaf", "NO", grade="6d"), account=None)
    register.enrol(Newcomer("NEUVE", "Zoé", "FR", "", "", {"egd": "99000077"}), account=None)
    near = ladder_line("HOLMS Anna", 243, "L", "0799999", "38Gr")
    register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d", {"egd": "99000001"}), account=None)
    path.write_bytes(ladder(near, QUIST, ALBRET))

    with pytest.raises(CommandError, match="Still to be decided: 2") as left:
        call_command("import_players", path, yes=True, stdout=StringIO(), stderr=err)

    names = sorted(Player.objects.values_list("surname", flat=True))
    assert names == ["D'ALBRET", "HOLM", "NEUVE", "Quisst"]
    assert left.value.returncode == WAITING
    assert [line.partition(":")[0] for line in err.getvalue().splitlines()] == ["line 3", "line 2"]


def test_unattended_import_of_a_clear_list_ends_well(lists: Lists, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(ladder(HOLM, ALBRET))

    call_command("import_players", path, yes=True, stdout=StringIO())

    assert Player.objects.count() == 2


def test_yes_and_a_plan_are_not_both_taken(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="not allowed with argument"):
        call_command("import_players", "list.txt", "--yes", "--plan", "plan.json")
