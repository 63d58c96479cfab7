"""Make the downloads of published FIDE lists that are missing in the data folder, as after a restore."""

from typing import Any

from federation.management.office_command import OfficeCommand
from federation.vocabulary.systems.catalogue import systems_of
from ratings.lists import list_files
from ratings.models import PublishedList


class Command(OfficeCommand):
    """Makes what is missing and leaves the rest; the same list gives the same bytes."""

    help = "Create the missing downloads of published FIDE lists."

    def handle(self, *_: Any, **_options: Any) -> None:
        lists = PublishedList.objects.filter(ready=True, system__key__in=systems_of(list_files.FAMILY))
        count = 0
        for published in lists.select_related("system").order_by("date", "pk"):
            if published.report.get("source") is None and not list_files.is_made(published):
                list_files.make(published)
                count += 1
        self.stdout.write(f"{count} lists")
