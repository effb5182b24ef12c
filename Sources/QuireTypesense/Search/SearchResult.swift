import Foundation
import QuireCore
import QuireRemote
import QuireText

/// The server's response to one search.
struct SearchResult: Sendable {
    var found: Int
    var hits: [FoundDocument]
    /// Facet counts by the name of the field.
    var facets: [String: [(value: String, count: Int)]]
    /// The document that a lookup fetched.
    var looked: Document?
    /// The response itself, if it is kept.
    var response: Data?

    /// - Throws: `TypesenseError` if the server could not carry out the search completely.
    init(_ parts: SearchResultParts, _ form: ResponseForm, redacted: (String) -> String) throws {
        let module = form.module
        if let code = parts.code {
            let message = parts.error.map(redacted) ?? ""
            if code == 404 {
                // "Not found" means the collection itself or one of its fields.
                let isMissing = message == "Not found."
                throw CollectionError(
                    isMissing ? .missing : .otherSchema, collection: form.collection,
                    facts: isMissing ? [] : [message])
            }
            throw TypesenseError(status: code, message: message, call: "search \(module)")
        }
        guard let found = parts.found, found >= 0, let hits = parts.hits else {
            throw TypesenseError(unreadable: "the response has no hits", "search \(module)")
        }
        // An item that the server counts must not be missing without a word.
        guard hits.allSatisfy({ $0.instance != nil }) else {
            throw TypesenseError(unreadable: "a hit has no document with an id", "search \(module)")
        }
        if let missing = form.facets.first(where: { parts.facets[$0] == nil }), !parts.isCutOff {
            throw TypesenseError(
                unreadable: "the facet \(missing) is missing in the response", "search \(module)")
        }
        if parts.isCutOff {
            throw TypesenseError(
                status: 408, message: "the search took too long and was cut off", call: "search \(module)")
        }
        self.found = found
        self.hits = hits
        facets = parts.facets
        looked = parts.looked
        response = parts.response
    }
}

/// A document that a search matched: its instance and its sort keys.
struct FoundDocument: Sendable {
    /// The exact key of the item's id.
    var key = ""
    /// The instance; `nil` if the document has no id.
    var instance: StoredSlice?
    var relevance: Int64 = 0
    /// The texts in which the server marked matches.
    var highlights: [HighlightedText] = []
    var firstID: Int64 = 0
    var secondID: Int64 = 0
    /// The sort keys, if they were requested.
    var sorted: [(name: String, value: JSONValue)] = []

    func text(_ name: String) -> String? { value(name)?.string }

    func integer(_ name: String) -> Int64? {
        if case .integer(let number)? = value(name) { number } else { nil }
    }

    private func value(_ name: String) -> JSONValue? { sorted.last { $0.name == name }?.value }
}
