"""Files of an office's own rating systems: accepted whole, or refused with every mistake at its place."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from federation.vocabulary.system_files import reading
from federation.vocabulary.system_files.reading import LARGEST, parse
from federation.vocabulary.system_files.records import SystemFile
from federation.vocabulary.system_files.words import described
from federation.vocabulary.system_files.writing import digest, written
from ratings.rulebook.file_editions import rules_of
from tests import seeds
from tests.fuzz.mutations import mutant
from tests.processor import grows_less_than

EXAMPLES = sorted((Path(reading.__file__).parent / "examples").glob("*.toml"))
SMALL = """schema = 1
[system]
key = "matches"
game = "backgammon"
engine = "online-elo"
family = "matches"
name = "Matches"
[system.source]
document = "Rules of the club"
[lists]
cadence = "online"
[facts]
needs = ["result", "length"]
[[edition]]
name = "1"
from = 2020-01-01
clause = "1"
[edition.scale]
when = "list"
[edition.expected]
kind = "fibs"
divisor = 2000
[edition.k]
rows = [{ k = 4 }]
[edition.first]
kind = "constant"
rating = 1800
"""
LOWLAND = next(file for file in EXAMPLES if file.stem == "lowland").read_text("utf-8")


def accepted(text: str) -> SystemFile:
    """The system of a file without findings."""
    parsed = parse(text.encode())
    assert [*map(str, parsed.findings)] == []
    assert parsed.system is not None
    return parsed.system


def found(text: str) -> list[str]:
    """The findings of a file that is refused."""
    parsed = parse(text.encode())
    assert parsed.system is None
    return [*map(str, parsed.findings)]


def test_three_complete_files_are_shipped() -> None:
    assert [file.stem for file in EXAMPLES] == ["fexerj", "ireland", "lowland"]


@pytest.mark.parametrize("text", [SMALL, *(file.read_text("utf-8") for file in EXAMPLES)], ids=len)
def test_file_that_is_written_again_is_the_same_system(text: str) -> None:
    system = accepted(text)

    again = accepted(written(system))

    assert again == system
    assert written(again) == written(system)
    assert digest(again) == digest(system)


def test_digest_is_that_of_the_meaning_not_of_the_spelling() -> None:
    spelt = LOWLAND.replace("divisor = 400\n", "divisor = 4e2 # the usual\n").replace("k = 20 }", "k=20.0}")

    assert spelt != LOWLAND
    assert digest(accepted(spelt)) == digest(accepted(LOWLAND))
    assert digest(accepted(LOWLAND.replace("k = 20 }", "k = 21 }"))) != digest(accepted(LOWLAND))


def test_texts_keep_quotes_and_backslashes() -> None:
    system = accepted(SMALL.replace('name = "Matches"', r'name = { en = "a \"b\" \\ \u0001", fr = "é" }'))

    assert dict(system.system.name) == {"en": 'a "b" \\ \x01', "fr": "é"}
    assert accepted(written(system)) == system


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("schema = 1", "schema = 2", "line 1, column 1: schema: must be 1"),
        ('key = "matches"', 'key = "M"', "line 3, column 1: system, key: must be 2 to 30 lower-case"),
        ('key = "matches"\n', "", "line 2, column 1: system, key: is missing"),
        (
            'engine = "online-elo"',
            'engine = "elo"',
            "system, engine: online-elo is the engine of the cadence",
        ),
        ('engine = "online-elo"', 'engine = "x"', "must be one of elo, online-elo, not x"),
        ('engine = "online-elo"', "engine = 7", "must be one of elo, online-elo, not 7"),
        ("[lists]", "[lists]\ncolour = 3", "line 11, column 1: lists, colour: is not known here; known are"),
        ("[lists]", "[lists]\nday = true", "lists, day: must be a whole number, not true"),
        ("[lists]", "[lists]\nday = 29", "lists, day: must be from 1 to 28, not 29"),
        ("[lists]", "[lists]\nmonths = [1, 13]", "line 11, column 14: lists, months 2: must be from 1 to 12"),
        ("[lists]", '[lists]\ncolumns = ["a", "a"]', "lists, columns: must not have the same word twice"),
        (
            "divisor = 2000",
            "divisor = nan",
            "edition 1, expected, divisor: must be from 0.01 to 100000, not nan",
        ),
        ("divisor = 2000", "divisor = 1e999", "not inf"),
        ("divisor = 2000", f"divisor = 0x{'f' * 400}", "not a number of that size"),
        ("divisor = 2000", 'divisor = "2000"', "must be a number, not 2000"),
        ('kind = "fibs"', 'kind = "spread"', "facts, needs: must have score"),
        ('kind = "fibs"', 'kind = "table"', "expected, table: must begin with the differences of equals"),
        (
            'kind = "fibs"',
            'kind = "logistic"\ntable = [[3, 0.5]]',
            "table: is for the kind table, not logistic",
        ),
        ('kind = "fibs"', 'kind = "table"\ntable = [[3, 0.5], [2, 0.6]]', "table 2: must rise"),
        ('kind = "fibs"', 'kind = "table"\ntable = [[3, 0.5], [9, 0.4]]', "must rise"),
        ('kind = "fibs"', 'kind = "table"\ntable = [[3, 0.5], [9, 0.55555]]', "of four decimals at most"),
        ('kind = "fibs"', 'kind = "table"\ntable = [[3, 0.5]]\nbeyond = 0.99995', "beyond: must be an exp"),
        ('kind = "fibs"', 'kind = "table"\ntable = [[3, 0.5], [9]]', "must have pairs of numbers"),
        ("{ k = 4 }", "{ k = 4, games_below = 9 }", "k, rows 1: leaves a hole: the last row must have no"),
        ("{ k = 4 }", "{ k = 4 }, { k = 9 }", "column 20: edition 1, k, rows 2: is never reached"),
        (
            "{ k = 4 }",
            "{ k = 4, games_below = 9 }, { k = 3, games_below = 5, age_below = 9 }, { k = 1 }",
            "rows 2: is never reached",
        ),
        ("{ k = 4 }", '{ k = 4, level = "x" }, { k = 4 }', "rows 1, level: x is not among counts.levels"),
        ("{ k = 4 }", "{ }", "rows 1, k: is missing"),
        ("{ k = 4 }", "4", "rows 1: must be a table"),
        ('kind = "constant"', 'kind = "performance"', "performance is for games of events"),
        ('kind = "constant"', 'kind = "by age"', "first, ages: leaves a hole: the last row must have no age"),
        ('kind = "constant"', 'kind = "by grade"', "first, grades: is missing"),
        ('kind = "constant"', 'kind = "constant"\nby = "table"', "first, distances: is missing"),
        ('when = "list"', 'when = "event"', "scale, when: must be game or list for games one by one"),
        ('when = "list"', 'when = "list"\nof = "change"', "scale, of: must be rating"),
        ("from = 2020-01-01", "from = 2020-01-01T00:00:00", "must be a day such as 2027-03-01"),
        ("from = 2020-01-01", "from = 2020-02-30", "line 16, column 8: is not TOML: Invalid date"),
        (
            "[edition.first]",
            "[edition.bonus]\nkind = 'threshold'\n[edition.first]",
            "bonus, kind: must be none",
        ),
        ('name = "Matches"', 'name = { EN = "x" }', "system, name, EN: must be the code of a language"),
        ('name = "Matches"', "name = { en = 3 }", "system, name, en: must be a text of 1 to 300"),
        ('name = "Matches"', 'name = ""', "must be a text of 1 to 300"),
        ('document = "Rules of the club"', 'document = "a\\nb"', "document: must be one line of 1 to 200"),
    ],
)
def test_mistake_has_its_place_and_a_sentence(old: str, new: str, finding: str) -> None:
    assert SMALL.count(old) == 1 or old == "[edition.first]"

    findings = found(SMALL.replace(old, new))

    assert [line for line in findings if finding in line], findings


def test_every_mistake_is_reported_at_once() -> None:
    text = LOWLAND
    for old, new in (
        ("colour = 30", "colour = 999"),
        ("k = 48", "k = -1"),
        ('"half even"', '"up"'),
        ("cap = 700", "kap = 1"),
    ):
        text = text.replace(old, new)

    places = [line.split(": ")[1] for line in found(text)]

    assert places == [
        "system, colour",
        "edition 1, expected, kap",
        "edition 1, k, rows 1, k",
        "edition 2, scale, rounding",
    ]


def test_bonus_has_a_factor_for_everybody() -> None:
    text = next(file for file in EXAMPLES if file.stem == "ireland").read_text("utf-8")

    assert (
        "bonus, rows 2: leaves a hole: the last row must have no k_from"
        in found(text.replace("  { factor = 0 },\n", ""))[0]
    )
    assert "bonus, rows 2: is never reached" in found(text.replace("k_from = 32", "k_from = 40"))[0]


def test_amendments_and_editions_follow_each_other() -> None:
    assert (
        ": edition 1, later 1, from: must be after" in found(LOWLAND.replace("2024-01-01", "2019-01-01"))[0]
    )
    assert (
        "edition 2, from: must be after"
        in found(LOWLAND.replace("from = 2027-01-01", "from = 2019-01-01"))[0]
    )
    assert (
        "edition 2, name: 2020 is there twice" in found(LOWLAND.replace('name = "2027"', 'name = "2020"'))[0]
    )


@pytest.mark.parametrize("most", [126, 127])
def test_editions_and_amendments_are_no_more_than_the_engine_holds(most: int) -> None:
    later = (f"[[edition.later]]\nfrom = {2021 + at}-01-01\n[edition.later.floor]\n" for at in range(most))
    text = SMALL + "".join(f"{amendment}rating = 9\n" for amendment in later)

    if most == 126:
        rules_of(accepted(text))
    else:
        assert "edition: must have at most 127 editions and amendments" in found(text)[0]


@pytest.mark.parametrize("most", [101, 102])
def test_words_are_no_more_than_the_engine_holds(most: int) -> None:
    words = ", ".join(f'"w{at}"' for at in range(most))
    text = SMALL.replace("[[edition]]", f"[counts]\nclasses = [{words}]\n[[edition]]")
    text = text.replace("{ k = 4 }", f'{{ k = 9, event_class = "w{most - 1}" }}, {{ k = 4 }}')

    if most == 101:
        rules_of(accepted(text))
    else:
        assert "counts, classes: must have at most 101 words" in found(text)[0]


@pytest.mark.parametrize(
    ("data", "finding"),
    [
        (b"x" * (LARGEST + 1), "is larger than 1,000,000 bytes"),
        (b"schema = 1\nname = '\xe9'", "line 2, column 9: is not UTF-8"),
        (b"schema = ", "is not TOML"),
        (b"a = 1\na = 2", "is not TOML: Cannot overwrite"),
        (b"a = " + b"9" * 5_000, "a number is too long"),
        (b"a = " + b"[" * 100_000, "is nested deeper than 6"),
        (b"a = " + b"{b=" * 100_000, "is nested deeper than 6"),
        (b".".join([b"a"] * 100_000) + b" = 1", "is nested deeper than 6"),
        (b"[" + b".".join([b"a"] * 100_000) + b"]", "is nested deeper than 6"),
        (b"", "schema: must be 1"),
    ],
    ids=["large", "latin-1", "cut", "twice", "digits", "arrays", "tables", "dotted", "heading", "empty"],
)
def test_file_that_is_none_is_refused_in_a_line(data: bytes, finding: str) -> None:
    parsed = parse(data)

    assert parsed.system is None
    assert [line for line in map(str, parsed.findings) if finding in line]


def test_line_ends_of_any_system_are_read() -> None:
    system = accepted(LOWLAND)

    assert accepted(LOWLAND.replace("\n", "\r\n")) == system


def test_system_in_words_names_every_row() -> None:
    words = "\n".join(described(accepted(LOWLAND)))

    for row in (
        "K 48: below the age of 14, rated below 1600",
        "K 20: all others",
        "weight 0.5: control rapid",
    ):
        assert row in words


def unknown(count: int) -> bytes:
    """A file of so many entries that are not known."""
    return ("schema = 1\n" + "".join(f"a{number} = 1\n" for number in range(count))).encode()


def test_time_for_a_file_grows_with_its_findings() -> None:
    assert len(parse(unknown(3_000)).findings) == 3_000 + 3
    assert grows_less_than(40.0, lambda count: parse(unknown(count)), 2_000, 20_000)


_NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?\b")
_WORD = re.compile(r'"[^"\n]*"')


def spoilt(text: str, chance: random.Random) -> str:
    """A file with one to four numbers, words or lines replaced."""
    for _ in range(chance.randint(1, 4)):
        pattern = chance.choice((_NUMBER, _WORD))
        places = [*pattern.finditer(text)]
        if chance.random() < 0.3 or not places:
            lines = text.split("\n")
            line = chance.randrange(len(lines))
            lines[line : line + chance.randint(0, 2)] = [chance.choice(lines)] * chance.randint(0, 2)
            text = "\n".join(lines)
            continue
        place = chance.choice(places)
        other = chance.choice(places).group() if chance.random() < 0.5 else chance.choice(_OTHERS)
        text = text[: place.start()] + other + text[place.end() :]
    return text


_OTHERS = (
    "0",
    "-1",
    "1e9",
    "nan",
    "inf",
    "0.5",
    "1",
    "100000",
    "true",
    '""',
    '"list"',
    "[]",
    "{}",
    "2020-01-01",
    "[[3, 0.5]]",
)


def outcome(data: bytes) -> str:
    """What becomes of a damaged file; raises where it is neither accepted nor refused by findings."""
    parsed = parse(data)
    if parsed.system is None:
        assert parsed.findings
        for finding in parsed.findings:
            assert finding.line >= 1
            assert finding.column >= 1
            assert finding.sentence
        return "refused"
    assert not parsed.findings
    again = parse(written(parsed.system).encode())
    assert again.system == parsed.system
    rules_of(parsed.system)
    assert [*described(parsed.system)]
    return "accepted"


def outcomes(count: int) -> Counter[str]:
    """What becomes of mutants of every file, bytes and entries in turn."""
    texts = [SMALL, *(file.read_text("utf-8") for file in EXAMPLES)]
    files = [text.encode() for text in texts]
    chance = random.Random(seeds.of_run(7))
    made: Counter[str] = Counter()
    for number in range(count):
        place = number % len(texts)
        data = spoilt(texts[place], chance).encode() if number % 2 else mutant(files[place], files, chance)
        made[outcome(data)] += 1
    return made


def test_mutants_are_accepted_or_refused_by_findings() -> None:
    made = outcomes(1_500)

    assert made["refused"] > 500
    assert made["accepted"] > 50


@pytest.mark.release
def test_a_hundred_thousand_mutants_are_accepted_or_refused_by_findings() -> None:
    assert outcomes(100_000).total() == 100_000
