"""Tables of the site as files for spreadsheets."""

from django.http import HttpResponse

from federation.language.dates import with_plain_spaces
from federation.web.downloads import table_file
from federation.web.tables import Table


def export(table: Table, name: str) -> HttpResponse:
    """Return all rows of a table, in the order it has, as a file for a spreadsheet."""
    lines = ([_file_cell(cell) for cell in line] for line in table.as_values())
    return table_file(lines, name)


def _file_cell(cell: object) -> object:
    """Return a number as it is: the guard against formulas is for texts, and would make it one."""
    return cell if cell is None or isinstance(cell, int | float) else with_plain_spaces(str(cell))
