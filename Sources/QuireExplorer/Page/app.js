// Starts the page: reads the status and the schema, then shows the address's view.

import { dictionary, get, takeToken, useEngine } from "./api.js";
import { button, h, iconButton, select, show } from "./element.js";
import { announce, errorNotice, toast } from "./notices.js";
import { Schema } from "./schema.js";
import { app, go, link, onChange, readAddress, setQuery, state } from "./state.js";
import { ContentView } from "./content.js";
import { loadSaved } from "./saved.js";
import { listenForShortcuts, showShortcuts } from "./shortcuts.js";
import { watchChanges } from "./live.js";

/** Views other than the first load when they are shown, so that the first paint needs less. */
const VIEWS = {
	__proto__: null,
	content: ["Content", async () => ContentView],
	query: ["Query", async () => (await import("./query.js")).QueryView],
	schema: ["Schema", async () => (await import("./schema-view.js")).SchemaView],
	operations: ["Operations", async () => (await import("./operations.js")).OperationsView],
};

let current = null;
const main = document.getElementById("main");
const showPage = (...children) => show(main, h(".page.stack", children));

async function start() {
	takeToken();
	try {
		const [status, schema] = await Promise.all([get("status"), get("schema"), loadSaved().catch(() => {})]);
		app.status = status;
		app.schema = new Schema(schema);
	} catch (error) {
		return showPage(errorNotice(error), error.code === "token" ? h("p", "Open the URL that the program printed: its end is the token of this page.") : null);
	}
	app.refresh = () => current?.view.changed?.(dictionary(app.schema.modules.map((module) => [module.name, null])));
	document.title = `${app.status.title} – Quire Explorer`;
	document.getElementById("source").textContent = app.status.title;
	drawEnd();
	listenForShortcuts(Object.keys(VIEWS));
	onChange(draw);
	addEventListener("popstate", read);
	await read();
	watchChanges(changed, connected);
}

async function read() {
	// The printed URL may also be opened in a tab that shows the page already.
	takeToken();
	const first = app.schema.modules[0]?.name;
	if (!first) return showPage(h("p.empty", "The schema has no modules."));
	try {
		await readAddress(first);
	} catch (error) { showPage(errorNotice(error)); }
}

async function draw() {
	if (!VIEWS[state.view]) state.view = "content";
	show(document.getElementById("views"), Object.entries(VIEWS).map(([view, [label]]) => link({ view }, { "aria-current": view === state.view ? "page" : null }, label)));
	const name = state.view;
	if (current?.name !== name) {
		const View = await VIEWS[name][1]();
		if (state.view !== name) return;
		current?.view.dispose();
		current = { name, view: new View() };
		show(main, current.view.node);
	}
	current.view.update();
	drawDiagnostics();
}

function drawEnd() {
	const { engines, canWrite } = app.status;
	const choose = (id) => { useEngine(id); current.view.update(); };
	show(document.getElementById("end"),
		button("", () => go({ view: "schema" }), { id: "problems", class: "danger", hidden: true }),
		engines.length > 1 ? select("Engine", engines.map(({ id, label }) => [id, label]), engines[0].id, choose) : null,
		h("span.chip", { class: canWrite ? "warn" : "", title: canWrite ? "Items can be changed." : "Start the explorer with --write to change items." }, canWrite ? "Writable" : "Read-only"),
		h("span.chip", { id: "live" }, "Live"),
		iconButton("?", "Keyboard shortcuts", showShortcuts, { title: "Keyboard shortcuts (?)" }));
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
