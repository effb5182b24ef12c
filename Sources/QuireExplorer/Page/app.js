// Starts the page: reads the status and the schema, then shows the view that the address names.

import { get, takeToken } from "./api.js";
import { button, div, element, option, show, span } from "./element.js";
import { announce, errorNotice, toast } from "./notices.js";
import { Schema } from "./schema.js";
import { address, go, onChange, readAddress, setQuery, state } from "./state.js";
import { ContentView } from "./content.js";
import { loadSaved } from "./saved.js";
import { listenForShortcuts, showShortcuts } from "./shortcuts.js";
import { watchChanges } from "./live.js";

const VIEWS = [["content", "Content"], ["query", "Query"], ["schema", "Schema"], ["operations", "Operations"]];

/** Views other than the first load when they are shown, so that the first paint needs less. */
const CLASSES = {
	content: async () => ContentView,
	query: async () => (await import("./query.js")).QueryView,
	schema: async () => (await import("./schema-view.js")).SchemaView,
	operations: async () => (await import("./operations.js")).OperationsView,
};

const app = {
	status: null, schema: null,
	/** The engine of queries; null is the main one. */
	engine: null,
	refresh: () => current?.view.changed?.(Object.fromEntries(app.schema.modules.map((module) => [module.name, null]))),
};

let current = null;
const main = document.getElementById("main");

async function start() {
	takeToken();
	try {
		const [status, schema] = await Promise.all([get("status"), get("schema"), loadSaved().catch(() => {})]);
		app.status = status;
		app.schema = new Schema(schema);
	} catch (error) {
		const hint = error.code === "token" ? "Open the URL that the program printed: its end is the token of this page." : null;
		return show(main, div({ class: "page stack" }, errorNotice(error), hint ? element("p", {}, hint) : null));
	}
	document.title = `${app.status.title} – Quire Explorer`;
	document.getElementById("source").textContent = app.status.title;
	drawEnd();
	listenForShortcuts();
	onChange(draw);
	addEventListener("popstate", read);
	await read();
	watchChanges(changed, connected);
}

async function read() {
	// The printed URL may also be opened in a tab that shows the page already.
	takeToken();
	const first = app.schema.modules[0]?.name;
	if (!first) return show(main, div({ class: "page stack" }, element("p", { class: "empty" }, "The schema has no modules.")));
	try {
		await readAddress(first);
	} catch (error) { show(main, div({ class: "page" }, errorNotice(error))); }
}

async function draw() {
	if (!CLASSES[state.view]) state.view = "content";
	show(document.getElementById("views"), VIEWS.map(([name, label]) => element("a", {
		href: address({ view: name }), "aria-current": name === state.view ? "page" : null, onclick: (event) => { event.preventDefault(); go({ view: name }); },
	}, label)));
	const name = state.view;
	if (current?.name !== name) {
		const View = await CLASSES[name]();
		if (state.view !== name) return;
		current?.view.dispose();
		current = { name, view: new View(app) };
		show(main, current.view.node);
	}
	current.view.update();
	drawDiagnostics();
}

function drawEnd() {
	const { engines, canWrite } = app.status;
	const picker = element("select", { "aria-label": "Engine", onchange: () => { app.engine = picker.value; current.view.update(); } }, engines.map((engine) => option(engine.id, engine.label)));
	show(document.getElementById("end"),
		element("button", { type: "button", id: "problems", class: "danger", hidden: true, onclick: () => go({ view: "schema" }) }),
		engines.length > 1 ? picker : null,
		span({ class: `chip ${canWrite ? "warn" : ""}`, title: canWrite ? "Items can be changed." : "Start the explorer with --write to change items." }, canWrite ? "Writable" : "Read-only"),
		span({ class: "chip", id: "live", title: "Whether rows change as another process writes" }, "Live"),
		button("?", showShortcuts, { class: "icon quiet", "aria-label": "Keyboard shortcuts", title: "Keyboard shortcuts (?)" }));
}

function drawDiagnostics() {
	const node = document.getElementById("problems");
	const errors = app.schema.diagnostics.filter((entry) => entry.severity === "error").length;
	node.hidden = errors === 0;
	node.textContent = `${errors} schema ${errors === 1 ? "error" : "errors"}`;
}

function connected(isConnected, error) {
	const node = document.getElementById("live");
	node.className = `chip ${isConnected ? "good" : "bad"}`;
	node.textContent = isConnected ? "Live" : "Offline";
	node.title = isConnected ? "Rows change as another process writes." : error?.message ?? "";
}

async function changed({ modules, isSchemaNew }) {
	if (isSchemaNew) {
		try {
			app.schema = new Schema(await get("schema"));
			announce("The schema changed");
			if (!app.schema.module(state.query.module)) await setQuery({ module: app.schema.modules[0].name }, { item: null }, { replaces: true });
		} catch (error) { toast(error.message); }
		draw();
	}
	current?.view.changed?.(modules);
}

start();
