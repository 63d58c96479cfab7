// When no passkey is given, the page says so.
(function () {
  "use strict";
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    for (const said of document.querySelectorAll("[data-passkey-error]")) { said.hidden = false; }
  });
})();
