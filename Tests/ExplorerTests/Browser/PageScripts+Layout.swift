extension PageScripts {
    /// The layout's mistakes: texts and controls that overlap, and content that sticks out of its box or of the page.
    ///
    /// Compares the visible parts of the line boxes of all texts, and of all controls. A bar that stays in place while its
    /// surroundings scroll, a menu, or a dialog may cover others.
    static let layoutProblems = #"""
        (() => {
          const found = new Set();
          const name = (node) => `${node.localName}.${node.getAttribute("class") ?? ""} '${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 30)}'`;
          const isHidden = (node) => !quireVisible(node) || node.closest(".visually-hidden, option, datalist") || (node.closest("details:not([open])") && !node.closest("summary")) || node.matches(".states input");
          // What stays in place while its surroundings scroll may cover others, as may menus and dialogs.
          const layer = (node) => node.closest(".menu, dialog, .toast, .head, .item > header, .diagram .tools");
          const modal = document.querySelector("dialog[open]");
          const seen = (node, box) => {
            const part = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
            for (let parent = node; parent && parent !== document.documentElement; parent = parent.parentElement) {
              const style = getComputedStyle(parent);
              if (style.position === "fixed" && parent !== node) break;
              if (style.overflowX === "visible" && style.overflowY === "visible") continue;
              const outer = parent.getBoundingClientRect();
              part.left = Math.max(part.left, outer.left); part.right = Math.min(part.right, outer.right);
              part.top = Math.max(part.top, outer.top); part.bottom = Math.min(part.bottom, outer.bottom);
            }
            part.top = Math.max(part.top, 0); part.bottom = Math.min(part.bottom, innerHeight);
            return part.right - part.left > 1 && part.bottom - part.top > 1 ? part : null;
          };
          const boxes = [];
          const add = (node, box, kind) => {
            const part = seen(kind === "text" ? node : node.parentElement, box);
            if (!part) return;
            if (part.right > innerWidth + 1 || part.left < -1) found.add(`${name(node)} sticks out of the page`);
            boxes.push({ node, part, kind, layer: layer(node) });
          };
          const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          while (walker.nextNode()) {
            const text = walker.currentNode, node = text.parentElement;
            if (!text.data.trim() || isHidden(node) || node.closest("script, style, noscript")) continue;
            range.selectNodeContents(text);
            for (const box of range.getClientRects()) add(node, box, "text");
          }
          const controls = [...(modal ?? document).querySelectorAll("button, select, input, textarea, .chip, .swatch, img, iframe, .map")].filter((node) => !isHidden(node));
          for (const node of controls) add(node, node.getBoundingClientRect(), "control");
          const related = (one, other) => one.node === other.node || one.node.contains(other.node) || other.node.contains(one.node);
          boxes.forEach((one, index) => {
            for (const other of boxes.slice(index + 1)) {
              if (one.layer !== other.layer || (one.node === other.node && one.kind === other.kind)) continue;
              if (one.kind !== other.kind && related(one, other)) continue;
              if (one.kind === "control" && related(one, other)) continue;
              const width = Math.min(one.part.right, other.part.right) - Math.max(one.part.left, other.part.left);
              const height = Math.min(one.part.bottom, other.part.bottom) - Math.max(one.part.top, other.part.top);
              // The line boxes of two lines below each other may touch.
              if (width > 1.5 && height > 3) found.add(`${name(one.node)} overlaps ${name(other.node)}`);
            }
          });
          if (document.documentElement.scrollWidth > innerWidth) found.add(`the page is ${document.documentElement.scrollWidth} wide`);
          for (const node of document.querySelectorAll("header, header *, main, main *, dialog, dialog *, .menu, .menu *, .toast, .toast *")) {
            if (isHidden(node) || node.closest("svg") || node.closest(".table")) continue;
            const style = getComputedStyle(node);
            const isScroller = node.matches(".scroll-x, .tabs, pre, textarea");
            const cutsItself = style.textOverflow === "ellipsis" || ["input", "select"].includes(node.localName);
            if (style.display === "inline" || isScroller || cutsItself || node.clientWidth === 0) continue;
            if (node.scrollWidth > node.clientWidth + 1) found.add(`${name(node)} overflows: ${node.scrollWidth} in ${node.clientWidth}`);
          }
          return [...found];
        })()
        """#
}
