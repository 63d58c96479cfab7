"""People who claim records, and what came to their letter box."""

import re

from django.core import mail

from federation.claims import claims, letters
from federation.models import Account, Contact, Player, RecordClaim
from federation.register import register
from federation.register.register import Newcomer
from tests.tournaments.conftest import account

ADDRESS = "anna@holm.example"


def holm(*, email: str = ADDRESS) -> Player:
    """Return a player, with an address on the register unless it is empty."""
    made = register.enrol(Newcomer("HOLM", "Anna", "FR"), account=None)
    if email:
        Contact.objects.create(player=made, email=email)
    return made


def vera(email: str = "vera@example.org", *roles: str) -> Account:
    return account(email, *roles)


def asked(player: Player, person: Account) -> RecordClaim:
    """Ask for a code and let the letters leave."""
    claim = claims.ask_for_code(player, account=person, language="en")
    letters.ClaimMail.send_waiting()
    claim.refresh_from_db()
    return claim


def code() -> str:
    """Return the code of the last letter."""
    found = re.search(r"^(\d{4} \d{4})$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found
    return found[1]


def held(player: Player, person: Account) -> RecordClaim:
    """Let an account hold a record."""
    return RecordClaim.objects.create(account=person, player=player, state="held", language="en")
