// Set before the first paint: the theme chosen before (the button walks through automatic, light, dark), the type of slow lines,
// whether the browser has passkeys.
(function () {
  "use strict";
  const order = ["auto", "light", "dark"];
  const root = document.documentElement;
  root.classList.add("script"); // what only serves those without script can be left out
  root.classList.toggle("passkeys", Boolean(window.PublicKeyCredential));
  // A telephone on a slow line, as its browser tells, has pages in its own fonts: as wide as ours, and there at once. The
  // first page decides for the visit.
  const line = navigator.connection;
  const narrow = matchMedia("(max-width: 47.5rem)").matches;
  let slow = Boolean(line && (line.saveData || line.rtt >= 150) && narrow);
  try {
    slow = JSON.parse(sessionStorage.getItem("slow") ?? slow);
    sessionStorage.setItem("slow", slow);
  } catch { /* private windows: every page for itself */ }
  root.classList.toggle("slow-line", slow);
  // Any other telephone asks for the fonts as early as wide screens do: what comes after the first paint is not used.
  for (const early of narrow && !slow ? document.querySelectorAll("link[rel=preload]") : []) {
    const link = early.cloneNode();
    link.removeAttribute("media");
    early.replaceWith(link);
  }
  const kept = () => { try { return localStorage.getItem("theme") || "auto"; } catch { return "auto"; } };
  const show = (theme) => {
    if (theme === "auto") { delete root.dataset.theme; } else { root.dataset.theme = theme; }
    const button = document.querySelector("[data-theme-toggle]");
    if (button) {
      const word = button.dataset[theme];
      button.title = word;
      button.setAttribute("aria-label", word);
      button.dataset.themeToggle = theme;
    }
  };
  show(kept());
  document.addEventListener("DOMContentLoaded", () => {
    show(kept());
    const button = document.querySelector("[data-theme-toggle]");
    if (!button) { return; }
    button.addEventListener("click", () => {
      const next = order[(order.indexOf(kept()) + 1) % order.length];
      try { localStorage.setItem("theme", next); } catch { /* private windows: for this page only */ }
      show(next);
    });
  });
})();
