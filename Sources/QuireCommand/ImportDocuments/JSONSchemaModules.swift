import QuireSchema

/// Finds the modules of JSON Schema files.
struct JSONSchemaModules {
    let references: SchemaReferences

    init(_ references: SchemaReferences) { self.references = references }

    func candidates(_ documents: [JSONDocument], _ notes: inout ImportNotes) -> [ModuleCandidate] {
        var candidates: [ModuleCandidate] = []
        var names: Set<String> = []
        for document in documents {
            let root = document.root
            guard root.kind == .object else {
                notes.fail("expected a JSON Schema, which is an object", at: root.location)
                continue
            }
            if root.value(of: "quire") != nil {
                notes.fail(
                    "this is already a schema of Quire; check it with 'quire check'", at: root.location)
                continue
            }
            if root.value(of: "openapi") != nil || root.value(of: "swagger") != nil {
                notes.fail("this is an OpenAPI document; use 'quire import openapi'", at: root.location)
                continue
            }
            for candidate in self.candidates(in: document) {
                guard names.insert(candidate.name).inserted else {
                    notes.fail(
                        "two schemas are called \(quoted(candidate.name)); rename a file",
                        at: candidate.schema.location)
                    continue
                }
                candidates.append(candidate)
            }
        }
        return candidates
    }

    private func candidates(in document: JSONDocument) -> [ModuleCandidate] {
        var root = document.root
        let name = DescribedName.of(document.path)
        // A list of items is described by its elements.
        if root.value(of: "type")?.string == "array", let items = root.value(of: "items") { root = items }
        let isObject = ["properties", "allOf", "$ref"].contains { root.value(of: $0) != nil }
        if isObject { return [ModuleCandidate(name: name, schema: root, isProposed: true)] }
        let definitions = ["$defs", "definitions"].compactMap { document.root.value(of: $0) }
        let objects = definitions.flatMap { ObjectDefinitions.all(in: $0) }
        let used = ObjectDefinitions.referenced(from: objects.map(\.schema), references)
        if definitions.isEmpty {
            return [ModuleCandidate(unmodeled: UnmodeledSchema(name: name, schema: root))]
        }
        return objects.map {
            ModuleCandidate(
                name: $0.name, schema: $0.schema, isProposed: !used.contains(references.key($0.schema)))
        } + definitions.flatMap { ObjectDefinitions.others(in: $0) }
    }
}

/// The objects among named schemas.
enum ObjectDefinitions {
    /// The schemas with properties, in order.
    static func all(in definitions: JSONValue) -> [(name: String, schema: JSONValue)] {
        definitions.members.filter { isObject($0.value) }.map { ($0.key, $0.value) }
    }

    /// The schemas without properties, in order.
    static func others(in definitions: JSONValue) -> [ModuleCandidate] {
        definitions.members.filter { !isObject($0.value) }.map {
            ModuleCandidate(unmodeled: UnmodeledSchema(name: $0.key, schema: $0.value))
        }
    }

    private static func isObject(_ schema: JSONValue) -> Bool {
        schema.value(of: "properties")?.kind == .object || schema.value(of: "allOf")?.kind == .array
    }

    /// The schemas that others refer to.
    static func referenced(
        from schemas: [JSONValue], _ references: SchemaReferences
    ) -> Set<SchemaReferences.Key> {
        var used: Set<SchemaReferences.Key> = []
        for schema in schemas {
            let own = references.key(schema)
            for reference in self.references(in: schema) {
                guard let target = references.target(of: reference, from: schema) else { continue }
                let key = references.key(target)
                if key != own { used.insert(key) }
            }
        }
        return used
    }

    /// The texts of all `$ref` inside a schema.
    static func references(in schema: JSONValue) -> [String] {
        var texts: [String] = []
        var rest = [schema]
        while let value = rest.popLast() {
            rest += value.elements
            for (name, inner) in value.members {
                if name == "$ref", let text = inner.string { texts.append(text) } else { rest.append(inner) }
            }
        }
        return texts
    }
}
