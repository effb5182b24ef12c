// Creating, editing and deleting items, when the process allows it.
//
// Each field of a change has three states: left alone, cleared, or set. What another writer changed meanwhile is never
// overwritten silently: a conflict shows mine, theirs and base.

import { fromJSON, Latest, post, toJSON } from "./api.js";
import { button, content, debounced, div, element, option, show, span, table } from "./element.js";
import { confirm, dialog, errorNotice, toast } from "./notices.js";
import { go } from "./state.js";
import { isRelation, typeName } from "./schema.js";
import { idInput, withSuggestions } from "./inputs.js";
import { millisecondsOf, pointOf, text } from "./value.js";

/** Whether the shown engine can be written. */
export function isEditable(app) {
	return app.status.canWrite && app.status.engines.find((engine) => engine.id === (app.engine ?? app.status.engines[0].id))?.canWrite;
}

export function newItem(app, moduleName) {
	const module = app.schema.module(moduleName);
	return dialog(`New item of ${moduleName}`, (close) => new ItemForm(app, module, null, close).node);
}

export async function deleteItem(app, module, row, onDeleted) {
	const isSure = await confirm("Delete the item?", `This deletes ${row.id} of ${module}. You can undo it until the next write.`, "Delete");
	if (!isSure) return;
	try {
		const response = await post("write", { action: "delete", module, id: row.id, changes: {}, base: row, force: false, engine: app.engine });
		onDeleted();
		offerUndo(app, `Deleted ${row.id}.`, response.undo);
	} catch (error) {
		toast(error.code === "conflict" ? "Someone changed the item meanwhile. Open it again to see the changes." : error.message);
	}
}

function offerUndo(app, message, undo) {
	if (!undo) return toast(message);
	toast(message, {
		label: "Undo",
		run: async () => {
			try {
				await post("undo", { undo });
				app.refresh();
				toast("Undone.");
			} catch (error) { toast(error.message); }
		},
	});
	app.refresh();
}

/** A form with all fields of an item; `row` is null for a new one. */
export class ItemForm {
	constructor(app, module, row, onEnd) {
		Object.assign(this, { app, module, row, base: row, onEnd });
		this.changes = {};
		this.newest = new Latest();
		this.errors = new Map();
		this.problem = div({});
		this.idInput = element("input", { "aria-label": "id", value: row?.id ?? "", disabled: row !== null, required: true });
		this.check = debounced(300, () => this.checkNow());
		this.node = element("form", { class: "fields stack", onsubmit: (event) => { event.preventDefault(); this.save(); }, onkeydown: (event) => this.key(event) },
			row ? null : div({}, div({ class: "muted small" }, "id"), this.idInput),
			module.fields.map((field) => this.field(field)),
			this.problem,
			div({ class: "row" }, element("button", { type: "submit", class: "primary" }, row ? "Save" : "Create"),
				button("Cancel", () => onEnd(false))));
	}

	focus() { this.node.querySelector("input:not(:disabled), textarea, select")?.focus(); }

	key(event) {
		if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
			event.preventDefault();
			this.save();
		} else if (event.key === "Escape" && this.row) {
			event.stopPropagation();
			this.onEnd(false);
		}
	}

	field(field) {
		const error = div({ class: "error", role: "alert" });
		this.errors.set(field.name, error);
		const set = (value) => {
			this.changes[field.name] = value instanceof Error ? value : { set: value };
			this.choose(states, "set");
			error.textContent = value instanceof Error ? value.message : "";
			this.check();
		};
		const input = valueInput(field, this.row?.values[field.name], set);
		input.node.setAttribute("data-field", field.name);
		const states = this.states(field, input);
		return div({}, div({ class: "row small" }, span({}, field.name), span({ class: "muted" }, typeName(field)), field.required ? span({ class: "chip" }, "required") : null),
			div({ class: "field-edit" }, input.node, states), error);
	}

	states(field, input) {
		const choices = [["leave", this.row ? "Leave" : "None"], ["clear", "Clear"], ["set", "Set"]];
		const name = `state-${field.name}-${Math.random()}`;
		return div({ class: "states", role: "radiogroup", "aria-label": `Change of ${field.name}` }, choices
			.filter(([state]) => this.row || state !== "clear")
			.map(([state, label]) => element("label", {}, element("input", {
				type: "radio", name, value: state, checked: state === "leave",
				onchange: () => {
					if (state === "leave") delete this.changes[field.name];
					else if (state === "clear") this.changes[field.name] = { clear: true };
					else input.commit();
					this.check();
				},
			}), label)));
	}

	choose(states, state) {
		const radio = states.querySelector(`[value="${state}"]`);
		if (radio) radio.checked = true;
	}

	showErrors(fields) {
		for (const [name, node] of this.errors) {
			const problem = fields.find((entry) => entry.field === name);
			node.textContent = problem?.message ?? (this.changes[name] instanceof Error ? this.changes[name].message : "");
			node.parentNode.querySelector("[data-field]")?.setAttribute("aria-invalid", String(node.textContent !== ""));
		}
	}

	get action() { return this.row ? "update" : "create"; }

	async checkNow() {
		const changes = Object.fromEntries(Object.entries(this.changes).filter(([, change]) => !(change instanceof Error)));
		try {
			const { problems } = await post("check", { action: this.action, module: this.module.name, id: this.idInput.value || null, changes }, this.newest.next());
			// A new item lacks its required fields until they are filled in, which saving reports.
			this.showErrors(problems.filter((problem) => this.row || problem.field in this.changes));
		} catch (error) { if (error.name !== "AbortError") show(this.problem, errorNotice(error)); }
	}

	async save(changes = this.changes, base = this.base) {
		this.newest.cancel();
		show(this.problem);
		const invalid = Object.values(changes).find((change) => change instanceof Error);
		if (invalid) return show(this.problem, errorNotice(invalid));
		const id = this.idInput.value.trim();
		try {
			const response = await post("write", { action: this.action, module: this.module.name, id: id || null, changes, base, force: false, engine: this.app.engine });
			const written = response.row?.id ?? id;
			this.onEnd(true);
			if (!this.row) go({ item: { module: this.module.name, id: written } });
			offerUndo(this.app, this.row ? `Saved ${written}.` : `Created ${written}.`, response.undo);
		} catch (error) {
			if (error.code === "conflict" && error.body?.conflict) return this.resolve(error.body.conflict, changes);
			this.showErrors(error.fields);
			show(this.problem, errorNotice(error));
		}
	}

	/** Shows mine, theirs and base of each field in conflict, to choose one of them. */
	async resolve(conflict, changes) {
		if (!conflict.theirs) return show(this.problem, errorNotice({ message: "Someone deleted the item meanwhile. Copy what you need, then cancel." }));
		const choices = new Map(conflict.fields.map((name) => [name, "mine"]));
		const chosen = await dialog("Someone changed the item meanwhile", (close) => div({ class: "stack" },
			table(["Field", "Mine", "Theirs", "Base"], conflict.fields.map((name) => [element("strong", {}, content(name)),
				...["mine", "theirs"].map((side) => element("label", {},
					element("input", { type: "radio", name: `conflict-${name}`, value: side, checked: side === "mine", onchange: () => choices.set(name, side) }), " ",
					version(conflict[side].values[name]))),
				version(conflict.base.values[name])]), { class: "results versions" }),
			div({ class: "row" }, button("Save the chosen versions", () => close(true), { class: "primary" }), button("Cancel", () => close(false)))));
		if (!chosen) return;
		const merged = Object.fromEntries(Object.entries(changes).filter(([name]) => choices.get(name) !== "theirs"));
		this.changes = merged;
		this.base = conflict.theirs;
		if (Object.keys(merged).length === 0) return this.onEnd(true);
		await this.save(merged, conflict.theirs);
	}
}

function version(value) {
	return value === undefined || value === null ? span({ class: "none" }, "no value") : content(text(value).slice(0, 2000));
}

// MARK: Inputs

/** An input for a field's wire value: `node`, and `commit()`, which sets the current value. */
function valueInput(field, value, set) {
	const label = { "aria-label": field.name };
	const current = value === undefined || value === null ? "" : text(value);
	const typed = (properties, read) => {
		const node = element("input", { ...label, dir: "auto", value: current, ...properties });
		const commit = () => set(attempt(read, node.value));
		node.addEventListener("input", commit);
		return { node, commit };
	};
	const area = (initial, read, rows = 3) => {
		const node = element("textarea", { ...label, dir: "auto", rows, value: initial, class: read === JSONText ? "code-input" : null });
		const commit = () => set(attempt(read, node.value));
		node.addEventListener("input", commit);
		return { node, commit };
	};
	const choice = (values, read) => {
		const node = element("select", label, values.map((entry) => option(entry, entry, entry === current)));
		if (!values.includes(current)) node.prepend(option(current, current || "Choose…", true));
		const commit = () => set(read(node.value));
		node.addEventListener("change", commit);
		return { node, commit };
	};
	switch (field.type) {
		case "longText": case "html": return area(current, (entry) => entry, 5);
		case "integer": return typed({ inputmode: "numeric" }, integer);
		case "number": return typed({ inputmode: "decimal" }, decimal);
		case "boolean": return choice(["true", "false"], (entry) => entry === "true");
		case "date": case "dateTime": return moment(field, value, label, set);
		case "choice": if (field.closed && field.values) return choice(field.values.map((entry) => entry.value), (entry) => entry);
			return suggesting(typed({}, (entry) => entry), field.values?.map((entry) => entry.value) ?? []);
		case "color": return typed({ placeholder: "#RRGGBB" }, (entry) => entry);
		case "relation": {
			const { node, input } = idInput(field.module, value && typeof value === "object" ? value.id : current, set);
			return { node, commit: () => set(input.value) };
		}
		case "geopoint": {
			const point = pointOf(value);
			return typed({ value: point ? `${point.latitude}, ${point.longitude}` : "", placeholder: "latitude, longitude" }, geopoint);
		}
		case "text": case "url": case "image": case "video": case "audio": case "document": return typed({}, (entry) => entry);
		case "scalar": return typeof value === "number" ? typed({}, decimal) : typed({}, (entry) => entry);
		default: break;
	}
	const isLines = field.type === "choices" || isRelation(field) || (field.type === "list" && ["text", "choice", "url"].includes(field.of?.type ?? field.of));
	if (isLines) {
		const input = area(Array.isArray(value) ? value.map(text).join("\n") : "", lines);
		input.node.placeholder = field.module ? "One id per line" : "One value per line";
		return input;
	}
	return area(value === undefined || value === null ? "" : toJSON(value, 2), JSONText, 4);
}

function suggesting({ node, commit }, values) { return { node: withSuggestions(node, values).node, commit }; }

function moment(field, value, label, set) {
	const time = millisecondsOf(field, value);
	const iso = time === null ? text(value ?? "") : new Date(time).toISOString();
	const initial = field.type === "date" ? iso.slice(0, 10) : iso.replace(".000Z", "Z");
	const node = element("input", { ...label, value: initial, placeholder: field.type === "date" ? "2024-01-31" : "2024-01-31T12:00:00Z" });
	const commit = () => set(attempt((entry) => wireDate(field, entry), node.value));
	node.addEventListener("input", commit);
	return { node, commit };
}

function wireDate(field, entry) {
	const time = Date.parse(field.type === "date" || /Z|[+-]\d\d:\d\d$/.test(entry) ? entry : `${entry}Z`);
	if (Number.isNaN(time)) throw new Error(`'${entry}' is not a date like ${field.type === "date" ? "2024-01-31" : "2024-01-31T12:00:00Z"}.`);
	switch (field.format) {
		case "dateOnly": return new Date(time).toISOString().slice(0, 10);
		case "rfc3339": return new Date(time).toISOString().replace(".000Z", "Z");
		case "epochSeconds": return Math.floor(time / 1000);
		default: return time;
	}
}

function attempt(read, entry) {
	try { return read(entry); } catch (error) { return error; }
}

function integer(entry) {
	if (!/^\s*-?\d+\s*$/.test(entry)) throw new Error(`'${entry}' is not an integer.`);
	const value = Number(entry);
	return Number.isSafeInteger(value) ? value : BigInt(entry.trim());
}

function decimal(entry) {
	if (entry.trim() === "" || !Number.isFinite(Number(entry))) throw new Error(`'${entry}' is not a number.`);
	return Number(entry);
}

function geopoint(entry) {
	const parts = entry.split(",").map((part) => part.trim());
	if (parts.length !== 2) throw new Error("Enter a latitude and a longitude, such as 51.75, -1.26.");
	return { latitude: decimal(parts[0]), longitude: decimal(parts[1]) };
}

function lines(entry) { return entry.split("\n").map((line) => line.trim()).filter((line) => line !== ""); }

function JSONText(entry) {
	try { return fromJSON(entry); } catch { throw new Error("This is not valid JSON."); }
}

