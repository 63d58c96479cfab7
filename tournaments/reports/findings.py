"""A finding: something in a file that someone can mend, with code, place and severity.

Texts are English sentences with named gaps. They are translated when they are shown
(`desk.finding_words.sentence`), so this module stays free of Django; `gettext_noop` marks them for
makemessages.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from federation.vocabulary.messages import gettext_noop


class Severity(StrEnum):
    """How much a finding weighs: an error stops submission, a warning wants a look, a notice informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: line (1-based, as an editor counts), column (1-based), round, entrant number."""

    line: int | None = None
    column: int | None = None
    round: int | None = None
    entrant: int | None = None

    def __str__(self) -> str:
        parts = (
            ("line", self.line),
            ("column", self.column),
            ("round", self.round),
            ("entrant", self.entrant),
        )
        return ", ".join(f"{name} {value}" for name, value in parts if value is not None) or "file"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; `values` fill the gaps of the text that belongs to `code` in `TEXTS`."""

    code: str
    severity: Severity
    place: Place = field(default_factory=Place)
    values: Mapping[str, str | int] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """The English sentence."""
        return TEXTS[self.code].format(**self.values)


class Unreadable(Exception):
    """The bytes cannot be read as a tournament report at all; `finding` is the reason."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def error(code: str, place: Place | None = None, /, **values: str | int) -> Finding:
    """Make a finding that stops submission."""
    return Finding(code, Severity.ERROR, place or Place(), values)


def warning(code: str, place: Place | None = None, /, **values: str | int) -> Finding:
    """Make a finding that wants a look; the rest can be rated."""
    return Finding(code, Severity.WARNING, place or Place(), values)


def notice(code: str, place: Place | None = None, /, **values: str | int) -> Finding:
    """Make a finding that only informs."""
    return Finding(code, Severity.NOTICE, place or Place(), values)


MOST = 1_000  # findings; more are never read, and a hostile file could hold a million
_LIGHTER = {
    Severity.ERROR: (Severity.NOTICE, Severity.WARNING),
    Severity.WARNING: (Severity.NOTICE,),
    Severity.NOTICE: (),
}


class Findings(list[Finding]):
    """The findings made while a file is read: MOST of them, the rest counted in `left_out`.

    When it is full a graver finding takes the place of a lighter one, so that no error is lost to notices.
    """

    def __init__(self, found: Iterable[Finding] = ()) -> None:
        """Begin with some findings."""
        super().__init__()
        self.left_out = 0
        self._at: dict[Severity, list[int]] = {severity: [] for severity in Severity}
        self.extend(found)

    def append(self, finding: Finding, /) -> None:
        """Add a finding, or count it."""
        if len(self) < MOST:
            self._at[finding.severity].append(len(self))
            super().append(finding)
            return
        self.left_out += 1
        lighter = next((severity for severity in _LIGHTER[finding.severity] if self._at[severity]), None)
        if lighter is not None:
            at = self._at[lighter].pop()
            self._at[finding.severity].append(at)
            self[at] = finding

    def extend(self, found: Iterable[Finding], /) -> None:
        """Add findings; what others left out is left out here too."""
        for finding in found:
            self.append(finding)
        if isinstance(found, Findings):
            self.left_out += found.left_out

    def __iadd__(self, found: Iterable[Finding], /) -> Self:  # type: ignore[override, misc]  # adds to itself, as list does
        """Add findings as `extend` does."""
        self.extend(found)
        return self

    def summed_up(self) -> tuple[Finding, ...]:
        """Return the findings, the last a notice of how many were left out."""
        more = (notice("more-findings", count=self.left_out),) if self.left_out else ()
        return (*self, *more)


def unknown_codes(codes: Iterable[str]) -> list[str]:
    """Return the codes no finding has; "*" stands for all."""
    return [code for code in codes if code not in TEXTS and code != "*"]


# code -> English sentence. Every code a reader or an inspection may use stands here.
TEXTS: dict[str, str] = {
    # the bytes
    "cannot-open": gettext_noop("The file cannot be opened."),
    "empty-file": gettext_noop("The file is empty."),
    "too-large": gettext_noop("The file has {size} bytes; at most {limit} are accepted."),
    "too-many-entrants": gettext_noop("The file names {count} players; at most {limit} are accepted."),
    "too-many-lines": gettext_noop("The file has {count} lines; at most {limit} are accepted."),
    "too-many-rounds": gettext_noop("The file has {count} rounds; at most {limit} are accepted."),
    "too-many-results": gettext_noop("The file has {count} results; at most {limit} are accepted."),
    "workbook": gettext_noop(
        "The file is a workbook ({program}), whatever its name says. Open it, save the sheet with the "
        "results as CSV (UTF-8), and upload that file."
    ),
    "compressed": gettext_noop("The file is compressed; unpack it and send the report itself."),
    "damaged-file": gettext_noop("The compressed file is damaged."),
    "binary-file": gettext_noop("The file is not a text file."),
    "mis-encoded": gettext_noop("The characters of the file cannot be decoded."),
    "encoding-guessed": gettext_noop(
        "The file does not give its character encoding, or gives a wrong one; it was read as {encoding}."
    ),
    "unknown-format": gettext_noop(
        "We cannot read this format (accepted: OpenGotha XML, H9, TOU, TRF, PGN, Palmares spreadsheet)."
    ),
    # OpenGotha
    "xml-doctype": gettext_noop(
        "The XML file contains its own declarations or entities; such files are not accepted."
    ),
    "xml-broken": gettext_noop("The XML is cut off or damaged."),
    "xml-not-well-formed": gettext_noop(
        "The XML is not well-formed in line {line}. Often an “&” or “<” stands there where “&amp;” or"
        " “&lt;” is needed."
    ),
    "xml-not-opengotha": gettext_noop("The XML file is not a tournament saved by OpenGotha."),
    "bad-number": gettext_noop("“{value}” is not a valid number for {name}."),
    "preliminary-registration": gettext_noop("{name} was only provisionally registered."),
    "team-event": gettext_noop("Teams in the file: {count}; the games are read as individual games."),
    "ambiguous-name": gettext_noop("Two entrants are called {name}; their games cannot be told apart."),
    "unknown-player": gettext_noop("{name} plays but is not among the entrants."),
    # tables of results
    "no-entrants": gettext_noop("The file has no entrants."),
    "unreadable-line": gettext_noop("The line cannot be read as an entrant."),
    "missing-rounds": gettext_noop("The line has {count} rounds where the others have {expected}."),
    "unknown-result": gettext_noop("“{text}” is not a result."),
    "glued-grade": gettext_noop("“{text}” was read as a name and the grade {grade}."),
    "name-from-comment": gettext_noop(
        "The file does not name the tournament; its first comment was taken: “{text}”."
    ),
    "bye-entrant": gettext_noop(
        "“{name}” stands for a bye and is not an entrant; games against it were read as byes."
    ),
    "several-persons": gettext_noop(
        "“{name}” is the name of several people. This entrant was left out, and games against it are not"
        " rated."
    ),
    "shared-sides": gettext_noop(
        "By its name (“{text}”) this is a tournament of pairs or teams that share a side. Such games are not"
        " rated; entrants left out because they are named as several people: {count}."
    ),
    "plays-himself": gettext_noop("The entrant is listed as their own opponent."),
    "unknown-opponent": gettext_noop("There is no entrant {opponent}."),
    "opponent-mismatch": gettext_noop("Entrant {opponent} names another opponent, or none, for this round."),
    "result-mismatch": gettext_noop("The result does not agree with the line of entrant {opponent}."),
    "ruled-half": gettext_noop(
        "The arbiter gave half a point to one side and none to the other (entrant {opponent}); the game is"
        " not rated."
    ),
    "colour-mismatch": gettext_noop("The colour does not agree with the line of entrant {opponent}."),
    "handicap-mismatch": gettext_noop("The handicap does not agree with the line of entrant {opponent}."),
    "default-mismatch": gettext_noop(
        "Only one of the two lines says that the game against entrant {opponent} was won by forfeit; it is "
        "not rated."
    ),
    "places-as-numbers": gettext_noop(
        "Opponents are given by printed place, not by line; they were read that way."
    ),
    "handicap-derived": gettext_noop(
        "{count} handicaps are not given; they were derived from the grades, minus {reduction}."
    ),
    "handicap-unknown": gettext_noop(
        "The file does not say how handicaps were given; games without one are read as even."
    ),
    "handicap-colours": gettext_noop("The weaker player has White, so no handicap could be derived."),
    "draw-or-unrated": gettext_noop(
        "“=” with an opponent is a draw for some programs and an unrated game for others."
    ),
    "unknown-heading": gettext_noop("The heading “{text}” is unknown and was ignored."),
    "duplicate-heading": gettext_noop("The heading “{text}” appears twice."),
    "bad-value": gettext_noop("“{text}” cannot be read as {name}."),
    "duplicate-number": gettext_noop("The number {number} is given to two entrants."),
    "unknown-class": gettext_noop("“{text}” is not a class (A, B, C, D)."),
    # chess reports
    "filled-column": gettext_noop("Column {column} must be blank: a field is too long, or has moved."),
    "unknown-record": gettext_noop("“{code}” is an unknown kind of line; the line was ignored."),
    "odd-sex": gettext_noop("“{text}” is not a sex (m, w)."),
    "odd-title": gettext_noop("“{text}” is not a FIDE title."),
    "odd-rating": gettext_noop("“{text}” is not a rating."),
    "odd-birth-date": gettext_noop("“{text}” is not a date of birth."),
    "odd-federation": gettext_noop("“{text}” is not a federation of three letters."),
    "unknown-country": gettext_noop(
        "The country “{text}” is unknown; {name} has no federation until the office chooses one."
    ),
    "odd-score": gettext_noop("“{text}” is not a score."),
    "odd-rounds": gettext_noop("“{text}” is not a number of rounds."),
    "odd-round-date": gettext_noop("“{text}” is not the date of a round."),
    "score-mismatch": gettext_noop("{name} has {written} points in the file; the rounds give {counted}."),
    "results-turned": gettext_noop(
        "{name} has {written} points in the file, but the games give {counted}: wins and losses seem to be "
        "swapped."
    ),
    "favourites-lose": gettext_noop(
        "In {games} games the favourites scored {made} points where {expected} were expected. Have wins and "
        "losses been swapped?"
    ),
    "order-against-results": gettext_noop(
        "Places and board numbers in the file follow the losses rather than the wins ({count} of {total} "
        "comparisons). Have wins and losses been swapped?"
    ),
    "count-mismatch": gettext_noop("The file says {written} players and lists {count}."),
    "no-fide-id": gettext_noop("{name} has no FIDE number."),
    "missing-place": gettext_noop("The tournament has no location."),
    "missing-federation": gettext_noop("The tournament has no federation."),
    "missing-arbiter": gettext_noop("The tournament has no chief arbiter."),
    "rate-unknown": gettext_noop(
        "The time control does not show whether the games are standard, rapid or blitz."
    ),
    "short-game": gettext_noop(
        "The game of {white} against {black} ended before both had moved; it is not rated."
    ),
    "many-events": gettext_noop("The file has games of {count} events; they are read as one."),
    "incomplete-game": gettext_noop("The game does not name both players and was skipped."),
    "rounds-found": gettext_noop(
        "Games without a usable round: {count}; rounds were derived from pairings, dates and times."
    ),
    "repeated-game": gettext_noop(
        "The game of {white} against {black} is already in line {line}; if it is the same game, remove it."
    ),
    "other-rules": gettext_noop(
        "Games that are not standard chess (“{text}”), not rated and skipped: {count}."
    ),
    "set-up": gettext_noop(
        "Games that did not start from the initial position, not rated and skipped: {count}."
    ),
    "program-plays": gettext_noop(
        "{text} is a chess program; games against it are not rated and were skipped: {count}."
    ),
    "most-without-moves": gettext_noop(
        "{count} of {total} games have no moves; they are read as played. Correct those won by forfeit."
    ),
    "some-without-moves": gettext_noop(
        "Won games without moves, read as forfeits: {count}; but drawn games without moves: {drawn}. Check"
        " whether they were played."
    ),
    "termination-and-moves": gettext_noop("The game has moves, but ended according to the file by “{text}”."),
    "named-like-bye": gettext_noop("“{name}” means a bye, but is entered as a player."),
    "partial-date": gettext_noop("“{text}” is only part of a date; give the days of the tournament."),
    "undated-games": gettext_noop(
        "Games without a full date: {count}; check the first and last day of the tournament."
    ),
    # the tournament
    "missing-name": gettext_noop("The tournament has no name."),
    "placeholder-name": gettext_noop("“{text}” is the program’s placeholder; it has not been filled in."),
    "missing-date": gettext_noop("The tournament has no date."),
    "impossible-date": gettext_noop("“{text}” is not a date."),
    "ambiguous-date": gettext_noop("“{text}” can mean {date} or {second}; {date} was used."),
    "implausible-date": gettext_noop("The tournament cannot have been played on {date}."),
    "end-before-start": gettext_noop("The tournament ends on {end}, before it starts on {start}."),
    "future-date": gettext_noop("The tournament starts on {date}, which is in the future."),
    "not-ended": gettext_noop("The tournament ends on {date}, which is in the future."),
    "long-event": gettext_noop("The tournament lasts {days} days."),
    "impossible-size": gettext_noop("{size} is not a board size."),
    "size-assumed": gettext_noop("The board size is not given; {size} was assumed."),
    "uncounted-size": gettext_noop("Games on a {size} board do not count; only 19, 13 and 9 do."),
    "size-doubt": gettext_noop("The file gives board size {size}, but its text mentions {text}."),
    "time-unknown": gettext_noop("The time control is not given."),
    "time-too-short": gettext_noop(
        "The time control of {minutes} adjusted minutes is below the limit of class C."
    ),
    "class-time": gettext_noop("{minutes} adjusted minutes are less than class {time_class} requires."),
    "online-by-place": gettext_noop(
        "“{place}” is a place on the internet: the tournament is treated as online."
    ),
    # rounds and games
    "no-games": gettext_noop("The file has no games."),
    "nothing-rateable": gettext_noop("None of the games can be rated."),
    "empty-round": gettext_noop("No games in this round."),
    "round-beyond": gettext_noop("The tournament has only {rounds} rounds."),
    "plays-twice": gettext_noop("{name} plays {count} times in the same round."),
    "bye-and-game": gettext_noop("{name} has both a game and a bye in the same round."),
    "handicap-high": gettext_noop(
        "A handicap of {handicap}: on the FFG ladder, more than 9 stones count at most for players below 20"
        " kyu."
    ),
    "handicap-negative": gettext_noop("A handicap cannot be {handicap}."),
    "unknown-outcome": gettext_noop("The game of {white} against {black} has no result; it is not rated."),
    "draw-and-half-komi": gettext_noop(
        "Drawn games, although a komi of {komi} rules out draws: {count}. They are rated as draws."
    ),
    "both-lose": gettext_noop("{white} and {black} both lose; the game is not rated."),
    "both-win": gettext_noop("{white} and {black} both win; the game is not rated."),
    "by-default": gettext_noop("The game of {white} against {black} was won by forfeit; it is not rated."),
    "same-games": gettext_noop(
        "{count} of the {games} games are also in tournament {number}: the same players, the same results."
    ),
    "more-findings": gettext_noop("There are {count} more findings."),
    # games that come one by one
    "odd-game-code": gettext_noop(
        "“{text}” cannot be the code of a game: 1 to {limit} letters, digits or . _ : @ + ~ -."
    ),
    "code-made": gettext_noop("Games without a code (it was made from date, time and players): {count}."),
    "missing-end": gettext_noop("The game does not say when it ended."),
    "odd-moment": gettext_noop("“{text}” is not a date and time such as 2026-03-14T20:15:00Z."),
    "zone-assumed": gettext_noop("Times without a time zone, read as UTC: {count}."),
    "game-in-future": gettext_noop("The game ends at {when}, which is in the future."),
    "game-too-old": gettext_noop("The game ends at {when}; games before 1990 are not accepted."),
    "missing-player": gettext_noop("A player of the game is not named."),
    "odd-handle": gettext_noop("“{text}” cannot be the name of a player: 1 to {limit} visible characters."),
    "seated-twice": gettext_noop("{name} is listed as their own opponent."),
    "no-result": gettext_noop("The game has no result: a score for two sides, places for more."),
    "odd-places": gettext_noop("The places must be numbers from 1 to {count}, and one must be 1."),
    "odd-order": gettext_noop("“{text}” is not an order such as anna > ben = cem > dora."),
    "odd-points": gettext_noop("The points at stake must be above 0 and at most {limit}."),
    "points-not-taken": gettext_noop("The system does not use points at stake."),
    "wants-two": gettext_noop("The system accepts two-player games; {count} played here."),
    "wants-teams": gettext_noop("The system accepts games of two teams of two."),
    "wants-no-teams": gettext_noop("The system does not accept team games."),
    "too-many-seats": gettext_noop("{count} players are too many; a table can have at most {limit}."),
    "missing-columns": gettext_noop(
        "The first line must contain the columns game, ended, white, black and result."
    ),
    "unrated-games": gettext_noop("Unrated games, skipped: {count}."),
    "other-category": gettext_noop("Games of another category, skipped: {count}."),
    "not-a-game": gettext_noop("The game is not an object with code, ended, players and result."),
    "unknown-field": gettext_noop("“{text}” is not a field of a game."),
    "two-results": gettext_noop("The game has both places and sides; give one of them."),
    "game-differs": gettext_noop("The game {game} is already known and was different."),
    "same-game": gettext_noop(
        "The same players finished the game {game} within the same second; it is taken to be this game. If it"
        " is not, correct when this one ended."
    ),
    "program-games": gettext_noop("Games with chess programs, skipped: {count}."),
    "unplayed-games": gettext_noop("Games in which no move was made, skipped: {count}."),
    "moveless-games": gettext_noop("Games without moves, accepted as played: {count}."),
    "erased-handle": gettext_noop(
        "{name}: a person of this name was erased on request on {date}. The game is imported once an officer"
        " has assigned the handle on the page of the game server; send it again then."
    ),
    "one-player-of-two-names": gettext_noop("{name} and another player of the game are the same person."),
    # entrants
    "missing-surname": gettext_noop("An entrant has no name."),
    "no-grade": gettext_noop("{name} has no grade."),
    "bare-grade": gettext_noop(
        "“{text}” has neither k nor d, so the grade is not known; write for example 3k or 3d."
    ),
    "unknown-grade": gettext_noop("“{text}” is not a grade."),
    "same-identifier": gettext_noop("{name} has the number {identifier}, which {other} already has."),
    "odd-identifier": gettext_noop("“{identifier}” does not look like a number of the {scheme} register."),
    "same-name": gettext_noop("{name} appears twice among the entrants."),
    # the players they are matched to
    "person-age": gettext_noop(
        "{name} is matched to {player}, who was born in {year}: an age of {age} at the tournament."
    ),
    "person-birth": gettext_noop(
        "{name} is matched to {player}: born in {written} in the file, in {listed} in the register."
    ),
    "person-sex": gettext_noop("{name} is matched to {player}: file and register disagree on the sex."),
    "person-grade": gettext_noop(
        "{name} is matched to {player}: {written} in the file, {listed} in the register."
    ),
    "person-strength": gettext_noop(
        "{name} is matched to {player}: {written} in the file, but the rating corresponds to {listed}."
    ),
    "person-rating": gettext_noop(
        "{name} is matched to {player}: {written} in the file, but the rating is {listed}."
    ),
    "person-elsewhere": gettext_noop(
        "{player} is also entered in {other} in {place}, from {start} to {end}."
    ),
    "person-erased": gettext_noop("{name}: a person of this name or number was erased on request on {date}."),
}
# The same where both days in it are one.
TEXTS_OF_ONE_DAY: dict[str, str] = {
    "person-elsewhere": gettext_noop("{player} is also entered in {other} in {place}, on {start}."),
}
