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
        var results: [SearchResultParts] = []
        let hasResults = try JSONCursor.eachResult(under: "results", in: data) {
            (position, json) throws(ValueDecodingError) in
            var parts = SearchResultParts()
            defer { results.append(parts) }
            guard position < asked.count else { return try json.skipValue() }
            let form = asked[position]
            var reader = form.documents.reader(of: data, isOnly: position == 0)
            _ = json.peek()
            let start = json.offset
            try parts.read(&json, form, reader: &reader)
            if form.keepsResponse { parts.response = data.bytes(at: start..<json.offset) }
        }
        return hasResults ? results : nil
    }

    private mutating func read(
        _ json: inout JSONCursor, _ form: ResponseForm, reader: inout DocumentReader
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try json.skipValue() }
        try json.eachFirstMember(of: Self.keys) { (key, json) throws(ValueDecodingError) in
            guard let part = Part(rawValue: key) else { return try json.skipValue() }
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
                    self.hits = try FoundDocument.all(&json, form, reader: &reader)
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
            try json.eachFirstMember(of: Self.facetKeys) { (key, json) throws(ValueDecodingError) in
                if key == 0 { counts = try Self.counts(&json) } else { name = try json.textIfAny() }
            }
            if let name, let counts { facets[name] = counts }
        }
    }

    private static let facetKeys = FieldKeys(names: ["counts", "field_name"])
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
            var value: String?
            var count: Int64?
            try json.eachFirstMember(of: countKeys) { (key, json) throws(ValueDecodingError) in
                switch key {
                case 0: count = try json.integerIfAny()
                case 2: value = try json.textIfAny()
                default: try json.skipValue()
                }
            }
            if let value, let count { counts.append((value, Int(count))) }
        }
        return counts
    }
}

extension FoundDocument {
    private static let keys = FieldKeys(names: ["document", "highlight", "highlights", "text_match"])

    /// Parses the hits of a search.
    fileprivate static func all(
        _ json: inout JSONCursor, _ form: ResponseForm, reader: inout DocumentReader
    ) throws(ValueDecodingError) -> [FoundDocument] {
        var documents: [FoundDocument] = []
        try json.eachElement { (json) throws(ValueDecodingError) in
            var document = FoundDocument()
            guard json.isAtObject() else {
                documents.append(document)
                return try json.skipValue()
            }
            try json.eachFirstMember(of: keys) { (key, json) throws(ValueDecodingError) in
                switch key {
                case 0:
                    guard json.isAtObject() else { return try json.skipValue() }
                    try document.read(&json, form, reader: &reader)
                case 1: document.highlights = ServerHighlights.texts(in: try json.value())
                case 3: document.relevance = try json.integerIfAny() ?? 0
                default: try json.skipValue()
                }
            }
            documents.append(document)
        }
        return documents
    }

    private mutating func read(
        _ json: inout JSONCursor, _ form: ResponseForm, reader: inout DocumentReader
    ) throws(ValueDecodingError) {
        let others = form.documents.keys.others
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
