import QuireSchema

/// Writes the module descriptor for the runtime as JSON, because the compiler need not check a string.
enum RenderDescriptor {
    static func lines(of module: Module, scalars: [String: Scalar]) -> [String] {
        var head = "{\"name\": " + Literals.json(module.name)
        if let id = module.id { head += ", \"id\": " + Literals.json(id) }
        if module.single { head += ", \"single\": true" }
        if let ranking = module.ranking {
            head += ", \"ranking\": {\"popularity\": " + Literals.json(ranking.popularity) + "}"
        }
        if !module.synonyms.isEmpty {
            head += ", \"synonyms\": [" + module.synonyms.map(json).joined(separator: ", ") + "]"
        }
        head += ", \"fields\": ["
        guard !module.fields.isEmpty else { return [head + "]}"] }
        var lines = [head]
        for (index, field) in module.fields.enumerated() {
            lines.append(
                "  " + json(field, scalars) + (index == module.fields.count - 1 ? "]}" : ","))
        }
        return lines
    }

    private static func json(_ synonym: Synonym) -> String {
        func list(_ texts: [String]) -> String {
            "[" + texts.map { Literals.json($0) }.joined(separator: ", ") + "]"
        }
        switch synonym {
        case .twoWay(let texts): return list(texts)
        case .oneWay(let search, let finds):
            return "{\"search\": " + Literals.json(search) + ", \"finds\": " + list(finds) + "}"
        }
    }

    private static func json(_ field: Field, _ scalars: [String: Scalar]) -> String {
        var result = "{\"name\": " + Literals.json(field.name) + ", " + json(field.type, scalars)
        if field.required { result += ", \"required\": true" }
        if field.sortable { result += ", \"sortable\": true" }
        if let facet = field.facet { result += ", \"facet\": \"\(facet.rawValue)\"" }
        if let weight = field.searchable { result += ", \"searchable\": " + number(weight) }
        if field.localized { result += ", \"localized\": true" }
        if !field.constraints.isEmpty { result += json(field.constraints) }
        return result + "}"
    }

    /// The members that describe the type of a field.
    private static func json(_ type: FieldType, _ scalars: [String: Scalar]) -> String {
        let name = "\"type\": \"\(type.name)\""
        switch type {
        case .date(let format), .time(let format), .dateTime(let format):
            return format == .epochMilliseconds ? name : name + ", \"format\": \"\(format.rawValue)\""
        case .list(let element):
            return name + ", \"of\": {" + json(element, scalars) + "}"
        case .object(let fields):
            let members = fields.map { json($0, scalars) }.joined(separator: ", ")
            return name + ", \"fields\": [" + members + "]"
        case .relation(let module), .relations(let module):
            return name + ", \"module\": " + Literals.json(module)
        case .scalar(let scalar):
            return name + ", \"base\": \"\(scalars[scalar]?.base.rawValue ?? "text")\""
        default:
            return name
        }
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
    }
}
