"""A list on paper: everyone a filter leaves, on one page without controls."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ratings.lists.queries import entries, shown_ranks
from ratings.lists.selection import read
from ratings.models import PublishedList

MOST = 5000  # players on one page: what prints in a hundred sheets is better filtered, or taken as a file


def printed(request: HttpRequest, published: PublishedList) -> HttpResponse:
    """Show the players a filter leaves, to print them; of more than `MOST` the first."""
    selection = read(request.GET)
    fields = ("surname", "given_name", "club_name", "federation", "grade", "rating")
    rows = list(entries(published, selection).values_list(shown_ranks(selection), *fields)[: MOST + 1])
    context = {"list": published, "rows": rows[:MOST], "most": MOST if len(rows) > MOST else 0}
    return render(request, "ratings/list_print.html", context)
