import Foundation
import QuireCore
import QuireRemote

/// The parts of the server's response to one search, parsed in one pass but not yet checked.
struct SearchResultParts {
    var code: Int?
    var error: String?
    var found: Int?
    /// The hits; `nil` if the response has no list of them.
    var hits: [FoundDocument]?
    var facets: [String: [(value: String, count: Int)]] = [:]
    var isCutOff = false
    var looked: Document?
    /// The bytes of the response, if they are kept.
    var response: Data?

    /// One bit for each part that was read.
    private var seen = 0

    private enum Part: Int {
        case code, error, facets, found, hits, isCutOff
    }

    private static let keys = FieldKeys(names: [
        "code", "error", "facet_counts", "found", "hits", "search_cutoff",
    ])

    /// Parses the responses to the searches of one request.
    ///
    /// - Returns: All results in the response; `nil` if it has no list of results.
    static func all(
        in data: Data, to asked: [ResponseForm]
    ) throws(ValueDecodingError) -> [SearchResultParts]? {
        try JSONCursor.withBytes(of: data) { (json) throws(ValueDecodingError) in
            var all: [SearchResultParts]?
            // A value that is not an object has no results.
            guard json.isAtObject() else {
                try json.skipValue()
                try json.expectEnd()
                return nil
            }
            var isRead = false
            try json.eachMember { (key, json) throws(ValueDecodingError) in
                guard key == "results", !isRead else { return try json.skipValue() }
                isRead = true
                guard json.isAtArray() else { return try json.skipValue() }
                var results: [SearchResultParts] = []
                var reader: DocumentReader?
                try json.eachElement { (json) throws(ValueDecodingError) in
                    guard results.count < asked.count else {
                        results.append(SearchResultParts())
                        return try json.skipValue()
                    }
                    let form = asked[results.count]
                    var own =
                        reader?.following(
                            form.keys, fields: form.fields, shape: form.shape,
                            keepsUnknownValues: form.keepsUnknownValues)
                        ?? DocumentReader(
                            data, form.keys, fields: form.fields, shape: form.shape,
                            keepsUnknownValues: form.keepsUnknownValues)
                    var parts = SearchResultParts()
                    _ = json.peek()
                    let start = json.offset
                    try parts.read(&json, form, &own)
                    if form.keepsResponse {
                        parts.response = data.dropFirst(start).prefix(json.offset - start)
                    }
                    results.append(parts)
                    reader = own
                }
                all = results
            }
            try json.expectEnd()
            return all
        }
    }

    private mutating func read(
        _ json: inout JSONCursor, _ form: ResponseForm, _ reader: inout DocumentReader
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try json.skipValue() }
        try json.eachMember(of: Self.keys) { (key, json) throws(ValueDecodingError) in
            // Of two equal keys, the first is used.
            guard let part = Part(rawValue: key), seen & 1 << key == 0 else {
                return try json.skipValue()
            }
            seen |= 1 << key
            switch part {
            case .code: code = try json.integerIfAny().map(Int.init)
            case .error: error = try json.textIfAny()
            case .found: found = try json.integerIfAny().map(Int.init)
            case .isCutOff: isCutOff = try json.value() == .boolean(true)
            case .facets: try readFacets(&json)
            case .hits:
                guard json.isAtArray() else { return try json.skipValue() }
                if form.isLookup {
                    guard case .array(let hits) = try json.value() else { return }
                    looked = hits.first.map { Document($0.member("document") ?? .null) }
                    self.hits = []
                } else {
                    self.hits = try FoundDocument.all(&json, form, &reader)
                }
            }
        }
    }

    private mutating func readFacets(_ json: inout JSONCursor) throws(ValueDecodingError) {
        guard json.isAtArray() else { return try json.skipValue() }
        try json.eachElement { (json) throws(ValueDecodingError) in
            guard json.isAtObject() else { return try json.skipValue() }
            var name: String?
            var counts: [(value: String, count: Int)]?
            var hasName = false
            var hasCounts = false
            try json.eachMember { (key, json) throws(ValueDecodingError) in
                if key == "field_name", !hasName {
                    hasName = true
                    name = try json.textIfAny()
                } else if key == "counts", !hasCounts {
                    hasCounts = true
                    counts = try Self.counts(&json)
                } else {
                    try json.skipValue()
                }
            }
            if let name, let counts { facets[name] = counts }
        }
    }

    private static let countKeys = FieldKeys(names: ["count", "highlighted", "value"])

    private static func counts(
        _ json: inout JSONCursor
    ) throws(ValueDecodingError) -> [(value: String, count: Int)]? {
        guard json.isAtArray() else {
            try json.skipValue()
            return nil
        }
        var counts: [(value: String, count: Int)] = []
        try json.eachElement { (json) throws(ValueDecodingError) in
            guard json.isAtObject() else { return try json.skipValue() }
            var value: String??
            var count: Int64??
            try json.eachMember(of: countKeys) { (key, json) throws(ValueDecodingError) in
                switch key {
                case 0 where count == nil: count = .some(try json.integerIfAny())
                case 2 where value == nil: value = .some(try json.textIfAny())
                default: try json.skipValue()
                }
            }
            if let value = value ?? nil, let count = count ?? nil { counts.append((value, Int(count))) }
        }
        return counts
    }
}

extension FoundDocument {
    private static let keys = FieldKeys(names: ["document", "highlight", "highlights", "text_match"])

    /// Parses the hits of a search.
    fileprivate static func all(
        _ json: inout JSONCursor, _ form: ResponseForm, _ reader: inout DocumentReader
    ) throws(ValueDecodingError) -> [FoundDocument] {
        var found: [FoundDocument] = []
        try json.eachElement { (json) throws(ValueDecodingError) in
            var document = FoundDocument()
            guard json.isAtObject() else {
                found.append(document)
                return try json.skipValue()
            }
            var hasDocument = false
            var hasRelevance = false
            try json.eachMember(of: keys) { (key, json) throws(ValueDecodingError) in
                switch key {
                case 0 where !hasDocument:
                    hasDocument = true
                    guard json.isAtObject() else { return try json.skipValue() }
                    try document.read(&json, form, &reader)
                case 1: document.highlights = ServerHighlights.texts(in: try json.value())
                case 3 where !hasRelevance:
                    hasRelevance = true
                    document.relevance = try json.integerIfAny() ?? 0
                default: try json.skipValue()
                }
            }
            found.append(document)
        }
        return found
    }

    private mutating func read(
        _ json: inout JSONCursor, _ form: ResponseForm, _ reader: inout DocumentReader
    ) throws(ValueDecodingError) {
        let others = form.keys.others
        defer {
            // Another program may have written the document.
            if key.isEmpty, let instance { key = ExactKey.text(instance.id) }
        }
        instance = try reader.instance(of: &json) { (position, json) throws(ValueDecodingError) in
            switch position {
            case CollectionLayout.keyPosition: key = try json.textIfAny() ?? ""
            case CollectionLayout.firstOrderPosition: firstID = try json.integerIfAny() ?? 0
            case CollectionLayout.secondOrderPosition: secondID = try json.integerIfAny() ?? 0
            default:
                if form.readsSortedValues {
                    sorted.append((others[position], try json.value()))
                } else {
                    try json.skipValue()
                }
            }
        }
    }
}
