// Creating, editing and deleting items, when the process allows it.
//
// A change leaves a field alone, clears or sets it. What another writer changed meanwhile is never overwritten
// silently: a conflict shows mine, theirs and base.

import { dictionary, isCancelled, Latest, post } from "./api.js";
import { button, content, debounced, h, show, table } from "./element.js";
import { confirm, dialog, errorNotice, toast } from "./notices.js";
import { app, go } from "./state.js";
import { typeName } from "./schema.js";
import { valueInput } from "./inputs.js";
import { isNothing, text } from "./value.js";

export function newItem(module) {
	return dialog(`New item of ${module.name}`, (close) => new ItemForm(module, null, close).node);
}

export async function deleteItem(module, row, onDeleted) {
	const isSure = await confirm("Delete the item?", `This deletes ${row.id} of ${module}. You can undo it until the next write.`, "Delete");
	if (!isSure) return;
	try {
		const response = await post("write", { action: "delete", module, id: row.id, changes: {}, base: seen(row) });
		onDeleted();
		offerUndo(`Deleted ${row.id}.`, response.undo);
	} catch (error) {
		toast(error.code === "conflict" ? "Someone changed the item meanwhile. Open it again to see the changes." : error.message);
	}
}

function offerUndo(message, undo) {
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

/** What tells a write that the item has changed. Its values may be too many for a request. */
const seen = (row) => row && { digests: row.digests };

/** The field of a problem, which may be in a part of its value, such as `address.city`. */
const fieldOf = (problem) => problem.field.split(/[.[]/)[0];

/** A form with all fields of an item; `row` is null for a new one. */
export class ItemForm {
	constructor(module, row, onEnd) {
		Object.assign(this, { module, row, base: row, onEnd });
		this.changes = dictionary();
		this.newest = new Latest();
		this.errors = new Map();
		this.problem = h("div");
		this.idInput = h("input", { label: "id", value: row?.id ?? "", disabled: row !== null, required: true });
		this.check = debounced(300, () => this.checkNow());
		this.node = h("form.fields.stack", { onsubmit: (event) => { event.preventDefault(); this.save(); }, onkeydown: (event) => this.key(event) },
			row ? null : h("div", h(".muted.small", "id"), this.idInput),
			module.fields.map((field) => this.field(field)),
			this.problem,
			h(".row", h("button.primary", { type: "submit" }, row ? "Save" : "Create"),
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
		const error = h(".error", { role: "alert" });
		this.errors.set(field.name, error);
		const set = (value) => {
			const isWrong = value === undefined || value instanceof Error;
			this.changes[field.name] = isWrong ? value ?? new Error(this.row ? "Enter a value, or choose Clear." : "Enter a value, or choose None.") : { set: value };
			states.querySelector("[value=set]").checked = true;
			this.showErrors([]);
			this.check();
		};
		const input = valueInput(field, this.row?.values[field.name], set);
		input.node.setAttribute("data-field", field.name);
		const states = this.states(field, input);
		// Writing what was cut would lose the rest.
		const isCut = this.row?.cut[field.name];
		return h("div", h(".row.small", h("span", field.name), h("span.muted", typeName(field)), field.required ? h("span.chip", "required") : null),
			isCut ? h("p.muted", "The value is too long to edit here.") : h(".field-edit", input.node, states), error);
	}

	states(field, input) {
		const choices = [["leave", this.row ? "Leave" : "None"], ["clear", "Clear"], ["set", "Set"]];
		const name = `state-${field.name}-${Math.random()}`;
		return h(".states", { role: "radiogroup", label: `Change of ${field.name}` }, choices
			.filter(([state]) => this.row || state !== "clear")
			.map(([state, label]) => h("label", h("input", {
				type: "radio", name, value: state, checked: state === "leave",
				onchange: () => {
					if (state === "set") return input.commit();
					if (state === "leave") delete this.changes[field.name];
					else this.changes[field.name] = { clear: true };
					this.check();
				},
			}), label)));
	}

	showErrors(fields) {
		for (const [name, node] of this.errors) {
			const problem = fields.find((entry) => fieldOf(entry) === name) ?? this.changes[name];
			node.textContent = problem?.message ?? "";
			node.parentNode.querySelector("[data-field]")?.setAttribute("aria-invalid", String(node.textContent !== ""));
		}
	}

	get action() { return this.row ? "update" : "create"; }

	async checkNow() {
		const changes = dictionary(Object.entries(this.changes).filter(([, change]) => !(change instanceof Error)));
		try {
			const { problems } = await post("check", { action: this.action, module: this.module.name, id: this.idInput.value || null, changes }, this.newest.next());
			// A new item lacks its required fields at first, which saving reports.
			this.showErrors(problems.filter((problem) => this.row || fieldOf(problem) in this.changes));
		} catch (error) { if (!isCancelled(error)) show(this.problem, errorNotice(error)); }
	}

	async save(changes = this.changes, base = this.base) {
		this.newest.cancel();
		show(this.problem);
		const invalid = Object.values(changes).find((change) => change instanceof Error);
		if (invalid) return show(this.problem, errorNotice(invalid));
		const id = this.idInput.value.trim();
		try {
			const response = await post("write", { action: this.action, module: this.module.name, id: id || null, changes, base: seen(base) });
			const written = response.row?.id ?? id;
			this.onEnd(true);
			if (!this.row) go({ item: { module: this.module.name, id: written } });
			offerUndo(this.row ? `Saved ${written}.` : `Created ${written}.`, response.undo);
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
		const chosen = await dialog("Someone changed the item meanwhile", (close) => h(".stack",
			table(["Field", "Mine", "Theirs", "Base"], conflict.fields.map((name) => [h("strong", content(name)),
				...["mine", "theirs"].map((side) => h("label",
					h("input", { type: "radio", name: `conflict-${name}`, value: side, checked: side === "mine", onchange: () => choices.set(name, side) }), " ",
					version(conflict[side].values[name]))),
				version(this.base.values[name])]), { class: "versions" }),
			h(".row", button("Save the chosen versions", () => close(true), { class: "primary" }), button("Cancel", () => close(false)))));
		if (!chosen) return;
		const merged = dictionary(Object.entries(changes).filter(([name]) => choices.get(name) !== "theirs"));
		this.changes = merged;
		this.base = conflict.theirs;
		if (Object.keys(merged).length === 0) return this.onEnd(true);
		await this.save(merged, conflict.theirs);
	}
}

function version(value) {
	return isNothing(value) ? h("span.none", "no value") : content(text(value).slice(0, 2000));
}
