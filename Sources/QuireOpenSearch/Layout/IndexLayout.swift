import QuireCore
import QuireRemote

/// The index of a module: its names, its fields, and how documents hold instances.
struct IndexLayout: Sendable {
    let names: IndexNames
    let module: IndexedModule
    /// How documents hold items.
    let document: PlainDocument
    let keys: DocumentKeys

    /// - Throws: `UnsupportedError` if the prefix and the module's name do not form a valid index name.
    init(_ module: ModuleDescriptor, _ settings: OpenSearchSettings) throws(UnsupportedError) {
        names = try IndexNames(module, settings)
        let indexed = IndexedModule(module)
        self.module = indexed
        document = PlainDocument(indexed, longitudeFirst: true)
        keys = DocumentKeys(document)
    }
}

/// The mapping of a module's index: the fields that are derived from items. The items' own values are stored, and not
/// indexed.
struct IndexMapping {
    /// The version of the fields and their contents. An index with another version is created again.
    static let version = 4

    let module: IndexedModule
    /// The prefix of the index's name.
    var prefix = ""

    var properties: [(name: String, type: JSONValue)] {
        var properties: [(name: String, type: JSONValue)] = [
            (LayoutField.present, .of(["type": .string("keyword")])),
            (LayoutField.tags, .of(["type": .string("keyword")])),
            (PlainDocument.rest, .of(["type": .string("object"), "enabled": .boolean(false)])),
            (LayoutField.copied, .of(["type": .string("keyword"), "index": .boolean(false)])),
        ]
        properties += Self.derived(module.metadata + module.values, module.lists)
        return properties
    }

    /// What is derived from fields, and from lists of objects, whose objects are kept apart.
    private static func derived(
        _ fields: [IndexedField], _ lists: [IndexedList]
    ) -> [(name: String, type: JSONValue)] {
        fields.flatMap { field in field.shadows.map { (field.name(of: $0), type(of: $0, field)) } }
            + lists.map { list in
                let properties =
                    [(LayoutField.present, JSONValue.of(["type": .string("keyword")]))]
                    + derived(list.objects.fields.fields, list.lists)
                return (
                    list.objects.derivedPath,
                    .of([
                        "type": .string("nested"),
                        "properties": .object(properties.map { .init($0, $1) }),
                    ])
                )
            }
    }

    /// The limits of an index that has all fields.
    var limits: [(name: String, value: JSONValue)] {
        func count(_ properties: JSONValue?) -> (fields: Int, lists: Int) {
            var (fields, lists) = (0, 0)
            for property in properties?.members ?? [] {
                fields += 1
                guard let inner = property.value["properties"] else { continue }
                let counts = count(inner)
                (fields, lists) = (fields + counts.fields, lists + counts.lists + 1)
            }
            return (fields, lists)
        }
        let (fields, lists) = count(.object(properties.map { .init($0.name, $0.type) }))
        return [
            ("mapping.total_fields.limit", .count(max(1000, fields + 100))),
            ("mapping.nested_fields.limit", .count(max(50, lists))),
        ]
    }

    /// The description of the module, for `quire import`.
    var meta: JSONValue { .of(["quire": ModuleNote(module.module, prefix: prefix).json]) }

    var json: JSONValue {
        .of([
            "_meta": meta,
            "dynamic": .string("false"),
            "properties": .object(properties.map { .init($0.name, $0.type) }),
        ])
    }

    private static func type(of shadow: Shadow, _ field: IndexedField) -> JSONValue {
        switch shadow {
        case .key, .hash, .parts, .lowerCase, .reversed, .path, .order, .vocabulary:
            .of(["type": .string("keyword")])
        case .truth: .of(["type": .string("boolean")])
        case .latitude, .longitude: number("double")
        case .number: number(field.isWhole ? "long" : "double")
        case .words: .of(["type": .string("text"), "analyzer": .string("whitespace")])
        }
    }

    private static func number(_ type: String) -> JSONValue {
        .of(["type": .string(type), "coerce": .boolean(false)])
    }

    /// The differences of an index's mapping, as sentences.
    func differences(from actual: JSONValue) -> [String] {
        var differences: [String] = []
        if actual["dynamic"].map(Self.text) != "false" {
            differences.append(
                "dynamic: expected false, found \(actual["dynamic"].map(Self.text) ?? "none")")
        }
        var missing: [String] = []
        func compare(_ expected: JSONValue.Member, _ actual: JSONValue?, in path: String) {
            let name = path + expected.name
            guard let actual else { return missing.append(name) }
            for attribute in expected.value.members ?? [] {
                if attribute.name == "properties" {
                    for property in attribute.value.members ?? [] {
                        compare(property, actual["properties"]?[property.name], in: name + ".")
                    }
                    continue
                }
                let value = actual[attribute.name] ?? Self.standard(attribute.name)
                guard value.map(Self.text) != Self.text(attribute.value) else { continue }
                differences.append(
                    "\(name): expected \(attribute.name) \(Self.text(attribute.value)), "
                        + "found \(value.map(Self.text) ?? "none")")
            }
        }
        for (name, expected) in properties {
            compare(.init(name, expected), actual["properties"]?[name], in: "")
        }
        if !missing.isEmpty { differences.append("missing: \(missing.joined(separator: ", "))") }
        return differences
    }

    /// The default value of an attribute, which servers leave out of a mapping.
    private static func standard(_ attribute: String) -> JSONValue? {
        attribute == "type" ? .string("object") : nil
    }

    /// The text of a value: servers write both `true` and `"true"`.
    private static func text(_ value: JSONValue) -> String { value.string ?? value.description }
}

/// Limits of a cluster for one query, according to its documentation.
enum IndexLimits {
    /// `index.max_terms_count`.
    static let terms = 65_536
    static let termsHint = "list at most 65536 values; ask in several searches"
    /// `indices.query.bool.max_clause_count`.
    static let clauses = 1024
    static let depth = 20
    /// `index.max_result_window`.
    static let window = 10_000
    /// The maximum size of a document's id in bytes.
    static let id = 512
}
