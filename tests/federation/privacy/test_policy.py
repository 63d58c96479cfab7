"""The table of the privacy policy: one row for every question, and what the defaults are."""

from itertools import product

import pytest
from django.utils import translation

from federation.privacy import kinds, policy
from federation.privacy.policy import Audience, Kind, Level
from federation.site_texts.policy_page import still_shown
from tests.privacy_rows import turned

FIELDS = sorted({row.field for row in policy.TABLE})
ALWAYS_INSIDE = ["birth_date", "contact", "remark"]


@pytest.mark.parametrize(("field", "kind", "minor"), [*product(FIELDS, Kind, (False, True))])
def test_every_question_of_the_public_has_one_row(field: str, kind: Kind, minor: bool) -> None:
    rows = [
        row
        for row in policy.TABLE
        if row.field == field
        and row.audience is Audience.PUBLIC
        and row.kind in (None, kind)
        and row.minor in (None, minor)
    ]

    assert len(rows) == 1
    assert policy.level(field, kind, minor=minor) is rows[0].level


def test_field_without_a_row_is_an_error() -> None:
    with pytest.raises(LookupError, match="shoe_size"):
        policy.level("shoe_size")


@pytest.mark.parametrize(("field", "kind", "minor"), [*product(ALWAYS_INSIDE, Kind, (False, True))])
def test_birth_days_contact_and_remarks_are_inside_for_everyone(
    field: str,
    kind: Kind,
    minor: bool,
) -> None:
    assert policy.level(field, kind, minor=minor) is Level.INSIDE


def test_fide_lists_show_what_fide_publishes_and_others_offer_categories() -> None:
    fields = ("birth_year", "sex", "age", "title")
    assert [policy.level(field, Kind.FIDE) for field in fields] == [Level.SHOWN] * 4
    assert [policy.level(field, Kind.OTHER) for field in fields] == [
        Level.INSIDE,
        Level.CATEGORY,
        Level.CATEGORY,
        Level.SHOWN,
    ]


def test_numbers_of_other_registers_are_those_of_adults_alone() -> None:
    assert kinds.number_field("egd", ["ffg"]) == kinds.number_field("fide", ["fics"]) == "number"
    assert kinds.number_field("ffg", ["ffg", "egf"]) == kinds.number_field("egd", ["egf"]) == "own_number"
    assert [policy.is_shown("number", minor=minor) for minor in (False, True)] == [True, False]


@pytest.mark.parametrize(("born", "is_minor"), [(2007, False), (2008, True), (2014, True), (None, False)])
def test_minor_stays_one_until_the_year_of_the_birthday_ends(born: int | None, is_minor: bool) -> None:
    assert policy.is_minor(born, 2026, 18) is is_minor


@pytest.mark.parametrize("setting", ["public", "initials", "anonymous"])
def test_names_of_minors_follow_the_office_and_those_of_adults_do_not(setting: str) -> None:
    assert policy.shown_as(2014, 2026, minors=setting, age=18) == setting
    assert policy.shown_as(1990, 2026, minors=setting, age=18) == "public"


@pytest.mark.parametrize("field", ["birth_year", "age", "sex", "own_number", "number"])
def test_anonymous_player_is_in_no_category(field: str) -> None:
    assert not policy.is_shown(field, Kind.FIDE, choice="anonymous")


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("choice", ["public", "initials", "anonymous"])
def test_what_a_choice_leaves_visible_is_what_outputs_show(field: str, choice: str) -> None:
    rows = policy.visible_fields(choice, tuple(Kind), minor=False)
    shown = {kind for name, reach, kinds in rows if (name, reach) == (field, Level.SHOWN) for kind in kinds}

    assert shown == {kind for kind in Kind if field != "name" and policy.is_shown(field, kind, choice=choice)}


def test_words_of_a_choice_follow_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def told() -> list[str]:
        with translation.override("en"):
            return still_shown("anonymous", [Kind.FIDE], minor=False)

    assert told()[-2:] == ["Club, where a list has at least 20 of its players", "Titles"]
    turned(monkeypatch, "title")
    assert "Titles" not in told()
    turned(monkeypatch, "remark")
    assert told()[-1] == "Remarks and other free text in files"


def test_kinds_are_those_of_the_catalogue() -> None:
    found = [kinds.kind_of(system) for system in ("fide-rapid", "ffg", "egf", "fics-blitz", "ladder")]

    assert found == [Kind.FIDE, *[Kind.OTHER] * 4]
