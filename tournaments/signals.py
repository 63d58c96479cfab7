"""Signals of tournaments: receivers get `tournament` (the revision) and `since` (first day touched)."""

from django.dispatch import Signal

approved = Signal()  # sent after a revision was approved, inside the transaction
# `account`: who did it; said of what comes by the site or a program, not of archives and consoles
submitted = Signal()  # sent after a revision was handed in for approval, inside the transaction
returned = Signal()  # sent after a revision went back to its organiser, inside the transaction
reopened = Signal()  # sent after an approved revision was withdrawn from the facts without a successor

# Games that come one by one: receivers get `system` (its key), `since` (the end of the earliest game touched,
# milliseconds since 1970, UTC) and `account`.
games_arrived = Signal()  # sent after games were taken, inside the transaction
games_withdrawn = Signal()  # sent after games were taken out of the facts, inside the transaction
games_moved = Signal()  # sent after games were given to another player (two were merged, or taken apart)

# Where players stand now: receivers get `players` (public numbers), `discipline` and `rate`, and give back
# {player: tournaments.revisions.match_doubts.Level}.
levels_asked = Signal()

# Whether a tournament can ever be rated: receivers get `tournament` and give back why not, "no-system" or
# "too-early", or nothing.
rating_asked = Signal()

# Ratings for a pairing program: receivers get `players` (public numbers) and `system` (its key), and give
# back {player: rating on the scale of the EGF}.
ratings_asked = Signal()
