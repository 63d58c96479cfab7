"""The history of a player on the register's page: in words, undone by a button, who may."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from federation.history import undoing
from federation.models import Club, JournalEntry, Player
from federation.player_lists import newer_acts
from federation.privacy import personal_data, privacy
from federation.register import merging, person, register
from federation.register.merging import Choice
from federation.register.register import Newcomer
from federation.vocabulary.player_fields import LICENCE, PERSON
from ratings.models import ManualEvent, RatingSystem
from tests.federation.clubs import make_club
from tests.federation.register.test_player_edit import registrar, sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def holm() -> Player:
    make_club("38Gr")
    return register.enrol(Newcomer("HOLM", "Anna", "FR", "38Gr", "3d", {"ffg": "0712345"}), account=None)


def told(player: Player, language: str = "en") -> list[tuple[str, list[tuple[str, str | None, str]]]]:
    """Return the lines of a player's page: the act and what it changed."""
    page = registrar(email=f"{language}{JournalEntry.objects.count()}@example.org").get(
        f"/register/{player.pk}/", headers={"accept-language": language}
    )
    lines = page.context["history"].data
    return [(line.act, [(pair.name, pair.before, pair.value) for pair in line.pairs]) for line in lines]


def test_every_act_is_told_by_what_was_and_is(holm: Player) -> None:
    register.rename(holm, "PETIT", "Anna", account=None)
    register.transfer(holm, None, account=None)
    register.declare_grade(holm, "4d", since=date(2024, 3, 1), account=None)
    register.license_player(holm, 2026, "L", club=Club.objects.get(), account=None)
    register.add_identifier(holm, "egd", "99000001", account=None)
    register.add_known_name(holm, "Solberg Anna", account=None)
    person.note_birth(holm, 1987, account=None)
    person.note(holm, "sex", "f", account=None)
    person.note_death(holm, "2024-03-05", is_shown=True, account=None)
    privacy.choose(holm, "initials", account=None)

    assert told(holm) == [
        ("privacy setting changed", [("shown", "by name", "by initials")]),
        ("death recorded", [("deceased", "–", "5\xa0March 2024, shown to everyone")]),
        ("sex entered", [("sex", "–", "female")]),
        ("year of birth entered", [("year of birth", "–", "1987")]),
        ("other name added", [("known name", "–", "Solberg Anna")]),
        ("number saved", [("EGD PIN", "–", "99000001")]),
        ("licence issued", [("licence 2026", "–", "competition, 38Gr")]),
        ("grade declared", [("declared grade from 1\xa0March 2024", "3d", "4d")]),
        ("player moved to a club", [("club", "38Gr", "–")]),
        ("player renamed", [("name", "HOLM Anna", "PETIT Anna")]),
        ("player enrolled", [("name", None, "HOLM Anna"), ("numbers", None, "FFG licence 0712345")]),
    ]


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_history_is_told_in_the_language_of_the_reader(holm: Player, language: str) -> None:
    person.note(holm, "sex", "f", account=None)

    (act, ((field, _before, value),)) = told(holm, language)[0]

    assert not {act, field, value} & {"sex entered", "sex", "female"}


def test_button_undoes_the_act_and_the_line_says_so(holm: Player) -> None:
    desk = registrar()
    sent(desk, holm, "sex", sex="f")
    line = JournalEntry.objects.latest("pk")

    answer = desk.post(f"/register/{holm.pk}/undo/{line.pk}/", follow=True)

    holm.refresh_from_db()
    assert holm.sex == ""
    newest, older = answer.context["history"].data[:2]
    assert (newest.act, newest.may_undo, older.is_undone) == ("action undone", True, True)


def test_refusal_is_said_and_nothing_undone(holm: Player) -> None:
    desk = registrar()
    sent(desk, holm, "sex", sex="f")
    line = JournalEntry.objects.latest("pk")
    sent(desk, holm, "sex", sex="m")

    answer = desk.post(f"/register/{holm.pk}/undo/{line.pk}/", follow=True)

    holm.refresh_from_db()
    assert holm.sex == "m"
    assert "Undo that first." in answer.content.decode()
    assert "a later action depends on it" in answer.content.decode()


def test_registrar_of_another_club_undoes_nothing(holm: Player) -> None:
    person.note(holm, "sex", "f", account=None)
    line = JournalEntry.objects.latest("pk")
    other = make_club("75Op", "FR")

    answer = registrar(other).post(f"/register/{holm.pk}/undo/{line.pk}/")

    holm.refresh_from_db()
    assert (answer.status_code, holm.sex) == (403, "f")


def test_history_before_an_erasure_says_no_values(holm: Player) -> None:
    register.rename(holm, "PETIT", "Anna", account=None)
    personal_data.erase(holm, "on request", account=None)

    page = registrar().get(f"/register/{holm.pk}/").content.decode()

    assert "player renamed" in page
    assert not any(name in page for name in ("PETIT", "HOLM", "0712345"))


def test_merged_number_has_no_buttons(holm: Player) -> None:
    person.note(holm, "sex", "f", account=None)
    kept = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    merging.merge(kept, holm, Choice(reason="the same"), account=None)

    assert "/undo/" not in registrar().get(f"/register/{holm.pk}/").content.decode()


def test_merge_is_undone_from_its_line_and_the_line_says_so(holm: Player) -> None:
    twin = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    made = merging.merge(holm, twin, Choice(reason="the same"), account=None)
    desk = registrar()
    link = f'<a class="button quiet small" href="/register/merges/{made.pk}/"'

    assert link in desk.get(f"/register/{holm.pk}/").content.decode()
    assert link in desk.get("/register/").content.decode()
    merging.undo(made, account=None)
    page = desk.get(f"/register/{holm.pk}/")

    assert [line.is_undone for line in page.context["history"].data] == [False, True, False]
    for content in (page.content.decode(), desk.get("/register/").content.decode()):
        assert link not in content
        assert '<span class="stage withdrawn">Undone</span>' in content


def test_merge_names_the_club_it_took(holm: Player) -> None:
    club = make_club("75Op", "FR")
    assert club is not None
    twin = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None, club=club)
    before = str(holm.club)
    merging.merge(holm, twin, Choice(frozenset({"club"}), reason="the same"), account=None)

    ((act, pairs), *_older) = told(holm)

    assert act == "players merged"
    assert ("club", before, str(club)) in pairs


def test_grade_of_the_enrolment_stands_among_the_declared_ones(holm: Player) -> None:
    content = registrar().get(f"/register/{holm.pk}/").content.decode()

    declared = content.partition("<h2>Declared grades</h2>")[2].partition("</div>")[0]
    words = " ".join(re.sub(r"<[^>]+>", " ", declared).split())
    assert words == "3d from the enrolment or a list, without a day"


@pytest.mark.parametrize("acts", [2, 40])
def test_history_costs_the_same_queries_however_long(holm: Player, acts: int) -> None:
    for number in range(acts):
        register.license_player(holm, 1980 + number, "L", club=holm.club, account=None)
    desk = registrar()
    desk.get(f"/register/{holm.pk}/")

    with CaptureQueriesContext(connection) as queries:
        desk.get(f"/register/{holm.pk}/")

    assert len(queries) == 14


@pytest.mark.parametrize(
    ("act", "said", "why"),
    [
        ("birth", {"year": "3000"}, "Enter a year from 1850 to"),
        ("birth", {"year": "12"}, "greater than or equal to 1850"),
        ("sex", {"sex": "x"}, "Select a valid choice."),
        ("death", {"is_deceased": "on", "day": "2999-01-01"}, "not in the future"),
        ("death", {"is_deceased": "on", "day": "2024-02-30"}, "not in the future"),
        ("death", {"is_deceased": "on", "day": "1980"}, "before the year of birth, 1987"),
        ("death", {"day": "2024"}, "tick this box or clear the day"),
    ],
)
def test_what_the_register_refuses_of_a_person_is_said_at_the_form(
    holm: Player, act: str, said: dict[str, str], why: str
) -> None:
    person.note_birth(holm, 1987, account=None)
    before = Player.objects.values().get(pk=holm.pk)

    answer = sent(registrar(), holm, act, **said)

    assert (answer.status_code, why in answer.content.decode()) == (409, True)
    assert Player.objects.values().get(pk=holm.pk) == before


def test_death_is_noted_without_a_day(holm: Player) -> None:
    sent(registrar(), holm, "death", is_deceased="on", day="")

    holm.refresh_from_db()
    assert (holm.death, holm.death_shown, holm.public_death) == ("?", False, "")


@pytest.mark.parametrize(
    ("death", "way", "shown"),
    [("2024-03-05", "public", "2024"), ("?", "initials", "?"), ("2024", "anonymous", "")],
)
def test_public_page_says_no_more_than_the_year(holm: Player, death: str, way: str, shown: str) -> None:
    person.note_death(holm, death, is_shown=True, account=None)
    privacy.choose(holm, way, account=None)

    page = registrar().get(f"/players/{holm.pk}/").content.decode()

    assert holm.public_death == shown
    assert ("Deceased" in page) == bool(shown)
    assert "2024-03" not in page
    assert "March" not in page


def test_person_is_handed_out_and_erased(holm: Player) -> None:
    person.note_death(holm, "2024-03-05", is_shown=True, account=None)

    told = personal_data.collect(holm)["player"]
    personal_data.erase(holm, "on request", account=None)

    holm.refresh_from_db()
    assert (told["death"], told["death_shown"]) == ("2024-03-05", True)
    assert (holm.death, holm.death_shown) == ("", False)


def test_death_goes_over_and_back_with_a_merge(holm: Player) -> None:
    gone = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    person.note_death(gone, "2024", is_shown=True, account=None)
    taken = Choice(fields=frozenset({"death", "death_shown"}), reason="the same")

    made = merging.merge(holm, gone, taken, account=None)
    holm.refresh_from_db()
    merged = (holm.death, holm.death_shown)
    merging.undo(made, account=None)
    holm.refresh_from_db()

    assert (merged, (holm.death, holm.death_shown)) == (("2024", True), ("", False))


def test_year_of_birth_makes_the_systems_wait_that_read_it(holm: Player) -> None:
    fide, egf = (RatingSystem.objects.get(key=key) for key in ("fide-standard", "egf"))
    for one in (fide, egf):
        ManualEvent.objects.create(
            system=one, kind="correction", date=date(2024, 5, 1), player=holm, value=1500
        )

    person.note_birth(holm, 2012, account=None)

    fide.refresh_from_db()
    egf.refresh_from_db()
    assert (fide.stale_from, egf.stale_from) == (date(2024, 5, 1), None)


def test_undone_act_is_newer_than_a_list_of_an_earlier_day(holm: Player) -> None:
    person.note(holm, "sex", "f", account=None)
    undoing.undo(holm, JournalEntry.objects.latest("pk").pk, account=None)

    newer = newer_acts.newer_than(date(2024, 1, 1), "fide")

    assert newer.holds(holm.pk, PERSON)
    assert not newer.holds(holm.pk, LICENCE)


def test_merge_of_before_deaths_were_noted_is_taken_apart(holm: Player) -> None:
    gone = register.enrol(Newcomer("HOLM", "Anne", "FR"), account=None)
    made = merging.merge(holm, gone, Choice(reason="the same"), account=None)
    for side in ("before", "after"):
        del made.record[side]["death"], made.record[side]["death_shown"]
    made.save()

    page = registrar().get(made.get_absolute_url())
    merging.undo(made, account=None)

    gone.refresh_from_db()
    assert (page.status_code, gone.merged_into) == (200, None)
