#if SQLite
import Foundation
import Quire

import QuireStore

/// A module with a searchable field for every kind of text.
enum Articles {
    static let module = ModuleDescriptor(
        name: "articles",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 10),
            FieldDescriptor(name: "body", kind: .longText, searchWeight: 1),
            FieldDescriptor(name: "page", kind: .html, searchWeight: 2),
            FieldDescriptor(name: "keywords", kind: .list(.text), searchWeight: 5),
            FieldDescriptor(name: "motto", kind: .localizedText, searchWeight: 3, isLocalized: true),
            FieldDescriptor(name: "kind", kind: .choice, facet: .disjunctive),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true),
            FieldDescriptor(name: "note", kind: .longText),
        ])

    /// A line of an import.
    static func line(_ id: String, _ values: [String: Sample]) -> String {
        let values = values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value.json)" }
        return #"{"id":\#(Sample(stringLiteral: id).json),"values":{\#(values.joined(separator: ","))}}"#
    }
}

/// A sample value as JSON.
struct Sample: Sendable, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    let json: String

    init(stringLiteral text: String) {
        var json = JSONWriter()
        json.string(text)
        self.json = String(decoding: json.bytes, as: UTF8.self)
    }

    init(integerLiteral integer: Int) { json = String(integer) }

    init(arrayLiteral elements: Sample...) { self.init(list: elements) }

    init(list elements: [Sample]) { json = "[" + elements.map(\.json).joined(separator: ",") + "]" }

    init(dictionaryLiteral elements: (String, Sample)...) {
        json =
            "{" + elements.map { "\(Sample(stringLiteral: $0).json):\($1.json)" }.joined(separator: ",") + "}"
    }

    init(_ text: String) { self.init(stringLiteral: text) }
}

extension Store {
    /// The ids of the items that a text query finds, in order.
    func ids(
        _ query: TextQuery, in module: ModuleDescriptor = Articles.module,
        _ change: (inout SearchRequest) -> Void = { _ in }
    ) async throws -> [String] {
        var request = SearchRequest(module: module)
        request.text = TextSearch(query)
        request.page = .all
        change(&request)
        return try await ids(request)
    }
}
#endif
