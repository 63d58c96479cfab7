"""Importing what the register knows already, or knows better: no doubles, nothing newer overruled."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from federation.models import JournalEntry, KnownName, Licence, Player
from federation.register import register
from federation.register.register import Newcomer
from ratings.lists import publication
from ratings.models import RatingSystem
from tests.federation.clubs import make_club
from tests.federation.player_lists.fide_list_samples import FOA_HEAD, text
from tests.federation.player_lists.test_go_lists import egd, ladder, ladder_line
from tests.federation.player_lists.test_import_fide_list import line as fide_line
from tests.federation.player_lists.test_import_players import Lists, pin
from tests.ratings.histories import hold, recalculate, round_robin, stale

pytestmark = pytest.mark.django_db

OLD, NEW = "#Echelle au 5/01/2024 05:00:00", "#Echelle au 5/03/2024 05:00:00"
BETWEEN = datetime(2024, 2, 1, 12, tzinfo=UTC)
HOLM = ladder_line("HOLM Anna", 243, "L", "0712345", "38Gr")
QUIST = ladder_line("Quist Olaf", 512, "e", "-------", "xxxx", "NO")


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.FEDERATION_CODE = "FR"
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def lists(tmp_path: Path) -> Lists:
    return Lists(tmp_path)


def enrol(
    surname: str, given_name: str, country: str, club: str = "", grade: str = "", **identifiers: str
) -> Player:
    """Enrol as a tournament does: no act of somebody about this one player."""
    newcomer = Newcomer(surname, given_name, country, club, grade, identifiers)
    return Player.objects.get(pk=register.enrol_many([newcomer], account=None)[0])


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let the journal be written at a moment."""
    with patch("federation.journal.journal.timezone.now", return_value=moment):
        yield


def everybody() -> list[tuple[object, ...]]:
    return list(Player.objects.order_by("pk").values_list())


# --- who a row without a number is


@pytest.mark.parametrize(
    ("country", "club", "grade"),
    [("NO", "", "6d"), ("NO", "Oslo", "4d"), ("NO", "", "")],
    ids=["grade", "his club is not written", "nothing speaks against it"],
)
def test_row_without_a_number_is_the_only_player_of_that_name(
    lists: Lists, country: str, club: str, grade: str
) -> None:
    enrol("Quist", "Olaf", country, club, grade, egd="99000001")

    counts, errors = lists.take(ladder(QUIST))

    assert (counts[0], counts[3], errors, Player.objects.count()) == (0, 0, "", 1)


def test_row_without_a_number_is_the_one_in_its_club(lists: Lists) -> None:
    known = enrol("PETIT", "Ada", "FR", "38Gr", "5k", egd="99000001")
    enrol("PETIT", "Ada", "FR", "75Op", "5k", egd="99000002")

    lists.take(ladder(ladder_line("PETIT Ada", -700, "C", "-------", "38Gr")))

    assert Player.objects.count() == 2
    assert Licence.objects.get().player == known


def test_row_under_a_name_that_was_replaced_is_the_same_player(lists: Lists) -> None:
    known = enrol("Quist", "Olaf", "NO", "", "6d")
    register.rename(known, "Quist-Berg", "Olaf", account=None)

    counts, _errors = lists.take(ladder(QUIST))

    known.refresh_from_db()
    assert (counts, lists.more) == ([0, 1, 0, 0], [0, 0])  # the licence of the season
    assert (Player.objects.count(), known.surname) == (1, "Quist-Berg")


MAY_BE = "Quist Olaf has no number and may be a player in the register; players of that name: 1."


@pytest.mark.parametrize(
    ("player", "row", "why"),
    [
        (
            ("Quist", "Olaf", "SE", "", "6d"),
            QUIST,
            MAY_BE,
        ),
        (
            ("Quist", "Olaf", "NO", "", "15k"),
            QUIST,
            MAY_BE,
        ),
        (("Quisst", "Olaf", "NO", "", "6d"), QUIST, "Quist Olaf has no number and may be Quisst Olaf"),
        (("Quist", "Olaf", "NO", "", "6d"), QUIST.replace("Quist Olaf ", "Q. O.      "), "Q. O. has neither"),
        (("Quist", "Olaf", "NO", "", "6d"), QUIST.replace("Quist Olaf ", "NN_17 _    "), "NN 17 has neither"),
    ],
    ids=["another country", "grade far off", "a slip in the name", "initials", "anonymous"],
)
def test_unclear_row_without_a_number_is_reported_and_enrols_nobody(
    lists: Lists, player: tuple[str, ...], row: str, why: str
) -> None:
    enrol(*player)

    counts, errors = lists.take(ladder(row, HOLM))

    assert (counts, lists.more) == ([1, 0, 0, 1], [0, 1])
    assert errors.startswith(f"line 2: {why}")


def test_two_rows_are_never_one_player(lists: Lists) -> None:
    lists.take(ladder(HOLM))

    counts, errors = lists.take(ladder(HOLM, ladder_line("HOLM Anna", 210, "-", "-------", "38Gr")))

    assert (counts, lists.more) == ([0, 0, 1, 1], [0, 1])
    assert errors.startswith("line 3: ")


def test_stranger_without_a_number_is_enrolled(lists: Lists) -> None:
    enrol("Quisling", "Oluf", "NO", "", "6d")

    counts, _errors = lists.take(ladder(QUIST))

    assert counts == [1, 0, 0, 0]


def test_player_who_gets_a_licence_is_no_second_one(lists: Lists) -> None:
    lists.take(ladder(ladder_line("HOLM Anna", 243, "-", "-------", "38Gr"), head=OLD))

    counts, _errors = lists.take(ladder(HOLM, head=NEW))

    assert (counts, Player.objects.get().identifiers.get().value) == ([0, 1, 0, 0], "0712345")


def test_licence_number_that_a_later_list_brought_is_known_to_an_older_one(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=NEW))

    counts, _errors = lists.take(ladder(ladder_line("HOLM Anna", 243, "-", "-------", "38Gr"), head=OLD))

    assert (counts[0], Player.objects.count()) == (0, 1)


def test_two_lists_do_not_take_turns_in_describing_a_player(lists: Lists) -> None:
    world = egd(pin("99000001", "Quist Olaf", "NO", "Oslo", "5d"))
    both = [ladder(QUIST), world]
    lists.take(world)
    lists.take(ladder(QUIST))
    before = everybody()

    counts = [lists.take(data)[0] for data in both]

    assert (counts, everybody()) == ([[0, 0, 1, 0], [0, 0, 1, 0]], before)


# --- what is newer


def rename(player: Player) -> None:
    register.rename(player, "PETIT", "Anna", account=None)


def transfer(player: Player) -> None:
    register.transfer(player, make_club("75Op", "FR"), account=None)


def declare(player: Player) -> None:
    register.declare_grade(player, "5d", since=date(2024, 2, 1), account=None)


@pytest.mark.parametrize("act", [rename, transfer, declare])
@pytest.mark.parametrize(("head", "is_held"), [(OLD, True), (NEW, False)], ids=["older", "newer"])
def test_list_leaves_what_was_decided_since_its_day(
    lists: Lists, act: Callable[[Player], None], head: str, is_held: bool
) -> None:
    lists.take(ladder(HOLM, head="#Echelle au 5/12/2023 05:00:00"), season=2024)
    with at(BETWEEN):
        act(Player.objects.get())
    before = everybody()

    counts, _errors = lists.take(ladder(HOLM, head=head), season=2024)

    if act is declare:  # a level is no declaration, whenever it is listed
        assert (counts, everybody()) == ([0, 0, 1, 0], before)
    else:
        assert (counts, lists.more) == (([0, 0, 0, 0], [1, 0]) if is_held else ([0, 1, 0, 0], [0, 0]))
        assert (everybody() == before) is is_held


def test_act_of_the_lists_own_day_stays(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=OLD))
    with at(datetime(2024, 3, 5, 9, tzinfo=UTC)):
        rename(Player.objects.get())

    lists.take(ladder(HOLM, head=NEW))

    assert Player.objects.get().surname == "PETIT"


def test_newer_act_holds_only_what_it_decided(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=OLD))
    with at(datetime(2024, 3, 6, tzinfo=UTC)):
        rename(Player.objects.get())

    counts, _errors = lists.take(ladder(HOLM.replace("38Gr", "75Op"), head=NEW))

    player = Player.objects.get()
    assert (counts, lists.more) == ([0, 1, 0, 0], [0, 0])
    assert (player.surname, player.club and player.club.code) == ("PETIT", "75Op")
    assert list(KnownName.objects.values_list("key", flat=True)) == ["holm anna"]


def test_change_in_the_administration_is_an_act_too(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=OLD))
    player = Player.objects.get()
    Player.objects.update(surname="HOLM-PETIT", search_key="holm petit anna")
    JournalEntry.objects.create(
        at=BETWEEN, act="player.edited", subject="player", subject_id=str(player.pk),
        detail={"before": {"surname": "HOLM"}, "after": {"surname": "HOLM-PETIT"}},
    )  # fmt: skip

    lists.take(ladder(HOLM, head="#Echelle au 20/01/2024 05:00:00"))

    assert (lists.more, Player.objects.get().surname) == ([1, 0], "HOLM-PETIT")


def test_older_list_after_a_newer_one_only_adds(lists: Lists) -> None:
    lists.take(ladder(HOLM.replace("38Gr", "75Op").replace(" L ", " C "), head=NEW))
    before = everybody()

    counts, _errors = lists.take(ladder(HOLM, QUIST, head=OLD))

    assert (counts, lists.more) == ([1, 0, 0, 0], [1, 0])
    assert everybody()[:1] == before
    assert Licence.objects.get(player__surname="HOLM").status == "C"


def test_older_list_leaves_a_licence_of_its_season_to_the_later_list(lists: Lists) -> None:
    lists.take(ladder(HOLM.replace(" L ", " C "), head="#Echelle au 19/11/2023 05:00:00"))
    lists.take(ladder(HOLM.replace(" L ", " C "), head=NEW))

    lists.take(ladder(HOLM, head="#Echelle au 5/11/2023 05:00:00"))
    lists.take(ladder(HOLM, head="#Echelle au 5/11/2022 05:00:00"))

    assert dict(Licence.objects.values_list("season", "status")) == {2022: "L", 2023: "C", 2024: "C"}


def test_newest_list_is_noted_though_it_changes_nothing(lists: Lists) -> None:
    lists.take(ladder(HOLM, head=OLD))
    lists.take(ladder(HOLM, head="#Echelle au 20/03/2024 05:00:00"))

    lists.take(ladder(HOLM.replace("38Gr", "75Op"), head=NEW))

    club = Player.objects.get().club
    assert (lists.more, club and club.code) == ([1, 0], "38Gr")


def test_list_without_a_day_overrules_nothing_until_it_is_given_one(lists: Lists) -> None:
    undated = egd(pin("99000001", "Holm Anna", "BE", "75Op", "3d")).replace(b"(27 Dec 2018)", b"")
    player = enrol("Holm", "Anna", "BE", "38Gr", "3d", egd="99000001")
    with at(BETWEEN):
        rename(player)

    counts = [lists.take(undated)[0], lists.take(undated, date=date(2024, 3, 1))[0]]

    player.refresh_from_db()
    assert (counts, player.surname) == ([[0, 1, 0, 0], [0, 1, 0, 0]], "Holm")


def test_day_may_stand_in_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "allworld_2024-01-05.html"
    path.write_bytes(egd(pin("99000001", "Holm Anna", "BE", "", "3d")).replace(b"(27 Dec 2018)", b""))

    call_command("import_players", path, yes=True, stdout=StringIO())

    assert JournalEntry.objects.get(act="list.imported").detail["date"] == "2024-01-05"


def test_fide_list_leaves_what_was_decided_since_its_day(tmp_path: Path) -> None:
    path = tmp_path / "players_list_foa_2024-01.txt"
    path.write_bytes(text(FOA_HEAD, fide_line(99000033, "Holm, Anna", fed="FRA")))
    call_command("import_players", path, yes=True, stdout=StringIO())
    with at(BETWEEN):
        rename(Player.objects.get())
    said = StringIO()

    call_command("import_players", path, yes=True, stdout=said)

    assert Player.objects.get().surname == "PETIT"
    assert "newer data known: 1" in said.getvalue()


# --- what the site itself wrote


def test_own_ladder_and_own_world_list_change_nothing(lists: Lists) -> None:
    today = timezone.localdate()
    for label in ("38Gr", "75Op"):
        make_club(label)
    people = [
        enrol("Ahrenbrecht-Vanderbeldenstein", "Inès-Gwenaëlle", "FR", "38Gr", "6k", ffg="1200004"),
        enrol("Łukasik", "Zoé", "NO", "Oslo", "2k", egd="99000001"),
        enrol("Quist", "Olaf", "NO", "", "6k", egd="99000002"),
        enrol("d'Albret", "Guy Max", "FR", "75Op", "", ffg="99A0077", egd="99000003"),
    ]
    Licence.objects.create(player=people[1], season=today.year, status="e", club=people[1].club)
    for key in ("ffg", "egf"):
        RatingSystem.objects.filter(key=key).update(active=True)
    hold(date(2024, 1, 6), people, round_robin(4), number=100)
    for key in ("ffg", "egf"):
        recalculate(stale(RatingSystem.objects.get(key=key), date(2024, 1, 1)))
        publication.publish(RatingSystem.objects.get(key=key), today, account=None)
    before = everybody()

    found = {}
    for key in ("ffg", "egf"):
        answer = Client().get(f"/lists/{key}/{today}/download.txt")
        found[key] = (*lists.take(answer.getvalue()), lists.more)

    assert found == {"ffg": ([0, 0, 4, 0], "", [0, 0]), "egf": ([0, 0, 3, 0], "", [0, 0])}
    assert everybody() == before
