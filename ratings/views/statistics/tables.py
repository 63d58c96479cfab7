"""The tables of the statistics: as rows of a page, and as lines of a file, its head first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from federation.language.dates import format_date
from federation.models import Club, Federation
from federation.register.club_names import show_clubs
from federation.vocabulary.countries import fide_letters
from ratings.cadence.shared.record import first_day
from ratings.charts.figures import whole
from ratings.models import ListEntry
from ratings.statistics import forecasts, list_figures, wins
from ratings.statistics.forecasts import BINS, Quality
from ratings.statistics.kinds import Activity, Clubs, Drift, WinTables

BAR = 132  # pixels of the longest bar
_NAMES = ("player_id", "surname", "given_name", "federation", "club", "club_name")

Line = Sequence[object]


def win_rows(found: WinTables) -> list[tuple[str, list[tuple[int, int, float | None]]]]:
    """Return the table of grades with Pw in percent; None where nothing was played."""
    return [
        (
            wins.grade_word(row.grade),
            [(won, games, 100 * won / games if games else None) for won, games in row.cells],
        )
        for row in found.grades
    ]


def win_lines(found: WinTables) -> Iterator[Line]:
    """Yield the table of grades as the brief prints it, else that of differences."""
    if found.grades:
        head = [f"{name}{apart}" for apart in range(1, wins.MOST_GRADES + 1) for name in ("Nw", "Ng", "Pw")]
        yield ("G", *head)
        for grade, cells in win_rows(found):
            figures = [("" if p is None else f"{p:.1f}") for _won, _games, p in cells]
            counts = [(won, games, p) for (won, games, _p), p in zip(cells, figures, strict=True)]
            yield (grade, *(part for cell in counts for part in cell))
        return
    yield ("from", "games", "wins", "draws", "losses", "scored", "expected")
    for band in found.bands:
        losses = band.games - band.wins - band.draws
        yield (
            band.low,
            band.games,
            band.wins,
            band.draws,
            losses,
            f"{band.scored:.4f}",
            f"{band.expected:.4f}",
        )


def bins(found: Quality | None) -> list[tuple[str, forecasts.Bin]]:
    """Name the classes of forecasts."""
    if found is None:
        return []
    return [(f"{100 * at // BINS}–{100 * (at + 1) // BINS}", row) for at, row in enumerate(found.bins)]


def bin_lines(found: Quality | None) -> Iterator[Line]:
    """Yield the classes of forecasts."""
    yield ("from", "to", "games", "expected", "scored")
    for at, row in enumerate(found.bins if found else ()):
        low, high = f"{at / BINS:.2f}", f"{(at + 1) / BINS:.2f}"
        yield (low, high, row.games, f"{row.expected:.4f}", f"{row.scored:.4f}")


def compared(judged: Sequence[tuple[str, Quality]]) -> Iterator[Line]:
    """Yield the forecasts of all systems."""
    yield ("system", "games", "left_out", "base", "log_loss", "base_log_loss", "gain", "brier", "base_brier")
    for key, row in judged:
        figures = (row.base, row.log_loss, row.base_log_loss, row.gain, row.brier, row.base_brier)
        yield (key, row.games, row.left_out, *(f"{figure:.4f}" for figure in figures))


def months(found: Activity) -> list[tuple[str, int, int]]:
    """Name the months, the newest first."""
    return [
        (format_date(first_day(month.month), "F Y"), month.games, month.players)
        for month in reversed(found.months)
    ]


def month_lines(found: Activity) -> Iterator[Line]:
    """Yield the months."""
    yield ("month", "games", "players")
    for month in found.months:
        yield (f"{first_day(month.month):%Y-%m}", month.games, month.players)


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


def drift_lines(rows: Sequence[DriftRow]) -> Iterator[Line]:
    """Yield the levels of the lists."""
    yield ("date", "active", "mean", "median", "same_players", "same_mean", "same_median")
    for row in rows:
        yield (row.day.isoformat(), *_level(row.level), *_level(row.company))


def _level(level: list_figures.Level | None) -> tuple[Any, ...]:
    return (level.players, round(level.mean, 1), round(level.median, 1)) if level else ("", "", "")


def improver_lines(rows: Sequence[ImproverRow]) -> Iterator[Line]:
    """Yield the improvers."""
    yield ("place", "player", "surname", "given_name", "federation", "club", "before", "now", "gain", "games")
    for row in rows:
        entry, improver = row.entry, row.improver
        names = (entry.player_id, entry.surname, entry.given_name, entry.federation, entry.club)
        yield (
            row.place,
            *names,
            whole(improver.before),
            whole(improver.now),
            whole(row.gain),
            improver.games,
        )


def club_lines(rows: Sequence[ClubRow], best: int) -> Iterator[Line]:
    """Yield the clubs."""
    yield ("place", "code", "name", "players", "active", f"mean_of_best_{best}", "best", "won")
    for row in rows:
        mean = "" if row.mean is None else round(row.mean, 1)
        top = whole(row.club.best[0]) if row.club.best else ""
        yield (row.place, row.code, row.name, row.club.players, row.club.active, mean, top, row.club.won)
