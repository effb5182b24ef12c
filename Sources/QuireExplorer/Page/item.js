// One item: all fields, its metadata, and its related items, which load when they are opened.

import { Latest, post, toJSON } from "./api.js";
import { button, content, count, div, element, milliseconds, plural, show, span } from "./element.js";
import { copy, errorNotice } from "./notices.js";
import { go, setQuery, state } from "./state.js";
import { momentText, whole } from "./value.js";
import { typeName } from "./schema.js";
import { deleteItem, isEditable, ItemForm } from "./editing.js";

const CUT = 20_000;

/** The start of a title, which content may make as long as it likes. */
function shortened(title) { const text = String(title); return text.length > 200 ? `${text.slice(0, 200)}…` : text; }

export class ItemPanel {
	constructor(app) {
		this.app = app;
		this.newest = new Latest();
		this.node = element("aside", { class: "item", "aria-label": "Item", onkeydown: (event) => this.key(event) });
	}

	dispose() { this.newest.cancel(); }

	key(event) {
		if (event.key !== "Escape" || this.form) return;
		event.stopPropagation();
		this.close();
	}

	close() { go({ item: null }); }

	get module() { return this.app.schema.module(this.moduleName); }

	async open(moduleName, id, isReload = false) {
		const { engine } = this.app;
		if (!isReload && this.moduleName === moduleName && this.id === id && this.engine === engine) return;
		const signal = this.newest.next();
		Object.assign(this, { moduleName, id, engine, form: null });
		if (!this.module) return show(this.node, errorNotice({ message: `The schema has no module ${moduleName}.` }));
		if (!isReload) show(this.node, this.header(null), element("p", { class: "empty" }, "Loading…"));
		try {
			const response = await post("item", { module: moduleName, id, engine: this.app.engine }, signal);
			// The form was opened meanwhile: it keeps what was typed, and saving finds the conflict.
			if (this.form) return;
			// What did not change stays, with its opened relations.
			const key = toJSON([response, this.app.schema.revision]);
			if (key !== this.drawn || !isReload) {
				this.row = response.row;
				this.names = response.names ?? {};
				const hadFocus = isReload && this.node.contains(document.activeElement);
				this.draw();
				if (hadFocus) this.node.querySelector("h2").focus();
			}
			this.drawn = key;
			this.loadRelations(signal);
		} catch (error) {
			if (error.name === "AbortError" || this.form) return;
			this.drawn = null;
			show(this.node, this.header(null), div({ class: "fields" }, errorNotice(error)));
		}
	}

	changed(modules) {
		if (!this.id || this.form || !(this.moduleName in modules) || !state.item) return;
		const ids = modules[this.moduleName];
		if (!ids || ids.includes(this.id)) this.open(this.moduleName, this.id, true);
	}

	header(row, isEditing = false) {
		const { module } = this;
		const actions = row && !isEditing;
		const title = row && module.titleField ? row.values[module.titleField] : null;
		const named = title && typeof title === "object" ? Object.values(title)[0] : title;
		return element("header", { class: "stack" },
			div({ class: "row" },
				span({ class: "chip" }, module?.item ?? this.moduleName), span({ class: "grow" }),
				actions ? button("Copy JSON", () => copy(toJSON(row, 2), "the item as JSON"), { class: "quiet" }) : null,
				actions && isEditable(this.app) ? button("Edit", () => this.edit(), { "data-key": "e" }) : null,
				actions && isEditable(this.app) ? button("Delete", () => deleteItem(this.app, this.moduleName, row, () => this.close()), { class: "danger" }) : null,
				button("✕", () => this.close(), { class: "quiet icon", "aria-label": "Close the item", title: "Close (Esc)" })),
			element("h2", { tabindex: -1 }, content(shortened(named ?? row?.meta?.name ?? this.id))),
			div({ class: "muted small wrap" }, content(shortened(this.id))));
	}

	get context() {
		return { names: this.names, locale: state.query?.locale, open: (module, id) => go({ item: { module, id } }) };
	}

	draw() {
		const { module, row } = this;
		const known = new Set(module.fields.map((field) => field.name));
		const others = Object.keys(row.values).filter((name) => !known.has(name));
		this.related = element("section", { class: "related", "aria-label": "Related items" });
		const fields = [...module.fields, ...others.map((name) => ({ name, type: "json" }))];
		const isSet = (field) => { const value = row.values[field.name]; return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0); };
		const shown = (list) => list.map((field) => this.field(field, row.values[field.name]));
		const empty = fields.filter((field) => !isSet(field));
		show(this.node, this.header(row),
			element("dl", { class: "fields" }, shown(fields.filter(isSet)), this.metadata()),
			empty.length ? element("details", { class: "without" }, element("summary", {}, `${plural(empty.length, "field")} without a value`), element("dl", { class: "fields" }, shown(empty))) : null,
			this.related);
	}

	field(field, value) {
		const isNested = value !== null && typeof value === "object";
		const source = typeof value === "string" ? value : isNested ? toJSON(value) : "";
		const isLong = source.length > CUT;
		const shown = isLong ? source.slice(0, CUT) : value;
		const body = element("dd", { class: source.length > 600 ? "long" : null }, isLong ? content(shown) : whole(field, shown, this.context));
		const full = this.row.cut?.[field.name];
		if (isLong || full) {
			const more = button(`Show all ${count(full ?? source.length)}`, async () => {
				try {
					const response = isLong && !full ? { value } : await post("cell", { module: this.moduleName, id: this.id, field: field.name, engine: this.app.engine });
					show(body, whole(field, response.value, this.context));
				} catch (error) { body.append(errorNotice(error)); }
			});
			body.append(div({}, more));
		}
		return div({}, element("dt", { title: field.description }, field.name,
			span({ class: "muted" }, typeName(field)), field.deprecated ? span({ class: "chip warn", title: typeof field.deprecated === "string" ? field.deprecated : null }, "deprecated") : null), body);
	}

	metadata() {
		return Object.entries(this.row.meta ?? {}).filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => {
			const field = this.app.schema.metadata.find((candidate) => candidate.name === name) ?? { name, type: "json" };
			const text = name.endsWith("At") && typeof value === "number" ? momentText({ type: "dateTime" }, value) : value;
			return div({}, element("dt", {}, `@${name}`, span({ class: "muted" }, field.type)), element("dd", {}, content(typeof text === "object" ? toJSON(text) : text)));
		});
	}

	async loadRelations(signal) {
		if (this.app.schema.relations(this.module).length === 0) return;
		try {
			const { relations } = await post("relations", { module: this.moduleName, id: this.id, engine: this.app.engine }, signal);
			const key = toJSON(relations.map(({ milliseconds, ...relation }) => relation));
			if (key === this.related.dataset.shown) return;
			this.related.dataset.shown = key;
			show(this.related, element("h3", {}, "Related"), relations.map((relation) => this.relation(relation)));
		} catch (error) {
			if (error.name !== "AbortError") show(this.related, errorNotice(error));
		}
	}

	/** A relation with its number of items. Opening it loads the first page. */
	relation(relation) {
		const isReverse = relation.kind === "reverse";
		const name = isReverse ? `${relation.module}.${relation.field}` : relation.field;
		const label = isReverse ? `${relation.module} by ${relation.field}` : relation.field;
		const list = div({ class: "stack" });
		const total = typeof relation.count === "number" ? count(relation.count) : "?";
		return element("details", { "data-relation": name, ontoggle: (event) => { if (event.target.open && !list.firstChild) this.more(relation, name, list, null); } },
			element("summary", {}, isReverse ? "← " : "→ ", label, " ", span({ class: "chip", title: relation.message }, total)), list);
	}

	async more(relation, name, list, cursor) {
		const waiting = element("p", { class: "muted" }, "Loading…");
		list.append(waiting);
		const start = performance.now();
		try {
			const response = await post("related", { module: this.moduleName, id: this.id, relation: name, size: 50, cursor, engine: this.app.engine });
			waiting.remove();
			const module = this.app.schema.module(response.module ?? relation.module);
			const items = list.querySelector("ul") ?? list.appendChild(element("ul", {}));
			items.append(...response.rows.map((row) => this.relatedLine(module, row)));
			const shown = items.children.length;
			const time = milliseconds(performance.now() - start);
			const more = div({ class: "row muted small" },
				`${count(shown)} shown, ${time}`,
				response.next ? button("Load more", () => { more.remove(); this.more(relation, name, list, response.next); }) : null,
				relation.kind === "reverse" ? button("Open as table", () => this.asTable(relation), { class: "quiet" }) : null);
			list.append(more);
			if (shown === 0) items.replaceWith(element("p", { class: "muted" }, "None"));
		} catch (error) {
			waiting.replaceWith(errorNotice(error));
		}
	}

	relatedLine(module, row) {
		if (row.missing) return element("li", {}, span({ class: "chip bad" }, content(row.id), " does not exist"));
		const title = module.titleField ? row.values[module.titleField] : null;
		const text = title && typeof title === "object" ? Object.values(title)[0] : title;
		return element("li", {}, element("button", { type: "button", class: "link clip", onclick: () => go({ item: { module: module.name, id: row.id } }) }, content(text ?? row.meta?.name ?? row.id)),
			text ? span({ class: "muted clip" }, content(row.id)) : null);
	}

	asTable(relation) {
		const module = this.app.schema.module(relation.module);
		const field = module.fields.find((candidate) => candidate.name === relation.field);
		const op = field.operators?.includes("=") ? "=" : "in";
		setQuery({ module: relation.module, where: { all: [{ field: relation.field, op, value: op === "in" ? [this.id] : this.id }] } }, { item: null, view: "content" });
	}

	edit() {
		this.form = new ItemForm(this.app, this.module, this.row, (isSaved) => {
			this.form = null;
			this.drawn = null;
			if (isSaved) this.open(this.moduleName, this.id, true);
			else {
				this.draw();
				this.loadRelations(this.newest.next());
			}
			this.node.querySelector("h2")?.focus();
		});
		show(this.node, this.header(this.row, true), this.form.node);
		this.form.focus();
	}
}

