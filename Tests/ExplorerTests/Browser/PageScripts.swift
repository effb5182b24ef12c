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

    /// The layout's mistakes: elements that overlap, and content that sticks out of its box or of the page.
    ///
    /// Compares the visible parts of all controls, headings and chips. A bar that stays in place while its surroundings
    /// scroll, a menu, or a dialog may cover others.
    static let layoutProblems = """
        (() => {
          const found = [];
          if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
          const layer = (node) => node.closest(".menu, dialog, .toast, .head, .item > header, .diagram .tools");
          const name = (node) => `${node.localName}.${node.getAttribute("class") ?? ""} '${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 24)}'`;
          const shown = (node) => window.quireVisible(node) && !node.closest(".visually-hidden") && !node.matches(".states input");
          const visibleBox = (node) => {
            const box = node.getBoundingClientRect();
            const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
            for (let parent = node.parentElement; parent; parent = parent.parentElement) {
              const style = getComputedStyle(parent);
              if (style.overflowX === "visible" && style.overflowY === "visible") continue;
              const outer = parent.getBoundingClientRect();
              part.left = Math.max(part.left, outer.left); part.right = Math.min(part.right, outer.right);
              part.top = Math.max(part.top, outer.top); part.bottom = Math.min(part.bottom, outer.bottom);
            }
            return part;
          };
          const boxes = [...document.querySelectorAll("button, select, input, textarea, a, h1, h2, h3, .chip")].filter(shown)
            .map((node) => [node, visibleBox(node)]).filter(([, box]) => box.right - box.left > 1 && box.bottom - box.top > 1);
          boxes.forEach(([first, a], index) => {
            for (const [second, b] of boxes.slice(index + 1)) {
              if (first.contains(second) || second.contains(first) || layer(first) !== layer(second)) continue;
              const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
              const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
              if (width > 1 && height > 1) found.push(`${name(first)} overlaps ${name(second)}`);
            }
          });
          for (const node of document.querySelectorAll("header *, main *")) {
            if (!shown(node) || node.closest("svg") || node.closest(".table")) continue;
            const style = getComputedStyle(node);
            if (style.overflowX !== "visible" || style.display === "inline") continue;
            if (node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1) found.push(`${name(node)} overflows`);
          }
          return [...new Set(found)];
        })()
        """

    /// Texts with less contrast to their background than 4.5 to 1, the limit of WCAG 2 AA.
    static let poorContrast = """
        (() => {
          const parse = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
          const luminance = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
            .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
            .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
          const background = (node) => {
            for (let part = node; part; part = part.parentElement) {
              const color = parse(getComputedStyle(part).backgroundColor);
              if (color.length === 3 || color[3] === 1) return color;
            }
            return [255, 255, 255];
          };
          const found = new Set();
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const node = walker.currentNode.parentElement;
            const isOff = node.closest(":disabled, .visually-hidden, script, svg");
            if (!walker.currentNode.data.trim() || isOff || !window.quireVisible(node)) continue;
            const [light, dark] = [luminance(parse(getComputedStyle(node).color)), luminance(background(node))].sort((a, b) => b - a);
            const ratio = (light + 0.05) / (dark + 0.05);
            if (ratio < 4.5) found.add(`${node.localName}.${node.className} ${ratio.toFixed(2)}`);
          }
          return [...found];
        })()
        """
}
