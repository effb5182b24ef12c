import QuireCore
import QuireText

extension SearchRequest {
    /// Checks a search for a meaning before any I/O.
    func checkMeaning(for engine: EngineCapabilities) throws {
        guard let text, text.mode == .meaning else { return }
        guard engine.searchesByMeaning else {
            throw UnsupportedError(
                engine: engine.name, node: "search(mode: .meaning)",
                hint:
                    "Quire compares vectors only in a store; search for .anyWord, or load the content into a Store"
            )
        }
        _ = try module.requiredEmbedding
        guard sort.isEmpty else {
            throw QueryError(
                .incompatibleOperation, module: module.name, node: "search(mode: .meaning) with sort keys",
                expected: "no sort keys, because the meaning decides the order; or .anyWord")
        }
        guard text.query.plainText != nil else {
            throw QueryError(
                .incompatibleOperand, module: module.name, node: "search(mode: .meaning) with \(text.query)",
                expected: "a plain text, because phrases and excluded words have no vector; or .anyWord")
        }
    }
}
