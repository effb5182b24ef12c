import Foundation
import Quire

/// The parameters of a search, from a form or from JSON keys.
struct ServiceParameters {
    private var values: [String: JSONValue] = [:]

    init(_ json: JSONValue) throws {
        guard case .string(let form)? = json["params"] else {
            values = json.dictionary
            return
        }
        for pair in form.split(separator: "&", omittingEmptySubsequences: false) where !form.isEmpty {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // Characters that a form must encode.
            guard parts.count == 2, parts[1].utf8.allSatisfy({ !" +?#;/@[]\"{}".utf8.contains($0) }),
                let value = String(parts[1]).removingPercentEncoding
            else { throw SearchService.Failure(status: 400, message: "bad parameter \(pair)") }
            let name = String(parts[0])
            guard values[name] == nil else {
                throw SearchService.Failure(status: 400, message: "\(name) comes twice")
            }
            values[name] = Self.isText(name) ? .string(value) : try? JSONValue(parsing: Data(value.utf8))
            if values[name] == nil { values[name] = .string(value) }
        }
        let known: Set<String> = [
            "query", "page", "hitsPerPage", "offset", "length", "filters", "facetFilters", "numericFilters",
            "facets", "maxValuesPerFacet", "attributesToRetrieve", "attributesToHighlight",
            "attributesToSnippet", "queryType", "typoTolerance", "advancedSyntax", "removeWordsIfNoResults",
            "restrictSearchableAttributes", "decompoundQuery", "enableRules", "ignorePlurals",
            "removeStopWords", "synonyms", "analytics", "getRankingInfo", "highlightPreTag",
            "highlightPostTag", "snippetEllipsisText", "facetQuery", "maxFacetHits", "cursor",
            "analyticsTags",
            "clickAnalytics", "userToken", "ruleContexts",
        ]
        for name in values.keys where !known.contains(name) {
            throw SearchService.Failure(status: 400, message: "Unknown parameter: \(name)")
        }
    }

    private static func isText(_ name: String) -> Bool {
        [
            "query", "filters", "facetQuery", "queryType", "removeWordsIfNoResults", "highlightPreTag",
            "highlightPostTag", "snippetEllipsisText", "cursor",
        ].contains(name)
    }

    subscript(name: String) -> JSONValue? { values[name] }

    func text(_ name: String) -> String? { if case .string(let text)? = values[name] { text } else { nil } }

    func number(_ name: String) -> Int? {
        if case .integer(let number)? = values[name] { Int(number) } else { nil }
    }

    func truth(_ name: String) -> Bool? {
        if case .boolean(let truth)? = values[name] { truth } else { nil }
    }

    func texts(_ name: String) -> [String]? { values[name]?.strings }
}
