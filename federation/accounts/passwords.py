"""A password validator beside those of Django: it refuses what is mostly the name of program or office."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from federation.vocabulary.names import fold

PRODUCT = "palmares"
SHORTEST = 4  # letters of a name worth looking for
REST = 8  # characters beside the names


class SiteNameValidator:
    """Refuse a password that is little more than the name of the program or the office."""

    def validate(self, password: str, _user: object = None) -> None:
        """Raise ValidationError where too little is left without the names."""
        rest = "".join(fold(password).split())
        for name in _names():
            rest = rest.replace(name, "")
        if len(rest) < REST and rest != "".join(fold(password).split()):
            raise ValidationError(self.get_help_text(), code="password_is_site")

    def get_help_text(self) -> str:
        """Return what is asked for, in the reader's language."""
        return _("The name of this site is not a safe password, even with a few characters added.")


def _names() -> list[str]:
    """Return the name of the program and the words of the office's, longest first."""
    words = [
        fold(settings.FEDERATION_NAME).replace(" ", ""),
        *fold(settings.FEDERATION_NAME).split(),
        PRODUCT,
    ]
    return sorted({word for word in words if len(word) >= SHORTEST}, key=len, reverse=True)
