import Foundation
import QuireCluster
import QuireCore

/// The parts of one search result that the engine uses.
struct SearchAnswer: Sendable {
    var records: [FoundRecord] = []
    var total = 0
    var isTotalExact = true
    var areFacetsExact = true
    /// Facet counts by attribute and key.
    var facets: [String: [(key: String, count: Int)]] = [:]
    /// Facet statistics by attribute.
    var statistics: [String: JSONValue] = [:]
    var cursor: String?

    /// Parses the response to one query.
    static func read(_ data: Data, _ form: RecordForm, of request: String) throws -> SearchAnswer {
        try reading(data, of: request) { (json) throws(DecodingFailure) in
            var assembler = form.assembler(size: json.count)
            let answer = try SearchAnswer(&json, &assembler, data)
            try json.expectEnd()
            return answer
        }
    }

    /// Parses the responses to several queries, in the same order.
    static func readAll(_ data: Data, _ forms: [RecordForm], of request: String) throws -> [SearchAnswer] {
        let answers = try reading(data, of: request) { (json) throws(DecodingFailure) in
            var answers: [SearchAnswer] = []
            var assembler: InstanceAssembler?
            try json.eachMember { (key, json) throws(DecodingFailure) in
                guard key == "results" else { return try json.skipValue() }
                try json.eachElement { (json) throws(DecodingFailure) in
                    guard answers.count < forms.count else { return try json.skipValue() }
                    let form = forms[answers.count]
                    var own = assembler.map(form.following) ?? form.assembler(size: json.count - json.offset)
                    answers.append(try SearchAnswer(&json, &own, data))
                    assembler = own
                }
            }
            try json.expectEnd()
            return answers
        }
        guard answers.count == forms.count else {
            throw AlgoliaAnswerError(
                request: request, place: "results", expected: "\(forms.count) of them")
        }
        return answers
    }

    /// Parses objects that were requested by id. Missing ones are left out.
    static func readObjects(_ data: Data, _ form: RecordForm, of request: String) throws -> [FoundRecord] {
        try reading(data, of: request) { (json) throws(DecodingFailure) in
            var records: [FoundRecord] = []
            var assembler = form.assembler(size: json.count)
            try json.eachMember { (key, json) throws(DecodingFailure) in
                guard key == "results" else { return try json.skipValue() }
                try json.eachElement { (json) throws(DecodingFailure) in
                    if try !json.consumeNull() { records.append(try FoundRecord(&json, &assembler, data)) }
                }
            }
            try json.expectEnd()
            return records
        }
    }

    private static func reading<Answer>(
        _ data: Data, of request: String,
        _ body: (inout JSONCursor) throws(DecodingFailure) -> Answer
    ) throws -> Answer {
        do throws(DecodingFailure) {
            return try JSONCursor.withBytes(of: data, body)
        } catch {
            throw AlgoliaAnswerError(
                request: request, place: "byte \(error.offset)", expected: "\(error.expected)")
        }
    }

    // MARK: - One answer

    private init(
        _ json: inout JSONCursor, _ assembler: inout InstanceAssembler, _ data: Data
    ) throws(DecodingFailure) {
        var answer = SearchAnswer()
        var hasHits = false
        var hasTotal = false
        let start = json.offset
        try json.eachMember { (key, json) throws(DecodingFailure) in
            switch key {
            case "hits":
                hasHits = true
                try json.eachElement { (json) throws(DecodingFailure) in
                    answer.records.append(try FoundRecord(&json, &assembler, data))
                }
            case "nbHits":
                guard case .integer(let count) = try json.value(), count >= 0 else {
                    throw json.mismatch("a count")
                }
                hasTotal = true
                answer.total = Int(count)
            case "exhaustiveNbHits": answer.isTotalExact = try json.value() != .boolean(false)
            case "exhaustiveFacetsCount": answer.areFacetsExact = try json.value() != .boolean(false)
            case "exhaustive":
                let value = try json.value()
                if value["nbHits"] == .boolean(false) { answer.isTotalExact = false }
                if value["facetsCount"] == .boolean(false) { answer.areFacetsExact = false }
            case "facets": answer.readFacets(try json.value())
            case "facets_stats":
                if case .object(let members) = try json.value() {
                    for member in members { answer.statistics[member.name] = member.value }
                }
            case "cursor":
                if case .string(let cursor) = try json.value() { answer.cursor = cursor }
            default: try json.skipValue()
            }
        }
        guard hasHits, hasTotal || answer.cursor != nil || !answer.records.isEmpty else {
            throw DecodingFailure(
                .wrongType, at: start, expected: hasHits ? "a result with nbHits" : "a result with hits")
        }
        self = answer
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
