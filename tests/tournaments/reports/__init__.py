"""Invented reports and their bytes for the tests of the desk."""

from dataclasses import replace
from datetime import date

from tournaments.formats import table
from tournaments.reports.outcomes import Outcome
from tournaments.reports.report import Entrant, Pairing, Report

PEOPLE = (
    Entrant(1, "Aubrac", "Lise", grade="3d", country="FR", club="38Gr", identifiers={"ffg": "0100001"}),
    Entrant(2, "Brossolette", "Paul", grade="1k", country="FR", club="75Op", identifiers={"ffg": "0100002"}),
    Entrant(3, "Cavaillès", "Jean", grade="5k", country="FR", club="69Ly", identifiers={"ffg": "0100003"}),
    Entrant(4, "Delestraint", "Anne", grade="9k", country="FR", club="35Re", identifiers={"ffg": "0100004"}),
)
GAMES = (
    Pairing(1, 1, 2, Outcome.WHITE_WINS),
    Pairing(1, 3, 4, Outcome.BLACK_WINS),
    Pairing(2, 4, 1, Outcome.BLACK_WINS),
    Pairing(2, 2, 3, Outcome.WHITE_WINS),
)
_THIRD_ROUND = (Pairing(3, 1, 3, Outcome.WHITE_WINS), Pairing(3, 2, 4, Outcome.WHITE_WINS))
_ROUNDS = (GAMES, GAMES[:2] + _THIRD_ROUND, GAMES[2:] + _THIRD_ROUND)


def games(nth: int) -> tuple[Pairing, ...]:
    """The games of the nth of up to 24 tournaments of the four: any two have two games in common at most."""
    turned = (nth & 1, nth & 2, nth & 4, (nth ^ nth >> 1 ^ nth >> 2) & 1)
    return tuple(
        replace(game, round=at // 2 + 1, outcome=Outcome(2 - game.outcome if turn else game.outcome))
        for at, (game, turn) in enumerate(zip(_ROUNDS[nth // 8], turned, strict=True))
    )


def report(name: str = "Open du Moulin", **changes: object) -> Report:
    """A sound tournament of four people over two rounds."""
    sound = Report(
        format="tou",
        encoding="iso-8859-15",
        name=name,
        start=date(2024, 3, 9),
        end=date(2024, 3, 10),
        place="Grenoble",
        country="FR",
        rounds=2,
        komi=7.5,
        time_class="A",
        adjusted_minutes=80.0,
        time_system="60+b",
        entrants=PEOPLE,
        pairings=GAMES,
    )
    return replace(sound, **changes)  # type: ignore[arg-type]  # names and types are those of the record


def tou(name: str = "Open du Moulin", **changes: object) -> bytes:
    """The bytes of a TOU file."""
    return table.write(report(name, **changes), "tou")


def undated() -> bytes:
    """An OpenGotha file nobody gave a date, with the day the program writes then."""
    players = "".join(
        f'<Player firstName="{one.given_name}" name="{one.surname}" rank="{one.grade.upper()}" country="FR"'
        f' club="{one.club}" ffgLicence="{one.identifiers["ffg"]}" egfPin="" agaId=""'
        ' participating="11111111111111111111" registeringStatus="FIN"/>'
        for one in PEOPLE
    )
    key = {one.number: f"{one.surname}{one.given_name}".upper() for one in PEOPLE}
    results = {Outcome.WHITE_WINS: "RESULT_WHITEWINS", Outcome.BLACK_WINS: "RESULT_BLACKWINS"}
    games = "".join(
        f'<Game roundNumber="{game.round}" tableNumber="{place}" whitePlayer="{key[game.white]}"'
        f' blackPlayer="{key[game.black]}" handicap="0" knownColor="true" result="{results[game.outcome]}"/>'
        for place, game in enumerate(GAMES, 1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><Tournament dataVersion="201">'
        f"<Players>{players}</Players><Games>{games}</Games><ByePlayers/><TournamentParameterSet>"
        '<GeneralParameterSet name="Coupe sans date" shortName="coupe" beginDate="1900-01-01"'
        ' endDate="1900-01-01" location="Lyon" size="19" komi="7.5" numberOfRounds="2" bInternet="false"'
        ' complementaryTimeSystem="STDBYOYOMI" basicTime="60" stdByoYomiTime="30"/>'
        "</TournamentParameterSet></Tournament>"
    ).encode()
