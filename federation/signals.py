"""What the register says aloud."""

from django.dispatch import Signal

# A list was imported and its ratings are wanted as base levels. Sent inside the import's transaction with
# rows: list of (player number, rating, events or None), list_date: date, system: key, account.
list_imported = Signal()
