"""The licences an office may grant for its data, and the one it has chosen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction

from federation.database import reading
from federation.journal import journal
from federation.models import Account
from ratings.models import Snapshot

KEY = 1

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


def current() -> Snapshot:
    """Return what is noted, an empty row where nothing is yet.

    Read from the primary: a replica might still give a name that was withdrawn.
    """
    with reading.from_primary():
        row = Snapshot.objects.filter(pk=KEY).first() or Snapshot(pk=KEY)
    row.files = dict(sorted(row.files.items(), key=lambda item: int(item[1]["place"])))
    return row


def locked() -> Snapshot:
    """Return the row, locked until the end of the transaction."""
    Snapshot.objects.get_or_create(pk=KEY)
    return Snapshot.objects.select_for_update().get(pk=KEY)


def withdraw(names: Iterable[str]) -> None:
    """Block the files of some parts until they are made again; in the transaction of the act.

    What is being made meanwhile is not noted: it was read before.
    """
    row = locked()
    for name in names:
        row.withdrawals[name] = row.withdrawals.get(name, 0) + 1
        if name in row.files:
            row.files[name]["formats"] = {}
    row.save(update_fields=["files", "withdrawals"])
