// The view, the query and the open item. All are in the address, so that a link shows the same.

import { Latest, post } from "./api.js";
import { h } from "./element.js";

export const state = { view: "content", module: null, query: null, text: "", draft: null, item: null };
/** What the process told about itself: its status and the schema. */
export const app = { status: null, schema: null, refresh() {} };
let changed = () => {};

export function onChange(listener) { changed = listener; }

function fragment() {
	const parts = new URLSearchParams();
	if (state.text) parts.set("q", state.text);
	if (state.draft !== null) parts.set("q", state.draft);
	if (state.item) parts.set("item", `${state.item.module}/${state.item.id}`);
	if (state.view === "schema" && state.module) parts.set("module", state.module);
	const rest = parts.toString();
	return `#/${state.view}${rest ? `?${rest}` : ""}`;
}

/** The address of a change, for links. */
function address(changes) {
	const before = { ...state };
	Object.assign(state, { draft: null }, changes);
	const result = fragment();
	Object.assign(state, before);
	return result;
}

/** A link that applies a change; `follow` does more than that. */
export function link(changes, properties, children, follow = () => go(changes)) {
	return h("a", { href: address(changes), ...properties, onclick: (event) => { if (!event.metaKey && !event.ctrlKey) { event.preventDefault(); follow(); } } }, children);
}

/** Applies a change and adds it to the history. */
export function go(changes, { replaces = false } = {}) {
	Object.assign(state, { draft: null }, changes);
	const address = fragment();
	if (address !== location.hash) history[replaces ? "replaceState" : "pushState"](null, "", address);
	changed();
}

const latest = new Latest();
let pending = null;

/** The query with the changes that are still being checked. The next change builds on it, so that none is lost. */
export function wantedQuery() { return pending ?? state.query; }

/** Changes the query. Its text comes from the process, which also checks it. Throws if the query is invalid. */
export function setQuery(query, changes, options) { return apply({ query }, changes, options); }

export function changeQuery(changes, options) { return setQuery({ ...wantedQuery(), ...changes }, {}, options); }

/** Changes the query by its text. Throws if it does not parse. */
export function setText(text, changes, options) { return apply({ text }, changes, options); }

/** Returns false if a newer change has replaced this one. */
async function apply(wanted, changes, options) {
	const signal = latest.next();
	pending = wanted.query ?? null;
	try {
		const { query, text } = await post("parse", wanted, signal);
		pending = null;
		go({ module: query.module, ...changes, query, text }, options);
		return true;
	} catch (error) {
		if (signal.aborted) return false;
		pending = null;
		throw error;
	}
}

/** Reads the address. A text that does not parse stays as a draft, with its mistake shown. */
export async function readAddress(firstModule) {
	latest.cancel();
	pending = null;
	const [, view = "content", rest = ""] = /^#\/([a-z]+)(?:\?(.*))?$/.exec(location.hash) ?? [];
	const parts = new URLSearchParams(rest);
	const [, module, id] = /^([^/]*)\/(.*)$/s.exec(parts.get("item") ?? "") ?? [];
	const changes = { view, item: module ? { module, id } : null };
	if (parts.get("module")) changes.module = parts.get("module");
	const text = parts.get("q");
	const options = { replaces: true };
	if (text ? text === state.text : state.query) return go(changes, options);
	try {
		if (text) await setText(text, changes, options);
		else await setQuery({ module: firstModule }, changes, options);
	} catch (error) {
		if (!text) throw error;
		if (!state.query) await setQuery({ module: firstModule }, {}, options);
		go({ ...changes, view: "query", draft: text }, options);
	}
}
