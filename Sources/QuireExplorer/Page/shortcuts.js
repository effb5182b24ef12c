// Keyboard shortcuts. Elements with data-key="x" are reached by the key x.

import { button, h, table } from "./element.js";
import { dialog } from "./notices.js";
import { go } from "./state.js";

const SHORTCUTS = [
	["1 2 3 4", "Content, Query, Schema, Operations"], ["/", "Search, or the query as text"], ["f", "Filter"], ["s", "Save the query"], ["n", "New item"],
	["e, d", "Edit or delete the open item"], ["r", "Refresh the operations"], ["↑ ↓ j k", "Move in the table"], ["Page Up, Page Down, Home, End", "Move far in the table"],
	["Enter", "Open the item"], ["Esc", "Close the item"], ["Shift + click on a column", "Add a sort key"], ["Ctrl + Enter", "Save the form, or run the text"],
	["+ − 0", "Zoom the diagram"], ["?", "This list"],
];

export function listenForShortcuts(views) {
	document.addEventListener("keydown", (event) => {
		if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
		if (event.target.closest("input, textarea, select, [contenteditable]")) {
			if (event.key === "Escape") event.target.blur();
			return;
		}
		const view = views[event.key - 1];
		if (view) go({ view });
		else if (event.key === "?") showShortcuts();
		else {
			const target = [...document.querySelectorAll(`[data-key="${CSS.escape(event.key)}"]`)].find((node) => node.offsetParent !== null);
			if (!target) return;
			if (target.matches("input, textarea")) { target.focus(); target.select(); } else target.click();
		}
		event.preventDefault();
	});
}

export function showShortcuts() {
	return dialog("Keyboard", (close) => [
		table(["Keys", "What they do"], SHORTCUTS.map(([keys, label]) => [h("kbd", keys), label])),
		h(".row.dialog-end", button("Close", () => close())),
	]);
}
