// What stands on a page without doing anything where no script runs.
() => {
  const said = [];
  const all = (wanted) => [...document.querySelectorAll(wanted)];
  const shown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const label = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 100);
  if (document.documentElement.matches(".script")) { said.push("a script has run"); }
  const tells = (button) => { // a word that is explained while it has the focus
    const told = document.getElementById(button.getAttribute("aria-describedby"));
    button.focus();
    return Boolean(told) && shown(told);
  };
  for (const button of all("button").filter(shown)) {
    if (tells(button)) { continue; }
    if (!button.form || button.type === "button") { said.push(`button of nothing: ${label(button)}`); }
  }
  for (const link of all("a").filter(shown)) {
    const to = link.getAttribute("href");
    if (to === "#" || (to === null && !link.hasAttribute("aria-current"))) { said.push(`link to nowhere: ${label(link)}`); }
  }
  for (const field of all("input:not([type=hidden]), select, textarea").filter(shown)) {
    if (!field.form) { said.push(`field of no form: ${label(field)}`); }
  }
  for (const form of all("form").filter(shown)) {
    const fields = [...form.elements].filter((one) => shown(one) && one.matches("input, select, textarea"));
    const typed = fields.length === 1 && fields[0].matches("[type=search], [type=text]"); // sent by Enter
    const sent = [...form.elements].some((one) => shown(one) && one.matches("button:not([type=button]), [type=submit]"));
    if (!sent && !typed) { said.push(`form that cannot be sent: ${label(form)}`); }
  }
  for (const asking of all("[hx-get]:not(a, form), [hx-post]:not(a, form)").filter(shown)) {
    const within = asking.closest("form") || asking.matches("table, tbody, section, div[id]") || asking.querySelector("a[href], form");
    if (!within) { said.push(`asks by script only: ${label(asking)}`); }
  }
  for (const key of all("kbd, .by-script").filter(shown)) { said.push(`key of a script: ${label(key)}`); }
  return said;
}
