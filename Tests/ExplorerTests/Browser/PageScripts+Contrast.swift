extension PageScripts {
    /// Texts, values of inputs and their placeholders with less contrast to their background than 4.5 to 1, the limit of
    /// WCAG 2 AA.
    ///
    /// Computed from the computed colours: translucent backgrounds are laid over those behind them.
    static let poorContrast = #"""
        (() => {
          const parse = (color) => {
            const parts = (color.match(/[\d.]+/g) ?? []).map(Number);
            if (/^color\(srgb/.test(color)) return { rgb: parts.slice(0, 3).map((part) => part * 255), alpha: parts[3] ?? 1 };
            return { rgb: parts.slice(0, 3), alpha: parts[3] ?? 1 };
          };
          const over = (top, below) => top.rgb.map((part, index) => part * top.alpha + below[index] * (1 - top.alpha));
          const luminance = (rgb) => rgb.map((part) => part / 255)
            .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
            .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
          const background = (node) => {
            const box = node.closest(".diagram .box")?.querySelector("rect");
            if (box && node.localName === "text") return parse(getComputedStyle(box).fill).rgb;
            const layers = [];
            for (let part = node; part; part = part.parentElement) {
              const color = parse(getComputedStyle(part).backgroundColor);
              if (color.alpha > 0) layers.push(color);
              if (color.alpha === 1) break;
            }
            return layers.reverse().reduce((below, color) => over(color, below), matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255]);
          };
          const opacity = (node) => { let value = 1; for (let part = node; part; part = part.parentElement) value *= Number(getComputedStyle(part).opacity); return value; };
          const found = new Set();
          let count = 0;
          const check = (node, color, what) => {
            const below = background(node);
            const text = parse(color);
            const shown = over({ rgb: text.rgb, alpha: text.alpha * opacity(node) }, below);
            const [light, dark] = [luminance(shown), luminance(below)].sort((a, b) => b - a);
            const ratio = (light + 0.05) / (dark + 0.05);
            count += 1;
            if (ratio < 4.5) found.add(`${node.localName}.${node.getAttribute("class") ?? ""} ${what} ${ratio.toFixed(2)}`);
          };
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const node = walker.currentNode.parentElement;
            // Controls that are off need no contrast.
            const isOff = node.closest(":disabled, .visually-hidden, script, style, noscript, [aria-hidden=true]");
            if (!walker.currentNode.data.trim() || isOff || !quireVisible(node)) continue;
            const style = getComputedStyle(node);
            check(node, node.closest("svg") ? style.fill : style.color, "text");
          }
          for (const node of document.querySelectorAll("input, textarea, select")) {
            if (node.disabled || !quireVisible(node) || ["checkbox", "radio"].includes(node.type)) continue;
            check(node, getComputedStyle(node).color, "value");
            if (node.placeholder) check(node, getComputedStyle(node, "::placeholder").color, "placeholder");
          }
          return count < 20 ? [...found, `only ${count} texts were found`] : [...found];
        })()
        """#
}
