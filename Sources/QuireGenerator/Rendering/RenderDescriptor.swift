import QuireSchema

/// Writes the module descriptor for the runtime as JSON, because the compiler need not check a string.
enum RenderDescriptor {
    static func lines(of module: Module, types: DeclaredTypes) -> [String] {
        var head = "{\"name\": " + Literals.json(module.name) + formerNames(module.formerNames)
        if let id = module.id { head += ", \"id\": " + Literals.json(id) }
        if module.single { head += ", \"single\": true" }
        if let ranking = module.ranking {
            head += ", \"ranking\": {\"popularity\": " + Literals.json(ranking.popularity) + "}"
        }
        if !module.synonyms.isEmpty {
            head += ", \"synonyms\": [" + module.synonyms.map(json).joined(separator: ", ") + "]"
        }
        if let embedding = module.embedding {
            head += ", \"embedding\": {\"of\": " + list(embedding.fields)
            head += ", \"dimensions\": \(embedding.dimensions), \"model\": "
            head += Literals.json(embedding.model) + "}"
        }
        head += ", \"fields\": ["
        guard !module.fields.isEmpty else { return [head + "]}"] }
        var lines = [head]
        for (index, field) in module.fields.enumerated() {
            lines.append(
                "  " + json(field, types, isMember: false) + (index == module.fields.count - 1 ? "]}" : ","))
        }
        return lines
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map { Literals.json($0) }.joined(separator: ", ") + "]"
    }

    private static func json(_ synonym: Synonym) -> String {
        switch synonym {
        case .twoWay(let texts): return list(texts)
        case .oneWay(let search, let finds):
            return "{\"search\": " + Literals.json(search) + ", \"finds\": " + list(finds) + "}"
        }
    }

    private static func json(_ field: Field, _ types: DeclaredTypes, isMember: Bool) -> String {
        var result =
            "{\"name\": " + Literals.json(field.name) + formerNames(field.formerNames) + ", "
            + json(field.type, types)
        if field.required { result += ", \"required\": true" }
        if isMember, field.isQueryable { result += ", \"query\": true" }
        if field.sortable { result += ", \"sortable\": true" }
        if let facet = field.facet { result += ", \"facet\": \"\(facet.rawValue)\"" }
        if let weight = field.searchable { result += ", \"searchable\": " + number(weight) }
        if field.localized { result += ", \"localized\": true" }
        if !field.constraints.isEmpty { result += json(field.constraints) }
        // Only a store needs these: it fills required fields, and finds values that are no longer in the list.
        if field.required, let value = field.defaultValue {
            result += ", \"default\": " + DefaultJSON.json(value, of: field.type)
        }
        if let values = types.closedValues(of: field.type) {
            result += ", \"closed\": [" + values.map { Literals.json($0) }.joined(separator: ", ") + "]"
        }
        return result + "}"
    }

    /// The members that describe the type of a field.
    private static func json(_ type: FieldType, _ types: DeclaredTypes) -> String {
        let name = "\"type\": \"\(type.name)\""
        switch type {
        case .date(let format), .time(let format), .dateTime(let format):
            return format == .epochMilliseconds ? name : name + ", \"format\": \"\(format.rawValue)\""
        case .list(let element):
            return name + ", \"of\": {" + json(element, types) + "}"
        case .object(let fields):
            let members = fields.map { json($0, types, isMember: true) }.joined(separator: ", ")
            return name + ", \"fields\": [" + members + "]"
        case .relation(let module), .relations(let module):
            return name + ", \"module\": " + Literals.json(module)
        case .scalar(let scalar):
            return name + ", \"base\": \"\(types.scalars[scalar]?.base.rawValue ?? "text")\""
        case .choice(let choices), .choices(let choices):
            return name + renamedChoices(types.values(of: choices))
        default:
            return name
        }
    }

    private static func formerNames(_ names: [FormerName]) -> String {
        guard !names.isEmpty else { return "" }
        return ", \"was\": [" + names.map { Literals.json($0.name) }.joined(separator: ", ") + "]"
    }

    /// The current values of choices by their former ones.
    private static func renamedChoices(_ values: [ChoiceValue]) -> String {
        let pairs = values.flatMap { value in
            value.formerNames.map { Literals.json($0.name) + ": " + Literals.json(value.raw) }
        }
        return pairs.isEmpty ? "" : ", \"renamed\": {" + pairs.joined(separator: ", ") + "}"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}

/// The declarations that the types of fields refer to by name.
struct DeclaredTypes {
    let scalars: [String: Scalar]
    private let enumerations: [String: Enumeration]

    init(_ schema: Schema) {
        scalars = Dictionary(schema.scalars.map { ($0.name, $0) }) { first, _ in first }
        enumerations = Dictionary(schema.enumerations.map { ($0.name, $0) }) { first, _ in first }
    }

    func values(of choices: ChoiceSet) -> [ChoiceValue] {
        switch choices {
        case .shared(let name): return enumerations[name]?.values ?? []
        case .inline(let values, _): return values
        }
    }

    /// The values of a choice whose list is closed.
    func closedValues(of type: FieldType) -> [String]? {
        switch type {
        case .choice(let choices) where isClosed(choices), .choices(let choices) where isClosed(choices):
            return values(of: choices).map(\.raw)
        default: return nil
        }
    }

    private func isClosed(_ choices: ChoiceSet) -> Bool {
        switch choices {
        case .shared(let name): return enumerations[name]?.closed ?? false
        case .inline(_, let closed): return closed
        }
    }
}

extension RenderDescriptor {
    /// The members that describe the constraints of a field, each after a comma.
    static func json(_ constraints: Constraints) -> String {
        var result = ""
        if constraints.unique { result += ", \"unique\": true" }
        if let minimum = constraints.minimum { result += ", \"minimum\": \(minimum)" }
        if let maximum = constraints.maximum { result += ", \"maximum\": \(maximum)" }
        if let minLength = constraints.minLength { result += ", \"minLength\": \(minLength)" }
        if let maxLength = constraints.maxLength { result += ", \"maxLength\": \(maxLength)" }
        if let pattern = constraints.pattern { result += ", \"pattern\": " + Literals.json(pattern) }
        if let minItems = constraints.minItems { result += ", \"minItems\": \(minItems)" }
        if let maxItems = constraints.maxItems { result += ", \"maxItems\": \(maxItems)" }
        return result
    }
}

/// Writes a default value as JSON, in the field's format on the wire.
enum DefaultJSON {
    static func json(_ value: DefaultValue, of type: FieldType) -> String {
        switch value {
        case .text(let text): Literals.json(text)
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .boolean(let boolean): boolean ? "true" : "false"
        case .date(let milliseconds): date(milliseconds, type)
        case .list(let values): "[" + values.map { json($0, of: type.element) }.joined(separator: ", ") + "]"
        }
    }

    private static func date(_ milliseconds: Int64, _ type: FieldType) -> String {
        switch type {
        case .date(let format), .time(let format), .dateTime(let format):
            switch format {
            case .epochMilliseconds: String(milliseconds)
            case .epochSeconds: String(milliseconds / 1000)
            case .rfc3339: Literals.json(formatRFC3339(milliseconds))
            case .dateOnly: Literals.json(formatDay(milliseconds))
            }
        default: String(milliseconds)
        }
    }
}

extension FieldType {
    /// The type of a list's elements; the type itself if it is no list.
    fileprivate var element: FieldType { if case .list(let element) = self { element } else { self } }
}

/// The descriptors of a schema's modules as the JSON in generated code, for programs that use a schema without
/// compiling it.
package func describeModules(of schema: Schema) -> [String] {
    let types = DeclaredTypes(schema)
    return schema.modules.map { RenderDescriptor.lines(of: $0, types: types).joined(separator: "\n") }
}
