// A file dropped anywhere on the marked field is chosen; without script the field itself still takes it.
(function () {
  "use strict";
  for (const area of document.querySelectorAll("[data-drop]")) {
    const input = area.querySelector("input[type=file]");
    const mark = (on) => (event) => { event.preventDefault(); area.classList.toggle("over", on); };
    area.addEventListener("dragover", mark(true));
    area.addEventListener("dragleave", mark(false));
    area.addEventListener("drop", (event) => {
      mark(false)(event);
      if (event.dataTransfer.files.length) { input.files = event.dataTransfer.files; }
    });
  }
})();
