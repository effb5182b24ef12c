// Export of a query's items as a file, read part by part.

import { post } from "./api.js";
import { button, count } from "./element.js";
import { announce, download, menuButton, toast } from "./notices.js";
import { state } from "./state.js";

const TYPES = { ndjson: "application/x-ndjson", csv: "text/csv" };

export function exportMenu() {
	return menuButton("Export", (close) => [["ndjson", "NDJSON, for quire load"], ["csv", "CSV, for spreadsheets"]].map(([format, label]) =>
		button(label, () => { close(); run(format); }, { class: "quiet" })));
}

async function run(format) {
	const { query } = state;
	const parts = [];
	let cursor = null, rows = 0;
	try {
		do {
			const part = await post("export", { query, format, cursor });
			parts.push(part.text);
			rows += part.rows;
			cursor = part.next;
			announce(`${count(rows)} items read`);
		} while (cursor);
		download(`${query.module}.${format}`, TYPES[format], parts);
		toast(`Exported ${count(rows)} items.`);
	} catch (error) { toast(`The export stopped after ${count(rows)} items: ${error.message}`); }
}
