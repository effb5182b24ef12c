import QuireEngine
import QuireToolbox

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

/// What the calls of the explorer work with.
struct ExplorerContext: Sendable {
    let schema: CurrentSchema
    /// The main engine first.
    let engines: [ExploredEngine]
    let options: ExplorerOptions

    /// The engine with an id; without one, the main engine.
    func engine(_ id: String?) throws(ExplorerError) -> ExploredEngine {
        guard let engine = id == nil ? engines.first : engines.first(where: { $0.id == id }) else {
            throw ExplorerError(
                .notFound,
                "There is no engine \"\(id ?? "")\". The engines are \(engines.map(\.id).joined(separator: ", "))."
            )
        }
        return engine
    }

    /// The module with a wire name.
    func module(_ name: String) throws(ExplorerError) -> ExploredModule {
        if let module = schema.now.schema[name] { return module }
        throw ExplorerError(.notFound, "The schema has no module \"\(name.shortened)\". Reload the page.")
    }
}

/// What an explorer may do, and how it presents itself.
package struct ExplorerOptions: Sendable {
    /// The name in the page's title.
    package var title: String
    /// Whether the content may be changed.
    package var mayWrite = false
    /// The file of the saved queries; `nil` keeps none.
    package var queriesFile: String?
    /// The field that stands for an item, by the name of its module. Other modules use the likeliest field.
    package var titleFields: [String: String] = [:]
    /// A folder with the page's files, to work on them without building.
    package var pageFolder: String?

    package init(title: String) { self.title = title }
}
