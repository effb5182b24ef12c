import QuireSchema

/// Finds the modules of an OpenAPI document.
struct OpenAPIModules {
    let references: SchemaReferences

    init(_ references: SchemaReferences) { self.references = references }

    func candidates(_ documents: [JSONDocument], _ notes: inout ImportNotes) -> [ModuleCandidate] {
        var candidates: [ModuleCandidate] = []
        var names: Set<String> = []
        for document in documents {
            for candidate in self.candidates(in: document, &notes) {
                guard names.insert(candidate.name).inserted else {
                    notes.warn(
                        "a second schema is called \(quoted(candidate.name)); skipped",
                        at: candidate.schema.location)
                    continue
                }
                candidates.append(candidate)
            }
        }
        return candidates
    }

    private func candidates(in document: JSONDocument, _ notes: inout ImportNotes) -> [ModuleCandidate] {
        let root = document.root
        let isVersion2 = root.value(of: "swagger") != nil
        guard isVersion2 || root.value(of: "openapi")?.string?.hasPrefix("3.") == true else {
            notes.fail(
                "expected an OpenAPI document, an object with \"openapi\": \"3.0.…\" or \"3.1.…\", or \"swagger\": \"2.0\"",
                at: root.location)
            return []
        }
        guard
            let schemas = isVersion2
                ? root.value(of: "definitions") : root.value(of: "components")?.value(of: "schemas")
        else {
            notes.fail(
                "the document has no components.schemas, so it names no objects to import", at: root.location)
            return []
        }
        let objects = ObjectDefinitions.all(in: schemas)
        let used = ObjectDefinitions.referenced(from: objects.map(\.schema), references)
        let uses = OpenAPIUses(root, references)
        let errors = uses.errors
        let bases = bases(of: objects.map(\.schema)).subtracting(uses.contents)
        var skipped: [String] = []
        let candidates = objects.map { name, schema in
            let key = references.key(schema)
            if errors.contains(key) { skipped.append(name) }
            let isOwn = hasID(schema) ? !bases.contains(key) : !used.contains(key) && !isEnvelope(schema)
            let isProposed = !errors.contains(key) && isOwn
            return ModuleCandidate(name: name, schema: schema, isProposed: isProposed)
        }
        if !skipped.isEmpty {
            notes.warn(
                "schemas that describe errors only are skipped: "
                    + "\(NameList.text(skipped.map(quoted))). --modules imports them",
                at: schemas.location)
        }
        let parts = candidates.filter { !$0.isProposed && !errors.contains(references.key($0.schema)) }
        if !parts.isEmpty {
            notes.warn(
                "schemas that are parts or lists of other objects have no modules of their own: "
                    + "\(NameList.text(parts.map { quoted($0.name) })). --modules imports them",
                at: schemas.location)
        }
        return candidates + ObjectDefinitions.others(in: schemas)
    }

    private func hasID(_ schema: JSONValue) -> Bool {
        SchemaParts(schema, references).properties.contains { ItemIdentity.names.contains($0.name) }
    }

    /// Whether a schema only wraps a list of items with ids, such as a page.
    private func isEnvelope(_ schema: JSONValue) -> Bool {
        SchemaParts(schema, references).properties.contains { property in
            guard let items = SchemaParts(property.schema, references).first("items") else { return false }
            return hasID(items)
        }
    }

    /// The schemas that others extend with `allOf`.
    private func bases(of schemas: [JSONValue]) -> Set<SchemaReferences.Key> {
        var bases: Set<SchemaReferences.Key> = []
        for schema in schemas {
            for part in schema.value(of: "allOf")?.elements ?? [] {
                guard let reference = part.value(of: "$ref")?.string,
                    let target = references.target(of: reference, from: part)
                else { continue }
                bases.insert(references.key(target))
            }
        }
        return bases
    }
}

/// The fields that hold the id of an item.
enum ItemIdentity {
    static let names: Set<String> = ["id", "_id"]
}

/// How the calls of an OpenAPI document use its schemas.
struct OpenAPIUses {
    /// The schemas of requests and of successful responses.
    private(set) var contents: Set<SchemaReferences.Key> = []
    /// The schemas that only responses with an error status refer to.
    var errors: Set<SchemaReferences.Key> { failures.subtracting(contents) }

    private var failures: Set<SchemaReferences.Key> = []
    private let references: SchemaReferences

    init(_ root: JSONValue, _ references: SchemaReferences) {
        self.references = references
        for (_, item) in root.value(of: "paths")?.members ?? [] {
            for (_, call) in item.members where call.kind == .object {
                for (name, part) in call.members {
                    guard name == "responses" else {
                        add(part, isFailure: false)
                        continue
                    }
                    for (status, response) in part.members {
                        add(response, isFailure: !status.hasPrefix("2") && !status.hasPrefix("3"))
                    }
                }
            }
        }
    }

    private mutating func add(_ value: JSONValue, isFailure: Bool) {
        for reference in ObjectDefinitions.references(in: value) {
            guard let target = references.target(of: reference, from: value) else { continue }
            insert(references.key(target), isFailure)
            // A named response refers to the schema.
            guard target.value(of: "content") != nil else { continue }
            for inner in ObjectDefinitions.references(in: target) {
                guard let schema = references.target(of: inner, from: target) else { continue }
                insert(references.key(schema), isFailure)
            }
        }
    }

    private mutating func insert(_ key: SchemaReferences.Key, _ isFailure: Bool) {
        if isFailure { failures.insert(key) } else { contents.insert(key) }
    }
}
