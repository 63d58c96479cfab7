"""The rating systems side by side: scale, engine, editions, and what counts in each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from json import dumps, loads
from typing import NamedTuple, Protocol, cast

from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.grades import Grade, Scale, parse_grade, start_value
from federation.vocabulary.systems.catalogue import CATALOGUE, JOBS_ONLY
from federation.vocabulary.systems.counting import STANDARD_SIZE, Occasion
from federation.vocabulary.systems.declaration import Cadence, Declaration
from ratings.rulebook.editions import (
    Edition,
    Some,
    amended,
    edition_named,
    from_declaration,
    newer_than_1_0,
    replaced_in,
)
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.ffg import FfgEdition
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.fide import FideEdition
from ratings.rulebook.ladder import LadderEdition


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
    """A declared rating system with the editions of its engine."""

    entry: Declaration
    editions: Sequence[Edition]

    @property
    def key(self) -> str:
        """Return the key of the system in addresses, tables and files."""
        return self.entry.key

    @property
    def name(self) -> str:
        """Return the name of the system in English."""
        return self.entry.name

    @property
    def engine(self) -> str:
        """Return the name of the engine."""
        return self.entry.engine

    @property
    def prose(self) -> tuple[str, ...]:
        """Return the texts of the rules page; the first is about what is special."""
        return self.entry.prose or (self.engine,)

    @property
    def scale(self) -> Scale | None:
        """Return the scale of declared grades; None where none count."""
        return Scale(self.entry.scale) if self.entry.scale else None

    @property
    def one_edition(self) -> str:
        """Return the name of the edition the whole history is computed with, "" for each event's own."""
        return self.entry.one_edition

    @property
    def seeds_from(self) -> str:
        """Return the key of the system whose rating a newcomer starts from, "" without one."""
        return self.entry.seeds_from

    @property
    def games_when_rated(self) -> int:
        """Return the rated games assumed of a player of whom only the rating is known."""
        return self.entry.games_when_rated

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


def editions_of(key: str, *, edition: str, parameters: Mapping[str, object]) -> list[tuple[Edition, date]]:
    """Return the editions of a choice, each with the day from which it is in force, days rising.

    `edition` "" means each event's own, a name one for the whole history. `parameters` replace constants of
    the newest edition, of earlier ones by `editions.in_earlier`.
    Raises LookupError for an edition the system does not have, and the rulebook's errors for a parameter.
    """
    every = SYSTEMS[key].editions
    if edition:
        named = edition_named(every, edition)
        if named is None:
            raise LookupError(f"{key} has no edition {edition}")
        return [(replaced_in([named], parameters)[0], date.min)]
    dated = [
        (dated_edition, dated_edition.effective)
        for dated_edition in every
        if dated_edition.effective is not None
    ]
    dated.sort(key=lambda pair: pair[1])
    changed = replaced_in([dated_edition for dated_edition, _ in dated], parameters)
    return [(changed_edition, day) for changed_edition, (_, day) in zip(changed, dated, strict=True)]


def as_in_1_0(key: str, replaced: Mapping[str, object], *, edition: str = "") -> dict[str, object]:
    """Return constants replaced, with those release 1.0.0 did not have where they are not given.

    Lists and bundles name such a constant only where it is not as in 1.0.0.
    Raises LookupError for an unknown edition.
    """
    untold = {
        name: known.since_1_0[name]
        for known, _ in editions_of(key, edition=edition, parameters={})
        for name in newer_than_1_0(known)
        if name not in replaced
    }
    return {**replaced, **untold}


def edition_in_force(choice: Choice, day: date) -> Edition:
    """Return the edition a day is rated with as it reads then, the first before any was in force.

    Raises as `editions_of`.
    """
    editions = _editions_read(choice.key, choice.edition, dumps(dict(choice.parameters), sort_keys=True))
    edition = next(
        (dated_edition for dated_edition, since in reversed(editions) if since <= day), editions[0][0]
    )
    return amended(edition, day)


@lru_cache(maxsize=256)  # a tournament is asked about in every system, and thousands of them at a time
def _editions_read(key: str, edition: str, parameters: str) -> tuple[tuple[Edition, date], ...]:
    return tuple(editions_of(key, edition=edition, parameters=loads(parameters)))


def event_weight(choice: Choice, occasion: Occasion) -> float | None:
    """Return what every change of an event is multiplied with; None where it does not count.

    0: it counts for those alone who are excepted from weights (FFG ladder rules 1.4, below -2000).
    """
    system = SYSTEMS[choice.key]
    if not system.entry.counts.refused:  # most systems: no edition has to be found
        return system.entry.counts.weight(occasion)
    return weight_by(system, edition_in_force(choice, occasion.start), occasion)


def weight_by(system: System, edition: Edition, occasion: Occasion) -> float | None:
    """Return the same by a given edition."""
    rules = system.entry.counts
    return None if rules.refusal(occasion, edition) else rules.weight(occasion)


def is_handed_in_for(system_key: str, facts: Played) -> bool:
    """Return whether a tournament was handed in for the family of a system, in its game and rate of play."""
    entry = CATALOGUE[system_key]
    return (
        not entry.moves_by_game
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
    it count, be it for some players alone (FFG ladder rules 1.4 and 1.10, EGF rating rules 1.2). The
    list of FIDE it counts for is decided in `by_period.counting`.
    """
    return weight_of(choice, facts) is not None


def refusal(choice: Choice, facts: Played) -> str:
    """Return why a tournament handed in for a system does not count there; "" where it counts or was not."""
    if not is_handed_in_for(choice.key, facts) or not SYSTEMS[choice.key].entry.moves_by_event:
        return ""
    occasion = Occasion(*facts[3:])
    rules = SYSTEMS[choice.key].entry.counts
    return rules.refusal(occasion, edition_in_force(choice, occasion.start)) or ""


# Since the first day of the first system that has one; systems of servers rate all that arrives.
FIRST_DAY = min(filter(None, (declared.counts.first_day for declared in CATALOGUE.values())))


def is_too_early(system_key: str, start: date) -> bool:
    """Return whether a tournament is older than the first rules of a system."""
    system = SYSTEMS[system_key]
    first = None if system.one_edition else system.editions[0].effective
    counted = system.entry.counts.first_day
    return any(day is not None and start < day for day in (counted, first))


def start_rating(system_key: str, grade: Grade) -> float:
    """Return the rating a newcomer of this declared grade starts from (FFG 1.8, EGF 1.1).

    Raises ValueError for a system without grades.
    """
    scale = SYSTEMS[system_key].scale
    if scale is None:
        raise ValueError(f"{system_key} knows no grades")
    return start_value(grade, scale)


def declared_value(system_key: str, written: str) -> float | None:
    """Return the rating a newcomer starts from by a grade as written; None where it is none or none count."""
    grade = parse_grade(written) if SYSTEMS[system_key].scale else None
    return start_rating(system_key, grade) if grade else None


def engine_size(system_key: str, board_size: int) -> int:
    """Return a board size as engines by event know it: 19 is the usual board of any discipline."""
    game = CATALOGUE[system_key].game
    is_usual = game in DISCIPLINES and board_size == DISCIPLINES[game].sizes[0]
    return STANDARD_SIZE if is_usual else board_size


def _system(declared: Declaration) -> System:
    kind = _EDITIONS[declared.engine]
    return System(declared, tuple(from_declaration(kind, edition) for edition in declared.editions))


# The constants of an engine.
_EDITIONS: Mapping[str, type[Edition]] = {
    kind.engine: kind for kind in (FfgEdition, EgfEdition, FideEdition, FicsEdition, LadderEdition)
}
SYSTEMS: dict[str, System] = {key: _system(declared) for key, declared in CATALOGUE.items()}
COMPUTABLE: dict[str, System] = SYSTEMS | {key: _system(declared) for key, declared in JOBS_ONLY.items()}


def first_of(kind: type[Edition]) -> System:
    """Return the first system of an engine, whose edition class is given."""
    return next(system for system in SYSTEMS.values() if system.engine == kind.engine)


def newest_of(kind: type[Some]) -> Some:
    """Return the newest edition of the first system of an engine."""
    return cast(Some, first_of(kind).editions[-1])


def family_of(system_key: str) -> str:
    """Return the family of a system, which tournaments are handed in for."""
    return CATALOGUE[system_key].family


def computable() -> list[str]:
    """Return the keys of the systems a rating job can ask for."""
    return list(COMPUTABLE)


def edition_of(system: Choice, day: date) -> Edition | None:
    """Return the edition an office computes a day with, constants as replaced; None before the first."""
    edition = edition_in_force(system, day)
    is_dated = edition.effective is not None and edition.effective <= day
    return edition if system.edition or is_dated else None


def as_chosen(system: Choice | None, edition: Edition) -> Edition:
    """Return an edition with the constants this office has replaced in it, all of its system None."""
    if system is None:
        return edition
    chosen = editions_of(system.key, edition=system.edition, parameters=system.parameters)
    return edition_named([candidate for candidate, _day in chosen], edition.name) or edition
