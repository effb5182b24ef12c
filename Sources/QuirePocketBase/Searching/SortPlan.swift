import QuireCore
import QuireEngine
import QuireRemote

/// The sort order of a search: columns of records, and the position that a cursor holds.
struct SortPlan: Sendable {
    /// A column to sort by.
    struct Key: Sendable {
        var column: String
        var isDescending: Bool
        /// Whether it is a member of JSON, which may be null. Null sorts before all values.
        var isMember = false
    }

    /// PocketBase's limit, with the id.
    static let maximumKeys = 8

    /// The keys without the id, which comes last, so that no two records are equal.
    let keys: [Key]

    init(_ search: IndexedSearch, _ layout: CollectionLayout) throws(UnsupportedError) {
        var keys: [Key] = []
        for key in search.sort { keys += try Self.keys(key, layout) }
        // Nothing distinguishes records with the same id.
        if let id = keys.firstIndex(where: { $0.column == ColumnName.id }) {
            keys = Array(keys[...id])
        }
        let count = keys.count + (keys.last?.column == ColumnName.id ? 0 : 1)
        guard count <= Self.maximumKeys else {
            throw UnsupportedError(
                node: "a sort by \(count) columns",
                hint:
                    "it sorts by \(Self.maximumKeys), including the id and one more for each field that may have no "
                    + "value; leave out the last fields")
        }
        self.keys = keys
    }

    private static func keys(_ key: IndexedSortKey, _ layout: CollectionLayout) throws(UnsupportedError)
        -> [Key]
    {
        let name = key.field.descriptor.name
        func refused(_ hint: String) -> UnsupportedError {
            UnsupportedError(node: "sort by \"\(name)\"", hint: hint)
        }
        let isDescending = key.isDescending
        // Empty columns come first, like every smallest value.
        let hasDefaultNulls = key.putsNoValueFirst != isDescending
        let own = "PocketBase puts items without a value where they are smallest; leave `nulls` out"
        if key.field.isMetadata {
            if name == "id" { return [Key(column: ColumnName.id, isDescending: isDescending)] }
            guard hasDefaultNulls else { throw refused(own) }
            switch name {
            case "createdAt": return [Key(column: ColumnName.created, isDescending: isDescending)]
            case "updatedAt": return [Key(column: ColumnName.updated, isDescending: isDescending)]
            default:
                guard layout.isManaged else { throw refused("its records have no such metadata") }
                return [
                    Key(column: "\(ColumnName.metadata).\(name)", isDescending: isDescending, isMember: true)
                ]
            }
        }
        guard let field = layout.field(key.field), field.isLegal else {
            throw refused("PocketBase has no fields of such a name; rename it, or use a managed collection")
        }
        let column: String
        switch field.storage {
        case .text, .relation, .number, .integer, .boolean, .date: column = field.column
        case .list where field.shadows.contains(.lowest), .relations where field.isManaged:
            column = field.name(of: .lowest)
        case .file, .files, .choices, .list, .relations, .place, .json:
            throw refused("PocketBase cannot sort by it; sync into a store")
        }
        var keys: [Key] = []
        let emptyIsSmallest = !field.marksZero && ![.number, .integer, .boolean].contains(field.storage)
        if field.isManaged, !emptyIsSmallest || !hasDefaultNulls {
            guard field.shadows.contains(.sorted) else {
                throw refused("mark it sortable in the schema, and prepare the collection again")
            }
            keys.append(Key(column: field.name(of: .sorted), isDescending: !key.putsNoValueFirst))
        } else if emptyIsSmallest, !hasDefaultNulls {
            throw refused(own)
        }
        keys.append(Key(column: column, isDescending: isDescending))
        if field.shadows.contains(.large) {
            keys.append(Key(column: field.name(of: .large), isDescending: isDescending))
        }
        return keys
    }

    /// The parameter `sort`.
    var text: String {
        let own = keys.map { ($0.isDescending ? "-" : "") + $0.column }
        return (keys.last?.column == ColumnName.id ? own : own + [ColumnName.id]).joined(separator: ",")
    }

    /// The columns that a response needs so that a cursor can continue after it.
    var columns: [String] { keys.map { $0.isMember ? ColumnName.metadata : $0.column } }
}
