"""Tables: what is declared comes out in the markup of the site, and cells of the page where it sets them."""

from datetime import date
from typing import Any

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.test import RequestFactory
from django.utils import translation

from federation.models import Club, Federation, Job
from federation.web.tables import Column, Day, Table, lay_out


class Clubs(Table):
    css = "rows dense"
    code = Column("Code", "rank")
    name = Column("Club", "name")
    members = Column("Players", "number second", told=True, by=lambda value: f"{value} in all")
    acts = Column("Acts", "second", hidden=True)
    more = Column("")


class Sorted(Table):
    is_sorted = True
    name = Column("Name", "name")
    members = Column("Players", "number")


ROWS: list[dict[str, Any]] = [{"code": "75Xa", "name": "A & B", "members": 3}, {"code": "13Ya", "name": ""}]


def made(text: str, **context: Any) -> str:
    return Template("{% load table %}" + text).render(Context(context))


def test_caption_names_the_table_to_those_who_hear_it() -> None:
    text = made(
        "{% table clubs %}{% caption %}{{ word }}{% endcaption %}{% endtable %}",
        clubs=Clubs(ROWS[:1]),
        word="<All>",
    )

    assert '<table class="rows dense"><caption class="visually-hidden">&lt;All&gt;</caption><thead>' in text


def test_table_has_labels_classes_and_what_a_telephone_prints() -> None:
    text = made("{% table clubs %}{% endtable %}", clubs=Clubs(ROWS[:1]))

    assert text == (
        '<table class="rows dense"><thead><tr><th scope="col" class="rank">Code</th><th scope="col">Club</th>'
        '<th scope="col" class="number">Players</th>'
        '<th scope="col"><span class="visually-hidden">Acts</span></th><td></td></tr></thead>\n'
        '<tbody><tr><td class="rank">75Xa</td><td class="name">A &amp; B</td>'
        '<td class="number second" data-label="Players">3 in all</td><td class="second"></td><td></td></tr>'
        "</tbody></table>"
    )


def test_whitespace_around_a_cell_or_a_caption_is_left_out() -> None:
    text = made(
        "{% table clubs each one %}{% caption %}\n  All\n{% endcaption %}"
        "{% cell name %}\n  {% if one.members %}{{ one.name }} !{% endif %}\n{% endcell %}{% endtable %}",
        clubs=Clubs(ROWS),
    )

    assert '<caption class="visually-hidden">All</caption>' in text
    assert '<td class="name">A &amp; B !</td>' in text
    assert '<td class="name"></td>' in text  # telephones hide what is `:empty`


def test_cell_of_the_page_stands_where_the_page_sets_it() -> None:
    text = made("{% table clubs each one %}{% cell acts %}go {{ one.name }}{% endcell %}{% endtable %}",
                clubs=Clubs(ROWS))  # fmt: skip

    assert '<td class="second">go A &amp; B</td>' in text
    assert '<td class="second">go</td>' in text


def test_values_of_a_row_have_the_names_the_page_gives_them() -> None:
    text = made("{% table clubs each code count %}{% cell code %}{{ count }}{% endcell %}{% endtable %}",
                clubs=Clubs([("75Xa", 9)]))  # fmt: skip

    assert '<td class="rank">9</td>' in text


def test_table_without_rows_gives_way_to_what_says_so() -> None:
    assert made("{% table clubs %}{% empty %}none{% endtable %}", clubs=Clubs()) == "none"


def test_cell_of_a_column_nobody_declared_is_refused() -> None:
    with pytest.raises(TemplateSyntaxError, match="Clubs has no column colour"):
        made("{% table clubs %}{% cell colour %}{% endcell %}{% endtable %}", clubs=Clubs(ROWS))


def test_column_left_out_takes_its_cell_with_it() -> None:
    text = made("{% table clubs %}{% cell acts %}go{% endcell %}{% endtable %}",
                clubs=Clubs(ROWS, exclude=("acts",)))  # fmt: skip

    assert "go" not in text
    assert "Acts" not in text


def test_attributes_may_differ_from_row_to_row() -> None:
    class Marked(Table):
        name = Column("Name", lambda record: record["kind"], told=lambda record: record["told"])

    rows = [{"name": "x", "kind": "gain", "told": None}, {"name": "y", "kind": None, "told": "now"}]
    table = Marked(rows, row_attrs={"id": lambda record: record["name"]}, labels={"name": "Who"})
    text = made("{% table table %}{% endtable %}", table=table)

    assert '<th scope="col">Who</th>' in text
    assert '<tr id="x"><td class="gain">x</td></tr><tr id="y"><td data-label="now">y</td></tr>' in text


def test_labels_of_one_table_are_not_those_of_the_next() -> None:
    Clubs(ROWS, labels={"name": "Otherwise"})

    assert ">Club<" in made("{% table clubs %}{% endtable %}", clubs=Clubs(ROWS))


def test_click_on_a_head_orders_and_begins_at_the_first_page() -> None:
    request = RequestFactory().get("/", {"sort": "-members", "page": "2", "q": "a&b"})
    table = Sorted([{"name": "x", "members": 1}, {"name": "y", "members": 2}])
    lay_out(table, request, per_page=50)
    text = made("{% table table %}{% endtable %}", table=table, request=request)

    assert '<th scope="col"><a href="?sort=name&amp;q=a%26b">Name</a></th>' in text
    assert '<th scope="col" class="number" aria-sort="descending">' in text
    assert text.index(">y<") < text.index(">x<")


@pytest.mark.parametrize("asked", ["colour", "-", "name;drop"])
def test_order_nobody_knows_orders_nothing(asked: str) -> None:
    table = Sorted([{"name": "y", "members": 1}, {"name": "x", "members": 2}])
    lay_out(table, RequestFactory().get("/", {"sort": asked, "page": "zero"}), per_page=50)

    assert [row.record["name"] for row in table.page.object_list] == ["y", "x"]


@pytest.mark.django_db
def test_ordered_query_is_read_once_and_marks_no_head(django_assert_num_queries: Any) -> None:
    ours = Federation.objects.get_or_create(code="FR")[0]
    Club.objects.create(code="75Xa", label="75Xa", name="Cercle", federation=ours)
    with django_assert_num_queries(1):
        text = made("{% table clubs %}{% endtable %}", clubs=Clubs(Club.objects.order_by("name")[:5]))

    assert ">Cercle<" in text
    assert "aria-sort" not in text


def test_word_of_a_choice_is_shown_for_its_key() -> None:
    class Jobs(Table):
        state = Column("State")

    text = made("{% table table %}{% endtable %}", table=Jobs([Job(state=Job.State.QUEUED)]))

    assert f"<td>{Job.State.QUEUED.label}</td>" in text


def test_day_is_written_as_the_language_does_and_kept_in_files() -> None:
    class Days(Table):
        day = Day("Day", "second")

    table = Days([{"day": date(2026, 5, 1)}])
    with translation.override("fr"):
        assert '<td class="second">1er\xa0mai 2026</td>' in made(
            "{% table table %}{% endtable %}", table=table
        )
    assert list(table.as_values()) == [["Day"], [date(2026, 5, 1)]]
