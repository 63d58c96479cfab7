"""Pages of systems that move with every event (FFG ladder, EGF): what moved players, who is active."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from federation.models import DeclaredGrade, Player
from ratings.cadence.shared.known import ListedPlayer, as_listed, newest_entries
from ratings.cadence.shared.listed_games import last_day_of_play
from ratings.cadence.shared.steps import (
    CameWith,
    Courses,
    Due,
    ListCount,
    Move,
    Step,
    UnnamedMove,
    standing_as_listed,
)
from ratings.models import ListEntry, RatingChange, RatingSystem
from ratings.rulebook.active_span import ALWAYS, ActiveSpan, by_grade, by_licence, on_list
from ratings.rulebook.activity import deciding_grade, has_lapsed, needs_licence
from ratings.rulebook.egf import EgfEdition
from ratings.rulebook.systems import Choice, edition_in_force
from tournaments.models import Tournament

_COLUMNS = (
    "player_id", "tournament__number", "tournament__name", "tournament__start", "manual_event__label",
    "manual_event__date", "declared", "system__key", "before", "start", "after", "games", "edition",
)  # fmt: skip
# As lists know it: what was declared until then, else the grade of the register.
_DECLARED = Coalesce(
    Subquery(
        DeclaredGrade.objects.filter(
            player=OuterRef("player"),
            since__lte=Coalesce(OuterRef("tournament__start"), OuterRef("manual_event__date")),
        )
        .order_by("-since")
        .values("grade")[:1]
    ),
    "player__grade",
)


def courses(keys: Sequence[str], players: Collection[Player]) -> Courses:
    """Read the events of some players in some systems; one query."""
    by_player: dict[tuple[str, int], list[Step]] = defaultdict(list)
    rows = RatingChange.objects.filter(player__in=players, system__key__in=keys).annotate(declared=_DECLARED)
    for player, number, name, start, label, decided, declared, *numbers in rows.order_by(
        "sequence"
    ).values_list(*_COLUMNS):
        move, day = Move(*numbers), start or decided
        if day is not None:
            by_player[move.system, player].append(
                Step(
                    day=day,
                    kind="decision" if number is None else "tournament",
                    name=name or label or "",
                    tournament=number,
                    before=move.before,
                    start=move.start,
                    after=move.after,
                    change=move.change,
                    games=move.games,
                    edition=move.edition,
                    declared=declared,
                )
            )
    return by_player


def came_with(players: Collection[int], tournaments: Collection[Tournament]) -> CameWith:
    """Read what players (their keys) began tournaments from, where they were rated in them; one query."""
    keys = {
        tournament.number: tournament.pk for tournament in tournaments
    }  # the ledger may name an earlier revision still
    rows = RatingChange.objects.filter(tournament__number__in=keys, player__in=players, system__active=True)
    starts: dict[tuple[int, RatingSystem], dict[int, float]] = defaultdict(dict)
    for row in rows.select_related("system", "tournament").order_by("system__position"):
        value = row.start if row.start is not None else row.before
        if value is not None and row.tournament is not None:
            starts[keys[row.tournament.number], row.system][row.player_id] = value
    by_tournament: dict[int, list[tuple[RatingSystem, Mapping[int, float]]]] = defaultdict(list)
    for (tournament, system), each in starts.items():
        by_tournament[tournament].append((system, each))
    return by_tournament


class PagesByEvent:
    """Pages of systems that move with every event: `ratings.cadence.pages.Pages`."""

    courses = staticmethod(courses)
    came_with = staticmethod(came_with)
    standing_now = staticmethod(standing_as_listed)

    def unnamed_moves(self, _player: Player) -> Iterable[UnnamedMove]:
        """Return nothing: every event has a name."""
        return ()

    def due(self, _system: RatingSystem, tournament: Tournament) -> Due:
        """Return the first day of the tournament."""
        return Due(tournament.start)

    def lists_moved_by(self, _tournament: Tournament) -> Sequence[ListCount]:
        """Return nothing: a tournament moves ratings by itself."""
        return ()

    def active_span(self, entry: ListEntry, played: date | None) -> ActiveSpan:
        """Return the span of a licence (FFG ladder rules 3.1) or of a declared grade (EGF 1.7)."""
        day = entry.list.date
        edition = edition_in_force(entry.list.system, day)
        if needs_licence(edition):
            return by_licence(entry.licence, season=day.year)
        if not isinstance(edition, EgfEdition):
            return ALWAYS
        last = last_day_of_play(entry, played)
        grade = deciding_grade(entry.declared_grade, entry.exact)
        return on_list(by_grade(edition, grade, last_event=last, on=day, active=entry.active), day)

    def known(self, system_key: str, players: Iterable[Player]) -> dict[int, ListedPlayer]:
        """Read the newest list."""
        rows = newest_entries(system_key, players)
        return {row.player_id: as_listed(row, games=row.games) for row in rows}

    def has_lapsed(self, choice: Choice, rating: float, declared: str, *, since: int, until: int) -> bool:
        """Return whether the rating would have left the list between two events."""
        edition = edition_in_force(choice, date.fromordinal(until - 1))
        return has_lapsed(edition, rating, declared=declared, last_event=since, by=until)
