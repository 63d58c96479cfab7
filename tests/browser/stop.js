// What is wrong with the place where the tabulator has stopped: `back` says which way it went.
(back) => {
  const at = document.activeElement, before = window.stopBefore;
  window.stopBefore = at;
  if (at === document.body) { return []; }
  if (at === before && at.type === "date") { return []; }  // its day, month and year are stops of their own
  const said = [], label = at.outerHTML.slice(0, 100);
  const style = getComputedStyle(at), box = at.getBoundingClientRect();
  if (style.outlineStyle === "none" || style.outlineWidth === "0px") { said.push(`unseen: ${label}`); }
  const across = box.width > 0 && box.right > 0 && box.left < innerWidth;
  const down = box.height > 0 && box.bottom > 0 && box.top < innerHeight;
  if (!across || !down) { said.push(`out of sight: ${label}`); }
  if (at.tabIndex > 0 || at.closest("[aria-hidden=true]")) { said.push(`no place to stop: ${label}`); }
  if (before && before !== document.body && before.isConnected) {
    const follows = Boolean(before.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (follows === back) { said.push(`out of order: ${label}`); }
  }
  return said;
}
