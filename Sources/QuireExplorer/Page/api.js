// Calls of the process that serves this page. The token is in the fragment of the printed URL. It is taken out of
// the address at once and kept for this tab, so that links never hold it.

const KEY = "quire-token";
let token = "";

/** The id of the engine that calls ask; null is the main one. */
export let engine = null;

export function useEngine(id) { engine = id; }

class APIError extends Error {
	constructor(error, status, body) {
		super(error.message ?? `The explorer's process responded with ${status}.`);
		Object.assign(this, { code: error.code ?? "http", at: error.at, status, body, expected: error.expected ?? [], fields: error.fields ?? [] });
	}
}

/** Whether a newer request has cancelled the one that failed. */
export const isCancelled = (error) => error.name === "AbortError";

export function takeToken() {
	const match = /^#token=([0-9a-f]+)&?(.*)$/.exec(location.hash);
	if (match) {
		sessionStorage.setItem(KEY, match[1]);
		history.replaceState(null, "", `${location.pathname}#${match[2]}`);
	}
	token = sessionStorage.getItem(KEY) ?? "";
}

export function get(name, signal) { return request(name, { signal }); }

export function post(name, body, signal) {
	const headers = { "Content-Type": "application/json" };
	return request(name, { method: "POST", headers, body: toJSON({ engine, ...body }), signal });
}

async function request(name, options) {
	let response;
	try {
		response = await fetch(`api/${name}`, {
			...options, headers: { ...options.headers, "X-Quire-Token": token }, credentials: "omit", cache: "no-store",
		});
	} catch (error) {
		if (isCancelled(error)) throw error;
		throw new APIError({ code: "offline", message: "The explorer's process does not respond. Start it again, then reload." }, 0);
	}
	const text = await response.text();
	let body;
	try {
		body = fromJSON(text);
	} catch {
		throw new APIError({ message: `The explorer's process responded with ${response.status} and no JSON.` }, response.status);
	}
	options.signal?.throwIfAborted();
	if (!response.ok) throw new APIError(body?.error ?? {}, response.status, body);
	return body;
}

/** Cancels the previous request when the next one starts, so that no late response replaces a newer one. */
export class Latest {
	next() {
		this.cancel();
		this.controller = new AbortController();
		return this.controller.signal;
	}

	cancel() { this.controller?.abort(); }
}

/** An object whose keys are names of the schema or of content: it has no others, such as `constructor`. */
export const dictionary = (entries = []) => Object.setPrototypeOf(Object.fromEntries(entries), null);

/** Parses JSON. Its objects are dictionaries. Integers that a number cannot hold become BigInt. */
export function fromJSON(text) {
	return JSON.parse(text, (_, value, context) => {
		if (value && typeof value === "object") return Array.isArray(value) ? value : Object.setPrototypeOf(value, null);
		const isRounded = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
		return isRounded && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context.source) : value;
	});
}

export function toJSON(value, space) {
	return JSON.stringify(value, (_, part) => {
		if (typeof part !== "bigint") return part;
		return JSON.rawJSON ? JSON.rawJSON(String(part)) : Number(part);
	}, space);
}
