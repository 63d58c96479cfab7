// Corrections in place: the form closes on Escape, and the cell it was about is where one was before.
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
})();
