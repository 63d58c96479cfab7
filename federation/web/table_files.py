"""Tables of the site as files for spreadsheets."""

from django.http import HttpResponse

from federation.vocabulary import spreadsheets
from federation.web.tables import Table


def export(table: Table, name: str) -> HttpResponse:
    """Return all rows of a table, in the order it has, as a file for a spreadsheet."""
    lines = (["" if cell is None else str(cell) for cell in line] for line in table.as_values())
    answer = HttpResponse(spreadsheets.render_table(lines), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer
