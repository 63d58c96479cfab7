"""Rows of tables of statistics that need names of players, clubs and others; a query each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from federation.models import Club, Federation
from federation.register.club_names import show_clubs
from federation.vocabulary.countries import fide_letters
from ratings.models import ListEntry
from ratings.statistics import list_figures
from ratings.statistics.kinds import Clubs, Drift

BAR = 132  # pixels of the longest bar
_NAMES = ("player_id", "surname", "given_name", "federation", "club", "club_name")


@dataclass(frozen=True, slots=True)
class DriftRow:
    """A list: the level of its active, and of those who were on all the recent lists."""

    day: date
    level: list_figures.Level | None
    company: list_figures.Level | None


@dataclass(frozen=True, slots=True)
class ImproverRow:
    """An improver as the newer list names them; `bar` is their gain in pixels, the greatest BAR."""

    place: int
    entry: ListEntry
    improver: list_figures.Improver
    gain: float
    bar: float


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club or federation with its place among those that have enough active players; else None."""

    place: int | None
    code: str
    name: str
    club: list_figures.Club
    mean: float | None
    is_known: bool  # the register has it, not only a file


def drift_rows(found: Drift) -> list[DriftRow]:
    """Put both levels of each list side by side, the oldest list first."""
    levels = {level.day: level for level in found.levels}
    company = {level.day: level for level in found.company}
    return [DriftRow(day, levels.get(day), company.get(day)) for day in sorted({*levels, *company})]


def list_entries(key: int, players: Sequence[int]) -> dict[int, ListEntry]:
    """Read the names a list gives some players and their clubs; two queries at most."""
    rows = list(ListEntry.objects.filter(list=key, player__in=players).only(*_NAMES))
    show_clubs(rows)
    return {row.player_id: row for row in rows}


def improver_rows(
    rows: Sequence[list_figures.Improver], entries: Mapping[int, ListEntry]
) -> list[ImproverRow]:
    """Name the improvers, the greatest gain first; equal gains share a place."""
    gains = [row.now - row.before for row in rows]
    most = max(gains, default=1.0)
    return [
        ImproverRow(
            gains.index(gain) + 1,
            entries[row.player],
            row,
            gain,
            round(BAR * gain / most, 1),
        )
        for row, gain in zip(rows, gains, strict=True)
        if row.player in entries
    ]


def club_rows(found: Clubs, best: int) -> list[ClubRow]:
    """Order clubs by the mean of their best few, those with fewer active players behind; one query."""
    names = names_of(found.by, [row.code for row in found.rows])
    means = {row.code: row.mean_of(best) for row in found.rows}
    ranked = [row for row in found.rows if means[row.code] is not None]
    ranked.sort(key=lambda row: (-(means[row.code] or 0.0), row.code))
    others = [row for row in found.rows if means[row.code] is None]
    others.sort(key=lambda row: (-row.active, -row.players, row.code))
    return [
        ClubRow(
            place if place <= len(ranked) else None,
            fide_letters(row.code) if found.by == "federation" else row.code,
            names.get(row.code, row.code),
            row,
            means[row.code],
            row.code in names,
        )
        for place, row in enumerate([*ranked, *others], start=1)
    ]


def names_of(kind: str, codes: Sequence[str]) -> dict[str, str]:
    """Return the names of clubs or federations by their codes; of those not in the register none."""
    if kind == "club":
        return dict(Club.all_clubs.filter(code__in=codes).values_list("code", "name"))
    return dict(Federation.objects.filter(code__in=codes).values_list("code", "name"))
