"""Register a site whose visitors may log in here, list the sites, remove one."""

from argparse import ArgumentParser
from typing import Any

from allauth.idp.oidc.models import Client
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from federation.accounts import login_provider
from federation.management.office_command import OfficeCommand


class Command(OfficeCommand):
    """manage.py login_client add NAME --redirect URI | list | remove ID"""

    help = "Register a site for login, list them, or remove one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the three acts."""
        acts = parser.add_subparsers(dest="act", required=True)
        add = acts.add_parser("add", help="register a site; its secret is shown once")
        add.add_argument("name")
        add.add_argument("--redirect", action="append", required=True, help="where its visitors come back to")
        add.add_argument("--public", action="store_true", help="it can keep no secret")
        acts.add_parser("list")
        acts.add_parser("remove").add_argument("id")

    def handle(self, *, act: str, **options: Any) -> None:
        """Do one."""
        if act == "add":
            self._add(options["name"], options["redirect"], is_public=options["public"])
        elif act == "remove":
            if not login_provider.remove_client(options["id"]):
                raise CommandError(f"No site has the id {options['id']}.")
        else:
            for client in Client.objects.order_by("name"):
                self.stdout.write(f"{client.pk}  {client.name}  {' '.join(client.get_redirect_uris())}")

    def _add(self, name: str, redirects: list[str], *, is_public: bool) -> None:
        try:
            client, secret = login_provider.register_client(name, redirects, is_public=is_public)
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from None
        self.stdout.write(f"client_id: {client.pk}")
        if secret:
            self.stdout.write(f"client_secret: {secret}")
