// The content of a module: a table with search, filters, facets, and one item's details.

import { dictionary, engine, get, Latest, post } from "./api.js";
import { button, checks, content, count, debounced, h, milliseconds, plural, show } from "./element.js";
import { errorNotice, menuButton, toast } from "./notices.js";
import { app, changeQuery, go, link, setQuery, state, wantedQuery } from "./state.js";
import { fieldsOf, isNumeric } from "./schema.js";
import { cell, searchMessages } from "./value.js";
import { Table } from "./table.js";
import { Facets } from "./facets.js";
import { isEditable, ItemPanel } from "./item.js";
import { conditionEditor, firstTests, withoutTest } from "./builder.js";
import { exportMenu } from "./export.js";
import { savedTools } from "./saved.js";

const WIDTHS = { boolean: 96, integer: 112, number: 112, date: 112, dateTime: 190, time: 90, color: 110, choice: 140, geopoint: 190, url: 220, image: 220 };

export class ContentView {
	constructor() {
		this.counts = new Map();
		this.modules = h("nav.side", { label: "Modules" });
		const search = debounced(180, () => this.searched());
		this.search = h("input", {
			type: "search", placeholder: "Search", label: "Search the content", oninput: () => { this.isTyping = true; search(); }, onchange: () => this.searched(), "data-key": "/",
		});
		this.picker = h("select.module-picker", { label: "Module", onchange: () => this.choose(this.picker.value) });
		this.tools = h("span.head-group");
		this.filter = h("div", { hidden: true });
		this.chips = h(".row.tight");
		this.note = h("div");
		this.split = h(".split");
		[this.total, this.time, this.position] = [h("span"), h("span"), h("span")];
		this.status = h(".status", { role: "status" }, this.total, this.time, this.position);
		this.node = h(".view", this.modules,
			h("section.content", { label: "Items" },
				h(".toolbar", h(".row", this.picker, this.search, this.tools), this.chips, this.filter, this.note), this.split,
				this.status));
		this.newestCounts = new Latest();
		this.facets = new Facets(this);
		this.item = new ItemPanel();
		this.loadCounts();
	}

	dispose() {
		this.table?.dispose();
		this.item.dispose();
		this.newestCounts.cancel();
	}

	get module() { return app.schema.module(state.query.module); }

	async loadCounts() {
		try {
			const { counts } = await get("operations", this.newestCounts.next());
			for (const entry of counts ?? []) this.counts.set(entry.module, entry.count);
			this.drawModules();
		} catch { /* The list has no counts then. */ }
	}

	choose(name) { setQuery({ module: name }, { item: null }).catch((error) => toast(error.message)); }

	drawModules() {
		const { modules } = app.schema;
		show(this.modules, h("h2", "Modules"), modules.map(({ name, description }) => link(
			{ query: { module: name }, text: name, item: null }, { "data-name": name, "aria-current": name === state.query.module ? "page" : null, title: description },
			[h("span.clip", name), h("span.total", this.counts.has(name) ? count(this.counts.get(name)) : "")], () => this.choose(name))));
		show(this.picker, modules.map(({ name }) => h("option", { selected: name === state.query.module }, name)));
	}

	/** Shows the state: what did not change stays as it is. */
	update() {
		const key = JSON.stringify([state.text, engine, app.schema.revision]);
		this.drawModules();
		if (key !== this.key) {
			this.key = key;
			this.fallback = null;
			this.reload();
		}
		this.showItem();
	}

	reload() {
		const { module } = this;
		const { query } = state;
		this.drawTools();
		this.drawChips();
		if (!this.filter.hidden && !this.filter.contains(document.activeElement)) this.drawFilter();
		show(this.note);
		const hadFocus = this.table?.node.contains(document.activeElement);
		const column = hadFocus ? [...this.table.head.children].findIndex((head) => head.contains(document.activeElement)) : -1;
		this.table?.dispose();
		const known = app.schema.shown(module, query);
		this.names = dictionary();
		this.isFirst = true;
		this.table = new Table({
			label: `Items of ${module.name}`,
			columns: this.columns(known),
			load: (part) => this.load(query, part, known.map((field) => field.name).filter((name) => !name.startsWith("@"))),
			onOpen: (row) => go({ item: { module: module.name, id: row.id } }),
			onSort: (name, adds) => this.sort(name, adds),
			onLoad: (response) => this.loaded(response),
			onError: (error) => this.failed(error),
		});
		if (hadFocus) queueMicrotask(() => (this.table.head.children[column]?.querySelector("button") ?? this.table.node).focus({ preventScroll: true }));
		// The numbers of the previous query say nothing about this one.
		this.status.setAttribute("aria-busy", "true");
		show(this.total, "Loading…");
		show(this.time);
		show(this.position);
		this.facets.update();
		this.layout();
		this.table.start();
		this.table.node.addEventListener("scroll", () => this.drawPosition(), { passive: true });
	}

	columns(fields) {
		const sorted = new Map((state.query.sort ?? []).map((key) => [key.field, key.order ?? "ascending"]));
		const context = () => ({ names: this.names, locale: state.query.locale });
		const id = { name: "id", label: "id", width: 150, grows: 0.5, render: (row) => h("span.muted", content(row.id)) };
		const isNamed = fields[0]?.name === this.module.titleField;
		const columns = fields.map((field) => ({
			name: field.name, label: field.name, isNumber: isNumeric(field) && !field.isList,
			width: WIDTHS[field.type] ?? (field.name === this.module.titleField ? 220 : 150),
			grows: WIDTHS[field.type] ? null : field.name === this.module.titleField ? 2 : 1,
			sort: sorted.get(field.name), isSortable: field.sortable,
			render: (row) => cell(field, row, context()),
		}));
		return isNamed ? [...columns, id] : [id, ...columns];
	}

	load(query, { cursor, offset, size, count, signal }, columns) {
		return post("items", {
			query: { ...query, facets: this.isFirst ? query.facets : null }, size, cursor, offset, count, columns, fallback: this.fallback,
		}, signal);
	}

	loaded(response) {
		this.status.setAttribute("aria-busy", "false");
		for (const [module, names] of Object.entries(response.names ?? {})) this.names[module] = Object.assign(this.names[module] ?? dictionary(), names);
		show(this.time, milliseconds(response.milliseconds), response.scanned ? `, ${plural(response.scanned, "item")} scanned` : "");
		show(this.total, typeof response.total === "number" ? plural(response.total, "item") : this.table.total === null ? "Unknown number of items" : plural(this.table.total, "item"));
		if (this.isFirst) {
			this.isFirst = false;
			this.facets.counted(response.facets);
			const messages = [...searchMessages(response.text, response.total), ...(response.rejected ?? []).map((one) => `${one.id}: ${one.message}`)];
			if (messages.length) show(this.note, h(".notice.warn", messages.slice(0, 5).map((message) => h("p", content(message)))));
		}
		this.table.body.querySelector(".empty")?.remove();
		if (this.table.count === 0) show(this.table.body, h("p.empty", "No items match."));
		this.drawPosition();
	}

	drawPosition() {
		const { table } = this;
		if (!table.count) return show(this.position, "");
		const first = Math.floor(table.top) + 1;
		show(this.position, `Rows ${count(first)}–${count(Math.min(table.count, Math.ceil(table.top + table.visible)))}`);
	}

	failed(error) {
		// What an engine cannot express can still be filtered here, within a bound.
		const scan = () => { this.fallback = 10_000; this.reload(); };
		const canScan = error.code === "unsupported" && !this.fallback;
		show(this.note, h(".stack", errorNotice(error), canScan ? h("div", button("Filter up to 10,000 items here", scan)) : null));
		this.status.setAttribute("aria-busy", "false");
		show(this.total);
	}

	layout() {
		const facets = state.query.facets?.length ? this.facets.node : null;
		const item = state.item ? this.item.node : null;
		this.split.className = `split${facets ? " with-facets" : ""}${item ? " with-item" : ""}`;
		const nodes = [facets, this.table.node, item].filter(Boolean);
		// The table stays in the document, so that it keeps the focus and its position.
		for (const node of [...this.split.children]) if (!nodes.includes(node)) node.remove();
		nodes.forEach((node, index) => { if (this.split.children[index] !== node) this.split.insertBefore(node, this.split.children[index] ?? null); });
	}

	showItem() {
		this.layout();
		this.table.select(state.item?.module === state.query.module ? state.item?.id : null);
		if (state.item) this.item.open(state.item.module, state.item.id);
		else if (this.item.node.contains(document.activeElement)) this.table.node.focus();
	}

	drawTools() {
		const { module } = this;
		// What is being typed stays; a query from elsewhere, such as the history, replaces it.
		const searched = state.query.text ?? "";
		if (!this.isTyping && this.search.value.trim() !== searched) this.search.value = searched;
		const names = (fields) => fields.map((field) => field.name);
		const facetable = names(fieldsOf(module).filter((field) => field.facet));
		const columns = () => names(app.schema.shown(module, state.query));
		const isSearchable = fieldsOf(module).some((field) => field.searchable);
		this.search.disabled = !isSearchable;
		this.search.placeholder = isSearchable ? `Search ${module.name}` : "No searchable fields";
		show(this.tools,
			button("Filter", () => this.toggleFilter(), { "aria-pressed": String(!this.filter.hidden), "data-key": "f" }),
			facetable.length ? menuButton("Facets", () => checks(facetable, state.query.facets ?? [], (facets) => this.change({ facets }))) : null,
			menuButton("Columns", () => checks(names([...module.fields, ...app.schema.metadata]), columns(), (fields) => this.change({ fields }))),
			savedTools(), exportMenu(),
			button("Query", () => go({ view: "query" }), { title: "Show what this query asks of each engine" }),
			isEditable() ? button("New", async () => (await import("./editing.js")).newItem(module), { class: "primary", "data-key": "n", label: `New item of ${module.name}` }) : null);
	}

	/** Changes the query; a mistake is told. */
	async change(changes, options) {
		try {
			await changeQuery(changes, options);
		} catch (error) { toast(error.message); }
	}

	searched() {
		this.isTyping = false;
		const text = this.search.value.trim();
		if (text === (wantedQuery().text ?? "")) return;
		this.change({ text: text || null }, { replaces: true });
	}

	sort(name, adds) {
		const keys = wantedQuery().sort ?? [];
		const known = keys.find((key) => key.field === name);
		const next = !known ? { field: name, order: "ascending" } : known.order !== "descending" ? { ...known, order: "descending" } : null;
		const others = adds ? keys.filter((key) => key.field !== name) : [];
		this.change({ sort: next ? [...others, next] : others });
	}

	toggleFilter() {
		this.filter.hidden = !this.filter.hidden;
		if (!this.filter.hidden) {
			this.drawFilter();
			this.filter.querySelector("[data-path]")?.focus();
		}
		this.drawTools();
	}

	drawFilter() {
		const error = h("div");
		const where = state.query.where ?? { all: firstTests(this.module, true) };
		show(this.filter, conditionEditor(this.module, where, async (changed) => {
			try {
				await changeQuery({ where: changed }, { replaces: true });
				show(error);
			} catch (problem) { show(error, errorNotice(problem)); }
		}), error);
	}

	drawChips() {
		const tests = state.query.where?.all ?? (state.query.where ? [state.query.where] : []);
		const set = async (where) => {
			await this.change({ where });
			if (!this.filter.hidden) this.drawFilter();
		};
		show(this.chips, tests.map((test, index) => h("span.chip.accent", content(chipText(test), { class: "clip" }),
			button("✕", () => set(withoutTest(state.query.where, index)), { class: "link", label: `Remove the filter ${chipText(test)}` }))),
		tests.length ? button("Clear", () => set(null), { class: "quiet" }) : null);
	}

	changed(modules) {
		this.loadCounts();
		const { name } = this.module;
		if (name in modules) {
			this.isFirst = (state.query.facets ?? []).length > 0;
			this.table.refresh(modules[name] ?? []);
		}
		this.item.changed(modules);
	}
}

function chipText(node) {
	if (node.not) return `not ${chipText(node.not)}`;
	if (node.all || node.any) return `(${(node.all ?? node.any).map(chipText).join(node.all ? " and " : " or ")})`;
	if (node.relation) return `${node.quantifier} ${node.relation} (${node.where ? chipText(node.where) : ""})`;
	if (node.op === "isNull") return `${node.field} is null`;
	return `${node.field} ${node.op} ${valueText(node.value)}`;
}

function valueText(value) {
	if (Array.isArray(value)) return value.length > 4 ? `${value.slice(0, 4).map(valueText).join(", ")}…` : value.map(valueText).join(", ");
	return value && typeof value === "object" ? value.field : String(value);
}
