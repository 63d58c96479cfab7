"""Entrants of a pairing program's tournament: players of the register, new ones, typed or in a file."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction

from federation.journal import journal
from federation.models import Account, Identifier, Player
from federation.register.queries import candidates_for
from federation.vocabulary.grades import grade_of_gor, tidy_grade
from federation.vocabulary.keys import keys_from
from federation.vocabulary.names import fold, full_name
from tournaments import signals
from tournaments.formats import table
from tournaments.matching.matching import WHOLE, Match, State, match_all
from tournaments.models import ExpectedEntrant, ExpectedTournament
from tournaments.pairing_programs.expected import locked
from tournaments.pairing_programs.pairgoth.people import Listed, split_name
from tournaments.pairing_programs.pairgoth.refusals import Unusable
from tournaments.reports.findings import Unreadable, error
from tournaments.reports.report import Entrant
from tournaments.revisions.report_to_models import tidy

MOST_LINES = 2_000
LONGEST = 200  # letters of a line
_NUMBER = re.compile(r"(?:no\.?|n°|№|#)?\s*([0-9]{1,16})", re.IGNORECASE)
_GRADE = re.compile(r"[0-9]{1,2} ?[kdp]", re.IGNORECASE)
_COUNTRY = re.compile(r"[A-Z]{2}")

MOST = 1_000  # entrants of a tournament
_UNKNOWN_COUNTRY = "XX"
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Typed:
    """A line: a number, or an entrant."""

    number: str = ""
    entrant: Entrant | None = None


def read_typed(text: str) -> list[Typed]:
    """Read a text, a line an entrant: a number, or a name with further data beside it.

    Empty lines are passed over. "4711", "0100001", "Aubrac Lise 3d FR 38Gr", "Aubrac, Lise; 3d; FR; 38Gr".
    """
    return [_typed_line(line[:LONGEST].strip()) for line in text.splitlines()[:MOST_LINES] if line.strip()]


def _typed_line(line: str) -> Typed:
    number = _NUMBER.fullmatch(line)
    if number:
        return Typed(number=number[1])
    parts = [part.strip() for part in re.split(r"[;\t]", line) if part.strip()]
    name, *more = parts or [line]
    if not more:
        name, more = _without_ends(name)
    surname, given_name = _name(name)
    grade = next((word for word in more if _GRADE.fullmatch(word)), "")
    country = next((word for word in more if _COUNTRY.fullmatch(word)), "")
    club = next((word for word in more if word not in (grade, country)), "")
    return Typed(
        entrant=Entrant(
            1, surname, given_name, grade=tidy_grade(grade.replace(" ", "")) or "", country=country, club=club
        )
    )


def _without_ends(line: str) -> tuple[str, list[str]]:
    """Part a line of words: the name, and what stands behind it from a grade or a country on."""
    words = line.split()
    for place in range(1, len(words)):
        if _GRADE.fullmatch(words[place]) or (place > 1 and _COUNTRY.fullmatch(words[place])):
            return " ".join(words[:place]), words[place:]
    return line, []


def _name(text: str) -> tuple[str, str]:
    surname, comma, given_name = (part.strip() for part in text.partition(","))
    return (surname or given_name, given_name if surname else "") if comma else split_name(text)


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant as sent to the program: names of the register where it is one of its players."""

    key: int
    surname: str
    given_name: str
    grade: str
    country: str
    club: str
    identifiers: Mapping[str, str]
    player: int | None = None
    rating: int | None = None  # on the scale of the EGF
    absent: tuple[int, ...] = ()

    @property
    def rank(self) -> str:
        """The declared grade, else that of the rating."""
        if self.grade or self.rating is None:
            return self.grade
        return str(grade_of_gor(self.rating))

    @property
    def listed(self) -> Listed:
        """The entrant as pages are compared with."""
        return Listed(
            self.key, self.surname, self.given_name, self.rank, self.country, self.club, self.identifiers
        )


@dataclass(frozen=True, slots=True)
class Added:
    """Result of adding entrants: added as players, added as written, already there."""

    players: int = 0
    as_written: tuple[str, ...] = ()
    already: int = 0
    over: int = 0  # left out: the list is full
    unknown: tuple[str, ...] = ()  # numbers of no player


@dataclass(slots=True)
class _Sorting:
    """Entrants on their way into the list: who is there, who comes, who was there already."""

    players: set[int]
    names: set[str]
    room: int
    rows: list[ExpectedEntrant] = field(default_factory=list)
    already: int = 0
    over: int = 0

    def take(self, row: ExpectedEntrant) -> None:
        """Add an entrant, unless one with the same player or the very same name is there."""
        name = fold(full_name(row.surname, row.given_name))
        if row.player_id in self.players or (row.player_id is None and name in self.names):
            self.already += 1
        elif len(self.rows) >= self.room:
            self.over += 1
        else:
            self.rows.append(row)
            self.names.add(name)
            if row.player_id is not None:
                self.players.add(row.player_id)


def lines(tournament: ExpectedTournament) -> list[Line]:
    """Return who is entered, by name; three queries, two where no rating is asked for."""
    rows = list(
        ExpectedEntrant.objects.filter(tournament=tournament).select_related(
            "player__federation",
            "player__club",
            "player__merged_into__federation",
            "player__merged_into__club",
        )
    )
    players = {row.pk: row.player.merged_into or row.player for row in rows if row.player}
    keys = [player.pk for player in players.values()]
    numbers: dict[int, dict[str, str]] = defaultdict(dict)
    for holder, scheme, value in Identifier.objects.filter(player__in=keys).values_list(
        "player", "scheme", "value"
    ):
        numbers[holder][scheme] = value
    ratings = _ratings(keys, tournament.rated_by)
    listing, seen = [], set[int]()
    for row in rows:
        player = players.get(row.pk)
        if player is not None and player.pk in seen:
            continue  # two of the list were merged
        if player is not None:
            seen.add(player.pk)
        listing.append(_line(row, player, numbers[player.pk] if player else row.identifiers, ratings))
    return sorted(listing, key=lambda line: (fold(full_name(line.surname, line.given_name)), line.key))


def add_players(tournament: ExpectedTournament, numbers: Collection[int], *, account: Account) -> Added:
    """Add players of the register; numbers of no player are ignored."""
    players = Player.objects.select_related("merged_into").filter(pk__in=numbers).order_by("pk")
    people = [player.merged_into or player for player in players]
    return _add(tournament, [_of_player(tournament, player) for player in people], account=account)


def add_typed(tournament: ExpectedTournament, text: str, *, account: Account) -> Added:
    """Add the entrants of a text, one a line: a number of the register, or name, grade, country, club."""
    typed = read_typed(text)
    numbers = [entry.number for entry in typed if entry.number]
    known = _by_numbers(numbers)
    people = [known.get(entry.number) or entry.entrant for entry in typed]
    added = _add_people(tournament, [person for person in people if person is not None], account=account)
    return replace(added, unknown=tuple(number for number in numbers if number not in known))


def add_file(tournament: ExpectedTournament, data: bytes, filename: str, *, account: Account) -> Added:
    """Add the entrants of a report file; its rounds are ignored. Raises Unreadable."""
    report = table.read(data, filename=filename)
    if not report.entrants:
        raise Unreadable(error("no-entrants"))
    return _add_people(tournament, list(report.entrants[: 2 * MOST]), account=account)


@transaction.atomic
def remove(tournament: ExpectedTournament, key: int, *, account: Account) -> str:
    """Take an entrant off the list and return the name; "" if the entrant is not there."""
    current = locked(tournament)
    row = ExpectedEntrant.objects.filter(tournament=current, pk=key).first()
    if row is None:
        return ""
    name, number = str(row), row.pk
    row.delete()
    journal.write("expected.entrants", current, account=account, removed=[number])
    return name


@transaction.atomic
def note_presences(
    tournament: ExpectedTournament, number: int, presences: Sequence[tuple[int, bool]]
) -> None:
    """Store who plays a round, as the program reports it. Raises Unusable for non-entrants."""
    current = locked(tournament)
    if not 1 <= number <= current.rounds:
        raise Unusable("beyond", round=number, rounds=current.rounds)
    rows = {row.pk: row for row in ExpectedEntrant.objects.filter(tournament=current)}
    strange = next((key for key, _ in presences if key not in rows), None)
    if strange is not None:
        raise Unusable("unknown-entrant", number=strange)
    changed = {}
    for key, present in presences:
        row = rows[key]
        absent = sorted({*row.absent, number} if not present else set(row.absent) - {number})
        if absent != row.absent:
            row.absent = absent
            changed[key] = row
    if changed:
        ExpectedEntrant.objects.bulk_update(changed.values(), ["absent"], batch_size=_BATCH)
        presence = {str(key): number not in row.absent for key, row in changed.items()}
        journal.write("expected.presences", current, account=current.account, round=number, present=presence)


def _add_people(
    tournament: ExpectedTournament, people: Sequence[Player | Entrant], *, account: Account
) -> Added:
    """Add players as they are, entrants as the register's players where that is certain."""
    written = [person for person in people if isinstance(person, Entrant)]
    matches = iter(match_all(written, candidates_for(written)) if written else [])
    rows = []
    for person in people:
        if isinstance(person, Player):
            rows.append(_of_player(tournament, person))
            continue
        match = next(matches)
        row = _of_entrant(tournament, person)
        row.player_id = match.player if _is_meant(match) else None
        rows.append(row)
    return _add(tournament, rows, account=account)


def _is_meant(match: Match) -> bool:
    """Return whether a player is meant: certainly, or as the only one of the very name."""
    if match.state is State.CERTAIN:
        return True
    return match.state is State.LIKELY and match.suggestions[0].score >= WHOLE


@transaction.atomic
def _add(tournament: ExpectedTournament, rows: Sequence[ExpectedEntrant], *, account: Account) -> Added:
    current = locked(tournament)
    there = list(ExpectedEntrant.objects.filter(tournament=current))
    sorting = _Sorting(
        {row.player_id for row in there if row.player_id is not None},
        {fold(full_name(row.surname, row.given_name)) for row in there},
        MOST - len(there),
    )
    for row in rows:
        sorting.take(row)
    added = ExpectedEntrant.objects.bulk_create(sorting.rows, batch_size=_BATCH)
    if added:
        journal.write("expected.entrants", current, account=account, added=len(added))
    as_written = tuple(str(row) for row in added if row.player_id is None)
    return Added(len(added) - len(as_written), as_written, sorting.already, sorting.over)


def _by_numbers(numbers: Sequence[str]) -> dict[str, Player]:
    """Find players by any of their numbers: the public one, else one of another register."""
    rows = Player.objects.select_related("merged_into")
    players = {
        str(player.pk): player.merged_into or player for player in rows.filter(pk__in=keys_from(numbers))
    }
    of_others = Identifier.objects.filter(value__in=numbers).select_related("player__merged_into")
    for identifier in of_others:
        players.setdefault(identifier.value, identifier.player.merged_into or identifier.player)
    return players


def _of_player(tournament: ExpectedTournament, player: Player) -> ExpectedEntrant:
    return ExpectedEntrant(
        tournament=tournament, player=player, surname=player.surname, given_name=player.given_name
    )


def _of_entrant(tournament: ExpectedTournament, entrant: Entrant) -> ExpectedEntrant:
    numbers = {scheme: tidy(value, 16) for scheme, value in entrant.identifiers.items() if len(value) <= 16}
    return ExpectedEntrant(
        tournament=tournament,
        surname=tidy(entrant.surname, 80) or "?",
        given_name=tidy(entrant.given_name, 80),
        grade=tidy(entrant.grade, 3),
        country=tidy(entrant.country, 2).upper(),
        club=tidy(entrant.club, 16),
        identifiers=numbers,
    )


def _line(
    row: ExpectedEntrant, player: Player | None, numbers: Mapping[str, str], ratings: Mapping[int, float]
) -> Line:
    absent = tuple(number for number in row.absent if isinstance(number, int))
    if player is None:
        return Line(
            row.pk, row.surname, row.given_name, row.grade, row.country, row.club, numbers, absent=absent
        )
    country = player.federation.code[:2]
    rating = ratings.get(player.pk)
    return Line(
        row.pk,
        player.surname,
        player.given_name,
        player.grade,
        "" if country == _UNKNOWN_COUNTRY else country,
        player.club_label,
        dict(numbers),
        player=player.pk,
        rating=None if rating is None else round(rating),
        absent=absent,
    )


def _ratings(players: Sequence[int], system: str) -> dict[int, float]:
    """Return the ratings of players on the EGF scale, asked for by signal."""
    by_player: dict[int, float] = {}
    if players and system:
        answers: list[tuple[Any, Any]] = signals.ratings_asked.send(
            sender=ExpectedTournament, players=players, system=system
        )
        for _, ratings in answers:
            by_player |= ratings
    return by_player
