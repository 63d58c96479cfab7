"""Background work of the rating office, a module a subject; every piece may run twice.

A module registers its work when it is imported: kinds of jobs by `federation.jobs.jobs.handler`, tasks of the
clock by `app.task` of `federation.celery`.
"""

from importlib import import_module

for _subject in ("following", "games", "lists", "operations", "runs", "statistics"):
    import_module(f"{__name__}.{_subject}")
