"""Conversion of the fields of a calculator to a rating job, its games as one event, read field by field.

Nothing is computed here: the job goes through the same reader and engines as a file of `manage.py rate`, and
an error of that reader is shown at the field it came from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, cast

from federation.vocabulary.grades import parse_grade
from federation.vocabulary.messages import gettext_noop
from ratings.cadence.shared.known import ListedPlayer, People
from ratings.calculators.fields import (
    MOST_LINES,
    PEOPLE,
    RESULTS,
    Family,
    Typed,
    family_of,
    figure,
    is_table,
    line_fields,
)
from ratings.rulebook.editions import Edition, edition_named, edition_on
from ratings.rulebook.fics import FicsEdition
from ratings.rulebook.systems import System, start_rating

OWN = "own"
EVENT = "event"
_TURNED = {"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1/2-1/2"}

RATINGS = (-10_000, 10_000)
MOST_IDLE = 10_000  # days

NOT_A_NUMBER = gettext_noop("Enter a number.")
NOT_A_CHOICE = gettext_noop("Choose from the list.")
OUT_OF_RANGE = gettext_noop("Enter a rating from {least} to {most}.")
NOBODY = gettext_noop("No rated player in this system has this name. Enter a rating, a name or #number.")
SEVERAL = gettext_noop("Several players match: choose one.")
WHO = gettext_noop("Enter a rating or a name; for a new player, leave this empty and give a grade.")
TWO_STARTS = gettext_noop("A rating is enough: only new players need a grade.")
NOBODY_THERE = gettext_noop("Say who it is: a rating or a name.")
NO_DAYS = gettext_noop("Enter a number of days from 0 to {most}.")
NO_PLACE = gettext_noop("Enter the place, from 1 to {most}.")


@dataclass(frozen=True, slots=True)
class FieldFinding:
    """Something wrong in a field ("": in the whole form), a sentence whose gaps `values` fill."""

    name: str  # of the field
    text: str
    values: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A rating job made of fields, and what its parts are called in the form."""

    system: System
    edition: Edition
    job: dict[str, Any]
    people: Mapping[str, ListedPlayer]  # id in the job -> who that is
    field_of: Mapping[str, str]  # path in the job -> field


@dataclass(slots=True)
class _Reading:
    """Reads the fields of one form; keeps what was found wrong."""

    system: System
    typed: Typed
    people: People
    edition: Edition
    findings: list[FieldFinding] = field(default_factory=list)
    known: dict[str, ListedPlayer] = field(default_factory=dict)
    players: list[dict[str, Any]] = field(default_factory=list)
    field_of: dict[str, str] = field(default_factory=dict)

    @property
    def family(self) -> Family:
        return family_of(self.system)

    def find(self, name: str, text: str, **values: str | float) -> None:
        self.findings.append(FieldFinding(name, text, values))

    def text(self, name: str) -> str:
        return self.typed.get(name, "").strip()

    def number(self, name: str) -> int | float | None:
        text = self.text(name)
        value = figure(text) if text else None
        if text and value is None:
            self.find(name, NOT_A_NUMBER)
        return value

    def choice(self, name: str, known: Sequence[str], default: str) -> str:
        text = self.text(name) or default
        if text not in known:
            self.find(name, NOT_A_CHOICE)
            return default
        return text

    def person(self, name: str) -> ListedPlayer | None:
        """Read a person: a rating, a grade, a player found by name or number."""
        text = self.text(name)
        value = figure(text)
        if value is not None:
            if RATINGS[0] <= value <= RATINGS[1]:
                return ListedPlayer("", value)
            self.find(name, OUT_OF_RANGE, least=RATINGS[0], most=RATINGS[1])
            return None
        grade = parse_grade(text) if self.system.scale else None
        if grade is not None:
            return ListedPlayer(str(grade), start_rating(self.system.key, grade))
        matches = self.people.get(text, ())
        if len(matches) == 1:
            return matches[0]
        if text:
            self.find(name, SEVERAL if matches else NOBODY)
        return None

    def seat(self, key: str, person: ListedPlayer | None, fields: Mapping[str, str], **more: Any) -> None:
        """Add a person to the players of the job; `fields` names the field of each value."""
        place = len(self.players)
        values = {name: value for name, value in more.items() if value is not None}
        rating = {} if person is None else {"rating": person.rating}
        self.players.append({"id": key, **rating, **values})
        self.field_of |= {f"players[{place}].{name}": where for name, where in fields.items()}
        if person is not None:
            self.known[key] = person


def day_of(editions: Sequence[Edition], edition: Edition, today: date) -> date:
    """Return the day on which an edition is computed: its last, for the newest today, as amended then."""
    after = [
        later.effective
        for later in editions
        if later.effective and edition.effective and later.effective > edition.effective
    ]
    return min([day - timedelta(days=1) for day in after] + [today])


def edition_for(system: System, name: str, today: date) -> Edition:
    """Return the edition of a name, without one that in force; a system of one edition has its own."""
    usual = system.one_edition
    edition = edition_named(system.editions, name or usual)
    return edition or edition_on(system.editions, today) or system.editions[-1]


def ask(
    system: System, typed: Typed, *, people: People, today: date
) -> tuple[Question | None, list[FieldFinding]]:
    """Make a rating job of what was typed; None without opponents, or with findings."""
    edition = edition_for(system, typed.get("edition", "").strip(), today)
    reading = _Reading(system, typed, people, edition)
    if reading.text("edition") not in ("", edition.name):
        reading.find("edition", NOT_A_CHOICE)
    _own(reading)
    rows = _rows(reading)
    event = event_of(_event_fields(reading), rows, day=day_of(system.editions, edition, today))
    if reading.findings or not rows:
        return None, reading.findings
    job = {"system": system.key, "edition": edition.name, "players": reading.players, "events": [event]}
    reading.field_of.update(_paths_of_games(rows))
    return Question(system, edition, job, reading.known, reading.field_of), []


def _own(reading: _Reading) -> None:
    family, person = reading.family, reading.person("who")
    games = reading.number("games")
    if person is not None and games is None:
        games = person.games
    if family.asks_colour:
        _own_go(reading, person, games)
    elif family is Family.FIDE:
        k, born = reading.number("k"), reading.number("born")
        if person is not None and person.number:
            k, born = k or person.k, born or person.birth_year
        fields = {"rating": "who", "games": "games", "k": "k", "birth_year": "born"}
        reading.seat(OWN, person, fields, games=games, k=k, birth_year=born)
    elif family is Family.LADDER:
        reading.seat(OWN, person, {"rating": "who", "games": "games"}, games=games)
    else:
        _own_glicko(reading, person)


def _own_go(reading: _Reading, person: ListedPlayer | None, games: float | None) -> None:
    grade = reading.text("grade")
    if person is not None and grade:
        reading.find("grade", TWO_STARTS)
    elif person is None and not grade and not reading.text("who") and _has_opponent(reading):
        reading.find("who", WHO)
    fields = {"rating": "who", "grade": "grade", "games": "games"}
    known = games if reading.family is Family.FFG else None
    reading.seat(OWN, person, fields, games=known, grade=grade or None)


def _has_opponent(reading: _Reading) -> bool:
    return any(reading.text(f"o{line}") for line in range(1, MOST_LINES + 1))


def _own_glicko(reading: _Reading, person: ListedPlayer | None) -> None:
    deviation = _deviation(reading, "rd", person)
    idle = reading.number("idle")
    fields = {"rating": "who", "deviation": "rd", "last_game": "idle"}
    reading.seat(OWN, person, fields, deviation=deviation, last_game=None)
    if idle is not None:
        if 0 <= idle <= MOST_IDLE:
            reading.players[0]["idle"] = idle  # becomes the moment of the last game with the first game's
        else:
            reading.find("idle", NO_DAYS, most=MOST_IDLE)


def _deviation(reading: _Reading, name: str, person: ListedPlayer | None) -> float | None:
    """Read an RD; without one that of the player found, or the largest of an established player."""
    deviation = reading.number(name)
    if deviation is not None or person is None:
        return deviation
    edition = cast(FicsEdition, reading.edition)
    return edition.established_deviation if person.deviation is None else person.deviation


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the form: a game, or a seat at the one table."""

    line: int
    score: str  # one of RESULTS; "" at a table
    handicap: float | None = None
    is_white: bool = False
    place: int = 0


def event_of(about: Mapping[str, Any], rows: Sequence[Row], *, day: date) -> dict[str, Any]:
    """Write the event: round after round in the order of the lines, or one table of several."""
    family = about["family"]
    event: dict[str, Any] = {"id": EVENT, "start": day.isoformat()}
    event |= {key: about[key] for key in ("class", "time") if about.get(key) is not None}
    if about["table"]:
        event["games"] = [_table(about, rows)] if rows else []
        return event
    games = [_game(about, row, number) for number, row in enumerate(rows, 1)]
    if family in (Family.GLICKO, Family.TEAMS):
        noon = datetime.combine(day, time(12), UTC)
        for number, game in enumerate(games):
            game["ended"] = _format_moment(noon + timedelta(minutes=10 * number))
        if "idle" in about:
            about["own"]["last_game"] = _format_moment(noon - timedelta(days=about["idle"]))
    event["games"] = games
    return event


def _game(about: Mapping[str, Any], row: Row, number: int) -> dict[str, Any]:
    result, other = RESULTS[row.score], str(row.line)
    if about["family"] is Family.TEAMS:
        return {"round": number, "teams": [[OWN, f"{other}m"], [other, f"{other}q"]], "result": result}
    # Go: a handicap is given to Black, so the colour decides who gets it; elsewhere it plays no part.
    white, black = (OWN, other) if row.is_white or not about["family"].asks_colour else (other, OWN)
    result = result if white == OWN else _TURNED[result]
    game: dict[str, Any] = {"round": number, "white": white, "black": black, "result": result}
    if row.handicap is not None:
        game["handicap"] = row.handicap
    if about.get("size", 19) != 19:
        game["board_size"] = about["size"]
    if about.get("points") is not None:
        game["max_points"] = about["points"]
    return game


def _table(about: Mapping[str, Any], rows: Sequence[Row]) -> dict[str, Any]:
    places: dict[int, list[str]] = {about["place"]: [OWN]}
    for row in rows:
        places.setdefault(row.place, []).append(str(row.line))
    game: dict[str, Any] = {"round": 1, "places": [places[place] for place in sorted(places)]}
    if about.get("points") is not None:
        game["max_points"] = about["points"]
    return game


def _format_moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def _rows(reading: _Reading) -> list[Row]:
    """Read the lines that name a player; a line without one is no game."""
    stems = line_fields(reading.system, reading.typed)
    rows = []
    for line in range(1, MOST_LINES + 1):
        if any(reading.text(f"{stem}{line}") for stem in stems if stem in PEOPLE):
            rows.append(_row(reading, line, stems))
    return rows


def _row(reading: _Reading, line: int, stems: Sequence[str]) -> Row:
    for stem in (stem for stem in stems if stem in PEOPLE):
        _seat_of_line(reading, stem, line, stems)
    table = is_table(reading.family, reading.typed)
    return Row(
        line,
        score="" if table else reading.choice(f"s{line}", tuple(RESULTS), "1"),
        handicap=reading.number(f"h{line}") if "h" in stems else None,
        is_white="c" in stems and reading.choice(f"c{line}", ("b", "w"), "b") == "w",
        place=_place(reading, f"f{line}") if table else 0,
    )


def _seat_of_line(reading: _Reading, stem: str, line: int, stems: Sequence[str]) -> None:
    name, suffix = f"{stem}{line}", "" if stem == "o" else stem
    person = reading.person(name)
    if person is None and not reading.text(name):
        reading.find(name, NOBODY_THERE)
    fields, more = {"rating": name}, {}
    if "d" in stems:
        where = f"d{line}" if stem == "o" else f"{stem}d{line}"
        fields["deviation"], more["deviation"] = where, _deviation(reading, where, person)
    if "g" in stems:
        games = reading.number(f"g{line}")
        fields["games"] = f"g{line}"
        more["games"] = games if games is not None or person is None else person.games
    reading.seat(f"{line}{suffix}", person, fields, **more)


def _place(reading: _Reading, name: str) -> int:
    value = reading.number(name)
    if not isinstance(value, int) or not 1 <= value <= MOST_LINES + 1:
        reading.find(name, NO_PLACE, most=MOST_LINES + 1)
        return 1
    return value


def _event_fields(reading: _Reading) -> dict[str, Any]:
    """Read the fields of the event; the job's reader checks the numbers."""
    family = reading.family
    fields: dict[str, Any] = {"family": family, "table": is_table(family, reading.typed)}
    if family is Family.FFG:
        fields["time"] = reading.number("minutes")
        fields["size"] = int(reading.choice("size", ("19", "13", "9"), "19"))
    elif family is Family.EGF:
        fields["class"] = reading.choice("class", ("A", "B", "C", "D"), "A")
    elif family is Family.LADDER:
        fields["points"] = reading.number("points")
    if fields["table"]:
        fields["place"] = _place(reading, "place")
    if "idle" in reading.players[0]:
        fields["idle"] = reading.players[0].pop("idle")
        fields["own"] = reading.players[0]
    return fields


def _paths_of_games(rows: Sequence[Row]) -> dict[str, str]:
    paths = {"edition": "edition", "events[0].class": "class", "events[0].time": "minutes"}
    for place, row in enumerate(rows):
        paths[f"events[0].games[{place}].handicap"] = f"h{row.line}"
        paths[f"events[0].games[{place}].max_points"] = "points"
    return paths
