"""Reads: two lists of a system side by side, page by page in the order of the newer one."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings import queries
from ratings.models import ListEntry, PublishedList
from ratings.selection import Selection


@dataclass(frozen=True, slots=True)
class Line:
    """A player on the newer list, and where he stood on the older one; None where he was not on it."""

    number: int
    name: str
    federation: str
    rank: int | None
    rating: int
    rank_then: int | None
    rating_then: int | None

    @property
    def change(self) -> int | None:
        """What the rating has gained since."""
        return None if self.rating_then is None else self.rating - self.rating_then

    @property
    def places(self) -> int | None:
        """How many places were won since."""
        return None if self.rank is None or self.rank_then is None else self.rank_then - self.rank

    @property
    def fallen(self) -> int:
        """How many places were lost since."""
        return max(-(self.places or 0), 0)


def compare(newer: PublishedList, older: PublishedList, selection: Selection) -> tuple[Sequence[Line], int]:
    """Read one page of two lists, and how many players the newer has in all; two queries."""
    names = ("place", *queries.columns_of(newer))
    rows, total = queries.page_of(newer, selection)
    found = [dict(zip(names, row, strict=False)) for row in rows]
    then = {
        number: (rank, rating)
        for number, rank, rating in ListEntry.objects.filter(
            list=older, player__in=[row["player_id"] for row in found]
        ).values_list("player_id", queries.ranks(selection), "rating")
    }
    return [
        Line(
            number=row["player_id"],
            name=f"{row['surname']} {row['given_name']}".strip(),
            federation=row["federation"],
            rank=row["place"],
            rating=row["rating"],
            rank_then=then.get(row["player_id"], (None, None))[0],
            rating_then=then.get(row["player_id"], (None, None))[1],
        )
        for row in found
    ], total
