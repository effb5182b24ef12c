#if SQLite
/// A statement that differs between searches of one shape only in its values.
///
/// A class, because a connection finds the prepared statement by the template's identity.
final class StatementTemplate: Sendable {
    /// A parameter's value among those of a search.
    private enum Place: Sendable {
        case fixed(SQLValue)
        /// The position among the values of all leaves.
        case leaf(Int)
        case key(Int)
        case item, limit, offset
    }

    let columns: SelectedColumns?
    let rest: String
    private let places: [Place]

    /// - Parameter starts: The position of each leaf's first value among the values of all leaves.
    /// - Returns: `nil` if a value comes from a leaf that has no values.
    init?(_ sql: SQLBuilder, starts: [Int]) {
        guard sql.sources.count == sql.values.count else { return nil }
        var places: [Place] = []
        for (value, source) in zip(sql.values, sql.sources) {
            switch source {
            case .fixed: places.append(.fixed(value))
            case .leaf(let leaf, let part):
                guard starts.indices.contains(leaf + 1), starts[leaf] + part < starts[leaf + 1] else {
                    return nil
                }
                places.append(.leaf(starts[leaf] + part))
            case .key(let index): places.append(.key(index))
            case .item: places.append(.item)
            case .limit: places.append(.limit)
            case .offset: places.append(.offset)
            }
        }
        self.places = places
        columns = sql.columns
        rest = sql.rest
    }

    /// The statement for the values of a search.
    func filled(_ leaves: [SQLValue], _ keyset: Keyset? = nil, offset: Int = 0, limit: Int = -1) -> SQLBuilder
    {
        var values: [SQLValue] = []
        values.reserveCapacity(places.count)
        for place in places {
            switch place {
            case .fixed(let value): values.append(value)
            case .leaf(let position): values.append(leaves[position])
            case .key(let index): values.append(keyset?.values[index] ?? .null)
            case .item: values.append(.integer(keyset?.item ?? 0))
            case .limit: values.append(.integer(Int64(limit)))
            case .offset: values.append(.integer(Int64(offset)))
            }
        }
        return SQLBuilder(self, values)
    }
}
#endif
