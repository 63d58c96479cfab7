"""Punctuation as the reader's language sets it, where a page or a drawing puts two texts together."""

from django.utils.translation import gettext as _


def labelled(name: object, text: object) -> str:
    """Put what is told of a thing behind its name; French leaves a space before the colon."""
    return _("%(name)s: %(text)s") % {"name": name, "text": text}
