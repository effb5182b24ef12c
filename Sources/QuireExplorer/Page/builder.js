// The editor of a condition: tests, and/or groups, negation and relations, limited to what the schema allows.

import { button, debounced, div, element, option, show, span } from "./element.js";
import { idInput, withSuggestions } from "./inputs.js";
import { elementField, isDate, isNumeric, isRelation } from "./schema.js";
import { text } from "./value.js";

const NAMES = { "=": "is", "!=": "is not", in: "is one of", "!in": "is none of", "<": "<", "<=": "≤", ">": ">", ">=": "≥", isNull: "has no value", hasPrefix: "starts with", hasSuffix: "ends with" };

/** The fields that the schema allows tests of. */
function testable(schema, module, isTop) {
	const metadata = isTop ? schema.metadata.filter((field) => field.operators?.length).map((field) => ({ ...field, name: `@${field.name}` })) : [];
	return [...module.fields.filter((field) => field.operators?.length), ...metadata];
}

export function newTest(schema, module, isTop = true) {
	const field = testable(schema, module, isTop)[0];
	return field ? test(field, field.operators[0]) : null;
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

/** The condition without its test at an index. */
export function withoutTest(where, index) {
	const tests = (where?.all ?? [where]).filter((_, position) => position !== index);
	return tests.length ? { all: tests } : null;
}

/** Whether a test is complete, so that it can be sent. */
function isComplete(node) {
	if (node.not) return isComplete(node.not);
	if (node.all || node.any) return (node.all ?? node.any).every(isComplete);
	if (node.relation) return !node.where || isComplete(node.where);
	if (node.op === "isNull") return true;
	return node.value !== undefined && !(Array.isArray(node.value) && node.op !== "in" && node.op !== "!in" && node.value.some((part) => part === ""));
}

/** An editor of `where`. Calls `onChange` with each complete condition, or null if nothing is left. */
export function conditionEditor(app, module, where, onChange) {
	const { schema } = app;
	const root = { node: where?.all || where?.any ? structuredClone(where) : where ? { all: [structuredClone(where)] } : { all: [] } };
	const holder = div({ class: "stack", role: "group", "aria-label": "Conditions" });
	const send = debounced(150, () => {
		const tests = root.node.all ?? root.node.any;
		if (tests.length === 0) onChange(null);
		else if (isComplete(root.node)) onChange(structuredClone(root.node));
	});
	const redraw = (focus) => {
		show(holder, group(module, root.node, null, 0));
		if (focus) holder.querySelector(`[data-path="${focus}"]`)?.focus();
	};
	const restructured = (focus) => { redraw(focus); send(); };

	function group(module, node, remove, depth, path = "0") {
		const key = node.all ? "all" : "any";
		const nodes = node[key];
		const isTop = depth === 0;
		const kind = element("select", {
			"aria-label": "Combination", "data-path": path,
			onchange: () => { node[kind.value] = nodes; delete node[key]; restructured(path); },
		}, option("all", "All of these", key === "all"), option("any", "Any of these", key === "any"));
		const add = (created) => { if (created) { nodes.push(created); restructured(`${path}.${nodes.length - 1}`); } };
		const relations = schema.relations(module);
		const hasTests = testable(schema, module, isTop).length > 0;
		return div({ class: "group", role: "group", "aria-label": key === "all" ? "All of" : "Any of" },
			div({ class: "row tight" }, kind, span({ class: "grow" }), remove ? removeButton(remove, "group") : null),
			nodes.map((child, index) => entry(module, nodes, index, depth, `${path}.${index}`)),
			div({ class: "row tight" },
				hasTests ? button("+ Condition", () => add(newTest(schema, module, isTop)), { class: "quiet" }) : null,
				button("+ Group", () => add({ [key === "all" ? "any" : "all"]: [newTest(schema, module, isTop)].filter(Boolean) }), { class: "quiet" }),
				relations.length ? button("+ Relation", () => add({ relation: relations[0].name, quantifier: "any", where: null }), { class: "quiet" }) : null));
	}

	function entry(module, nodes, index, depth, path) {
		const node = nodes[index];
		const isNegated = Boolean(node.not);
		const inner = node.not ?? node;
		const remove = () => { nodes.splice(index, 1); restructured(path.replace(/\.\d+$/, "")); };
		const not = button("not", () => { nodes[index] = isNegated ? node.not : { not: node }; restructured(`${path}.not`); },
			{ "aria-pressed": String(isNegated), class: "quiet", "aria-label": "Negate", "data-path": `${path}.not` });
		if (inner.all || inner.any) return div({ class: "nested" }, not, group(module, inner, remove, depth + 1, path));
		if (inner.relation) return relation(module, inner, not, remove, depth, path);
		return testLine(module, inner, not, remove, depth, path);
	}

	function relation(module, node, not, remove, depth, path) {
		const relations = schema.relations(module);
		const known = relations.find((candidate) => candidate.name === node.relation) ?? relations[0];
		const target = schema.module(known.module);
		const quantifier = element("select", { "aria-label": "Quantifier", onchange: () => { node.quantifier = quantifier.value; send(); } },
			[["any", "has any"], ["none", "has none of"], ["every", "has only"]].map(([value, label]) => option(value, label, value === node.quantifier)));
		const name = element("select", { "aria-label": "Relation", "data-path": path, onchange: () => { node.relation = name.value; node.where = null; restructured(path); } },
			relations.map((candidate) => option(candidate.name, candidate.label, candidate.name === node.relation)));
		if (node.where && !node.where.all && !node.where.any) node.where = { all: [node.where] };
		return div({ class: `group ${node.quantifier}` },
			div({ class: "test" }, not, quantifier, name, removeButton(remove, "relation")),
			node.where
				? group(target, node.where, () => { node.where = null; restructured(path); }, depth + 1, `${path}.0`)
				: button(`+ Condition on ${target.name}`, () => { node.where = { all: [newTest(schema, target, false)].filter(Boolean) }; restructured(`${path}.0.0`); }, { class: "quiet" }));
	}

	function testLine(module, node, not, remove, depth, path) {
		const fields = testable(schema, module, depth === 0);
		const field = fields.find((candidate) => candidate.name === node.field) ?? { name: node.field, type: "text", operators: [node.op] };
		const name = element("select", {
			"aria-label": "Field", "data-path": path,
			onchange: () => {
				const chosen = fields.find((candidate) => candidate.name === name.value);
				const op = chosen.operators.includes(node.op) && chosen.type === field.type ? node.op : chosen.operators[0];
				replace(node, test(chosen, op));
				restructured(path);
			},
		}, (fields.includes(field) ? fields : [field, ...fields]).map((candidate) => option(candidate.name, candidate.name, candidate === field)));
		const op = element("select", {
			"aria-label": "Operator", "data-path": `${path}.op`,
			onchange: () => {
				const next = test(field, op.value);
				if (Array.isArray(next.value) === Array.isArray(node.value) && node.value !== undefined && next.op !== "isNull" && !["near", "within", "between"].includes(next.op)) next.value = node.value;
				replace(node, next);
				restructured(`${path}.op`);
			},
		}, field.operators.map((operator) => option(operator, NAMES[operator] ?? operator, operator === node.op)));
		return div({ class: "test", role: "group", "aria-label": `Condition on ${node.field}` }, not, name, op,
			node.op === "isNull" ? null : span({ class: "values" }, values(field, node)), removeButton(remove, "condition"));
	}

	function values(field, node) {
		const inner = elementField(field);
		if (node.value && typeof node.value === "object" && !Array.isArray(node.value)) return span({ class: "chip" }, `field ${node.value.field}`);
		const at = (index, label, kind = inner) => valueInput(kind, node.value[index], label, (value) => { node.value[index] = value; send(); });
		const number = { type: "number" };
		switch (node.op) {
			case "in": case "!in": return [...node.value.map((_, index) => span({ class: "row tight" }, at(index, `Value ${index + 1}`), removeButton(() => { node.value.splice(index, 1); restructured(); }, "value"))),
				button("+ Value", () => { node.value.push(initial(inner, "=")); restructured(); }, { class: "quiet" })];
			case "between": return [at(0, "From"), span({ class: "muted" }, "and"), at(1, "To")];
			case "near": return [at(0, "Latitude", number), at(1, "Longitude", number), at(2, "Metres", number)];
			case "within": return [at(0, "South", number), at(1, "West", number), at(2, "North", number), at(3, "East", number)];
			default: return valueInput(inner, node.value, "Value", (value) => { node.value = value; send(); });
		}
	}

	redraw();
	return holder;
}

function replace(node, next) {
	for (const key of Object.keys(node)) delete node[key];
	Object.assign(node, next);
}

function removeButton(remove, what) {
	return button("✕", remove, { class: "quiet icon", "aria-label": `Remove the ${what}` });
}

/** An input for one value of a test. */
function valueInput(field, value, label, set) {
	if (field.type === "boolean") {
		const node = element("select", { "aria-label": label, onchange: () => set(node.value === "true") }, option("true", "true", value === true), option("false", "false", value === false));
		return node;
	}
	if (field.type === "choice" && field.closed && field.values) {
		const node = element("select", { "aria-label": label, onchange: () => set(node.value) }, field.values.map((entry) => option(entry.value, entry.value, entry.value === value)));
		return node;
	}
	if (isRelation(field)) return idInput(field.module, value, set).node;
	if (isNumeric(field)) {
		const node = element("input", {
			inputmode: "decimal", value: text(value), "aria-label": label,
			oninput: () => {
				const isNumber = node.value.trim() !== "" && Number.isFinite(Number(node.value));
				node.setAttribute("aria-invalid", String(!isNumber));
				if (isNumber) set(/^-?\d{16,}$/.test(node.value.trim()) ? BigInt(node.value.trim()) : Number(node.value));
			},
		});
		return node;
	}
	const input = element("input", {
		value: isDate(field) && typeof value === "number" ? new Date(value).toISOString() : text(value ?? ""), dir: "auto", "aria-label": label,
		placeholder: field.type === "date" ? "2024-01-31" : field.type === "dateTime" ? "2024-01-31T12:00:00Z" : null,
		oninput: () => set(input.value),
	});
	return field.type === "choice" && field.values ? withSuggestions(input, field.values.map((entry) => entry.value)).node : input;
}
