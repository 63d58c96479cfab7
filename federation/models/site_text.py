"""The texts of the office on its public pages."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SiteText(models.Model):
    """A text the office has written for a page in a language, in place of the first one."""

    page = models.CharField(max_length=10)  # a key of federation.site_texts.pages.PAGES
    language = models.CharField(max_length=8)
    text = models.TextField(_("text"))  # Markdown without HTML and pictures (views.site_texts.to_html)
    changed = models.DateTimeField()
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = _("text of a page")
        verbose_name_plural = _("texts of pages")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["page", "language"], name="site_text_once"),
        ]

    def __str__(self) -> str:
        return f"{self.page} {self.language}"
