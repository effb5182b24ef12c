// Saved queries, in a file beside the schema that can be reviewed in git.

import { get, post } from "./api.js";
import { button, content, div, element } from "./element.js";
import { dialog, errorNotice, menuButton, toast } from "./notices.js";
import { setText, state } from "./state.js";

let saved = { path: null, queries: [], error: null };

export async function loadSaved() {
	saved = await get("queries");
}

/** A menu with the saved queries. */
export function savedMenu(app) {
	return menuButton("Saved", (close) => [
		saved.error ? errorNotice({ message: saved.error }) : null,
		saved.queries.length === 0 ? element("p", { class: "muted" }, "No saved queries yet.") : null,
		saved.queries.map((query) => div({ class: "row" },
			button(content(query.name), () => { close(); open(query); }, { class: "quiet grow", title: query.description ?? query.query }),
			app.status.canSaveQueries ? button("✕", async () => {
				try { saved = await post("queries", { delete: query.name }); close(); toast(`Deleted ${query.name}.`); } catch (error) { toast(error.message); }
			}, { class: "quiet icon", "aria-label": `Delete ${query.name}` }) : null)),
		saved.path ? element("p", { class: "muted small" }, `In ${saved.path}`) : null,
	]);
}

async function open(query) {
	try {
		await setText(query.query, { item: null });
	} catch (error) { toast(`${query.name}: ${error.message}`); }
}

export function saveQuery() {
	return dialog("Save the query", (close) => {
		const name = element("input", { "aria-label": "Name", required: true, placeholder: "Name", maxlength: 200 });
		const description = element("input", { "aria-label": "Description", placeholder: "Description (optional)", maxlength: 1000 });
		const problem = div({});
		return element("form", {
			class: "stack",
			onsubmit: async (event) => {
				event.preventDefault();
				try {
					saved = await post("queries", { save: { name: name.value.trim(), description: description.value.trim() || null, query: state.text } });
					close();
					toast(`Saved ${name.value.trim()}.`);
				} catch (error) { problem.replaceChildren(errorNotice(error)); }
			},
		}, name, description, element("pre", { class: "code" }, state.text), problem,
		div({ class: "row" }, element("button", { type: "submit", class: "primary" }, "Save"), button("Cancel", () => close())));
	});
}
