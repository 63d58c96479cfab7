"""Rows of the tables of statistics that need a name of somebody or something; a query each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from federation.models import Club, Federation
from federation.register.club_labels import show_clubs
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
    levels = {one.day: one for one in found.levels}
    company = {one.day: one for one in found.company}
    return [DriftRow(day, levels.get(day), company.get(day)) for day in sorted({*levels, *company})]


def list_entries(key: int, players: Sequence[int]) -> dict[int, ListEntry]:
    """Read how a list names some players, and what their clubs are called; two queries at most."""
    rows = list(ListEntry.objects.filter(list=key, player__in=players).only(*_NAMES))
    show_clubs(rows)
    return {row.player_id: row for row in rows}


def improver_rows(
    rows: Sequence[list_figures.Improver], entries: Mapping[int, ListEntry]
) -> list[ImproverRow]:
    """Name the improvers, the greatest gain first; equal gains share a place."""
    gains = [one.now - one.before for one in rows]
    most = max(gains, default=1.0)
    return [
        ImproverRow(
            gains.index(gain) + 1,
            entries[one.player],
            one,
            gain,
            round(BAR * gain / most, 1),
        )
        for one, gain in zip(rows, gains, strict=True)
        if one.player in entries
    ]


def club_rows(found: Clubs, best: int) -> list[ClubRow]:
    """Order clubs by the mean of their best few, those with fewer active players behind; one query."""
    names = names_of(found.by, [one.code for one in found.rows])
    means = {one.code: one.mean_of(best) for one in found.rows}
    ranked = [one for one in found.rows if means[one.code] is not None]
    ranked.sort(key=lambda one: (-(means[one.code] or 0.0), one.code))
    others = [one for one in found.rows if means[one.code] is None]
    others.sort(key=lambda one: (-one.active, -one.players, one.code))
    return [
        ClubRow(
            place if place <= len(ranked) else None,
            fide_letters(one.code) if found.by == "federation" else one.code,
            names.get(one.code, one.code),
            one,
            means[one.code],
            one.code in names,
        )
        for place, one in enumerate([*ranked, *others], start=1)
    ]


def names_of(kind: str, codes: Sequence[str]) -> dict[str, str]:
    """Return the names of clubs or federations by their codes; of those not in the register none."""
    if kind == "club":
        return dict(Club.all_clubs.filter(code__in=codes).values_list("code", "name"))
    return dict(Federation.objects.filter(code__in=codes).values_list("code", "name"))
