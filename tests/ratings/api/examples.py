"""The examples of the page of reference: real answers of an invented federation, long lists cut short.

They stand in ratings/api/examples.json. What it lacks is written by the test that finds it out.
"""

import json
from typing import Any

from django.test import Client

from ratings.models import RatingSystem
from ratings.statistics import recompute
from ratings.views.feeds_and_frames.reference import EXAMPLES
from tests.ratings import small_federation, stream_pages

FEW = 2  # of a list
JOB = {
    "system": "ffg",
    "players": [{"id": "A", "rating": -1720, "games": 12}, {"id": "B", "rating": -1650, "games": 40}],
    "events": [{"id": "T1", "start": "2023-03-16", "games": [{"white": "A", "black": "B", "result": "1-0"}]}],
}
# Every call without a token: what is asked, {player} and {other} put in.
ASKED = {
    "/systems": "/systems",
    "/systems/{system}/statistics": "/systems/ffg/statistics",
    "/systems/{system}/statistics/{kind}": "/systems/ffg/statistics/drift",
    "/lists": "/lists?system=ffg&limit=2",
    "/lists/{system}/{date}": "/lists/ffg/newest",
    "/lists/{system}/{date}/entries": "/lists/ffg/newest/entries?from=20k&to=1d&limit=2",
    "/lists/{system}/{date}/entries.csv": "/lists/ffg/newest/entries.csv?club=38Yb",
    "/lists/{system}/{date}/entries.json": "/lists/ffg/newest/entries.json?club=38Yb",
    "/lists/{system}/number-ones": "/lists/ffg/number-ones",
    "/lists/{system}/live": "/lists/fics-blitz/live?all=1&table=provisional",
    "/players": "/players?q=abelard&limit=2",
    "/players/{number}": "/players/{player}",
    "/players/{number}/history": "/players/{player}/history?system=ffg",
    "/players/{number}/history.csv": "/players/{player}/history.csv?system=ffg",
    "/players/{number}/games": "/players/{player}/games?limit=2",
    "/players/{number}/against/{other}": "/players/{player}/against/{other}",
    "/changes": "/changes?since=2020-01-01&limit=2",
    "/clubs": "/clubs?q=paris",
    "/clubs/{code}": "/clubs/75Xa",
    "/tournaments": "/tournaments?year=2026&limit=2",
    "/tournaments/handed-in": "/tournaments/handed-in?limit=2",
    "/tournaments/{number}/crosstable": "/tournaments/1/crosstable",
}


def world() -> dict[str, int]:
    """Build what the examples are asked of; the numbers that are put into addresses."""
    small = small_federation.build(players=24, tournaments=2)
    stream_pages.played()
    recompute.refresh(RatingSystem.objects.get(key="ffg"))
    return {"player": small.players[0].pk, "other": small.players[1].pk}


def ask(client: Client, path: str, numbers: dict[str, int]) -> Any:
    """Ask a call; the whole answer, JSON read."""
    answer = client.get("/api/v1" + ASKED[path].format(**numbers))
    assert answer.status_code == 200, path
    text = answer.getvalue().decode()
    return json.loads(text) if answer["Content-Type"].startswith("application/json") else text


def shortened(answer: Any) -> Any:
    """Cut long lists short, and long tables of texts after their first lines."""
    if isinstance(answer, dict):
        return {name: shortened(one) for name, one in answer.items()}
    if isinstance(answer, list):
        return [shortened(one) for one in answer[:FEW]]
    if isinstance(answer, str) and "\n" in answer:
        return "\n".join(answer.splitlines()[: FEW + 1]) + "\n"
    return answer


def recorded() -> dict[str, Any]:
    """Return the examples that are kept."""
    found: dict[str, Any] = json.loads(EXAMPLES.read_text())
    return found


def record(key: str, example: dict[str, Any]) -> None:
    """Keep an example."""
    whole = dict(sorted({**recorded(), key: example}.items()))
    EXAMPLES.write_text(json.dumps(whole, indent=1, ensure_ascii=False) + "\n")
