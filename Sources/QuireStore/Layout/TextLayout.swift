#if SQLite

/// The full text of a module: what is indexed, in which tables, by which rules.
struct TextLayout: Hashable, Sendable, Codable {
    struct Column: Hashable, Sendable, Codable {
        /// The field's wire name.
        let field: String
        /// In the module's table as in the index.
        let name: String
        let isNarrow: Bool
        let form: TextForm
        let weight: Double
    }

    /// What the names of its tables begin with.
    let name: String
    /// In the schema's order; never empty.
    let columns: [Column]
    /// The signature of the analyzer whose words are indexed.
    let analyzer: String

    /// The full-text index itself, of FTS5.
    var index: String { name + "_f" }
    /// A row for each indexed item, with the plain text of its searchable fields.
    var view: String { name + "_v" }
    /// The items that are not indexed: those still to be, and those that a hook keeps out.
    var unindexed: String { name + "_u" }
    /// The words of the index.
    var words: String { name + "_w" }

    /// Whether the same words are indexed: all but the weights.
    func hasSameWords(as other: TextLayout) -> Bool {
        name == other.name && ExactName(analyzer) == ExactName(other.analyzer)
            && columns.count == other.columns.count
            && zip(columns, other.columns).allSatisfy { $0.name == $1.name && $0.form == $1.form }
    }
}
#endif
