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

  // One tick for a whole kind sets those of its lines; a line taken back takes back that of its kind alone.
  document.addEventListener("change", ({ target }) => {
    const kind = target.form && target.form.matches("[data-ticks]") && target.closest(".finding:has([name=kind])");
    if (!kind) { return; }
    const all = kind.querySelector("[name=kind]");
    const lines = [...kind.querySelectorAll("[name=confirm]")];
    if (target === all) {
      for (const line of lines) { line.checked = all.checked; }
    } else if (!target.checked) {
      all.checked = false;
      kind.querySelector("[name=was-kind]").disabled = true;
    }
  }, true);

  // What an answer has kept is what the next request starts from, whatever was ticked meanwhile.
  document.addEventListener("htmx:afterRequest", ({ detail: { elt, successful, requestConfig } }) => {
    if (!successful || !elt.matches("[data-ticks]")) { return; }
    const kept = new Set(requestConfig.formData.getAll("confirm"));
    for (const was of elt.querySelectorAll("[name=was]")) { was.disabled = !kept.has(was.value); }
    const kinds = new Set(requestConfig.formData.getAll("kind"));
    for (const was of elt.querySelectorAll("[name=was-kind]")) { was.disabled = !kinds.has(was.value); }
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
      for (const was of form.querySelectorAll("[name=was-kind]")) {
        const all = form.querySelector(`[name=kind][value="${was.value}"]`);
        if (all.checked === was.disabled) { said.append(all.checked ? "kind" : "was-kind", was.value); }
      }
      if ([...said.keys()].length > 1) { navigator.sendBeacon(form.action, said); }
    }
  });
})();
