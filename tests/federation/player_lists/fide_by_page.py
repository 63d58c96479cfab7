"""FIDE lists as the tests of the page hand them in, and the players in them. People are invented."""

from django.test import Client
from django.urls import reverse

from federation.models import ListDifference, ListImport, Player
from federation.register import register
from federation.register.register import Newcomer
from tests.federation.player_lists.fide_list_samples import FOA_HEAD, text
from tests.federation.player_lists.test_import_fide_list import line

NAME = "players_list_foa_2030-11.txt"
ANNA, OLAF = 99000033, 99000041
MOVED = line(ANNA, "Holm, Anna", fed="SWE", titles="IM/WGM/FA", born=1990, standard=(2398, 7, 10))
OTHER = line(OLAF, "Bianchi, Rosa", fed="ITA", born=1971, standard=(1800, 0, 20))


def strangers(count: int) -> list[str]:
    """Write rows of players the register does not have."""
    return [line(98000000 + n, f"Fremd{chr(97 + n // 26 % 26)}{chr(97 + n % 26)}, Ada") for n in range(count)]


def fide_list(*rows: str) -> bytes:
    return text(FOA_HEAD, *rows)


def enrol(surname: str, given_name: str, number: int) -> Player:
    newcomer = Newcomer(surname, given_name, "NO", "", "", {"fide": str(number)})
    return Player.objects.get(pk=register.enrol_many([newcomer], account=None)[0])


def decide(client: Client, held: ListImport, decision: str) -> ListDifference:
    row = held.differences.get(kind="resembling")
    client.post(reverse("register-import-decide", args=[held.pk]), {f"row-{row.pk}": decision})
    row.refresh_from_db()
    return row
