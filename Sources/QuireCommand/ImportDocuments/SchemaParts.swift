import QuireSchema

/// A schema with everything that it combines: the targets of `$ref`, the members of `allOf`, and the only variant of
/// `anyOf` or `oneOf` that is not null.
struct SchemaParts {
    private(set) var parts: [JSONValue] = []
    /// The schemas that `$ref` named on the way.
    private(set) var targets: Set<SchemaReferences.Key> = []
    /// The variants of an `anyOf` or `oneOf` with several.
    private(set) var variants: [JSONValue] = []
    private(set) var isNullable = false
    /// A `$ref` without a target.
    private(set) var unresolved: JSONValue?

    private let references: SchemaReferences
    /// The maximum number of parts. Real schemas have a few.
    private static let most = 1_000

    init(_ schema: JSONValue, _ references: SchemaReferences) {
        self.references = references
        var seen: Set<SchemaReferences.Key> = []
        var rest = [schema]
        while let part = rest.popLast(), parts.count < Self.most {
            guard part.kind == .object, seen.insert(references.key(part)).inserted else { continue }
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
                let all = part.value(of: name)?.elements ?? []
                let variants = all.filter { $0.value(of: "type")?.string != "null" }
                if variants.count < all.count { isNullable = true }
                if variants.count == 1 { more.append(variants[0]) } else { self.variants += variants }
            }
            if part.value(of: "nullable")?.boolean == true { isNullable = true }
            if part.value(of: "type")?.elements.contains(where: { $0.string == "null" }) == true {
                isNullable = true
            }
            if part.value(of: "enum")?.elements.contains(where: { $0.kind == .null }) == true {
                isNullable = true
            }
            rest += more.reversed()
        }
    }

    var location: SourceLocation? { parts.first?.location }

    /// The first value of a keyword.
    func first(_ keyword: String) -> JSONValue? {
        for part in parts { if let value = part.value(of: keyword) { return value } }
        return nil
    }

    /// The properties of all parts, each once.
    var properties: [(name: String, schema: JSONValue)] {
        var names: Set<String> = []
        var all: [(name: String, schema: JSONValue)] = []
        for part in parts {
            for (name, schema) in part.value(of: "properties")?.members ?? []
            where names.insert(name).inserted { all.append((name, schema)) }
        }
        return all
    }

    var required: Set<String> {
        Set(parts.flatMap { $0.value(of: "required")?.elements ?? [] }.compactMap(\.string))
    }

    /// The names of the type without `null`. Without `type`, the other keywords tell it.
    var types: [String] {
        if let type = first("type") {
            let names = type.string.map { [$0] } ?? type.elements.compactMap(\.string)
            return names.filter { $0 != "null" }
        }
        if first("properties") != nil || first("additionalProperties") != nil { return ["object"] }
        if first("items") != nil || first("prefixItems") != nil { return ["array"] }
        if first("format") != nil || first("pattern") != nil { return ["string"] }
        return []
    }

    /// The values of `enum` or `const` without null.
    var values: [JSONValue]? {
        if let const = first("const") { return const.kind == .null ? nil : [const] }
        guard let values = first("enum") else { return nil }
        return values.elements.filter { $0.kind != .null }
    }
}
