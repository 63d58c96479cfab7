"""The types a column of the snapshot may have, by the names of the Data Package standard. Pure."""

from typing import NamedTuple

TEXT, WHOLE, NUMBER, FLAG = "string", "integer", "number", "boolean"
DATE, MOMENT, JSON = "date", "datetime", "object"


class Column(NamedTuple):
    """A column: its name, its type, its meaning. A text is never missing, anything else may be."""

    name: str
    type: str
    says: str
