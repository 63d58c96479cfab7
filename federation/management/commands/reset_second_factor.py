"""Take a lost second factor away where no other officer can do it on the page of accounts."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from federation.accounts import accounts
from federation.management.office_command import OfficeCommand
from federation.models import Account


class Command(OfficeCommand):
    help = "Remove keys, app and recovery codes from an account and end its sessions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address."""
        parser.add_argument("email", help="the address the account logs in with")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Reset it and say so; the journal keeps a line without account."""
        account = Account.objects.filter(email=options["email"].strip().lower()).first()
        if account is None:
            raise CommandError(_("No account has the address %(email)s.") % {"email": options["email"]})
        kinds = accounts.reset_second_factor(account, by=None)
        self.stdout.write(
            _("%(count)s removed; the password is enough for the next login.") % {"count": kinds}
        )
