// Live updates: a request that is answered when something changes.

import { get } from "./api.js";

const WAIT = 20;

/** Calls `onChange({ modules, schema })` after each change, and `onState(isConnected)`. */
export async function watchChanges(onChange, onState) {
	let after = 0, schema = null, failures = 0;
	for (;;) {
		await visible();
		try {
			const response = await get(`changes?after=${after}&wait=${after ? WAIT : 0}`);
			failures = 0;
			onState(true);
			const isSchemaNew = schema !== null && response.schema !== schema;
			const hasChanges = after > 0 && Object.keys(response.modules ?? {}).length > 0;
			// The first response only has the current number, which may be 0.
			after = Math.max(response.now, after);
			schema = response.schema;
			if (hasChanges || isSchemaNew) await onChange({ modules: response.modules ?? {}, isSchemaNew });
			if (after === 0) await pause(1000);
		} catch (error) {
			if (error.code === "token") return onState(false, error);
			failures += 1;
			onState(false, error);
			await pause(Math.min(30_000, 1000 * 2 ** failures));
		}
	}
}

function pause(duration) { return new Promise((resolve) => { setTimeout(resolve, duration); }); }

function visible() {
	if (!document.hidden) return Promise.resolve();
	return new Promise((resolve) => { document.addEventListener("visibilitychange", resolve, { once: true }); });
}
