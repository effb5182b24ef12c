// Saved queries, in a file beside the schema that can be reviewed in git.

import { get, post } from "./api.js";
import { button, content, h, iconButton } from "./element.js";
import { dialog, errorNotice, menuButton, toast } from "./notices.js";
import { app, go, setText, state } from "./state.js";

let saved = { path: null, queries: [], error: null };

export async function loadSaved() { saved = await get("queries"); }

export function savedTools() {
	const canSave = app.status.canSaveQueries;
	const remove = async ({ name }, close) => {
		try {
			saved = await post("queries", { delete: name });
			close();
			toast(`Deleted ${name}.`);
		} catch (error) { toast(error.message); }
	};
	return [
		menuButton("Saved", (close) => [
			saved.error ? errorNotice({ message: saved.error }) : null,
			saved.queries.length === 0 ? h("p.muted", "No saved queries yet.") : null,
			saved.queries.map((query) => [h(".row",
				button(content(query.name, { class: "clip" }), () => { close(); open(query); }, { class: "quiet grow", title: query.description ?? query.query }),
				canSave ? iconButton("✕", `Delete ${query.name}`, () => remove(query, close)) : null),
			query.problem ? h("p.error", content(query.problem)) : null]),
			saved.path ? h("p.muted.small", `In ${saved.path}`) : null,
		]),
		canSave ? button("Save", save, { label: "Save the query", "data-key": "s" }) : null,
	];
}

/** Opens a query. One with a mistake opens as a text, with its mistake shown. */
async function open({ query }) {
	try {
		await setText(query, { item: null });
	} catch { go({ view: "query", draft: query, item: null }); }
}

function save() {
	return dialog("Save the query", (close) => {
		const name = h("input", { label: "Name", required: true, placeholder: "Name", maxlength: 100 });
		const description = h("input", { label: "Description", placeholder: "Description (optional)", maxlength: 1000 });
		const problem = h("div");
		const onsubmit = async (event) => {
			event.preventDefault();
			try {
				saved = await post("queries", { save: { name: name.value.trim(), description: description.value.trim() || null, query: state.text } });
				close();
				toast(`Saved ${name.value.trim()}.`);
			} catch (error) { problem.replaceChildren(errorNotice(error)); }
		};
		return h("form.stack", { onsubmit }, name, description, h("pre.code", state.text), problem,
			h(".row", h("button.primary", { type: "submit" }, "Save"), button("Cancel", () => close())));
	});
}
