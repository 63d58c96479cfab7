"""Matching of an entrant: certain, likely, ambiguous or unknown, with reasons. Pure.

The input is an entrant and candidates. A number decides when the name agrees with it. Without one the whole
name decides, when no other player has it and country, club and grade do not speak against them; a similar
name is never more than likely. A player of the other sex, or born two generations earlier or later, is never
taken without a question, even if all else agrees.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from federation.register.candidates import Candidate
from federation.vocabulary.countries import UNKNOWN, country_code
from federation.vocabulary.grades import place_of
from federation.vocabulary.messages import gettext_noop
from federation.vocabulary.names import fold, same_words, skeleton, without_remark
from federation.vocabulary.same_person import likeness
from tournaments.reports.report import Entrant

SUGGESTIONS = 5
WHOLE = 96  # a whole name: the same words, a known name, another transcription
SIMILAR = 85  # a name with a slip in it
ALIKE = 75  # worth showing
NEAR_GRADES, FAR_GRADES = 4, 10
FAR_YEARS = 60  # between two years of birth: a grandparent and a grandchild of one name


class State(StrEnum):
    """How sure a match is; the values are those of `tournaments.models.Entry.Match`."""

    CERTAIN = "certain"
    LIKELY = "likely"
    AMBIGUOUS = "ambiguous"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for or against a player; `values` fill the gaps of its text in `TEXTS`."""

    code: str
    values: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The English sentence."""
        return TEXTS[self.code].format(**self.values)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A player who may be meant, how well they fit (0 to 100), and why."""

    player: int
    score: int
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """Who an entrant is; `player` only when certain or likely. Suggestions are the best first."""

    state: State
    player: int | None = None
    reasons: tuple[Reason, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()


# code -> English sentence, translated when it is shown, as findings are
TEXTS: dict[str, str] = {
    "number-same": gettext_noop("The number {value} ({scheme}) matches."),
    "number-other": gettext_noop("The file says {written} ({scheme}), the register {listed}."),
    "number-new": gettext_noop("The number {value} ({scheme}) is not in the register."),
    "number-other-name": gettext_noop("The number matches, but the name is quite different: {name}."),
    "numbers-disagree": gettext_noop("The numbers belong to different players."),
    "name-same": gettext_noop("The name is the same."),
    "name-swapped": gettext_noop("The name is the same with surname and given name swapped."),
    "name-known": gettext_noop("This is one of the player’s other names."),
    "name-transcribed": gettext_noop("The name is the same in another transcription."),
    "name-similar": gettext_noop("The name is similar ({percent} %): {name}."),
    "country-same": gettext_noop("The country is the same."),
    "country-other": gettext_noop("The file says country {written}, the register {listed}."),
    "club-same": gettext_noop("The club is the same."),
    "club-other": gettext_noop("The file says club {written}, the register {listed}."),
    "grade-near": gettext_noop("The grade differs: {written}, in the register {listed}."),
    "grade-far": gettext_noop("The grade is very different: {written}, in the register {listed}."),
    "sex-female": gettext_noop("The file says female, the register male."),
    "sex-male": gettext_noop("The file says male, the register female."),
    "birth-far": gettext_noop("The years of birth are far apart: {written}, in the register {listed}."),
    "namesakes": gettext_noop("{count} players have this name."),
    "several": gettext_noop("Players with a similar name: {count}."),
    "nobody": gettext_noop("No one in the register has a similar name."),
    "claimed-twice": gettext_noop("Another entrant of this tournament is matched to the same player."),
}

# what a reason adds to the likeness of the name
_WEIGHTS = {
    "number-same": 40,
    "number-other": -40,
    "country-same": 4,
    "country-other": -12,
    "club-same": 8,
    "club-other": -3,
    "grade-near": 4,
    "grade-far": -12,
    "sex-female": -30,
    "sex-male": -30,
    "birth-far": -30,
}
_SOMEBODY_ELSE = frozenset({"sex-female", "sex-male", "birth-far"})  # always asked, even if all else agrees
_AGAINST = frozenset({"country-other", "grade-far", "number-other"}) | _SOMEBODY_ELSE


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A candidate weighed against an entrant."""

    candidate: Candidate
    name: int  # percent
    reasons: tuple[Reason, ...]

    @property
    def codes(self) -> frozenset[str]:
        return frozenset(reason.code for reason in self.reasons)

    @property
    def score(self) -> int:
        whole = round(0.84 * self.name) + sum(_WEIGHTS.get(reason.code, 0) for reason in self.reasons)
        return max(0, min(100, whole))


def match(entrant: Entrant, candidates: Sequence[Candidate]) -> Match:
    """Decide who an entrant is among the players who may be meant."""
    weighed = sorted(
        (_weigh(entrant, candidate) for candidate in candidates), key=lambda w: (-w.score, w.candidate.player)
    )
    numbered = [w for w in weighed if "number-same" in w.codes]
    if numbered:
        return _by_number(numbered, weighed)
    whole = [w for w in weighed if w.name >= WHOLE]
    if whole:
        return _by_name(entrant, whole, weighed)
    # A similar name with another number of the same register is another person.
    return _by_likeness([w for w in weighed if w.name >= ALIKE and "number-other" not in w.codes])


def match_all(entrants: Sequence[Entrant], candidates: Sequence[Sequence[Candidate]]) -> list[Match]:
    """Match a whole tournament; a player claimed by two entrants is ambiguous for both.

    If only one of the two gave the player's number, the player is theirs.
    """
    matches = [match(entrant, offered) for entrant, offered in zip(entrants, candidates, strict=True)]
    claims: dict[int, list[int]] = {}
    for place, entrant_match in enumerate(matches):
        if entrant_match.player is not None:
            claims.setdefault(entrant_match.player, []).append(place)
    for places in claims.values():
        sure = [place for place in places if _is_by_number(matches[place])]
        keeps = sure[0] if len(sure) == 1 else None
        for place in places if len(places) > 1 else ():
            if place != keeps:
                reasons = (Reason("claimed-twice"), *matches[place].reasons)
                matches[place] = replace(matches[place], state=State.AMBIGUOUS, player=None, reasons=reasons)
    return matches


def grade_distance(written: str, listed: str) -> int | None:
    """Return the grades between two grades (5k, 2d; a professional counts as 7d); None when one is none."""
    a, b = place_of(written), place_of(listed)
    return None if a is None or b is None else abs(a - b)


def _is_by_number(entrant_match: Match) -> bool:
    return any(reason.code == "number-same" for reason in entrant_match.reasons)


def _by_number(numbered: list[_Weighed], weighed: list[_Weighed]) -> Match:
    """Decide when a number of the entrant is in the register."""
    best = numbered[0]
    if len(numbered) > 1:
        return _open((Reason("numbers-disagree"),), numbered)
    if "number-other" in best.codes:
        return _open((Reason("numbers-disagree"), *best.reasons), weighed)
    if best.name >= ALIKE and best.codes & _SOMEBODY_ELSE:
        return _open(best.reasons, weighed)
    if best.name >= SIMILAR:
        return _make_match(State.CERTAIN, best, weighed)
    if best.name >= ALIKE:
        return _make_match(State.LIKELY, best, weighed)
    other = Reason("number-other-name", {"name": best.candidate.name})
    return _open((other, *best.reasons), weighed)


def _by_name(entrant: Entrant, whole: list[_Weighed], weighed: list[_Weighed]) -> Match:
    """Decide where a candidate has exactly this name."""
    possible = [w for w in whole if "number-other" not in w.codes]
    if not possible:
        return _open(whole[0].reasons, weighed)
    best = possible[0]
    if len(possible) > 1:
        # Namesakes: one may stand out by his club, when no other could be meant by it.
        clear = "club-same" in best.codes and not best.codes & _AGAINST
        namesakes = Reason("namesakes", {"count": len(possible)})
        if clear and all("club-same" not in w.codes for w in possible[1:]):
            return _make_match(State.LIKELY, best, weighed, namesakes)
        return _open((namesakes,), possible)
    new = tuple(
        Reason("number-new", {"scheme": scheme, "value": value})
        for scheme, value in sorted(entrant.identifiers.items())
        if value and scheme not in best.candidate.identifiers
    )
    # Two people of one country may bear each other's names the other way round: swapped wants more.
    swapped = "name-swapped" in best.codes
    supported = best.codes & ({"club-same", "grade-near"} if swapped else {"country-same", "club-same"})
    sure = supported and not best.codes & _AGAINST and not new and len(fold(best.candidate.name).split()) > 1
    if {"country-other", "grade-far"} <= best.codes or best.codes & _SOMEBODY_ELSE:
        return _open(best.reasons, weighed)
    return _make_match(State.CERTAIN if sure else State.LIKELY, best, weighed, *new)


def _by_likeness(alike: list[_Weighed]) -> Match:
    """Decide without an exact name: one who stands out with nothing against them is likely."""
    if not alike:
        return Match(State.UNKNOWN, reasons=(Reason("nobody"),))
    best, rest = alike[0], alike[1:]
    alone = all(best.score - other.score >= 6 for other in rest)
    supported = best.codes & {"country-same", "club-same"}
    if best.name >= SIMILAR and alone and supported and not best.codes & _AGAINST:
        return _make_match(State.LIKELY, best, alike)
    return _open((Reason("several", {"count": len(alike)}),), alike)


def _make_match(state: State, best: _Weighed, weighed: Sequence[_Weighed], *more: Reason) -> Match:
    return Match(state, best.candidate.player, (*best.reasons, *more), _suggestions(weighed))


def _open(reasons: tuple[Reason, ...], weighed: Sequence[_Weighed]) -> Match:
    return Match(State.AMBIGUOUS, None, reasons, _suggestions(weighed))


def _suggestions(weighed: Sequence[_Weighed]) -> tuple[Suggestion, ...]:
    best = [w for w in weighed if w.name >= ALIKE or "number-same" in w.codes][:SUGGESTIONS]
    return tuple(Suggestion(w.candidate.player, w.score, w.reasons) for w in best)


def _weigh(entrant: Entrant, candidate: Candidate) -> _Weighed:
    """Collect the reasons for and against a candidate."""
    percent, reason = _compare_names(entrant, candidate)
    reasons = [*_compare_numbers(entrant, candidate), reason]
    country, listed = country_code(entrant.country), country_code(candidate.country)
    if UNKNOWN not in (country, listed):
        values: dict[str, str | int] = {"written": country, "listed": listed}
        reasons.append(Reason("country-same") if country == listed else Reason("country-other", values))
    club, home = entrant.club.strip().lower(), candidate.club.strip().lower()
    if club.strip("x") and home.strip("x"):
        same = club == home
        values = {"written": entrant.club, "listed": candidate.club}
        reasons.append(Reason("club-same") if same else Reason("club-other", values))
    distance = grade_distance(entrant.grade, candidate.grade)
    if distance is not None and (distance <= NEAR_GRADES or distance >= FAR_GRADES):
        code = "grade-near" if distance <= NEAR_GRADES else "grade-far"
        reasons.append(Reason(code, {"written": entrant.grade, "listed": candidate.grade}))
    reasons += _compare_persons(entrant, candidate)
    return _Weighed(candidate, percent, tuple(reasons))


def _compare_numbers(entrant: Entrant, candidate: Candidate) -> list[Reason]:
    reasons = []
    for scheme, value in sorted(entrant.identifiers.items()):
        listed = candidate.identifiers.get(scheme)
        if not value or listed is None:
            continue
        if value.upper() == listed.upper():
            reasons.append(Reason("number-same", {"scheme": scheme, "value": value}))
        else:
            reasons.append(Reason("number-other", {"scheme": scheme, "written": value, "listed": listed}))
    return reasons


def _compare_persons(entrant: Entrant, candidate: Candidate) -> list[Reason]:
    """Compare sex and year of birth, as far as both sides have them."""
    reasons = []
    if {entrant.sex, candidate.sex} == {"f", "m"}:
        reasons.append(Reason("sex-female" if entrant.sex == "f" else "sex-male"))
    written, listed = entrant.birth_year, candidate.birth_year
    if written and listed and abs(written - listed) >= FAR_YEARS:
        reasons.append(Reason("birth-far", {"written": str(written), "listed": str(listed)}))
    return reasons


def _compare_names(entrant: Entrant, candidate: Candidate) -> tuple[int, Reason]:
    """Compare names in percent: the same words 100, known 99, swapped 98, transcribed 97."""
    written = f"{without_remark(entrant.surname)} {without_remark(entrant.given_name)}"
    listed = f"{without_remark(candidate.surname)} {without_remark(candidate.given_name)}"
    if same_words(written, listed):
        swapped = same_words(entrant.surname, candidate.given_name) and not same_words(
            entrant.surname, candidate.surname
        )
        return (98, Reason("name-swapped")) if swapped else (100, Reason("name-same"))
    if any(same_words(written, known) for known in candidate.known_names):
        return 99, Reason("name-known")
    a, b = fold(written), fold(listed)
    if same_words(skeleton(a), skeleton(b)):
        return 97, Reason("name-transcribed")
    degree = max(likeness(a, fold(name)) for name in (listed, *candidate.known_names))
    percent = min(round(degree), WHOLE - 1)
    return percent, Reason("name-similar", {"percent": percent, "name": candidate.name})
