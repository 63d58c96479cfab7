"""The rating systems side by side: scale, engine, editions, and what counts in each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import lru_cache
from json import dumps, loads
from typing import Any, NamedTuple, Protocol

from federation.vocabulary.grades import Grade, Scale, start_value
from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.rating_systems import ANY_FICS_CATEGORY, CATALOGUE, Cadence, CatalogueEntry
from ratings.rulebook import egf, ffg, fics, fide, ladder
from ratings.rulebook.editions import Edition, edition_named, replaced_in


class Choice(Protocol):
    """What an office chose of the rules of a system: a row of RatingSystem has it, and `Chosen`."""

    @property
    def key(self) -> str:
        """The key of the system."""

    @property
    def edition(self) -> str:
        """The edition for everything; "": each event's own."""

    @property
    def parameters(self) -> Mapping[str, object]:
        """The constants replaced."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice of the rules of a system; without more than its key, the rule book's own."""

    key: str
    edition: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)


class EditionChoice(StrEnum):
    """Which edition an event is computed with."""

    BY_DATE = "by-date"  # the edition in force on its first day
    ONE_EDITION = "one-edition"  # the whole history with one edition (EGF: recomputed in April 2021)


@dataclass(frozen=True, slots=True)
class Occasion:
    """What decides whether and how much an event or one of its games counts."""

    start: date
    time_class: str = "A"
    adjusted_minutes: float | None = None
    online: bool = False
    board_size: int = 19


class Played(NamedTuple):
    """What decides where a tournament counts, by the names of the fields of a revision."""

    discipline: str
    rate: str
    rated_for: Sequence[str]
    start: date
    time_class: str
    adjusted_minutes: float | None
    online: bool
    board_size: int


def played(revision: object) -> Played:
    """Return what decides where a revision of a tournament counts."""
    return Played(*(getattr(revision, name) for name in Played._fields))


@dataclass(frozen=True, slots=True)
class System:
    """The rules of one rating system, with one engine; what it is called stands in the catalogue.

    `engine` rates events, `period_engine` whole periods, `stream_engine` games one by one.
    """

    entry: CatalogueEntry
    engine: str = ""
    scale: Scale | None = None
    editions: Sequence[Edition] = ()
    edition_choice: EditionChoice = EditionChoice.BY_DATE
    one_edition: str = ""  # EditionChoice.ONE_EDITION: its name
    seeds_from: str = ""  # key of the system whose rating a newcomer starts from
    games_when_rated: int = 1  # rated games assumed of a player of whom only the rating is known
    period_engine: str = ""
    stream_engine: str = ""
    reason: Callable[[Occasion, Any], str | None] | None = None  # by the edition; None: everything counts
    weight: Callable[[Occasion], float] = field(default=lambda _: 1.0)

    @property
    def key(self) -> str:
        """Return the key of the system in addresses, tables and files."""
        return self.entry.key

    @property
    def name(self) -> str:
        """Return the name of the system in English."""
        return self.entry.name

    @property
    def game(self) -> str:
        """Return the discipline whose games count; "any" for servers of any kind."""
        return self.entry.game

    @property
    def rate(self) -> str:
        """Return the rate of play of the tournaments that count, "" where the game knows one only."""
        return self.entry.rate

    @property
    def cadence(self) -> Cadence:
        """Return when ratings of the system move."""
        return self.entry.cadence


TOO_EARLY = gettext_noop("The tournament is older than the system.")
TOO_FAST = gettext_noop("The time control is too fast.")
WAS_TOO_FAST = gettext_noop("Tournaments as fast as this one did not count before 2011.")
ONLINE = gettext_noop("Tournaments on a server have not counted since 1 May 2022.")
WRONG_SIZE = gettext_noop("Games on this board size do not count.")
NO_CLASS = gettext_noop("The tournament has no class this system rates.")
NO_SYSTEM = gettext_noop("The system is not available.")


def editions_of(key: str, *, edition: str, parameters: Mapping[str, object]) -> list[tuple[Edition, date]]:
    """Return the editions of a choice, each with the day from which it is in force, days rising.

    `edition` "" means each event's own, a name one for the whole history. `parameters` replace constants of
    the newest edition, of earlier ones as `editions.in_earlier` says.
    Raises LookupError for an edition the system does not have, and the rulebook's errors for a parameter.
    """
    every = SYSTEMS[key].editions
    if edition:
        named = edition_named(every, edition)
        if named is None:
            raise LookupError(f"{key} has no edition {edition}")
        return [(replaced_in([named], parameters)[0], date.min)]
    dated = [(one, one.effective) for one in every if one.effective is not None]
    dated.sort(key=lambda pair: pair[1])
    changed = replaced_in([one for one, _ in dated], parameters)
    return [(one, day) for one, (_, day) in zip(changed, dated, strict=True)]


def as_in_1_0(key: str, replaced: Mapping[str, object], *, edition: str = "") -> dict[str, object]:
    """Return constants replaced, with those release 1.0.0 did not have where nothing is said of them.

    Lists and bundles tell of such a constant only where it is not as in 1.0.0.
    Raises LookupError for an unknown edition.
    """
    untold = {
        name: value
        for one, _ in editions_of(key, edition=edition, parameters={})
        for name, value in one.since_1_0.items()
        if name not in replaced and getattr(one, name) != value
    }
    return {**replaced, **untold}


def edition_in_force(choice: Choice, day: date) -> Edition:
    """Return the edition a day is rated with, the first before any was in force; raises as `editions_of`."""
    editions = _editions_read(choice.key, choice.edition, dumps(dict(choice.parameters), sort_keys=True))
    return next((one for one, since in reversed(editions) if since <= day), editions[0][0])


@lru_cache(maxsize=256)  # a tournament is asked about in every system, and thousands of them at a time
def _editions_read(key: str, edition: str, parameters: str) -> tuple[tuple[Edition, date], ...]:
    return tuple(editions_of(key, edition=edition, parameters=loads(parameters)))


def counts(
    choice: Choice,
    *,
    start: date,
    time_class: str = "A",
    adjusted_minutes: float | None = None,
    online: bool = False,
    board_size: int = 19,
) -> str | None:
    """Return why an event, or its games on a board size, does not count in a system; None where it counts."""
    occasion = Occasion(start, time_class, adjusted_minutes, online, board_size)
    system = SYSTEMS.get(choice.key)
    if system is None or not system.engine:
        return NO_SYSTEM
    return system.reason(occasion, edition_in_force(choice, start)) if system.reason else None


def event_weight(choice: Choice, occasion: Occasion) -> float | None:
    """Return what every change of an event is multiplied with; None where it does not count.

    0: it counts for those alone who are excepted from weights (FFG ladder rules 1.4, below -2000).
    """
    system = SYSTEMS[choice.key]
    if system.reason is None:
        return system.weight(occasion)
    return weight_by(system, edition_in_force(choice, occasion.start), occasion)


def weight_by(system: System, edition: Edition, occasion: Occasion) -> float | None:
    """Return the same by a given edition."""
    if system.reason and system.reason(occasion, edition):
        return None
    return system.weight(occasion)


def is_handed_in_for(system_key: str, facts: Played) -> bool:
    """Return whether a tournament was handed in for the family of a system, in its game and rate of play."""
    entry = CATALOGUE[system_key]
    return (
        entry.cadence is not Cadence.BY_GAME
        and entry.game == facts.discipline
        and entry.rate in ("", facts.rate)
        and entry.family in facts.rated_for
    )


def weight_of(choice: Choice, facts: Played) -> float | None:
    """Return what every change of a tournament is multiplied with in a system, as `event_weight` does."""
    if not is_handed_in_for(choice.key, facts):
        return None
    return event_weight(choice, Occasion(*facts[3:]))


def takes(choice: Choice, facts: Played) -> bool:
    """Return whether a tournament counts in a system: the one answer for facts, waiting, causes and pages.

    It has to be handed in for the system, and the rules of its first day, as the office chose them, must let
    it count, be it for some players alone (FFG ladder rules 1.4 and 1.10, EGF rating rules 1.2). For which
    list of FIDE it counts says `by_period.counting`.
    """
    return weight_of(choice, facts) is not None


def refusal(choice: Choice, facts: Played) -> str:
    """Return why a tournament handed in for a system does not count there; "" where it counts or was not."""
    if not is_handed_in_for(choice.key, facts) or not SYSTEMS[choice.key].engine:
        return ""
    occasion = Occasion(*facts[3:])
    reason = SYSTEMS[choice.key].reason
    return (reason(occasion, edition_in_force(choice, occasion.start)) if reason else None) or ""


def is_too_early(system_key: str, start: date) -> bool:
    """Return whether a tournament is older than the first rules of a system."""
    system = SYSTEMS[system_key]
    first = system.editions[0].effective if system.edition_choice is EditionChoice.BY_DATE else None
    reason = system.reason(Occasion(start), system.editions[-1]) if system.reason else None
    return reason == TOO_EARLY or (first is not None and start < first)


def start_rating(system_key: str, grade: Grade) -> float:
    """Return the rating a newcomer of this declared grade starts from (FFG 1.8, EGF 1.1).

    Raises ValueError for a system without grades.
    """
    scale = SYSTEMS[system_key].scale
    if scale is None:
        raise ValueError(f"{system_key} knows no grades")
    return start_value(grade, scale)


def _ffg_reason(occasion: Occasion, edition: ffg.FfgEdition) -> str | None:
    if occasion.start < (ffg.EDITIONS[0].effective or date.max):
        return TOO_EARLY
    if occasion.online and occasion.start >= ffg.LADDERS_PART:
        return ONLINE
    return _too_fast_or_size(occasion, edition)


def _hybrid_reason(occasion: Occasion, edition: ffg.FfgEdition) -> str | None:
    return TOO_EARLY if occasion.start < ffg.LADDERS_PART else _too_fast_or_size(occasion, edition)


def _too_fast_or_size(occasion: Occasion, edition: ffg.FfgEdition) -> str | None:
    """Refuse what counts for nobody: other boards, and fast games unless they count at the lowest levels."""
    if not edition.exempt_counts_all and ffg.time_coefficient(occasion.adjusted_minutes) == 0.0:
        return TOO_FAST
    return None if occasion.board_size in ffg.RATED_SIZES else WRONG_SIZE


def _egf_reason(occasion: Occasion, edition: egf.EgfEdition) -> str | None:
    if occasion.start < egf.FIRST_EVENT:
        return TOO_EARLY
    if egf.was_too_fast(occasion.adjusted_minutes, start=occasion.start, least_minutes=edition.least_minutes):
        return WAS_TOO_FAST
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


def _fics(key: str) -> System:
    return System(CATALOGUE[key], stream_engine="glicko", editions=fics.EDITIONS)


_ALL = (
    System(CATALOGUE["ffg"], "ffg", Scale.FFG, ffg.EDITIONS, reason=_ffg_reason, weight=_ffg_weight),
    System(
        CATALOGUE["ffg-hybrid"],
        "ffg",
        Scale.FFG,
        ffg.EDITIONS,
        seeds_from="ffg",
        reason=_hybrid_reason,
        weight=_hybrid_weight,
    ),
    System(
        CATALOGUE["egf"],
        "gor",
        Scale.GOR,
        egf.EDITIONS,
        edition_choice=EditionChoice.ONE_EDITION,
        one_edition="2021",
        reason=_egf_reason,
        weight=_egf_weight,
    ),
    System(CATALOGUE["fide-standard"], period_engine="fide", editions=fide.STANDARD, games_when_rated=30),
    *(
        System(
            CATALOGUE[key],
            period_engine="fide",
            editions=fide.RAPID_AND_BLITZ,
            games_when_rated=30,
            seeds_from="fide-standard",
        )
        for key in ("fide-rapid", "fide-blitz")
    ),
    *(_fics(key) for key, entry in CATALOGUE.items() if entry.family == "fics"),
    System(CATALOGUE["ladder"], stream_engine="ladder", editions=ladder.EDITIONS, games_when_rated=30),
)
SYSTEMS: dict[str, System] = {system.key: system for system in _ALL}
_ANY_CATEGORY = System(ANY_FICS_CATEGORY, stream_engine="glicko", editions=fics.EDITIONS)
COMPUTABLE: dict[str, System] = {system.key: system for system in (*_ALL, _ANY_CATEGORY)}


def available() -> list[str]:
    """Return the keys of the systems the site can compute."""
    return [key for key, system in SYSTEMS.items() if system.engine]


def family_of(system_key: str) -> str:
    """Return the family a tournament is handed in for: "ffg", "egf", "fide"."""
    return CATALOGUE[system_key].family


def computable() -> list[str]:
    """Return the keys of the systems a rating job can ask for."""
    return list(COMPUTABLE)
