"""The addresses of accounts: logging in and out, one's own, the office's; languages and background jobs."""

from allauth.account import views as account
from django.urls import URLPattern, URLResolver, include, path, re_path

from federation.views import accounts, claims, jobs, office, sign_up, webhooks
from federation.views.accounts import Keys, LogIn, RemoveKey, overview, sessions
from federation.vocabulary.messages import gettext_noop
from federation.web.address_language import choose_language
from federation.web.public_pages import MADE, Help, public_page

_password: list[URLPattern | URLResolver] = [
    path("", account.password_change, name="account_change_password"),
    path("set/", account.password_set, name="account_set_password"),
    path("forgotten/", account.password_reset, name="account_reset_password"),
    path("forgotten/sent/", account.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^forgotten/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>[^/]+)/$",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "forgotten/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]

_own: list[URLPattern | URLResolver] = [
    path("", overview, name="account"),
    path("sessions/", sessions, name="sessions"),
    path("tokens/", accounts.own_tokens, name="tokens"),
    path("tokens/<key:number>/revoke/", accounts.revoke_token, name="token-revoke"),
    path("webhooks/", webhooks.index, name="webhooks"),
    path("webhooks/<key:pk>/", webhooks.show, name="webhook"),
    path("webhooks/<key:pk>/<str:act>/", webhooks.act, name="webhook-act"),
    path("confirm/", account.reauthenticate, name="account_reauthenticate"),
    path("inactive/", account.account_inactive, name="account_inactive"),
    path("address/", account.email, name="account_email"),
    path("address/<str:key>/", account.confirm_email, name="account_confirm_email"),
    path("password/", include(_password)),
    path("second-factor/webauthn/", Keys.as_view(), name="mfa_list_webauthn"),
    path("second-factor/webauthn/keys/<key:pk>/remove/", RemoveKey.as_view(), name="mfa_remove_webauthn"),
    path("second-factor/", include("allauth.mfa.urls")),
]

_office: list[URLPattern | URLResolver] = [
    path("", office.index, name="accounts"),
    path("invite/", office.invite, name="invite"),
    path("invitations/<key:pk>/again/", office.invite_again, name="invite-again"),
    path("invitations/<key:pk>/withdraw/", office.withdraw, name="invitation-withdraw"),
    path("<key:pk>/", office.account, name="account-of"),
    path("<key:pk>/reset/", office.reset_second_factor, name="second-factor-reset"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    public_page(
        "login/",
        LogIn.as_view(),
        name="login",
        help_line=Help(
            gettext_noop(
                "Accounts are for organisers and officers, by invitation. No account is needed to read."
            ),
            MADE,
        ),
        in_site_map=False,
    ),
    path("login/", LogIn.as_view(), name="account_login"),  # as allauth calls it
    path("logout/", account.logout, name="logout"),
    path("logout/", account.logout, name="account_logout"),
    path("signup/", sign_up.ask, name="account_signup"),
    path("signup/sent/", sign_up.sent, name="signup-sent"),
    path("signup/<str:token>/", sign_up.open_account, name="signup-open"),
    path("me/claim/", claims.find, name="claim-find"),
    path("me/claim/<key:number>/", claims.claim, name="claim"),
    path("account/", include(_own)),
    path("accounts/", include(_office)),
    path("invitation/<str:secret>/", sign_up.accept_invitation, name="invitation"),
    # Without a token, which would make every public page one reader's own; another language does no harm.
    path("language/", choose_language, name="set-language"),
    path("jobs/<key:number>/", jobs.show, name="job"),
]
