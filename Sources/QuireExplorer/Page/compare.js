// The same query on two engines, with their differences marked.

import { Latest, post } from "./api.js";
import { button, content, count, div, element, milliseconds, option, plural, show, span, table } from "./element.js";
import { errorNotice } from "./notices.js";
import { state } from "./state.js";

export class Comparison {
	constructor(app) {
		this.app = app;
		const ids = app.status.engines.map((engine) => engine.id);
		this.engines = [ids[0], ids[1] ?? ids[0]];
		this.newest = new Latest();
		this.result = div({ class: "stack", "aria-live": "polite" });
	}

	show() {
		const choose = (index) => {
			const node = element("select", { "aria-label": index === 0 ? "First engine" : "Second engine", onchange: () => { this.engines[index] = node.value; this.run(); } },
				this.app.status.engines.map((engine) => option(engine.id, engine.label, engine.id === this.engines[index])));
			return node;
		};
		this.run();
		return div({ class: "stack" }, div({ class: "row" }, choose(0), span({ class: "muted" }, "and"), choose(1), button("Run again", () => this.run())), this.result);
	}

	label(id) { return this.app.status.engines.find((engine) => engine.id === id)?.label ?? id; }

	async run() {
		const { query } = state;
		show(this.result, element("p", { class: "muted" }, "Running…"));
		try {
			const response = await post("compare", { query, engines: this.engines, size: Math.min(query.limit ?? 50, 500) }, this.newest.next());
			this.draw(response, query.module);
		} catch (error) {
			if (error.name !== "AbortError") show(this.result, errorNotice(error));
		}
	}

	draw({ sides, rows, names, equal, orderIsDefined }, module) {
		const name = (id) => names?.[module]?.[id] ?? id;
		const position = (value) => value === null || value === undefined ? span({ class: "none" }, "missing") : `#${count(value + 1)}`;
		const summary = sides.some((side) => side.error) ? null
			: equal ? div({ class: "notice good" }, "Both return the same items in the same order.")
			: div({ class: "notice warn" }, difference(rows), orderIsDefined ? "" : " The query has no sort, so each engine may choose the order.");
		show(this.result,
			div({ class: "sides" }, sides.map((side) => div({ class: "card" }, element("h3", { class: "wrap" }, this.label(side.engine)),
				side.error ? div({ class: "notice warn" }, content(side.error.message))
				: element("p", { class: "muted" }, `${typeof side.total === "number" ? plural(side.total, "item") : "Unknown total"}, ${milliseconds(side.milliseconds)}`)))),
			summary,
			rows?.length ? table(["Item", ...sides.map((side) => this.label(side.engine)), "Difference"], rows.map((row) => ({
				class: row.difference === "moved" && !orderIsDefined ? null : row.difference,
				cells: [content(name(row.id)), ...row.positions.map(position), row.difference],
			}))) : null);
	}
}

function difference(rows) {
	const missing = rows.filter((row) => row.difference === "missing").length;
	const moved = rows.filter((row) => row.difference === "moved").length;
	return [missing ? `${plural(missing, "item")} only on one side.` : "", moved ? ` ${plural(moved, "item")} in another position.` : ""].join("").trim();
}
