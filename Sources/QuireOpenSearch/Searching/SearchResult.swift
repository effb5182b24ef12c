import Foundation
import QuireCore
import QuireRemote
import QuireText

/// The parts of the response to one search, parsed in one pass but not yet checked.
struct SearchResult {
    /// The hits; `nil` if the response has no list of them.
    private(set) var hits: [FoundDocument]?
    private(set) var total: Int?
    private(set) var aggregations: JSONValue?
    private(set) var failedShards = 0
    private(set) var isLate = false
    /// The index of the first document; `nil` if there is none.
    var index: String? { hits?.first?.index }
    /// The error of this search, if the response contains several.
    private(set) var error: JSONValue?
    private(set) var status: Int?
    /// The response itself, if it is kept.
    private(set) var response: Data?
    /// The bytes that the byte ranges refer to.
    private let data: Data

    private enum Part: Int {
        case took, isLate, shards, hits, aggregations, status, error
    }

    private static let keys = FieldKeys(names: [
        "took", "timed_out", "_shards", "hits", "aggregations", "status", "error",
    ])

    private init(_ data: Data) { self.data = data }

    /// Parses the response to one search.
    init(_ data: Data, to search: CompiledSearch) throws(ValueDecodingError) {
        self = try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            var response = SearchResult(data)
            var reader = search.form.reader(of: data)
            try response.read(&json, search, reader: &reader)
            try json.expectEnd()
            return response
        }
    }

    /// Parses the responses to several searches.
    ///
    /// - Returns: All results in the response; `nil` if it has no list of them.
    static func all(
        in data: Data, to searches: [CompiledSearch]
    ) throws(ValueDecodingError) -> [SearchResult]? {
        var responses: [SearchResult] = []
        let hasResponses = try JSONCursor.eachResult(under: "responses", in: data) {
            (position, json) throws(ValueDecodingError) in
            var response = SearchResult(data)
            defer { responses.append(response) }
            guard position < searches.count else { return try json.skipValue() }
            let search = searches[position]
            var reader = search.form.reader(of: data, isOnly: position == 0)
            try response.read(&json, search, reader: &reader)
        }
        return hasResponses ? responses : nil
    }

    private mutating func read(
        _ json: inout JSONCursor, _ search: CompiledSearch, reader: inout DocumentReader
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try json.skipValue() }
        _ = json.peek()
        let start = json.offset
        defer {
            if search.parameters.keepsResponse {
                response = data.bytes(at: start..<json.offset)
            }
        }
        try json.eachFirstMember(of: Self.keys) { (key, json) throws(ValueDecodingError) in
            guard let part = Part(rawValue: key) else { return try json.skipValue() }
            switch part {
            case .took: try json.skipValue()
            case .isLate: isLate = try json.value().isTrue
            case .shards: failedShards = try json.value()["failed"]?.int ?? 0
            case .aggregations: aggregations = try json.comparedValue()
            case .error: error = try json.value()
            case .status: status = try json.value().int
            case .hits: try readHits(&json, search, reader: &reader)
            }
        }
    }

    private static let hitKeys = FieldKeys(names: ["total", "max_score", "hits"])

    private mutating func readHits(
        _ json: inout JSONCursor, _ search: CompiledSearch, reader: inout DocumentReader
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try json.skipValue() }
        try json.eachFirstMember(of: Self.hitKeys) { (key, json) throws(ValueDecodingError) in
            switch key {
            case 0: total = try json.value()["value"]?.int
            case 2:
                guard json.isAtArray() else { return try json.skipValue() }
                var documents: [FoundDocument] = []
                try json.eachElement { (json) throws(ValueDecodingError) in
                    var document = FoundDocument(data)
                    try document.read(&json, search.order, reader: &reader)
                    documents.append(document)
                }
                hits = documents
            default: try json.skipValue()
            }
        }
    }
}

/// A document in a search response.
struct FoundDocument {
    /// The instance; `nil` if the response has no document.
    private(set) var instance: StoredSlice?
    // Byte ranges in the response. Few of them are ever parsed.
    private var indexRange: Range<Int>?
    private var idRange: Range<Int>?
    /// The range of the sort values; `nil` if the document has none for the requested order.
    private var placeRange: Range<Int>?
    private let response: Data
    /// The texts in which the server marked matches.
    private(set) var highlights: [HighlightedText] = []

    private static let keys = FieldKeys(names: [
        "_index", "_id", "_score", "_source", "sort", "highlight",
    ])

    fileprivate init(_ response: Data) { self.response = response }

    fileprivate mutating func read(
        _ json: inout JSONCursor, _ order: SortPlan, reader: inout DocumentReader
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try json.skipValue() }
        _ = json.peek()
        let start = json.offset
        var hasSource = false
        try json.eachFirstMember(of: Self.keys) { (key, json) throws(ValueDecodingError) in
            switch key {
            case 2: try json.skipValue()
            case 0: indexRange = try Self.skipped(&json)
            case 1: idRange = try Self.skipped(&json)
            case 4: placeRange = try order.place(at: &json)
            case 5: highlights = ServerHighlights.texts(in: try json.value())
            default:
                guard json.isAtObject() else { return try json.skipValue() }
                try reader.read(&json)
                hasSource = true
            }
        }
        guard hasSource, let idRange else { return }
        instance = reader.finish(id: idRange, record: start..<json.offset)
    }

    /// Whether the response has the document, with valid sort values.
    var isComplete: Bool { instance != nil && placeRange != nil }

    /// The name of its index.
    var index: String? { value(indexRange)?.string }

    var id: String { value(idRange)?.string ?? "" }

    /// The document's sort values.
    var place: JSONValue? { value(placeRange) }

    private static func skipped(_ json: inout JSONCursor) throws(ValueDecodingError) -> Range<Int> {
        _ = json.peek()
        let start = json.offset
        try json.skipValue()
        return start..<json.offset
    }

    private func value(_ range: Range<Int>?) -> JSONValue? {
        range.flatMap { response.json(at: $0) }
    }
}
