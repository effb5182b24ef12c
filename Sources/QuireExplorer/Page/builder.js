// The editor of a condition: tests, and/or groups, negation and relations that the schema allows.

import { button, debounced, h, iconButton, select, show } from "./element.js";
import { dateExample, listInput, valueInput } from "./inputs.js";
import { elementField, fieldsOf, isDate, isNumeric } from "./schema.js";
import { app } from "./state.js";

const NAMES = { "=": "is", "!=": "is not", in: "is one of", "!in": "is none of", "<=": "≤", ">=": "≥", isNull: "has no value", hasPrefix: "starts with", hasSuffix: "ends with" };
const QUANTIFIERS = [["any", "has any"], ["none", "has none of"], ["every", "has only"]];

function testable(module, isTop) {
	return [...fieldsOf(module), ...(isTop ? app.schema.metadata : [])].filter((field) => field.operators?.length);
}

export function firstTests(module, isTop) {
	const field = testable(module, isTop)[0];
	return field ? [test(field, field.operators[0])] : [];
}

function test(field, op) {
	return op === "isNull" ? { field: field.name, op } : { field: field.name, op, value: initial(elementField(field), op) };
}

function initial(field, op) {
	switch (op) {
		case "in": case "!in": return [];
		case "between": return isNumeric(field) ? [0, 0] : ["", ""];
		case "near": return [0, 0, 10_000];
		case "within": return [-90, -180, 90, 180];
		default: return isNumeric(field) ? 0 : field.type === "boolean" ? true : field.type === "choice" && field.values?.length ? field.values[0].value : "";
	}
}

export function withoutTest(where, index) {
	const tests = (where?.all ?? [where]).filter((_, position) => position !== index);
	return tests.length ? { all: tests } : null;
}

/** Whether a test is complete, so that it can be sent. */
function isComplete({ not, all, any, relation, where, op, value }) {
	if (not) return isComplete(not);
	if (all || any) return (all ?? any).every(isComplete);
	if (relation) return !where || isComplete(where);
	if (op === "isNull") return true;
	return value !== undefined && !(Array.isArray(value) && op !== "in" && op !== "!in" && value.some((part) => part === "" || part === undefined));
}

/** An editor of `where`. Calls `onChange` with each complete condition, or null if nothing is left. */
export function conditionEditor(module, where, onChange) {
	const root = where?.all || where?.any ? structuredClone(where) : { all: where ? [structuredClone(where)] : [] };
	const holder = h(".stack", { role: "group", label: "Conditions" });
	const send = debounced(150, () => {
		if ((root.all ?? root.any).length === 0) onChange(null);
		else if (isComplete(root)) onChange(structuredClone(root));
	});
	const redraw = (focus) => {
		show(holder, group(module, root, null, 0));
		if (focus) holder.querySelector(`[data-path="${focus}"]`)?.focus();
	};
	const restructured = (focus) => { redraw(focus); send(); };

	function group(module, node, remove, depth, path = "0") {
		const key = node.all ? "all" : "any";
		const nodes = node[key];
		const isTop = depth === 0;
		const kind = select("Combination", [["all", "All of these"], ["any", "Any of these"]], key, (chosen) => {
			delete node[key];
			node[chosen] = nodes;
			restructured(path);
		}, { "data-path": path });
		const add = (created) => { nodes.push(created); restructured(`${path}.${nodes.length - 1}`); };
		const [relation] = app.schema.collections(module);
		return h(".group", { role: "group", label: key === "all" ? "All of" : "Any of" },
			h(".row.tight", kind, h("span.grow"), remove ? removeButton(remove, "group") : null),
			nodes.map((_, index) => entry(module, nodes, index, depth, `${path}.${index}`)),
			h(".row.tight",
				testable(module, isTop).length ? button("+ Condition", () => add(firstTests(module, isTop)[0]), { class: "quiet" }) : null,
				button("+ Group", () => add({ [key === "all" ? "any" : "all"]: firstTests(module, isTop) }), { class: "quiet" }),
				relation ? button("+ Relation", () => add({ relation: relation.name, quantifier: "any", where: null }), { class: "quiet" }) : null));
	}

	function entry(module, nodes, index, depth, path) {
		const node = nodes[index];
		const isNegated = Boolean(node.not);
		const inner = node.not ?? node;
		const remove = () => { nodes.splice(index, 1); restructured(path.replace(/\.\d+$/, "")); };
		const not = button(isNegated ? "not" : "+ not", () => { nodes[index] = isNegated ? node.not : { not: node }; restructured(`${path}.not`); },
			{ "aria-pressed": String(isNegated), class: "quiet", label: "Negate", "data-path": `${path}.not` });
		if (inner.all || inner.any) return h(".nested", not, group(module, inner, remove, depth + 1, path));
		return (inner.relation ? relation : testLine)(module, inner, not, remove, depth, path);
	}

	function relation(module, node, not, remove, depth, path) {
		const relations = app.schema.collections(module);
		const { target } = relations.find((known) => known.name === node.relation) ?? relations[0];
		const quantifier = select("Quantifier", QUANTIFIERS, node.quantifier, (chosen) => { node.quantifier = chosen; send(); });
		const name = select("Relation", relations.map((known) => [known.name, known.label]), node.relation, (chosen) => {
			node.relation = chosen;
			node.where = null;
			restructured(path);
		}, { "data-path": path });
		if (node.where && !node.where.all && !node.where.any) node.where = { all: [node.where] };
		return h(".group", { class: node.quantifier },
			h(".test", not, quantifier, name, removeButton(remove, "relation")),
			node.where
				? group(target, node.where, () => { node.where = null; restructured(path); }, depth + 1, `${path}.0`)
				: button(`+ Condition on ${target.name}`, () => { node.where = { all: firstTests(target, false) }; restructured(`${path}.0.0`); }, { class: "quiet" }));
	}

	function testLine(module, node, not, remove, depth, path) {
		const fields = testable(module, depth === 0);
		const field = fields.find((known) => known.name === node.field) ?? { name: node.field, type: "text", operators: [node.op] };
		const name = select("Field", fields.map((known) => known.name), field.name, (chosen) => {
			const next = fields.find((known) => known.name === chosen);
			replace(node, test(next, next.operators.includes(node.op) && next.type === field.type ? node.op : next.operators[0]));
			restructured(path);
		}, { "data-path": path });
		const op = select("Operator", field.operators.map((known) => [known, NAMES[known] ?? known]), node.op, (chosen) => {
			const next = test(field, chosen);
			const isAlike = Array.isArray(next.value) === Array.isArray(node.value) && node.value !== undefined;
			if (isAlike && chosen !== "isNull" && !["near", "within", "between"].includes(chosen)) next.value = node.value;
			replace(node, next);
			restructured(`${path}.op`);
		}, { "data-path": `${path}.op` });
		return h(".test", { role: "group", label: `Condition on ${node.field}` }, not, name, op,
			node.op === "isNull" ? null : h("span.values", values(field, node)), removeButton(remove, "condition"));
	}

	function values(field, node) {
		if (node.value?.field) return h("span.chip", `field ${node.value.field}`);
		const kind = queried(elementField(field));
		const input = (label, value, set, kind, make = valueInput) => {
			const { node: made } = make(kind, value, (changed) => {
				const isWrong = changed === undefined || changed instanceof Error;
				made.setAttribute("aria-invalid", String(isWrong));
				if (changed instanceof Error) return;
				set(changed);
				send();
			}, label);
			return made;
		};
		const whole = (make) => input("Value", node.value, (value) => { node.value = value; }, kind, make);
		const each = (labels, kind) => labels.map((label, index) => input(label, node.value[index], (value) => { node.value[index] = value; }, kind));
		switch (node.op) {
			case "in": case "!in": return whole(listInput);
			case "between": return each(["From", "To"], kind);
			case "near": return each(["Latitude", "Longitude", "Metres"], { type: "number" });
			case "within": return each(["South", "West", "North", "East"], { type: "number" });
			default: return whole();
		}
	}

	redraw();
	return holder;
}

/** The kind of a field's values in queries, where most are texts. */
function queried(field) {
	if (["boolean", "choice", "relation", "integer", "number", "scalar"].includes(field.type)) return field;
	return { type: "text", placeholder: isDate(field) ? dateExample(field) : null };
}

function replace(node, next) {
	for (const key of Object.keys(node)) delete node[key];
	Object.assign(node, next);
}

const removeButton = (remove, what) => iconButton("✕", `Remove the ${what}`, remove);
