// Values of fields as nodes: short in cells, whole in an item's details.

import { button, content, count, h } from "./element.js";
import { toJSON } from "./api.js";
import { elementField, isDate, isMedia, isNumeric, isRelation } from "./schema.js";
import { mapOf } from "./map.js";

export function valueOf(field, row) {
	return field.name.startsWith("@") ? row.meta?.[field.name.slice(1)] : row.values[field.name];
}

export function cell(field, row, context) {
	const value = valueOf(field, row);
	const highlights = row.highlights?.[field.name];
	if (highlights) return highlighted(highlights);
	if (isNothing(value)) return h("span.none", "–");
	if (field.isList && Array.isArray(value)) {
		const shown = value.slice(0, 6).flatMap((part, index) => [index ? ", " : null, single(elementField(field), part, context)]);
		const total = row.cut?.[field.name] ?? value.length;
		return h("span", shown, total > 6 ? h("span.muted", ` +${count(total - 6)}`) : null);
	}
	return single(field, value, context);
}

/** The whole value. `context` has names, locales, and `open(module, id)` for related items. */
export function whole(field, value, context) {
	if (isNothing(value)) return h("span.none", "no value");
	if (field.isList && Array.isArray(value)) {
		const parts = value.map((part) => single(elementField(field), part, { ...context, isWhole: true }));
		if (isRelation(field) || field.type === "choices") return h("span.row.tight", parts);
		return h("ul", parts.map((part) => h("li", part)));
	}
	return single(field, value, { ...context, isWhole: true });
}

export function isNothing(value) {
	return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function single(field, value, context) {
	if (isNothing(value)) return h("span.none", "–");
	if (isRelation(field)) return related(field, value, context);
	if (isDate(field)) return moment(field, value);
	if (isNumeric(field)) return h("span.nowrap", text(value));
	if (isMedia(field) && typeof value === "string") return link(field, value, context);
	switch (field.type) {
		case "choice": return h("span.chip", content(text(value)));
		case "color": return color(value);
		case "time": return h("span", { title: text(value) }, timeText(value));
		case "geopoint": return place(value, context);
		case "html": return context?.isWhole ? html(value) : content(text(value));
		case "localizedText": return localized(value, context);
		case "object": return object(field, value, context);
		default: return content(text(value));
	}
}

export function text(value) {
	return typeof value === "string" ? value : typeof value === "bigint" ? String(value) : toJSON(value);
}

function highlighted(parts) {
	return h("bdi", { dir: "auto" }, parts.map((part) => part.hit ? h("mark", part.text) : part.text));
}

function related(field, value, context) {
	const id = text(value && typeof value === "object" ? value.id ?? value : value);
	const name = context?.names?.[field.module]?.[id];
	const isMissing = name === null;
	const label = content(name ?? id, { class: "clip" });
	if (!context?.open) return h("span.chip", { class: isMissing ? "bad" : null, title: id }, label);
	return button(label, () => context.open(field.module, id), { class: `link${isMissing ? " danger" : ""}`, title: isMissing ? `${id}: no such item` : id });
}

/** Milliseconds since 1970 of a date in its wire format, or null. */
export function millisecondsOf(field, value) {
	if (typeof value === "string") return Number.isNaN(Date.parse(value)) ? null : Date.parse(value);
	if (typeof value !== "number") return null;
	return field.format === "epochSeconds" ? value * 1000 : value;
}

/** What a full-text search did to the words, as sentences. */
export function searchMessages(info, total) {
	const { corrections = {}, dropped = [], exactItems, level } = info ?? {};
	const lines = Object.entries(corrections).map(([word, found]) => `"${word}" was read as ${found.join(", ")}.`);
	if (dropped.length) lines.push(`No item has ${dropped.join(", ")}.`);
	if (level === "fewerWords") lines.push("No item has all words.");
	else if (exactItems != null && exactItems < total) lines.push(`Items with all words: ${exactItems}.`);
	return lines;
}

export function momentText(field, value) {
	const time = millisecondsOf(field, value);
	if (time === null || Math.abs(time) > 8.64e15) return text(value);
	const iso = new Date(time).toISOString();
	if (field.type === "date") return iso.slice(0, iso.indexOf("T"));
	return `${iso.replace("T", " ").replace(/(:00)?\.000Z$|Z$/, "")} UTC`;
}

function moment(field, value) {
	return h("time.nowrap", { title: text(value) }, momentText(field, value));
}

function timeText(value) {
	if (typeof value !== "number" || value < 0 || value >= 86_400_000) return text(value);
	return new Date(value).toISOString().slice(11, 19).replace(/:00$/, "");
}

/** A link, and the image on request: loading it tells its host that someone looks. */
function link(field, value, context) {
	const isWeb = /^https?:\/\//i.test(value);
	const node = isWeb && context?.isWhole
		? h("a", { href: value, target: "_blank", rel: "noopener noreferrer" }, content(value))
		: content(value);
	if (!isWeb || field.type !== "image" || !context?.isWhole) return node;
	const image = () => h("img.picture", { src: value, alt: "", referrerpolicy: "no-referrer", loading: "lazy" });
	const load = button("Load image", () => load.replaceWith(image()));
	return h("span.stack", node, h("span", load));
}

function color(value) {
	const swatch = h("span.swatch", { "aria-hidden": "true" });
	if (/^#[0-9a-f]{3,8}$/i.test(value)) swatch.style.backgroundColor = value;
	return h("span", swatch, content(text(value)));
}

export function pointOf(value) {
	const latitude = value?.latitude ?? value?.lat;
	const longitude = value?.longitude ?? value?.lng ?? value?.lon;
	return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : null;
}

function place(value, context) {
	const point = pointOf(value);
	if (!point) return content(text(value));
	const label = h("span", `${point.latitude}, ${point.longitude}`);
	return context?.isWhole ? h("span.stack", label, mapOf(point)) : label;
}

/** Markup is shown as its source, and on request in a frame that may run nothing and reach nothing. */
function html(value) {
	const source = content(text(value));
	const frame = () => h("iframe.preview", { sandbox: "", srcdoc: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">${plain(text(value))}`, title: "Preview of the markup" });
	const show = button("Preview", () => show.replaceWith(frame()));
	return h("span.stack", source, h("span", show));
}

const PLAIN = /^(p|[bh]r|div|span|h\d|[uod]l|li|d[dt]|[bius]|em|strong|small|su[bp]|mark|blockquote|pre|code|table|caption|tbody|t(r|h|d|head|foot))$/;

/** Markup with plain elements only. The frame's policy does not stop `<link rel=preconnect>`, or look-ups of hosts. */
function plain(markup) {
	// What the page's policy refuses would also be reported.
	const inert = markup.replace(/<(style|script)[^]*?<\/\1/gi, "<wbr").replace(/\bon(?=\w+\s*=)|\bstyle|<base/gi, "$&\u200B");
	const { body } = new DOMParser().parseFromString(inert, "text/html");
	for (const node of body.querySelectorAll("*")) {
		if (node.localName === "script") node.remove();
		else if (!PLAIN.test(node.localName)) node.replaceWith(...node.childNodes);
		for (const { name } of [...node.attributes]) if (!/^(dir|lang|(col|row)span)$/.test(name)) node.removeAttribute(name);
	}
	return body.innerHTML;
}

function localized(value, context) {
	if (typeof value === "string") return content(value);
	const entries = Object.entries(value ?? {});
	if (!context?.isWhole) {
		const [locale, shown] = entries.find(([name]) => name === context?.locale) ?? entries[0] ?? ["", ""];
		return h("span", content(text(shown)), h("span.muted", ` ${locale}`), entries.length > 1 ? h("span.muted", ` +${entries.length - 1}`) : null);
	}
	return h("ul", entries.map(([locale, shown]) =>
		h("li", h("span.chip", content(locale)), " ", content(text(shown), { lang: locale }))));
}

function object(field, value, context) {
	if (!value || typeof value !== "object") return content(text(value));
	const parts = Object.entries(value).map(([name, inner]) => {
		const known = field.fields?.find((candidate) => candidate.name === name) ?? { type: "json" };
		return [h("span.muted", content(name), ": "), single(known, inner, context)];
	});
	return context?.isWhole ? h("ul", parts.map((part) => h("li", part))) : h("span", parts.map((part, index) => [index ? ", " : null, part]));
}
