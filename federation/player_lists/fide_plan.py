"""The plan of a FIDE list as its page shows it: counts, rows to be decided, lines that cannot be read.

What the list changes without a question is counted alone: it describes hundreds of thousands of people.
"""

from collections.abc import Iterator, Sequence

from federation.models import Identifier, ListDifference
from federation.player_lists import members as listmembers
from federation.player_lists.differences import Difference, resembling
from federation.player_lists.fide_people import FIDE
from federation.player_lists.import_list import Outcome
from federation.player_lists.import_plan import HELD
from federation.player_lists.readers.fide_row import FideRow
from federation.player_lists.readers.row import PlayerRow
from federation.vocabulary.countries import fide_federation

Kind = ListDifference.Kind


def counts_of(outcome: Outcome, changes: Sequence[Difference]) -> dict[str, int]:
    """Return how many would be created, changed, left, by name of the count."""
    asked = sum(change.kind == Kind.RESEMBLING for change in changes)
    return {
        "created": outcome.created,
        "changed": outcome.changed,
        "unchanged": outcome.unchanged,
        "older": outcome.older,
        "resembling": asked,
        "refused": outcome.refused - outcome.unclear,
        "gone": 0,
        "strangers": outcome.strangers,
        "ratings": outcome.rated,
    }


def differences(outcome: Outcome) -> Iterator[Difference]:
    """Yield the rows to be decided and the lines that cannot be read."""
    numbers = [row.number for row in outcome.asked.values()]
    owners = Identifier.objects.filter(scheme=FIDE, value__in=numbers).values_list("value", "player_id")
    holder_of = dict(owners)
    known = {member.number: member for member in listmembers.read_members(holder_of.values(), season=0)}
    for finding in outcome.findings:
        row = outcome.asked.get(finding.line or 0)
        if row is None:
            why = [finding.code, dict(finding.values)]
            yield Difference(Kind.REFUSED, "", finding.line, values={"why": why})
            continue
        holder = known.get(holder_of.get(row.number, 0))
        if holder is not None or finding.code not in HELD:
            near = [holder] if holder else []
            yield resembling(_as_player_row(row), finding, near, born=row.birth_year)


def _as_player_row(row: FideRow) -> PlayerRow:
    country = fide_federation(row.federation)
    return PlayerRow(row.line, {FIDE: row.number}, row.surname, row.given_name, country, club="")
