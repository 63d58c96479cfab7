"""Insert unsaved rows of one table as columns: a demonstration is some ninety thousand of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import (
    BinaryField,
    BooleanField,
    DecimalField,
    Field,
    ForeignKey,
    IntegerField,
    JSONField,
    Model,
)

from federation.database import bulk
from federation.models.search_keys import MadeText


def insert(rows: Sequence[Model]) -> int:
    """Number the rows, insert them as they are and return how many. Inside a transaction only.

    Fields that Django fills by itself (auto_now_add) are taken as they stand: the past can be written.
    """
    if not rows:
        return 0
    meta = rows[0]._meta
    for row, key in zip(rows, bulk.reserve_ids(meta.db_table, len(rows)), strict=True):
        row.pk = key
    columns = {str(field.column): _column(field, rows) for field in meta.concrete_fields}
    return bulk.write_columns(meta.db_table, columns)


def _column(field: "Field[Any, Any]", rows: Sequence[Model]) -> bulk.Column:
    """Return one field of every row; whole numbers and booleans as arrays, which are fastest."""
    if isinstance(field, MadeText):
        return [field.pre_save(row) for row in rows]
    values = [getattr(row, field.attname) for row in rows]
    whole = isinstance(field, ForeignKey | IntegerField | BooleanField)
    if whole and not field.null:
        return np.array(values)
    if isinstance(field, JSONField | DecimalField | BinaryField):
        return [field.get_db_prep_save(value, connection=connection) for value in values]
    return values
