// The query builder: the query as a form and as text, and beside it what it asks of each engine.

import { Latest, post, toJSON } from "./api.js";
import { button, checks, content, count, debounced, div, element, milliseconds, option, plural, show, span, table } from "./element.js";
import { errorNotice } from "./notices.js";
import { go, setQuery, setText, state, wantedQuery } from "./state.js";
import { cell, searchMessages } from "./value.js";
import { codeBlock } from "./code.js";
import { conditionEditor } from "./builder.js";
import { Comparison } from "./compare.js";
import { exportMenu } from "./export.js";
import { isRelation } from "./schema.js";
import { savedMenu, saveQuery } from "./saved.js";
import { Tabs } from "./tabs.js";

const LANGUAGES = { store: "sql", swift: "swift", filter: "json" };

export class QueryView {
	constructor(app) {
		this.app = app;
		this.form = div({ class: "stack" });
		this.text = element("textarea", {
			class: "code-input", rows: 4, "aria-label": "The query as text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "data-key": "/",
			oninput: debounced(250, () => this.textChanged()), onkeydown: (event) => this.textKey(event),
		});
		this.problem = div({ "aria-live": "polite" });
		this.newest = new Latest();
		this.tabs = new Tabs("What the query asks");
		this.comparison = new Comparison(app);
		this.tools = div({ class: "row" });
		this.node = div({ class: "query" },
			element("section", { class: "stack", "aria-label": "Query" }, this.tools,
				div({ class: "card stack" }, element("h2", {}, "Text"), this.text, this.problem), this.form),
			element("section", { "aria-label": "Requests" }, this.tabs.node));
	}

	dispose() { this.newest.cancel(); }

	get module() { return this.app.schema.module(state.query.module); }

	update() {
		if (state.draft !== null && this.text.value !== state.draft) {
			this.text.value = state.draft;
			this.textChanged();
		}
		const key = JSON.stringify([state.text, this.app.engine, this.app.schema.revision]);
		if (key === this.key) return;
		this.key = key;
		if (document.activeElement !== this.text && state.draft === null) {
			this.text.value = state.text;
		}
		show(this.tools, savedMenu(this.app), this.app.status.canSaveQueries ? button("Save", () => saveQuery()) : null, exportMenu(this.app),
			button("Open as table", () => go({ view: "content" }), { class: "primary" }));
		if (!this.form.contains(document.activeElement)) this.drawForm();
		this.explain();
	}

	// MARK: Text

	async textChanged() {
		try {
			if (!await setText(this.text.value, {}, { replaces: true })) return;
			this.isBroken = false;
			this.drawForm();
		} catch (error) {
			this.isBroken = true;
			this.showProblem(error);
		}
	}

	/** Shows what is wrong with the query, at its place in the text if that is known; null if nothing is. */
	showProblem(error) {
		this.text.setAttribute("aria-invalid", String(error !== null));
		if (!error) return show(this.problem);
		const { at, expected } = error;
		show(this.problem, div({ class: "error", role: "alert" }, error.message),
			at ? element("pre", { class: "code small" }, pointer(this.text.value, at)) : null,
			expected.length ? div({ class: "row tight small" }, span({ class: "muted" }, "Expected"), expected.slice(0, 12).map((word) => button(word, () => this.complete(word, at), { class: "quiet" }))) : null);
	}

	complete(word, at) {
		if (/ /.test(word)) return this.text.focus();
		const start = at?.offset ?? this.text.value.length;
		this.text.setRangeText(word, start, start + (at?.length ?? 0), "end");
		this.text.focus();
		this.textChanged();
	}

	textKey(event) {
		if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
			event.preventDefault();
			this.textChanged();
		}
	}

	// MARK: Form

	/** Applies changes of the query; a mistake is shown and the query stays. */
	async change(changes, error) {
		try {
			if (!await setQuery({ ...wantedQuery(), ...changes }, {}, { replaces: true })) return;
			this.isBroken = false;
			this.text.value = state.text;
			show(error);
		} catch (problem) { show(error, errorNotice(problem)); }
	}

	drawForm() {
		const { module } = this;
		const { query } = state;
		const { schema } = this.app;
		const error = div({});
		const change = (changes) => this.change(changes, error);
		const redrawn = async (changes) => { await change(changes); this.drawForm(); };
		const name = element("select", { "aria-label": "Module", onchange: () => redrawn({ module: name.value, where: null, text: null, sort: null, fields: null, include: null, facets: null }) },
			schema.modules.map((candidate) => option(candidate.name, candidate.name, candidate === module)));
		const search = element("input", { type: "search", value: query.text ?? "", placeholder: "Full text", "aria-label": "Full text", disabled: !module.fields.some((field) => field.searchable), oninput: debounced(200, () => change({ text: search.value.trim() || null })) });
		const limit = element("input", { inputmode: "numeric", size: 4, value: query.limit ?? 50, "aria-label": "Page size", oninput: debounced(200, () => /^\d+$/.test(limit.value) && change({ limit: Number(limit.value) })) });
		const locales = this.app.status.locales ?? [];
		const locale = locales.length ? element("select", { "aria-label": "Locale", onchange: () => change({ locale: locale.value || null }) }, option("", "Any locale", !query.locale), locales.map((entry) => option(entry, entry, entry === query.locale))) : null;
		const facetable = module.fields.filter((field) => field.facet);
		const relations = module.fields.filter(isRelation);
		show(this.form,
			div({ class: "card stack" }, element("h2", {}, "From"), div({ class: "row" }, name, span({ class: "grow" }, search))),
			div({ class: "card stack" }, element("h2", {}, "Where"), conditionEditor(this.app, module, query.where, (where) => change({ where }))),
			div({ class: "card stack" }, element("h2", {}, "Sort"), this.sortEditor(module, query.sort ?? [], redrawn)),
			div({ class: "card stack" }, element("h2", {}, "Return"),
				this.checks("Fields", module.fields, query.fields ?? [], (fields) => change({ fields })),
				relations.length ? this.checks("Include", relations, query.include ?? [], (include) => change({ include })) : null,
				facetable.length ? this.checks("Facets", facetable, query.facets ?? [], (facets) => change({ facets })) : null,
				div({ class: "row" }, span({ class: "muted" }, "Page size"), limit, locale)),
			error);
	}

	sortEditor(module, keys, change) {
		const sortable = [...module.fields.filter((field) => field.sortable).map((field) => field.name), ...this.app.schema.metadata.filter((field) => field.sortable).map((field) => `@${field.name}`)];
		const at = (index, changes) => change({ sort: keys.map((key, position) => position === index ? { ...key, ...changes } : key) });
		return div({ class: "stack" },
			keys.map((key, index) => {
				const names = sortable.includes(key.field) ? sortable : [key.field, ...sortable];
				const name = element("select", { "aria-label": "Sort by", onchange: () => at(index, { field: name.value }) }, names.map((entry) => option(entry, entry, entry === key.field)));
				const order = element("select", { "aria-label": "Direction", onchange: () => at(index, { order: order.value }) }, option("ascending", "ascending", key.order !== "descending"), option("descending", "descending", key.order === "descending"));
				const nulls = element("select", { "aria-label": "Items without a value", onchange: () => at(index, { nulls: nulls.value || null }) }, option("", "nulls smallest", !key.nulls), option("first", "nulls first", key.nulls === "first"), option("last", "nulls last", key.nulls === "last"));
				return div({ class: "test" }, name, order, nulls, button("✕", () => change({ sort: keys.filter((_, position) => position !== index) }), { class: "quiet icon", "aria-label": "Remove the sort key" }));
			}),
			sortable.length ? div({}, button("+ Sort key", () => change({ sort: [...keys, { field: sortable.find((name) => !keys.some((key) => key.field === name)) ?? sortable[0], order: "ascending" }] }), { class: "quiet" }))
				: element("p", { class: "muted" }, "No field of this module is sortable."));
	}

	checks(label, fields, chosen, change) {
		return element("fieldset", {}, element("legend", { class: "muted small" }, label),
			div({ class: "row tight" }, checks(fields.map((field) => field.name), chosen, change, { class: "chip" })));
	}

	// MARK: Requests

	async explain() {
		const signal = this.newest.next();
		const { query } = state;
		this.tabs.panel.setAttribute("aria-busy", "true");
		try {
			const [explained, found] = await Promise.all([
				post("explain", { query }, signal),
				post("items", { query, engine: this.app.engine, size: Math.min(query.limit ?? 50, 100), count: true, highlight: true }, signal).catch((error) => ({ error })),
			]);
			signal.throwIfAborted();
			// A text that does not parse keeps its mistake; this is still the query before it.
			if (!this.isBroken) this.showProblem(null);
			Object.assign(this, { explained, found, query });
			this.drawTabs();
		} catch (error) {
			if (error.name === "AbortError") return;
			if (!this.isBroken) this.showProblem(error);
			this.tabs.set([{ id: "results", label: "Results", build: () => errorNotice(error) }]);
		}
	}

	drawTabs() {
		const { swift, filter, metaFilter, requests, curl } = this.explained;
		const engines = this.app.status.engines;
		this.tabs.set([
			{ id: "results", label: "Results", build: () => this.results() },
			{ id: "swift", label: "Swift", isRefused: Boolean(swift.refusal), build: () => swift.refusal ? refusal(swift.refusal) : codeBlock(swift.code, "swift", "Swift") },
			{ id: "filter", label: "Filter tree", build: () => [codeBlock(filter ? toJSON(filter, 2) : "null", "json", "filter"), metaFilter ? [element("h3", {}, "Metadata"), codeBlock(toJSON(metaFilter, 2), "json", "metadata filter")] : null] },
			...requests.map((request) => ({
				id: request.id, label: request.label, isRefused: Boolean(request.refusal),
				build: () => [
					request.refusal ? refusal(request.refusal) : codeBlock(request.text ?? "", LANGUAGES[request.id] ?? "http", request.label),
					request.plan?.length ? [element("h3", {}, "Plan"), element("pre", { class: "code" }, request.plan.join("\n"))] : null,
					request.id === "halo" && curl ? [element("h3", {}, "curl"), codeBlock(curl, "http", "curl")] : null,
				],
			})),
			engines.length > 1 ? { id: "compare", label: "Compare engines", build: () => this.comparison.show() } : null,
		].filter(Boolean));
	}

	results() {
		const { found, query } = this;
		if (found.error) return found.error.code === "unsupported" ? refusal(found.error.message) : errorNotice(found.error);
		const module = this.app.schema.module(query.module);
		const names = query.fields?.length ? query.fields : this.app.schema.columns(module).slice(0, 5);
		const fields = names.map((name) => this.app.schema.field(module, name)).filter(Boolean);
		const context = { names: found.names, locale: query.locale, open: (target, id) => go({ view: "content", item: { module: target, id } }) };
		const facets = (found.facets ?? []).map((facet) => div({ class: "row tight" }, span({ class: "muted" }, facet.field),
			facet.counts.slice(0, 12).map((entry) => span({ class: "chip" }, content(entry.value), " ", count(entry.count)))));
		return [
			element("p", { class: "muted" }, `${typeof found.total === "number" ? plural(found.total, "item") : "Unknown total"} in ${milliseconds(found.milliseconds)}`, found.scanned ? `, ${count(found.scanned)} scanned` : ""),
			searchMessages(found.text).map((message) => div({ class: "notice warn" }, content(message))), facets,
			table(["id", ...fields.map((field) => field.name)], found.rows.map((row) => [
				button(content(row.id), () => context.open(module.name, row.id), { class: "link" }),
				...fields.map((field) => cell(field, row.values[field.name], row, context)),
			])),
			found.rows.length === 0 ? element("p", { class: "empty" }, "No items match.") : null,
		];
	}
}

function refusal(reason) {
	return div({ class: "notice warn" }, element("strong", {}, "Refused before any request. "), content(reason));
}

/** The text up to the mistake, with a mark below it. */
function pointer(text, at) {
	const start = text.lastIndexOf("\n", at.offset - 1) + 1;
	const end = text.indexOf("\n", at.offset);
	const line = text.slice(start, end < 0 ? undefined : end);
	return `${line}\n${" ".repeat(at.offset - start)}${"^".repeat(Math.max(1, Math.min(at.length ?? 1, line.length)))}`;
}

