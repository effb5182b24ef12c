/// Scripts that the tests run in the page.
enum PageScripts {
    /// Finds elements as people do. Added to each page before its own scripts.
    static let helpers = """
        window.quireVisible = (node) => Boolean(node && node.checkVisibility({ visibilityProperty: true })
          && node.getBoundingClientRect().width > 0);
        window.quireNamed = (name, scope) => {
          const nodes = [...document.querySelectorAll(scope)].flatMap((part) => [...part.querySelectorAll(
            "button, a, input, select, textarea, summary, label, [role=tab], [role=button], [tabindex]")]);
          const names = (node) => node.getAttribute("aria-label") ?? node.innerText?.trim();
          const shown = nodes.filter(window.quireVisible);
          return shown.find((node) => names(node) === name) ?? null;
        };
        window.quireMiddle = (node) => {
          if (!window.quireVisible(node) || node.disabled) return null;
          node.scrollIntoView({ block: "center", inline: "nearest" });
          const box = node.getBoundingClientRect();
          const x = box.left + box.width / 2, y = box.top + box.height / 2;
          const hit = document.elementFromPoint(x, y);
          return hit && (node.contains(hit) || hit.contains(node)) ? [x, y] : null;
        };
        // A page in the background has no frames.
        window.quireFrames = () => Promise.race([
          new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          new Promise((done) => setTimeout(done, 200)),
        ]);
        // The middle of a node that stays the same, at the same place, until the next frame. Its next click is noted.
        window.quireSteady = async (find) => {
          const node = find(), before = window.quireMiddle(node);
          if (!before) return null;
          await window.quireFrames();
          const after = find() === node ? window.quireMiddle(node) : null;
          if (String(before) !== String(after)) return null;
          window.quireClick = { node, isDone: false };
          return after;
        };
        addEventListener("click", (event) => {
          if (window.quireClick?.node.contains(event.target)) window.quireClick.isDone = true;
        }, { capture: true });
        window.quireWasClicked = () => window.quireClick?.isDone ?? true;
        window.quireTexts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.innerText.trim());
        window.quireShownRows = () => {
          const table = document.querySelector(".table").getBoundingClientRect();
          const head = document.querySelector(".table .head").getBoundingClientRect().bottom;
          return [...document.querySelectorAll(".table .line")].filter((line) => {
            const box = line.getBoundingClientRect();
            return !line.querySelector(".placeholder") && box.top >= head - 1 && box.bottom <= table.bottom + 1;
          }).map((line) => Number(line.getAttribute("aria-rowindex")) - 2).sort((a, b) => a - b);
        };
        window.quireRow = (index) => {
          const line = document.querySelector(`.line[aria-rowindex="${index + 2}"]`);
          const isLoaded = line && !line.querySelector(".placeholder");
          return isLoaded ? [...line.children].map((cell) => cell.innerText.trim()) : null;
        };
        """
}
