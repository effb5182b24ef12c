// What the schema says: modules, fields, operators, and what they allow.

export class Schema {
	constructor(description) {
		this.revision = description.revision;
		this.diagnostics = description.diagnostics ?? [];
		this.modules = description.modules ?? [];
		/** As fields, with the names that queries use. */
		this.metadata = (description.metadata ?? []).map((field) => ({ ...field, name: `@${field.name}` }));
		this.diagram = description.diagram;
		this.byName = new Map(this.modules.map((module) => [module.name, module]));
	}

	module(name) { return this.byName.get(name); }

	field(module, name) { return [...fieldsOf(module), ...this.metadata].find((field) => field.name === name); }

	/** The relations of a module in both directions, as `relation` in queries names them. */
	relations(module) {
		const reverse = module.reverse.map(({ module, field }) => ({ name: `${module}.${field}`, label: `${module} by ${field}`, module, isReverse: true }));
		return [...fieldsOf(module).filter(isRelation).map((field) => ({ name: field.name, label: field.name, module: field.module })), ...reverse]
			.map((relation) => ({ ...relation, target: this.module(relation.module) }));
	}

	/** What `any`, `none` and `every` look into: the relations, and the lists of objects. */
	collections(module) {
		const lists = fieldsOf(module).filter((field) => field.isList && field.fields?.some((member) => member.operators.length));
		return [...this.relations(module), ...lists.map((field) => ({ name: field.name, label: field.name, target: { name: field.name, fields: field.fields, reverse: [] } }))];
	}

	/** The fields that a query shows: those that it selects, or the title and then short fields. */
	shown(module, query) {
		if (query.fields?.length) return [...new Set(query.fields.map((name) => this.field(module, name) ?? this.field(module, name.split(".")[0])))].filter(Boolean);
		const long = ["longText", "html", "json", "object", "list", "localizedText", "image", "video", "audio", "document"];
		const rank = (field) => field.name === module.titleField ? 0 : long.includes(field.type) || field.deprecated ? 2 : 1;
		return module.fields.toSorted((one, other) => rank(one) - rank(other)).slice(0, 9);
	}
}

/** The fields of a module, and the members of its objects by their paths. */
export function fieldsOf({ fields }) {
	const within = (field) => [field, ...(field.fields ?? []).flatMap((member) => within({ ...member, name: `${field.name}.${member.name}` }))];
	return fields.flatMap(within);
}

export const isRelation = (field) => field.type === "relation" || field.type === "relations";
export const isNumeric = (field) => field.type === "integer" || field.type === "number";
export const isDate = (field) => field.type === "date" || field.type === "dateTime";
export const isMedia = (field) => ["url", "image", "video", "audio", "document"].includes(field.type);

/** The type of a list's elements, as a field. */
export function elementField(field) {
	const type = { list: field.of, choices: "choice", relations: "relation" }[field.type];
	return type ? { ...field, type, isList: false } : field;
}

export function typeName(field) {
	if (field.type === "list") return `list of ${elementField(field).type ?? "values"}`;
	return field.module ? `${field.type} → ${field.module}` : field.type;
}

/** An item's title: the value of the title field in the first locale, its name, or its id. */
export function titleOf(module, row) {
	const title = module?.titleField ? row.values[module.titleField] : null;
	return (title && typeof title === "object" ? Object.values(title)[0] : title) ?? row.meta?.name ?? row.id;
}
