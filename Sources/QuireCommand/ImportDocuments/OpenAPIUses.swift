import QuireSchema

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
