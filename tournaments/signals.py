"""What tournaments say aloud: receivers get `tournament` (the revision) and `since` (first day touched)."""

from django.dispatch import Signal

approved = Signal()  # sent after a revision was approved, inside the transaction
reopened = Signal()  # sent after an approved revision was withdrawn from the facts without a successor
