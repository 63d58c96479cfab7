// The rows of a list by the arrow keys, once one of them or the field of names has the focus.
(function () {
  "use strict";
  const names = () => [...document.querySelectorAll("table.list td.name a")];
  const page = (step) => {
    const links = [...document.querySelectorAll(".pagination li")];
    const at = links.findIndex((item) => item.querySelector("[aria-current]"));
    return at < 0 ? null : links[at + step]?.querySelector("a");
  };
  const plain = (event) => !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);

  document.addEventListener("keydown", (event) => {
    if (!plain(event)) { return; }
    const rows = names();
    if (event.target.id === "list-name" && event.key === "ArrowDown" && rows.length) {
      event.preventDefault();
      rows[0].focus();
      return;
    }
    const at = rows.indexOf(event.target);
    if (at < 0) { return; }
    const last = rows.length - 1;
    const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      (to < 0 ? document.getElementById("list-name") : rows[to]).focus();
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      const link = page(event.key === "ArrowRight" ? 1 : -1);
      if (link) {
        event.preventDefault();
        sessionStorage.setItem("list-focus", "1");
        link.click();
      }
    }
  });
  // What is chosen is asked of the address the reader is at: that of the newest list stays so.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.closest(".list-filters")) { event.detail.path = location.pathname; }
  });
  // Whoever turned the page by a key goes on with its first row; who was led to a player, with him. The browser
  // takes the focus away once more when it goes to the line, so it is given afterwards.
  const turned = sessionStorage.getItem("list-focus");
  sessionStorage.removeItem("list-focus");
  window.addEventListener("load", () => setTimeout(() => {
    const own = document.querySelector("table.list tr:target td.name a");
    const row = own || (turned && names()[0]);
    if (row) { row.focus({ preventScroll: Boolean(own) }); }
  }));
})();
