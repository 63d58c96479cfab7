"""The start scores of an OpenGotha file, as the program computes them from its bar, floor and corrections."""

from collections.abc import Sequence

from federation.vocabulary.grades import parse_grade, place_of
from tournaments.formats.shared.elements import Element
from tournaments.reports.mcmahon import McMahon

_SILENT = ("", "NULL", "TEAMP", "BDW")  # criteria that do not place players: none, and those of teams
_TOP, _FOOT = 8, -30  # 9 dan and 30 kyu, the ends of the program's scale
_MOST = 999


def read(general: Element, criteria: Sequence[Element], players: Sequence[Element]) -> McMahon | None:
    """Read the start scores of a tournament placed by McMahon score, and that one is placed by points alone.

    None where something else comes first (a category), or a figure of the start scores cannot be read.
    """
    ordered = sorted(criteria, key=lambda criterion: whole(criterion, "number", default=_MOST))
    first = next(
        (criterion.text("name") for criterion in ordered if criterion.text("name") not in _SILENT), ""
    )
    floor, bar, zero = (_rank(general.text(name)) for name in ("genMMFloor", "genMMBar", "genMMZero"))
    if first == "NBW":
        return McMahon(())
    if first != "MMS" or floor is None or bar is None or zero is None:
        return None
    return McMahon(
        starts=tuple(_start(player, floor=floor, bar=bar, zero=zero) for player in players),
        absent=min(2, max(0, whole(general, "genMMS2ValueAbsent"))),
        bye=min(2, max(0, whole(general, "genMMS2ValueBye", default=2))),
        whole=general.text("genRoundDownNBWMMS").lower() == "true",
    )


def whole(element: Element, name: str, *, default: int = 0) -> int:
    """Return a small whole number, the default for what is none."""
    text = element.text(name)
    figures = text.removeprefix("-")
    return int(text) if figures.isascii() and figures.isdigit() and len(figures) < 4 else default


def _start(player: Element, *, floor: int, bar: int, zero: int) -> int | None:
    """Return a start score in half points: the grade within floor and bar, corrected, or set by hand."""
    by_hand = whole(player, "smmsByHand", default=-1)
    if by_hand >= 0:
        return 2 * by_hand
    rank = _rank(player.text("rank") or player.text("grade"))
    if rank is None:
        return None
    return 2 * (min(max(rank, floor), bar) - zero + whole(player, "smmsCorrection"))


def _rank(text: str) -> int | None:
    """Return a grade on the program's scale: 2k -2, 1k -1, 1d 0; 1p to 3p as 7d, to 6p 8d, to 9p 9d."""
    grade, place = parse_grade(text), place_of(text)
    if grade is None or place is None:
        return None
    if grade.kind == "p":
        place += (grade.number - 1) // 3
    return min(max(place, _FOOT), _TOP)
