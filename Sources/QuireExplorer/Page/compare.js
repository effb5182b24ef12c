// The same query on two engines, differences marked.

import { isCancelled, Latest, post } from "./api.js";
import { button, content, count, h, milliseconds, plural, select, show, table } from "./element.js";
import { errorNotice } from "./notices.js";
import { app, state } from "./state.js";

export class Comparison {
	constructor() {
		const ids = app.status.engines.map((engine) => engine.id);
		this.engines = [ids[0], ids[1] ?? ids[0]];
		this.newest = new Latest();
		this.result = h(".stack", { "aria-live": "polite" });
	}

	show() {
		const engines = app.status.engines.map(({ id, label }) => [id, label]);
		const choose = (label, index) => select(label, engines, this.engines[index], (id) => { this.engines[index] = id; this.run(); });
		this.run();
		return h(".stack", h(".row", choose("First engine", 0), h("span.muted", "and"), choose("Second engine", 1), button("Run again", () => this.run())), this.result);
	}

	label(id) { return app.status.engines.find((engine) => engine.id === id)?.label ?? id; }

	async run() {
		const { query } = state;
		show(this.result, h("p.muted", "Running…"));
		try {
			const response = await post("compare", { query, engines: this.engines, size: Math.min(query.limit ?? 50, 500) }, this.newest.next());
			this.draw(response, query.module);
		} catch (error) {
			if (!isCancelled(error)) show(this.result, errorNotice(error));
		}
	}

	draw({ sides, rows, names, equal, orderIsDefined }, module) {
		const name = (id) => names?.[module]?.[id] ?? id;
		const position = (value) => value === null || value === undefined ? h("span.none", "missing") : `#${count(value + 1)}`;
		const summary = sides.some((side) => side.error) ? null
			: equal ? h(".notice.good", "Both return the same items in the same order.")
			: h(".notice.warn", difference(rows), orderIsDefined ? "" : " The query has no sort, so each engine may choose the order.");
		show(this.result,
			h(".sides", sides.map((side) => h(".card", h("h3.wrap", this.label(side.engine)),
				side.error ? h(".notice.warn", content(side.error.message))
				: h("p.muted", `${typeof side.total === "number" ? plural(side.total, "item") : "Unknown total"}, ${milliseconds(side.milliseconds)}`)))),
			summary,
			rows?.length ? table(["Item", ...sides.map((side) => this.label(side.engine)), "Difference"], rows.map((row) => ({
				class: row.difference === "moved" && !orderIsDefined ? null : row.difference,
				cells: [content(name(row.id)), ...row.positions.map(position), row.difference],
			}))) : null);
	}
}

function difference(rows) {
	const [missing, moved] = ["missing", "moved"].map((kind) => rows.filter((row) => row.difference === kind).length);
	return [missing ? `${plural(missing, "item")} only on one side.` : "", moved ? ` ${plural(moved, "item")} in another position.` : ""].join("").trim();
}
