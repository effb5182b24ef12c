// Inputs that the builder and the forms share.

import { post } from "./api.js";
import { debounced, element, option, show, span } from "./element.js";

let lastList = 0;

/** An input with suggestions: `node` to show, and the `input` in it. */
export function withSuggestions(input, values = []) {
	const id = `suggestions-${++lastList}`;
	const list = element("datalist", { id }, values.map((value) => option(value)));
	input.setAttribute("list", id);
	return { node: span({ class: "suggesting" }, input, list), input, list };
}

/** An input for the id of an item, which suggests items by their names. */
export function idInput(module, value, onChange) {
	const suggest = debounced(200, async (search) => {
		try {
			const { items } = await post("titles", { module, search, size: 20 });
			show(list, items.map((item) => option(item.id, item.name)));
		} catch { show(list); }
	});
	const input = element("input", {
		value: value ?? "", dir: "auto", placeholder: `id in ${module}`, "aria-label": `id in ${module}`,
		oninput: () => { onChange(input.value); suggest(input.value); }, onfocus: () => suggest(input.value),
	});
	const { node, list } = withSuggestions(input);
	return { node, input };
}
