// The schema: its diagram, and one module's fields, operators and relations.

import { button, content, h, select, show, table } from "./element.js";
import { app, go, link, setQuery, state } from "./state.js";
import { Diagram } from "./diagram.js";
import { typeName } from "./schema.js";

export class SchemaView {
	constructor() {
		this.details = h(".page.stack");
		this.holder = h(".holder");
		this.node = h(".schema", this.holder, this.details);
	}

	dispose() {}

	update() {
		const { schema } = app;
		if (schema !== this.shown) {
			this.shown = schema;
			this.diagram = new Diagram(schema.diagram, (module) => go({ module }));
			show(this.holder, this.diagram.node);
		}
		const module = schema.module(state.module) ?? schema.modules[0];
		this.diagram.select(module?.name);
		show(this.details, schema.diagnostics.map(diagnostic), module ? this.moduleDetails(module) : h("p.empty", "The schema has no modules."));
	}

	moduleDetails(module) {
		const { schema } = app;
		const picker = select("Module", schema.modules.map((known) => known.name), module.name, (name) => go({ module: name }));
		const relations = schema.relations(module);
		return [
			h(".row", picker, h("h2", `${module.swiftName} `, h("span.muted", `of ${module.item}`)),
				module.single ? h("span.chip", "single item") : null, typeof module.deprecated === "string" ? h("span.chip.warn", "deprecated") : null,
				button("Show the content", () => setQuery({ module: module.name }, { view: "content", item: null })), location(module.location)),
			module.description ? h("p.wrap", module.description) : null,
			table(["Field", "Type", "Operators", "Uses", "Description"], this.rows(module.fields, ""), { class: "fields-table" }),
			relations.length ? [h("h3", "Relations"), h("ul", relations.map((relation) => h("li", relation.isReverse ? "← " : "→ ", `${relation.label} `,
				link({ module: relation.module }, {}, relation.module))))] : null,
		];
	}

	rows(fields, prefix) {
		return fields.flatMap((field) => [[
			[h("strong", `${prefix}${field.name}`), field.required ? " " : h("span.muted", " optional"),
				field.swiftName && field.swiftName !== field.name ? h(".muted.small", `\\.${field.swiftName}`) : null],
			[typeName(field), field.format ? h(".muted.small", field.format) : null,
				field.values?.length ? h(".muted.small", h("details", h("summary", `${field.values.length} values${field.closed ? ", closed" : ""}`), field.values.map((entry) => entry.value).join(", "))) : null],
			h("span.row.tight", field.operators.map((operator) => h("code.chip", operator))),
			h("span.row.tight", field.sortable ? h("span.chip", "sort") : null, field.searchable ? h("span.chip", `search ×${field.searchable}`) : null,
				field.facet ? h("span.chip", `${field.facet} facet`) : null, field.localized ? h("span.chip", "localized") : null,
				constraints(field.constraints)),
			[field.description ?? "", typeof field.deprecated === "string" ? h(".chip.warn", content(field.deprecated || "deprecated")) : null],
		],
		...(field.fields ? this.rows(field.fields, `${prefix}${field.name}.`) : [])]);
	}
}

function constraints(values) {
	return Object.entries(values).map(([name, value]) => h("span.chip", value === true ? name : `${name} ${value}`));
}

function location(place) {
	return place ? h("span.muted.small", `${place.path}:${place.line}`) : null;
}

/** A mistake of the schema that is being edited. The modules shown are the last good ones. */
function diagnostic(entry) {
	return h("div", { class: `notice ${entry.severity === "error" ? "bad" : "warn"}`, role: "alert" },
		entry.path ? h("code", `${entry.path}:${entry.line}:${entry.column}`) : null, ` ${entry.message}`, (entry.notes ?? []).map((note) => h(".small", note)));
}
