// A row of tabs with one panel below it. Panels are built when they are shown.

import { div, element, show, span } from "./element.js";

export class Tabs {
	/** @param label for screen readers */
	constructor(label) {
		this.list = div({ class: "tabs wrapping", role: "tablist", "aria-label": label, onkeydown: (event) => this.key(event) });
		this.panel = div({ role: "tabpanel", class: "stack", "aria-labelledby": "" });
		this.node = div({ class: "stack" }, this.list, this.panel);
	}

	/** @param tabs [{ id, label, isRefused, build() }] */
	set(tabs) {
		this.tabs = tabs;
		if (!tabs.some((tab) => tab.id === this.current)) this.current = tabs[0]?.id;
		this.draw();
	}

	draw() {
		const hadFocus = this.list.contains(document.activeElement);
		show(this.list, this.tabs.map((tab) => element("button", {
			type: "button", role: "tab", id: `tab-${tab.id}`, "aria-selected": String(tab.id === this.current), tabindex: tab.id === this.current ? 0 : -1,
			onclick: () => this.choose(tab.id),
		}, tab.label, tab.isRefused ? span({ class: "refused", title: "Refused" }, " ✕", span({ class: "visually-hidden" }, " refused")) : null)));
		const tab = this.tabs.find((candidate) => candidate.id === this.current);
		this.panel.setAttribute("aria-labelledby", `tab-${tab?.id}`);
		show(this.panel, tab?.build());
		this.panel.setAttribute("aria-busy", "false");
		if (hadFocus) this.list.querySelector('[aria-selected="true"]')?.focus();
	}

	choose(id) {
		this.current = id;
		this.draw();
	}

	key(event) {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!step) return;
		event.preventDefault();
		const index = this.tabs.findIndex((tab) => tab.id === this.current);
		this.choose(this.tabs[(index + step + this.tabs.length) % this.tabs.length].id);
		this.list.querySelector('[aria-selected="true"]')?.focus();
	}
}
