// What the schema says: modules, fields, operators, and what they allow.

export class Schema {
	constructor(description) {
		this.revision = description.revision;
		this.diagnostics = description.diagnostics ?? [];
		this.modules = description.modules ?? [];
		this.metadata = description.metadata ?? [];
		this.diagram = description.diagram;
		this.byName = new Map(this.modules.map((module) => [module.name, module]));
	}

	module(name) { return this.byName.get(name); }

	/** A field by its name; metadata starts with @. */
	field(module, name) {
		return name.startsWith("@")
			? this.metadata.find((field) => field.name === name.slice(1))
			: module.fields.find((field) => field.name === name);
	}

	/** The relations of a module in both directions, as `relation` in queries names them. */
	relations(module) {
		const forward = module.fields.filter(isRelation)
			.map((field) => ({ name: field.name, label: field.name, module: field.module, isReverse: false, isList: isList(field) }));
		const reverse = (module.reverse ?? [])
			.map((entry) => ({
				name: `${entry.module}.${entry.field}`, label: `${entry.module} by ${entry.field}`, module: entry.module,
				isReverse: true, isList: true,
			}));
		return [...forward, ...reverse];
	}

	/** The columns of a table without a projection: the title, then short fields. */
	columns(module) {
		const long = ["longText", "html", "json", "object", "list", "localizedText", "image", "video", "audio", "document"];
		const isLong = (field) => long.includes(field.type) || field.deprecated;
		const title = module.fields.filter((field) => field.name === module.titleField);
		const rest = module.fields.filter((field) => field.name !== module.titleField);
		return [...title, ...rest.filter((field) => !isLong(field)), ...rest.filter(isLong)]
			.slice(0, 9).map((field) => field.name);
	}
}

export const isRelation = (field) => field.type === "relation" || field.type === "relations";
export const isList = (field) => field.isList || ["list", "choices", "relations"].includes(field.type);
export const isNumeric = (field) => field.type === "integer" || field.type === "number";
export const isDate = (field) => field.type === "date" || field.type === "dateTime";
export const isMedia = (field) => ["url", "image", "video", "audio", "document"].includes(field.type);

/** The type of a list's elements, as a field. */
export function elementField(field) {
	if (field.type === "list") return { ...(typeof field.of === "object" ? field.of : { type: field.of }), name: field.name };
	if (field.type === "choices") return { ...field, type: "choice", isList: false };
	if (field.type === "relations") return { ...field, type: "relation", isList: false };
	return field;
}

export function typeName(field) {
	if (field.type === "list") return `list of ${elementField(field).type ?? "values"}`;
	return field.module ? `${field.type} → ${field.module}` : field.type;
}
