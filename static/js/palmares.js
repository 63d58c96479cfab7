// Small improvements; every page works without them.
(function () {
  "use strict";
  const field = () => document.getElementById("site-search");
  const found = () => document.getElementById("found");
  const typing = (element) => element.matches("input, textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !typing(event.target)) {
      event.preventDefault();
      field().focus();
      field().select();
    } else if (event.key === "Escape" && found() && event.target.closest(".site-search")) {
      found().replaceChildren();
      field().focus();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && event.target.closest(".site-search")) {
      const links = [field(), ...found().querySelectorAll("a")];
      const at = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
      if (links[at]) { event.preventDefault(); links[at].focus(); }
    }
  });
  document.addEventListener("click", (event) => {
    if (found() && !event.target.closest(".site-search")) { found().replaceChildren(); }
  });
  // A select or a switch marked data-auto sends its form at once; the button is for those without script.
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-auto]")) { event.target.form.requestSubmit(); }
  });
  // Empty fields stay out of the address.
  document.addEventListener("formdata", (event) => {
    if (event.target.method !== "get") { return; }
    for (const [name, value] of [...event.formData.entries()]) {
      if (value === "") { event.formData.delete(name); }
    }
  });
})();
