"""Problems of a watched log or of a witness, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from federation.webhooks.sending import WHY

PROBLEMS: Mapping[str, str | Promise] = {
    **WHY,
    "no-checkpoint": _("What the server gave is not a signed checkpoint of a log."),
    "wrong-key": _("The checkpoint is not signed with the key entered here."),
    "other-log": _("The checkpoint is of a log with another name."),
    "unproved": _("The tiles do not match the signed checkpoint."),
    "older": _("The server gave an older checkpoint again. The log still has its later entries."),
    "rewritten": _("The log was rewritten: entries seen earlier are no longer in it."),
    "shrunk": _("The log was cut short: it has fewer entries than were seen earlier."),
    "no-cosignature": _("The witness gave no cosignature with the key entered here."),
    "bad-cosignature": _("The cosignature is not valid."),
}
