// A table of any number of rows. Only visible rows are in the document, and only pages near them in memory.
//
// The page after a loaded one is read by its cursor, at the same cost at any depth. A jump reads by offset.

import { h, show } from "./element.js";

const PAGE = 100;
const KEPT_PAGES = 40;
const OVERSCAN = 6;
/** Browsers limit the height of an element. Beyond it, the scroll bar covers several rows per pixel. */
const MAXIMUM_HEIGHT = 8_000_000;

export class Table {
	/**
	 * @param columns [{ name, label, width, grows, isNumber, sort: "ascending" | "descending" | null, isSortable, render(row) }]
	 * @param load ({ cursor, offset, size, count, signal }) => Promise of { rows, next, total }
	 * @param onOpen called with a row
	 */
	constructor({ columns, load, onOpen, onSort, onLoad, onError, label }) {
		Object.assign(this, { columns, load, onOpen, onSort, onLoad, onError });
		this.total = null;
		this.top = 0;
		this.active = -1;
		this.selected = null;
		this.forget();
		this.lines = new Map();
		this.head = h(".head", { role: "row", "aria-rowindex": 1 });
		this.body = h(".body", { role: "rowgroup" });
		this.node = h(".table", {
			role: "grid", tabindex: 0, label, onscroll: () => this.scrolled(), onfocus: () => this.focused(), onkeydown: (event) => this.key(event),
		}, h(".head-group", { role: "rowgroup" }, this.head), this.body);
		this.node.style.setProperty("--columns", columns.map(({ width, grows }) => grows ? `minmax(${width}px, ${grows}fr)` : `${width}px`).join(" "));
		this.node.style.setProperty("--minimum", `${columns.reduce((sum, column) => sum + column.width, 0)}px`);
		this.node.setAttribute("aria-colcount", columns.length);
		this.drawHead();
		this.observer = new ResizeObserver(() => this.resized());
		this.observer.observe(this.node);
	}

	dispose() {
		clearTimeout(this.timer);
		this.observer.disconnect();
		this.isDisposed = true;
		for (const page of this.pages.values()) page.abort?.abort();
	}

	forget() {
		for (const page of this.pages?.values() ?? []) page.abort?.abort();
		this.pages = new Map();
		this.next = new Map();
		this.generation = (this.generation ?? 0) + 1;
	}

	drawHead() {
		show(this.head, this.columns.map((column) => {
			const mark = column.sort === "ascending" ? " ↑" : column.sort === "descending" ? " ↓" : "";
			const label = column.isSortable
				? h("button", { title: `Sort by ${column.label}`, onclick: (event) => this.onSort(column.name, event.shiftKey) }, column.label, mark)
				: h("span.clip.muted", { title: column.label }, column.label);
			return h("div", { role: "columnheader", class: column.isNumber ? "number" : null, "aria-sort": column.sort ?? (column.isSortable ? "none" : null) }, label);
		}));
	}

	get rowHeight() { return this.measured ??= parseFloat(getComputedStyle(this.node).getPropertyValue("--row")) || 34; }
	get visible() { return Math.max(1, (this.node.clientHeight - this.rowHeight) / this.rowHeight); }
	get count() { return this.total ?? this.known ?? 0; }
	get maximumTop() { return Math.max(0, this.count - this.visible); }

	resized() {
		this.measured = null;
		this.measure();
		this.draw();
	}

	start() { this.page(0); }

	/** Loads the visible pages again and marks the changed rows. */
	refresh(changed) {
		const before = this.pages;
		this.forget();
		this.changed = changed;
		for (const [index, page] of before) if (page.rows?.length) this.pages.set(index, { rows: page.rows, isStale: true });
		// Without rows, nothing in sight asks for any.
		if (this.pages.size === 0 || this.count === 0) this.start();
		this.draw();
		setTimeout(() => { this.changed = null; }, 2000);
	}

	measure() {
		const full = this.count * this.rowHeight;
		this.isScaled = full > MAXIMUM_HEIGHT;
		this.body.style.height = `${Math.min(full, MAXIMUM_HEIGHT)}px`;
		this.node.setAttribute("aria-rowcount", this.total === null ? -1 : this.count + 1);
	}

	get maximumScroll() { return Math.max(1, this.node.scrollHeight - this.node.clientHeight); }

	scrolled() {
		const position = this.node.scrollTop;
		if (position === this.expected) return;
		if (!this.isScaled) this.top = position / this.rowHeight;
		else {
			const distance = position - (this.last ?? 0);
			const isJump = Math.abs(distance) > 2 * this.node.clientHeight;
			const atEnd = position <= 0 || position >= this.maximumScroll - 1;
			this.top = isJump || atEnd ? (position / this.maximumScroll) * this.maximumTop : this.top + distance / this.rowHeight;
			this.top = Math.min(Math.max(0, this.top), this.maximumTop);
		}
		this.last = position;
		this.expected = null;
		this.draw();
	}

	scrollTo(top) {
		this.top = Math.min(Math.max(0, top), this.maximumTop);
		const position = this.isScaled ? (this.top / Math.max(1, this.maximumTop)) * this.maximumScroll : this.top * this.rowHeight;
		this.node.scrollTop = position;
		this.last = this.expected = this.node.scrollTop;
		this.draw();
	}

	draw() {
		if (this.isDisposed) return;
		const first = Math.max(0, Math.floor(this.top) - OVERSCAN);
		const end = Math.min(this.count, Math.ceil(this.top + this.visible) + OVERSCAN);
		for (const [index, line] of this.lines) {
			if (index < first || index >= end) {
				line.node.remove();
				this.lines.delete(index);
			}
		}
		const base = this.isScaled ? this.node.scrollTop - this.top * this.rowHeight : 0;
		for (let index = first; index < end; index += 1) {
			const row = this.row(index);
			let line = this.lines.get(index);
			if (!line || line.row !== row) {
				line?.node.remove();
				line = { row, node: this.line(index, row) };
				this.lines.set(index, line);
				this.body.append(line.node);
			}
			line.node.style.transform = `translateY(${base + index * this.rowHeight}px)`;
			line.node.classList.toggle("active", index === this.active);
			line.node.setAttribute("aria-selected", row !== undefined && row.id === this.selected ? "true" : "false");
		}
		if (this.active >= 0) this.node.setAttribute("aria-activedescendant", `line-${this.active}`);
		this.request(first, end);
	}

	row(index) { return this.pages.get(Math.floor(index / PAGE))?.rows?.[index % PAGE]; }

	line(index, row) {
		const isChanged = row && this.changed?.includes(row.id);
		return h("div", {
			class: `line${isChanged ? " changed" : ""}`, role: "row", id: `line-${index}`, "aria-rowindex": index + 2,
			onclick: () => this.open(index),
		}, this.columns.map((column) => h("div", { role: "gridcell", class: column.isNumber ? "number" : null },
			row ? column.render(row) : h("span.placeholder", { "aria-hidden": "true" }))));
	}

	/** Requests the pages that are visible once scrolling has paused for a moment. */
	request(first, end) {
		clearTimeout(this.timer);
		const needed = [];
		for (let page = Math.floor(first / PAGE); page * PAGE < end; page += 1) {
			const known = this.pages.get(page);
			if (!known || known.isStale) needed.push(page);
		}
		if (needed.length === 0) return;
		const load = () => needed.forEach((page) => this.page(page));
		const isNext = needed.every((page) => this.next.has(page));
		if (isNext) load();
		else this.timer = setTimeout(load, 60);
	}

	async page(index) {
		const known = this.pages.get(index);
		if (known && !known.isStale) return;
		const { generation } = this;
		const abort = new AbortController();
		this.pages.set(index, { rows: known?.rows, abort });
		const cursor = this.next.get(index);
		try {
			const response = await this.load({
				cursor: cursor ?? null, offset: cursor ? null : index * PAGE, size: PAGE, count: this.total === null || !cursor, signal: abort.signal,
			});
			if (generation !== this.generation || this.isDisposed) return;
			this.pages.set(index, { rows: response.rows });
			if (response.next) this.next.set(index + 1, response.next);
			if (typeof response.total === "number") this.total = response.total;
			else if (this.total === null) {
				const end = index * PAGE + response.rows.length + (response.next ? PAGE : 0);
				this.known = Math.max(this.known ?? 0, end);
			}
			this.evict(index);
			this.measure();
			this.onLoad?.(response);
			this.draw();
		} catch (error) {
			if (error.name === "AbortError" || generation !== this.generation || this.isDisposed) return;
			this.pages.set(index, { rows: known?.rows ?? [] });
			this.onError?.(error);
		}
	}

	evict(index) {
		if (this.pages.size <= KEPT_PAGES) return;
		const farthest = [...this.pages.keys()].sort((a, b) => Math.abs(b - index) - Math.abs(a - index));
		for (const key of farthest.slice(0, this.pages.size - KEPT_PAGES)) {
			this.pages.get(key).abort?.abort();
			this.pages.delete(key);
		}
	}

	key(event) {
		if (event.target !== this.node || event.altKey) return;
		const last = this.count - 1;
		const move = {
			ArrowDown: this.active + 1, ArrowUp: this.active - 1, j: this.active + 1, k: this.active - 1,
			PageDown: this.active + Math.floor(this.visible), PageUp: this.active - Math.floor(this.visible), Home: 0, End: last,
		}[event.key];
		if (move !== undefined && !event.metaKey) {
			event.preventDefault();
			this.activate(Math.min(Math.max(0, move), last));
		} else if (event.key === "Enter" && this.active >= 0) {
			event.preventDefault();
			this.open(this.active);
		}
	}

	focused() {
		if (this.active < 0 && this.count > 0 && this.node.matches(":focus-visible")) this.activate(Math.ceil(this.top));
	}

	activate(index) {
		if (index < 0) return;
		this.active = index;
		if (index < this.top) this.scrollTo(index);
		else if (index > this.top + this.visible - 1) this.scrollTo(index - this.visible + 1);
		else this.draw();
	}

	open(index) {
		const row = this.row(index);
		this.active = index;
		if (row && !row.missing) this.onOpen(row);
		this.draw();
	}

	select(id) {
		this.selected = id;
		this.draw();
	}
}
