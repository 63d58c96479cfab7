"""The addresses of the register's desk and of the journal."""

from django.urls import URLPattern, URLResolver, path

from federation.views import journal

urlpatterns: list[URLPattern | URLResolver] = [
    path("journal/", journal.journal, name="journal"),
    path("journal/lines.csv", journal.lines, name="journal-lines"),
]
