/// Limits of a cluster for one query, according to its documentation.
enum IndexLimits {
    /// `index.max_terms_count`.
    static let terms = 65_536
    static let termsHint = "list at most 65536 values; ask in several searches"
    /// `indices.query.bool.max_clause_count`.
    static let clauses = 1024
    static let depth = 20
    /// `index.max_result_window`.
    static let window = 10_000
    /// The maximum size of a document's id in bytes.
    static let id = 512
}
