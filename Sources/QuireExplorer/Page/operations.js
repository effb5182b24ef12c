// Operations: engines and their nodes, pending writes, syncing and indexing.

import { get, Latest, toJSON } from "./api.js";
import { button, content, count, div, element, plural, show, span, table } from "./element.js";
import { errorNotice } from "./notices.js";
import { momentText } from "./value.js";

export class OperationsView {
	constructor(app) {
		this.app = app;
		this.body = div({ class: "stack" });
		this.newest = new Latest();
		this.node = div({ class: "page stack" }, div({ class: "row" }, element("h2", { class: "grow" }, "Operations"), button("Refresh", () => this.load(), { "data-key": "r" })), this.body);
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
			show(this.body, div({ class: "cards" }, this.engines(operations.engines ?? []), this.counts(operations.counts ?? []), this.outbox(operations.outbox), this.sync(operations.sync), this.indexing(operations.indexing)));
		} catch (error) {
			if (error.name === "AbortError") return;
			this.key = null;
			show(this.body, errorNotice(error));
		}
	}

	engines(engines) {
		return engines.map((engine) => card(this.app.status.engines.find((known) => known.id === engine.id)?.label ?? engine.id,
			div({ class: "row" }, state(engine.state), span({ class: "muted wrap" }, content(engine.detail ?? ""))),
			engine.nodes?.length ? table(["Node", "State", "Detail"], engine.nodes.map((node) => [content(node.url), state(node.healthy ? "ok" : "failed"), content(node.detail ?? "")])) : null));
	}

	counts(counts) {
		return card("Items", table(["Module", "Items"], counts.map((entry) => [entry.module, typeof entry.count === "number" ? count(entry.count) : "?"])));
	}

	outbox(outbox) {
		if (!outbox) return card("Pending writes", element("p", { class: "muted" }, "The engine has no outbox."));
		return card(`Pending writes: ${count(outbox.count)}`, outbox.entries?.length
			? table(["Item", "Write", "Attempts", "State"], outbox.entries.map((entry) => [content(`${entry.module}/${entry.id}`), entry.kind, count(entry.attempts), span({}, entry.state, entry.message ? div({ class: "error" }, content(entry.message)) : null)]))
			: element("p", { class: "muted" }, "Nothing waits to be sent."));
	}

	sync(sync) {
		if (!sync) return card("Sync", element("p", { class: "muted" }, "The engine does not sync."));
		return card("Sync", sync.length ? table(["Module", "Checkpoint", "Updated"], sync.map((entry) => [entry.module, entry.checkpoint ? momentText({ type: "dateTime" }, entry.checkpoint) : "none", entry.updatedAt ? momentText({ type: "dateTime" }, entry.updatedAt) : "never"])) : element("p", { class: "muted" }, "Nothing has been synced."));
	}

	indexing(indexing) {
		if (!indexing) return card("Indexing", element("p", { class: "muted" }, "No index is fed from this store."));
		return card(`Indexing: ${plural(indexing.pending, "change")} pending`, table(["Index", "Pending"], indexing.indexes.map((index) => [content(index.name), count(index.pending)])));
	}
}

function card(title, ...children) { return element("section", { class: "card" }, element("h3", { class: "wrap" }, title), children); }

function state(name) {
	const kind = { ok: "good", failed: "bad" }[name] ?? "warn";
	return span({ class: `chip ${kind}` }, name);
}
