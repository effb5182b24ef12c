import QuireSchema

/// A schema with everything that it combines: the targets of `$ref`, the members of `allOf`, and the only variant of
/// `anyOf` or `oneOf` that is not null.
struct SchemaParts {
    private(set) var parts: [JSONValue] = []
    /// The schemas that `$ref` named on the way.
    private(set) var targets: Set<SchemaReferences.Key> = []
    /// The variants of an `anyOf` or `oneOf` with several, unless they only constrain.
    private(set) var variants: [JSONValue] = []
    /// The `anyOf` and `oneOf` whose variants only constrain: `"anyOf": [{"required": ["a"]}, {"required": ["b"]}]`.
    private var constraining: Set<SchemaReferences.Key> = []
    private(set) var isNullable = false
    /// A `$ref` without a target.
    private(set) var unresolved: JSONValue?
    /// Whether it has more parts than are read.
    private(set) var isCut = false

    private let references: SchemaReferences
    /// The maximum number of parts. Real schemas have a few.
    static let most = 1_000

    init(_ schema: JSONValue, _ references: SchemaReferences) { self.init([schema], references) }

    /// - Parameter schemas: Schemas that a value must all fit, as in `allOf`.
    init(_ schemas: [JSONValue], _ references: SchemaReferences) {
        self.references = references
        var seen: Set<SchemaReferences.Key> = []
        var groups: [(list: JSONValue, variants: [JSONValue])] = []
        var rest = Array(schemas.reversed())
        while let part = rest.popLast() {
            guard part.kind == .object, seen.insert(references.key(part)).inserted else { continue }
            if parts.count == Self.most {
                isCut = true
                break
            }
            parts.append(part)
            var more: [JSONValue] = []
            if let reference = part.value(of: "$ref")?.string {
                if let target = references.target(of: reference, from: part) {
                    targets.insert(references.key(target))
                    more.append(target)
                } else {
                    unresolved = unresolved ?? part.value(of: "$ref")
                }
            }
            more += part.value(of: "allOf")?.elements ?? []
            for name in ["anyOf", "oneOf"] {
                guard let list = part.value(of: name) else { continue }
                let variants = list.elements.filter { $0.value(of: "type")?.string != "null" }
                if variants.count < list.elements.count { isNullable = true }
                if variants.count == 1 { more.append(variants[0]) } else { groups.append((list, variants)) }
            }
            if Self.allowsNull(part) { isNullable = true }
            rest += more.reversed()
        }
        if groups.isEmpty { return }
        let test = ConstrainingVariants(types: Set(types), properties: properties, references: references)
        for group in groups {
            if test.areAll(group.variants) {
                constraining.insert(references.key(group.list))
            } else {
                variants += group.variants
                if group.variants.contains(where: Self.allowsNull) { isNullable = true }
            }
        }
    }

    private static func allowsNull(_ part: JSONValue) -> Bool {
        part.value(of: "nullable")?.boolean == true
            || part.value(of: "type")?.elements.contains { $0.string == "null" } == true
            || part.value(of: "enum")?.elements.contains { $0.kind == .null } == true
    }

    /// Whether the variants of an `anyOf` or `oneOf` only constrain.
    func isConstraining(_ list: JSONValue) -> Bool { constraining.contains(references.key(list)) }

    /// The first value of a keyword.
    func first(_ keyword: String) -> JSONValue? {
        for part in parts { if let value = part.value(of: keyword) { return value } }
        return nil
    }

    /// The values of a keyword in all parts.
    func all(_ keyword: String) -> [JSONValue] { parts.compactMap { $0.value(of: keyword) } }

    /// The properties of all parts, each once.
    var properties: [SchemaProperty] {
        var positions: [String: Int] = [:]
        var all: [SchemaProperty] = []
        for part in parts {
            for (name, schema) in part.value(of: "properties")?.members ?? [] {
                if let position = positions[name] {
                    all[position].others.append(schema)
                } else {
                    positions[name] = all.count
                    all.append(SchemaProperty(name: name, schema: schema))
                }
            }
        }
        return all
    }

    var required: Set<String> {
        Set(parts.flatMap { $0.value(of: "required")?.elements ?? [] }.compactMap(\.string))
    }

    /// The names of the types without `null`, which all parts allow. Without `type`, the other keywords tell it.
    var types: [String] {
        var names: [String]?
        for type in all("type") {
            let own = (type.string.map { [$0] } ?? type.elements.compactMap(\.string)).filter { $0 != "null" }
            guard let allowedTypes = names else {
                names = own
                continue
            }
            names = allowedTypes.compactMap { name in
                if own.contains(name) { return name }
                if name == "number", own.contains("integer") { return "integer" }
                return name == "integer" && own.contains("number") ? name : nil
            }
        }
        if let names { return names }
        if first("properties") != nil || first("additionalProperties") != nil { return ["object"] }
        if first("items") != nil || first("prefixItems") != nil { return ["array"] }
        if first("format") != nil || first("pattern") != nil { return ["string"] }
        if let values {
            if values.allSatisfy({ $0.kind == .string }) { return ["string"] }
            if values.allSatisfy({ $0.integer != nil }) { return ["integer"] }
            if values.allSatisfy({ $0.kind == .number }) { return ["number"] }
        }
        return []
    }

    /// The values of `enum` or `const` without null, which all parts allow.
    var values: [JSONValue]? {
        var values: [JSONValue]?
        for part in parts {
            guard let own = part.value(of: "const").map({ [$0] }) ?? part.value(of: "enum")?.elements else {
                continue
            }
            guard let allowedValues = values else {
                values = own
                continue
            }
            let texts = Set(own.map(Self.content))
            values = allowedValues.filter { texts.contains(Self.content($0)) }
        }
        let rest = values?.filter { $0.kind != .null }
        return rest?.isEmpty == true ? nil : rest
    }

    private static func content(_ value: JSONValue) -> String { value.string.map { "\"" + $0 } ?? value.text }
}

/// A property of an object.
struct SchemaProperty {
    var name: String
    /// Its first description.
    var schema: JSONValue
    /// The descriptions of the same property in other parts of an `allOf`.
    var others: [JSONValue] = []

    /// All descriptions, which a value must fit.
    var schemas: [JSONValue] { [schema] + others }
}

/// Tells the variants of `anyOf` and `oneOf` that only constrain a value from those that give it another type.
///
/// `{ "required": ["url"] }` only constrains an object that has `url`; `{ "properties": { "note": … } }` adds to it.
struct ConstrainingVariants {
    private let types: Set<String>
    private let properties: Set<String>
    private let references: SchemaReferences
    /// The maximum number of references and combinations that are followed.
    private static let depth = 8

    /// - Parameters:
    ///   - types: The types of the value without its variants.
    ///   - properties: Its properties without them.
    init(types: Set<String>, properties: [SchemaProperty], references: SchemaReferences) {
        self.types = types
        self.properties = Set(properties.map(\.name))
        self.references = references
    }

    func areAll(_ variants: [JSONValue]) -> Bool {
        if variants.isEmpty { return true }
        // Values of each variant are a list of values together.
        if variants.allSatisfy({ $0.value(of: "enum") != nil || $0.value(of: "const") != nil }) {
            return false
        }
        return variants.allSatisfy { onlyConstrains($0, 0) }
    }

    private func onlyConstrains(_ variant: JSONValue, _ depth: Int) -> Bool {
        if variant.kind == .boolean { return true }
        guard variant.kind == .object, depth < Self.depth else { return false }
        return variant.members.allSatisfy { keyword, value in
            switch keyword {
            case "type":
                let names = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
                return names.allSatisfy {
                    types.contains($0) || $0 == "null" || $0 == "integer" && types.contains("number")
                }
            case "properties": return value.members.allSatisfy { properties.contains($0.key) }
            case "items", "prefixItems": return false
            case "enum", "const", "format", "pattern": return !types.isEmpty
            case "$ref":
                guard let target = value.string.flatMap({ references.target(of: $0, from: variant) }) else {
                    return false
                }
                return onlyConstrains(target, depth + 1)
            case "allOf", "anyOf", "oneOf": return value.elements.allSatisfy { onlyConstrains($0, depth + 1) }
            default: return true
            }
        }
    }
}
