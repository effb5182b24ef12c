#if SQLite
/// A statement that differs between searches of one shape only in its values.
///
/// A class, because a connection finds the prepared statement by the template's identity: its text is a kilobyte.
final class StatementTemplate: Sendable {
    let text: String
    private let values: [SQLValue]
    private let sources: [ValueSource]
    private let starts: [Int]

    /// - Parameter starts: The position of each leaf's first value among the values of all leaves.
    /// - Returns: `nil` if a value comes from a leaf whose test was not kept.
    init?(_ sql: SQLBuilder, starts: [Int]) {
        for case .leaf(let leaf, let part) in sql.sources
        where !starts.indices.contains(leaf + 1) || starts[leaf] + part >= starts[leaf + 1] {
            return nil
        }
        text = sql.text
        values = sql.values
        sources = sql.sources
        self.starts = starts
    }

    /// The statement for the values of a search.
    func filled(
        _ leaves: [SQLValue], _ keyset: Keyset? = nil, offset: Int = 0, limit: Int = -1
    ) -> SQLBuilder {
        var values = values
        for (index, source) in sources.enumerated() {
            switch source {
            case .fixed: break
            case .leaf(let leaf, let part): values[index] = leaves[starts[leaf] + part]
            case .key(let key): values[index] = keyset?.values[key] ?? .null
            case .item: values[index] = .integer(keyset?.item ?? 0)
            case .limit: values[index] = .integer(Int64(limit))
            case .offset: values[index] = .integer(Int64(offset))
            }
        }
        return SQLBuilder(self, values)
    }
}
#endif
