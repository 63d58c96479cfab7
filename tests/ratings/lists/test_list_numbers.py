"""How lists set numbers and clubs: thousands grouped, true minus, a club without a name said once."""

import pytest
from django.template import Context, Template
from django.utils import translation

from ratings.lists.list_words import active_players
from ratings.templatetags.palmares import named_options
from ratings.views.office.prepared import Row
from ratings.views.office.tables import DifferenceTable, PreparedTable


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["9999 licensed players", "10,000 licensed players"]),
        ("fr", ["9999 joueurs licenciés", "10\u00a0000 joueurs licenciés"]),
    ],
)
def test_active_players_are_counted_with_thousands_grouped_from_five_digits_on(
    language: str, said: list[str]
) -> None:
    with translation.override(language):
        assert [active_players("ffg", count) for count in (9999, 10_000)] == said


def test_days_over_are_counted_with_grouped_thousands() -> None:
    template = Template('{% include "tournaments/days_left.html" %}')
    with translation.override("en"):
        over = template.render(Context({"one": {"days_left": -15128, "days_over": 15128}}))
        one = template.render(Context({"one": {"days_left": 1}}))

    assert (over.strip(), one.strip()) == ("15,128 days overdue", "1 day left")


def test_ratings_of_office_tables_have_a_true_minus() -> None:
    differing, prepared = DifferenceTable([Row(1, None, -1061, -482)]), PreparedTable([])

    cells = {name: differing.rows[0].get_cell(name) for name in ("listed", "today")}
    assert cells == {"listed": "−1061", "today": "−482"}
    assert prepared.columns["rating"].column.render(-500) == "−500"


def test_club_that_only_files_name_stands_once_in_the_filter() -> None:
    options = named_options([("13Ma", "13Ma"), ("38Gr", "Grenoble")], "", with_code=True)

    assert options == '<option value="13Ma">13Ma</option><option value="38Gr">38Gr Grenoble</option>'
