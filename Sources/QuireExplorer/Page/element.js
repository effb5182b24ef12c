// Builds DOM nodes. Content only ever becomes text: nothing here parses markup.

/**
 * h("button.quiet", { onclick: run, label: "Run the query" }, "Run")
 * The tag is "div" if the text starts with a class. Properties may be left out. Those that start with "on" are listeners,
 * `label` is the name for screen readers, `true` sets an empty attribute, and null, undefined and false are left out.
 * Children are nodes, texts, numbers or lists of them.
 */
export function h(selector, ...rest) {
	const [tag, ...classes] = selector.split(".");
	return fill(document.createElement(tag || "div"), classes, rest);
}

export function svg(selector, ...rest) {
	const [tag, ...classes] = selector.split(".");
	return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), classes, rest);
}

function fill(node, classes, [first, ...others]) {
	const hasProperties = first?.constructor === Object;
	const properties = hasProperties ? first : {};
	const names = [...classes, properties.class].filter(Boolean).join(" ");
	for (const [name, value] of Object.entries({ ...properties, class: names || null })) {
		if (value === null || value === undefined || value === false) continue;
		if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
		else if (name === "value") node.value = value;
		else node.setAttribute(name === "label" ? "aria-label" : name, value === true ? "" : value);
	}
	append(node, hasProperties ? others : [first, ...others]);
	return node;
}

function append(node, children) {
	for (const child of children) {
		if (Array.isArray(child)) append(node, child);
		else if (child !== null && child !== undefined && child !== false) node.append(child);
	}
}

/** Replaces the children of a node. The focus stays on the control with the same name. */
export function show(node, ...children) {
	const active = document.activeElement;
	const name = node !== active && node.contains(active) ? nameOf(active) : null;
	const alike = () => [...node.querySelectorAll(active.localName)].filter((other) => nameOf(other) === name);
	const index = name === null ? -1 : alike().indexOf(active);
	node.replaceChildren();
	append(node, children);
	if (index >= 0) alike()[index]?.focus({ preventScroll: true });
	return node;
}

// The text of some controls changes, such as a number of items beside a name. They have their name as data.
const nameOf = (node) => node.dataset.name ?? node.getAttribute("aria-label") ?? node.textContent;

/** A text of the content: isolated, so that its direction cannot disturb what stands around it. */
export function content(text, properties = {}) {
	return h("bdi", { dir: "auto", ...properties }, String(text));
}

export function button(text, onclick, properties = {}) {
	return h("button", { type: "button", onclick, ...properties }, text);
}

export function iconButton(symbol, label, onclick, properties = {}) {
	return button(symbol, onclick, { class: "quiet icon", label, title: label, ...properties });
}

/** A select element. `options` are values, or [value, text]; another current value is added. */
export function select(label, options, current, onchange, properties = {}) {
	const pairs = options.map((entry) => Array.isArray(entry) ? entry : [entry, entry]);
	if (!pairs.some(([value]) => value === current)) pairs.unshift([current, current || "Choose…"]);
	const node = h("select", { label, onchange: () => onchange(node.value), ...properties },
		pairs.map(([value, text]) => h("option", { value, selected: value === current }, text)));
	return node;
}

/** A table. A row is a list of cells, or { cells, class }. */
export function table(heads, rows, properties = {}) {
	const line = ({ cells, class: name }) => h("tr", { class: name }, cells.map((cell) => h("td", cell)));
	return h(".scroll-x", { tabindex: 0, label: heads.join(", ") }, h("table.results", properties,
		h("thead", h("tr", heads.map((label) => h("th", { scope: "col" }, label)))),
		h("tbody", rows.map((cells) => line(Array.isArray(cells) ? { cells } : cells)))));
}

/** Check boxes of names. `change` gets the chosen ones. */
export function checks(names, chosen, change, properties = {}) {
	const now = [...chosen];
	return names.map((name) => h("label", properties, h("input", {
		type: "checkbox", checked: now.includes(name),
		onchange: (event) => {
			if (event.target.checked) now.push(name);
			else now.splice(now.indexOf(name), 1);
			change([...now]);
		},
	}), h("span.clip", name)));
}

export function count(number) {
	return typeof number === "number" ? number.toLocaleString("en") : "?";
}

export function plural(number, one, many = `${one}s`) {
	return `${count(number)} ${number === 1 ? one : many}`;
}

export function milliseconds(duration) {
	return duration < 10 ? `${duration.toFixed(1)} ms` : `${Math.round(duration)} ms`;
}

/** Calls a function once, after calls have stopped for a while. */
export function debounced(delay, run) {
	let timer;
	return (...values) => {
		clearTimeout(timer);
		timer = setTimeout(() => run(...values), delay);
	};
}
