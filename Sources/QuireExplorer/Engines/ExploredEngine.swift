import QuireEngine

/// An engine that the explorer reads from, under a name for people.
package struct ExploredEngine: Sendable {
    package enum Kind: String, Sendable { case store, typesense, opensearch, algolia, halo, pocketbase }

    /// The name in calls: the kind, and a number if several engines have the same.
    package var id: String
    /// The name for people, without secrets: `Store bookshop.sqlite`.
    package var label: String
    package var kind: Kind
    package var engine: any ContentEngine

    package init(_ kind: Kind, label: String, engine: any ContentEngine) {
        id = kind.rawValue
        self.kind = kind
        self.label = label
        self.engine = engine
    }
}

extension ExploredEngine {
    /// The engines with different ids.
    static func numbered(_ engines: [ExploredEngine]) -> [ExploredEngine] {
        var counts: [String: Int] = [:]
        return engines.map { engine in
            var engine = engine
            let count = (counts[engine.id] ?? 0) + 1
            counts[engine.id] = count
            if count > 1 { engine.id += "\(count)" }
            return engine
        }
    }
}
