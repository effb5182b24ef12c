extension PageScripts {
    /// Notes every element that gets the focus, and whether one sees that it has it.
    static let watchFocus = #"""
        (() => {
          const reached = new Set(), invisible = new Set();
          const name = (node) => `${node.localName}.${node.getAttribute("class") ?? ""} '${(node.getAttribute("aria-label") ?? node.textContent).trim().slice(0, 30)}'`;
          const hasOutline = (node) => { const style = getComputedStyle(node); return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0; };
          const isSeen = (node) => {
            if (node.matches(".states input")) return hasOutline(node.parentElement);
            if (node.matches(".box")) return parseFloat(getComputedStyle(node.querySelector("rect")).strokeWidth) > 2;
            if (node.matches(".table")) return hasOutline(node) || hasOutline(node.querySelector(".active") ?? node);
            return hasOutline(node);
          };
          let first = null;
          window.quireFocus = { isRound: false, invisible, missed: () => {
            const scope = document.querySelector("dialog[open]") ?? document.body;
            const controls = [...scope.querySelectorAll("button, a[href], input, select, textarea, summary, [tabindex='0']")];
            // Arrow keys reach the others of a group of radio buttons or tabs.
            const isInGroup = (node) => node.tabIndex < 0 || (node.type === "radio" && !node.checked);
            return controls.filter((node) => !node.disabled && quireVisible(node) && !isInGroup(node) && !reached.has(node)).map(name);
          } };
          document.activeElement?.blur();
          document.addEventListener("focusin", (event) => {
            const node = event.target;
            if (node === first) window.quireFocus.isRound = true;
            first ??= node;
            reached.add(node);
            if (!isSeen(node)) invisible.add(name(node));
          });
        })()
        """#
}
