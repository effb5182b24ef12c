import QuireCore
import QuireEngine
import QuireRemote
import QuireText

/// The server's own full-text search on a collection that Quire has prepared.
extension TypesenseSettings {
    func searchesByItself(_ request: SearchRequest) throws(UnsupportedError) -> Bool {
        guard request.text != nil, (request.meaning ?? meaning) == .engine else { return false }
        guard !indexesPlainFields else { return true }
        guard request.meaning == .engine else { return false }
        throw UnsupportedError(
            engine: TypesenseConnection.engineName, node: "the server's own full-text search",
            hint:
                "the collection holds Quire's words only; set TypesenseSettings.indexesPlainFields and call "
                + "engine.prepare(…), or leave out .meaning(.engine)")
    }

    /// The server's own search of a request; `nil` for Quire's.
    ///
    /// - Throws: `UnsupportedError` for parameters of a search that is not the server's own.
    func ownSearch(
        of request: SearchRequest, _ search: IndexedSearch
    ) throws -> (text: ExistingText, passed: ServersOwnSearch)? {
        _ = try TypesenseParameters(of: request, defaults: parameters)
        guard try searchesByItself(request), let text = request.text, case .words? = search.text else {
            guard request.parameters(TypesenseParameters.self) == nil else {
                throw UnsupportedError(
                    engine: TypesenseConnection.engineName, node: "parameters on a prepared collection",
                    hint:
                        "they apply to the server's own search; add .meaning(.engine) to a full-text search, or "
                        + "leave them out")
            }
            return nil
        }
        let plain = Set(
            CollectionField.plainFields(of: search.module).filter { $0.type.hasPrefix("string") }.map(\.name))
        let own = try ExistingText(
            text, search.searchedFields.filter { plain.contains($0.descriptor.name) }, analyzer)
        return (own, try ServersOwnSearch(request, text: own, followsCursors: true, search, self))
    }
}
