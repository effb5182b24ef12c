// Code with coloured tokens.

import { button, div, element, span } from "./element.js";
import { copy } from "./notices.js";

const WORDS = {
	swift: "let|var|try|await|in|for|nil|true|false|import|func|return|if|else",
	json: "true|false|null",
	sql: "SELECT|FROM|WHERE|AND|OR|NOT|ORDER|BY|LIMIT|OFFSET|IS|NULL|IN|LIKE|EXISTS|JOIN|LEFT|ON|AS|ASC|DESC|BETWEEN|CASE|WHEN|THEN|ELSE|END|UNION|ALL|WITH|GROUP|COUNT|DISTINCT|MATCH|VALUES|CAST|ESCAPE|COLLATE|NULLS|FIRST|LAST|SEARCH|SCAN|USING|INDEX|COVERING|TEMP|B-TREE",
	http: "GET|POST|PUT|PATCH|DELETE|true|false|null",
};

/** A block of code with a button that copies it. */
export function codeBlock(text, language, what) {
	return div({ class: "stack" },
		div({ class: "row" }, button(`Copy ${what}`, () => copy(text, what))),
		element("pre", { class: "code", tabindex: 0, "aria-label": what }, colored(text, language)));
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
		nodes.push(span({ class: kind }, match[0]));
		end = match.index + match[0].length;
	}
	nodes.push(text.slice(end));
	return nodes;
}
