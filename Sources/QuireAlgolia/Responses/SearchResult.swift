import Foundation
import QuireCore
import QuireEngine
import QuireRemote

/// The parts of one search result that the engine uses.
struct SearchResult: Sendable {
    var records: [FoundRecord] = []
    var total = 0
    var isTotalExact = true
    var areFacetsExact = true
    /// Facet counts by attribute and key.
    var facets: [String: [(key: String, count: Int)]] = [:]
    /// Facet statistics by attribute.
    var statistics: [String: JSONValue] = [:]
    var cursor: String?
    /// The bytes of the response.
    var bytes = Data()

    /// Parses the response to one query.
    static func read(_ data: Data, _ form: DocumentForm, of request: String) throws -> SearchResult {
        try reading(data, of: request) { (json) throws(ValueDecodingError) in
            var reader = form.reader(of: data)
            let response = try SearchResult(&json, &reader, data: data)
            try json.expectEnd()
            return response
        }
    }

    /// Parses the responses to several queries, in the same order.
    static func readAll(_ data: Data, _ forms: [DocumentForm], of request: String) throws -> [SearchResult] {
        let responses = try reading(data, of: request) { (json) throws(ValueDecodingError) in
            var responses: [SearchResult] = []
            try json.eachMember { (key, json) throws(ValueDecodingError) in
                guard key == "results" else { return try json.skipValue() }
                try json.eachElement { (json) throws(ValueDecodingError) in
                    guard responses.count < forms.count else { return try json.skipValue() }
                    var reader = forms[responses.count].reader(of: data, isOnly: responses.isEmpty)
                    responses.append(try SearchResult(&json, &reader, data: data))
                }
            }
            try json.expectEnd()
            return responses
        }
        guard responses.count == forms.count else {
            throw AlgoliaResponseError(
                request: request, place: "results", expected: "\(forms.count) of them")
        }
        return responses
    }

    /// Parses objects that were requested by id. Missing ones are left out.
    static func readObjects(_ data: Data, _ form: DocumentForm, of request: String) throws -> [FoundRecord] {
        try reading(data, of: request) { (json) throws(ValueDecodingError) in
            var records: [FoundRecord] = []
            var reader = form.reader(of: data)
            try json.eachMember { (key, json) throws(ValueDecodingError) in
                guard key == "results" else { return try json.skipValue() }
                try json.eachElement { (json) throws(ValueDecodingError) in
                    if try !json.consumeNull() {
                        records.append(try FoundRecord(&json, &reader, response: data))
                    }
                }
            }
            try json.expectEnd()
            return records
        }
    }

    private static func reading<Response>(
        _ data: Data, of request: String,
        _ body: (inout JSONCursor) throws(ValueDecodingError) -> Response
    ) throws -> Response {
        do throws(ValueDecodingError) {
            return try JSONCursor.withBytes(of: data, body)
        } catch {
            throw AlgoliaResponseError(
                request: request, place: "byte \(error.offset)", expected: "\(error.expected)")
        }
    }

    // MARK: - One response

    private init(
        _ json: inout JSONCursor, _ reader: inout DocumentReader, data: Data
    ) throws(ValueDecodingError) {
        var response = SearchResult()
        var hasHits = false
        var hasTotal = false
        _ = json.peek()
        let start = json.offset
        try json.eachMember { (key, json) throws(ValueDecodingError) in
            switch key {
            case "hits":
                hasHits = true
                try json.eachElement { (json) throws(ValueDecodingError) in
                    response.records.append(try FoundRecord(&json, &reader, response: data))
                }
            case "nbHits":
                guard case .integer(let count) = try json.value(), count >= 0 else {
                    throw json.mismatch("a count")
                }
                hasTotal = true
                response.total = Int(count)
            case "exhaustiveNbHits": response.isTotalExact = try json.value() != .boolean(false)
            case "exhaustiveFacetsCount": response.areFacetsExact = try json.value() != .boolean(false)
            case "exhaustive":
                let value = try json.value()
                if value["nbHits"] == .boolean(false) { response.isTotalExact = false }
                if value["facetsCount"] == .boolean(false) { response.areFacetsExact = false }
            case "facets": response.readFacets(try json.value())
            case "facets_stats":
                if case .object(let members) = try json.value() {
                    for member in members { response.statistics[member.name] = member.value }
                }
            case "cursor":
                if case .string(let cursor) = try json.value() { response.cursor = cursor }
            default: try json.skipValue()
            }
        }
        guard hasHits, hasTotal || response.cursor != nil || !response.records.isEmpty else {
            throw ValueDecodingError(
                .wrongType, at: start, expected: hasHits ? "a result with nbHits" : "a result with hits")
        }
        response.bytes = data.dropFirst(start).prefix(json.offset - start)
        self = response
    }

    private init() {}

    private mutating func readFacets(_ value: JSONValue) {
        guard case .object(let members) = value else { return }
        for member in members {
            guard case .object(let counts) = member.value else { continue }
            facets[member.name] = counts.compactMap { count in
                guard case .integer(let number) = count.value else { return nil }
                return (count.name, Int(number))
            }
        }
    }
}

extension SearchResult {
    /// Creates the facet from the response.
    func facet(_ request: FacetRequest, _ field: IndexedField, index: RecordIndex) -> FacetResult {
        let names = index.attributes(of: field)
        let counts = facets[names.counted] ?? []
        let readableCounts = counts.compactMap { entry in
            RecordKey.value(of: entry.key, isDate: field.isDate).map { FacetCount($0, entry.count) }
        }
        let valueFilter = FacetValueFilter(request, field.descriptor, analyzer: index.analyzer)
        // For a text that is too long for a key, only the digest is known.
        let isWhole =
            areFacetsExact && readableCounts.count == counts.count
            && (valueFilter.passesAll
                ? counts.count <= request.maximumValues : counts.count < Self.mostLookedThrough)
        let ordered = valueFilter.shown(readableCounts)
        return FacetResult(
            field: request.field, counts: Array(ordered.prefix(request.maximumValues)),
            statistics: field.hasNumbers
                ? (isWhole ? FacetStatistics(of: ordered) : FacetStatistics(statistics[names.number])) : nil,
            isExhaustive: isWhole && ordered.count <= request.maximumValues)
    }

    /// The maximum number of values that the service returns for a facet.
    static let mostLookedThrough = 1000
}

extension FacetStatistics {
    /// The service's own statistics, which have the average but no count; `nil` unless all four values are present.
    fileprivate init?(_ json: JSONValue?) {
        guard let minimum = json?["min"]?.double, let maximum = json?["max"]?.double,
            let average = json?["avg"]?.double, let sum = json?["sum"]?.double
        else { return nil }
        let count = average == 0 ? 0 : (sum / average).rounded()
        self.init(count: Int(exactly: count) ?? 0, minimum: minimum, maximum: maximum, sum: sum)
    }
}

/// A record in a response.
struct FoundRecord: Sendable {
    /// The instance; `nil` if the record has no id.
    let instance: StoredSlice?
    /// The byte range of the record, from which it can be read again with other fields.
    private let range: Range<Int>
    private let response: Data

    /// - Parameter response: The bytes that the cursor reads.
    init(
        _ json: inout JSONCursor, _ reader: inout DocumentReader, response: Data
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { throw json.mismatch("an object") }
        let start = json.offset
        instance = try reader.instance(of: &json)
        range = start..<json.offset
        self.response = response
    }

    /// The texts in which the service marked matches.
    var highlights: JSONValue? {
        response.json(at: range)?["_highlightResult"]
    }

    var id: String { (instance.flatMap { try? JSONValue(parsing: $0.data) })?.instanceID ?? "" }

    /// The instance with other fields; `nil` if the record has no id.
    func instance(in form: DocumentForm) -> StoredSlice? {
        let bytes = response.bytes(at: range)
        return try? JSONCursor.withBytes(of: bytes) { (json) throws(ValueDecodingError) in
            var reader = form.reader(of: bytes)
            return try reader.instance(of: &json)
        }
    }
}

extension [FoundRecord] {
    /// The instances of records.
    ///
    /// - Throws: `AlgoliaResponseError` for a record without an id.
    func instances(of request: String) throws -> [StoredSlice] {
        try enumerated().map { position, record in
            guard let instance = record.instance else { throw Self.damaged(position, request) }
            return instance
        }
    }

    static func damaged(_ position: Int, _ request: String) -> AlgoliaResponseError {
        AlgoliaResponseError(
            request: request, place: "hits[\(position)]", expected: "a record with an objectID")
    }
}
