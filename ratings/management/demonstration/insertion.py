"""Insert unsaved rows of one table as columns: a demonstration is some ninety thousand of them."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import Model

from federation import bulk


def insert(rows: Sequence[Model]) -> int:
    """Give the rows keys, insert them as they are, return how many. Inside a transaction only.

    Fields that Django fills by itself (auto_now_add) are taken as they stand: the past can be written.
    """
    if not rows:
        return 0
    meta = rows[0]._meta
    for row, key in zip(rows, bulk.reserve_ids(meta.db_table, len(rows)), strict=True):
        row.pk = key
    columns = {
        str(field.column): [
            field.get_db_prep_save(getattr(row, field.attname), connection=connection) for row in rows
        ]
        for field in meta.concrete_fields
    }
    return bulk.write_columns(meta.db_table, columns)
