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
    } else if (event.target === field() && found()) {
      steer(event);
    }
  });
  // Suggestions of the search: the focus stays in the field, which names the option one is at.
  const options = () => [...found().querySelectorAll("[role=option]")];
  const chosen = () => found().querySelector("[aria-selected=true]");
  const choose = (option) => {
    for (const one of options()) { one.setAttribute("aria-selected", String(one === option)); }
    if (!option) { field().removeAttribute("aria-activedescendant"); return; }
    field().setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  };
  const tell = () => {
    const list = document.getElementById("found-list");
    field().setAttribute("aria-expanded", String(Boolean(list)));
    field().setAttribute("aria-controls", list ? list.id : "found");
    field().removeAttribute("aria-activedescendant");
    const told = found().querySelector("[data-count]");
    document.getElementById("found-count").textContent = told ? told.dataset.count : "";
  };
  const close = () => { found().replaceChildren(); tell(); };
  const steer = (event) => {
    const all = options();
    if (event.key === "Escape" && found().children.length) {
      event.preventDefault();
      close();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && all.length) {
      event.preventDefault();
      const ring = [null, ...all];
      const step = event.key === "ArrowDown" ? 1 : ring.length - 1;
      choose(ring[(ring.indexOf(chosen()) + step) % ring.length]);
    } else if (event.key === "Enter" && chosen()) {
      event.preventDefault();
      chosen().click();
    }
  };
  document.addEventListener("htmx:afterSwap", (event) => { if (event.target === found()) { tell(); } });
  document.addEventListener("click", (event) => {
    if (found() && !event.target.closest(".site-search")) { close(); }
  });
  document.addEventListener("focusout", (event) => {
    if (event.target === field() && event.relatedTarget && !event.relatedTarget.closest(".site-search")) { close(); }
  });
  // A select or a switch marked data-auto sends its form at once; the button is for those without script.
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-auto]")) { event.target.form.requestSubmit(); }
  });
  // The language is changed where one is now: what was typed may have moved the address since the page came.
  document.addEventListener("submit", (event) => {
    const next = event.target.matches(".tools form") && event.target.querySelector("[name=next]");
    if (!next) { return; }
    const query = new URLSearchParams(location.search);
    query.delete("language"); // it would ask for the old one again
    next.value = location.pathname + (query.size ? `?${query}` : "");
  });
  // A second click sends nothing while the answer to the first is on its way; a file leaves the page as it is.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") { return; }
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    setTimeout(() => { delete form.dataset.sent; }, 2000);
  });
  // Empty fields stay out of the address.
  document.addEventListener("formdata", (event) => {
    if (event.target.method !== "get") { return; }
    for (const [name, value] of [...event.formData.entries()]) {
      if (value === "") { event.formData.delete(name); }
    }
  });
  // A part of the page that did not come: say so where everybody sees it, and offer to ask again.
  let asked = null;
  const trouble = () => document.getElementById("trouble");
  const fail = (event) => {
    asked = event.detail;
    const out = asked.xhr.status === 401;
    for (const words of trouble().querySelectorAll("span")) { words.hidden = out !== words.hasAttribute("data-logged-out"); }
    trouble().querySelector("[data-again]").hidden = out;
    trouble().hidden = false;
  };
  for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, fail);
  }
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful && trouble()) { trouble().hidden = true; }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-again]") || !asked) { return; }
    const { elt, target, requestConfig: { verb, path } } = asked;
    trouble().hidden = true;
    htmx.ajax(verb, path, { source: elt, target });
  });
  // What a letter of a sum explains goes away with Escape, until one points or moves on.
  const tips = (off) => document.documentElement.classList.toggle("tips-off", off);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { tips(true); } });
  for (const moved of ["focusin", "pointerover"]) { document.addEventListener(moved, () => tips(false)); }
})();
