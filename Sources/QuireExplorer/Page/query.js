// The query as a form and as text, and beside it what it asks of each engine.

import { engine, isCancelled, Latest, post, toJSON } from "./api.js";
import { button, checks, content, count, debounced, h, iconButton, milliseconds, plural, select, show, table } from "./element.js";
import { errorNotice } from "./notices.js";
import { app, changeQuery, go, setText, state } from "./state.js";
import { cell, searchMessages } from "./value.js";
import { codeBlock } from "./code.js";
import { conditionEditor } from "./builder.js";
import { Comparison } from "./compare.js";
import { exportMenu } from "./export.js";
import { fieldsOf, isRelation } from "./schema.js";
import { savedTools } from "./saved.js";
import { Tabs } from "./tabs.js";

const LANGUAGES = { store: "sql", swift: "swift", filter: "json" };

export class QueryView {
	constructor() {
		this.form = h(".stack");
		this.text = h("textarea.code-input", {
			rows: 4, label: "The query as text", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "data-key": "/",
			oninput: debounced(250, () => this.textChanged()),
			onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); this.textChanged(); } },
		});
		this.problem = h("div", { "aria-live": "polite" });
		this.newest = new Latest();
		this.tabs = new Tabs("What the query asks");
		this.comparison = new Comparison();
		this.tools = h(".row");
		this.node = h(".query",
			h("section.stack", { label: "Query" }, this.tools,
				h(".card.stack", h("h2", "Text"), this.text, this.problem), this.form),
			h("section", { label: "Requests" }, this.tabs.node));
	}

	dispose() { this.newest.cancel(); }

	update() {
		if (state.draft !== null && this.text.value !== state.draft) {
			this.text.value = state.draft;
			this.textChanged();
		}
		const key = JSON.stringify([state.text, engine, app.schema.revision]);
		if (key === this.key) return;
		this.key = key;
		if (document.activeElement !== this.text && state.draft === null) this.text.value = state.text;
		show(this.tools, savedTools(), exportMenu(), button("Open as table", () => go({ view: "content" }), { class: "primary", "data-key": "t" }));
		if (!this.form.contains(document.activeElement)) this.drawForm();
		this.explain();
	}

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
		show(this.problem, h(".error", { role: "alert" }, error.message),
			at ? h("pre.code.small", pointer(this.text.value, at)) : null,
			expected.length ? h(".row.tight.small", h("span.muted", "Expected"), expected.slice(0, 12).map((word) => button(word, () => this.complete(word, at), { class: "quiet" }))) : null);
	}

	complete(word, at) {
		if (/ /.test(word)) return this.text.focus();
		const start = at?.offset ?? this.text.value.length;
		this.text.setRangeText(word, start, start + (at?.length ?? 0), "end");
		this.text.focus();
		this.textChanged();
	}

	/** Applies changes of the query; a mistake is shown and the query stays. */
	async change(changes, error) {
		try {
			if (!await changeQuery(changes, { replaces: true })) return;
			this.isBroken = false;
			this.text.value = state.text;
			show(error);
		} catch (problem) { show(error, errorNotice(problem)); }
	}

	drawForm() {
		const { query } = state;
		const module = app.schema.module(query.module);
		const error = h("div");
		const change = (changes) => this.change(changes, error);
		const redrawn = async (changes) => { await change(changes); this.drawForm(); };
		const search = h("input", { type: "search", value: query.text ?? "", placeholder: "Full text", label: "Full text", disabled: !module.fields.some((field) => field.searchable), oninput: debounced(200, () => change({ text: search.value.trim() || null })) });
		const limit = h("input", { inputmode: "numeric", size: 4, value: query.limit ?? 50, label: "Page size", oninput: debounced(200, () => /^\d+$/.test(limit.value) && change({ limit: Number(limit.value) })) });
		const { locales } = app.status;
		const card = (title, ...children) => h(".card.stack", h("h2", title), children);
		const boxes = (label, clause, fields) => fields.length === 0 ? null : h("fieldset", h("legend.muted.small", label),
			h(".row.tight", checks(fields.map((field) => field.name), query[clause] ?? [], (names) => change({ [clause]: names }), { class: "chip" })));
		show(this.form,
			card("From", h(".row", select("Module", app.schema.modules.map((known) => known.name), module.name, (name) => redrawn({ module: name, where: null, text: null, sort: null, fields: null, include: null, facets: null })), h("span.grow", search))),
			card("Where", conditionEditor(module, query.where, (where) => change({ where }))),
			card("Sort", this.sortEditor(module, query.sort ?? [], redrawn)),
			card("Return", boxes("Fields", "fields", [...module.fields, ...app.schema.metadata]), boxes("Include", "include", fieldsOf(module).filter(isRelation)), boxes("Facets", "facets", fieldsOf(module).filter((field) => field.facet)),
				h(".row", h("span.muted", "Page size"), limit,
					locales.length ? select("Locale", [["", "Any locale"], ...locales], query.locale ?? "", (locale) => change({ locale: locale || null })) : null)),
			error);
	}

	sortEditor(module, keys, change) {
		const sortable = [...fieldsOf(module), ...app.schema.metadata].filter((field) => field.sortable).map((field) => field.name);
		const at = (index, changes) => change({ sort: keys.map((key, position) => position === index ? { ...key, ...changes } : key) });
		return h(".stack",
			keys.map((key, index) => h(".test",
				select("Sort by", sortable, key.field, (field) => at(index, { field })),
				select("Direction", ["ascending", "descending"], key.order ?? "ascending", (order) => at(index, { order })),
				select("Items without a value", [["", "nulls smallest"], ["first", "nulls first"], ["last", "nulls last"]], key.nulls ?? "", (nulls) => at(index, { nulls: nulls || null })),
				iconButton("✕", "Remove the sort key", () => change({ sort: keys.filter((_, position) => position !== index) })))),
			sortable.length ? h("div", button("+ Sort key", () => change({ sort: [...keys, { field: sortable.find((name) => !keys.some((key) => key.field === name)) ?? sortable[0], order: "ascending" }] }), { class: "quiet" }))
				: h("p.muted", "No field of this module is sortable."));
	}

	async explain() {
		const signal = this.newest.next();
		const { query } = state;
		this.tabs.panel.setAttribute("aria-busy", "true");
		try {
			const [explained, found] = await Promise.all([
				post("explain", { query }, signal),
				post("items", { query, size: Math.min(query.limit ?? 50, 100) }, signal).catch((error) => ({ error })),
			]);
			signal.throwIfAborted();
			// A text that does not parse keeps its mistake; this is still the query before it.
			if (!this.isBroken) this.showProblem(null);
			Object.assign(this, { explained, found, query });
			this.drawTabs();
		} catch (error) {
			if (isCancelled(error)) return;
			if (!this.isBroken) this.showProblem(error);
			this.tabs.set([{ id: "results", label: "Results", build: () => errorNotice(error) }]);
		}
	}

	drawTabs() {
		const { swift, filter, metaFilter, requests, curl } = this.explained;
		const engines = app.status.engines;
		this.tabs.set([
			{ id: "results", label: "Results", build: () => this.results() },
			{ id: "swift", label: "Swift", isRefused: Boolean(swift.refusal), build: () => swift.refusal ? refusal(swift.refusal) : codeBlock(swift.code, "swift", "Swift") },
			{ id: "filter", label: "Filter tree", build: () => [codeBlock(filter ? toJSON(filter, 2) : "null", "json", "filter"), metaFilter ? [h("h3", "Metadata"), codeBlock(toJSON(metaFilter, 2), "json", "metadata filter")] : null] },
			...requests.map((request) => ({
				id: request.id, label: request.label, isRefused: Boolean(request.refusal),
				build: () => [
					request.refusal ? refusal(request.refusal) : codeBlock(request.text ?? "", LANGUAGES[request.id] ?? "http", request.label),
					request.plan?.length ? [h("h3", "Plan"), h("pre.code", request.plan.join("\n"))] : null,
					request.id === "halo" && curl ? [h("h3", "curl"), codeBlock(curl, "http", "curl")] : null,
				],
			})),
			engines.length > 1 ? { id: "compare", label: "Compare engines", build: () => this.comparison.show() } : null,
		].filter(Boolean));
	}

	results() {
		const { found, query } = this;
		if (found.error) return found.error.code === "unsupported" ? refusal(found.error.message) : errorNotice(found.error);
		const module = app.schema.module(query.module);
		const shown = app.schema.shown(module, query);
		const fields = query.fields?.length ? shown : shown.slice(0, 5);
		const context = { names: found.names, locale: query.locale, open: (target, id) => go({ view: "content", item: { module: target, id } }) };
		const facets = (found.facets ?? []).map((facet) => h(".row.tight", h("span.muted", facet.field),
			facet.counts.slice(0, 12).map((entry) => h("span.chip", content(entry.value), " ", count(entry.count)))));
		return [
			h("p.muted", `${typeof found.total === "number" ? plural(found.total, "item") : "Unknown total"} in ${milliseconds(found.milliseconds)}`, found.scanned ? `, ${count(found.scanned)} scanned` : ""),
			searchMessages(found.text, found.total).map((message) => h(".notice.warn", content(message))), facets,
			table(["id", ...fields.map((field) => field.name)], found.rows.map((row) => [
				button(row.id, () => context.open(module.name, row.id), { class: "link clip", dir: "auto", title: row.id }),
				...fields.map((field) => cell(field, row, context)),
			])),
			found.rows.length === 0 ? h("p.empty", "No items match.") : null,
		];
	}
}

function refusal(reason) {
	return h(".notice.warn", h("strong", "Refused before any request. "), content(reason));
}

/** The text up to the mistake, with a mark below it. */
function pointer(text, at) {
	const start = text.lastIndexOf("\n", at.offset - 1) + 1;
	const end = text.indexOf("\n", at.offset);
	const line = text.slice(start, end < 0 ? undefined : end);
	return `${line}\n${" ".repeat(at.offset - start)}${"^".repeat(Math.max(1, Math.min(at.length ?? 1, line.length)))}`;
}
