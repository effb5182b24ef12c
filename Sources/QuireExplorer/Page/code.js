// Code with coloured tokens.

import { button, h } from "./element.js";
import { copy } from "./notices.js";

const WORDS = {
	swift: "let|var|try|await|in|for|nil|true|false|import|func|return|if|else",
	json: "true|false|null",
	sql: "[A-Z][A-Z-]+",
	http: "GET|POST|PUT|PATCH|DELETE|true|false|null",
};

export function codeBlock(text, language, what) {
	return h(".stack",
		h(".row", button(`Copy ${what}`, () => copy(text, what))),
		h("pre.code", { tabindex: 0, label: what }, colored(text, language)));
}

function colored(text, language) {
	// Colouring a very long text would cost more than it helps.
	if (text.length > 60_000) return text;
	const pattern = new RegExp(
		`(?<s>"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\n]|'')*')|(?<c>//[^\\n]*|--[^\\n]*)|(?<n>\\b\\d[\\d_]*(?:\\.\\d+)?\\b)|(?<w>\\b(?:${WORDS[language] ?? WORDS.http})\\b|\\\\\\.[A-Za-z_][\\w.]*)`, "g");
	const nodes = [];
	let end = 0;
	for (const match of text.matchAll(pattern)) {
		if (match.index > end) nodes.push(text.slice(end, match.index));
		const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
		nodes.push(h("span", { class: kind }, match[0]));
		end = match.index + match[0].length;
	}
	nodes.push(text.slice(end));
	return nodes;
}
