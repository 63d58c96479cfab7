"""Pairgoth as the tests play it: its pages in the shape its servlet renders, and its calls.

Names and results are invented. The shape: a style block and a `.pairgoth-published` part around one table;
the standings are the table of its page as a browser writes it out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from django.test import Client

STYLE = "<style>@layer pairgoth-published {\n.pairgoth-published td[data-result='?'] {}\n}</style>\n"
WORDS = {"?": "?", "w": "1-0", "b": "0-1", "=": "½-½", "X": "X", "#": "1-1", "0": "0-0"}
_TURNED = {**WORDS, "w": "0-1", "b": "1-0"}
HEADS = {"en": ("White", "Black"), "fr": ("Blanc", "Noir"), "de": ("Weiß", "Schwarz"), "kr": ("백", "흑")}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player as a page names one."""

    name: str
    grade: str = "5k"
    country: str = "FR"
    club: str = "38Gr"

    def __str__(self) -> str:
        return f"{self.name} ({self.grade} {self.country} {self.club})"


LISE = Seat("Aubrac Lise", "3d", "FR", "38Gr")
PAUL = Seat("Brossolette Paul", "1k", "FR", "75Op")
JEAN = Seat("Cavaillès Jean", "5k", "FR", "69Ly")
ANNE = Seat("Delestraint Anne", "9k", "FR", "35Re")
Game = tuple[Seat | None, Seat | None, int, str]  # White, Black, handicap, result

ROUND_1: tuple[Game, ...] = ((LISE, PAUL, 0, "w"), (JEAN, ANNE, 4, "b"))
ROUND_2: tuple[Game, ...] = ((PAUL, ANNE, 8, "w"), (LISE, JEAN, 7, "b"))


def wrapped(inner: str) -> str:
    """Put a table into what goes out."""
    return f'{STYLE}<div class="pairgoth-published">\n{inner}\n</div>\n'


def games(
    rows: Sequence[Game], *, results: bool = True, black_first: bool = False, language: str = "en"
) -> str:
    """Return the page of a round."""
    heads = HEADS[language]
    shown = ["Tbl", *(reversed(heads) if black_first else heads), "Hd", *(["Result"] if results else [])]
    head = "".join(f"\n        <th>{one}</th>" for one in shown)
    body = "".join(
        _row(place, row, results=results, black_first=black_first) for place, row in enumerate(rows, 1)
    )
    return wrapped(
        f'    <table class="ui striped table">\n      <thead>\n      <tr>{head}\n      </tr>\n'
        "      </thead>\n"
        f"      <tbody>{body}\n      </tbody>\n    </table>"
    )


def _row(place: int, row: Game, *, results: bool, black_first: bool) -> str:
    white, black, handicap, result = row
    sides = [white or "BIP", black or "BIP"]
    cells = [f'<td class="left">{side}</td>' for side in (reversed(sides) if black_first else sides)]
    words = (_TURNED if black_first else WORDS)[result]
    last = f'<td data-result="{result}">{words}</td>' if results else ""
    number = f'<td class="t" data-table="{place}">{place}</td>'
    return f"\n      <tr>\n        {number}{''.join(cells)}<td>{handicap}</td>{last}\n      </tr>"


def standings(
    rows: Sequence[tuple[Seat, Sequence[str]]],
    *,
    criteria: Sequence[str] = ("MMS", "SOSM"),
    team: bool = False,
) -> str:
    """Return the page of standings: each player with the cells of the rounds ("2+/w", "0=")."""
    rounds = len(rows[0][1]) if rows else 1
    heads = ["Num", "Plc", "Name", "Rank", "Ctr", "Nbw", *(f"R{n}" for n in range(1, rounds + 1)), *criteria]
    head = "".join(f'<th aria-sort="ascending">{one}</th>' for one in heads)
    body = "".join(_standing(place, *row, criteria=criteria) for place, row in enumerate(rows, 1))
    table = (
        '<table id="standings-table" class="ui striped table">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
    if team:
        table = f'<div class="standings-section team-standings">{table}</div>'
    return wrapped(table)


def _standing(place: int, seat: Seat, results: Sequence[str], *, criteria: Sequence[str]) -> str:
    wins = sum("+" in one for one in results)
    cells = "".join(
        f'<td class="nobreak game-result" title="Somebody {escape(seat.grade)}">{_marked(one)}</td>'
        for one in results
    )
    more = "".join(f'<td data-sort="{wins}">{wins}½</td>' for _ in criteria)
    return (
        f'<tr data-id="{100 + place}"><td>{place}</td><td>{place}</td><td>{escape(seat.name)}</td>'
        f'<td data-sort="1500">{seat.grade}</td><td title="France">{seat.country}</td><td>{wins}</td>'
        f"{cells}{more}</tr>"
    )


def _marked(result: str) -> str:
    if "+" in result:
        return f"<b>{result}</b>"
    return f"<i>{result}</i>" if "-" in result else result


@dataclass(slots=True)
class Pairgoth:
    """The program at a venue: the lines of its properties, and its buttons."""

    secret: str
    code: str = "moulin"
    client: Client | None = None
    address: str = "/api/pairgoth"

    def call(self, method: str, path: str, body: bytes = b"", kind: str = "text/html; charset=UTF-8") -> Any:
        """Send a request as its servlet does."""
        asked = (self.client or Client(enforce_csrf_checks=True)).generic
        headers = {"X-Pairgoth-Secret": self.secret, "Accept": "application/json"}
        return asked(method, self.address + path, body, content_type=kind, headers=headers)

    def sync(self) -> Any:
        """Press "Sync from website"."""
        return self.call("GET", f"/players/{self.code}")

    def publish_games(self, number: int, rows: Sequence[Game], **shape: Any) -> Any:
        """Publish pairings or results."""
        return self.call("POST", f"/pairings/{self.code}/{number}", games(rows, **shape).encode())

    def publish_standings(self, number: int, rows: Sequence[tuple[Seat, Sequence[str]]], **shape: Any) -> Any:
        """Publish standings."""
        return self.call("POST", f"/standings/{self.code}/{number}", standings(rows, **shape).encode())

    def presence(self, number: int, said: object) -> Any:
        """Publish who plays a round."""
        import json

        return self.call(
            "POST",
            f"/presences/{self.code}/{number}",
            json.dumps(said).encode(),
            "application/json; charset=UTF-8",
        )


def shown(answer: Any) -> str:
    """Return what Pairgoth shows of an answer: nothing where it was taken."""
    said: Mapping[str, Any] = answer.json()
    if answer.status_code >= 300:
        return str(said.get("error", "unknown error"))
    return "" if said["status"] else str(said.get("message", "Publish failed"))
