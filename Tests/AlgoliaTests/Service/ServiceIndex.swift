import Foundation
import Quire

/// Records of an index with its settings, and their search.
struct ServiceIndex {
    var records: [[String: JSONValue]] = []
    var settings: JSONValue = .object([])

    func checkDeclared(_ test: ServiceFilter.Test) throws {
        switch test {
        case .facet(let attribute, _, _):
            guard facetAttributes.keys.contains(attribute) else {
                throw SearchService.Failure(status: 400, message: "\(attribute) is no facet")
            }
        case .number(let attribute, let sign, _):
            let names = settings["numericAttributesForFiltering"]?.strings ?? []
            guard names.contains(attribute) || sign == "=" && names.contains("equalOnly(\(attribute))") else {
                throw SearchService.Failure(status: 400, message: "\(attribute) cannot be compared so")
            }
        }
    }

    /// The attributes for faceting, with their modifiers.
    private var facetAttributes: [String: String] {
        let declared = settings["attributesForFaceting"]?.strings ?? []
        return Dictionary(
            declared.map { text in
                guard let open = text.firstIndex(of: "(") else { return (text, "") }
                return (String(text[text.index(after: open)...].dropLast()), String(text[..<open]))
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Searching

    func found(
        _ parameters: ServiceParameters, isFacetSearch: Bool
    ) throws -> [(id: String, record: [String: JSONValue])] {
        let filter = try ServiceFilter(parameters, of: self)
        let query = parameters.text("query") ?? ""
        guard query.unicodeScalars.count <= 512 else {
            throw SearchService.Failure(status: 400, message: "the query is too long")
        }
        let words = ServiceWords(
            query, type: parameters.text("queryType") ?? "prefixLast",
            hasSyntax: parameters.truth("advancedSyntax") ?? false)
        let attributes = try searched(parameters)
        let found = records.filter { record in
            filter.holds(of: record)
                && (query.isEmpty || words.match(attributes.flatMap { record[$0]?.strings ?? [] }))
        }
        return ordered(found).map { ($0.text("objectID"), $0) }
    }

    private func searched(_ parameters: ServiceParameters) throws -> [String] {
        let declared = (settings["searchableAttributes"]?.strings ?? []).flatMap { entry in
            entry.split(separator: ",").map {
                $0.hasPrefix("unordered(") ? String($0.dropFirst(10).dropLast()) : String($0)
            }
        }
        guard let restricted = parameters.texts("restrictSearchableAttributes") else { return declared }
        guard restricted.allSatisfy(declared.contains) else {
            throw SearchService.Failure(status: 400, message: "an attribute is not searchable")
        }
        return restricted
    }

    func search(_ parameters: ServiceParameters, named name: String) throws -> JSONValue {
        let found = try found(parameters, isFacetSearch: false)
        let size = parameters.number("length") ?? parameters.number("hitsPerPage") ?? 20
        let offset = parameters.number("offset") ?? (parameters.number("page") ?? 0) * size
        let limit = settings["paginationLimitedTo"]?.double.map(Int.init) ?? 1000
        guard size <= 1000 else {
            throw SearchService.Failure(status: 400, message: "hitsPerPage is too high")
        }
        // Nothing is returned beyond the limit.
        let slice = found.prefix(limit).dropFirst(offset).prefix(size)
        var members: [JSONValue.Member] = [
            .init("hits", .array(slice.map { hit($0.record, parameters) })),
            .init("nbHits", .integer(Int64(found.count))),
            .init("page", .integer(Int64(parameters.number("page") ?? 0))),
            .init("nbPages", .integer(Int64(size > 0 ? (found.count + size - 1) / size : 0))),
            .init("hitsPerPage", .integer(Int64(size))),
            .init("exhaustiveFacetsCount", .boolean(true)), .init("exhaustiveNbHits", .boolean(true)),
            .init("exhaustive", .object([.init("nbHits", .boolean(true))])),
            .init("processingTimeMS", .integer(1)), .init("query", .string(parameters.text("query") ?? "")),
            .init("index", .string(name)),
        ]
        if let facets = parameters.texts("facets") {
            members += try counts(facets, of: found.map(\.record), parameters)
        }
        return .object(members)
    }

    private func counts(
        _ facets: [String], of records: [[String: JSONValue]], _ parameters: ServiceParameters
    ) throws -> [JSONValue.Member] {
        var counts: [JSONValue.Member] = []
        var statistics: [JSONValue.Member] = []
        for facet in facets {
            guard let kind = facetAttributes[facet], kind != "filterOnly" else {
                throw SearchService.Failure(status: 400, message: "\(facet) is not counted")
            }
            var tally: [String: Int] = [:]
            var numbers: [Double] = []
            for record in records {
                let values = record[facet]?.elements ?? []
                for value in Set(values.map(Self.facetText)) { tally[value, default: 0] += 1 }
                numbers += Set(values.compactMap(\.double))
            }
            let shown = tally.sorted { $0.value > $1.value }
                .prefix(parameters.number("maxValuesPerFacet") ?? 100)
            if !shown.isEmpty {
                counts.append(
                    .init(facet, .object(shown.map { .init($0.key, .integer(Int64($0.value))) })))
            }
            if let least = numbers.min(), let most = numbers.max() {
                let sum = numbers.reduce(0, +)
                statistics.append(
                    .init(
                        facet,
                        .object([
                            .init("min", .number(least)), .init("max", .number(most)),
                            .init("avg", .number(sum / Double(numbers.count))), .init("sum", .number(sum)),
                        ])))
            }
        }
        return [.init("facets", .object(counts)), .init("facets_stats", .object(statistics))]
    }

    func facetValues(_ facet: String, _ parameters: ServiceParameters) throws -> JSONValue {
        guard facetAttributes[facet] == "searchable" else {
            throw SearchService.Failure(status: 400, message: "\(facet) is not searchable")
        }
        var tally: [String: Int] = [:]
        for (_, record) in try found(parameters, isFacetSearch: true) {
            for value in Set(record[facet]?.strings ?? []) { tally[value, default: 0] += 1 }
        }
        let wanted = (parameters.text("facetQuery") ?? "").lowercased()
        let hits = tally.filter { value, _ in
            ServiceWords.words(in: value).contains { $0.hasPrefix(wanted) }
        }.sorted { $0.value > $1.value }
        return .object([
            .init(
                "facetHits",
                .array(
                    hits.prefix(parameters.number("maxFacetHits") ?? 10).map { value, count in
                        .object([
                            .init("value", .string(value)),
                            .init("highlighted", .string("<em>\(value)</em>")),
                            .init("count", .integer(Int64(count))),
                        ])
                    })),
            .init("exhaustiveFacetsCount", .boolean(true)), .init("processingTimeMS", .integer(1)),
        ])
    }

    /// The cursor contains the parameters and the position, in a format of its own.
    func browse(_ json: JSONValue, named name: String) throws -> JSONValue {
        var json = json
        var start = 0
        if case .string(let cursor)? = json["cursor"] {
            guard let data = Data(base64Encoded: cursor), let value = try? JSONValue(parsing: data),
                case .array(let parts) = value, parts.count == 2, let place = parts[0].double
            else { throw SearchService.Failure(status: 400, message: "bad cursor") }
            start = Int(place)
            json = parts[1]
        }
        let parameters = try ServiceParameters(json)
        let found = try found(parameters, isFacetSearch: false)
        // Short pages, so that there are several.
        let size = min(parameters.number("hitsPerPage") ?? 1000, 40)
        var members: [JSONValue.Member] = [
            .init(
                "hits", .array(found.dropFirst(start).prefix(size).map { hit($0.record, parameters) })),
            .init("nbHits", .integer(Int64(found.count))),
        ]
        if start + size < found.count {
            let cursor = JSONValue.array([.integer(Int64(start + size)), json]).data.base64EncodedString()
            members.append(.init("cursor", .string(cursor)))
        }
        return .object(members)
    }

    // MARK: - Hits

    private func hit(_ record: [String: JSONValue], _ parameters: ServiceParameters) -> JSONValue {
        guard case .object(var members) = Self.projected(record, parameters["attributesToRetrieve"]) else {
            return .null
        }
        let marked = parameters.texts("attributesToHighlight") ?? []
        guard !marked.isEmpty else { return .object(members) }
        let words = ServiceWords(parameters.text("query") ?? "", type: "prefixLast", hasSyntax: false).wanted
        let tags = (
            parameters.text("highlightPreTag") ?? "<em>", parameters.text("highlightPostTag") ?? "</em>"
        )
        let highlights = marked.compactMap { name -> JSONValue.Member? in
            record[name].map { .init(name, Self.highlight($0, words, tags)) }
        }
        members.append(.init("_highlightResult", .object(highlights)))
        if let snippets = parameters.texts("attributesToSnippet"), !snippets.isEmpty {
            members.append(.init("_snippetResult", .object(highlights)))
        }
        if parameters.truth("getRankingInfo") ?? false {
            members.append(
                .init("_rankingInfo", .object([.init("nbTypos", .integer(0)), .init("words", .integer(1))])))
        }
        return .object(members)
    }

    private static func highlight(
        _ value: JSONValue, _ words: [String], _ tags: (String, String)
    ) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map { highlight($0, words, tags) })
        case .string(let text):
            var found: Set<String> = []
            let parts = text.components(separatedBy: " ").map { part in
                guard let word = words.first(where: { part.lowercased().hasPrefix($0) }) else { return part }
                found.insert(word)
                return tags.0 + part.prefix(word.count) + tags.1 + part.dropFirst(word.count)
            }
            let level = found.isEmpty ? "none" : found.count == Set(words).count ? "full" : "partial"
            return .object([
                .init("value", .string(parts.joined(separator: " "))), .init("matchLevel", .string(level)),
                .init("fullyHighlighted", .boolean(false)),
                .init("matchedWords", .array(found.sorted().map(JSONValue.string))),
            ])
        default: return .object([])
        }
    }

    static func projected(_ record: [String: JSONValue], _ attributes: JSONValue?) -> JSONValue {
        let names = Set((attributes?.strings ?? ["*"]).map(key))
        let members = record.filter { name, _ in
            name == "objectID" || names.contains(name) || names.contains("*") && !names.contains("-" + name)
        }
        return .object(members.sorted { $0.key < $1.key }.map { .init(Self.name(of: $0.key), $0.value) })
    }

    /// The key of an attribute: names that differ only in their normalization are different attributes.
    static func key(of name: String) -> String {
        name.utf8.allSatisfy { $0 < 0x80 } ? name : "\u{1}" + Data(name.utf8).base64EncodedString()
    }

    private static func name(of key: String) -> String {
        guard key.first == "\u{1}", let bytes = Data(base64Encoded: String(key.dropFirst())) else {
            return key
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A facet's value in a response, where object keys are strings.
    static func facetText(of value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.description }
    }

    // MARK: - Order

    private var criteria: [(attribute: String, isDescending: Bool)] {
        let custom = settings["customRanking"]?.strings ?? []
        return (settings["ranking"]?.strings ?? ["custom"]).flatMap { $0 == "custom" ? custom : [$0] }
            .compactMap { text in
                guard let open = text.firstIndex(of: "(") else { return nil }
                return (String(text[text.index(after: open)...].dropLast()), text.hasPrefix("desc"))
            }
    }

    /// Records in ranking order; records without an attribute come last in both directions.
    private func ordered(_ records: [[String: JSONValue]]) -> [[String: JSONValue]] {
        let criteria = criteria
        let placed = records.map { record in
            (record, criteria.map { record[$0.attribute].map(Place.init) })
        }
        return placed.sorted { left, right in
            for (position, criterion) in criteria.enumerated() {
                switch (left.1[position], right.1[position]) {
                case (nil, nil): continue
                case (nil, _?): return false
                case (_?, nil): return true
                case (let left?, let right?):
                    if left.precedes(right) { return !criterion.isDescending }
                    if right.precedes(left) { return criterion.isDescending }
                }
            }
            return false
        }.map(\.0)
    }

    private enum Place {
        case number(Double)
        case text(String)

        init(_ value: JSONValue) {
            self = value.double.map(Place.number) ?? .text(ServiceIndex.facetText(of: value).lowercased())
        }

        func precedes(_ other: Place) -> Bool {
            switch (self, other) {
            case (.number(let left), .number(let right)): left < right
            case (.text(let left), .text(let right)): left < right
            case (.number, .text): true
            case (.text, .number): false
            }
        }
    }
}
