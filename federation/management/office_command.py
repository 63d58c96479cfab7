"""The base class of the office's commands."""

from django.core.management.base import BaseCommand


class OfficeCommand(BaseCommand):
    """A command that works on the office's data, and starts without Django's system checks.

    These import every page to read its address: 1.5 of the 2.0 seconds that a nightly `verify_journal` took.
    Who changes an installation has them run: `check`, `migrate` and `serve` run all of them.
    """

    requires_system_checks = ()
