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
    static let version = 3

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
        for field in module.metadata + module.values {
            for shadow in field.shadows {
                properties.append((field.name(of: shadow), Self.type(of: shadow, field)))
            }
        }
        return properties
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
        var missing: [String] = []
        if actual["dynamic"].map(Self.text) != "false" {
            differences.append(
                "dynamic: expected false, found \(actual["dynamic"].map(Self.text) ?? "none")")
        }
        for (name, expected) in properties {
            guard let property = actual["properties"]?[name] else {
                missing.append(name)
                continue
            }
            for attribute in expected.members ?? [] {
                let value = property[attribute.name] ?? Self.standard(attribute.name)
                guard value.map(Self.text) != Self.text(attribute.value) else { continue }
                differences.append(
                    "\(name): expected \(attribute.name) \(Self.text(attribute.value)), "
                        + "found \(value.map(Self.text) ?? "none")")
            }
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
