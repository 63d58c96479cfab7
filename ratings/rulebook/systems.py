"""The rating systems side by side: scale, engine, editions, and what counts in each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from federation.vocabulary.grades import Grade, Scale, start_value
from federation.vocabulary.messages import gettext_noop
from ratings.rulebook import egf, ffg, fics, fide, ladder
from ratings.rulebook.editions import Edition


class Policy(StrEnum):
    """Which edition an event is computed with."""

    BY_DATE = "by-date"  # the edition in force on its first day
    ONE_EDITION = "one-edition"  # the whole history with one edition (EGF: recomputed in April 2021)


class Clock(StrEnum):
    """When ratings move."""

    EVENT = "event"  # event by event; a list is a snapshot
    PERIOD = "period"  # once a list, over everything that counts for it
    STREAM = "stream"  # game by game, as they arrive from servers; nobody reviews, a list is a snapshot


@dataclass(frozen=True, slots=True)
class Occasion:
    """What decides whether and how much an event or one of its games counts."""

    start: date
    time_class: str = "A"
    adjusted_minutes: float | None = None
    online: bool = False
    board_size: int = 19


@dataclass(frozen=True, slots=True)
class System:
    """One rating system, with one engine.

    `engine` rates events, `period_engine` whole periods, `stream_engine` games one by one.
    """

    key: str
    name: str
    game: str
    engine: str = ""
    scale: Scale | None = None
    editions: Sequence[Edition] = ()
    policy: Policy = Policy.BY_DATE
    one_edition: str = ""  # Policy.ONE_EDITION: its name
    seeds_from: str = ""  # key of the system whose rating a newcomer starts from
    games_when_rated: int = 1  # rated games assumed of a player of whom only the rating is known
    period_engine: str = ""
    stream_engine: str = ""
    clock: Clock = Clock.EVENT
    rate: str = ""  # rate of play of the tournaments that count, where the discipline knows several
    reason: Callable[[Occasion], str | None] = field(default=lambda _: None)
    weight: Callable[[Occasion], float] = field(default=lambda _: 1.0)


TOO_EARLY = gettext_noop("The event is older than the system.")
TOO_FAST = gettext_noop("The thinking time is too short.")
ONLINE = gettext_noop("Events on a server do not count since 1 May 2022.")
WRONG_SIZE = gettext_noop("Games on this board size do not count.")
NO_CLASS = gettext_noop("The event has no class the system rates.")
NO_SYSTEM = gettext_noop("The system is not available.")


def counts(
    system_key: str,
    *,
    start: date,
    time_class: str = "A",
    adjusted_minutes: float | None = None,
    online: bool = False,
    board_size: int = 19,
) -> str | None:
    """Say why an event, or its games on a board size, does not count in a system; None where it counts."""
    occasion = Occasion(start, time_class, adjusted_minutes, online, board_size)
    system = SYSTEMS.get(system_key)
    return system.reason(occasion) if system and system.engine else NO_SYSTEM


def event_weight(system_key: str, occasion: Occasion) -> float:
    """Give what every change of an event is multiplied with; 0 where it does not count."""
    system = SYSTEMS[system_key]
    return 0.0 if system.reason(occasion) else system.weight(occasion)


def start_rating(system_key: str, grade: Grade) -> float:
    """Give the rating a newcomer of this declared grade starts from (FFG 1.8, EGF 1.1).

    Raises ValueError for a system without grades.
    """
    scale = SYSTEMS[system_key].scale
    if scale is None:
        raise ValueError(f"{system_key} knows no grades")
    return start_value(grade, scale)


def _ffg_reason(occasion: Occasion) -> str | None:
    if occasion.start < (ffg.EDITIONS[0].effective or date.max):
        return TOO_EARLY
    if occasion.online and occasion.start >= ffg.LADDERS_PART:
        return ONLINE
    return _too_fast_or_size(occasion)


def _hybrid_reason(occasion: Occasion) -> str | None:
    return TOO_EARLY if occasion.start < ffg.LADDERS_PART else _too_fast_or_size(occasion)


def _too_fast_or_size(occasion: Occasion) -> str | None:
    if ffg.time_coefficient(occasion.adjusted_minutes) == 0.0:
        return TOO_FAST
    return None if occasion.board_size in ffg.RATED_SIZES else WRONG_SIZE


def _egf_reason(occasion: Occasion) -> str | None:
    if occasion.start < egf.FIRST_EVENT:
        return TOO_EARLY
    if occasion.time_class not in egf.CLASS_WEIGHTS or not egf.class_weight(
        occasion.time_class, on=occasion.start
    ):
        return NO_CLASS
    return None if occasion.board_size == egf.RATED_SIZE else WRONG_SIZE


def _ffg_weight(occasion: Occasion, *, hybrid: bool = False) -> float:
    return ffg.event_weight(
        hybrid=hybrid,
        start=occasion.start,
        adjusted_minutes=occasion.adjusted_minutes,
        online=occasion.online,
    )


def _hybrid_weight(occasion: Occasion) -> float:
    return _ffg_weight(occasion, hybrid=True)


def _egf_weight(occasion: Occasion) -> float:
    return egf.class_weight(occasion.time_class, on=occasion.start)


def _fics(key: str, name: str) -> System:
    return System(key, name, "chess", stream_engine="glicko", clock=Clock.STREAM, editions=fics.EDITIONS)


_ALL = (
    System(
        "ffg", gettext_noop("FFG ladder"), "go", "ffg", Scale.FFG, ffg.EDITIONS,
        reason=_ffg_reason, weight=_ffg_weight,
    ),
    System(
        "ffg-hybrid", gettext_noop("FFG hybrid ladder"), "go", "ffg", Scale.FFG, ffg.EDITIONS,
        seeds_from="ffg", reason=_hybrid_reason, weight=_hybrid_weight,
    ),
    System(
        "egf", gettext_noop("EGF rating"), "go", "gor", Scale.GOR, egf.EDITIONS,
        policy=Policy.ONE_EDITION, one_edition="2021", reason=_egf_reason, weight=_egf_weight,
    ),
    System(
        "fide-standard", gettext_noop("FIDE standard"), "chess",
        period_engine="fide", clock=Clock.PERIOD, rate="standard", editions=fide.STANDARD,
        games_when_rated=30,
    ),
    System(
        "fide-rapid", gettext_noop("FIDE rapid"), "chess",
        period_engine="fide", clock=Clock.PERIOD, rate="rapid", editions=fide.RAPID_AND_BLITZ,
        games_when_rated=30, seeds_from="fide-standard",
    ),
    System(
        "fide-blitz", gettext_noop("FIDE blitz"), "chess",
        period_engine="fide", clock=Clock.PERIOD, rate="blitz", editions=fide.RAPID_AND_BLITZ,
        games_when_rated=30, seeds_from="fide-standard",
    ),
    _fics("fics-standard", gettext_noop("FICS standard")),
    _fics("fics-blitz", gettext_noop("FICS blitz")),
    _fics("fics-lightning", gettext_noop("FICS lightning")),
    _fics("fics-wild", gettext_noop("FICS wild")),
    _fics("fics-bughouse", gettext_noop("FICS bughouse")),
    System(
        "ladder", gettext_noop("Online ladder"), "any", stream_engine="ladder", clock=Clock.STREAM,
        editions=ladder.EDITIONS, games_when_rated=30,
    ),
)  # fmt: skip
SYSTEMS: dict[str, System] = {system.key: system for system in _ALL}
# The Glicko of FICS whatever the category: what a rating job can ask for besides, no system of the site.
_ANY_CATEGORY = _fics("fics-glicko", gettext_noop("FICS"))
COMPUTABLE: dict[str, System] = {
    system.key: system
    for system in (*_ALL, _ANY_CATEGORY)
    if system.engine or system.period_engine or system.stream_engine
}


def available() -> list[str]:
    """Give the keys of the systems the site can compute."""
    return [key for key, system in SYSTEMS.items() if system.engine]


def has_periods(system_key: str) -> bool:
    """Say whether the ratings of a system move once a list."""
    return SYSTEMS[system_key].clock is Clock.PERIOD


def has_streams(system_key: str) -> bool:
    """Say whether the ratings of a system move with every game that arrives."""
    return SYSTEMS[system_key].clock is Clock.STREAM


def family_of(system_key: str) -> str:
    """Give the family a tournament is handed in for: "ffg", "egf", "fide"."""
    return system_key.partition("-")[0]


def computable() -> list[str]:
    """Give the keys of the systems a rating job can ask for."""
    return list(COMPUTABLE)
