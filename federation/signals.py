"""What the register says aloud."""

from django.dispatch import Signal

# A list was imported and its ratings are wanted as base levels. Sent inside the import's transaction with
# rows: list of (player number, rating, events or None), list_date: date, system: key, account.
list_imported = Signal()

# A list of FIDE's was imported and its ratings are wanted. Sent inside the import's transaction, once a rate
# of play, with levels: Levels and persons: Persons or None (listfiles.fide_columns; persons: the list is to
# be kept in the archive), list_date: date, system: key, as_base: bool (levels to rate from), account.
fide_list_imported = Signal()
