// What a reader with a screen reader or a keyboard stumbles over, as far as a page can tell without a library.
() => {
  const said = [];
  const all = (wanted) => [...document.querySelectorAll(wanted)];
  const shown = (element) => element.getClientRects().length > 0;
  const name = (element) => (element.getAttribute("aria-label") || element.title || element.textContent).trim();
  if (!document.documentElement.lang) { said.push("no language"); }
  if (!document.title.trim()) { said.push("no title"); }
  for (const [wanted, count] of [["main", 1], ["h1", 1], ["body > header", 1], ["body > footer", 1], ["a.skip[href='#main']", 1]]) {
    if (all(wanted).length !== count) { said.push(`${all(wanted).length} of ${wanted}`); }
  }
  let level = 0;
  for (const head of all("h1, h2, h3, h4, h5, h6")) {
    const own = Number(head.tagName[1]);
    if (own > level + 1) { said.push(`${head.tagName} after H${level}: ${head.textContent.trim()}`); }
    level = own;
  }
  for (const input of all("input:not([type=hidden]), select, textarea")) {
    if (!input.labels.length && !input.getAttribute("aria-label")) { said.push(`no label: ${input.name}`); }
  }
  for (const acting of all("a[href], button, summary").filter(shown)) {
    if (!name(acting)) { said.push(`no name: ${acting.outerHTML.slice(0, 80)}`); }
  }
  for (const drawn of all("svg:not([aria-hidden=true]), img, progress")) {
    if (!drawn.getAttribute("aria-label") && !drawn.closest("[aria-hidden=true]") && drawn.alt === undefined) {
      said.push(`no words: ${drawn.outerHTML.slice(0, 80)}`);
    }
  }
  const ids = all("[id]").map((element) => element.id);
  for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at))) { said.push(`twice: #${id}`); }
  for (const nav of all("nav")) { if (!nav.getAttribute("aria-label")) { said.push("nav without name"); } }
  if (all("[tabindex]").some((element) => element.tabIndex > 0)) { said.push("tabindex above 0"); }
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 0) { said.push(`scrolls sideways by ${wide}`); }
  return said;
}
