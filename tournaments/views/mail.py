"""Choice of an account about mail on its tournaments: its page, the link in every letter."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from federation.accounts.permissions import account_of
from federation.journal import journal
from federation.models import Account
from tournaments.models import MailPreference
from tournaments.submission import organiser_mail


class MailForm(forms.ModelForm):  # type: ignore[type-arg]  # generic only in the stubs
    """Mail or none, and in which language."""

    language = forms.ChoiceField(label=gettext_lazy("Language of the e-mails"), choices=settings.LANGUAGES)

    class Meta:
        model = MailPreference
        fields = ["wanted", "language"]
        labels = {"wanted": gettext_lazy("E-mail me at each step of my tournaments")}


@require_http_methods(["GET", "POST"])
@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and keep what the account wants."""
    account = account_of(request)
    preference = MailPreference.objects.filter(account=account).first() or MailPreference(account=account)
    before = preference.wanted
    form = MailForm(request.POST or None, instance=preference)
    if request.method == "POST" and form.is_valid():
        form.save()
        _tell(account, before=before, after=preference.wanted)
        messages.success(request, _("Saved."))
        return redirect("mail-preferences")
    return render(request, "tournaments/mail.html", {"form": form}, status=422 if form.errors else 200)


# A mail program posts here without our page (RFC 8058); the signed address is the proof.
@csrf_exempt
@require_http_methods(["GET", "POST"])
def off(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for confirmation and stop the letters; the link in the letter needs no password."""
    account = organiser_mail.account_of_token(token)
    if account is None:
        raise Http404
    preference = MailPreference.objects.filter(account=account).first()
    wanted = preference is None or preference.wanted
    if request.method == "POST" and wanted:
        preference, is_new = MailPreference.objects.get_or_create(account=account, defaults={"wanted": False})
        if is_new or MailPreference.objects.filter(pk=preference.pk, wanted=True).update(wanted=False):
            _tell(account, before=True, after=False)
        wanted = False
    return render(request, "tournaments/mail_off.html", {"wanted": wanted})


def _tell(account: Account, *, before: bool, after: bool) -> None:
    if before != after:
        journal.write("account.mail", account, account=account, before=before, after=after)
