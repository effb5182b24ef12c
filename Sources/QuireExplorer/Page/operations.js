// Operations: engines and their nodes, pending writes, syncing, indexing.

import { get, isCancelled, Latest, toJSON } from "./api.js";
import { button, content, count, h, plural, show, table } from "./element.js";
import { errorNotice } from "./notices.js";
import { app } from "./state.js";
import { momentText } from "./value.js";

export class OperationsView {
	constructor() {
		this.body = h(".stack");
		this.newest = new Latest();
		this.node = h(".page.stack", h(".row", h("h2.grow", "Operations"), button("Refresh", () => this.load(), { "data-key": "r" })), this.body);
	}

	dispose() {
		clearInterval(this.timer);
		this.newest.cancel();
	}

	update() {
		if (this.timer) return;
		this.load();
		this.timer = setInterval(() => { if (!document.hidden) this.load(); }, 5000);
	}

	changed() { this.load(); }

	async load() {
		try {
			const operations = await get("operations", this.newest.next());
			// What did not change stays, with its focus and selection.
			const key = toJSON(operations);
			if (key === this.key) return;
			this.key = key;
			show(this.body, h(".cards", this.engines(operations.engines ?? []), this.counts(operations.counts ?? []), this.outbox(operations.outbox), this.sync(operations.sync), this.indexing(operations.indexing)));
		} catch (error) {
			if (isCancelled(error)) return;
			this.key = null;
			show(this.body, errorNotice(error));
		}
	}

	engines(engines) {
		return engines.map((engine) => card(app.status.engines.find((known) => known.id === engine.id)?.label ?? engine.id,
			h(".row", state(engine.state), h("span.muted.wrap", content(engine.detail ?? ""))),
			engine.nodes?.length ? list(engine.nodes, "", ["Node", "State", "Detail"], (node) => [content(node.url), state(node.healthy ? "ok" : "failed"), content(node.detail ?? "")]) : null));
	}

	counts(counts) { return card("Items", list(counts, "No modules.", ["Module", "Items"], (entry) => [entry.module, count(entry.count)])); }

	outbox(outbox) {
		if (!outbox) return card("Pending writes", h("p.muted", "The engine has no outbox."));
		return card(`Pending writes: ${count(outbox.count)}`, list(outbox.entries, "Nothing waits to be sent.", ["Item", "Write", "Attempts", "State"], (entry) => [
			content(`${entry.module}/${entry.id}`), entry.kind, count(entry.attempts), [entry.state, entry.message ? h(".error", content(entry.message)) : null],
		]));
	}

	sync(sync) {
		const time = (value, none) => value ? momentText({ type: "dateTime" }, value) : none;
		if (!sync) return card("Sync", h("p.muted", "The engine does not sync."));
		return card("Sync", list(sync, "Nothing has been synced.", ["Module", "Checkpoint", "Updated"], (entry) => [entry.module, time(entry.checkpoint, "none"), time(entry.updatedAt, "never")]));
	}

	indexing(indexing) {
		if (!indexing) return card("Indexing", h("p.muted", "No index is fed from this store."));
		return card(`Indexing: ${plural(indexing.pending, "change")} pending`, list(indexing.indexes, "No indexes.", ["Index", "Pending"], (index) => [content(index.name), count(index.pending)]));
	}
}

function card(title, ...children) { return h("section.card", h("h3.wrap", title), children); }

function list(entries, none, heads, row) { return entries?.length ? table(heads, entries.map(row)) : h("p.muted", none); }

function state(name) {
	const kind = { ok: "good", failed: "bad" }[name] ?? "warn";
	return h("span", { class: `chip ${kind}` }, name);
}
