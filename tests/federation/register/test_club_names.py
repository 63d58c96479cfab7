"""Clubs that files name: kept as text, taken as clubs or spellings, given back, made by the ladder alone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries

from federation.models import Club, ClubChange, ClubSpelling, Federation, JournalEntry, Player
from federation.register import club_names, club_taking, clubs, federations, register
from federation.register.register import Newcomer, RegisterError
from federation.vocabulary.countries import club_code
from tests.federation.clubs import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def enrol(surname: str, country: str = "DE", club: str = "Ham") -> Player:
    player = register.enrol(Newcomer(surname, "Ada", country, club), account=None)
    player.refresh_from_db()
    return player


def stand(player: Player) -> tuple[str | None, str, str]:
    player.refresh_from_db()
    return player.club.code if player.club else None, player.club_text, player.club_code


def said(act: str) -> list[dict[str, object]]:
    return list(JournalEntry.objects.filter(act=act).order_by("pk").values_list("detail", flat=True))


@pytest.mark.parametrize(
    ("label", "country", "text", "code"),
    [
        ("Ham", "DE", "Ham", "DE-Ham"),
        ("75Op", "FR", "75Op", "75Op"),
        ("B?/", "DE", "B?/", "DE-B__"),
        ("<script>alert", "SE", "<script>", "SE-_script_"),
        ("'; DROP TABLE", "SE", "'; DROP ", "SE-___DROP_"),
        ("日本棋院", "JP", "日本棋院", "JP-日本棋院"),
        ("DE-Ham", "FR", "DE-Ham", "FR-DE-Ham"),
        ("xxxx", "FR", "", ""),
        ("XXX", "SE", "", ""),
        (" ", "FR", "", ""),
        ("Ham", "", "Ham", "XX-Ham"),
    ],
)
def test_club_a_file_names_stays_text(label: str, country: str, text: str, code: str) -> None:
    player = enrol("Holm", country, label)

    assert stand(player) == (None, text, code)
    assert Club.objects.count() == 0


@given(st.text(max_size=16), st.sampled_from(["FR", "DE", "ENG", "QQ", ""]))
def test_code_of_any_label_fits_its_column_and_says_whose_it_is(label: str, country: str) -> None:
    code = club_code(label, country, home="FR")

    assert len(code) <= 16
    assert not code or all(letter.isalnum() or letter in "_.-" for letter in code)


def test_known_club_is_found_by_code_label_and_spelling() -> None:
    by_code = make_club("Ham", "DE")
    by_label = make_club("Berl", "DE", name="Berlin")
    Club.objects.filter(pk=by_label.pk).update(code="berlin")
    ClubSpelling.objects.create(club=by_code, code="DE-Hamb", label="Hamb")

    found = [
        stand(enrol(f"Holm{n}", "DE", label))[0] for n, label in enumerate(("Ham", "Berl", "Hamb", "Köln"))
    ]

    assert found == ["DE-Ham", "berlin", "DE-Ham", None]


def test_label_at_home_that_looks_foreign_means_no_foreign_club() -> None:
    make_club("Ham", "DE")

    assert stand(enrol("Holm", "FR", "DE-Ham")) == (None, "DE-Ham", "FR-DE-Ham")


def test_names_are_taken_as_clubs_together_and_journalled() -> None:
    players = [enrol("Holm"), enrol("Quist"), enrol("Osei", "NO", "Oslo")]

    made = club_taking.take_as_clubs(["DE-Ham", "NO-Oslo", "DE-Nobody"], account=None)

    assert [(club.code, club.name, club.federation.code) for club in made] == [
        ("DE-Ham", "Ham", "DE"), ("NO-Oslo", "Oslo", "NO"),
    ]  # fmt: skip
    assert [stand(one) for one in players] == [("DE-Ham", "", ""), ("DE-Ham", "", ""), ("NO-Oslo", "", "")]
    assert [line["after"] for line in said("club.taken")] == [
        {"club": "DE-Ham", "players": 2}, {"club": "NO-Oslo", "players": 1},
    ]  # fmt: skip
    assert club_taking.names() == []


def test_name_taken_as_spelling_is_found_by_the_next_file() -> None:
    hamburg = make_club("Hamb", "DE", name="Hamburg")
    first = enrol("Holm", club="HH")

    assert club_taking.take_as_spellings(["DE-HH"], hamburg, account=None) == 1

    assert stand(first)[0] == stand(enrol("Quist", club="HH"))[0] == "DE-Hamb"


def test_taken_twice_makes_one_club() -> None:
    enrol("Holm")

    for _time in range(2):
        club_taking.take_as_clubs(["DE-Ham"], account=None)

    assert Club.objects.count() == ClubChange.objects.count() == 1


def test_undone_taking_gives_the_name_back_and_takes_the_empty_club_away() -> None:
    player = enrol("Holm")
    club_taking.take_as_clubs(["DE-Ham"], account=None)

    club_taking.undo(ClubChange.objects.get(), account=None)

    assert stand(player) == (None, "Ham", "DE-Ham")
    assert Club.objects.count() == 0
    assert said("club.untaken")[0]["after"] == {"name in files": "DE-Ham"}
    assert [one.code for one in club_taking.names()] == ["DE-Ham"]


def test_undone_spelling_leaves_the_club_and_who_moved_on() -> None:
    hamburg, kiel = make_club("Hamb", "DE"), make_club("Kiel", "DE")
    stays, moved = enrol("Holm", club="HH"), enrol("Quist", club="HH")
    club_taking.take_as_spellings(["DE-HH"], hamburg, account=None)
    register.transfer(Player.objects.get(pk=moved.pk), kiel, account=None)

    club_taking.undo(ClubChange.objects.get(), account=None)

    assert [stand(stays), stand(moved)] == [(None, "HH", "DE-HH"), ("DE-Kiel", "", "")]
    assert not ClubSpelling.objects.exists()
    assert Club.objects.count() == 2


def test_taking_is_not_undone_while_others_are_in_the_club() -> None:
    enrol("Holm")
    club_taking.take_as_clubs(["DE-Ham"], account=None)
    later = enrol("Quist")

    with pytest.raises(RegisterError, match="The club has more in it"):
        club_taking.undo(ClubChange.objects.get(), account=None)

    assert stand(later)[0] == "DE-Ham"
    assert ClubChange.objects.get().undone is None


def test_club_entered_takes_in_whom_files_put_there() -> None:
    player = enrol("Holm")
    federation = Federation.objects.get(code="DE")

    made = clubs.enter({"name": "Hamburg", "label": "Ham", "federation": federation}, account=None)

    assert stand(player) == (made.code, "", "") == ("DE-Ham", "", "")
    assert said("club.added")[0]["players"] == 1


def test_transfer_to_no_club_forgets_the_name() -> None:
    player = enrol("Holm")

    register.transfer(player, None, account=None)

    assert stand(player) == (None, "", "")


def test_many_names_are_found_with_the_same_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    Federation.objects.create(code="DE", name="Germany")
    with django_assert_num_queries(3):  # federations, clubs, spellings
        club_names.resolve({(f"C{n}", "DE") for n in range(300)})


@contextmanager
def at_once(*acts: Callable[[], object]) -> Iterator[list[BaseException]]:
    """Do acts in threads of their own, all begun together; yield what they raised."""
    barrier, failed = Barrier(len(acts)), list[BaseException]()

    def run(act: Callable[[], object]) -> None:
        barrier.wait()
        try:
            act()
        except BaseException as error:  # told to the test
            failed.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    yield failed


@pytest.mark.django_db(transaction=True)
def test_two_who_take_a_name_at_once_make_one_club() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite writes one at a time")
    enrol("Holm")

    with at_once(*[lambda: club_taking.take_as_clubs(["DE-Ham"], account=None)] * 2) as failed:
        assert failed == []

    assert (Club.objects.count(), ClubChange.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_two_enrolments_naming_one_new_club_at_once_make_none() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite writes one at a time")
    federations.home_federation()

    def put(surname: str) -> Callable[[], object]:
        return lambda: register.enrol_many([Newcomer(surname, "Ada", "DE", "Ham")], account=None)

    with at_once(put("Holm"), put("Quist")) as failed:
        assert failed == []

    assert [one.players for one in club_taking.names()] == [2]
    assert Club.objects.count() == 0
