// One item: its fields, its metadata, and its related items, which load when opened.

import { engine, isCancelled, Latest, post, toJSON } from "./api.js";
import { button, content, count, h, iconButton, milliseconds, plural, show } from "./element.js";
import { copy, errorNotice } from "./notices.js";
import { app, go, setQuery, state } from "./state.js";
import { isNothing, valueOf, whole } from "./value.js";
import { titleOf, typeName } from "./schema.js";

const CUT = 20_000;

/** The start of a title, which content may make as long as it likes. */
function shortened(title) { return title.length > 200 ? `${title.slice(0, 200)}…` : title; }

export function isEditable() {
	const { canWrite, engines } = app.status;
	return canWrite && (engines.find((known) => known.id === engine) ?? engines[0]).canWrite;
}

export class ItemPanel {
	constructor() {
		this.newest = new Latest();
		this.node = h("aside.item", { label: "Item", onkeydown: (event) => this.key(event) });
	}

	dispose() { this.newest.cancel(); }

	key(event) {
		if (event.key !== "Escape" || this.form) return;
		event.stopPropagation();
		this.close();
	}

	close() { go({ item: null }); }

	get module() { return app.schema.module(this.moduleName); }

	async open(moduleName, id, isReload = false) {
		if (!isReload && this.moduleName === moduleName && this.id === id && this.engine === engine) return;
		const signal = this.newest.next();
		const hadFocus = this.node.contains(document.activeElement);
		Object.assign(this, { moduleName, id, engine, form: null });
		if (!this.module) return show(this.node, errorNotice({ message: `The schema has no module ${moduleName}.` }));
		if (!isReload) show(this.node, this.header(null), h("p.empty", "Loading…"));
		try {
			const response = await post("item", { module: moduleName, id }, signal);
			// The form was opened meanwhile: it keeps what was typed, and saving finds the conflict.
			if (this.form) return;
			// What did not change stays, with its opened relations.
			const key = toJSON([response, app.schema.revision]);
			if (key !== this.drawn || !isReload) {
				this.row = response.row;
				this.names = response.names ?? {};
				this.draw();
				if (hadFocus && !this.node.contains(document.activeElement)) this.node.querySelector("h2").focus();
			}
			this.drawn = key;
			this.loadRelations(signal);
		} catch (error) {
			if (isCancelled(error) || this.form) return;
			this.drawn = null;
			show(this.node, this.header(null), h(".fields", errorNotice(error)));
		}
	}

	changed(modules) {
		if (!this.id || this.form || !(this.moduleName in modules) || !state.item) return;
		const ids = modules[this.moduleName];
		if (!ids || ids.includes(this.id)) this.open(this.moduleName, this.id, true);
	}

	header(row, isEditing = false) {
		const { module } = this;
		return h("header.stack",
			h(".row",
				h("span.chip", module?.item ?? this.moduleName), h("span.grow"),
				row && !isEditing ? this.actions(row) : null,
				iconButton("✕", "Close the item", () => this.close(), { title: "Close (Esc)" })),
			h("h2", { tabindex: -1 }, content(shortened(String(row ? titleOf(module, row) : this.id)))),
			h(".muted.small.wrap", content(shortened(this.id))));
	}

	actions(row) {
		const remove = async () => (await import("./editing.js")).deleteItem(this.moduleName, row, () => this.close());
		return [
			button("Copy", () => copy(toJSON(row, 2), "the item as JSON"), { class: "quiet", title: "Copy the item as JSON" }),
			isEditable() ? [button("Edit", () => this.edit(), { "data-key": "e" }), button("Delete", remove, { class: "danger", "data-key": "d" })] : null,
		];
	}

	get context() {
		return { names: this.names, locale: state.query?.locale, open: (module, id) => go({ item: { module, id } }) };
	}

	draw() {
		const { module, row } = this;
		const known = new Set(module.fields.map((field) => field.name));
		const others = Object.keys(row.values).filter((name) => !known.has(name));
		this.related = h("section.related", { label: "Related items" });
		const fields = [...module.fields, ...others.map((name) => ({ name, type: "json" }))];
		const metadata = Object.keys(row.meta).map((name) => `@${name}`).map((name) => app.schema.field(module, name) ?? { name, type: "json" });
		const isSet = (field) => !isNothing(valueOf(field, row));
		const shown = (list) => list.map((field) => this.field(field, valueOf(field, row)));
		const empty = fields.filter((field) => !isSet(field));
		show(this.node, this.header(row),
			h("dl.fields", shown([...fields, ...metadata].filter(isSet))),
			empty.length ? h("details.without", h("summary", `${plural(empty.length, "field")} without a value`), h("dl.fields", shown(empty))) : null,
			this.related);
	}

	field(field, value) {
		const isNested = value !== null && typeof value === "object";
		const source = typeof value === "string" ? value : isNested ? toJSON(value) : "";
		const isLong = source.length > CUT;
		const shown = isLong ? source.slice(0, CUT) : value;
		const body = h("dd", { class: source.length > 600 ? "long" : null }, isLong ? content(shown) : whole(field, shown, this.context));
		const full = this.row.cut?.[field.name];
		if (isLong || full) {
			const more = button(`Show all ${count(full ?? source.length)}`, async () => {
				try {
					const response = isLong && !full ? { value } : await post("cell", { module: this.moduleName, id: this.id, field: field.name });
					show(body, whole(field, response.value, this.context));
				} catch (error) { body.append(errorNotice(error)); }
			});
			body.append(h("div", more));
		}
		return h("div", h("dt", { title: field.description }, field.name,
			h("span.muted", typeName(field)), typeof field.deprecated === "string" ? h("span.chip.warn", { title: field.deprecated }, "deprecated") : null), body);
	}

	async loadRelations(signal) {
		if (app.schema.relations(this.module).length === 0) return;
		try {
			const { relations } = await post("relations", { module: this.moduleName, id: this.id }, signal);
			const key = toJSON(relations.map(({ milliseconds, ...relation }) => relation));
			if (key === this.related.dataset.shown) return;
			this.related.dataset.shown = key;
			show(this.related, h("h3", "Related"), relations.map((relation) => this.relation(relation)));
		} catch (error) {
			if (!isCancelled(error)) show(this.related, errorNotice(error));
		}
	}

	/** A relation with its number of items. Opening it loads the first page. */
	relation(relation) {
		const isReverse = relation.kind === "reverse";
		const name = isReverse ? `${relation.module}.${relation.field}` : relation.field;
		const list = h(".stack");
		const total = typeof relation.count === "number" ? count(relation.count) : "?";
		return h("details", { "data-relation": name, ontoggle: (event) => { if (event.target.open && !list.firstChild) this.more(relation, name, list, null); } },
			h("summary", isReverse ? `← ${relation.module} by ${relation.field} ` : `→ ${name} `, h("span.chip", { title: relation.message }, total)), list);
	}

	async more(relation, name, list, cursor) {
		const waiting = h("p.muted", "Loading…");
		list.append(waiting);
		const start = performance.now();
		try {
			const response = await post("related", { module: this.moduleName, id: this.id, relation: name, size: 50, cursor });
			waiting.remove();
			const module = app.schema.module(response.module ?? relation.module);
			const items = list.querySelector("ul") ?? list.appendChild(h("ul"));
			items.append(...response.rows.map((row) => this.relatedLine(module, row)));
			const shown = items.children.length;
			const time = milliseconds(performance.now() - start);
			const more = h(".row.muted.small",
				`${count(shown)} shown, ${time}`,
				response.next ? button("Load more", () => { more.remove(); this.more(relation, name, list, response.next); }) : null,
				relation.kind === "reverse" ? button("Open as table", () => this.asTable(relation), { class: "quiet" }) : null);
			list.append(more);
			if (shown === 0) items.replaceWith(h("p.muted", "None"));
		} catch (error) {
			waiting.replaceWith(errorNotice(error));
		}
	}

	relatedLine(module, row) {
		if (row.missing) return h("li", h("span.chip.bad", content(row.id), " does not exist"));
		const title = titleOf(module, row);
		return h("li", button(content(title), () => go({ item: { module: module.name, id: row.id } }), { class: "link clip" }),
			title === row.id ? null : h("span.muted.clip", content(row.id)));
	}

	asTable(relation) {
		const module = app.schema.module(relation.module);
		const field = module.fields.find((candidate) => candidate.name === relation.field);
		const hasEqual = field ? field.operators?.includes("=") : !relation.isList;
		const test = hasEqual ? { op: "=", value: this.id } : { op: "in", value: [this.id] };
		setQuery({ module: relation.module, where: { all: [{ field: relation.field, ...test }] } }, { item: null, view: "content" });
	}

	async edit() {
		const { row } = this;
		const { ItemForm } = await import("./editing.js");
		if (this.row !== row || this.form) return;
		this.form = new ItemForm(this.module, row, (isSaved) => {
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
