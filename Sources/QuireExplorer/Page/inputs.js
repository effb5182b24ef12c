// Inputs for the values of fields, which the query builder and the forms share.

import { dictionary, fromJSON, post, toJSON } from "./api.js";
import { button, debounced, h, iconButton, select, show } from "./element.js";
import { elementField, typeName } from "./schema.js";
import { app } from "./state.js";
import { millisecondsOf, pointOf, text } from "./value.js";

let lastList = 0;

/**
 * An input for a value in its wire form: `node`, and `commit()`, which sets the current value again.
 *
 * @param set called with each new value, an Error if what was typed is none, or undefined if the input was emptied
 */
export function valueInput(field, value, set, label = field.name) {
	if (field.isList) return listInput(elementField(field), Array.isArray(value) ? value : [], set, label);
	const given = value === undefined || value === null ? "" : text(value);
	switch (field.type) {
		case "longText": case "html": return textInput("textarea", given, set, { label, rows: 5 });
		case "integer": return textInput("input", given, set, { label, inputmode: "numeric" }, integer);
		case "number": return textInput("input", given, set, { label, inputmode: "decimal" }, decimal);
		case "scalar": return textInput("input", given, set, { label }, typeof value === "number" ? decimal : undefined);
		case "boolean": return choiceInput(["true", "false"], given, (entry) => set(entry && entry === "true"), label);
		case "date": case "dateTime": return dateInput(field, value, set, label);
		case "choice": {
			const values = field.values?.map((entry) => entry.value) ?? [];
			return field.closed && values.length ? choiceInput(values, given, set, label) : suggesting(textInput("input", given, set, { label }), values);
		}
		case "color": return textInput("input", given, set, { label, placeholder: "#RRGGBB" });
		case "relation": return idInput(field.module, value && typeof value === "object" ? value.id : given, set, label);
		case "geopoint": {
			const point = pointOf(value);
			return textInput("input", point ? `${point.latitude}, ${point.longitude}` : "", set, { label, placeholder: "latitude, longitude" }, geopoint);
		}
		case "localizedText": return localizedInput(value, set, label);
		case "object": return objectInput(field.fields ?? [], value, set, label);
		case "json": case "time": return JSONInput(value, set, label);
		default: return textInput("input", given, set, { label, placeholder: field.placeholder });
	}
}

/** @param read makes the value from a text, or throws; without it, the text is the value */
function textInput(tag, value, set, properties, read) {
	const node = h(tag, { dir: "auto", value, ...properties });
	const commit = () => {
		if (!read) return set(node.value);
		if (node.value.trim() === "") return set(undefined);
		try { set(read(node.value)); } catch (error) { set(error); }
	};
	node.addEventListener("input", commit);
	return { node, commit };
}

function JSONInput(value, set, label) {
	const given = value === undefined || value === null ? "" : toJSON(value, 2);
	return textInput("textarea", given, set, { label, rows: 4, class: "code-input" }, (entry) => {
		try { return fromJSON(entry); } catch { throw new Error("This is not valid JSON."); }
	});
}

function choiceInput(values, value, set, label) {
	const changed = (entry) => set(entry === "" ? undefined : entry);
	const node = select(label, [["", "Choose…"], ...values], value, changed);
	return { node, commit: () => changed(node.value) };
}

function suggesting(input, values) {
	const id = `suggestions-${++lastList}`;
	const list = h("datalist", { id }, values.map((value) => h("option", { value })));
	input.node.setAttribute("list", id);
	return { ...input, node: h("span.suggesting", input.node, list), list };
}

/** An input for the id of an item, which suggests items by their names. */
function idInput(module, value, set, label) {
	const suggest = debounced(200, async () => {
		try {
			const { items } = await post("titles", { module, search: node.value, size: 20 });
			show(input.list, items.map((item) => h("option", { value: item.id }, item.name)));
		} catch { show(input.list); }
	});
	const input = suggesting(textInput("input", value, set, { label, placeholder: `id in ${module}`, onfocus: () => suggest(), oninput: () => suggest() }), []);
	const node = input.node.firstChild;
	return input;
}

function dateInput(field, value, set, label) {
	const time = millisecondsOf(field, value);
	const iso = time === null ? text(value ?? "") : new Date(time).toISOString();
	const given = field.type === "date" ? iso.slice(0, 10) : iso.replace(".000Z", "Z");
	return textInput("input", given, set, { label, placeholder: dateExample(field) }, (entry) => wireDate(field, entry));
}

export function listInput(field, values, set, label) {
	const parts = [...values];
	const node = h("span.parts");
	const commit = () => set(parts.find((part) => part instanceof Error) ?? parts.filter((part) => part !== undefined));
	const changed = () => { draw(); commit(); };
	const draw = () => show(node, parts.map((part, index) => {
		const one = `${label} ${index + 1}`;
		const input = valueInput(field, part instanceof Error ? undefined : part, (value) => { parts[index] = value; commit(); }, one);
		return h("span.part", input.node, iconButton("✕", `Remove ${one}`, () => { parts.splice(index, 1); changed(); }));
	}), button("+ Value", () => {
		parts.push(undefined);
		changed();
		[...node.querySelectorAll(".part")].at(-1).querySelector("input, select, textarea")?.focus();
	}, { class: "quiet", label: `Add to ${label}` }));
	draw();
	return { node, commit };
}

/** A text for each locale of the schema, and for those that the value has. */
function localizedInput(value, set, label) {
	const given = typeof value === "string" ? dictionary([[app.status.locales[0] ?? "en", value]]) : value ?? {};
	const names = [...new Set([...app.status.locales, ...Object.keys(given)])];
	return partsInput(names.map((name) => ({ name, type: "text", lang: name })), given, set, label);
}

/** The fields of an object. Members that the schema does not know stay as they are. */
function objectInput(fields, value, set, label) {
	const isObject = typeof (value ?? {}) === "object" && !Array.isArray(value);
	return isObject ? partsInput(fields, value ?? {}, set, label) : JSONInput(value, set, label);
}

function partsInput(fields, value, set, label) {
	const parts = dictionary(Object.entries(value));
	const commit = () => {
		const [name, error] = Object.entries(parts).find(([, part]) => part instanceof Error) ?? [];
		if (error) return set(new Error(`${name}: ${error.message}`));
		const entries = Object.entries(parts).filter(([, part]) => part !== undefined && part !== null);
		set(entries.length ? dictionary(entries) : undefined);
	};
	const node = h(".parts", { role: "group", label }, fields.map((field) => {
		const input = valueInput(field, parts[field.name], (part) => { parts[field.name] = part === "" ? undefined : part; commit(); }, `${label} ${field.name}`);
		return h(".part", h("span.muted.small", { title: field.lang ? null : typeName(field) }, field.name, field.required ? " *" : ""), input.node);
	}));
	return { node, commit };
}

export const dateExample = (field) => field.type === "date" ? "2024-01-31" : "2024-01-31T12:00:00Z";

function wireDate(field, entry) {
	const time = Date.parse(field.type === "date" || /Z|[+-]\d\d:\d\d$/.test(entry) ? entry : `${entry}Z`);
	if (Number.isNaN(time)) throw new Error(`'${entry}' is not a date like ${dateExample(field)}.`);
	switch (field.format) {
		case "dateOnly": return new Date(time).toISOString().slice(0, 10);
		case "rfc3339": return new Date(time).toISOString().replace(".000Z", "Z");
		case "epochSeconds": return Math.floor(time / 1000);
		default: return time;
	}
}

function integer(entry) {
	if (!/^\s*-?\d+\s*$/.test(entry)) throw new Error(`'${entry}' is not an integer.`);
	const value = Number(entry);
	return Number.isSafeInteger(value) ? value : BigInt(entry.trim());
}

function decimal(entry) {
	if (!Number.isFinite(Number(entry))) throw new Error(`'${entry}' is not a number.`);
	return Number(entry);
}

function geopoint(entry) {
	const parts = entry.split(",").map((part) => part.trim());
	if (parts.length !== 2) throw new Error("Enter a latitude and a longitude, such as 51.75, -1.26.");
	return { latitude: decimal(parts[0]), longitude: decimal(parts[1]) };
}
