"""The rows above the table of a Palmares spreadsheet: what, then its value."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from federation.vocabulary.disciplines.catalogue import DEFAULT, DISCIPLINES
from tournaments.formats.shared.dates import ambiguous, read_day, readings, serial_day
from tournaments.formats.shared.time_control import (
    System,
    TimeControl,
    adjusted_minutes,
    egf_class,
    is_server,
)
from tournaments.reports.findings import Finding, Place, error, notice, warning
from tournaments.reports.report import Report

_KEYS = {
    "name": "tournament tournoi event evenement",
    "game": "game discipline jeu",
    "start": "start debut date begin premierjour",
    "end": "end fin dernierjour",
    "place": "place ville city town lieu location",
    "country": "country pays",
    "size": "boardsize goban size taille tailledugoban",
    "komi": "komi",
    "main": "mainminutes minutes maintime tempsprincipal",
    "overtime": "overtime byoyomi",
    "seconds": "seconds secondes periodseconds increment",
    "stones": "stones pierres",
    "adjusted": "adjustedminutes tempsajuste minutesajustees ta",
    "class": "class classe",
    "online": "online enligne",
    "reduction": "handicapreduction reductionduhandicap",
    "comment": "comment commentaire remarque",
}
_NAMES = {word: name for name, words in _KEYS.items() for word in words.split()}
_SYSTEMS = {
    **dict.fromkeys(("", "none", "no", "aucun", "non", "suddendeath", "mortsubite"), System.SUDDEN_DEATH),
    **dict.fromkeys(("japanese", "japonais", "standard"), System.JAPANESE),
    **dict.fromkeys(("canadian", "canadien"), System.CANADIAN),
    **dict.fromkeys(("fischer", "increment"), System.FISCHER),
}
_ANSWERS = {
    **dict.fromkeys(("yes", "oui", "true", "vrai", "1"), True),
    **dict.fromkeys(("no", "non", "false", "faux", "0"), False),
}

_USUAL_SPAN = 16  # days; the longest congress

Facts = dict[str, tuple[str, Place]]


def fold(text: str) -> str:
    """Bring a heading down to its letters and figures, without accents or case."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in plain if letter.isascii() and letter.isalnum())


def read(rows: Sequence[tuple[int, list[str]]], *, findings: list[Finding]) -> Report:
    """Read the rows above the heading; a row that cannot be read becomes a finding."""
    facts: Facts = {}
    comments = []
    for line, row in rows:
        if not any(row) or row[0].lower().startswith("palmares"):
            continue
        name, value, place = _name(row[0]), row[1] if len(row) > 1 else "", Place(line)
        if not name:
            findings.append(warning("unknown-heading", place, text=row[0][:40]))
        elif name in facts:
            findings.append(error("duplicate-heading", place, text=row[0][:40]))
        elif name == "comment" and value:
            comments.append(value)
        elif value:
            # An apostrophe keeps spreadsheet programs from computing what follows.
            facts[name] = (value[1:] if re.match(r"'[-=+@]", value) else value, place)
    start, end = _days(facts, findings=findings)
    report = Report(
        "",
        "",
        discipline=_discipline(facts, findings=findings),
        name=_text(facts, "name"),
        start=start,
        end=end,
        place=_text(facts, "place"),
        country=_text(facts, "country").upper()[:2],
        board_size=int(_number(facts, "size", findings=findings) or 0) if "size" in facts else 19,
        komi=_number(facts, "komi", findings=findings),
        online=_online(facts, findings=findings),
        handicap_reduction=_reduction(facts, findings=findings),
        comments=tuple(comments),
    )
    return _fill_in_clock(report, facts, findings=findings)


def _name(text: str) -> str:
    """Return what a row is about; of "Français / English" either half will do."""
    return next((_NAMES[fold(half)] for half in (text, *text.split("/")) if fold(half) in _NAMES), "")


def _text(facts: Facts, name: str) -> str:
    return " ".join(facts.get(name, ("", Place()))[0].split())


def _days(facts: Facts, *, findings: list[Finding]) -> tuple[date | None, date | None]:
    """Read the first and the last day; a finding where month before day would make a usual event of them.

    The month before the day is taken only where the tournament would else end before it starts.
    """
    start, end = _day(facts, "start", findings=findings), _day(facts, "end", findings=findings)
    if start is None or end is None:
        return start, end
    written = (facts["start"], facts["end"])
    starts, ends = (
        (*readings(text),) or (when,) for (text, _), when in zip(written, (start, end), strict=True)
    )
    pairs = ((first, last) for first in starts for last in ends)
    usual = next(((a, b) for a, b in pairs if 0 <= (b - a).days <= _USUAL_SPAN), (start, end))
    used, other = ((start, end), usual) if start <= end else (usual, (start, end))
    findings += [
        ambiguous(text, when, second, place)
        for (text, place), when, second in zip(written, used, other, strict=True)
        if when != second
    ]
    return used


def _day(facts: Facts, name: str, *, findings: list[Finding]) -> date | None:
    if name not in facts:
        return None
    text, place = facts[name]
    return serial_day(text) or read_day(text, place, findings)


def _number(facts: Facts, name: str, *, findings: list[Finding]) -> float | None:
    if name not in facts:
        return None
    text, place = facts[name]
    if re.fullmatch(r"-?[0-9]{1,4}([.,][0-9]{1,3})?", text):
        return float(text.replace(",", "."))
    findings.append(warning("bad-value", place, text=text[:40], name=name))
    return None


def _reduction(facts: Facts, *, findings: list[Finding]) -> int | None:
    value = _number(facts, "reduction", findings=findings)
    return None if value is None else int(min(9, max(0, value)))


def _discipline(facts: Facts, *, findings: list[Finding]) -> str:
    text, place = facts.get("game", (DEFAULT, Place()))
    if text.lower() in DISCIPLINES:
        return text.lower()
    findings.append(warning("bad-value", place, text=text[:40], name="game"))
    return DEFAULT


def _online(facts: Facts, *, findings: list[Finding]) -> bool | None:
    if "online" in facts:
        text, place = facts["online"]
        answer = _ANSWERS.get(fold(text))
        if answer is None:
            findings.append(warning("bad-value", place, text=text[:40], name="online"))
        return answer
    if "place" in facts and is_server(facts["place"][0]):
        findings.append(notice("online-by-place", facts["place"][1], place=facts["place"][0]))
        return True
    return None


def _fill_in_clock(report: Report, facts: Facts, *, findings: list[Finding]) -> Report:
    """Fill in the clock: class and adjusted minutes as stated, else as they follow from the time control."""
    main = _number(facts, "main", findings=findings)
    adjusted = _number(facts, "adjusted", findings=findings)
    fischer = False
    words = ""
    if main is not None:
        text, place = facts.get("overtime", ("", Place()))
        system = _SYSTEMS.get(fold(text))
        if system is None:
            findings.append(warning("bad-value", place, text=text[:40], name="overtime"))
        control = TimeControl(
            main,
            system or System.SUDDEN_DEATH,
            _number(facts, "seconds", findings=findings) or 0,
            int(_number(facts, "stones", findings=findings) or 0),
        )
        adjusted = adjusted_minutes(control) if adjusted is None else adjusted
        fischer, words = control.system is System.FISCHER, control.words
    letter = _text(facts, "class").upper()
    if letter and letter not in {"A", "B", "C", "D"}:
        findings.append(warning("unknown-class", facts["class"][1], text=letter[:40]))
        letter = ""
    if not letter and main is not None and adjusted is not None:
        letter = egf_class(main, adjusted, fischer=fischer, online=bool(report.online))
    return replace(report, time_class=letter, adjusted_minutes=adjusted, time_system=words)
