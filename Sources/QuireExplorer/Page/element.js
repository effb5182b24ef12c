// Builds DOM nodes. Content only ever becomes text: nothing here parses markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * element("button", { class: "quiet", onclick: run, "aria-label": "Run" }, "Run")
 * Properties that start with "on" are listeners, `true` sets an empty attribute, and null, undefined and false are left out.
 * Children are nodes, texts, numbers or lists of them.
 */
export function element(tag, properties, ...children) {
	return fill(document.createElement(tag), properties, children);
}

export const div = (properties, ...children) => element("div", properties, ...children);
export const span = (properties, ...children) => element("span", properties, ...children);

/** The same for SVG. */
export function svg(tag, properties, ...children) {
	return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(node, properties, children) {
	for (const [name, value] of Object.entries(properties ?? {})) {
		if (value === null || value === undefined || value === false) continue;
		if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
		else if (name === "value") node.value = value;
		else node.setAttribute(name, value === true ? "" : value);
	}
	append(node, children);
	return node;
}

function append(node, children) {
	for (const child of children) {
		if (Array.isArray(child)) append(node, child);
		else if (child !== null && child !== undefined && child !== false) node.append(child);
	}
}

/** Replaces the children of a node. */
export function show(node, ...children) {
	node.replaceChildren();
	append(node, children);
	return node;
}

/** A text of the content: isolated, so that its direction cannot disturb what stands around it. */
export function content(text, properties = {}) {
	return element("bdi", { dir: "auto", ...properties }, String(text));
}

/** A button that is drawn quietly, with a label for screen readers if the text is a symbol. */
export function button(text, onclick, properties = {}) {
	return element("button", { type: "button", onclick, ...properties }, text);
}

export function option(value, text, isSelected) {
	return element("option", { value, selected: isSelected }, text ?? value);
}

/** A table. A row is a list of cells, or { cells, class }. */
export function table(heads, rows, properties) {
	const row = ({ cells, class: name }) => element("tr", { class: name }, cells.map((cell) => element("td", {}, cell)));
	return element("div", { class: "scroll-x", tabindex: 0, "aria-label": heads.join(", ") }, element("table", { class: "results", ...properties },
		element("thead", {}, element("tr", {}, heads.map((label) => element("th", { scope: "col" }, label)))),
		element("tbody", {}, rows.map((cells) => row(Array.isArray(cells) ? { cells } : cells)))));
}

/** Check boxes of names. `change` gets the chosen ones. */
export function checks(names, chosen, change, properties) {
	const now = [...chosen];
	return names.map((name) => element("label", properties, element("input", {
		type: "checkbox", checked: now.includes(name),
		onchange: (event) => {
			if (event.target.checked) now.push(name);
			else now.splice(now.indexOf(name), 1);
			change([...now]);
		},
	}), element("span", { class: "clip" }, name)));
}

/** A number with separators, such as 1,000,000. */
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
