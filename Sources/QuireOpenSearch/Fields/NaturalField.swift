import QuireCore
import QuireEngine
import QuireRemote

/// How an index that Quire did not prepare holds a field: by what its mapping says.
struct NaturalField: Sendable, Hashable {
    /// What its values are, where filters, sort orders and facets are exact.
    enum Kind: Sendable, Hashable {
        case keyword
        /// Numbers of this many units per unit of the schema's comparison: 1, or 1,000 milliseconds for a second.
        case integer(milliseconds: Int64)
        case double
        case date
        case boolean
        /// The document's own id.
        case id
        /// Nothing exact. The text says why.
        case inexact(String)
    }

    /// The name in the index: `title`, `title.keyword` below it, or `dateRange.startYear` for a member of an object.
    var name: String
    var kind: Kind
    /// The name of the analyzed text, for full-text search.
    var textName: String?
    /// How the server compares the values, if that is not exact.
    var ownMeaning: OwnMeaning?
    /// The integers that the field can hold.
    var integers: ClosedRange<Int64> = .min ... .max
    /// The longest text that the index holds. Longer ones are left out of filters and sort orders.
    var longest: Int?
    /// For a member of objects that the index keeps apart, the path of these objects. Queries, facets and sort orders name
    /// it.
    var nested: String?

    /// - Parameters:
    ///   - field: The module's field, or a member of an object.
    ///   - path: What the index has at the field's path.
    init(_ field: IndexedField, _ path: MappedPath) {
        name = field.descriptor.name
        nested = path.nested
        let mapping = path.mapping
        let type = mapping?["type"]?.string ?? (mapping == nil ? "" : "object")
        if ["text", "match_only_text", "search_as_you_type", "annotated_text"].contains(type) {
            textName = name
        }
        guard let mapping else {
            kind = .inexact(path.reason)
            return
        }
        let (name, keyword) = Self.exact(name, mapping, type: type)
        self.name = name
        longest = keyword["ignore_above"]?.int
        kind = Self.kind(of: field, keyword, keyword["type"]?.string ?? type)
        integers =
            switch type {
            case "integer": Int64(Int32.min)...Int64(Int32.max)
            case "short": Int64(Int16.min)...Int64(Int16.max)
            case "byte": Int64(Int8.min)...Int64(Int8.max)
            default: .min ... .max
            }
        ownMeaning = OwnMeaning(field, keyword, type: keyword["type"]?.string ?? type)
    }

    /// The field itself, or the first keyword below a text.
    private static func exact(
        _ name: String, _ mapping: JSONValue, type: String
    ) -> (name: String, mapping: JSONValue) {
        guard type != "keyword" else { return (name, mapping) }
        let below = mapping["fields"]?.members ?? []
        guard let keyword = below.first(where: { $0.value["type"]?.string == "keyword" }) else {
            return (name, mapping)
        }
        return ("\(name).\(keyword.name)", keyword.value)
    }

    private static func kind(of field: IndexedField, _ mapping: JSONValue, _ type: String) -> Kind {
        if mapping["null_value"] != nil { return .inexact("its null_value stands for missing values") }
        if mapping["index"]?.isFalse ?? false { return .inexact("the index does not search it") }
        let isPlainKeyword = type == "keyword" && mapping["normalizer"] == nil
        switch field.comparison {
        case .text where isPlainKeyword: return .keyword
        case .text where type == "keyword": return .inexact("its normalizer changes texts")
        case .text where type == "text": return .inexact("the index holds its words, not the text")
        case .number where field.isInteger && ["long", "integer", "short", "byte"].contains(type):
            return .integer(milliseconds: 1)
        case .number where field.isDouble && type == "double": return .double
        case .number where ["float", "half_float", "scaled_float"].contains(type):
            return .inexact("the index rounds its numbers (\(type))")
        case .boolean where type == "boolean": return .boolean
        case .date where type == "date": return .date
        case .date where type == "long":
            switch field.descriptor.kind.dateFormat {
            case .epochMilliseconds: return .integer(milliseconds: 1)
            case .epochSeconds: return .integer(milliseconds: 1000)
            default: break
            }
        case .place: return .inexact("the index rounds places")
        default: break
        }
        return .inexact("the index holds it as \(type)")
    }
}

extension JSONValue {
    fileprivate var isFalse: Bool { self == .boolean(false) || self == .string("false") }
}

/// How the server itself compares the values of a field that it does not hold exactly.
enum OwnMeaning: Sendable, Hashable {
    /// An analyzed text: words in this order, anywhere in it.
    case words
    /// A keyword that the server changes: usually its case.
    case normalized
    /// Numbers of fewer bits.
    case rounded
    /// A place, on the server's own sphere.
    case place

    /// - Parameter type: The type in the mapping.
    init?(_ field: IndexedField, _ mapping: JSONValue, type: String) {
        let isSearched = !["false", "FALSE"].contains(mapping["index"]?.description.trimmingQuotes ?? "true")
        guard isSearched, mapping["null_value"] == nil else { return nil }
        switch field.comparison {
        case .text where type == "text" || type == "match_only_text": self = .words
        case .text where type == "keyword" && mapping["normalizer"] != nil: self = .normalized
        case .number where ["float", "half_float", "scaled_float"].contains(type): self = .rounded
        case .place where type == "geo_point": self = .place
        default: return nil
        }
    }
}

extension String {
    fileprivate var trimmingQuotes: String { hasPrefix("\"") ? String(dropFirst().dropLast()) : self }
}

/// What a mapping has at a path of names: `dateRange`, `startYear`.
struct MappedPath {
    /// The mapping at the end; `nil` if there is none.
    private(set) var mapping: JSONValue?
    /// The path of the innermost objects on the way that the index keeps apart (`nested`); `nil` if there are none.
    private(set) var nested: String?
    /// Why there is no mapping.
    private(set) var reason = "the index has no field of this name"

    init(_ names: [String], in properties: JSONValue) {
        var properties: JSONValue? = properties
        var path = ""
        for (position, name) in names.enumerated() {
            mapping = properties?[name]
            path += (path.isEmpty ? "" : ".") + name
            guard let object = mapping, position < names.count - 1 else { continue }
            if object["type"]?.string == "nested" { nested = path }
            properties = object["properties"]
            guard properties == nil else { continue }
            mapping = nil
            let type = object["type"]?.string ?? "an object without fields"
            reason = "the index holds \"\(path)\" as \(type), and not its members"
            return
        }
    }

    /// Whether the objects of the list at a path are kept apart.
    static func isNested(_ names: [String], in properties: JSONValue) -> Bool {
        MappedPath(names, in: properties).mapping?["type"]?.string == "nested"
    }
}
