"""Writer of FFG result files (TOU)."""

import re

from tournaments.formats.shared.crosstable import Half, grid, latin, one_line, word
from tournaments.reports.report import Entrant, Report


def write(report: Report) -> bytes:
    """Write a report as TOU, in ISO-8859-15 with LF.

    The format has no mark for a game that is not rated: defaults, both-lose and both-win become free rounds.
    """
    table = grid(report)
    lines = [
        *_header(report),
        ";Num Nom Prenom               Niv Licence Club",
        *(_line(entrant, table[entrant.number - 1]) for entrant in report.entrants),
    ]
    return ("\n".join(latin(line) for line in lines) + "\n").encode("iso-8859-15")


def _header(report: Report) -> list[str]:
    start = f"{report.start:%y%m%d}-" if report.start else ""
    values = (
        ("name", word(f"{start}{report.place or report.name}".lower())),
        ("date", f"{report.start:%d/%m/%Y}" if report.start else ""),
        ("vill", report.place),
        ("comm", report.name),
        ("prog", report.program),
        ("size", str(report.board_size)),
        ("time", _time(report)),
        ("ta", "" if report.adjusted_minutes is None else str(int(report.adjusted_minutes))),
        ("komi", "" if report.komi is None else f"{report.komi:g}"),
    )
    return [f";{name}={one_line(value)}" for name, value in values if value]


def _time(report: Report) -> str:
    """Return main minutes, and "+b" when there is any overtime."""
    main = re.match(r"[0-9]{1,4}", report.time_system)
    if main is None:
        return ""
    longer = report.adjusted_minutes is not None and report.adjusted_minutes > int(main[0])
    return f"{main[0]}+b" if longer or "+" in report.time_system else main[0]


def _line(entrant: Entrant, halves: list[Half]) -> str:
    name = f"{word(entrant.surname) or '?'} {word(entrant.given_name) or '-'}"
    licence = word(entrant.identifiers.get("ffg", ""))
    if len(licence) != 7:  # half a licence may be another person's
        licence = "-------"
    foreign = entrant.country not in ("", "FR")
    # XXXX is a French player without a club, XX a player of unknown country.
    club = word(entrant.country if foreign else entrant.club) or ("XXXX" if entrant.country else "XX")
    cells = "".join(_cell(half) for half in halves)
    # Name and grade touch: 25 and 3 columns.
    return f"{entrant.number:4d} {name[:25]:<25}{entrant.grade.upper():>3} {licence} {club[:4]:<4}{cells}"


def _cell(half: Half) -> str:
    if not half.opponent or not half.rated:
        return f"{'0' + half.sign + '   ':>8}"
    return f"{half.opponent}{half.sign}{half.colour or '?'}{half.handicap}".rjust(8)
