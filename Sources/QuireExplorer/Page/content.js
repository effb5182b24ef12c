// The content of a module: a table with search, filters, facets, and one item's details.

import { get, Latest, post } from "./api.js";
import { button, checks, content, count, debounced, div, element, milliseconds, option, plural, show, span } from "./element.js";
import { errorNotice, menuButton, toast } from "./notices.js";
import { address, go, setQuery, state, wantedQuery } from "./state.js";
import { isList, isNumeric } from "./schema.js";
import { cell, searchMessages } from "./value.js";
import { Table } from "./table.js";
import { Facets } from "./facets.js";
import { ItemPanel } from "./item.js";
import { conditionEditor, newTest, withoutTest } from "./builder.js";
import { exportMenu } from "./export.js";
import { saveQuery, savedMenu } from "./saved.js";
import { isEditable, newItem } from "./editing.js";

const WIDTHS = { boolean: 96, integer: 112, number: 112, date: 112, dateTime: 190, time: 90, color: 110, choice: 140, geopoint: 190, url: 220, image: 220 };

export class ContentView {
	constructor(app) {
		this.app = app;
		this.counts = new Map();
		this.modules = element("nav", { class: "side", "aria-label": "Modules" });
		const search = debounced(180, () => this.searched());
		this.search = element("input", {
			type: "search", placeholder: "Search", "aria-label": "Search the content", oninput: () => { this.isTyping = true; search(); }, onchange: () => this.searched(), "data-key": "/",
		});
		this.picker = element("select", { class: "module-picker", "aria-label": "Module", onchange: () => this.choose(this.picker.value) });
		this.tools = div({ class: "row" });
		this.filter = div({ hidden: true });
		this.chips = div({ class: "row tight", hidden: true });
		this.note = div({ hidden: true });
		this.split = div({ class: "split" });
		this.total = span({});
		this.time = span({});
		this.position = span({});
		this.status = div({ class: "status", role: "status" }, this.total, this.time, this.position);
		this.node = div({ class: "view" }, this.modules,
			element("section", { class: "content", "aria-label": "Items" },
				div({ class: "toolbar" }, this.tools, this.chips, this.filter, this.note), this.split,
				this.status));
		this.newestCounts = new Latest();
		this.facets = new Facets(this);
		this.item = new ItemPanel(app);
		this.loadCounts();
	}

	dispose() {
		this.table?.dispose();
		this.item.dispose();
		this.newestCounts.cancel();
	}

	get module() { return this.app.schema.module(state.query.module); }

	async loadCounts() {
		try {
			const { counts } = await get("operations", this.newestCounts.next());
			for (const entry of counts ?? []) this.counts.set(entry.module, entry.count);
			this.drawModules();
		} catch { /* The list has no counts then. */ }
	}

	choose(name) { setQuery({ module: name }, { item: null }).catch((error) => toast(error.message)); }

	drawModules() {
		const { modules } = this.app.schema;
		show(this.modules, element("h2", {}, "Modules"), modules.map((module) => element("a", {
			class: "entry", href: address({ query: { module: module.name }, text: module.name, item: null }),
			"aria-current": module.name === state.query.module ? "page" : null, title: module.description,
			onclick: (event) => { if (!event.metaKey && !event.ctrlKey) { event.preventDefault(); this.choose(module.name); } },
		}, span({ class: "clip" }, module.name),
		span({ class: "total" }, this.counts.has(module.name) ? count(this.counts.get(module.name)) : ""))));
		show(this.picker, modules.map((module) => option(module.name, module.name, module.name === state.query.module)));
	}

	/** Shows the state: what did not change stays as it is. */
	update() {
		const key = JSON.stringify([state.text, this.app.engine, this.app.schema.revision, this.app.status.canWrite]);
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
		this.note.hidden = true;
		const hadFocus = this.table?.node.contains(document.activeElement);
		this.table?.dispose();
		const names = query.fields?.length ? query.fields : this.app.schema.columns(module);
		const known = names.map((name) => this.app.schema.field(module, name)).filter(Boolean);
		this.names = {};
		this.isFirst = true;
		this.table = new Table({
			label: `Items of ${module.name}`,
			columns: this.columns(known),
			load: (part) => this.load(query, part, known.map((field) => field.name)),
			onOpen: (row) => go({ item: { module: module.name, id: row.id } }),
			onSort: (name, adds) => this.sort(name, adds),
			onLoad: (response) => this.loaded(response),
			onError: (error) => this.failed(error),
		});
		if (hadFocus) queueMicrotask(() => this.table.node.focus({ preventScroll: true }));
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
		const id = { name: "id", label: "id", width: 150, grows: 0.5, render: (row) => span({ class: "muted" }, content(row.id)) };
		const isNamed = fields[0]?.name === this.module.titleField;
		const columns = fields.map((field) => ({
			name: field.name, label: field.name, isNumber: isNumeric(field) && !isList(field),
			width: WIDTHS[field.type] ?? (field.name === this.module.titleField ? 220 : 150),
			grows: WIDTHS[field.type] ? null : field.name === this.module.titleField ? 2 : 1,
			sort: sorted.get(field.name), isSortable: field.sortable,
			render: (row) => cell(field, row.values[field.name], row, context()),
		}));
		return isNamed ? [...columns, id] : [id, ...columns];
	}

	load(query, { cursor, offset, size, count, signal }, columns) {
		return post("items", {
			query: { ...query, facets: this.isFirst ? query.facets : null }, engine: this.app.engine, size, cursor, offset, count, columns, highlight: true, fallback: this.fallback,
		}, signal);
	}

	loaded(response) {
		this.status.setAttribute("aria-busy", "false");
		for (const [module, names] of Object.entries(response.names ?? {})) this.names[module] = { ...this.names[module], ...names };
		show(this.time, milliseconds(response.milliseconds), response.scanned ? `, ${plural(response.scanned, "item")} scanned` : "");
		show(this.total, typeof response.total === "number" ? plural(response.total, "item") : this.table.total === null ? "Unknown number of items" : plural(this.table.total, "item"));
		if (this.isFirst) {
			this.isFirst = false;
			this.facets.counted(response.facets);
			const messages = [...searchMessages(response.text), ...(response.rejected ?? []).map((one) => `${one.id}: ${one.message}`)];
			if (messages.length) this.showNote(div({ class: "notice warn" }, messages.slice(0, 5).map((message) => element("p", {}, content(message)))));
		}
		this.table.body.querySelector(".empty")?.remove();
		if (this.table.count === 0) show(this.table.body, element("p", { class: "empty" }, "No items match."));
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
		this.showNote(div({ class: "stack" }, errorNotice(error), canScan ? div({}, button("Filter up to 10,000 items here", scan)) : null));
		this.status.setAttribute("aria-busy", "false");
		show(this.total);
	}

	showNote(node) {
		show(this.note, node);
		this.note.hidden = false;
	}

	layout() {
		const hasFacets = (state.query.facets ?? []).length > 0;
		const hasItem = state.item !== null;
		this.split.className = `split${hasFacets ? " with-facets" : ""}${hasItem ? " with-item" : ""}`;
		const nodes = [hasFacets ? this.facets.node : null, this.table.node, hasItem ? this.item.node : null].filter(Boolean);
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

	// MARK: Tools

	drawTools() {
		const { module } = this;
		// What is being typed stays; a query from elsewhere, such as the history, replaces it even with the focus.
		const searched = state.query.text ?? "";
		if (!this.isTyping && this.search.value.trim() !== searched) this.search.value = searched;
		const names = (fields) => fields.map((field) => field.name);
		const facetable = names(module.fields.filter((field) => field.facet));
		const columns = () => (state.query.fields?.length ? state.query.fields : this.app.schema.columns(module));
		const isSearchable = module.fields.some((field) => field.searchable);
		this.search.disabled = !isSearchable;
		this.search.placeholder = isSearchable ? `Search ${module.name}` : "No searchable fields";
		const toggle = button("Filter", () => this.toggleFilter(), { "aria-pressed": String(!this.filter.hidden), "data-key": "f" });
		const tools = [
			this.picker, this.search, toggle,
			facetable.length ? menuButton("Facets", () => checks(facetable, state.query.facets ?? [], (facets) => this.change({ facets }))) : null,
			menuButton("Columns", () => checks(names(module.fields), columns(), (fields) => this.change({ fields }))),
			savedMenu(this.app), this.app.status.canSaveQueries ? button("Save", () => saveQuery(this.app), { "aria-label": "Save the query" }) : null, exportMenu(this.app),
			button("Query", () => go({ view: "query" }), { title: "Show what this query asks of each engine" }),
			isEditable(this.app) ? button("New", () => newItem(this.app, module.name), { class: "primary", "data-key": "n", "aria-label": `New item of ${module.name}` }) : null,
		].filter(Boolean);
		// The search field keeps its place in the document, and with it the focus.
		for (const child of [...this.tools.children]) if (child !== this.search && child !== this.picker) child.remove();
		for (const node of tools) if (node.parentNode !== this.tools) this.tools.append(node);
	}

	/** Changes the query; a mistake is told. */
	async change(changes, options) {
		try {
			await setQuery({ ...wantedQuery(), ...changes }, {}, options);
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
			this.filter.querySelector("select, button")?.focus();
		}
		this.drawTools();
	}

	drawFilter() {
		const error = div({});
		const where = state.query.where ?? { all: [newTest(this.app.schema, this.module)].filter(Boolean) };
		show(this.filter, conditionEditor(this.app, this.module, where, async (changed) => {
			try {
				await setQuery({ ...wantedQuery(), where: changed }, {}, { replaces: true });
				show(error);
			} catch (problem) { show(error, errorNotice(problem)); }
		}), error);
	}

	/** The tests of the query as chips, each removable. */
	drawChips() {
		const tests = state.query.where?.all ?? (state.query.where ? [state.query.where] : []);
		this.chips.hidden = tests.length === 0;
		const set = async (where) => {
			await this.change({ where });
			if (!this.filter.hidden) this.drawFilter();
		};
		show(this.chips, tests.map((test, index) => span({ class: "chip accent" }, content(chipText(test), { class: "clip" }),
			button("✕", () => set(withoutTest(state.query.where, index)), { class: "link", "aria-label": `Remove the filter ${chipText(test)}` }))),
		button("Clear", () => set(null), { class: "quiet" }));
	}

	// MARK: Live

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
