"""Labels of the kinds of work; each app registers its own in its module `background`."""

from django.conf import settings
from django.utils.translation import gettext, gettext_noop

from federation.models import Job


def name_of(job: Job) -> str:
    """Return the file a job reads, else what it does in the reader's language."""
    if filename := job.arguments.get("filename"):
        return str(filename)
    return gettext(settings.JOB_NAMES.get(job.kind) or gettext_noop("Background job"))
