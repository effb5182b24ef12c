// The schema: its diagram, and one module's fields, operators and relations.

import { content, element, option, show } from "./element.js";
import { address, go, setQuery, state } from "./state.js";
import { Diagram } from "./diagram.js";
import { typeName } from "./schema.js";
import { button } from "./element.js";

export class SchemaView {
  constructor(app) {
    this.app = app;
    this.details = element("div", { class: "page stack" });
    this.problems = element("div", { class: "stack" });
    this.holder = element("div", { class: "holder" });
    this.node = element("div", { class: "schema" }, this.holder, this.details);
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
      element("div", { class: "row" }, picker, element("h2", {}, `${module.swiftName} `, element("span", { class: "muted" }, `of ${module.item}`)),
        module.single ? element("span", { class: "chip" }, "single item") : null, module.deprecated ? element("span", { class: "chip warn" }, "deprecated") : null,
        button("Show the content", () => setQuery({ module: module.name }, { view: "content", item: null })), location(module.location)),
      module.description ? element("p", { class: "wrap" }, module.description) : null,
      element("div", { class: "scroll-x", tabindex: 0, "aria-label": "Fields" }, element("table", { class: "results fields-table" },
        element("thead", {}, element("tr", {}, ["Field", "Type", "Operators", "Uses", "Description"].map((label) => element("th", { scope: "col" }, label)))),
        element("tbody", {}, this.rows(module.fields, "")))),
      relations.length ? [element("h3", {}, "Relations"), element("ul", {}, relations.map((relation) => element("li", {}, relation.isReverse ? "← " : "→ ", `${relation.label} `,
        element("a", { href: address({ module: relation.module }), onclick: (event) => { event.preventDefault(); go({ module: relation.module }); } }, relation.module))))] : null,
    ];
  }

  rows(fields, prefix) {
    return fields.flatMap((field) => [element("tr", {},
      element("td", {}, element("strong", {}, `${prefix}${field.name}`), field.required ? " " : element("span", { class: "muted" }, " optional"),
        field.swiftName && field.swiftName !== field.name ? element("div", { class: "muted small" }, `\\.${field.swiftName}`) : null),
      element("td", {}, typeName(field), field.format ? element("div", { class: "muted small" }, field.format) : null,
        field.values?.length ? element("div", { class: "muted small" }, element("details", {}, element("summary", {}, `${field.values.length} values${field.closed ? ", closed" : ""}`), field.values.map((entry) => entry.value).join(", "))) : null),
      element("td", {}, element("span", { class: "row tight" }, (field.operators ?? []).map((operator) => element("code", { class: "chip" }, operator)))),
      element("td", {}, element("span", { class: "row tight" }, field.sortable ? element("span", { class: "chip" }, "sort") : null, field.searchable ? element("span", { class: "chip" }, typeof field.searchable === "number" ? `search ×${field.searchable}` : "search") : null,
        field.facet ? element("span", { class: "chip" }, `${field.facet} facet`) : null, field.localized ? element("span", { class: "chip" }, "localized") : null,
        constraints(field.constraints))),
      element("td", {}, field.description ?? "", field.deprecated ? element("div", { class: "chip warn" }, typeof field.deprecated === "string" ? content(field.deprecated) : "deprecated") : null)),
    ...(field.fields ? this.rows(field.fields, `${prefix}${field.name}.`) : [])]);
  }
}

function constraints(values) {
  return Object.entries(values ?? {}).map(([name, value]) => element("span", { class: "chip" }, value === true ? name : `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`));
}

function location(place) {
  return place ? element("span", { class: "muted small" }, `${place.path}:${place.line}`) : null;
}

/** A mistake of the schema that is being edited. The modules shown are the last good ones. */
export function diagnostic(entry) {
  return element("div", { class: `notice ${entry.severity === "error" ? "bad" : "warn"}`, role: "alert" },
    element("code", {}, `${entry.path}:${entry.line}:${entry.column}`), ` ${entry.message}`, (entry.notes ?? []).map((note) => element("div", { class: "small" }, note)));
}
