"""Causes of findings: which only follow from another one and disappear with it. Pure.

A file with one slip gives many findings: a player who is not among the entrants is missing in every round, an
opponent mistyped disturbs two lines. Nothing is left out for that; pages fold what follows under its cause.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from tournaments.reports.findings import Finding, Place, Severity

_WEIGHT = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTICE: 2}
# The same finding again: code, and the value that names the subject.
_REPEATED = (("unknown-player", "name"), ("round-beyond", "rounds"), ("results-turned", ""))
# What a head that cannot be read leaves behind: code, its cause, and what the cause is about.
_OF_HEAD = (
    ("no-games", "no-entrants", ""),
    ("impossible-size", "bad-number", "size"),
    ("impossible-size", "bad-value", "size"),
    ("round-beyond", "bad-number", "numberOfRounds"),
    ("time-unknown", "bad-value", "ta"),
    ("time-unknown", "bad-value", "TM"),
)
# Findings about a game that follow from earlier ones.
_OF_GAMES: Mapping[str, tuple[str, ...]] = {
    "unknown-outcome": ("result-mismatch", "ruled-half", "draw-or-unrated"),
    "by-default": ("default-mismatch",),
}
# Findings about an entrant whose fields are in each other's columns.
_OF_COLUMNS = frozenset(
    {
        "filled-column",
        "missing-surname",
        "no-fide-id",
        "no-grade",
        "odd-sex",
        "odd-title",
        "odd-rating",
        "odd-birth-date",
        "odd-federation",
        "odd-score",
        "odd-identifier",
    }
)
# Lines that do not name each other: the earlier of these is what to mend.
_DISTURBED = ("missing-rounds", "plays-himself", "unknown-opponent", "opponent-mismatch")


def causes(findings: Sequence[Finding]) -> list[int | None]:
    """Return for each finding the position of the one it follows from, None where it stands for itself.

    A cause is never lighter than what follows from it, and follows from nothing itself.
    """
    by_code: dict[str, list[int]] = defaultdict(list)
    for at, finding in enumerate(findings):
        by_code[finding.code].append(at)
    roots: dict[int, int] = {}
    for rule in (_disturbed, _of_lines, _repeated, _of_head, _of_names, _of_games, _of_scores, _of_columns):
        for follower, cause in rule(findings, by_code):
            root = _root(cause, roots)
            lighter = _WEIGHT[findings[root].severity] > _WEIGHT[findings[follower].severity]
            if follower != root and follower not in roots and not lighter:
                roots[follower] = root
    return [_root(at, roots) if at in roots else None for at in range(len(findings))]


def of_stored(findings: Sequence[Mapping[str, Any]]) -> list[int | None]:
    """Return the same for findings as an upload or a revision keeps them."""
    return causes(
        [
            Finding(
                finding["code"], Severity(finding["severity"]), Place(**finding["place"]), finding["values"]
            )
            for finding in findings
        ]
    )


def _root(at: int, roots: Mapping[int, int]) -> int:
    while at in roots:
        at = roots[at]
    return at


_ByCode = Mapping[str, Sequence[int]]


def _repeated(findings: Sequence[Finding], by_code: _ByCode) -> Iterator[tuple[int, int]]:
    for code, name in _REPEATED:
        first: dict[object, int] = {}
        for at in by_code.get(code, ()):
            cause = first.setdefault(findings[at].values.get(name), at)
            if cause != at:
                yield at, cause


def _of_head(findings: Sequence[Finding], by_code: _ByCode) -> Iterator[tuple[int, int]]:
    for code, of, name in _OF_HEAD:
        cause = next((at for at in by_code.get(of, ()) if findings[at].values.get("name", "") == name), None)
        if cause is not None:
            yield from ((at, cause) for at in by_code.get(code, ()))


def _of_names(findings: Sequence[Finding], by_code: _ByCode) -> Iterator[tuple[int, int]]:
    """Yield who plays twice because games cannot distinguish two entrants of one name."""
    shared = {_letters(findings[at]): at for at in reversed(by_code.get("ambiguous-name", ()))}
    for code in ("plays-twice", "bye-and-game"):
        for at in by_code.get(code, ()):
            if (cause := shared.get(_letters(findings[at]))) is not None:
                yield at, cause


def _letters(finding: Finding) -> tuple[str, ...]:
    """Return the letters of a name, whichever of its parts stands first."""
    return tuple(sorted("".join(str(finding.values.get("name", "")).split()).upper()))


def _of_games(findings: Sequence[Finding], by_code: _ByCode) -> Iterator[tuple[int, int]]:
    for code, before in _OF_GAMES.items():
        games = {
            seat: at
            for cause_code in before
            for at in by_code.get(cause_code, ())
            for seat in _seats(findings[at])
        }
        for at in by_code.get(code, ()):
            place = findings[at].place
            if (cause := games.get((place.round, place.entrant))) is not None:
                yield at, cause


def _of_scores(findings: Sequence[Finding], by_code: _ByCode) -> Iterator[tuple[int, int]]:
    """Yield whose score does not add up because a result of his is contradicted."""
    contradicted = [at for code in ("result-mismatch", "ruled-half") for at in by_code.get(code, ())]
    owed = {seat[1]: at for at in contradicted for seat in _seats(findings[at])}
    for at in by_code.get("score-mismatch", ()):
        if (cause := owed.get(findings[at].place.entrant)) is not None:
            yield at, cause


def _seats(finding: Finding) -> list[tuple[object, object]]:
    """Return round and entrant of both sides of a game a finding is about."""
    place = finding.place
    return [(place.round, place.entrant), (place.round, finding.values.get("opponent"))]


def _of_columns(findings: Sequence[Finding], by_code: _ByCode) -> Iterator[tuple[int, int]]:
    first: dict[int, int] = {}
    for at in by_code.get("filled-column", ()):
        first.setdefault(findings[at].place.line or 0, at)
    if first:
        for at, finding in enumerate(findings):
            cause = first.get(finding.place.line or 0, at)
            if cause != at and finding.code in _OF_COLUMNS and finding.place.round is None:
                yield at, cause


def _disturbed(findings: Sequence[Finding], by_code: _ByCode) -> Iterator[tuple[int, int]]:
    """Yield findings of lines about each other, joined by the entrants they name in a round.

    An entrant who is missing is missing in every round.
    """
    short = {findings[at].place.entrant: at for at in by_code.get("missing-rounds", ())}
    ordered = [at for code in _DISTURBED for at in by_code.get(code, ())]
    joined: dict[Hashable, Hashable] = {}
    for at in ordered:
        finding = findings[at]
        place, opponent = finding.place, finding.values.get("opponent")
        if finding.code == "missing-rounds":
            continue
        _join(joined, at, (place.round, place.entrant))
        if finding.code == "unknown-opponent":
            _join(joined, at, ("gone", opponent))
        elif finding.code == "opponent-mismatch":
            _join(joined, at, (place.round, opponent))
            cause = short.get(opponent if isinstance(opponent, int) else None)
            if cause is not None and (place.round or 0) > int(findings[cause].values["count"]):
                _join(joined, at, cause)
    heads: dict[Hashable, int] = {}
    for at in ordered:
        cause = heads.setdefault(_head(joined, at), at)
        if cause != at:
            yield at, cause


def _of_lines(findings: Sequence[Finding], by_code: _ByCode) -> Iterator[tuple[int, int]]:
    """Yield who is not there because the one line that was left out must have been his."""
    lost = [at for at in by_code.get("unreadable-line", ()) if findings[at].place.entrant is None]
    gone = by_code.get("unknown-opponent", ())
    if len(lost) == 1 and len({str(findings[at].values.get("opponent")) for at in gone}) == 1:
        yield from ((at, lost[0]) for at in gone)


def _head(joined: dict[Hashable, Hashable], node: Hashable) -> Hashable:
    while (above := joined.get(node, node)) != node:
        joined[node] = joined.get(above, above)
        node = above
    return node


def _join(joined: dict[Hashable, Hashable], node: Hashable, other: Hashable) -> None:
    joined[_head(joined, node)] = _head(joined, other)
