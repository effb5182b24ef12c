import Foundation
import QuireCore
import QuireEngine
import QuireText

/// The items of a text search that are weighed here, best match first.
struct RankedItems: Sendable {
    /// So many items are weighed: the most popular ones.
    static let most = 250

    private(set) var ids: [String] = []
    private(set) var infos: [String: RankingInfo] = [:]

    private struct Item {
        var id: String
        var key: RankKey

        func precedes(_ other: Item) -> Bool {
            key != other.key ? key < other.key : id.utf8.lexicographicallyPrecedes(other.id.utf8)
        }
    }

    init() {}

    /// - Parameter slices: Instances with the searched fields and the popularity.
    init(
        _ slices: [StoredSlice], _ resolved: ResolvedText,
        fields: [FieldDescriptor], popularity: FieldDescriptor?, _ analyzer: TextAnalyzer
    ) throws {
        let instances = try slices.map { try JSONValue(parsing: $0.data) }
        let collection = TextCollection(instances, fields: fields, analyzer)
        let findings = TextFindings(collection, analyzer, resolved, popularity)
        let keys = findings.keys(of: Array(instances.indices), instances)
        var ranked: [Item] = []
        for (index, instance) in instances.enumerated() {
            ranked.append(Item(id: instance.instanceID, key: keys[index] ?? RankKey(value: .max)))
        }
        ranked.sort { $0.precedes($1) }
        ids = ranked.map(\.id)
        for item in ranked { infos[item.id] = item.key.info(hasPopularity: popularity != nil) }
    }
}

extension StoredSlice {
    /// The id of the instance. Empty if it has none.
    package var id: String { ((try? JSONValue(parsing: data)) ?? .null).instanceID }
}
