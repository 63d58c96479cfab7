"""How the forms of the desks are filled in: a new form is entered here, where it needs more than any word.

The same words fill it in before a browser and on a `Sheet`. The names are those of `marked_templates`: the
file of a template, and what its button says.
"""

import time
from collections.abc import Callable

from allauth.mfa.totp.internal.auth import hotp_value

from federation.models import Player
from tests.browser.desk_office import TOTP_SECRET
from tests.browser.sheets import Window
from tests.federation.player_lists.test_go_lists import ladder, ladder_line
from tests.tournaments import reports
from tournaments.online_games import sheet

Fill = Callable[[Window], None]
PASSWORD = "a long enough secret"  # of every account of the tests
NEW_PASSWORD = "wet-paper-77"
LADDER_ROW = ladder_line("QUATREPAS Lou", 243, "L", "0799999", "75Op")


def _another_surname(page: Window) -> None:
    """Rename the player: the first of the forms of changes."""
    page.locator("#rename-surname").fill("Nordlicht")


def typed(**fields: str) -> Fill:
    """Type into fields, or choose in selects, by their names."""

    def fill(page: Window) -> None:
        for name, value in fields.items():
            selects = page.locator(f"main select[name='{name}']:visible")
            if selects.count():
                selects.last.select_option(value)
            else:
                page.locator(f"main [name='{name}']:visible").last.fill(value)

    return fill


def ticked(selector: str) -> Fill:
    """Tick a box or a radio button."""
    return lambda page: page.locator(selector).first.check()


def given(filename: str, data: bytes) -> Fill:
    """Choose a file."""
    sent = {"name": filename, "mimeType": "application/octet-stream", "buffer": data}
    return lambda page: page.locator("input[type=file]").set_input_files(sent)


def both(*fills: Fill) -> Fill:
    """Do one after the other."""

    def fill(page: Window) -> None:
        for one in fills:
            one(page)

    return fill


def _app(page: Window) -> None:
    """Type what an authenticator app shows."""
    shown = page.locator("code.secret")
    secret = shown.inner_text() if shown.count() else TOTP_SECRET
    page.fill("[name=code]", f"{hotp_value(secret, int(time.time()) // 30):06d}")


def _found_by_hand(page: Window) -> None:
    """Search the register beside the table of results."""
    page.fill("#q", "Aubrac")
    page.locator("[name=search]").click()
    page.locator("[name=add]").first.wait_for()


def _first_player(page: Window) -> None:
    """Type the number of the first player of the register."""
    page.fill("#number", str(Player.objects.order_by("pk")[0].pk))


def _given_handle(page: Window) -> None:
    """Enter a handle for the player whose number the register shows first."""
    page.fill("[name=give-handle]", "anna")
    page.fill("[name=give-player]", str(Player.objects.filter(merged_into=None)[0].pk))


def _in_the_middle(page: Window) -> None:
    """Log in with the password, up to where the second factor is asked for."""
    typed(login="tara@example.org", password=PASSWORD)(page)
    page.locator("main form .button").first.click()
    page.locator("[name=code]").fill("")


def _typed_number(page: Window) -> None:
    """Type the number an erasure asks for."""
    page.fill("[name=reason]", "He asks for it")
    page.fill("[name=confirm]", page.url.rstrip("/").split("/")[-2])


def _looked_up(page: Window) -> None:
    """Look up the address of a follower."""
    page.fill("[name=email]", "fleur@example.org")
    page.locator("main form .button").last.click()
    page.locator(".row-acts").first.wait_for()


def _licence_lines(page: Window) -> None:
    """Write the number of a player as a line."""
    page.fill("[name=text]", str(Player.objects.filter(merged_into=None, licences=None)[0].pk))


def _shown_licences(page: Window) -> None:
    """Have the licence of a player shown before it is given."""
    _licence_lines(page)
    page.locator("[name=act][value=look]").click()
    page.locator("[name=act][value=give]").wait_for()


def _alarms_answered(page: Window) -> None:
    """Tick every alarm."""
    for alarm in page.locator("main [name^=seen-]").all():
        alarm.check()


BY_HAND = both(
    typed(name="Coupe du Lac", start="2024-03-09", place="Lyon"),
    typed(**{"surname-1": "Aubrac", "grade-1": "3d", "surname-2": "Brossolette", "grade-2": "1k"}),
    typed(**{"r1-1": "2+w", "r1-2": "1-b"}),
)


def _decision(page: Window) -> None:
    """Fill in a decision of the kind the page shows."""
    typed(date="2024-05-01", label="Drift")(page)
    if page.locator("main [name=offset]").count():
        page.fill("main [name=offset]", "5")
    else:
        page.fill("main [name=player]", str(Player.objects.filter(merged_into=None)[0].pk))
        page.fill("main [name=value]", "-500")


DECISION = _decision
FILLED: dict[str, Fill] = {
    "account/claim.html: Ask the office": typed(text="I am Ann"),
    "account/claim.html: Confirm": typed(code="12345678"),
    "account/claim_find.html: Search": typed(q="Master"),
    "account/me.html: Save": ticked("[name=privacy]:not(:checked)"),
    "account/data_request.html: Send to the office": typed(kind="erasure"),
    "account/report_error.html: Send to the office": typed(kind="club", text="I play for the Cercle du Pont"),
    "account/signup.html: E-mail me a link": typed(email="new@example.org"),
    "account/signup_open.html: Open the account": typed(
        first_name="Ines", last_name="Neuve", password=NEW_PASSWORD
    ),
    "account/email_change.html: Send the e-mail": typed(email="new@example.org"),
    "account/invitation.html: Open the account": typed(
        first_name="Ines", last_name="Neuve", password=NEW_PASSWORD
    ),
    "account/login.html: Log in": typed(login="vera@example.org", password=PASSWORD),
    "account/password_change.html: Change the password": typed(
        oldpassword=PASSWORD, password1=NEW_PASSWORD, password2=NEW_PASSWORD
    ),
    "account/password_reset.html: Send the e-mail": typed(email="vera@example.org"),
    "account/password_reset_from_key.html: Set the password": typed(
        password1=NEW_PASSWORD, password2=NEW_PASSWORD
    ),
    "account/password_set.html: Set the password": typed(password1=NEW_PASSWORD, password2=NEW_PASSWORD),
    "account/reauthenticate.html: Continue": typed(password=PASSWORD),
    "federation/accounts.html: Search": typed(q="Orla"),
    "federation/account.html: Save": ticked("main [name=roles]:not(:checked)"),
    "federation/invite.html: Send the invitation": both(
        typed(email="new@example.org"), ticked("main [name=roles]")
    ),
    "federation/register/claims.html: Refuse": typed(reason="We do not know you."),
    "federation/register/corrections.html: Reject": typed(answer="It is right."),
    "federation/register/requests.html: Note the request": typed(name="Anna Holm", kind="copy"),
    "federation/register/request.html: Save the answer": typed(state="done", answer="Sent by post."),
    "federation/register/club.html: Save": typed(town="Oslo"),
    "federation/register/club_merge.html: Merge": typed(reason="One club, two labels."),
    "federation/register/club_merge_find.html: Search": typed(q="Two"),
    "federation/register/club_new.html: Enter": typed(name="Cercle du Nord", label="NORD"),
    "federation/register/clubs.html: Show": typed(q="Oslo"),
    "federation/register/clubs_named.html: Show": typed(q="Berg"),
    "federation/register/clubs_named.html: Add as new clubs": ticked("[name=name]"),
    "federation/register/clubs_named.html: Add as spellings of this club": both(
        ticked("[name=name]"), typed(club="NO-Oslo")
    ),
    "federation/register/federations.html: Assign": typed(federation="SE"),
    "federation/register/federations.html: Merge": typed(gone="NO", kept="SE"),
    "federation/register/edit.html: ?": _another_surname,  # the others: test_register.py
    "federation/register/erase.html: Erase permanently": _typed_number,
    "federation/register/import.html: Save the decisions": ticked("[value=new]:not(:checked)"),
    "federation/register/imports.html: Read the list": given("ladder.txt", ladder(LADDER_ROW)),
    "federation/register/licences.html: Give these licences": _shown_licences,
    "federation/register/licences.html: Show what would change": _licence_lines,
    "federation/register/player.html: Save": ticked("[name=privacy]:not(:checked)"),
    "federation/register/region.html: Save": typed(name="Ligue du Nord"),
    "federation/register/regions.html: Enter": typed(code="NOR", name="Ligue du Nord"),
    "federation/tokens.html: Create token": both(typed(name="program"), ticked("main [name=scopes]")),
    "federation/webhook.html: Save": typed(description="Another program"),
    "federation/webhooks.html: Add webhook": both(
        typed(url="https://example.org/new"), ticked("main [name=events]")
    ),
    "mfa/authenticate.html: Cancel": _in_the_middle,
    "mfa/authenticate.html: Log in": both(_in_the_middle, _app),
    "mfa/reauthenticate.html: Continue": _app,
    "mfa/webauthn/edit_form.html: Save": typed(name="bracelet"),
    "mfa/totp/activate_form.html: Confirm": _app,
    "ratings/review/bounds.html: Save": typed(largest_move="12.5"),
    "ratings/review/followers.html: Copy for its owner": _looked_up,
    "ratings/review/followers.html: Delete the address": _looked_up,
    "ratings/review/manual_events.html: Enter": DECISION,
    "ratings/review/manual_events.html: Preview the effect": DECISION,
    "ratings/review/witnesses.html: Watch": typed(
        **{
            "log-address": "https://logs.example.org/log",
            "log-key": "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        }
    ),
    "ratings/review/witnesses.html: Add witness": typed(
        **{
            "witness-address": "https://logs.example.org/log",
            "witness-key": "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
        }
    ),
    "ratings/review/followers.html: Look up": typed(email="fleur@example.org"),
    "ratings/review/month_end_table.html: Approve": _alarms_answered,
    "ratings/review/run.html: Approve": _alarms_answered,
    "ratings/review/run.html: Show": typed(player="Nobody at all"),
    "laboratory/simulation_delete.html: Delete the simulation": ticked("[name=sure]"),
    "laboratory/simulation_players.html: Show the player": _first_player,
    "laboratory/simulation_new.html: Simulate": typed(name="K and a half", k_factor="1.5"),
    "ratings/review/schedule.html: Save": ticked("[name=approve]"),
    "ratings/review/prepared.html: Publish": typed(note="After the cup"),
    "tournaments/by_hand.html: Add": _found_by_hand,
    "tournaments/by_hand.html: Create draft 2": BY_HAND,
    "tournaments/by_hand.html: Search": typed(q="Aubrac"),
    "tournaments/by_hand.html: Show these rounds and this game": typed(rounds="3"),
    "tournaments/answers.html: Save the answers": typed(**{"answer-": "White."}),
    "tournaments/compare.html: Remove from the ratings": typed(reason="It was handed in twice."),
    "tournaments/correct.html: Correct": typed(ended="lost"),
    "tournaments/desk_findings.html: Save ticked items": ticked("[name=confirm]"),
    "tournaments/facts_form.html: Save details": typed(place="Lyon"),
    "tournaments/game_server.html: Assign handle": _given_handle,
    "tournaments/game_server.html: Save": typed(**{"change-name": "Other"}),
    "tournaments/game_server.html: Remove game": typed(**{"withdraw-code": "g1"}),
    "tournaments/game_servers.html: Add server": typed(key="other", name="Other"),
    "ratings/review/licence.html: Save": typed(licence="CC-BY-4.0"),
    "federation/site_text_edit.html: Save": typed(text="## Hours\n\nMondays."),
    "federation/site_text_edit.html: Preview": typed(text="## Hours\n\nMondays."),
    "tournaments/four_eyes.html: Save": ticked("[value=when-two]"),
    "tournaments/handed_in_rule.html: Save": ticked("[value=no]"),
    "tournaments/onward_rule.html: Save": typed(remind_days="3"),
    "tournaments/acts.html: Return": typed(reason="Round 2 is missing."),
    "tournaments/acts.html: Remove from the ratings": typed(reason="It was another one."),
    "tournaments/games_upload.html: Read the file": given("ladder.csv", sheet.template("ladder") + b"\n"),
    "tournaments/mail.html: Save": typed(language="ru"),
    "tournaments/match.html: Save matches": ticked("[value=enrol]:not(:checked)"),
    "tournaments/match_acts.html: Save matches": ticked("[value=enrol]:not(:checked)"),
    "tournaments/match_card.html: Search": typed(),
    "tournaments/pairing_program.html: Add to the list": typed(text="Zywiec Quirin 12k NL"),
    "tournaments/pairing_program.html: Save": typed(place="Lyon"),
    "tournaments/pairing_program.html: Search": typed(q="Aubrac"),
    "tournaments/pairing_programs.html: Add tournament": typed(
        name="Coupe du Lac", code="lac", start="2024-03-09"
    ),
    "tournaments/queue.html: Approve ticked tournaments": ticked("[name=tournament]"),
    "tournaments/review.html: Return it to the organiser": typed(reason="Round 2 is missing."),
    "tournaments/upload.html: Read the file": given(
        "new.tou", reports.tou("New", pairings=reports.games(23))
    ),
}

# What is asked of the office and changes nothing it keeps.
READS = frozenset({
    "federation/register/club_merge_find.html: Search",
    "federation/register/clubs.html: Show",
    "federation/register/clubs_named.html: Show",
    "account/password_reset.html: Send the e-mail",
    "account/email_change.html: Send the e-mail again",
    "account/reauthenticate.html: Continue",
    "account/signup.html: E-mail me a link",
    "federation/site_text_edit.html: Preview",
    "federation/register/licences.html: Show what would change",
    "mfa/authenticate.html: Cancel",
    "mfa/reauthenticate.html: Continue",
    "parts/header.html: ?",
    "ratings/review/followers.html: Look up",
    "ratings/review/operations.html: Send me a test e-mail",
    "ratings/review/run.html: Show",
    "tournaments/by_hand.html: Add",
    "tournaments/by_hand.html: More rows",
    "tournaments/by_hand.html: Search",
    "tournaments/by_hand.html: Show these rounds and this game",
    "tournaments/match_card.html: Search",
    "tournaments/pairing_program.html: Search",
})  # fmt: skip

# Buttons that a script makes needless and a sheet hides then: the field in which Enter does the same.
BY_ENTER = {
    "tournaments/desk.html: Show": "[name=q]",
    "tournaments/match_kinds.html: Show": "[name=find]",
    "tournaments/queue.html: Show": "[name=q]",
    "tournaments/onward_board.html: Show": "[name=q]",
    "tournaments/tournament.html: Show": "[name=find]",
    "ratings/review/run.html: Show": "[name=player]",
}

# Those of a form that has selects alone: the one whose second option is chosen.
BY_CHOICE = {"tournaments/duplicates.html: Show": "[name=year]"}

# Pages whose buttons come after a step that FILLED takes; the page the step begins on.
AFTER = {
    "federation/register/licences.html: Give these licences": "register-licences",
    "mfa/authenticate.html: Cancel": "login",
    "mfa/authenticate.html: Log in": "login",
    "ratings/review/followers.html: Copy for its owner": "followers",
    "ratings/review/followers.html: Delete the address": "followers",
    "tournaments/by_hand.html: Add": "upload-by-hand",
}

# Buttons that stand on no page as it is opened, or need a device: the test that presses each.
ELSEWHERE = {
    "ratings/review/differences.html: Prepare revision": (
        "test_month_end.test_revision_of_a_list_is_prepared_from_its_differences"
    ),
    "account/invitation.html: Use a passkey instead": (
        "test_accounts.test_invited_opens_an_account_with_a_passkey_alone"
    ),
    "account/signup_open.html: Use a passkey instead": (
        "test_accounts.test_player_opens_an_account_with_a_passkey_alone"
    ),
    "account/login.html: Log in with a passkey": "test_accounts.test_passkey_is_made_and_logs_in_alone",
    "mfa/authenticate.html: Use a passkey or security key": (
        "test_accounts.test_key_is_the_second_factor_beside_the_password"
    ),
    "mfa/webauthn/reauthenticate.html: Use a passkey or security key": (
        "test_accounts.test_key_says_once_more_who_one_is"
    ),
    "tournaments/by_hand.html: Create draft": (
        "test_desk.test_enter_in_a_field_of_the_facts_makes_the_draft"
    ),
}
