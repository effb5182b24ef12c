// Facets at the side. A chosen value becomes a test of the query.

import { isCancelled, Latest, post, toJSON } from "./api.js";
import { content, count, h, show } from "./element.js";
import { app, changeQuery, state, wantedQuery } from "./state.js";
import { toast } from "./notices.js";

export class Facets {
	constructor(view) {
		this.view = view;
		this.node = h("aside.facets", { label: "Facets" });
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
			const field = app.schema.field(this.view.module, result.field);
			// A facet whose values are alternatives counts without its own choice.
			if (field?.facet === "disjunctive" && this.chosen(result.field).length) this.countAlone(result, signal);
			else this.results.set(result.field, result);
		}
		this.draw();
	}

	async countAlone(result, signal) {
		const query = { ...state.query, where: withField(state.query.where, result.field, null), facets: [result.field] };
		try {
			const { facets } = await post("items", { query, size: 1, count: false, columns: [] }, signal);
			for (const one of facets ?? []) this.results.set(one.field, one);
		} catch (error) {
			if (isCancelled(error)) return;
			// The counts of the whole query have to do.
			this.results.set(result.field, result);
		}
		this.draw();
	}

	draw() {
		// What did not change stays, so that no click is lost and nothing flickers.
		const key = toJSON((state.query.facets ?? []).map((name) => [name, this.results.get(name), this.chosen(name)]));
		if (key === this.key) return;
		this.key = key;
		show(this.node, (state.query.facets ?? []).map((name) => this.section(name)));
	}

	section(name) {
		const result = this.results.get(name);
		const chosen = this.chosen(name);
		const known = new Set((result?.counts ?? []).map((entry) => String(entry.value)));
		const lost = chosen.filter((value) => !known.has(String(value))).map((value) => ({ value, count: 0 }));
		const statistics = result?.statistics;
		return h("section", h("h3", name),
			statistics ? h("p.muted.small", `${statistics.minimum} – ${statistics.maximum}, average ${Number(statistics.average).toFixed(2)}`) : null,
			result && !result.counts.length && !lost.length ? h("p.muted", "No values") : null,
			[...lost, ...(result?.counts ?? [])].map((entry) => h("label", h("input", {
				type: "checkbox", checked: chosen.some((value) => value === entry.value), label: `${name} ${entry.value}`,
				onchange: (event) => this.toggle(name, entry.value, event.target.checked),
			}), content(entry.value, { class: "clip" }), h("span.total", count(entry.count)))),
			result && !result.exhaustive ? h("p.muted.small", "Approximate or cut off") : null);
	}

	toggle(name, value, isOn) {
		const field = this.view.module.fields.find((candidate) => candidate.name === name);
		const values = isOn ? [...this.chosen(name), value] : this.chosen(name).filter((other) => other !== value);
		changeQuery({ where: withField(wantedQuery().where, name, values, field) }).catch((error) => {
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
	const isEach = field?.facet === "conjunctive" && field.isList;
	const canList = field?.operators?.includes("in");
	const tests = isEach || (values.length === 1 && field?.operators?.includes("="))
		? values.map((value) => ({ field: name, op: "=", value }))
		: canList ? [{ field: name, op: "in", value: values }] : [{ any: values.map((value) => ({ field: name, op: "=", value })) }];
	return { all: [...others, ...tests] };
}
