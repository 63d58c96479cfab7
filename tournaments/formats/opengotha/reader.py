"""OpenGotha tournament files (XML, data version 200 and 201).

Players have the keys of the program: surname and first name run together, blanks out, upper case. The
program upper-cases in the language of its computer, so a Turkish one writes İ for i; such keys are found by
folding. `rank` is the grade at registration and what the program itself exports to the EGF and the FFG;
`grade` is used where it is missing.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from federation.vocabulary.countries import letters_of
from federation.vocabulary.grades import parse_grade, place_of
from federation.vocabulary.names import full_name
from tournaments.formats.opengotha import head
from tournaments.formats.shared.elements import Element, elements
from tournaments.formats.shared.encoding import Source
from tournaments.formats.shared.grade_words import read_grade
from tournaments.formats.shared.limits import MOST_ROUNDS, check_size
from tournaments.formats.shared.time_control import System, adjusted_minutes, egf_class, is_server
from tournaments.reports.findings import Finding, Findings, Place, error, notice, warning
from tournaments.reports.mcmahon import McMahon
from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Entrant, Pairing, Report

_SILENT = ("", "NULL", "TEAMP", "BDW")  # criteria that do not place players: none, and those of teams
_TOP, _FOOT = 8, -30  # 9 dan and 30 kyu, the ends of the program's scale
_MOST = 999

KEY = "opengotha"
# a small invented tournament, for the page of formats
SAMPLE = """<?xml version="1.0" encoding="UTF-8"?>
<Tournament>
<Players>
<Player name="ABELARD" firstName="Cleo" rank="2D" grade="2D" country="FR" club="75Xa" participating="11"/>
<Player name="DELAUNOY" firstName="Hector" rank="1K" grade="1K" country="FR" club="38Yb" participating="11"/>
</Players>
<Games>
<Game roundNumber="1" tableNumber="1" whitePlayer="ABELARDCLEO" blackPlayer="DELAUNOYHECTOR" handicap="0"
 knownColor="true" result="RESULT_WHITEWINS"/>
</Games>
<TournamentParameterSet>
<GeneralParameterSet name="Open des Trois Ponts" location="Valbrune" beginDate="2026-03-14"
 endDate="2026-03-14"
 numberOfRounds="1" size="19" komi="7.5" basicTime="50" complementaryTimeSystem="SUDDENDEATH"/>
</TournamentParameterSet>
</Tournament>
"""

_OUTCOMES = {
    "RESULT_WHITEWINS": Outcome.WHITE_WINS,
    "RESULT_BLACKWINS": Outcome.BLACK_WINS,
    "RESULT_EQUAL": Outcome.DRAW,
    "RESULT_BOTHLOSE": Outcome.BOTH_LOSE,
    "RESULT_BOTHLOOSE": Outcome.BOTH_LOSE,  # as Pairgoth spells it
    "RESULT_BOTHWIN": Outcome.BOTH_WIN,
    "RESULT_UNKNOWN": Outcome.UNKNOWN,
}
_WANTED = frozenset(
    {
        "Tournament",
        "Player",
        "Game",
        "ByePlayer",
        "Team",
        "GeneralParameterSet",
        "HandicapParameterSet",
        "PlacementCriterion",
    }
)


@dataclass(slots=True)
class _Reading:
    """What has been read so far."""

    rounds: int
    entrants: list[Entrant] = field(default_factory=list)
    exact: dict[str, int] = field(default_factory=dict)
    folded: dict[str, int] = field(default_factory=dict)
    pairings: list[Pairing] = field(default_factory=list)
    byes: list[Bye] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)


def read(source: Source) -> Report:
    """Read an OpenGotha file. Raises Unreadable for broken XML, declared entities and foreign roots."""
    by_tag: dict[str, list[Element]] = {tag: [] for tag in _WANTED}
    for element in elements(source.text, root="Tournament", wanted=_WANTED):
        by_tag[element.tag].append(element)
    general = next(iter(by_tag["GeneralParameterSet"]), Element("", {}, 1))
    handicap = next(iter(by_tag["HandicapParameterSet"]), Element("", {}, 1))
    reading = _Reading(rounds=0, findings=Findings(source.findings))
    reading.rounds = head.number(general, "numberOfRounds", reading.findings, high=MOST_ROUNDS) or 0
    check_size(len(by_tag["Player"]), reading.rounds)
    for element in by_tag["Player"]:
        _entrant(element, reading)
    for element in by_tag["Game"]:
        _game(element, reading)
    for element in by_tag["ByePlayer"]:
        if element.attributes:  # Pairgoth writes an empty one where there are none
            _bye(element, reading)
    _absences(reading)
    if by_tag["Team"]:
        reading.findings.append(notice("team-event", count=len(by_tag["Team"])))
    if not reading.entrants:
        reading.findings.append(error("no-entrants"))
    program = by_tag["Tournament"][0]
    report = _report(reading, general, handicap, program=program, encoding=source.encoding)
    starts = read_start_scores(general, by_tag["PlacementCriterion"], by_tag["Player"])
    return replace(report, mcmahon=starts)


def _key(text: str) -> str:
    return "".join(text.split()).upper()


def _fold(key: str) -> str:
    """Strip accents and dots, so that İ, I and ı meet."""
    plain = unicodedata.normalize("NFKD", key.replace("ı", "I")).upper()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _entrant(element: Element, reading: _Reading) -> None:
    number = len(reading.entrants) + 1
    place = Place(element.line, entrant=number)
    key = _key(element.text("name") + element.text("firstName"))
    if key in reading.exact:
        reading.findings.append(error("ambiguous-name", place, name=key[:80]))
    reading.exact.setdefault(key, number)
    # A folded key that two entrants share names neither of them.
    folded = _fold(key)
    reading.folded[folded] = 0 if folded in reading.folded else number
    unread: list[Finding] = []
    grades = [read_grade(element.text(name), place, unread) for name in ("rank", "grade")]
    if not any(grades):
        reading.findings.extend(unread[-1:])
    entrant = Entrant(
        number=number,
        surname=element.text("name").replace("_", " ").strip(),
        given_name=element.text("firstName").replace("_", " ").strip(),
        grade=grades[0] or grades[1] or "",
        country=letters_of(element.text("country"), 2).upper(),
        club=element.text("club"),
        identifiers=_identifiers(element),
        rating=head.decimal(element.text("rating")),
        licence_status=element.text("ffgLicenceStatus")[:1],
        participating=_participating(element, reading.rounds),
        line=element.line,
    )
    if not entrant.participating and element.text("registeringStatus") == "PRE":
        name = full_name(entrant.surname, entrant.given_name)
        reading.findings.append(notice("preliminary-registration", place, name=name))
    reading.entrants.append(entrant)


def _identifiers(element: Element) -> dict[str, str]:
    names = (("ffg", "ffgLicence"), ("egd", "egfPin"), ("aga", "agaId"))
    return {scheme: element.text(name) for scheme, name in names if element.text(name).strip("-0")}


def _participating(element: Element, rounds: int) -> tuple[bool, ...]:
    """Read the flags by round; a player never finally registered takes part in none, so he has none."""
    if element.text("registeringStatus") == "PRE":
        return ()
    return tuple(flag == "1" for flag in element.text("participating")[:rounds])


def _find(element: Element, name: str, reading: _Reading) -> int | None:
    """Find an entrant by the program's key, None with a finding for a stranger."""
    key = _key(element.text(name))
    number = reading.exact.get(key) or reading.folded.get(_fold(key))
    if not number:
        place = Place(element.line)
        reading.findings.append(error("unknown-player", place, name=element.text(name)[:80] or "?"))
    return number or None


def _round(element: Element, reading: _Reading) -> int | None:
    number = head.number(element, "roundNumber", reading.findings, low=1, high=MOST_ROUNDS)
    if number is not None and number > reading.rounds:
        place = Place(element.line, round=number)
        reading.findings.append(warning("round-beyond", place, rounds=reading.rounds))
    return number


def _game(element: Element, reading: _Reading) -> None:
    result = element.text("result")
    outcome = _OUTCOMES.get(result.removesuffix("_BYDEF"))
    number = _round(element, reading)
    white = _find(element, "whitePlayer", reading)
    black = _find(element, "blackPlayer", reading)
    handicap = head.number(element, "handicap", reading.findings, low=-99, high=99)
    place = Place(element.line, round=number)
    if outcome is None:
        reading.findings.append(error("unknown-result", place, text=result[:40]))
    if outcome is None or number is None or white is None or black is None or handicap is None:
        return
    if white == black:
        reading.findings.append(error("plays-himself", Place(element.line, None, number, white)))
        return
    board = element.text("tableNumber")
    reading.pairings.append(
        Pairing(
            round=number,
            white=white,
            black=black,
            outcome=outcome,
            by_default=result.endswith("_BYDEF"),
            handicap=handicap,
            colour_known=element.text("knownColor").lower() != "false",
            board=int(board) if board.isascii() and board.isdigit() and len(board) < 6 else None,
            line=element.line,
        )
    )


def _bye(element: Element, reading: _Reading) -> None:
    number, player = _round(element, reading), _find(element, "player", reading)
    if number is not None and player is not None:
        reading.byes.append(Bye(number, player, ByeKind.PAIRING_ALLOCATED, element.line))


def _absences(reading: _Reading) -> None:
    """Add a zero-point bye for every round a player announced to miss, unless he has a game or bye."""
    busy = {(p.round, side) for p in reading.pairings for side in (p.white, p.black)}
    busy |= {(bye.round, bye.entrant) for bye in reading.byes}
    for entrant in reading.entrants:
        for number, present in enumerate(entrant.participating, start=1):
            if not present and (number, entrant.number) not in busy:
                reading.byes.append(Bye(number, entrant.number, ByeKind.ZERO_POINT, entrant.line))


def _report(
    reading: _Reading, general: Element, handicap: Element, *, program: Element, encoding: str
) -> Report:
    start, end = head.days(general, reading.findings)
    control = head.clock(general)
    location = general.text("location")
    online: bool | None = {"true": True, "false": False}.get(general.text("bInternet").lower())
    if online is not True and is_server(location):
        online = True
        reading.findings.append(notice("online-by-place", Place(general.line), place=location))
    country, _, town = location.partition(",") if location[2:3] == "," else ("", "", location)
    adjusted = adjusted_minutes(control) if control else None
    fischer = control is not None and control.system is System.FISCHER
    size = head.board_size(general, reading.findings)
    last = max((*(p.round for p in reading.pairings), *(bye.round for bye in reading.byes)), default=0)
    return Report(
        format=KEY,
        encoding=encoding,
        name=general.text("name"),
        start=start,
        end=end,
        place=town.strip(),
        country=country.upper(),
        rounds=max(reading.rounds, last),
        board_size=size,
        komi=head.decimal(general.text("komi").replace(",", ".")),
        time_class=""
        if control is None or adjusted is None
        else egf_class(control.main, adjusted, fischer=fischer, online=online is True),
        adjusted_minutes=adjusted,
        time_system=control.words if control else "",
        online=online,
        handicap_reduction=head.reduction(handicap),
        program=head.program(program),
        entrants=tuple(reading.entrants),
        pairings=tuple(reading.pairings),
        byes=tuple(reading.byes),
        findings=reading.findings.summed_up(),
    )


def read_start_scores(
    general: Element, criteria: Sequence[Element], players: Sequence[Element]
) -> McMahon | None:
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
