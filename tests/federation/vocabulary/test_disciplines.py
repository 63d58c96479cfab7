"""Disciplines declared in files: texts in every language, mistakes named by their place."""

from importlib import resources

import pytest
from django.conf import settings

from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES, Discipline, read
from federation.vocabulary.messages import Text
from federation.vocabulary.systems.catalogue import CATALOGUE
from federation.vocabulary.tables import BadDeclaration
from tests.draughts import DRAUGHTS
from tests.federation.language.catalogue import careless
from tournaments.formats.table import FORMATS
from tournaments.models import Tournament

FILES = resources.files("federation.vocabulary.disciplines")


def texts_of(one: Discipline) -> list[str]:
    seats = [text for seat in one.seats.values() for text in (seat.name, seat.letter, seat.phrase)]
    return [one.name, one.tournament, one.tournaments, *seats]


def test_files_are_named_by_their_keys_and_the_first_is_the_default() -> None:
    names = {file.name for file in FILES.iterdir() if file.name.endswith(".toml")}

    assert names == {f"{key}.toml" for key in DISCIPLINES}
    assert (list(DISCIPLINES), DEFAULT) == (["go", "chess"], "go")
    assert [key for key, _ in Tournament._meta.get_field("discipline").flatchoices] == list(DISCIPLINES)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])
def test_texts_are_in_every_language_of_the_site_and_set_as_it_sets_them(language: str) -> None:
    texts = [text for one in DISCIPLINES.values() for text in texts_of(one)]

    assert all(isinstance(text, Text) and text.translations.get(language) for text in texts)
    shown = [text.in_language(language) for text in texts if isinstance(text, Text)]
    assert [text for text in shown if careless(language, text)] == []


def test_what_files_and_systems_name_is_declared() -> None:
    assert {declared.game for declared in CATALOGUE.values()} - {"any"} == set(DISCIPLINES)
    assert {one.game for one in FORMATS.values()} - {""} == set(DISCIPLINES)
    assert {one.file for one in DISCIPLINES.values()} <= {key for key, one in FORMATS.items() if one.writer}


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('key = "draughts"', 'key = "international"', "discipline.key: 2 to 8 lower-case letters"),
        ("sizes = [10]", "sizes = []", "games.sizes: at least one size"),
        ('columns = ["club"]', 'columns = ["clan"]', "entrants.columns: no clan; one of grade"),
        ('columns = ["club"]', 'columns = ["club", 7]', "entrants.columns: is not an array of names"),
        ('columns = ["club"]', 'required = ["grade"]', "entrants.required: no column grade"),
        ('file = "spreadsheet"', 'tie_breaks = ["koya"]', "tournaments.tie_breaks: no koya"),
        ("[games]", "[games]\nkomi = 6.5", "games.komi: is not known"),
        ('name = { en = "Ebony" }', "", "second.name: is missing"),
        ("schema = 1", "schema = 2", "schema: only schema 1 is known"),
    ],
)
def test_mistake_in_a_file_is_named_by_its_place(old: str, new: str, place: str) -> None:
    assert DRAUGHTS.count(old) == 1

    with pytest.raises(BadDeclaration) as caught:
        read(DRAUGHTS.replace(old, new))

    assert place in str(caught.value)
