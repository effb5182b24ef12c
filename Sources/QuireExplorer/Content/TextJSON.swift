import QuireCore
import QuireText

/// How a full-text search found its items.
enum TextJSON {
    static func json(_ info: TextSearchInfo) -> JSONValue {
        let corrections: [JSONValue.Member] = info.corrections.sorted { $0.key < $1.key }.map {
            .init($0.key, $0.value.json)
        }
        return .record([
            "ranking": info.ranking.rawValue.json, "level": info.level.rawValue.json,
            "corrections": .object(corrections), "dropped": info.dropped.json,
            "exactItems": info.exactItems.map { .integer(Int64($0)) } ?? .null,
        ])
    }
}
