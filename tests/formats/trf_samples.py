"""Invented chess reports, their lines put together column by column."""

from tournaments.formats.table import read
from tournaments.reports.report import Report


def player(number: object, name: str, *cells: str, **fields: str) -> str:
    """Build a line 001; fields by name as in the specification, cells as "0000 - H"."""
    sex, title = fields.get("sex", "m"), fields.get("title", "")
    return (
        f"{fields.get('code', '001')} {number:>4} {sex:1}{title:>3} {name:<33} {fields.get('rating', ''):>4}"
        f" {fields.get('federation', 'NOR'):<3} {fields.get('fide', ''):>11} {fields.get('birth', ''):<10}"
        f" {fields.get('score', ''):>4} {fields.get('rank', ''):>4}"
        + "".join(f"  {cell:<8}" for cell in cells)
    ).rstrip()


def rows(*lines: str) -> str:
    """Join lines as a file of practice does."""
    return "".join(f"{line}\n" for line in lines)


ABOUT = rows(
    "012 Example Open",
    "022 Exempleville",
    "032 NOR",
    "042 2025/09/13",
    "052 2025/09/14",
    "062 5",
    "092 Individual: Swiss-System",
    "102 Arbiter, Anna",
    "112 Deputy, Dan",
    "112 Second, Sue",
    "122 90 min + 30 sec per move",
)
PLAYERS = (
    player(1, "Alpha, Anne", "   2 w 1", "   3 b =", sex="w", title="wg", rating="2301", fide="99000011",
           birth="1990/11/30", score="1.5", rank="1"),
    player(2, "De la Beta, Bo", "   1 b 0", "0000 - H", title="m", rating="2200", fide="99000022",
           birth="1985/00/00", score="0.5", rank="4"),
    player(3, "Gamma, Chloé", "0000 - U", "   1 w =", sex="w", rating="0", fide="99000033", birth="1979",
           score="1.5", rank="2"),
    player(5, "Delta", "   7 b +", "   7 w D", fide="99000055", birth="2001.02.03", score="1.5", rank="3"),
    player(7, "Epsilon, Ed", "   5 w -", "   5 b D", federation="SUI", fide="99000077", score="0.5",
           rank="5"),
)  # fmt: skip
TRF16 = ABOUT + rows("XXR 3", *PLAYERS)
TRF06 = ABOUT.replace("2025/09/13", "13. 09. 2025").replace("2025/09/14", "14.09.2025") + rows(
    "",
    "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1",
    player(1, "Alpha,Anne", "   2 w 1", "0000 - -", rating="2301", score="1.0"),
    player(2, "Beta,Bo", "   1 b 0", "   3 b 1", rating="2200", score="1.0"),
    player(3, "Gamma,Chloe", "0000 - +", "   2 w 0", score="1.0"),
    player(4, "Delta,Di", "     - =", "   5 - -", score="0.5"),
    player(5, "Epsilon,Ed", "", "   4 - +", score="1.0"),
)
TRF26 = (
    ABOUT
    + rows(
        "132".ljust(91) + "25/09/13  25/09/14",
        "### a remark",
        "142 2",
        "152 W",
        "172 NOR NIDOF",
        "182 Example 1.0",
        "192 FIDE_DUTCH_2026",
        "222 40/5400+30:900+30",
        *PLAYERS,
        "240 Z   2    3",
        player(1, "ALPHA", code="NOR", title="A", rating="2350", federation="OSL", fide="N-77"),
        "310   1 Example Club                     EXC    2250    2.0    3.5   1     1    2    3",
        "310   2 Other Club                       OTC            0.0    0.5   2     5    7",
        "801  1 EXC   15 28.0",
    )
).replace("062 5", "062 5 (3)")

FILES = {"trf06": TRF06, "trf16": TRF16, "trf26": TRF26}


def changed(old: str = "", new: str = "", *, text: str = TRF16) -> Report:
    """Read a report in which one thing stands otherwise."""
    assert old in text
    return read(text.replace(old, new, 1).encode())


def codes_of(report: Report) -> list[str]:
    """Return the codes of a report's findings."""
    return [finding.code for finding in report.findings]
