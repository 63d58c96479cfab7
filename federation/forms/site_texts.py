"""The form of a text of a public page."""

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.site_texts.texts import LONGEST


class SiteTextForm(forms.Form):
    """A text in Markdown; never empty, since an empty page informs no reader."""

    text = forms.CharField(
        label=_("Text"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 18}),
        help_text=_(
            "An empty line begins a new paragraph; ## starts a heading, - a list item; [text](address) is a "
            "link."
        ),
    )

    def clean_text(self) -> str:
        """Return the text with the line breaks of one kind."""
        text: str = self.cleaned_data["text"]
        return text.replace("\r\n", "\n").replace("\r", "\n").strip()
