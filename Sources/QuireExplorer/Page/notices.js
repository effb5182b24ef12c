// Messages, dialogs and menus.

import { button, h, show } from "./element.js";

let current;

/** Shows a message for a while, with an action such as undo. */
export function toast(message, action) {
	current?.remove();
	const close = () => current === node && (node.remove(), (current = null));
	const node = h(".toast", { role: "status" }, h("span.wrap", message),
		action ? button(action.label, () => { close(); action.run(); }) : null,
		button("✕", close, { label: "Close the message", class: "icon" }));
	current = node;
	document.body.append(node);
	setTimeout(close, action ? 20_000 : 6_000);
}

export function announce(message) { document.getElementById("announcements").textContent = message; }

export function errorNotice(error) {
	return h(".notice.bad", { role: "alert" }, error.message);
}

/** Opens a modal dialog. `build(close)` returns its children; the promise has the value that close was called with. */
export function dialog(title, build) {
	return new Promise((resolve) => {
		let result;
		const close = (value) => { result = value; node.close(); };
		const node = h("dialog", { "aria-labelledby": "dialog-title", onclose: () => { node.remove(); resolve(result); } });
		show(node, h("h2", { id: "dialog-title" }, title), build(close));
		document.body.append(node);
		node.showModal();
	});
}

export function confirm(title, message, action) {
	return dialog(title, (close) => h(".stack", h("p.wrap", message),
		h(".row", button(action, () => close(true), { class: "primary" }), button("Cancel", () => close(false)))));
}

/** A button that opens a menu below it. `build(close)` returns its children. */
export function menuButton(label, build) {
	const trigger = button(label, () => (menu ? close() : open()), { "aria-haspopup": "true", "aria-expanded": "false" });
	let menu;
	const outside = (event) => { if (!menu.contains(event.target) && !trigger.contains(event.target)) close(); };
	const escape = (event) => { if (event.key === "Escape") { event.stopPropagation(); close(); again().focus(); } };
	// A choice may have drawn the button again.
	const again = () => trigger.isConnected ? trigger : [...document.querySelectorAll("button[aria-haspopup]")].find((node) => node.textContent === trigger.textContent) ?? trigger;
	function place() {
		const { left, bottom } = trigger.getBoundingClientRect();
		menu.style.top = `${bottom + 4}px`;
		menu.style.left = `${Math.max(8, Math.min(left, innerWidth - menu.offsetWidth - 8))}px`;
		menu.style.maxHeight = `${Math.max(120, innerHeight - bottom - 16)}px`;
	}
	function close() {
		menu?.remove();
		menu = null;
		trigger.setAttribute("aria-expanded", "false");
		document.removeEventListener("pointerdown", outside);
		removeEventListener("resize", place);
	}
	function open() {
		menu = h(".menu", { role: "group", label, onkeydown: escape }, build(close));
		trigger.setAttribute("aria-expanded", "true");
		document.body.append(menu);
		place();
		menu.querySelector("input, button, select")?.focus();
		document.addEventListener("pointerdown", outside);
		addEventListener("resize", place);
	}
	return trigger;
}

export async function copy(text, what) {
	try {
		await navigator.clipboard.writeText(text);
		toast(`Copied ${what}.`);
	} catch {
		toast("The browser did not allow copying. Select the text and copy it with the keyboard.");
	}
}

export function download(name, type, parts) {
	const url = URL.createObjectURL(new Blob(parts, { type }));
	h("a", { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
