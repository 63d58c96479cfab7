"""Records of a system's file, schema 1: what docs/systems.md lists under *A system of your own*.

An entry that is None or at its default may be missing. Bounds lie within those of the engines.
"""

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from federation.vocabulary.system_files import fields as a
from federation.vocabulary.system_files.fields import Text
from federation.vocabulary.systems.declaration import LONGEST_EDITION

SCHEMA = 1
ENGINES = ("elo", "online-elo")
CADENCES = ("event", "period", "online")
TABLE, LOGISTIC, NORMAL, FIBS, SPREAD = "table", "logistic", "normal", "fibs", "spread"
RATING = (-10_000, 10_000)


@dataclass(frozen=True, slots=True)
class Source:
    """Document a system is taken from."""

    document: Annotated[str, a.name(200)]
    address: Annotated[str, a.name(300)] = ""


@dataclass(frozen=True, slots=True)
class System:
    """Names and place of a system."""

    key: Annotated[str, a.key()]
    game: Annotated[str, a.key()]
    engine: Annotated[str, a.word(ENGINES)]
    family: Annotated[str, a.key()]
    name: Annotated[Text, a.text()]
    source: Annotated[Source, a.record(Source)]
    short: Annotated[Text, a.text()] = ()
    code: Annotated[str, a.name(10)] = ""
    federation: Annotated[str, a.name(3)] = ""
    colour: Annotated[int, a.whole(0, 359)] = 264


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers that identify players, and the one that lists print."""

    identify: Annotated[tuple[str, ...], a.words(("fide", "egd", "ffg", "own"))] = ("own",)
    printed: Annotated[str, a.word(("fide", "egd", "ffg", "own", "none"))] = "own"


@dataclass(frozen=True, slots=True)
class Category:
    """Players of a list by sex and age."""

    key: Annotated[str, a.key()]
    name: Annotated[Text, a.text()]
    sex: Annotated[str, a.word(("all", "female", "male"))] = "all"
    age_from: Annotated[int | None, a.whole(0, 150)] = None
    age_to: Annotated[int | None, a.whole(0, 150)] = None
    on: Annotated[str, a.word(("1 Jan", "list day"))] = "1 Jan"


@dataclass(frozen=True, slots=True)
class Lists:
    """When lists are made and what is on them."""

    cadence: Annotated[str, a.word(CADENCES)]
    months: Annotated[tuple[int, ...], a.wholes(1, 12)] = tuple(range(1, 13))
    day: Annotated[int, a.whole(1, 28)] = 1
    late_days: Annotated[int, a.whole(0, 366)] = 0
    revised: Annotated[str, a.word(("never", "monthly"))] = "never"
    columns: Annotated[tuple[str, ...], a.words()] = ()
    categories: Annotated[tuple[Category, ...], a.records(Category)] = ()


@dataclass(frozen=True, slots=True)
class Counts:
    """Events and games that count; `classes`, `controls`, `levels`: words that tables may use."""

    controls: Annotated[tuple[str, ...], a.words()] = ()
    classes: Annotated[tuple[str, ...], a.words()] = ()
    levels: Annotated[tuple[str, ...], a.words()] = ()
    sizes: Annotated[tuple[int, ...], a.wholes(1, 127)] = ()
    online: Annotated[str, a.word(("no", "yes", "only"))] = "no"
    licence: Annotated[bool, a.flag()] = False
    least_rounds: Annotated[int, a.whole(0, 100)] = 0
    least_games: Annotated[int, a.whole(0, 1000)] = 0
    most_games_a_day: Annotated[int | None, a.whole(1, 100)] = None
    first_day: Annotated[date | None, a.day()] = None
    refusals: Annotated[tuple[tuple[str, Text], ...], a.texts()] = ()


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of a game that the tables need."""

    needs: Annotated[tuple[str, ...], a.words(("result", "score", "length"))] = ("result",)
    missing: Annotated[str, a.word(("refuse", "weigh 1"))] = "refuse"


@dataclass(frozen=True, slots=True)
class Scale:
    """How ratings are rounded: `of` the rating, or of the change that is added to it."""

    decimals: Annotated[int, a.whole(0, 6)] = 0
    rounding: Annotated[str, a.word(("half away", "half even", "floor"))] = "half away"
    when: Annotated[str, a.word(("game", "event", "list"))] = "event"
    of: Annotated[str, a.word(("rating", "change"))] = "rating"


@dataclass(frozen=True, slots=True)
class Expected:
    """Expected score by the difference of two ratings."""

    kind: Annotated[str, a.word((LOGISTIC, NORMAL, TABLE, FIBS, SPREAD))]
    divisor: Annotated[float, a.number(0.01, 100000)] = 400.0
    table: Annotated[tuple[tuple[float, float], ...], a.pairs(0, 10000)] = ()
    beyond: Annotated[float, a.number(0.5, 1)] = 1.0
    cap: Annotated[float | None, a.number(1, 10000)] = None
    exempt_from: Annotated[float | None, a.number(*RATING)] = None
    cap_once: Annotated[bool, a.flag()] = False
    spread: Annotated[float, a.number(0.01, 100000)] = 1.0


@dataclass(frozen=True, slots=True)
class KRow:
    """K of the players that fit every condition."""

    k: Annotated[float, a.number(0, 1000)]
    age_below: Annotated[float | None, a.number(1, 150)] = None
    games_below: Annotated[float | None, a.number(1, 100000)] = None
    rating_below: Annotated[float | None, a.number(*RATING)] = None
    ever_reached: Annotated[float | None, a.number(*RATING)] = None
    level: Annotated[str, a.name(30)] = ""
    event_class: Annotated[str, a.name(30)] = ""


@dataclass(frozen=True, slots=True)
class K:
    """K by decision table; ages are those of the year (`age_on`) or of the day of the event."""

    rows: Annotated[tuple[KRow, ...], a.rows(KRow)]
    most_k_games: Annotated[float | None, a.number(1, 100000)] = None
    age_on: Annotated[str, a.word(("year", "day"))] = "year"


@dataclass(frozen=True, slots=True)
class WeightRow:
    """Weight of the games that fit every condition."""

    weight: Annotated[float, a.number(0, 10)]
    control: Annotated[str, a.name(30)] = ""
    event_class: Annotated[str, a.name(30)] = ""
    online: Annotated[bool | None, a.flag()] = None
    size: Annotated[int | None, a.whole(1, 127)] = None


@dataclass(frozen=True, slots=True)
class Weight:
    """Weights by decision table; without rows everything weighs 1."""

    rows: Annotated[tuple[WeightRow, ...], a.rows(WeightRow)] = ()


@dataclass(frozen=True, slots=True)
class BonusRow:
    """Factor of a bonus from a K on."""

    factor: Annotated[float, a.number(0, 10)]
    k_from: Annotated[float, a.number(0, 1000)] = 0.0


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for a result well above expectation."""

    kind: Annotated[str, a.word(("none", "performance", "threshold"))] = "none"
    rows: Annotated[tuple[BonusRow, ...], a.rows(BonusRow)] = ()
    threshold: Annotated[float, a.number(0, 10000)] = 0.0
    a_game: Annotated[float, a.number(0, 1000)] = 0.0
    least_games: Annotated[int, a.whole(1, 1000)] = 1
    most: Annotated[float | None, a.number(0, 10000)] = None
    below: Annotated[float | None, a.number(*RATING)] = None
    to_performance: Annotated[bool, a.flag()] = False


@dataclass(frozen=True, slots=True)
class GradeRow:
    """Rating that a grade starts from."""

    grade: Annotated[str, a.name(30)]
    rating: Annotated[float, a.number(*RATING)]


@dataclass(frozen=True, slots=True)
class AgeRow:
    """Rating that players below an age start from; the last row has no age."""

    rating: Annotated[float, a.number(*RATING)]
    age_below: Annotated[float | None, a.number(1, 150)] = None


@dataclass(frozen=True, slots=True)
class First:
    """Rating of a newcomer."""

    kind: Annotated[str, a.word(("constant", "by grade", "by age", "performance", "iterated"))]
    rating: Annotated[float, a.number(*RATING)] = 1500.0
    grades: Annotated[tuple[GradeRow, ...], a.rows(GradeRow)] = ()
    ages: Annotated[tuple[AgeRow, ...], a.rows(AgeRow)] = ()
    by: Annotated[str, a.word(("linear", "table"))] = "linear"
    reach: Annotated[float, a.number(0, 10000)] = 400.0
    distances: Annotated[tuple[float, ...], a.numbers(0, 10000)] = ()
    games_needed: Annotated[int, a.whole(1, 1000)] = 1
    points_needed: Annotated[float, a.number(0, 1000)] = 0.0
    draws: Annotated[int, a.whole(0, 100)] = 0
    draws_against: Annotated[float, a.number(*RATING)] = 0.0
    most: Annotated[float | None, a.number(*RATING)] = None
    passes: Annotated[int, a.whole(1, 1000)] = 50
    settled: Annotated[float, a.number(1e-06, 1000)] = 0.5


@dataclass(frozen=True, slots=True)
class Floor:
    """Least rating, and least distance from the highest one."""

    rating: Annotated[float | None, a.number(*RATING)] = None
    lose_below: Annotated[bool, a.flag()] = False
    below_peak: Annotated[float | None, a.number(0, 10000)] = None


@dataclass(frozen=True, slots=True)
class Inactive:
    """Players without enough games in some months, and what becomes of them on lists."""

    months: Annotated[int, a.whole(1, 1200)] = 12
    games: Annotated[int, a.whole(1, 1000)] = 1
    effect: Annotated[str, a.word(("hide", "no rank"))] = "hide"
    sentence: Annotated[Text, a.text()] = ()


@dataclass(frozen=True, slots=True)
class Amendment:
    """Tables that take the place of an edition's from a day on."""

    since: Annotated[date, a.day()]
    scale: Annotated[Scale | None, a.record(Scale)] = None
    expected: Annotated[Expected | None, a.record(Expected)] = None
    k: Annotated[K | None, a.record(K)] = None
    weight: Annotated[Weight | None, a.record(Weight)] = None
    bonus: Annotated[Bonus | None, a.record(Bonus)] = None
    first: Annotated[First | None, a.record(First)] = None
    floor: Annotated[Floor | None, a.record(Floor)] = None
    inactive: Annotated[Inactive | None, a.record(Inactive)] = None


@dataclass(frozen=True, slots=True)
class Edition:
    """Rules in force from a day on, until the next edition."""

    name: Annotated[str, a.name(LONGEST_EDITION)]
    since: Annotated[date, a.day()]
    clause: Annotated[Text, a.text()]
    expected: Annotated[Expected, a.record(Expected)]
    k: Annotated[K, a.record(K)]
    first: Annotated[First, a.record(First)]
    scale: Annotated[Scale, a.record(Scale)] = Scale()
    weight: Annotated[Weight, a.record(Weight)] = Weight()
    bonus: Annotated[Bonus, a.record(Bonus)] = Bonus()
    floor: Annotated[Floor, a.record(Floor)] = Floor()
    inactive: Annotated[Inactive | None, a.record(Inactive)] = None
    later: Annotated[tuple[Amendment, ...], a.records(Amendment)] = ()


@dataclass(frozen=True, slots=True)
class Expects:
    """Rows of a proof that come out exactly, and those within one point."""

    exact: Annotated[int, a.whole(0, 1000000000)]
    within_one: Annotated[int | None, a.whole(0, 1000000000)] = None


@dataclass(frozen=True, slots=True)
class Proof:
    """Official figures a system has to reproduce."""

    rows: Annotated[str, a.name(200)]
    columns: Annotated[tuple[str, ...], a.words()]
    expects: Annotated[Expects, a.record(Expects)]


@dataclass(frozen=True, slots=True)
class SystemFile:
    """One rating system as its file declares it."""

    system: Annotated[System, a.record(System)]
    lists: Annotated[Lists, a.record(Lists)]
    edition: Annotated[tuple[Edition, ...], a.records(Edition)]
    numbers: Annotated[Numbers, a.record(Numbers)] = Numbers()
    counts: Annotated[Counts, a.record(Counts)] = Counts()
    facts: Annotated[Facts, a.record(Facts)] = Facts()
    why: Annotated[tuple[tuple[str, Text], ...], a.texts()] = ()
    proof: Annotated[Proof | None, a.record(Proof)] = None
