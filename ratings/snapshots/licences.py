"""The licences an office may grant for its data, and the one it has chosen."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from federation.journal import journal
from federation.models import Account
from ratings.models import Snapshot
from ratings.snapshots.noted import KEY, locked

NONE = ""


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence by its own title, and where its text stands."""

    key: str  # of SPDX
    title: str
    address: str


LICENCES: Mapping[str, Licence] = {
    licence.key: licence
    for licence in (
        Licence("CC0-1.0", "CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        Licence("CC-BY-4.0", "Creative Commons BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
        Licence(
            "CC-BY-SA-4.0", "Creative Commons BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"
        ),
        Licence("ODbL-1.0", "Open Database License 1.0", "https://opendatacommons.org/licenses/odbl/1-0/"),
        Licence(
            "etalab-2.0", "Licence Ouverte 2.0", "https://www.etalab.gouv.fr/licence-ouverte-open-licence/"
        ),
    )
}


def granted() -> Licence | None:
    """Return the licence the office has chosen; None where it has chosen none."""
    key = Snapshot.objects.filter(pk=KEY).values_list("licence", flat=True).first()
    return LICENCES.get(key or NONE)


@transaction.atomic
def choose(key: str, *, account: Account | None) -> bool:
    """Grant a licence, or none; False where it stands so already. Raises KeyError for one that is none."""
    if key != NONE:
        LICENCES[key]
    row = locked()
    before = row.licence
    if before == key:
        return False
    row.licence = key
    row.save(update_fields=["licence"])
    journal.write("snapshot.licence", "snapshot", account=account, before=before, after=key)
    return True
