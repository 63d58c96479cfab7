"""What of a template's layout reaches a visitor: the blanks he would see, and nothing else."""

from pathlib import Path
from typing import Any

import pytest
from django.template import engines
from django.template.backends.django import DjangoTemplates
from django.template.loader import get_template
from django.utils import translation

from federation.web.template_loaders import without_layout


@pytest.mark.parametrize(
    ("source", "compiled"),
    [
        ("<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>", "<ul><li>one</li><li>two</li></ul>"),
        ("<p>\n  one\n  two\n</p>", "<p>one two</p>"),
        ('<a href="/">one</a>\n  <b>two</b>', '<a href="/">one</a> <b>two</b>'),
        ('<input name="one"\n    value="two">', '<input name="one" value="two">'),
        ('<a class="one"\n    >two</a>', '<a class="one">two</a>'),
        ("<button>\n  one\n</button>\n<button>two</button>", "<button>one</button> <button>two</button>"),
        ("<p{% if a > b %} id{% endif %}>\n  one\n</p>", "<p{% if a > b %} id{% endif %}>one</p>"),
        ("{% load i18n %}\n<p>one</p>\n", "{% load i18n %}<p>one</p>"),
        ("{% cell one %}\n  two\n{% endcell %}\n", "{% cell one %}two{% endcell %}"),
    ],
)  # fmt: skip
def test_break_of_lines_is_a_blank_only_where_one_would_be_seen(source: str, compiled: str) -> None:
    assert without_layout(source) == compiled


@pytest.mark.parametrize(
    ("source", "compiled"),
    [
        ("one\n  {%- if two %}, three{% endif %}", "one{% if two %}, three{% endif %}"),
        ("{% if one -%}\n  two\n{%- endif %}", "{% if one %}two{% endif %}"),
        ("{% if one %} two{% endif %}", "{% if one %} two{% endif %}"),
        ("one\N{NO-BREAK SPACE}\n{%- if two %}{% endif %}", "one\N{NO-BREAK SPACE}{% if two %}{% endif %}"),
    ],
)
def test_dash_swallows_the_whitespace_on_its_side(source: str, compiled: str) -> None:
    assert without_layout(source) == compiled


@pytest.mark.parametrize("name", ["pre", "textarea", "script", "style"])
def test_text_of_fixed_lines_is_left_as_it_is(name: str) -> None:
    source = f"<{name}>one\n  two\n\n</{name}>"

    assert without_layout(f"<div>\n  {source}\n</div>") == f"<div>{source}</div>"


def test_text_to_translate_is_trimmed_as_django_would() -> None:
    source = (
        "{% blocktranslate trimmed count n=n %}\n  {{ n }} one\n  two\n"
        "{% plural %}\n  three\n{% endblocktranslate %}"
    )
    untrimmed = "{% blocktranslate %}one\n  two{% endblocktranslate %}"

    assert without_layout(source) == (
        "{% blocktranslate count n=n %}{{ n }} one two{% plural %}three{% endblocktranslate %}"
    )
    assert without_layout(untrimmed) == untrimmed  # the catalogue has it with its lines


def test_templates_of_both_engines_are_compiled_without_layout(tmp_path: Path) -> None:
    django = DjangoTemplates(
        {
            "NAME": "laid out",
            "DIRS": [tmp_path],
            "APP_DIRS": False,
            "OPTIONS": {"loaders": ["federation.web.template_loaders.Loader"]},
        }
    )
    (tmp_path / "page.html").write_text("<p>\n  {% if one -%}\n    {{ one }}\n  {%- endif %}\n</p>\n")
    (tmp_path / "letter.txt").write_text("{{ one }}\n\n  two\n")

    assert django.get_template("page.html").render({"one": 1}) == "<p>1</p>"
    assert django.get_template("letter.txt").render({"one": 1}) == "1\n\n  two\n"
    with translation.override("en"):
        row = engines["jinja2"].get_template("list_row.html").render({"number": 7, "columns": []})
    assert row == '<tr id="p7"></tr>'
    page: Any = get_template("base.html")
    assert type(page.origin.loader).__module__ == "federation.web.template_loaders"
