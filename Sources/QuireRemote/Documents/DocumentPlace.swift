import Foundation
import QuireCore

/// The forms in which documents hold places: objects, which items have too, pairs of numbers and texts such as `52.37,4.89`.
enum DocumentPlace {
    /// A place, or a list of places, as items have it. Anything else stays as it is.
    ///
    /// - Parameter longitudeFirst: Whether a pair of numbers begins with the longitude, as in items.
    static func value(of value: JSONValue, longitudeFirst: Bool) -> JSONValue {
        if let place = place(of: value, longitudeFirst) { return place }
        guard case .array(let elements) = value else { return value }
        return .array(elements.map { place(of: $0, longitudeFirst) ?? $0 })
    }

    /// A value with objects instead of pairs, which may mean the reverse in a document.
    static func withoutPairs(_ value: JSONValue) -> JSONValue {
        if let (first, second) = pair(value) { return place(second, first) }
        guard case .array(let elements) = value else { return value }
        return .array(elements.map { element in pair(element).map { place($1, $0) } ?? element })
    }

    private static func place(of value: JSONValue, _ longitudeFirst: Bool) -> JSONValue? {
        switch value {
        case .array where !longitudeFirst: return pair(value).map(place)
        case .string(let text):
            let parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
            guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1]),
                latitude.isFinite, longitude.isFinite
            else { return nil }
            return place(.number(latitude), .number(longitude))
        default: return nil
        }
    }

    private static func pair(_ value: JSONValue) -> (JSONValue, JSONValue)? {
        guard case .array(let pair) = value, pair.count == 2, pair.allSatisfy(isNumber) else { return nil }
        return (pair[0], pair[1])
    }

    private static func place(_ latitude: JSONValue, _ longitude: JSONValue) -> JSONValue {
        .object([.init("latitude", latitude), .init("longitude", longitude)])
    }

    private static func isNumber(_ value: JSONValue) -> Bool {
        switch value {
        case .integer, .number: true
        default: false
        }
    }
}

/// The keys of the documents of a module, for finding them while a response is parsed.
package final class DocumentKeys: Sendable {
    package let document: PlainDocument
    /// The other keys to read, in the order of their positions.
    package let others: [String]
    /// The id, what is under `q_rest`, the metadata, the values, then the others.
    let keys: FieldKeys
    /// The ordinals of the fields whose values documents show under their own names.
    let fields: [Int]

    /// The slots of the parts.
    static let id = 0
    static let rest = 1
    static let metadata = 2

    /// The number of keys before those of the values.
    var places: Int { Self.metadata + document.metadata.count }

    /// - Parameter others: Other keys to read from documents.
    package init(_ document: PlainDocument, others: [String] = []) {
        self.document = document
        self.others = others
        let plainFields = document.module.values.filter { document.name(of: $0) != nil }
        fields = plainFields.map(\.ordinal)
        keys = FieldKeys(
            names: [document.id, PlainDocument.rest] + document.metadata.map(\.name)
                + plainFields.map(\.descriptor.name) + others)
    }
}

extension ModuleDescriptor {
    /// The plain document of an instance: what any other program would write.
    ///
    /// ```swift
    /// let instance = try JSONValue(parsing: Data(#"{"id":"57ea","values":{"title":"Emma"}}"#.utf8))
    /// print(Books.descriptor.document(of: instance))   // {"id":"57ea","title":"Emma"}
    /// ```
    /// A relation is the id of its item, or a list of ids. Metadata and undeclared values whose names a field has are kept
    /// under `q_rest`.
    ///
    /// - Parameter instance: An instance in HALO's form, with its values under `values`.
    public func document(of instance: JSONValue) -> JSONValue {
        let module = IndexedModule(self)
        let members = PlainDocument(module, showsAllNames: true).members(of: instance)
        return .object(
            members.map { member in
                switch module.value(member.name)?.descriptor.kind {
                case .relation: .init(member.name, Self.id(of: member.value))
                case .relations:
                    .init(member.name, member.value.elements.map { .array($0.map(Self.id)) } ?? member.value)
                default: member
                }
            })
    }

    /// The id of an item, which may be filled in.
    private static func id(of item: JSONValue) -> JSONValue {
        if case .object = item { item.member("id") ?? .null } else { item }
    }
}

/// Reduces localized texts to one language, like a content server does for a request with a locale.
package struct LocalizedShape: Sendable {
    /// The languages to try, best first.
    private let languages: [String]

    /// `nil` if the request has no locale.
    package init?(_ request: SearchRequest, locales: [LocaleDescriptor]) {
        guard let name = request.locale else { return nil }
        languages = [name] + (locales.first { $0.name == name }?.fallbacks ?? [])
    }

    /// The text of a localized text in the language. What is not an object stays.
    package func applied(to value: JSONValue) -> JSONValue {
        guard case .object = value else { return value }
        return languages.lazy.compactMap { value.member($0) }.first { $0 != .null } ?? .null
    }

    /// Replaces the localized text that starts at a position by its text in the language.
    package func apply(to bytes: inout JoinedBytes, from start: Int) {
        let text = Data(buffer: bytes.slice(start..<bytes.count))
        guard let value = try? JSONValue(parsing: text), case .object = value else { return }
        bytes.truncate(to: start)
        bytes.append(Array(applied(to: value).description.utf8))
    }
}
