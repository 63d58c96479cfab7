// Corrections in place: the form closes on Escape, and the cell it was about is where one was before.
// Ticks of warnings: a request at a time says all that is ticked and what was kept before ("was").
(function () {
  "use strict";
  const panel = () => document.getElementById("correction");
  let last = "";
  const back = () => { const cell = last && document.getElementById(last); if (cell) { cell.focus({ preventScroll: true }); } };
  const close = () => { if (panel()) { panel().replaceChildren(); back(); } };

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".crosstable a[id]");
    if (link) { last = link.id; }
    if (event.target.closest("#correction [data-close]")) { event.preventDefault(); close(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest("#correction")) { close(); }
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id === "work") { back(); }
  });

  // What an answer has kept is what the next request starts from, whatever was ticked meanwhile.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful, requestConfig } }) => {
    if (!successful || !elt.matches("[data-ticks]")) { return; }
    const kept = new Set(requestConfig.formData.getAll("confirm"));
    for (const was of elt.querySelectorAll("[name=was]")) { was.disabled = !kept.has(was.value); }
  });
  // Whoever leaves before the answer came has his last ticks sent by the browser behind the page.
  window.addEventListener("pagehide", () => {
    for (const form of document.querySelectorAll("[data-ticks]")) {
      const said = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
      for (const was of form.querySelectorAll("[name=was]")) {
        const box = document.getElementById(`confirm-${was.value}`);
        if (box.checked !== was.disabled) { continue; }
        said.append(box.checked ? "confirm" : "was", was.value);
      }
      if (said.has("confirm") || said.has("was")) { navigator.sendBeacon(form.action, said); }
    }
  });
})();
