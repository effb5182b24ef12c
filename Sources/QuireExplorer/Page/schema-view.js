// The schema: its diagram, and one module's fields, operators and relations.

import { button, content, div, element, option, show, span, table } from "./element.js";
import { address, go, setQuery, state } from "./state.js";
import { Diagram } from "./diagram.js";
import { typeName } from "./schema.js";

export class SchemaView {
	constructor(app) {
		this.app = app;
		this.details = div({ class: "page stack" });
		this.problems = div({ class: "stack" });
		this.holder = div({ class: "holder" });
		this.node = div({ class: "schema" }, this.holder, this.details);
	}

	dispose() {}

	update() {
		const { schema } = this.app;
		if (schema !== this.shown) {
			this.shown = schema;
			this.diagram = new Diagram(schema.diagram, (module) => go({ module }));
			show(this.holder, this.diagram.node);
		}
		const module = schema.module(state.module) ?? schema.modules[0];
		this.diagram.select(module?.name);
		show(this.details, schema.diagnostics.map(diagnostic), module ? this.moduleDetails(module) : element("p", { class: "empty" }, "The schema has no modules."));
	}

	moduleDetails(module) {
		const { schema } = this.app;
		const picker = element("select", { "aria-label": "Module", onchange: () => go({ module: picker.value }) }, schema.modules.map((candidate) => option(candidate.name, candidate.name, candidate === module)));
		const relations = schema.relations(module);
		return [
			div({ class: "row" }, picker, element("h2", {}, `${module.swiftName} `, span({ class: "muted" }, `of ${module.item}`)),
				module.single ? span({ class: "chip" }, "single item") : null, module.deprecated ? span({ class: "chip warn" }, "deprecated") : null,
				button("Show the content", () => setQuery({ module: module.name }, { view: "content", item: null })), location(module.location)),
			module.description ? element("p", { class: "wrap" }, module.description) : null,
			table(["Field", "Type", "Operators", "Uses", "Description"], this.rows(module.fields, ""), { class: "results fields-table" }),
			relations.length ? [element("h3", {}, "Relations"), element("ul", {}, relations.map((relation) => element("li", {}, relation.isReverse ? "← " : "→ ", `${relation.label} `,
				element("a", { href: address({ module: relation.module }), onclick: (event) => { event.preventDefault(); go({ module: relation.module }); } }, relation.module))))] : null,
		];
	}

	rows(fields, prefix) {
		return fields.flatMap((field) => [[
			[element("strong", {}, `${prefix}${field.name}`), field.required ? " " : span({ class: "muted" }, " optional"),
				field.swiftName && field.swiftName !== field.name ? div({ class: "muted small" }, `\\.${field.swiftName}`) : null],
			[typeName(field), field.format ? div({ class: "muted small" }, field.format) : null,
				field.values?.length ? div({ class: "muted small" }, element("details", {}, element("summary", {}, `${field.values.length} values${field.closed ? ", closed" : ""}`), field.values.map((entry) => entry.value).join(", "))) : null],
			span({ class: "row tight" }, (field.operators ?? []).map((operator) => element("code", { class: "chip" }, operator))),
			span({ class: "row tight" }, field.sortable ? span({ class: "chip" }, "sort") : null, field.searchable ? span({ class: "chip" }, typeof field.searchable === "number" ? `search ×${field.searchable}` : "search") : null,
				field.facet ? span({ class: "chip" }, `${field.facet} facet`) : null, field.localized ? span({ class: "chip" }, "localized") : null,
				constraints(field.constraints)),
			[field.description ?? "", field.deprecated ? div({ class: "chip warn" }, typeof field.deprecated === "string" ? content(field.deprecated) : "deprecated") : null],
		],
		...(field.fields ? this.rows(field.fields, `${prefix}${field.name}.`) : [])]);
	}
}

function constraints(values) {
	return Object.entries(values ?? {}).map(([name, value]) => span({ class: "chip" }, value === true ? name : `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`));
}

function location(place) {
	return place ? span({ class: "muted small" }, `${place.path}:${place.line}`) : null;
}

/** A mistake of the schema that is being edited. The modules shown are the last good ones. */
function diagnostic(entry) {
	return div({ class: `notice ${entry.severity === "error" ? "bad" : "warn"}`, role: "alert" },
		entry.path ? element("code", {}, `${entry.path}:${entry.line}:${entry.column}`) : null, ` ${entry.message}`, (entry.notes ?? []).map((note) => div({ class: "small" }, note)));
}
