// A row of tabs with one panel below. Panels are built when they are shown.

import { button, h, show } from "./element.js";

export class Tabs {
	constructor(label) {
		this.list = h(".tabs.wrapping", { role: "tablist", label, onkeydown: (event) => this.key(event) });
		this.panel = h(".stack", { role: "tabpanel", "aria-labelledby": "" });
		this.node = h(".stack", this.list, this.panel);
	}

	/** @param tabs [{ id, label, isRefused, build() }] */
	set(tabs) {
		this.tabs = tabs;
		if (!tabs.some((tab) => tab.id === this.current)) this.current = tabs[0]?.id;
		this.draw();
	}

	draw() {
		show(this.list, this.tabs.map((tab) => button(tab.label + (tab.isRefused ? " ✕" : ""), () => this.choose(tab.id), {
			role: "tab", id: `tab-${tab.id}`, "aria-selected": String(tab.id === this.current), tabindex: tab.id === this.current ? 0 : -1,
			class: tab.isRefused ? "refused" : null, label: tab.isRefused ? `${tab.label}, refused` : null,
		})));
		const tab = this.tabs.find((candidate) => candidate.id === this.current);
		this.panel.setAttribute("aria-labelledby", `tab-${tab?.id}`);
		show(this.panel, tab?.build());
		this.panel.setAttribute("aria-busy", "false");
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
