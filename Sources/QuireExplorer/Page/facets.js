// Facets at the side. A chosen value becomes a test of the query.

import { Latest, post, toJSON } from "./api.js";
import { content, count, element, show, span } from "./element.js";
import { setQuery, state, wantedQuery } from "./state.js";
import { toast } from "./notices.js";
import { isList } from "./schema.js";

export class Facets {
	constructor(view) {
		this.view = view;
		this.node = element("aside", { class: "facets", "aria-label": "Facets" });
		this.results = new Map();
		this.newest = new Latest();
	}

	/** The values of a field that the query's own top-level tests choose. */
	chosen(name) {
		return topLevel(wantedQuery().where).filter((test) => test.field === name && ["=", "in"].includes(test.op)).flatMap((test) => test.op === "in" ? test.value : [test.value]);
	}

	update() {
		const names = state.query.facets ?? [];
		for (const name of [...this.results.keys()]) if (!names.includes(name)) this.results.delete(name);
		this.newest.cancel();
		this.draw();
	}

	counted(results) {
		const signal = this.newest.next();
		for (const result of results ?? []) {
			const field = this.view.app.schema.field(this.view.module, result.field);
			// A facet whose values are alternatives counts without its own choice.
			if (field?.facet === "disjunctive" && this.chosen(result.field).length) this.countAlone(result, signal);
			else this.results.set(result.field, result);
		}
		this.draw();
	}

	async countAlone(result, signal) {
		const where = withField(state.query.where, result.field, null);
		let counted = [result];
		try {
			const response = await post("items", { query: { ...state.query, where, facets: [result.field] }, engine: this.view.app.engine, size: 1, count: false, columns: [] }, signal);
			counted = response.facets ?? counted;
		} catch (error) {
			if (error.name === "AbortError") return;
			// The counts of the whole query have to do.
		}
		for (const one of counted) this.results.set(one.field, one);
		this.draw();
	}

	draw() {
		// What did not change stays, so that no click is lost and nothing flickers.
		const key = toJSON((state.query.facets ?? []).map((name) => [name, this.results.get(name), this.chosen(name)]));
		if (key === this.key) return;
		this.key = key;
		const focused = document.activeElement?.dataset?.facet;
		show(this.node, (state.query.facets ?? []).map((name) => this.section(name)));
		if (focused) this.node.querySelector(`[data-facet="${CSS.escape(focused)}"]`)?.focus();
	}

	section(name) {
		const result = this.results.get(name);
		const chosen = this.chosen(name);
		const known = new Set((result?.counts ?? []).map((entry) => String(entry.value)));
		const lost = chosen.filter((value) => !known.has(String(value))).map((value) => ({ value, count: 0 }));
		const statistics = result?.statistics;
		return element("section", {}, element("h3", {}, name),
			statistics ? element("p", { class: "muted small" }, `${statistics.minimum} – ${statistics.maximum}, average ${Number(statistics.average).toFixed(2)}`) : null,
			result && !result.counts.length && !lost.length ? element("p", { class: "muted" }, "No values") : null,
			[...lost, ...(result?.counts ?? [])].map((entry) => element("label", {}, element("input", {
				type: "checkbox", checked: chosen.some((value) => value === entry.value), "data-facet": `${name}/${entry.value}`,
				onchange: (event) => this.toggle(name, entry.value, event.target.checked),
			}), content(entry.value, { class: "clip" }), span({ class: "total" }, count(entry.count)))),
			result && !result.exhaustive ? element("p", { class: "muted small" }, "Approximate or cut off") : null);
	}

	toggle(name, value, isOn) {
		const field = this.view.module.fields.find((candidate) => candidate.name === name);
		const values = isOn ? [...this.chosen(name), value] : this.chosen(name).filter((other) => other !== value);
		setQuery({ ...wantedQuery(), where: withField(wantedQuery().where, name, values, field) }).catch((error) => {
			toast(error.message);
			this.key = null;
			this.draw();
		});
	}
}

function topLevel(where) { return where?.all ?? (where ? [where] : []); }

/** The condition with other chosen values of a field; null removes them. */
function withField(where, name, values, field) {
	const others = topLevel(where).filter((test) => !(test.field === name && ["=", "in"].includes(test.op)));
	if (!values?.length) return others.length ? { all: others } : null;
	// Each value of a conjunctive facet must be present.
	const isEach = field?.facet === "conjunctive" && isList(field);
	const canList = field?.operators?.includes("in");
	const tests = isEach || (values.length === 1 && field?.operators?.includes("="))
		? values.map((value) => ({ field: name, op: "=", value }))
		: canList ? [{ field: name, op: "in", value: values }] : [{ any: values.map((value) => ({ field: name, op: "=", value })) }];
	return { all: [...others, ...tests] };
}
