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
          node.scrollIntoView({ block: "nearest", inline: "nearest" });
          const box = node.getBoundingClientRect();
          const x = box.left + box.width / 2, y = box.top + box.height / 2;
          const hit = document.elementFromPoint(x, y);
          return hit && (node.contains(hit) || hit.contains(node)) ? [x, y] : null;
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
}
