"""Head of an OpenGotha file: clock, days, board and program."""

from datetime import date

from tournaments.formats.shared.dates import read_day
from tournaments.formats.shared.elements import Element
from tournaments.formats.shared.time_control import System, TimeControl
from tournaments.reports.findings import Finding, Place, error, warning

_USUAL_SIZE = 19
_SYSTEMS = {
    "SUDDENDEATH": System.SUDDEN_DEATH,
    "STDBYOYOMI": System.JAPANESE,
    "CANBYOYOMI": System.CANADIAN,
    "FISCHER": System.FISCHER,
}


def number(element: Element, name: str, findings: list[Finding], *, high: int, low: int = 0) -> int | None:
    """Read a whole number in range, None with a finding otherwise."""
    text = element.text(name)
    if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10 and low <= int(text) <= high:
        return int(text)
    findings.append(error("bad-number", Place(element.line), value=text[:40], name=name))
    return None


def decimal(text: str) -> float | None:
    """Read a number below a million, None for what is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < 1e6 else None


def clock(general: Element) -> TimeControl | None:
    """Read the clock: minutes of main time, and the figures of the overtime chosen."""
    main = decimal(general.text("basicTime"))
    system = _SYSTEMS.get(general.text("complementaryTimeSystem"))
    if main is None or main < 0 or system is None:
        return None
    name = {
        System.JAPANESE: "stdByoYomiTime",
        System.CANADIAN: "canByoYomiTime",
        System.FISCHER: "fischerTime",
    }.get(system, "")
    seconds = max(0.0, decimal(general.text(name)) or 0.0)
    stones = int(max(0.0, decimal(general.text("nbMovesCanTime")) or 0.0))
    return TimeControl(main, system, seconds, stones if system is System.CANADIAN else 0)


def days(general: Element, findings: list[Finding]) -> tuple[date | None, date | None]:
    """Read the first and the last day."""
    place = Place(general.line)
    return (
        read_day(general.text("beginDate"), place, findings),
        read_day(general.text("endDate"), place, findings),
    )


def reduction(handicap: Element) -> int | None:
    """Read the EGF's HA: with a ceiling of 0 no stones are given at all, which is h9."""
    if decimal(handicap.text("hdCeiling")) == 0:
        return 9
    correction = decimal(handicap.text("hdCorrection"))
    return None if correction is None else int(min(9, max(0, correction)))


def board_size(general: Element, findings: list[Finding]) -> int:
    """Read the size of the board; 0, which is not filled in, is taken for 19 with a warning."""
    if not general.attributes:
        return _USUAL_SIZE
    size = number(general, "size", findings, high=99)
    if size == 0:
        findings.append(warning("size-assumed", Place(general.line), size=_USUAL_SIZE))
        return _USUAL_SIZE
    return size or 0


def program(element: Element) -> str:
    """Return the name of the program and its version, as it writes them itself."""
    version, minor = element.text("gothaVersion"), element.text("gothaMinorVersion")
    full = element.text("fullVersionNumber")
    if not full and version.isascii() and version.isdigit() and len(version) == 3:
        full = f"{version[0]}.{version[1:]}" + (f".{minor:0>2}" if minor.strip("0") else "")
    return f"OpenGotha {full}".strip()
