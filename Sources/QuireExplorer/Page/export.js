// Export of a query's items as a file, read part by part.

import { post } from "./api.js";
import { button, count } from "./element.js";
import { announce, download, menuButton, toast } from "./notices.js";
import { state } from "./state.js";

const TYPES = { ndjson: "application/x-ndjson", csv: "text/csv" };

export function exportMenu(app) {
	return menuButton("Export", (close) => [
		button("NDJSON, for quire load", () => { close(); run(app, "ndjson"); }, { class: "quiet" }),
		button("CSV, for spreadsheets", () => { close(); run(app, "csv"); }, { class: "quiet" }),
	]);
}

async function run(app, format) {
	const parts = [];
	let cursor = null, rows = 0;
	try {
		do {
			const part = await post("export", { query: state.query, engine: app.engine, format, cursor, header: cursor === null });
			parts.push(part.text);
			rows += part.rows;
			cursor = part.next;
			announce(`${count(rows)} items read`);
		} while (cursor);
		download(`${state.query.module}.${format}`, TYPES[format], parts);
		toast(`Exported ${count(rows)} items.`);
	} catch (error) { toast(`The export stopped after ${count(rows)} items: ${error.message}`); }
}
