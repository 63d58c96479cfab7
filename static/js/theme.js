// The theme chosen before, set before the first paint; the button walks through automatic, light, dark.
(function () {
  "use strict";
  const order = ["auto", "light", "dark"];
  const root = document.documentElement;
  root.classList.add("script"); // what only serves those without script can be left out
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
    button.hidden = false;
    button.addEventListener("click", () => {
      const next = order[(order.indexOf(kept()) + 1) % order.length];
      try { localStorage.setItem("theme", next); } catch { /* private windows: for this page only */ }
      show(next);
    });
  });
})();
