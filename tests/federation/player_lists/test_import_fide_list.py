"""Importing FIDE lists: players by FIDE number, only what differs, facts and lists. People are invented."""

from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import Federation, Identifier, JournalEntry, KnownName, Player
from federation.register import register
from federation.register.register import Newcomer
from federation.search import search
from ratings.models import ListEntry, ManualEvent, PublishedList, RatingSystem
from tests.federation.player_lists.fide_list_samples import FOA_HEAD, LINE_2003, SINGLE_HEAD, XML, text

pytestmark = pytest.mark.django_db

NOVEMBER = "players_list_foa_2026-11.txt"
REAL = Path(__file__).resolve().parents[3] / ".." / "shared" / "data" / "fide" / "lists"


def line(number: int, name: str, *, fed: str = "NOR", sex: str = "F", titles: str = "", **more: Any) -> str:
    """Write a row of the combined list; ratings as (rating, games, k)."""
    figures = "".join(
        f"{rating:<6}{games:<4}{k:<3}"
        for rating, games, k in (more.get(rate, (0, 0, 0)) for rate in ("standard", "rapid", "blitz"))
    )
    title, women, other = [*titles.split("/"), "", "", ""][:3]
    return (
        f"{number:<15}{name:<61}{fed:<4}{sex:<4}{title:<5}{women:<5}{other:<15}    {figures}"
        f"{more.get('born', 0):<6}{more.get('flag', ''):<4}"
    )


MARIT = line(99000033, "Osei Lund, Marit", titles="IM/WGM/FA", born=1990, flag="w", standard=(2398, 7, 10))
OLAF = line(
    99000041, "Quist, Olaf", fed="ENG", sex="M", born=2010, standard=(1800, 12, 40), rapid=(1750, 3, 40)
)
PIA = line(
    99000050, "Tamm, Pia", fed="XYZ", born=1980, flag="wi", standard=(1650, 2, 40), blitz=(1900, 5, 20)
)
LIST = (MARIT, OLAF, PIA)


@pytest.fixture(autouse=True)
def english(settings: Settings) -> None:
    settings.LANGUAGE_CODE = "en"


class Lists:
    """Writes lists to files and imports them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.older = 0  # of the last import: players left as something newer is known
        self.said: list[str] = []  # the lines behind its counts

    def take(self, *lines: str, name: str = NOVEMBER, head: str = FOA_HEAD, **options: Any) -> list[int]:
        """Import; give created, changed, unchanged, refused."""
        return self.take_bytes(text(head, *lines), name=name, **options)

    def take_bytes(self, data: bytes, *, name: str, **options: Any) -> list[int]:
        path = self.folder / name
        path.write_bytes(data)
        out = StringIO()
        wish = options if "dry_run" in options else {"yes": True, **options}
        call_command("import_players", path, stdout=out, stderr=StringIO(), **wish)
        lines = out.getvalue().splitlines()
        self.older = int(lines[4].split(":")[1])
        counts, self.said = lines[:4], lines[6:]
        return [int(line.split(":")[1]) for line in counts]


@pytest.fixture
def lists(tmp_path: Path) -> Lists:
    return Lists(tmp_path)


def numbered(number: int) -> Player:
    return Player.objects.get(identifiers__scheme="fide", identifiers__value=str(number))


def test_list_makes_players_with_titles_and_federations(lists: Lists) -> None:
    counts = lists.take(*LIST)

    marit, olaf, pia = (numbered(number) for number in (99000033, 99000041, 99000050))
    assert counts == [3, 0, 0, 0]
    assert (marit.surname, marit.given_name, marit.search_key) == ("Osei Lund", "Marit", "osei lund marit")
    assert (marit.title, marit.women_title, marit.other_titles) == ("IM", "WGM", "FA")
    assert (marit.sex, marit.birth_year, marit.federation.code) == ("f", 1990, "NO")
    assert (olaf.sex, olaf.federation.name) == ("m", "England")
    assert (pia.federation.code, pia.federation.fide_code) == ("XYZ", "XYZ")
    assert [player.pk for player in search.find_players("tamm")] == [pia.pk]


def test_list_again_writes_nothing(lists: Lists) -> None:
    lists.take(*LIST)

    with CaptureQueriesContext(connection) as queries:
        counts = lists.take(*LIST)

    assert counts == [0, 0, 3, 0]
    written = [q["sql"] for q in queries if q["sql"].startswith(("INSERT", "UPDATE", "DELETE", "CREATE"))]
    assert written == []
    assert JournalEntry.objects.filter(act="list.imported").count() == 1


def test_what_differs_is_written_and_an_old_name_stays_known(lists: Lists) -> None:
    lists.take(*LIST)

    counts = lists.take(line(99000033, "Osei, Marit", fed="SWE", titles="GM", born=1990), OLAF, PIA)

    marit = numbered(99000033)
    assert counts == [0, 1, 2, 0]
    assert (marit.surname, marit.federation.code, marit.title) == ("Osei", "SE", "GM")
    assert (marit.women_title, marit.other_titles) == ("WGM", "FA")  # a list that is silent takes nothing
    assert list(KnownName.objects.values_list("player_id", "key")) == [(marit.pk, "osei lund marit")]


def test_player_with_the_fide_number_is_the_same_whatever_his_name(lists: Lists) -> None:
    known = register.enrol(Newcomer("Lund", "M.", "NO", identifiers={"fide": "99000033"}), account=None)

    counts = lists.take(MARIT, date=timezone.localdate() + timedelta(days=1))

    known.refresh_from_db()
    assert counts == [0, 1, 0, 0]
    assert known.surname == "Osei Lund"


def test_namesake_without_the_number_is_left_alone(lists: Lists) -> None:
    register.enrol(Newcomer("Osei Lund", "Marit", "NO"), account=None)

    counts = lists.take(MARIT)

    assert counts == [1, 0, 0, 0]
    assert Player.objects.filter(surname="Osei Lund").count() == 2


def test_known_federation_learns_its_letters_only_where_they_are_its_code(lists: Lists) -> None:
    Federation.objects.create(code="ENG", name="England")

    lists.take(OLAF)

    assert Federation.objects.get(code="ENG").fide_code == "ENG"


def test_refused_rows_are_counted(lists: Lists) -> None:
    counts = lists.take(MARIT, MARIT, line(99000060, ", Nobody"))

    assert counts == [1, 0, 0, 2]


def test_dry_run_counts_but_writes_nothing(lists: Lists) -> None:
    counts = lists.take(*LIST, dry_run=True, base="fide", archive="fide")

    assert counts == [3, 0, 0, 0]
    assert lists.said == [
        "base levels: counted when they are written",
        "Nothing was written. Use --yes to write it.",
    ]
    assert (Player.objects.count(), ManualEvent.objects.count(), PublishedList.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize(
    ("data", "name"),
    [(XML.encode(), "players_list_xml.xml"), (text(LINE_2003.replace("9900033", "99000033")[1:]), "frl.txt")],
)
def test_other_layouts_are_imported(lists: Lists, data: bytes, name: str) -> None:
    lists.take_bytes(data, name=name)

    assert numbered(99000033).surname == "Osei Lund"


BASE = ("value", "k", "games", "peak", "label")


def levels(key: str) -> dict[str, tuple[Any, ...]]:
    rows = ManualEvent.objects.filter(system__key=key, withdrawn__isnull=True, kind="base")
    return {row.player.surname: tuple(getattr(row, name) for name in BASE) for row in rows if row.player}


def test_base_gives_ratings_with_k_games_and_peak(lists: Lists) -> None:
    lists.take(*LIST, base="fide-standard")

    assert levels("fide-standard") == {
        "Osei Lund": (2398, 10, 30, 2400, ""),  # K 10: once published at 2400
        "Quist": (1800, 40, None, 1800, ""),  # K 40 of a junior says nothing about games
        "Tamm": (1650, 40, 2, 1650, "i"),
    }
    assert levels("fide-blitz") == {}
    assert RatingSystem.objects.get(key="fide-standard").stale_from == date(2026, 11, 1)


def test_base_of_the_family_gives_every_rate_of_play(lists: Lists) -> None:
    lists.take(*LIST, base="fide")

    assert set(levels("fide-standard")) == {"Osei Lund", "Quist", "Tamm"}
    assert levels("fide-rapid") == {"Quist": (1750, 40, None, 1750, "")}
    assert levels("fide-blitz") == {"Tamm": (1900, 20, 30, 1900, "i")}


def said_of(**counts: tuple[int, int, int]) -> list[str]:
    return [
        f"base levels of fide-{rate}: {new} new, {changed} changed, {same} unchanged"
        for rate, (new, changed, same) in sorted(counts.items())
    ]


def test_levels_are_counted_apart_from_the_people(lists: Lists) -> None:
    lists.take(*LIST)

    counts = lists.take(*LIST, base="fide-standard")

    assert (counts, lists.said) == ([0, 0, 3, 0], said_of(standard=(3, 0, 0)))


def test_list_without_wanted_levels_says_nothing_of_them(lists: Lists) -> None:
    lists.take(*LIST, archive="fide-standard")

    assert lists.said == []


def test_base_again_writes_nothing_and_what_differs_replaces(lists: Lists) -> None:
    lists.take(*LIST, base="fide")
    facts, first = RatingSystem.objects.get(key="fide-standard").facts, lists.said
    unchanged = lists.take(*LIST, base="fide"), lists.said
    same = RatingSystem.objects.get(key="fide-standard").facts

    lists.take(MARIT.replace("2398", "2390"), OLAF, PIA, base="fide")

    assert first == said_of(standard=(3, 0, 0), rapid=(1, 0, 0), blitz=(1, 0, 0))
    assert unchanged == ([0, 0, 3, 0], said_of(standard=(0, 0, 3), rapid=(0, 0, 1), blitz=(0, 0, 1)))
    assert lists.said == said_of(standard=(0, 1, 2), rapid=(0, 0, 1), blitz=(0, 0, 1))
    assert same == facts
    assert levels("fide-standard")["Osei Lund"][0] == 2390
    assert ManualEvent.objects.filter(withdrawn__isnull=False).count() == 1


def test_peak_is_the_highest_of_the_archive_so_far(lists: Lists) -> None:
    lists.take(OLAF.replace("1800", "1990"), name="players_list_foa_2026-10.txt", archive="fide-standard")

    lists.take(OLAF, base="fide-standard")

    assert levels("fide-standard")["Quist"][3] == 1990


def test_archive_keeps_a_published_list(lists: Lists) -> None:
    lists.take(*LIST, archive="fide-standard")

    kept = PublishedList.objects.get()
    rows = ListEntry.objects.filter(list=kept).order_by("position")
    assert (kept.system.key, kept.date, kept.revision, kept.ready) == (
        "fide-standard",
        date(2026, 11, 1),
        1,
        True,
    )
    assert (kept.players, kept.active_players) == (3, 2)
    assert list(rows.values_list("surname", "rank", "active_rank", "active_position", "rating", "k")) == [
        ("Osei Lund", 1, 1, 1, 2398, 10),
        ("Quist", 2, 2, 2, 1800, 40),
        ("Tamm", 3, None, None, 1650, 40),
    ]
    first = rows[0]
    assert (first.fide, first.title, first.women_title, first.period_games) == ("99000033", "IM", "WGM", 7)
    assert (first.federation, first.sex, first.birth_year, first.change) == ("NO", "f", 1990, None)


def test_archived_list_says_what_moved_since_the_one_before(lists: Lists) -> None:
    lists.take(
        OLAF.replace("1800", "2450"), MARIT, name="players_list_foa_2026-10.txt", archive="fide-standard"
    )

    lists.take(*LIST, archive="fide-standard")

    rows = ListEntry.objects.filter(list__date=date(2026, 11, 1)).order_by("position")
    assert list(rows.values_list("surname", "change", "rank_change")) == [
        ("Osei Lund", 0, 1),
        ("Quist", -650, -1),
        ("Tamm", None, None),
    ]
    report = PublishedList.objects.get(date=date(2026, 11, 1)).report
    assert {name: report[name] for name in ("created", "changed", "unchanged", "gone")} == {
        "created": 1, "changed": 1, "unchanged": 1, "gone": 0,
    }  # fmt: skip


def test_archive_describes_the_past_and_changes_nobody(lists: Lists) -> None:
    lists.take(*LIST)

    counts = lists.take(
        line(99000033, "Lund, Marit", fed="SWE", standard=(2200, 9, 20)),
        name="players_list_foa_2009-11.txt",
        archive="fide-standard",
    )

    entry = ListEntry.objects.get()
    assert counts == [0, 0, 1, 0]
    assert numbered(99000033).surname == "Osei Lund"
    assert (entry.surname, entry.federation, entry.list.date) == ("Lund", "SE", date(2009, 11, 1))


def test_archive_again_keeps_one_and_another_file_is_a_revision(lists: Lists) -> None:
    lists.take(*LIST, archive="fide")
    lists.take(*LIST, archive="fide")
    once = PublishedList.objects.count()

    lists.take(MARIT, archive="fide-standard")

    assert once == 3
    revisions = PublishedList.objects.filter(system__key="fide-standard").values_list("revision", "players")
    assert sorted(revisions) == [(1, 3), (2, 1)]


def test_single_list_takes_its_rate_from_its_name_or_from_the_system(lists: Lists) -> None:
    row = f"99000033       {'Osei Lund, Marit':<61}NOR F   IM   WGM  {'FA':<19}2398  7   10 1990  w   "

    lists.take(row, head=SINGLE_HEAD, name="rapid_oct26frl.txt", base="fide")
    lists.take(row, head=SINGLE_HEAD, name="list.txt", base="fide-blitz")

    events = ManualEvent.objects.order_by("pk").values_list("system__key", "date")
    assert list(events) == [("fide-rapid", date(2026, 10, 1)), ("fide-blitz", date(2026, 10, 1))]


def test_date_of_the_command_stands_for_one_the_list_does_not_have(lists: Lists) -> None:
    with pytest.raises(CommandError, match="--date"):
        lists.take(MARIT, name="list.txt", base="fide")

    lists.take(MARIT, name="list.txt", base="fide", date=date(2025, 3, 1))

    assert ManualEvent.objects.get().date == date(2025, 3, 1)


def test_rate_of_play_a_list_does_not_give_is_refused(lists: Lists) -> None:
    with pytest.raises(CommandError, match="fide-blitz"):
        lists.take(head=SINGLE_HEAD, name="rapid_oct26frl.txt", base="fide-blitz")
    with pytest.raises(CommandError, match="egf"):
        lists.take(MARIT, base="egf")

    assert Player.objects.count() == 0


def test_real_lists_of_every_layout_are_imported_once(lists: Lists) -> None:
    if not REAL.is_dir():
        pytest.skip("no real data beside the repository")
    for name in ("frl_jan01_head.txt", "frl_oct03_head.txt", "players_list_xml_2012_sample.xml"):
        data = (REAL / name).read_bytes()
        created, _, _, refused = lists.take_bytes(data, name=name)
        again = lists.take_bytes(data, name=name)

        assert (created > 0, refused) == (True, 0)
        assert again[:2] == [0, 0]

    assert Identifier.objects.filter(scheme="fide").count() == Player.objects.count()
