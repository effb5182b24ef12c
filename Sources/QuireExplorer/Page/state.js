// Where the page is: the view, the query and the open item. All of it is in the address, so that a link shows the same.

import { post } from "./api.js";

export const state = { view: "content", module: null, query: null, text: "", draft: null, item: null };
const listeners = new Set();

export function onChange(listener) { listeners.add(listener); }

function changed(changes) { for (const listener of listeners) listener(changes); }

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
export function address(changes) {
	const before = { ...state };
	Object.assign(state, { draft: null }, changes);
	const result = fragment();
	Object.assign(state, before);
	return result;
}

/** Applies a change and adds it to the history. */
export function go(changes, { replaces = false } = {}) {
	Object.assign(state, { draft: null }, changes);
	const address = fragment();
	if (address !== location.hash) history[replaces ? "replaceState" : "pushState"](null, "", address);
	changed(changes);
}

let latest = 0;

/** Changes the query. Its text comes from the process, which also checks it. Throws if the query is invalid. */
export async function setQuery(query, changes = {}, options) {
	const number = ++latest;
	const parsed = await post("parse", { query });
	if (number !== latest) return false;
	go({ module: parsed.query.module, ...changes, query: parsed.query, text: parsed.text }, options);
	return true;
}

/** Changes the query by its text. Throws if it does not parse. */
export async function setText(text, changes = {}, options) {
	const number = ++latest;
	const parsed = await post("parse", { text });
	if (number !== latest) return false;
	go({ module: parsed.query.module, ...changes, query: parsed.query, text: parsed.text }, options);
	return true;
}

/** Reads the address. A text that does not parse stays as a draft, with its mistake shown. */
export async function readAddress(firstModule) {
	const [, view = "content", rest = ""] = /^#\/([a-z]+)(?:\?(.*))?$/.exec(location.hash) ?? [];
	const parts = new URLSearchParams(rest);
	const [, module, id] = /^([^/]*)\/(.*)$/s.exec(parts.get("item") ?? "") ?? [];
	const changes = { view, item: module ? { module, id } : null };
	if (parts.get("module")) changes.module = parts.get("module");
	const text = parts.get("q");
	const options = { replaces: true };
	if (!text && state.query) return go(changes, options);
	if (text && text === state.text) return go(changes, options);
	try {
		if (text) await setText(text, changes, options);
		else await setQuery({ module: firstModule }, changes, options);
	} catch (error) {
		if (!text) throw error;
		if (!state.query) await setQuery({ module: firstModule }, {}, options);
		go({ ...changes, view: "query", draft: text }, options);
	}
}
