import QuireToolbox

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
