import Foundation
import QuireCore
import QuireHTTP
import QuireRemote

/// Reads all documents of a collection with any layout, batch by batch in the order of their ids. Documents that exist
/// throughout are read exactly once, even if others are added or removed meanwhile.
struct CollectionReader: Sendable {
    let connection: TypesenseConnection
    let collection: String
    /// The fields to read; `nil` means all that are not derived from others.
    let fields: [String]?
    private let derived: [String]
    /// The documents to read; `nil` means all.
    private let keys: [String]?

    private var place: (first: Int64, second: Int64)?
    private var delivered: Set<String> = []
    private var page = 1
    private var isAtEnd = false
    private(set) var total: Int?
    /// How many documents the server counted for the last page: all, or those from the place on.
    private var found = 0

    /// - Parameter description: The server's description of the collection.
    init(
        _ connection: TypesenseConnection, _ collection: String, description: JSONValue,
        fields: [String]? = nil,
        keys: [String]? = nil
    ) {
        self.connection = connection
        self.collection = collection
        self.fields = fields
        self.keys = keys
        let names = (description["fields"]?.elements ?? []).compactMap { $0["name"]?.string }
        let readFields = [DocumentField.id, DocumentField.firstOrder, DocumentField.secondOrder]
        derived = names.filter { $0.hasPrefix(DocumentField.derived) && !readFields.contains($0) }
    }

    /// The next documents; `nil` at the end.
    mutating func next() async throws -> [Document]? {
        while !isAtEnd {
            try Task.checkCancellation()
            let hits = try await hits()
            guard hits.allSatisfy(isFromPlace) else {
                throw TypesenseError(
                    unreadable: "the server repeated documents before the requested place",
                    "read \(collection)")
            }
            let new = hits.filter { !delivered.contains($0.key) }
            let end = (page - 1) * SearchEntry.largestPage + hits.count
            // A short page is the last only if nothing else is counted.
            isAtEnd = end >= found
            if hits.isEmpty, !isAtEnd {
                throw TypesenseError(
                    unreadable: "the server counts \(found) documents, but sent only \(end)",
                    "read \(collection)")
            }
            guard let last = new.last, let first = last.integer(DocumentField.firstOrder),
                let second = last.integer(DocumentField.secondOrder)
            else {
                page += 1
                continue
            }
            if place.map({ $0 != (first, second) }) ?? true { delivered = [] }
            place = (first, second)
            page = 1
            for document in new
            where document.integer(DocumentField.firstOrder) == first
                && document.integer(DocumentField.secondOrder) == second
            {
                delivered.insert(document.key)
            }
            return new
        }
        return nil
    }

    private func isFromPlace(_ document: Document) -> Bool {
        guard let place, let first = document.integer(DocumentField.firstOrder),
            let second = document.integer(DocumentField.secondOrder)
        else { return true }
        return (first, second) >= place
    }

    private mutating func hits() async throws -> [Document] {
        let (first, second) = (DocumentField.firstOrder, DocumentField.secondOrder)
        var parameters: [(name: String, value: JSONValue)] = [
            ("sort_by", .string("\(first):asc,\(second):asc")), ("page", .count(page)),
            ("per_page", .count(SearchEntry.largestPage)),
        ]
        var filters: [String] = []
        if let keys { filters.append("\(DocumentField.id):=[\(keys.joined(separator: ","))]") }
        if let place {
            filters.append(
                "(\(first):>\(place.first) || (\(first):[\(place.first)..\(place.first)] && \(second):>=\(place.second)))"
            )
        }
        if !filters.isEmpty { parameters.append(("filter_by", .string(filters.joined(separator: " && ")))) }
        if let fields {
            let included = [DocumentField.id, first, second] + fields
            parameters.append(("include_fields", .string(included.joined(separator: ","))))
        } else {
            parameters.append(("exclude_fields", .string(derived.joined(separator: ","))))
        }
        let documents: [JSONValue]
        (found, documents) = try await connection.documents(of: collection, parameters)
        if place == nil { total = found }
        return documents.map(Document.init)
    }
}
