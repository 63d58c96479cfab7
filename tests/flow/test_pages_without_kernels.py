"""Public pages of every kind and My page, answered by a process that does not import numba."""

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from django.db import connection

from ratings.lists import publication
from ratings.models import RatingSystem
from ratings.statistics import recompute
from tests.federation.claims.claimants import held, vera
from tests.ratings import small_federation
from tests.ratings.chess_months import based, masters, opened, system
from tests.ratings.histories import recalculate, round_robin, stale

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="modules are the same on every database"),
]
ROOT = Path(__file__).resolve().parents[2]
ASK = """
import json, sys
import django; django.setup()
from django.conf import settings
from django.test import Client
from federation.models import Account
from tests.conftest import STATIC
settings.ALLOWED_HOSTS, settings.STORAGES["staticfiles"] = ["testserver"], STATIC
client = Client()
client.force_login(Account.objects.get())
for path in json.loads(sys.argv[1]):
    print(json.dumps([path, client.get(path).status_code, "numba" in sys.modules]))
"""


def chess() -> int:
    """Publish a list of chess that two tournaments counted for, one a round robin; return a player's key."""
    rated, players = system(), masters(4)
    for place, player in enumerate(players[:3]):
        based(rated, player, 2000 - 90 * place, k=20, games=100)
    for number, day in ((101, 4), (102, 18)):
        opened(date(2025, 1, day), players, round_robin(4), number=number)
    recalculate(stale(rated, date(2024, 12, 1)))
    publication.publish(rated, date(2025, 2, 1), account=None)
    held(players[0], vera())
    return players[0].pk


def test_no_page_imports_numba(tmp_path: Path) -> None:
    small = small_federation.build(players=26, tournaments=2)
    recompute.refresh(RatingSystem.objects.get(key="egf"))
    go, player = small.players[0].pk, chess()
    paths = [
        *("/", "/lists/", "/lists/ffg/", "/lists/fide-standard/", "/tournaments/", "/clubs/", "/clubs/75Xa/"),
        *(f"/players/{go}/", f"/players/{player}/", f"/players/{player}/games/", "/tournaments/1/"),
        *("/tournaments/101/", "/search/?q=a", "/players/?q=a", "/statistics/", "/statistics/egf/", "/me/"),
    ]
    file = tmp_path / "copy.sqlite3"
    file.write_bytes(connection.connection.serialize())
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{file}",
        "DJANGO_SETTINGS_MODULE": "federation.settings",
        "PALMARES_DATA": str(tmp_path),
    }

    answered = subprocess.run(
        [sys.executable, "-c", ASK, json.dumps(paths)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )

    assert [json.loads(line) for line in answered.stdout.splitlines()] == [
        [path, 200, False] for path in paths
    ]
