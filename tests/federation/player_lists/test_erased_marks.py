"""A person erased on request does not come back as new with the next list."""

from contextlib import suppress
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django.fixtures import Settings

from federation.models import ErasedMark, Player
from federation.player_lists import list_plans
from federation.privacy import personal_data
from federation.register import register
from tests.federation.player_lists.fide_list_samples import FOA_HEAD, text
from tests.federation.player_lists.test_go_lists import ladder, ladder_line
from tests.federation.player_lists.test_import_again import enrol
from tests.federation.player_lists.test_import_fide_list import line as fide_line
from tests.federation.player_lists.test_import_players import Lists
from tests.tournaments.conftest import account

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_home")]


@pytest.fixture
def lists(tmp_path: Path) -> Lists:
    return Lists(tmp_path)


def erase(player: Player) -> None:
    personal_data.erase(player, "At their own request", account=None)


@pytest.mark.parametrize(
    "row",
    [
        ladder_line("Quist Olaf", 512, "L", "0712345", "38Gr"),  # the number
        ladder_line("Olaf QUIST", 512, "L", "0799999", "75Op"),  # the name, the other way round
        ladder_line("Quist-Berg Olaf", 512, "e", "-------", "xxxx", "NO"),  # another name of theirs
    ],
    ids=["number", "name", "known name"],
)
def test_erased_person_is_a_question_and_not_new(lists: Lists, row: str) -> None:
    player = enrol("Quist", "Olaf", "FR", "38Gr", "6d", ffg="0712345")
    register.add_known_name(player, "Quist-Berg Olaf", account=None)
    erase(player)

    counts, errors = lists.take(ladder(row))

    assert (counts, lists.more, Player.objects.count()) == ([0, 0, 0, 1], [0, 1], 1)
    assert "resembles a person whose data were erased on request on" in errors


def test_erased_person_is_entered_where_somebody_decides_so(lists: Lists) -> None:
    erase(enrol("Quist", "Olaf", "FR", "38Gr", "6d", ffg="0712345"))
    officer = account("odile@example.org", "officer")
    data = ladder(ladder_line("Quist Olaf", 512, "L", "0712345", "38Gr"))
    held = list_plans.make_plan(
        list_plans.receive(BytesIO(data), filename="a.txt", day=None, account=officer).pk
    )
    row = held.differences.get(kind="resembling")

    list_plans.decide(held, {row.pk: "new"})
    list_plans.apply(held.pk, held.fingerprint, account=officer)

    assert row.decision == ""
    assert Player.objects.filter(surname="Quist").count() == 1


def test_namesake_of_nobody_erased_is_new(lists: Lists) -> None:
    erase(enrol("Quist", "Olaf", "FR", "38Gr", "6d", ffg="0712345"))

    assert lists.take(ladder(ladder_line("Quist Ole", 512, "L", "0712346", "38Gr")))[0] == [1, 0, 0, 0]


def test_marks_name_nobody_without_the_secret_of_the_site(lists: Lists, settings: Settings) -> None:
    erase(enrol("Quist", "Olaf", "FR", "38Gr", "6d", ffg="0712345"))
    row = ladder_line("Quist Olaf", 512, "L", "0712345", "38Gr")
    kept = settings.SECRET_KEY

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-secret", [kept]
    followed = lists.take(ladder(row))
    settings.SECRET_KEY_FALLBACKS = []
    counts, _errors = lists.take(ladder(row))

    assert "quist" not in str(list(ErasedMark.objects.values())).lower()
    assert "0712345" not in str(list(ErasedMark.objects.values()))
    assert followed[0] == [0, 0, 0, 1]
    assert counts == [1, 0, 0, 0]


@pytest.mark.parametrize(("born", "is_new"), [(1990, False), (0, False), (1971, True)])
def test_fide_list_enters_no_erased_person_of_that_year_of_birth(
    tmp_path: Path, born: int, is_new: bool
) -> None:
    player = enrol("Quist", "Olaf", "NO", fide="99000041")
    Player.objects.update(birth_year=1990)
    player.refresh_from_db()
    erase(player)
    path, err = tmp_path / "players_list_foa_2026-11.txt", StringIO()
    path.write_bytes(text(FOA_HEAD, fide_line(99000042, "Quist, Olaf", born=born)))

    with suppress(CommandError):  # its code says that something waits
        call_command("import_players", path, yes=True, stdout=StringIO(), stderr=err)

    assert Player.objects.filter(surname="Quist").exists() is is_new
    assert ("erased on request" in err.getvalue()) is not is_new
