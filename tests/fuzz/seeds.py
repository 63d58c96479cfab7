"""Small whole files of every format we read, all invented, by what reads them."""

import gzip
import io
import zipfile

from ratings.rulebook.systems import computable
from tests.engines.hostile_jobs import Maker
from tests.federation.player_lists import fide_list_samples as fide
from tests.formats.samples import H9, TOU, opengotha, report
from tests.formats.trf_samples import TRF16, TRF26
from tournaments.formats.spreadsheet import reader as spreadsheet
from tournaments.formats.table import write
from tournaments.online_games import sheet

DOCTYPE = '<!DOCTYPE Tournament SYSTEM "tournament.dtd">\n<Tournament '
PGN = """[Event "Rated blitz game"]
[Site "https://play.example/Ab12Cd34"]
[Round "1.2"]
[Date "2026.03.14"]
[UTCDate "2026.03.14"]
[UTCTime "20:15:00"]
[White "Abel, Anna"]
[Black "Bohr, Ben"]
[WhiteFideId "600001"]
[WhiteElo "2000"]
[BlackTitle "FM"]
[TimeControl "40/6000+30:900+30"]
[Result "1-0"]

1. e4 e5 {a [comment] } 2. Nf3 1-0

[Event "Rated blitz game"]
[Round "2"]
[White "Bohr, Ben"]
[Black "Cid, Cem"]
[Date "2026.03.15"]
[Time "10:00:00"]
[Result "1/2-1/2"]

1/2-1/2
"""
LADDER = (
    "#Echelle au 5/02/2024 05:17:21\r\n"
    "D'ÉPINAY_SŒUR Jean_Loup                -315 - 0712345 38Gr FR\r\n"
    "Quist Olaf                              243 e ------- xxxx GB\r\n"
    "NOUVEAU Zoé                           -9999 L 24A0001 XXXX FR\r\n"
)
EGD = (
    "<html>\n<h1>List of WORLD Players</h1>\n(27 Dec 2018)\n<pre>\n   PIN   Name\n</b>\n"
    " 99000011  Varga Ilka                            HU  Szeg    3d   --   2301    14  T180209I \n"
    " 99000022  (undefined) Man_Hai                   XX  xxxx   20k   --    100     1  T130209I \n"
    "\nNumber of players: 2\n</pre>\n</html>\n"
)


def _zipped(name: str, data: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return packed.getvalue()


REPORTS: dict[str, bytes] = {
    "opengotha": opengotha().encode(),
    "opengotha with a document type": opengotha().replace("<Tournament ", DOCTYPE, 1).encode(),
    "h9": H9.encode(),
    "tou": TOU.encode("iso-8859-15"),
    "spreadsheet": spreadsheet.template("en"),
    "spreadsheet written": write(report(), "spreadsheet"),
    "trf16": TRF16.encode(),
    "trf26": TRF26.encode(),
    "pgn": PGN.encode(),
}
LISTS: dict[str, bytes] = {
    "ladder": LADDER.encode("iso-8859-15"),
    "ladder packed": gzip.compress(LADDER.encode("iso-8859-15"), mtime=0),
    "egd": EGD.encode(),
    "fide text": fide.text(fide.FOA_HEAD, fide.FOA),
    "fide single": fide.text(fide.SINGLE_HEAD, fide.SINGLE, fide.OLD_SINGLE_HEAD, fide.OLD_SINGLE),
    "fide 2001": fide.text(fide.HEAD_2001, fide.LINE_2001, fide.HEAD_2002, fide.LINE_2002),
    "fide 2003": fide.text(fide.LINE_2003, fide.LINE_2003),
    "fide xml": fide.XML.encode(),
    "fide xml declared": b'<?xml version="1.0" encoding="utf-8"?>\n' + fide.XML_2011.encode(),
    "fide zip": _zipped("standard_oct26frl.txt", fide.text(fide.FOA_HEAD, fide.FOA)),
}
GAMES: dict[str, bytes] = {
    "duels": sheet.template("ladder"),
    "pgn": PGN.encode(),
    "duels packed": gzip.compress(sheet.template("ladder"), mtime=0),
    "duels of wide letters": sheet.template("ladder").decode("utf-8-sig").encode("utf-16"),
}
JSON: dict[str, bytes] = {
    "duels": b"""[{"code": "A-1", "ended": "2026-03-14T20:15:00Z", "white": "anna", "black": "ben",
        "result": "1-0"}, {"code": 7, "ended": 1773519300000, "white": ["a", "b"], "black": ["c", "d"],
        "result": "1/2"}]""",
    "table": b"""[{"code": "B-1", "ended": "2026-03-14T20:15:00+01:00", "players": ["a", "b", "c"],
        "places": [1, 2, 2], "max_points": 24.5}]""",
}


def _job(at: int) -> bytes:
    """Return a rating job of the system at a place of their table, with every number in its bounds."""
    seed = at
    while Maker(seed).outside or Maker(seed).wild:
        seed += len(computable())
    return Maker(seed).job()


JOBS: dict[str, bytes] = {key: _job(at) for at, key in enumerate(computable())}
