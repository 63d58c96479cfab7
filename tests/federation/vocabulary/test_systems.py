"""Rating systems declared in files: what they say reaches pages and engines, mistakes are named by place."""

import copy
import pickle
import re
import tomllib
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.conf import settings
from django.db.models import Model
from django.utils import translation

from federation.language.wording import translated, translated_lazy
from federation.models import Identifier
from federation.models.list_import import ListImport
from federation.vocabulary.messages import Text
from federation.vocabulary.systems.catalogue import (
    CATALOGUE,
    JOBS_ONLY,
    STREAMS,
    families_of,
    family_name,
    registers_of,
    systems_of_register,
    systems_of_strength,
)
from federation.vocabulary.systems.counting import WRONG_SIZE, Occasion
from federation.vocabulary.systems.declaration import (
    LISTED,
    LONGEST_EDITION,
    LONGEST_KEY,
    REGISTERS,
    Declaration,
    GamesTaken,
    Numbers,
    read,
)
from federation.vocabulary.tables import BadDeclaration
from ratings.engines.table import stream_engine_named
from ratings.models import ListEntry, RatingChange, RatingSystem
from ratings.rulebook.editions import amended, from_declaration, pack_all
from ratings.rulebook.ladder import LadderEdition
from ratings.rulebook.systems import SYSTEMS
from tests.engines.stream_building import duel, ladder_standing, stream
from tests.federation.language.catalogue import careless
from tournaments.models import Stream, TableGame
from tournaments.models.pairing_program import ExpectedTournament

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "systems.md"
FILES = resources.files("federation.vocabulary.systems")
EVERY = {**CATALOGUE, **JOBS_ONLY}
LEAST = """
schema = 1
[system]
key = "fexerj2"
name = { en = "Rio rating", pt = "Rating FEXERJ" }
game = "chess"
family = "fexerj2"
engine = "fide"
[lists]
cadence = "period"
layout = "fide"
[[edition]]
name = "2027"
from = 2027-03-01
clause = { pt = "Regulamento 2027" }
[edition.constants]
k = 20
"""


def text_of(key: str) -> str:
    return FILES.joinpath(f"{key.replace('-', '_')}.toml").read_text("utf-8")


def read_alone(text: str) -> Declaration:
    return read(text, lambda key, name: {one.name: one for one in CATALOGUE[key].editions}[name])


def texts_of(declaration: Declaration) -> list[str]:
    clauses = [edition.clause for edition in declaration.editions]
    return [text for text in (declaration.name, declaration.short_name, *clauses) if text]


def test_files_are_named_by_their_keys_and_each_place_in_the_order_is_taken_once() -> None:
    names = {file.name for file in FILES.iterdir() if file.name.endswith(".toml")}

    assert names == {f"{key.replace('-', '_')}.toml" for key in EVERY}
    assert len({declaration.order for declaration in EVERY.values()}) == len(EVERY)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES if code != "en"])
def test_texts_are_in_every_language_of_the_site_and_set_as_it_sets_them(language: str) -> None:
    texts = [text for declaration in EVERY.values() for text in texts_of(declaration)]

    assert all(isinstance(text, Text) and text.translations.get(language) for text in texts)
    shown = [text.in_language(language) for text in texts if isinstance(text, Text)]
    assert [text for text in shown if careless(language, text)] == []


def test_text_is_shown_in_the_reader_s_language_and_in_english_without_one() -> None:
    name = CATALOGUE["ffg"].name

    with translation.override("fr"):
        assert (translated(name), str(translated_lazy(name))) == ("Échelle FFG", "Échelle FFG")
    with translation.override("de"):
        assert translated(name) == "FFG ladder" == name
    assert Text({"pt": "Rating", "en": "Elo"}).in_language("pt-br") == "Rating"
    assert Text({"pt": "Rating"}) == "Rating"


def test_text_keeps_its_translations_when_copied_or_sent_to_another_process() -> None:
    name = CATALOGUE["egf"].name

    for twin in (copy.deepcopy(name), pickle.loads(pickle.dumps(name))):
        assert isinstance(twin, Text)
        assert twin.in_language("fr") == "Niveau EGF"


def test_families_are_named_by_their_systems() -> None:
    assert (families_of("go"), families_of("chess")) == (("ffg", "egf"), ("fide",))
    assert [family_name(family) for family in families_of()] == ["FFG ladder", "EGF rating", "FIDE rating"]


def test_constant_edited_in_the_file_moves_ratings() -> None:
    def after(text: str) -> float:
        editions = [from_declaration(LadderEdition, one) for one in read_alone(text).editions]
        standing = ladder_standing((1500.0, 30), (1500.0, 30))
        changes, _ = stream_engine_named("ladder").replay(stream(duel(0, 1)), standing, pack_all(editions))
        return float(changes.after[0])

    text = text_of("ladder")

    assert after(text) == 1516.0
    assert after(text.replace("\nk = 32 ", "\nk = 20 ")) == 1510.0


def test_edition_takes_what_it_does_not_say_from_the_one_it_is_like() -> None:
    blitz = {edition.name: edition for edition in CATALOGUE["fide-blitz"].editions}
    rapid = {edition.name: edition for edition in CATALOGUE["fide-rapid"].editions}
    standard = {edition.name: edition for edition in CATALOGUE["fide-standard"].editions}

    assert blitz == rapid
    assert rapid["2022"].constants == {**standard["2022"].constants, "k_new": 20, "k_junior": 20, "k_top": 20}
    assert rapid["2022"].since == standard["2022"].since
    assert rapid["2022"].clause != standard["2022"].clause


def test_file_of_another_federation_is_read() -> None:
    declaration = read_alone(LEAST)

    assert (declaration.key, declaration.short_name, declaration.rate) == ("fexerj2", "Rio rating", "")
    assert declaration.moves_by_period
    assert declaration.counts.weight(Occasion(date(2027, 4, 1))) == 1.0
    assert declaration.counts.refusal(Occasion(date(1900, 1, 1)), None) is None
    assert declaration.editions[0].constants == {"k": 20.0}


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("schema = 1", "schema = ", "line 2, column"),
        ("schema = 1", "schema = 2", "schema: only schema 1"),
        ('key = "fexerj2"', 'key = "2fexerj"', "system.key: 2 to 30"),
        ('key = "fexerj2"', "key = 2", "system.key: is of the wrong kind: 2"),
        ('game = "chess"', "", "system.game: is missing"),
        ('game = "chess"', 'game = "chess"\ncolor = "red"', "system.color: is not known"),
        ('cadence = "period"', 'cadence = "weekly"', "lists.cadence: one of event, period, stream"),
        ('layout = "fide"', "", "lists.layout: is missing"),
        ('layout = "fide"', 'layout = "fide"\ncolumns = [1]', "lists.columns: is not an array of names"),
        ('layout = "fide"', 'layout = "fide"\ncompared = "all"', "lists.compared: one of club, federation"),
        ('name = { en = "Rio rating", pt = "Rating FEXERJ" }', "name = {}", "system.name: is not a text"),
        ('name = "2027"', "", "edition[0].name: is missing"),
        ('name = "2027"', 'name = "of the first of March"', "edition[0].name: 1 to 20 characters"),
        ('name = "2027"', 'name = "2027"\nlike = "2014"', "edition[0].like: no edition 2014"),
        ('name = "2027"', 'name = "2027"\nlike = "uscf/2014"', "edition[0].like: no edition uscf/2014"),
        ("from = 2027-03-01", 'from = "1 March"', "edition[0].from: is of the wrong kind: 1 March"),
        ("k = 20", "k = [20, true]", "edition[0].constants.k: is of the wrong kind"),
        ("k = 20", "k = 2027-01-01", "edition[0].constants.k: is of the wrong kind"),
        ("[[edition]]", "[counts]\nsize = 9\n[[edition]]", "counts.size: is not known"),
        (
            "[[edition]]",
            '[[counts.refused]]\nreason = "ugly"\n[[edition]]',
            "counts.refused[0].reason: one of",
        ),
        (
            "[[edition]]",
            "[[counts.weight]]\nonline = true\n[[edition]]",
            "counts.weight[0].weight: is missing",
        ),
        ("[[edition]]", "[games]\nmost = 1\n[[edition]]", "games.most: at least 2"),
        ("[[edition]]", '[numbers]\nown = "uscf"\n[[edition]]', "numbers.own: one of , ffg"),
        ("[[edition]]", '[numbers]\nlisted = ["aga"]\n[[edition]]', "numbers.listed: no aga; one of ffg"),
        ("[[edition]]", "[numbers]\nprinted = true\n[[edition]]", "numbers.printed: is not known"),
        ("[[edition]]", "[games]\nboards = 2\n[[edition]]", "games.boards: is not known"),
        ("[lists]", 'one_edition = "2014"\n[lists]', "system.one_edition: no edition 2014"),
    ],
)
def test_mistake_in_a_file_is_named_by_its_place(old: str, new: str, place: str) -> None:
    assert LEAST.count(old) == 1

    with pytest.raises(BadDeclaration) as caught:
        read_alone(LEAST.replace(old, new))

    assert place in str(caught.value)


def test_games_a_system_takes_are_duels_unless_its_file_says_otherwise() -> None:
    taken = {key: declared.games for key, declared in STREAMS.items()}

    assert taken.pop("fics-bughouse") == GamesTaken(duels=False, teams=True, most=4)
    assert taken.pop("ladder") == GamesTaken(most=10, points=True)
    assert set(taken.values()) == {GamesTaken()}


def numbers_of(text: str) -> Numbers:
    return read_alone(LEAST.replace("[[edition]]", f"[numbers]\n{text}\n[[edition]]")).numbers


def test_lists_have_the_numbers_of_the_system_s_own_register_unless_its_file_names_others() -> None:
    assert read_alone(LEAST).numbers == Numbers()
    assert numbers_of('own = "fide"') == Numbers("fide", ("fide",))
    assert numbers_of('own = "fide"\nlisted = ["ffg", "egd"]') == Numbers("fide", ("ffg", "egd"))
    assert numbers_of('own = "aga"') == Numbers("aga")
    assert (CATALOGUE["egf"].numbers.listed, STREAMS["ladder"].numbers) == (
        ("ffg", "egd"),
        Numbers(listed=("fide",)),
    )


def test_registers_are_those_of_the_players_and_the_listed_those_of_the_entries_of_lists() -> None:
    assert sorted(REGISTERS) == sorted(Identifier.Scheme.values)
    assert set(LISTED) == {name for name in REGISTERS if name in {f.name for f in ListEntry._meta.fields}}


def test_columns_of_keys_and_editions_hold_the_longest_a_file_may_name() -> None:
    def longest(model: type[Model], name: str) -> int:
        return int(getattr(model._meta.get_field(name), "max_length", 0))

    keys = {
        longest(RatingSystem, "key"),
        longest(ListImport, "base"),
        longest(ExpectedTournament, "rated_by"),
    }
    assert keys | {longest(Stream, "system"), longest(TableGame, "system")} == {LONGEST_KEY}
    assert {longest(RatingSystem, "edition"), longest(RatingChange, "edition")} == {LONGEST_EDITION}
    text = LEAST.replace('key = "fexerj2"', f'key = "{"f" * LONGEST_KEY}"')
    assert read_alone(text).key == "f" * LONGEST_KEY


def test_systems_of_a_register_and_registers_of_families_are_those_their_files_name() -> None:
    assert systems_of_register("ffg") == ["ffg", "ffg-hybrid"]
    assert (systems_of_register("egd"), systems_of_register("aga")) == (["egf"], [])
    assert registers_of(["ffg", "fide"]) == {"ffg", "fide"}
    assert registers_of(["fics"]) == set()


def test_systems_tell_strength_in_the_order_they_declare_at_their_rate_of_play() -> None:
    assert systems_of_strength("go") == ["egf", "ffg"]
    assert systems_of_strength("chess", "rapid") == ["fide-rapid"]
    assert systems_of_strength("chess") == []


def test_every_entry_of_the_files_is_described() -> None:
    spans = re.findall(r"`([^`\n]+)`", DOCUMENT.read_text("utf-8"))
    described = {name for span in spans for name in re.findall(r"[a-z_]+", span)}

    def entries(table: dict[str, Any]) -> set[str]:
        rows = [row for value in table.values() if isinstance(value, list) for row in value]
        inside = [
            value for value in [*table.values(), *rows] if isinstance(value, dict) and "en" not in value
        ]
        return {name for part in inside for name in entries(part)} | set(table)

    used = {name for key in EVERY for name in entries(tomllib.loads(text_of(key)))}
    constants = {name for declared in EVERY.values() for one in declared.editions for name in one.constants}
    assert used - constants - described == {"schema"}


def test_two_editions_of_one_name_and_none_are_refused() -> None:
    head, edition = LEAST.split("[[edition]]")

    with pytest.raises(BadDeclaration, match="edition: is missing"):
        read_alone(head)
    with pytest.raises(BadDeclaration, match="two editions 2027"):
        read_alone(f"{head}[[edition]]{edition}[[edition]]{edition}")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("k = 32 ", "q = 32 ", "edition 2003: k is missing"),
        ("divisor = 400", "divisor = 400\nsteps = 3", "edition 2003: steps is no constant of ladder"),
        ("divisor = 400", "divisor = 0", "divisor must be a number from 1"),
        ("divisor = 400", 'divisor = "wide"', "divisor must be a finite number"),
        ('curve = "logistic"', 'curve = "flat"', "curve must be one of logistic, normal"),
        ("scale_steps = false", "scale_steps = 1", "scale_steps must be true or false"),
    ],
)
def test_constants_of_an_edition_are_those_of_its_engine_within_bounds(
    old: str, new: str, problem: str
) -> None:
    text = text_of("ladder")
    assert text.count(old) == 1
    declared = read_alone(text.replace(old, new)).editions[-1]

    with pytest.raises(BadDeclaration) as caught:
        from_declaration(LadderEdition, declared)

    assert problem in str(caught.value)


def with_amendment(constants: str, day: str = "2027-01-01") -> str:
    return f"[[edition.later]]\nfrom = {day}\n[edition.later.constants]\n{constants}\n"


@pytest.mark.parametrize(
    ("constants", "problem"),
    [
        ("k = 20", "edition 2003, from 2027-01-01: ladder reads k, which changes with an edition only"),
        ("steps = 20", "edition 2003: unknown parameter steps"),
        ('rounding = "up"', "rounding must be one of half-up, half-away, half-even, floor"),
        ("rounding = 1", "rounding must be one of half-up"),
    ],
)
def test_amendment_that_cannot_be_is_refused(constants: str, problem: str) -> None:
    text = text_of("ladder") + with_amendment(constants)

    with pytest.raises(BadDeclaration) as caught:
        from_declaration(LadderEdition, read_alone(text).editions[-1])

    assert problem in str(caught.value)


def test_amendments_change_what_no_engine_reads_from_their_days_on_whatever_their_order() -> None:
    text = text_of("ladder") + with_amendment('rounding = "floor"', "2029-01-01")
    text += with_amendment('rounding = "half-even"')
    edition = from_declaration(LadderEdition, read_alone(text).editions[-1])

    days = (date(2026, 12, 31), date(2027, 1, 1), date(2028, 12, 31), date(2029, 1, 1))
    readings = [amended(edition, day) for day in days]
    assert [one.rounding for one in readings] == ["half-away", "half-even", "half-even", "floor"]
    assert {pack_all([one]).tobytes() for one in readings} == {pack_all([edition]).tobytes()}


def test_edition_inherits_amendments_but_for_the_constants_it_names() -> None:
    text = text_of("ladder") + with_amendment('rounding = "floor"')
    for name, constants in (("2030", ""), ("2031", 'rounding = "half-up"')):
        text += f'[[edition]]\nname = "{name}"\nfrom = {name}-01-01\nlike = "2003"\n'
        text += f"[edition.constants]\n{constants}\n"
    editions = [from_declaration(LadderEdition, one) for one in read_alone(text).editions]

    roundings = [amended(edition, date(2031, 1, 1)).rounding for edition in editions]

    assert roundings == ["floor", "floor", "half-up"]


def test_what_counts_is_read_from_the_file() -> None:
    counts = CATALOGUE["ffg"].counts

    assert counts.sizes == (19, 13, 9)
    old = SYSTEMS["ffg"].editions[0]
    assert counts.refusal(Occasion(date(2014, 1, 1), board_size=7), old) == WRONG_SIZE
    assert CATALOGUE["egf"].counts.class_weights == {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}
    assert CATALOGUE["egf"].counts.first_day == date(1996, 1, 1)
    assert np.isclose(CATALOGUE["ffg"].counts.weight(Occasion(date(2023, 1, 1), adjusted_minutes=45)), 0.8)
