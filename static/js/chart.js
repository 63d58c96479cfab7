// A hair line follows the pointer or the arrow keys over a chart and reads out the row of its table that lies nearest.
(function () {
  "use strict";
  const DAY = 86400000;
  const numbers = (text) => text.split(" ").map(Number);
  const dayOf = (row) => row.dataset.day ? Number(row.dataset.day) : Date.parse(row.querySelector("time").dateTime) / DAY;
  // The rows of a chart's table, oldest first, with the days they are of.
  const rowsOf = (figure) => {
    const table = figure.table;
    const found = [...table.tBodies[0].rows].map((row) => ({row: row, day: dayOf(row)}));
    return found.sort((one, other) => one.day - other.day || other.row.rowIndex - one.row.rowIndex);
  };
  const said = (cell, head) => {
    const text = cell.textContent.trim();
    return !text || cell.cellIndex === 0 || cell.classList.contains("told") ? text : `${head.textContent.trim()} ${text}`;
  };
  const wordsOf = (row) => {
    const heads = row.closest("table").tHead.rows[0].cells;
    return [...row.cells].filter((cell) => heads[cell.cellIndex].textContent.trim())
      .map((cell) => said(cell, heads[cell.cellIndex])).filter(Boolean).join(" · ");
  };
  const charts = new WeakMap();
  const read = (svg, at) => {
    const figure = charts.get(svg);
    if (figure.at === at) { return; }
    figure.at = at;
    const {row, day} = figure.rows[at];
    const [left, right, top, base] = numbers(svg.dataset.plot);
    const [first, last, low, high] = numbers(svg.dataset.edges);
    const x = left + (day - first) / (last - first) * (right - left);
    const hair = svg.querySelector(".hair");
    for (const name of ["x1", "x2"]) { hair.setAttribute(name, x); }
    const spots = figure.series.map((column) => row.cells[column].textContent.replace("\u2212", "-").replace(",", ".").trim());
    svg.querySelectorAll(".spot").forEach((spot) => spot.remove());
    for (const value of spots.filter((text) => text !== "" && !Number.isNaN(Number(text)))) {
      const spot = document.createElementNS(svg.namespaceURI, "circle");
      const y = base - (Number(value) - low) / (high - low) * (base - top);
      for (const [name, is] of [["class", "spot"], ["cx", x], ["cy", y], ["r", 5]]) { spot.setAttribute(name, is); }
      svg.append(spot);
    }
    svg.dataset.at = at;
    figure.reading.setAttribute("aria-live", "polite");
    figure.reading.textContent = wordsOf(row);
  };
  const nearest = (svg, clientX) => {
    const figure = charts.get(svg), box = svg.getBoundingClientRect();
    const [left, right] = numbers(svg.dataset.plot), [first, last] = numbers(svg.dataset.edges);
    const x = (clientX - box.left) / box.width * svg.viewBox.baseVal.width;
    const day = first + (x - left) / (right - left) * (last - first);
    let best = 0;
    figure.rows.forEach((one, at, all) => {
      if (Math.abs(one.day - day) <= Math.abs(all[best].day - day)) { best = at; }
    });
    return best;
  };
  const start = (element) => {
    const table = document.getElementById(element.dataset.table || "") || element.parentElement.querySelector("table");
    const reading = element.querySelector(".reading");
    if (!table || !reading) { return; }
    const figure = {table: table, reading: reading, series: numbers(table.dataset.series || "1 2"), at: -1};
    const rows = rowsOf(figure);
    if (!rows.length) { return; }
    // What is newest stands there from the start, unannounced, so that nothing moves when something is read.
    reading.setAttribute("aria-live", "off");
    reading.textContent = wordsOf(rows[rows.length - 1].row);
    for (const svg of element.querySelectorAll("svg.history:not(.ranks)")) {
      charts.set(svg, {...figure, rows: rows});
      svg.tabIndex = 0;
      svg.setAttribute("aria-keyshortcuts", "ArrowLeft ArrowRight Home End");
      for (const name of ["pointermove", "pointerdown"]) {
        svg.addEventListener(name, (event) => read(svg, nearest(svg, event.clientX)));
      }
      svg.addEventListener("keydown", (event) => {
        const last = charts.get(svg).rows.length - 1, at = charts.get(svg).at;
        const to = {ArrowLeft: at < 0 ? last : at - 1, ArrowRight: at < 0 ? last : at + 1, Home: 0, End: last}[event.key];
        if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) { return; }
        event.preventDefault();
        read(svg, Math.max(0, Math.min(last, to)));
      });
    }
  };
  const begun = new WeakSet();
  const startNew = () => {
    for (const element of document.querySelectorAll("figure.chart")) {
      if (!begun.has(element)) { begun.add(element); start(element); }
    }
  };
  startNew();
  // Another system or other years were chosen: their chart took the place of the one before.
  for (const name of ["htmx:afterSwap", "htmx:historyRestore"]) { document.addEventListener(name, startNew); }
})();
