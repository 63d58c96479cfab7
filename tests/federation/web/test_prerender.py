"""What is set once for each language: the same for everybody, and nothing of one visitor's page."""

from collections.abc import Iterator

import pytest
from django.template import Context, Engine, Template
from django.test import override_settings
from django.utils import translation

from federation.templatetags import once

_ENGINE = Engine(
    libraries={"once": "federation.templatetags.once", "i18n": "django.templatetags.i18n"},
    builtins=["django.templatetags.i18n"],
)


def _template(source: str) -> Template:
    return _ENGINE.from_string("{% load once %}" + source)


@pytest.fixture(autouse=True)
def _nothing_set() -> Iterator[None]:
    once._made.clear()
    yield
    once._made.clear()


def test_a_piece_asked_for_twice_is_set_once() -> None:
    asked: list[int] = []

    class Office:
        def __str__(self) -> str:
            asked.append(1)
            return "Palmares"

    office = Office()
    template = _template("{% once office %}<b>{{ office }}</b>{% endonce %}")

    assert [template.render(Context({"office": office})) for _ in range(3)] == ["<b>Palmares</b>"] * 3
    assert len(asked) == 1


def test_a_piece_is_set_for_each_language_and_for_each_value_named() -> None:
    template = _template('{% once room %}{{ room }}: {% translate "Log in" %} {% endonce %}')

    def said(language: str, room: str) -> str:
        with translation.override(language):
            return template.render(Context({"room": room}))

    asked = [(language, room) for language in ("en", "fr", "ru") for room in ("lists", "clubs")] * 2

    assert len({said(*one) for one in asked}) == 6
    assert said("en", "lists") == "lists: Log in "


def test_what_is_not_named_is_not_known_inside() -> None:
    template = _template("{% once office %}{{ office }}{{ visitor }}{% endonce %}{{ visitor }}")

    assert template.render(Context({"office": "A", "visitor": "Eve"})) == "AEve"


def test_a_value_named_is_escaped_and_the_piece_is_not_escaped_again() -> None:
    template = _template("{% once office %}<b>{{ office }}</b>{% endonce %}")

    assert template.render(Context({"office": "R&A"})) == "<b>R&amp;A</b>"


def test_other_settings_set_it_anew() -> None:
    template = _template("{% once %}{% get_available_languages as known %}{{ known|length }}{% endonce %}")
    before = template.render(Context())

    with override_settings(LANGUAGES=[("fr", "French")]):
        assert template.render(Context()) == "1"

    assert template.render(Context()) == before == "3"


def test_only_so_many_pieces_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(once, "_MOST", 5)
    template = _template("{% once number %}{{ number }}{% endonce %}")

    assert [template.render(Context({"number": number})) for number in range(12)] == [
        str(n) for n in range(12)
    ]
    assert len(once._made) <= 5


def test_what_is_set_again_knows_the_page_and_the_rest_is_set_once() -> None:
    asked: list[int] = []

    class Office:
        def __str__(self) -> str:
            asked.append(1)
            return "FFG"

    template = _template(
        "{% once office %}{{ office }}: {% again %}{{ visitor }}{% endagain %}, "
        "{% again %}{{ more }}{% endagain %}.{% endonce %}"
    )
    office = Office()

    said = [
        template.render(Context({"office": office, "visitor": name, "more": 2})) for name in ("Eve", "<b>")
    ]

    assert said == ["FFG: Eve, 2.", "FFG: &lt;b&gt;, 2."]
    assert len(asked) == 1


def test_what_is_set_again_in_a_piece_inside_another_is_set_for_every_page() -> None:
    template = _template(
        "{% once %}a{% once room='x' %}b{{ room }}{% again %}{{ visitor }}{% endagain %}c{% endonce %}"
        "{% again %}{% once %}d{% again %}{{ visitor }}{% endagain %}{% endonce %}{% endagain %}"
        "e{% endonce %}"
    )

    assert [template.render(Context({"visitor": name})) for name in ("Eve", "Bob")] == [
        "abxEvecdEvee",
        "abxBobcdBobe",
    ]


def test_a_value_may_be_named_and_what_follows_from_it_is_set_for_each() -> None:
    template = _template(
        "{% once inside=visitor.is_known %}{% if inside %}{% again %}{{ visitor.name }}{% endagain %}"
        "{% else %}-{% endif %}{% endonce %}"
    )
    visitors = [{"is_known": True, "name": "Eve"}, {"is_known": False}, {"is_known": True, "name": "Bob"}]

    assert [template.render(Context({"visitor": one})) for one in visitors] == ["Eve", "-", "Bob"]


def test_blocks_of_a_page_stand_where_it_is_set_again() -> None:
    pages = {
        "frame.html": "{% load once %}{% once %}<{% again %}{% block title %}{{ office }}{% endblock %}"
        "{% endagain %}>{% endonce %}",
        "one.html": '{% extends "frame.html" %}{% block title %}{{ name }} - {{ block.super }}{% endblock %}',
        "two.html": '{% extends "frame.html" %}',
    }
    engine = Engine(
        libraries={"once": "federation.templatetags.once"},
        loaders=[("django.template.loaders.locmem.Loader", pages)],
    )
    known = {"office": "FFG", "name": "List"}

    shown = [
        engine.get_template(name).render(Context(known)) for name in ("one.html", "two.html", "one.html")
    ]

    assert shown == ["<List - FFG>", "<FFG>", "<List - FFG>"]


def test_outside_a_piece_nothing_is_kept() -> None:
    assert _template("{% again %}{{ visitor }}{% endagain %}").render(Context({"visitor": "Eve"})) == "Eve"
