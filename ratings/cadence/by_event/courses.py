"""Queries of the rating changes of players, event by event."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce

from federation.models import DeclaredGrade, Player
from ratings.cadence.shared.moves import Move
from ratings.cadence.shared.steps import CameWith, Courses, Step
from ratings.models import RatingChange, RatingSystem
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
