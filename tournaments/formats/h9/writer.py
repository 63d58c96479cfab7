"""Writer of EGF result tables (H9)."""

from tournaments.formats.shared.contact import has_contact
from tournaments.formats.shared.crosstable import Half, grid, one_line, word
from tournaments.reports.report import Entrant, Report


def write(report: Report) -> bytes:
    """Write a report as H9: Latin-9 with LF as customary, UTF-8 where a name needs it.

    Defaults keep their "!"; so do both-lose and both-win, which no rating counts either.
    """
    table = grid(report)
    lines = [*_header(report, table), *(_line(e, table[e.number - 1]) for e in report.entrants)]
    text = "\n".join(lines) + "\n"
    try:
        return text.encode("iso-8859-15")
    except UnicodeEncodeError:
        return text.encode("utf-8")


def _header(report: Report, table: list[list[Half]]) -> list[str]:
    days = ",".join(day.isoformat() for day in (report.start, report.end) if day)
    # Where a colour is unknown the handicap is not written; h9 keeps readers from deriving one.
    silent = any(half.opponent and not half.colour for row in table for half in row)
    reduction = 9 if silent or report.handicap_reduction is None else report.handicap_reduction
    properties = (
        ("CL", report.time_class),
        ("EV", report.name),
        (
            "PC",
            f"{report.country}, {report.place}" if report.country else report.place and f",{report.place}",
        ),
        ("DT", days),
        ("HA", f"h{reduction}"),
        ("KM", "" if report.komi is None else f"{report.komi:g}"),
        ("TM", "" if report.adjusted_minutes is None else f"{report.adjusted_minutes:g}"),
        ("CM", report.time_system),
        *(("CM", comment) for comment in report.comments if _is_written(comment, report)),
    )
    lines = [f"; {name}[{one_line(value)}]" for name, value in properties if value]
    return [*lines, ";.", "; Pl Name                            Rk Co Club"]


def _is_written(comment: str, report: Report) -> bool:
    """Return whether a remark is written: not twice, and no contact data: files are public."""
    return comment != report.time_system and not has_contact(comment)


def _line(entrant: Entrant, halves: list[Half]) -> str:
    name = f"{word(entrant.surname) or '?'} {word(entrant.given_name) or '-'}"
    grade = entrant.grade or "?"
    country = word(entrant.country) or "XX"
    club = word(entrant.club)[:4] or "xxxx"
    points = sum({"+": 2, "=": 1}.get(half.sign, 0) for half in halves)
    score = f"{points // 2}{'=' if points % 2 else ''}"
    cells = " ".join(f"{_cell(half):>8}" for half in halves)
    pin = entrant.identifiers.get("egd", "")
    line = (
        f"{entrant.number:4d} {name:<30} {grade:>3} {country:>2} {club:>4} {score:>4}    0    0    0 {cells}"
    )
    return f"{line} |{word(pin)}" if pin else line


def _cell(half: Half) -> str:
    if not half.opponent:
        return f"0{half.sign}"
    if not half.colour:
        return f"{half.opponent}{half.sign}{'' if half.rated else '!'}"
    return f"{half.opponent}{half.sign}{'/' if half.rated else '!'}{half.colour}{half.handicap}"
