"""Invented tournament files, built here so that a test can change one thing at a time."""

from dataclasses import replace
from datetime import date

from tournaments.reports.outcomes import ByeKind, Outcome
from tournaments.reports.report import Bye, Entrant, Pairing, Report

H9 = """; CL[A]
; EV[Winter Example Open]
; PC[SE, Umea]
; DT[2014-01-18,2014-01-19]
; HA[h1]
; KM[6.5]
; TM[75]
; CM[Fischer 45 min + 15 s]
;.
; Pl Name                            Rk Co Club  MMS  NBW  SOS
   1 Varga Ilka                      3d HU Szeg   35    3   86 0    2+/b0    3+/w1    5+!w9 |99000011
   2 Brandt Timo                     2d DE Kiel  31=   0=   94 0    1-/w0    4=/w3    3-/b0 |99000022
   3 Osei Marit                      1d NO Berg   31    1   94 0    4-/w2    1-/b1    2+/w0 |99000033
   4 Lindqvist_Holm Per              3k SE Umea  28=   1=   78 0    3+/b2    2=/b3    6-/w9 |99000044
   5 Kalnins Edgars                  8k LV Riga   24    2   51 0    6+/w6    0+       1-!b9 |99000055
   6 Petrov Asen                    15k BG Varn   16    1   52 0    5-/b6    0-       4+/b9 |99000066
"""

TOU = """;name=240316-exemple
;date=16/03/2024
;vill=Exemple
;comm=Tournoi d'exemple
;prog=Exemple 1.0
;size=19
;time=60+b
;ta=80
;komi=7.5
;Num Nom Prenom               Niv Licence Club
   1 ALPHA Anne                1D 1900001 75Ex    2+w0    3+w4
     BETA Bruno                2K 2000002 38Ex    1-b0    4+w1
   3 GAMMA Chloé               5K 2100003 31Ex    4-b0    1-b4
   4 DELTA_EPSILON Denis       3K ------- BE      3+w0    2-b1
   5 ZETA_A_TRES_LONG_NOM_Eva_12K         91Ex    0=      0-
"""

PLAYERS = (
    'name="Alpha" firstName="Anne" grade="1D" rank="1D" egfPin="99000001" ffgLicence="1900001"',
    'name="De la Beta" firstName="Bruno" grade="2K" rank="2K" egfPin="" ffgLicence="2000002"',
    'name="Gamma" firstName="Chloé" grade="99K" rank="5K" egfPin="99000003" ffgLicence=""',
    'name="Iltis" firstName="Dilan" grade=" 9K" rank="9K" egfPin="" ffgLicence=""',
)
GAMES = (
    'whitePlayer="ALPHAANNE" blackPlayer="DELABETABRUNO" result="RESULT_WHITEWINS" handicap="0"'
    ' roundNumber="1"',
    'whitePlayer="GAMMACHLOÉ" blackPlayer="İLTİSDİLAN" result="RESULT_BLACKWINS" handicap="4"'
    ' roundNumber="1"',
    'whitePlayer="ALPHAANNE" blackPlayer="GAMMACHLOÉ" result="RESULT_BOTHLOSE" handicap="5" roundNumber="2"',
)
GENERAL = (
    'beginDate="2024-03-16" endDate="2024-03-17" name="Example" location="Exempleville" size="19" komi="7.5"'
    ' numberOfRounds="2" basicTime="60" complementaryTimeSystem="CANBYOYOMI" canByoYomiTime="300"'
    ' nbMovesCanTime="15" stdByoYomiTime="30" fischerTime="10"'
)


def opengotha(
    *,
    players: tuple[str, ...] = PLAYERS,
    games: tuple[str, ...] = GAMES,
    general: str = GENERAL,
    extra: str = '<ByePlayers><ByePlayer player="DELABETABRUNO" roundNumber="2"/></ByePlayers>',
) -> str:
    """Build an OpenGotha file; the fourth player announced to miss round 2."""
    flags = ("11", "11", "11", "10000000000000000000")
    lines = "\n".join(
        f'<Player {player} country="FR" club="75Ex" rating="2050" ffgLicenceStatus="L" '
        f'participating="{flags[index] if index < 4 else "11"}" registeringStatus="FIN"/>'
        for index, player in enumerate(players)
    )
    rows = "\n".join(f'<Game {game} knownColor="true" tableNumber="1"/>' for game in games)
    return f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament dataVersion="201" gothaMinorVersion="2" gothaVersion="348">
<Players>
{lines}
</Players>
<Games>
{rows}
</Games>
{extra}
<TournamentParameterSet>
<GeneralParameterSet {general}/>
<HandicapParameterSet hdCeiling="9" hdCorrection="1"/>
</TournamentParameterSet>
</Tournament>
"""


def report() -> Report:
    """Build a report with every kind of outcome and bye a table of results can hold."""
    names = ("Alpha", "Beta", "Gamma", "Delta Epsilon", "Zeta", "Eta")
    entrants = tuple(
        Entrant(
            number=number,
            surname=surname,
            given_name="Anne Éva" if number == 1 else f"N{chr(96 + number)}",
            grade=f"{number}k",
            country="FR",
            club="75Ex",
            identifiers={"ffg": f"190000{number}", "egd": f"9900000{number}"},
        )
        for number, surname in enumerate(names, start=1)
    )
    pairings = (
        Pairing(1, 1, 2, Outcome.WHITE_WINS, handicap=1),
        Pairing(1, 4, 3, Outcome.BLACK_WINS),
        Pairing(1, 5, 6, Outcome.DRAW, handicap=9),
        Pairing(2, 2, 1, Outcome.UNKNOWN),
        Pairing(2, 3, 4, Outcome.WHITE_WINS, colour_known=False),
    )
    return Report(
        format="spreadsheet",
        encoding="utf-8",
        name="Tournoi d'exemple",
        start=date(2024, 3, 16),
        end=date(2024, 3, 17),
        place="Exempleville",
        country="FR",
        rounds=2,
        komi=7.5,
        time_class="A",
        adjusted_minutes=80.0,
        time_system="60 min + 300 s for 15 stones (Canadian byo-yomi)",
        handicap_reduction=1,
        entrants=entrants,
        pairings=pairings,
        byes=(Bye(2, 5, ByeKind.FULL_POINT), Bye(2, 6, ByeKind.ZERO_POINT)),
    )


def forfeits() -> Report:
    """Build a report whose two games were not played or not decided."""
    pairings = (
        Pairing(1, 1, 2, Outcome.WHITE_WINS, by_default=True, handicap=3),
        Pairing(1, 3, 4, Outcome.BOTH_LOSE, by_default=True),
        Pairing(1, 5, 6, Outcome.BOTH_WIN, by_default=True),
    )
    return replace(report(), rounds=1, pairings=pairings, byes=())


def large_opengotha(*, players: int = 300, rounds: int = 10) -> str:
    """Build a big file: every entrant plays his neighbour in every round."""
    people = tuple(
        f'name="Name{number}" firstName="N" grade="{number % 30 + 1}K" rank="{number % 30 + 1}K"'
        for number in range(players)
    )
    games = tuple(
        f'whitePlayer="NAME{number}N" blackPlayer="NAME{number + 1}N" result="RESULT_WHITEWINS"'
        f' handicap="0" roundNumber="{played}"'
        for played in range(1, rounds + 1)
        for number in range(0, players, 2)
    )
    general = GENERAL.replace('numberOfRounds="2"', f'numberOfRounds="{rounds}"')
    return opengotha(players=people, games=games, general=general, extra="")
