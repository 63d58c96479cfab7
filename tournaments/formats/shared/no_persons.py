"""Entrants who are no person taken out of a report: byes ("BYE", "Freilos"), and two players a side.

FIDE B.02: unplayed games are not rated; nor are games of pairs, which are no single player's. Games against
such an entrant are byes. Readers leave them in their lines, so that opponents keep naming the right ones;
`persons_alone` takes them out once all is read.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from unicodedata import combining, normalize

from federation.vocabulary.disciplines.catalogue import DISCIPLINES
from federation.vocabulary.names import full_name, without_remark
from tournaments.reports.findings import Finding, Place, warning
from tournaments.reports.mcmahon import McMahon
from tournaments.reports.outcomes import ByeKind, scores
from tournaments.reports.report import Bye, Entrant, Pairing, Report

_WORD = re.compile(r"[^\W\d_]{2}")  # an initial alone is no word of a name
_BETWEEN = re.compile(r"[/&+]|\b(?:and|und|et|и)\b", re.IGNORECASE)
# Within one name: Dutch v/d (van de), Indian s/o, Malay a/l (son of), German o/w.
_ABBREVIATED = re.compile(r"\b[^\W\d_]/[^\W\d_]\b")
_ALLIES = re.compile(
    r"(?:the )?(?:allies|alliés)|(?:die )?verbündeten?|союзники|.*\bconsult(?:\.|ation\b|ants\b).*",
    re.IGNORECASE,
)
_PAIR = re.compile(r"[^\W\d_]+[-–][^\W\d_]+ (?:pair|paire|пара)", re.IGNORECASE)
# Only words that are not names of towns or clubs as well.
_EVENT = re.compile(
    r"\b(?:pair[ -]?go|(?<!\bau )(?<!\bau-)pairs?|paires|paar[ -]?go|paarturnier"
    r"|парн(?:ый|ое|ая|ые|ого|ом|ых)|rengo\w*|ренго|tandem(?:schach|go)?|тандем"
    r"|bug[ -]?house|шведки|hand (?:and|&) brain"
    r"|consultation|consult(?=\.)|консультационн\w+)\b|ペア碁|連碁|페어바둑",
    re.IGNORECASE,
)

# Words for a bye, a line a language or two. Left out are those that are names of people as well:
# Bay (Turkish), Frei (German), Liber (Romanian), Prost (Slovene), Slobodan (Serbian).
_WORDS = """
    bye / no opponent / without opponent / no player / unpaired / odd player out / sits out / rests
    exempt / exempte / exempté / exemptée / exempts / sans adversaire / au repos
    Freilos / spielfrei / spielt frei / kein Gegner / ohne Gegner
    vrij / vrije ronde / vrijgeloot / speelvrij / geen tegenstander
    libre / descansa / descanso / exento / exenta / sin rival / sin oponente
    lliure / isento / folga / sem adversário
    pausa / riposa / riposo / turno di riposo
    pauza / pauzuje / wolny los / volno / volný los / voľno / voľný los
    szabadnapos / erőnyerő / pihenő / slobodan krug / slobodna
    frirond / frirunde / oversidder / står over / vapaa / huilaa / vabavoor / laisvas
    свободен / свободна / свободный / свободная / бай / пропуск / без соперника / выходной
    вільний / вільна / без суперника / почивка / слободан круг / ρεπό
    轮空 / 輪空 / 不戦勝 / 부전승
"""
# Also in a few words: "half-point bye", "Bye Player", "BYE (requested)".
_WITH_BYE = frozenset(
    [
        "allocated",
        "bye",
        "full",
        "half",
        "pairing",
        "player",
        "point",
        "points",
        "pt",
        "requested",
        "round",
        "zero",
    ]
)
_NOT_A_LETTER = re.compile(r"[\W\d_]+")

# By the half points a side has from the bye it was paired with.
_KINDS = {2: ByeKind.PAIRING_ALLOCATED, 1: ByeKind.HALF_POINT, 0: ByeKind.ZERO_POINT}
# Findings whose opponent is named as the file writes him, not by the number of an entrant.
_AS_WRITTEN = frozenset({"unknown-opponent"})


def stands_for_bye(entrant: Entrant) -> bool:
    """Return whether an entrant is no person: named as a bye is, and without a number in any register."""
    return not entrant.identifiers and is_bye_name(entrant.surname, entrant.given_name)


def persons_alone(report: Report) -> Report:
    """Return a report without the entrants who stand for a bye or for several people; findings name them.

    A number in a register makes a person of an entrant, as moves do for PGN, which has asked about a bye.
    """
    asked = {found.place.entrant for found in report.findings if found.code == "named-like-bye"}
    byes = {
        entrant.number
        for entrant in report.entrants
        if stands_for_bye(entrant) and entrant.number not in asked
    }
    sides = {
        entrant.number
        for entrant in report.entrants
        if not entrant.identifiers and names_several(entrant.surname, entrant.given_name)
    }
    findings = [*_said(report, byes, "bye-entrant"), *_said_of_sides(report, sides)]
    return _without(report, byes | sides, findings)


def _without(report: Report, gone: set[int], findings: Iterable[Finding]) -> Report:
    """Return a report without some entrants, by their numbers, and with findings added."""
    if not gone:
        return replace(report, findings=(*report.findings, *findings))
    people = [entrant for entrant in report.entrants if entrant.number not in gone]
    numbers = {entrant.number: number for number, entrant in enumerate(people, start=1)}
    byes = [*report.byes, *_against(report, gone)]
    return replace(
        report,
        entrants=tuple(_renumbered(entrant, numbers, report) for entrant in people),
        pairings=tuple(
            replace(game, white=numbers[game.white], black=numbers[game.black])
            for game in report.pairings
            if gone.isdisjoint((game.white, game.black))
        ),
        byes=tuple(replace(bye, entrant=numbers[bye.entrant]) for bye in byes if bye.entrant in numbers),
        mcmahon=_kept_starts(report.mcmahon, gone),
        teams=tuple(
            replace(team, members=tuple(numbers[member] for member in team.members if member in numbers))
            for team in report.teams
        ),
        nationals=tuple(
            replace(record, entrant=numbers[record.entrant])
            for record in report.nationals
            if record.entrant in numbers
        ),
        findings=(*_kept_findings(report, numbers, gone), *findings),
    )


def _against(report: Report, gone: set[int]) -> Iterator[Bye]:
    """Yield the games against a bye as byes of the other side."""
    for game in report.pairings:
        for side, other, points in _sides(game):
            if other in gone:
                yield Bye(game.round, side, _KINDS[points], game.line)


def _sides(game: Pairing) -> Iterator[tuple[int, int, int]]:
    white, black = scores(game.outcome)
    yield game.white, game.black, white
    yield game.black, game.white, black


def _renumbered(entrant: Entrant, numbers: Mapping[int, int], report: Report) -> Entrant:
    """Give an entrant his new number; some reports keep the one its opponents are called by."""
    number, started = numbers[entrant.number], entrant.start_number or entrant.number
    if "start_number" not in DISCIPLINES[report.discipline].entrants or started == number:
        return replace(entrant, number=number, start_number=None)
    return replace(entrant, number=number, start_number=started)


def _kept_starts(mcmahon: McMahon | None, gone: set[int]) -> McMahon | None:
    if mcmahon is None:
        return None
    starts = (start for number, start in enumerate(mcmahon.starts, start=1) if number not in gone)
    return replace(mcmahon, starts=tuple(starts))


def _kept_findings(report: Report, numbers: Mapping[int, int], gone: set[int]) -> Iterator[Finding]:
    """Yield the findings that are not about a bye, by the new numbers of their entrants."""
    for finding in report.findings:
        opponent = finding.values.get("opponent")
        named = finding.code not in _AS_WRITTEN and isinstance(opponent, int)
        if finding.place.entrant in gone or (named and opponent in gone):
            continue
        place = finding.place
        if place.entrant is not None:
            place = replace(place, entrant=numbers.get(place.entrant, place.entrant))
        values = finding.values
        if named and isinstance(opponent, int):
            values = {**values, "opponent": numbers.get(opponent, opponent)}
        yield replace(finding, place=place, values=values)


def _said(report: Report, gone: set[int], code: str) -> Iterator[Finding]:
    """Yield a warning for each entrant taken out."""
    for entrant in report.entrants:
        if entrant.number in gone:
            name = full_name(entrant.surname, entrant.given_name)
            yield warning(code, Place(entrant.line), name=name[:40])


def _said_of_sides(report: Report, sides: set[int]) -> Iterator[Finding]:
    """Yield findings on several people as one entrant: one if the event's name shows it."""
    words = sharing_in(report.name) if report.pairings else ""
    if words:
        yield warning("shared-sides", text=words[:40], count=len(sides))
    else:
        yield from _said(report, sides, "several-persons")


def is_bye_name(surname: str, given_name: str = "") -> bool:
    """Return whether a name is no person's but means that there was no opponent.

    "Bye, Anna" is a person. A number in a register makes a person of "Bye" alone as well: readers check it.
    """
    words = _words(f"{surname} {given_name}")
    return " ".join(words) in _NAMES or ("bye" in words and _WITH_BYE.issuperset(words))


def _words(name: str) -> list[str]:
    """Return the words of a name without case, accents, digits and signs, each the first time it stands."""
    plain = "".join(letter for letter in normalize("NFKD", name.casefold()) if not combining(letter))
    return list(dict.fromkeys(_NOT_A_LETTER.sub(" ", plain).split()))


_NAMES = frozenset(" ".join(_words(name)) for name in re.split("[/\n]", _WORDS) if name.strip())


def names_several(surname: str, given_name: str = "") -> bool:
    """Return whether a name is that of two or more people: "Ivanova / Petrov", "Anderssen and allies".

    Double surnames (García y López, de Vries-Smit) are one person's.
    """
    name = full_name(surname, given_name).replace("_", " ")
    if _ALLIES.fullmatch(name) or _PAIR.fullmatch(name):
        return True
    sides = _BETWEEN.split(_ABBREVIATED.sub("", without_remark(name)))
    return sum(_WORD.search(side) is not None for side in sides) > 1


def sharing_in(event: str) -> str:
    """Return the words of an event's name by which players share a side in it, "" where there are none."""
    found = _EVENT.search(event)
    return found[0] if found else ""
