// What needs passkeys shows where the browser has them; when none is given, the page says so.
(function () {
  "use strict";
  for (const part of document.querySelectorAll("[data-needs-passkeys]")) {
    part.hidden = !window.PublicKeyCredential;
  }
  for (const part of document.querySelectorAll("[data-without-passkeys]")) {
    part.hidden = Boolean(window.PublicKeyCredential);
  }
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    for (const said of document.querySelectorAll("[data-passkey-error]")) { said.hidden = false; }
  });
})();
