"""Acts on a player undone: as it was, in the order they stand on each other, once, and undone again."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from federation.history import undoing
from federation.history.acts import Act, Acts
from federation.models import Account, Club, JournalEntry, Player
from federation.privacy import generation, personal_data, privacy
from federation.register import birth_days, merging, person, register
from federation.register.federations import federation_for
from federation.register.merging import Choice
from federation.register.register import Newcomer, RegisterError, state_of
from tests import seeds
from tests.federation.clubs import make_club

pytestmark = pytest.mark.django_db

Do = Callable[[Player], Any]


@pytest.fixture(autouse=True)
def in_english(settings: Settings) -> None:
    settings.LANGUAGE_CODE = "en"


@pytest.fixture
def holm() -> Player:
    make_club("38Gr")
    return register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"}), account=None)


@pytest.fixture
def club() -> Club:
    made = make_club("75Op", "FR")
    assert made is not None
    return made


def everything(player: Player) -> Mapping[str, Any]:
    """Return all an act can change of a player, without keys of rows."""
    return {
        "player": Player.objects.values().get(pk=player.pk),
        "numbers": sorted(player.identifiers.values_list("scheme", "value")),
        "names": sorted(player.known_names.values_list("name", "key")),
        "licences": sorted(player.licences.values_list("season", "status", "club")),
        "grades": sorted(player.declared_grades.values_list("since", "grade", "source")),
        "day of birth": birth_days.day_of(player),
    }


def last() -> int:
    return JournalEntry.objects.latest("pk").pk


def undo(player: Player, line: int | None = None) -> None:
    undoing.undo(player, last() if line is None else line, account=None)


ACTS: Mapping[str, Do] = {
    "name": lambda one: register.rename(one, "PETIT", "Anne", account=None),
    "club": lambda one: register.transfer(one, make_club("75Op", "FR"), account=None),
    "no club": lambda one: register.transfer(one, None, account=None),
    "grade": lambda one: register.declare_grade(one, "4d", since=date(2024, 3, 1), account=None),
    "licence": lambda one: register.license_player(one, 2026, "L", club=one.club, account=None),
    "number": lambda one: register.add_identifier(one, "egd", "99000001", account=None),
    "spelling": lambda one: register.add_known_name(one, "Holm-Berg Anna", account=None),
    "birth": lambda one: person.note_birth(one, 1987, account=None),
    "day of birth": lambda one: birth_days.note(one, "03-05", account=None),
    "federation": lambda one: register.change_federation(one, federation_for("DE"), account=None),
    "titles": lambda one: person.note(one, "titles", {"title": "IM", "women_title": "WGM"}, account=None),
    "sex": lambda one: person.note(one, "sex", "f", account=None),
    "death": lambda one: person.note_death(one, "2024-03-05", is_shown=True, account=None),
    "privacy": lambda one: privacy.choose(one, "initials", account=None),
}


@pytest.mark.parametrize("name", ACTS)
def test_act_undone_leaves_the_player_as_before_and_redone_as_after(holm: Player, name: str) -> None:
    Player.objects.filter(pk=holm.pk).update(birth_year=1986)  # a day of birth needs one
    before = everything(holm)
    ACTS[name](Player.objects.get(pk=holm.pk))
    act, after = last(), everything(holm)
    assert after != before

    undo(holm)
    taken_back = everything(holm)
    line = JournalEntry.objects.latest("pk")
    undo(holm)

    assert (taken_back, everything(holm)) == (before, after)
    assert (line.act, line.subject_id, line.detail["undoes"]) == ("player.undone", str(holm.pk), act)


def _acts() -> st.SearchStrategy[Do]:
    def doing(write: Callable[..., Any], *values: st.SearchStrategy[Any], **named: Any) -> Any:
        return st.tuples(*values).map(lambda said: lambda one: write(one, *said, account=None, **named))

    seasons, names = st.integers(2020, 2023), st.sampled_from(["HOLM", "PETIT", "QUIST", "Holm"])
    clubs = st.sampled_from(["75Op", "38Gr", ""]).map(lambda code: (code, "FR"))
    return st.one_of(
        doing(register.rename, names, st.sampled_from(["Anna", "Anne"])),
        clubs.map(lambda said: lambda one: register.transfer(one, make_club(*said), account=None)),
        st.tuples(st.sampled_from(["1k", "1d", "4d"]), st.dates(date(2020, 1, 1), date(2020, 1, 3))).map(
            lambda said: lambda one: register.declare_grade(one, said[0], since=said[1], account=None)
        ),
        st.tuples(seasons, st.sampled_from("LCe-")).map(
            lambda said: lambda one: register.license_player(one, *said, club=one.club, account=None)
        ),
        doing(
            register.add_identifier, st.sampled_from(["egd", "fide"]), st.sampled_from(["99000001", "777"])
        ),
        doing(register.add_known_name, st.sampled_from(["Holm Ann", "Petit Anna", "holm anna"])),
        doing(person.note_birth, st.none() | st.integers(1950, 1953)),
        st.sampled_from(["", "03", "03-05"]).map(
            lambda day: lambda one: birth_days.note(one, day, account=None) if one.birth_year else None
        ),
        st.sampled_from(["FR", "DE", "NO"]).map(
            lambda code: lambda one: register.change_federation(one, federation_for(code), account=None)
        ),
        doing(
            person.note,
            st.just("titles"),
            st.sampled_from([{"title": "IM"}, {"title": ""}, {"other_titles": "FA"}]),
        ),
        doing(person.note, st.just("sex"), st.sampled_from(["", "f", "m"])),
        st.tuples(st.sampled_from(["", "?", "2024", "2023-05-06"]), st.booleans()).map(
            lambda said: lambda one: person.note_death(one, said[0], is_shown=said[1], account=None)
        ),
        doing(privacy.choose, st.sampled_from(["public", "initials", "anonymous"])),
    )


@examples(
    max_examples=seeds.examples(40),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(doings=st.lists(_acts(), max_size=12), again=st.booleans())
def test_any_acts_undone_in_reverse_order_leave_the_player_as_before(
    holm: Player, doings: list[Do], again: bool
) -> None:
    with transaction.atomic():
        first, before, states = last(), everything(holm), []
        for do in doings:
            try:
                with transaction.atomic():
                    do(Player.objects.get(pk=holm.pk))
            except RegisterError:
                continue  # what the register refuses is no act
            states.append(everything(holm))
        lines = list(JournalEntry.objects.filter(pk__gt=first).order_by("-pk").values_list("pk", flat=True))

        for line in lines:
            undo(holm, line)
        undone = everything(holm)
        for line in reversed(lines) if again else ():
            (back,) = [one for one in undoing.acts_of(holm).acts if one.undoes == line]
            undo(holm, back.pk)

        assert undone == before
        assert not again or everything(holm) == (states[-1] if states else before)
        transaction.set_rollback(True)


def test_act_under_a_later_one_is_refused_until_that_is_undone(holm: Player) -> None:
    register.license_player(holm, 2026, "L", club=None, account=None)
    first = last()
    register.license_player(holm, 2026, "C", club=None, account=None)
    second = last()
    register.license_player(holm, 2025, "L", club=None, account=None)  # another season stands on neither

    with pytest.raises(RegisterError, match=r"licence issued \(licence 2026\)\. Undo that first"):
        undo(holm, first)
    undo(holm, second)
    undo(holm, first)

    assert list(holm.licences.values_list("season", "status")) == [(2025, "L")]


def test_redo_of_a_later_act_waits_for_the_earlier_one(holm: Player) -> None:
    person.note(holm, "sex", "f", account=None)
    first = last()
    person.note(holm, "sex", "m", account=None)
    undo(holm)
    redo = last()
    undo(holm, first)

    with pytest.raises(RegisterError, match="Undo that first"):
        undo(holm, redo)
    undo(holm)
    undo(holm, redo)

    holm.refresh_from_db()
    assert holm.sex == "m"


def test_act_is_undone_once(holm: Player) -> None:
    person.note(holm, "sex", "f", account=None)
    line = last()
    undo(holm, line)
    lines = JournalEntry.objects.count()

    with pytest.raises(RegisterError, match="already been undone"):
        undo(holm, line)

    assert JournalEntry.objects.count() == lines


def test_what_a_list_changed_since_is_not_overwritten(holm: Player) -> None:
    register.rename(holm, "PETIT", "Anna", account=None)
    Player.objects.filter(pk=holm.pk).update(surname="GRAND")

    with pytest.raises(RegisterError, match="The value has since been changed"):
        undo(holm)

    holm.refresh_from_db()
    assert holm.surname == "GRAND"


def test_act_on_another_player_or_of_another_kind_is_none(holm: Player) -> None:
    enrolled = last()
    other = register.enrol(Newcomer("QUIST", "Olaf", "NO"), account=None)
    person.note(other, "sex", "m", account=None)

    for line in (enrolled, last(), 0, 2**62):
        with pytest.raises(RegisterError, match="cannot be undone"):
            undo(holm, line)


def test_nothing_before_an_erasure_is_undone(holm: Player) -> None:
    register.rename(holm, "PETIT", "Anna", account=None)
    line = last()
    personal_data.erase(holm, "on request", account=None)

    with pytest.raises(RegisterError, match="erased since"):
        undo(holm, line)

    holm.refresh_from_db()
    assert holm.surname == f"NN {holm.pk}"


def test_acts_on_a_merged_number_are_not_undone(holm: Player) -> None:
    kept = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    person.note(holm, "sex", "f", account=None)
    line = last()
    merging.merge(kept, holm, Choice(reason="the same"), account=None)

    with pytest.raises(RegisterError, match="merged into number"):
        undo(holm, line)


def test_transfer_from_a_club_that_is_gone_is_not_undone(holm: Player, club: Club) -> None:
    was = holm.club
    assert was is not None
    register.transfer(holm, club, account=None)
    was.delete()

    with pytest.raises(RegisterError, match="previous club is no longer"):
        undo(holm)


def test_transfer_from_a_club_a_file_named_is_undone_to_its_name(club: Club) -> None:
    ada = register.enrol(Newcomer("LOINTAIN", "Ada", "FR", "99Xx"), account=None)
    register.transfer(ada, club, account=None)

    undo(ada)

    ada.refresh_from_db()
    assert (ada.club, ada.club_name) == (None, "99Xx")


def test_number_given_to_somebody_else_since_is_not_taken_back(holm: Player) -> None:
    register.add_identifier(holm, "egd", "99000001", account=None)
    undo(holm)
    other = register.enrol(Newcomer("QUIST", "Olaf", "NO", identifiers={"egd": "99000001"}), account=None)

    with pytest.raises(RegisterError, match="The number has since been given to another player"):
        undo(holm, JournalEntry.objects.filter(act="player.undone").get().pk)

    assert other.identifiers.get().value == "99000001"


def test_undone_privacy_makes_what_is_kept_of_pages_anew(holm: Player) -> None:
    privacy.choose(holm, "initials", account=None)
    before = generation.state()

    undo(holm)

    assert generation.state() != before


def line(pk: int, field: str, *, undoes: int = 0) -> Act:
    detail = {"state": state_of(field, None, 1), **({"undoes": undoes} if undoes else {})}
    return Act(pk, "player.undone" if undoes else "player.sex", detail)


def test_acts_of_other_fields_stand_on_none() -> None:
    acts = Acts([line(1, "licence:2025"), line(2, "licence:2026"), line(3, "sex")])

    assert [acts.may_undo(one) for one in acts.acts] == [True, True, True]


def test_undo_of_an_undo_lets_the_act_stand_again() -> None:
    acts = Acts([line(1, "sex"), line(2, "sex", undoes=1), line(3, "sex", undoes=2)])

    assert (acts.undone, acts.may_undo(acts.acts[0])) == ({2: 3}, True)


def test_undo_says_who_undid(holm: Player) -> None:
    account = Account.objects.create_user("remi@example.org")
    person.note_birth(holm, 1987, account=None)

    undoing.undo(holm, last(), account=account)

    entry = JournalEntry.objects.latest("pk")
    assert (entry.account, entry.detail["of"], entry.detail["before"], entry.detail["after"]) == (
        account,
        "player.birth",
        "1987",
        "",
    )
