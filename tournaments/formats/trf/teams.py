"""Teams (lines 310 and 013) and the records of national federations (TRF26) of a chess report."""

import re
from collections.abc import Sequence

from tournaments.formats.trf import dates as trf_dates
from tournaments.formats.trf import layout
from tournaments.formats.trf.layout import Line
from tournaments.formats.trf.players import Players, members
from tournaments.reports.findings import Finding, Place, error, warning
from tournaments.reports.report import NationalRecord, Team


def teams(lines: Sequence[Line], players: Players, *, findings: list[Finding]) -> tuple[Team, ...]:
    """Read the teams: lines 310, and lines 013 only where there are none (TRF26 keeps both for a while)."""
    new = [line for line in lines if line.code == "310"]
    if new:
        read = (_team(line, players, findings=findings) for line in new)
        return tuple(team for team in read if team is not None)
    old = [line for line in lines if line.code == "013"]
    return tuple(
        Team(
            number,
            layout.field(line.text, layout.OLD_TEAM_NAME),
            _without_zeros(members(line, layout.OLD_TEAM_MEMBERS, players, findings=findings)),
        )
        for number, line in enumerate(old, start=1)
    )


def _team(line: Line, players: Players, *, findings: list[Finding]) -> Team | None:
    moved = layout.filled(line.text, layout.TEAM_BLANKS)
    for column in moved:
        findings.append(error("filled-column", Place(line.number, column), column=column))
    values = {name: layout.field(line.text, columns) for name, columns in layout.TEAM.items()}
    if not re.fullmatch("[0-9]{1,3}", values["number"]):
        findings.append(error("unreadable-line", Place(line.number, layout.TEAM["number"][0])))
        return None
    if moved:  # the meaning of the columns is unknown
        return Team(int(values["number"]), values["name"])
    return Team(
        int(values["number"]),
        values["name"],
        _without_zeros(members(line, layout.TEAM_MEMBERS, players, findings=findings)),
        nickname=values["nickname"],
        strength=values["strength"],
        match_points=values["match_points"],
        game_points=values["game_points"],
        rank=values["rank"],
    )


def _without_zeros(numbers: list[int]) -> tuple[int, ...]:
    return tuple(number for number in numbers if number)


def nationals(
    lines: Sequence[Line], players: Players, *, findings: list[Finding]
) -> tuple[NationalRecord, ...]:
    """Read the national records: the federation's code instead of 001, then the same columns to 79.

    The title's columns hold a classification, the federation's the origin, FIDE's number the national one.
    """
    records = []
    for line in lines:
        if line.code != "national":
            continue
        started = int(layout.field(line.text, layout.PLAYER["number"]))
        entrant = players.numbers.get(started, 0)
        if not entrant:
            findings.append(warning("unknown-opponent", Place(line.number, 5), opponent=started))
            continue
        text = layout.aligned(line.text)
        values = {name: layout.field(text, layout.PLAYER[name]) for name in layout.PLAYER}
        birth, rating = trf_dates.birth(values["birth"]), values["rating"]
        if values["birth"] and birth is None:
            place = Place(line.number, layout.PLAYER["birth"][0], entrant=entrant)
            findings.append(warning("odd-birth-date", place, text=values["birth"]))
        records.append(
            NationalRecord(
                entrant=entrant,
                federation=text[:3],
                name=values["name"],
                sex={"m": "m", "w": "f", "f": "f"}.get(values["sex"].lower(), ""),
                classification=values["title"],
                rating=int(rating) if re.fullmatch("[0-9]{1,4}", rating) and int(rating) else None,
                origin=values["federation"],
                number=values["fide"],
                birth=birth or "",
                line=line.number,
            )
        )
    return tuple(records)
