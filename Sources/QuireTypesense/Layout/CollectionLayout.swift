import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// The names and the indexed fields of a module's collection.
final class CollectionLayout: Sendable {
    let module: IndexedModule
    /// The description of the module, for `quire import`.
    let note: JSONValue
    /// The alias that points to the collection. Searches and writes use it.
    let alias: String
    /// Sixteen hexadecimal digits that differ between collections with different indexed fields.
    let signature: String
    let fields: [CollectionField]
    let analyzer: TextAnalyzer
    let indexesPrefixes: Bool
    /// The fields that full-text search can search.
    let searchable: [IndexedField]
    /// How items stand in documents.
    let document: PlainDocument
    /// The document fields that hold an instance and its sort keys.
    let keys: DocumentKeys
    /// The names of the document fields that hold a complete instance, separated by commas.
    let wholeInstance: String

    /// Increased whenever the documents of an unchanged module change.
    private static let version = 4

    init(_ module: ModuleDescriptor, _ settings: TypesenseSettings) {
        let indexed = IndexedModule(module)
        self.module = indexed
        note = ModuleNote(module, prefix: settings.prefix).json
        analyzer = settings.analyzer
        indexesPrefixes = settings.indexesPrefixes
        let names = Set(module.searchableFields.map { Array($0.name.utf8) })
        searchable = indexed.values.filter { names.contains(Array($0.descriptor.name.utf8)) }
        alias = Self.alias(of: module.name, settings)
        document = PlainDocument(indexed, convertsPlaces: false, fidelity: .losesNull)
        var fields: [CollectionField] = [
            CollectionField(DocumentField.id, "string"),
            CollectionField(DocumentField.presences, "string[]"),
            CollectionField(DocumentField.firstOrder, "int64", sorts: true),
            CollectionField(DocumentField.secondOrder, "int64", sorts: true),
            CollectionField(DocumentField.tags, "string[]", isOptional: true),
        ]
        for field in indexed.values + indexed.metadata { fields += CollectionField.shadows(of: field) }
        for field in searchable {
            fields.append(CollectionField(field.words, "string", isOptional: true))
            fields.append(CollectionField(field.forms, "string", isOptional: true))
        }
        if !searchable.isEmpty {
            // Counted as a facet, the terms are the vocabulary.
            fields.append(CollectionField(DocumentField.terms, "string[]", isOptional: true, isFacet: true))
        }
        if settings.indexesPlainFields { fields += CollectionField.plainFields(of: indexed) }
        var text =
            "\(Self.version)\n\(module.name)\n\(settings.analyzer.signature)\n\(settings.indexesPrefixes)"
        for field in fields { text += "\n\(field)" }
        for field in indexed.values { text += "\n\(field.physicalName) \(field.descriptor.kind)" }
        signature = String(SHA256.hexadecimal(of: text).prefix(16))
        fields.append(CollectionField(DocumentField.guardField(signature), "bool"))
        self.fields = fields
        wholeInstance = document.names(of: nil).joined(separator: ",")
        keys = DocumentKeys(
            document,
            others: [DocumentField.id, DocumentField.firstOrder, DocumentField.secondOrder]
                + (indexed.values + indexed.metadata).flatMap { [$0.sortInteger, $0.sortText] })
    }

    /// The positions of some document fields among the other keys.
    static let keyPosition = 0
    static let firstOrderPosition = 1
    static let secondOrderPosition = 2

    /// The name of this layout's collection. The other name is used for a new collection while the first is live.
    var name: String { "\(alias)_\(signature)" }
    var otherName: String { "\(alias)_\(signature)_b" }

    var isEveryDocument: String { "\(DocumentField.guardField(signature)):=true" }

    /// The request body that creates the collection with this name.
    func definition(named name: String) -> JSONValue {
        .of(["name": .string(name), "fields": .array(fields.map(\.json))])
    }

    /// The differences between this layout and a collection as the server describes it; empty if there are none.
    func differences(to description: JSONValue) -> [String] {
        guard let fieldDescriptions = description["fields"]?.elements else { return ["it has no fields"] }
        var rest: [String: JSONValue] = [:]
        for field in fieldDescriptions { if let name = field["name"]?.string { rest[name] = field } }
        var differences: [String] = []
        for field in fields {
            guard let existingField = rest.removeValue(forKey: field.name) else {
                differences.append("\(field.name) is missing")
                continue
            }
            if let difference = field.difference(to: existingField) {
                differences.append("\(field.name) \(difference)")
            }
        }
        differences += rest.keys.sorted().map { "\($0) is not of the module" }
        return differences
    }

    /// The differences without the field that only shows which layout a collection has.
    func fieldDifferences(to description: JSONValue) -> [String] {
        differences(to: description).filter { !$0.hasPrefix(DocumentField.guardField("")) }
    }

    /// The alias of a module's collection.
    static func alias(of module: String, _ settings: TypesenseSettings) -> String {
        settings.collections[module] ?? settings.prefix + plainName(module)
    }

    /// Only ASCII letters, digits and underscores, which are safe in a path.
    private static func plainName(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        return isPlain && !name.isEmpty ? name : "x_\(PlainKey.encoded(name))"
    }
}
