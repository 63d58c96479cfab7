// A hair line follows the pointer or the arrow keys over a chart and reads the values out.
(function () {
  "use strict";
  const points = (svg) => [...svg.querySelectorAll("circle.dot")];
  const read = (svg, at) => {
    const dot = points(svg)[at];
    if (!dot) { return; }
    svg.dataset.at = at;
    const hair = svg.querySelector(".hair");
    for (const name of ["x1", "x2"]) { hair.setAttribute(name, dot.getAttribute("cx")); }
    svg.closest("figure").querySelector(".reading").textContent = dot.textContent;
  };
  const nearest = (svg, clientX) => {
    const box = svg.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    let best = 0;
    points(svg).forEach((dot, at, all) => {
      if (Math.abs(dot.getAttribute("cx") - x) < Math.abs(all[best].getAttribute("cx") - x)) { best = at; }
    });
    return best;
  };
  document.addEventListener("pointermove", (event) => {
    const svg = event.target.closest && event.target.closest("svg.history");
    if (svg) { read(svg, nearest(svg, event.clientX)); }
  });
  document.addEventListener("keydown", (event) => {
    const svg = event.target.closest && event.target.closest("svg.history");
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (svg && step) {
      event.preventDefault();
      const last = points(svg).length - 1;
      const at = "at" in svg.dataset ? Number(svg.dataset.at) + step : last;
      read(svg, Math.max(0, Math.min(last, at)));
    }
  });
})();
