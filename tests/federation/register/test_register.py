"""Writes to the register: what is stored, what is refused, one journal line each."""

from datetime import date

import pytest
from pytest_django.fixtures import Settings

from federation.journal import journal
from federation.models import Account, Federation, Identifier, JournalEntry, KnownName, Player
from federation.register import register
from federation.register.register import Newcomer, RegisterError
from tests.federation.clubs import make_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.FEDERATION_CODE = "FR"


@pytest.fixture
def registrar() -> Account:
    return Account.objects.create_user("registrar@example.org")


@pytest.fixture
def anna() -> Player:
    newcomer = Newcomer("HØLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"})
    return register.enrol(newcomer, account=None)


def journalled() -> list[tuple[str, str, dict[str, object]]]:
    """Return the lines since Anna was enrolled, without what only an undo reads."""
    lines = JournalEntry.objects.order_by("pk").values_list("act", "subject_id", "detail")
    told = [
        (act, key, {name: detail[name] for name in detail if name != "state"}) for act, key, detail in lines
    ]
    return [line for line in told if line[2].get("name") != "HØLM Anna"]


def test_enrol_stores_the_player_with_key_club_and_numbers(registrar: Account) -> None:
    newcomer = Newcomer("HØLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345", "egd": "99000011"})

    make_club("38Gr")
    player = register.enrol(newcomer, account=registrar)

    player.refresh_from_db()
    assert (player.search_key, player.grade, player.federation.code) == ("holm anna", "3d", "FR")
    assert player.club is not None
    assert (player.club.code, player.club.label) == ("38Gr", "38Gr")
    assert dict(player.identifiers.values_list("scheme", "value")) == dict(newcomer.identifiers)
    (line,) = JournalEntry.objects.all()
    assert (line.act, line.subject, line.subject_id) == ("player.enrolled", "player", str(player.pk))
    assert line.account == registrar


@pytest.mark.parametrize(
    "newcomer",
    [
        Newcomer("  "),
        Newcomer("Quist", grade="31k"),
        Newcomer("Quist", grade="0d"),
        Newcomer("Quist", identifiers={"ffg": "0712345"}),
        Newcomer("Quist", identifiers={"ffg": " "}),
        Newcomer("Quist", identifiers={"shoe": "43"}),
    ],
    ids=["no name", "no grade", "no grade either", "number taken", "empty number", "no register"],
)
def test_enrol_of_what_cannot_be_leaves_nothing(anna: Player, newcomer: Newcomer) -> None:
    with pytest.raises(RegisterError):
        register.enrol(newcomer, account=None)

    assert list(Player.objects.all()) == [anna]
    assert journalled() == []


def test_enrol_many_stores_everybody_in_order_with_one_line() -> None:
    newcomers = [
        Newcomer("Quist", "Olaf", "NO", "Be", "1k", {"egd": "99000001"}),
        Newcomer("PETIT", "Zoé", "FR", "XXXX"),
    ]

    numbers = register.enrol_many(newcomers, account=None)

    rows = Player.objects.order_by("pk").values_list("pk", "surname", "search_key", "club_code", "grade")
    assert list(rows) == [
        (numbers[0], "Quist", "quist olaf", "NO-Be", "1k"),
        (numbers[1], "PETIT", "petit zoe", "", ""),
    ]
    assert journalled() == [("player.enrolled", "", {"count": 2})]


@pytest.mark.parametrize(
    "more",
    [
        [Newcomer("Quist", identifiers={"ffg": "0712345"})],
        [Newcomer("Quist", identifiers={"egd": "1"}), Newcomer("Petit", identifiers={"egd": "1"})],
        [Newcomer("Quist"), Newcomer("")],
    ],
    ids=["taken before", "taken among them", "no name"],
)
def test_enrol_many_with_one_refused_enters_nobody(anna: Player, more: list[Newcomer]) -> None:
    with pytest.raises(RegisterError):
        register.enrol_many(more, account=None)

    assert list(Player.objects.all()) == [anna]


def test_enrol_many_of_nobody_writes_nothing() -> None:
    assert register.enrol_many([], account=None) == []
    assert journalled() == []


def test_public_number_of_a_deleted_player_is_not_given_again(anna: Player) -> None:
    number = anna.pk
    anna.delete()

    (bulk,) = register.enrol_many([Newcomer("Quist")], account=None)
    single = register.enrol(Newcomer("Petit"), account=None)

    assert number < bulk < single.pk


def test_rename_keeps_the_old_name_as_known(anna: Player, registrar: Account) -> None:
    register.rename(anna, "Quist", "Anna", account=registrar)

    anna.refresh_from_db()
    assert (anna.surname, anna.search_key) == ("Quist", "quist anna")
    assert list(KnownName.objects.values_list("name", "key")) == [("HØLM Anna", "holm anna")]
    assert journalled() == [
        ("player.renamed", str(anna.pk), {"before": "HØLM Anna", "after": "Quist Anna"})
    ]  # fmt: skip


def test_rename_to_other_accents_keeps_the_old_name_as_known(anna: Player) -> None:
    register.rename(anna, "HOLM", "Anna", account=None)

    assert [(one.name, one.key) for one in anna.known_names.all()] == [("HØLM Anna", "holm anna")]


def test_rename_to_other_capitals_keeps_no_known_name(anna: Player) -> None:
    register.rename(anna, "Hølm", "ANNA", account=None)

    assert not anna.known_names.exists()


def test_rename_to_nothing_is_refused(anna: Player) -> None:
    with pytest.raises(RegisterError):
        register.rename(anna, "?", "", account=None)


def test_transfer_moves_to_another_club_and_to_none(anna: Player) -> None:
    club = make_club("75Op", "FR")

    register.transfer(anna, club, account=None)
    register.transfer(anna, None, account=None)

    anna.refresh_from_db()
    assert anna.club is None
    assert [detail for _act, _id, detail in journalled()] == [
        {"before": "38Gr", "after": "75Op"}, {"before": "75Op", "after": ""},
    ]  # fmt: skip


def test_declared_grade_of_an_earlier_day_does_not_replace_the_latest(anna: Player) -> None:
    register.declare_grade(anna, "4d", since=date(2025, 5, 1), account=None, source="a letter")
    register.declare_grade(anna, "2d", since=date(2020, 5, 1), account=None)

    anna.refresh_from_db()
    assert anna.grade == "4d"
    assert sorted(anna.declared_grades.values_list("since", "grade", "source")) == [
        (date(2020, 5, 1), "2d", ""), (date(2025, 5, 1), "4d", "a letter"),
    ]  # fmt: skip
    said = {"grade": "4d", "since": "2025-05-01", "source": "a letter"}
    assert journalled()[0][2] == {**said, "before": "3d", "after": "4d"}


def test_declared_grade_on_one_day_twice_is_the_last_one(anna: Player) -> None:
    for grade in ("4d", "9p"):
        register.declare_grade(anna, grade, since=date(2025, 5, 1), account=None)

    assert list(anna.declared_grades.values_list("grade", flat=True)) == ["9p"]


@pytest.mark.parametrize("grade", ["", "0k", "31k", "10d", "1", "k", "3D", "5 k"])
def test_what_is_no_grade_cannot_be_declared(anna: Player, grade: str) -> None:
    with pytest.raises(RegisterError):
        register.declare_grade(anna, grade, since=date(2025, 5, 1), account=None)

    assert anna.declared_grades.count() == 0


def test_add_identifier_taken_by_another_says_by_whom(anna: Player, settings: Settings) -> None:
    settings.LANGUAGE_CODE = "en"
    other = register.enrol(Newcomer("Quist", "Olaf"), account=None)

    with pytest.raises(RegisterError) as refusal:
        register.add_identifier(other, "ffg", "0712345", account=None)

    assert str(refusal.value) == "FFG licence 0712345 belongs to HØLM Anna."
    assert Identifier.objects.count() == 1


def test_add_identifier_in_a_scheme_he_has_already_is_refused(anna: Player) -> None:
    with pytest.raises(RegisterError):
        register.add_identifier(anna, "ffg", "0799999", account=None)

    assert list(anna.identifiers.values_list("value", flat=True)) == ["0712345"]


def test_add_identifier_notes_the_number(anna: Player) -> None:
    register.add_identifier(anna, "egd", " 99000011 ", account=None)

    assert sorted(anna.identifiers.values_list("scheme", "value")) == [
        ("egd", "99000011"),
        ("ffg", "0712345"),
    ]
    assert journalled() == [("player.identifier", str(anna.pk), {"scheme": "egd", "value": "99000011"})]


def test_names_longer_than_their_columns_are_cut_where_many_enter() -> None:
    numbers = register.insert([Newcomer(f" {'S' * 81}", "G" * 81, "FR", "", "5k", {})])

    made = Player.objects.get(pk=numbers[0])
    assert (made.surname, made.given_name) == ("S" * 80, "G" * 80)


def test_add_known_name_twice_remembers_it_once(anna: Player) -> None:
    first = register.add_known_name(anna, "Solberg Anna", account=None)
    second = register.add_known_name(anna, "SOLBERG  Anna", account=None)

    assert first == second
    assert first.name == "Solberg Anna"
    assert len(journalled()) == 1


def test_add_known_name_without_a_letter_is_refused(anna: Player) -> None:
    with pytest.raises(RegisterError):
        register.add_known_name(anna, "--", account=None)


@pytest.mark.parametrize(
    ("written", "code", "name"),
    [
        ("FR", "FR", "France"),
        ("gb", "UK", "United Kingdom"),
        ("", "XX", "Unknown country"),
        ("QQ", "XX", "Unknown country"),
        ("England", "UK", "United Kingdom"),
        ("ENG", "ENG", "England"),
    ],
)
def test_federation_for_finds_or_makes_one(written: str, code: str, name: str) -> None:
    first, second = register.federation_for(written), register.federation_for(written)

    assert first == second
    assert (first.code, first.name) == (code, name)
    assert Federation.objects.count() == 1


def test_journal_writes_days_as_text_and_a_thing_by_name() -> None:
    line = journal.write("list.imported", "player", account=None, on=date(2026, 1, 2))

    line.refresh_from_db()
    assert (line.subject, line.subject_id, line.detail) == ("player", "", {"on": "2026-01-02"})
