// The schema's relations as a diagram: zoom with the wheel, + and -; pan by dragging or with the arrows.

import { button, h, svg } from "./element.js";

export class Diagram {
	constructor(diagram, onChoose) {
		this.size = { width: diagram?.width ?? 100, height: diagram?.height ?? 100 };
		this.boxes = new Map();
		this.root = svg("svg", {
			role: "group", label: "Diagram of the relations", tabindex: 0, preserveAspectRatio: "xMidYMid meet",
			onkeydown: (event) => this.key(event), onwheel: (event) => this.wheel(event), onpointerdown: (event) => this.drag(event),
		}, svg("defs", marker("one", "M0 0L8 4L0 8"), marker("many", "M8 0L0 4L8 8M0 4H8")),
		(diagram?.arrows ?? []).map(arrow), (diagram?.boxes ?? []).map((box) => this.box(box, onChoose)));
		this.node = h(".diagram", this.root, h(".tools",
			button("+", () => this.zoom(1 / 1.3), { class: "icon", label: "Zoom in" }), button("−", () => this.zoom(1.3), { class: "icon", label: "Zoom out" }),
			button("Fit", () => this.fit())));
		this.isFitted = true;
		new ResizeObserver(() => this.isFitted && this.fit()).observe(this.root);
	}

	/** Shows as much as fits without texts that are too small to read. */
	fit() {
		const { clientWidth, clientHeight } = this.root;
		this.view = { x: -20, y: -20, width: Math.min(this.size.width + 40, clientWidth / 0.9), height: Math.min(this.size.height + 40, clientHeight / 0.9) };
		this.reveal();
		this.isFitted = true;
	}

	/** Moves to the current module, if it is out of sight. */
	reveal() {
		const { view } = this;
		const { x, y } = this.boxes.get(this.current)?.box ?? { x: 0, y: 0 };
		if (x < view.x || y < view.y || x > view.x + view.width - 80 || y > view.y + view.height - 40) Object.assign(view, { x: x - 20, y: y - 20 });
		this.apply();
	}

	move(view) {
		this.isFitted = false;
		Object.assign(this.view, view);
		this.apply();
	}

	apply() {
		const { x, y, width, height } = this.view;
		this.root.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
	}

	zoom(factor, at = { x: this.view.x + this.view.width / 2, y: this.view.y + this.view.height / 2 }) {
		const width = this.view.width * factor;
		if (width < 60 || width > this.size.width * 8 + 400) return;
		this.move({ x: at.x - (at.x - this.view.x) * factor, y: at.y - (at.y - this.view.y) * factor, width, height: this.view.height * factor });
	}

	point(event) {
		const point = new DOMPoint(event.clientX, event.clientY);
		return point.matrixTransform(this.root.getScreenCTM().inverse());
	}

	wheel(event) {
		event.preventDefault();
		this.zoom(event.deltaY > 0 ? 1.12 : 1 / 1.12, this.point(event));
	}

	drag(event) {
		if (event.button !== 0) return;
		const scale = 1 / this.root.getScreenCTM().a;
		const { x, y } = this.view;
		const move = (moved) => this.move({ x: x - (moved.clientX - event.clientX) * scale, y: y - (moved.clientY - event.clientY) * scale });
		const end = () => {
			removeEventListener("pointermove", move);
			removeEventListener("pointerup", end);
		};
		addEventListener("pointermove", move);
		addEventListener("pointerup", end);
	}

	key(event) {
		const step = this.view.width / 12;
		const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
		if (moves[event.key]) {
			const [x, y] = moves[event.key];
			this.move({ x: this.view.x + x, y: this.view.y + y });
		} else if (event.key === "+" || event.key === "=") this.zoom(1 / 1.3);
		else if (event.key === "-") this.zoom(1.3);
		else if (event.key === "0") this.fit();
		else return;
		event.preventDefault();
	}

	box(box, onChoose) {
		const choose = () => onChoose(box.module);
		const height = 20, top = 30;
		const node = svg("g.box", {
			role: "button", tabindex: 0, label: `Module ${box.module}`, "data-module": box.module, transform: `translate(${box.x} ${box.y})`, onclick: choose,
			onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); choose(); } },
		}, svg("rect", { width: box.width, height: box.height, rx: 6 }), svg("text.title", { x: 10, y: 19 }, box.module),
		(box.rows ?? []).map((row, index) => {
			const y = top + index * height + 8;
			return [svg("text", { x: 10, y }, row.name), svg("text.type", { x: box.width - 10, y, "text-anchor": "end" }, row.type)];
		}));
		this.boxes.set(box.module, { node, box });
		return node;
	}

	select(name) {
		for (const [module, { node }] of this.boxes) node.classList.toggle("current", module === name);
		if (this.current !== name && this.view) {
			this.current = name;
			this.reveal();
		}
		this.current = name;
	}
}

function arrow(entry) {
	const path = entry.points.map(([x, y], index) => `${index ? "L" : "M"}${x} ${y}`).join("");
	return svg("path.edge", { d: path, "marker-end": `url(#${entry.isList ? "many" : "one"})` }, svg("title", `${entry.source}.${entry.field} → ${entry.target}`));
}

function marker(id, d) {
	return svg("marker", { id, viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" }, svg("path", { d }));
}
