"""Why nothing is sent to an address, or an attempt failed, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# of an address a user enters, or of one that turns out to be such
WHY: Mapping[str, str | Promise] = {
    "no-address": _("Enter a complete web address in ASCII letters, for example https://example.org/hook."),
    "no-https": _("The address must begin with https://."),
    "credentials": _("The address must not contain a user name or a password."),
    "port": _("Use port 443 or a port from 1024 on."),
    "private": _("The address leads into a private network; nothing is sent there."),
    "no-host": _("The name of the server was not found."),
    "no-connection": _("No connection to the server."),
    "no-answer": _("The server ended the connection without a valid answer."),
    "timeout": _("No answer in time."),
    "no-echo": _("The answer did not repeat the challenge."),
    "certificate": _("The certificate of the server is not valid."),
    "not-public": _("What the message would say is no longer public."),
    "too-long": _("The message is too long."),
    # of a file that is read
    "not-found": _("There is no such file on the server."),
    "redirect": _("The server sends visitors to another address. Enter that address."),
    "status": _("The server answered with an error."),
}
