// The table of results by keyboard: arrows walk, Enter goes down, the other side of a game fills itself in. Enter in the search searches.
(function () {
  "use strict";
  const CELL = /^(\d{1,2})(!?)([-+=?])(!?)\/?([wb?]?)(\d?)(!?)$/;
  const MIRROR = { "+": "-", "-": "+", "=": "=", "?": "?" };
  const at = (row, round) => document.querySelector(`[data-cell="${row}-${round}"]`);
  const placeOf = (cell) => cell.dataset.cell.split("-").map(Number);

  function mirror(cell) {
    const [row, round] = placeOf(cell);
    const text = cell.value.replace(/\s/g, "").replace(/[−–]/g, "-").replace("½", "=").toLowerCase();
    const found = CELL.exec(text);
    // What this cell filled in before goes, unless somebody wrote over it.
    for (const other of document.querySelectorAll(`[data-from="${row}-${round}"]`)) { other.value = ""; delete other.dataset.from; }
    if (!found || Number(found[1]) === row) { return; }
    const other = at(Number(found[1]), round);
    if (!other || (other.value.trim() && !other.dataset.from)) { return; }
    const colour = { w: "b", b: "w" }[found[5]] || (found[6] ? "?" : "");
    other.value = `${row}${MIRROR[found[3]]}${colour}${found[6]}${found[2] || found[4] || found[7] ? "!" : ""}`;
    other.dataset.from = `${row}-${round}`;
  }

  document.addEventListener("input", (event) => {
    if (event.target.dataset && event.target.dataset.cell) { delete event.target.dataset.from; mirror(event.target); }
  });
  document.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (cell.id === "q" && event.key === "Enter") {
      event.preventDefault();
      cell.form.elements.search.click();
      return;
    }
    if (!cell.dataset || !cell.dataset.cell || event.altKey || event.ctrlKey || event.metaKey) { return; }
    const [row, round] = placeOf(cell);
    const start = cell.selectionStart === 0 && cell.selectionEnd === 0;
    const end = cell.selectionStart === cell.value.length;
    const next = { ArrowUp: [row - 1, round], ArrowDown: [row + 1, round], Enter: [row + 1, round] }[event.key]
      || (event.key === "ArrowLeft" && start ? [row, round - 1] : null)
      || (event.key === "ArrowRight" && end ? [row, round + 1] : null);
    const target = next && at(next[0], next[1]);
    if (target) { target.focus(); target.select(); }
    if (target || event.key === "Enter") { event.preventDefault(); }
  });
})();
