import QuireCore
import QuireRemote

/// How the server itself compares the values of a field that it does not hold exactly.
enum OwnMeaning: Sendable, Hashable {
    /// An analyzed text: words in this order, anywhere in it.
    case words
    /// A keyword that the server changes: usually its case.
    case normalized
    /// Numbers of fewer bits.
    case rounded
    /// A place, on the server's own sphere.
    case place

    /// - Parameter type: The type in the mapping.
    init?(_ field: IndexedField, _ mapping: JSONValue, type: String) {
        let isSearched = !["false", "FALSE"].contains(mapping["index"]?.description.trimmingQuotes ?? "true")
        guard isSearched, mapping["null_value"] == nil else { return nil }
        switch field.comparison {
        case .text where type == "text" || type == "match_only_text": self = .words
        case .text where type == "keyword" && mapping["normalizer"] != nil: self = .normalized
        case .number where ["float", "half_float", "scaled_float"].contains(type): self = .rounded
        case .place where type == "geo_point": self = .place
        default: return nil
        }
    }
}

extension String {
    fileprivate var trimmingQuotes: String { hasPrefix("\"") ? String(dropFirst().dropLast()) : self }
}
