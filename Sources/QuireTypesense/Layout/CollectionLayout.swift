import Foundation
import QuireCluster
import QuireCore
import QuireEngine
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
    /// The document fields that store an instance and its sort keys.
    let stored: StoredKeys
    /// The names of the document fields that hold a complete instance, separated by commas.
    let wholeInstance: String

    /// Increased whenever the documents of an unchanged module change.
    private static let version = 3

    init(_ module: ModuleDescriptor, _ settings: TypesenseSettings) {
        let indexed = IndexedModule(module)
        self.module = indexed
        note = ModuleNote(module, prefix: settings.prefix).json
        analyzer = settings.analyzer
        indexesPrefixes = settings.indexesPrefixes
        let names = Set(module.searchableFields.map { Array($0.name.utf8) })
        searchable = indexed.values.filter { names.contains(Array($0.descriptor.name.utf8)) }
        alias = Self.alias(of: module.name, settings)
        var fields: [CollectionField] = [
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
        var text =
            "\(Self.version)\n\(module.name)\n\(settings.analyzer.signature)\n\(settings.indexesPrefixes)"
        for field in fields { text += "\n\(field)" }
        for field in indexed.values { text += "\n\(field.physicalName) \(field.descriptor.kind)" }
        signature = String(SHA256.hexadecimal(of: text).prefix(16))
        fields.append(CollectionField(DocumentField.guardField(signature), "bool"))
        self.fields = fields
        wholeInstance =
            (["id", DocumentField.metadata] + indexed.values.map(\.stored) + [DocumentField.rest])
            .joined(separator: ",")
        stored = StoredKeys(
            indexed, metadata: DocumentField.metadata, rest: DocumentField.rest,
            others: ["id", DocumentField.firstOrder, DocumentField.secondOrder]
                + (indexed.values + indexed.metadata).flatMap { [$0.sortInteger, $0.sortText] },
            value: \.stored)
    }

    /// The positions of some document fields in `stored`.
    static let idPosition = 0
    static let firstOrderPosition = 1
    static let secondOrderPosition = 2

    /// The name of this layout's collection. The other name is used for a new collection while the first is live.
    var name: String { "\(alias)_\(signature)" }
    var otherName: String { "\(alias)_\(signature)_b" }

    var isEveryDocument: String { "\(DocumentField.guardField(signature)):=true" }
    var isNoDocument: String { "\(DocumentField.presences):=[p]" }

    /// The request body that creates the collection with this name.
    func definition(named name: String) -> JSONWriter {
        var json = JSONWriter()
        json.beginObject()
        json.key("name")
        json.string(name)
        json.key("fields")
        json.beginArray()
        for field in fields { field.write(to: &json) }
        json.endArray()
        json.endObject()
        return json
    }

    /// The differences between this layout and a collection as the server describes it; empty if there are none.
    func differences(to description: JSONValue) -> [String] {
        guard case .array(let found)? = description.member("fields") else { return ["it has no fields"] }
        var rest: [String: JSONValue] = [:]
        for field in found {
            if case .string(let name)? = field.member("name") { rest[name] = field }
        }
        var differences: [String] = []
        for field in fields {
            guard let there = rest.removeValue(forKey: field.name) else {
                differences.append("\(field.name) is missing")
                continue
            }
            if let difference = field.difference(to: there) {
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
        settings.prefix + plainName(module)
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

/// An indexed field of a collection.
struct CollectionField: Sendable, Hashable, CustomStringConvertible {
    var name: String
    var type: String
    var isOptional: Bool
    var isFacet: Bool
    var sorts: Bool

    init(_ name: String, _ type: String, isOptional: Bool = false, isFacet: Bool = false, sorts: Bool = false)
    {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isFacet = isFacet
        self.sorts = sorts
    }

    /// The indexed fields of a module's field.
    static func shadows(of field: IndexedField) -> [CollectionField] {
        func shadow(_ name: String, _ type: String, isFacet: Bool = false, sorts: Bool = false)
            -> CollectionField
        {
            CollectionField(name, type, isOptional: true, isFacet: isFacet, sorts: sorts)
        }
        switch field.comparison {
        case .nothing: return []
        case .place:
            guard !field.isList else { return [] }
            return [shadow(field.latitude, "int64"), shadow(field.longitude, "int64")]
        case .text, .number, .date, .boolean:
            let suffix = field.isList ? "[]" : ""
            var shadows = [
                shadow(
                    field.keys, "string" + suffix,
                    isFacet: field.descriptor.facet != nil && !field.isHierarchical),
                shadow(field.orders, "int64" + suffix, sorts: !field.isList),
            ]
            if field.isList {
                shadows += [shadow(field.lowest, "int64", sorts: true), shadow(field.highest, "int64")]
            }
            if field.isHierarchical { shadows.append(shadow(field.pathKeys, "string[]", isFacet: true)) }
            if field.isInteger { shadows.append(shadow(field.extremes, "int32", sorts: true)) }
            if field.isSortableText { shadows.append(shadow(field.sortText, "string", sorts: true)) }
            return shadows
        }
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("name")
        json.string(name)
        json.key("type")
        json.string(type)
        json.key("optional")
        json.boolean(isOptional)
        json.key("facet")
        json.boolean(isFacet)
        json.key("sort")
        json.boolean(sorts)
        json.endObject()
    }

    /// How the server's description of the field differs; `nil` if it is the same.
    func difference(to there: JSONValue) -> String? {
        if there.member("type") != .string(type) {
            return "is of type \(there.member("type")?.description ?? "none"), not \(type)"
        }
        // The server makes all numbers sortable, even if that is not necessary.
        if sorts, there.member("sort") != .boolean(true) { return "cannot be sorted by" }
        if isFacet, there.member("facet") != .boolean(true) { return "is not a facet" }
        if there.member("optional") != .boolean(isOptional) {
            return isOptional ? "is not optional" : "is optional"
        }
        return nil
    }

    var description: String {
        "\(name) \(type)\(isOptional ? " optional" : "")\(isFacet ? " facet" : "")\(sorts ? " sort" : "")"
    }
}
