import QuireCore
import QuireEngine
import QuireRemote

/// A field of a module as records hold it: its column and, in a managed collection, the columns beside it that exact
/// results need. A class, because every condition of a filter refers to its field.
final class RecordField: Sendable {
    /// A column that Quire derives from a field's values.
    enum Shadow: String, Sendable, CaseIterable {
        /// The text in lower case, for `like`; of a list, all its texts.
        case lower = "l"
        /// The values so that PocketBase's case-insensitive search finds exactly what was asked for.
        case exact = "c"
        /// The order key of an integer beyond ±2^53, which a number cannot hold exactly. Otherwise empty.
        case large = "x"
        /// Whether the field has a value, to sort by.
        case sorted = "s"
        /// A link to a file that is not on this server.
        case link = "u"
        /// The order keys of a list's smallest and largest value. Empty without values.
        case lowest = "lo"
        case highest = "hi"

        /// The name of this column beside a field's own.
        func name(beside column: String) -> String { "q_\(rawValue)_\(column)" }
    }

    let indexed: IndexedField
    let column: String
    let storage: Storage
    let isManaged: Bool
    /// Whether PocketBase can name the column. An existing collection has no such field otherwise.
    let isLegal: Bool
    /// The columns beside the field's own.
    let shadows: [Shadow]
    /// The column that holds the uploaded files of a list of addresses in a managed collection; `nil` for other fields.
    let filesColumn: String?
    /// The element of `q_has` if the column is empty but a value, as it is in the JSON of that list.
    let mark: String

    init(_ field: IndexedField, column: String, isManaged: Bool) {
        indexed = field
        self.column = column
        self.isManaged = isManaged
        storage = Storage(field.descriptor.kind, isManaged: isManaged)
        isLegal = ColumnName.isLegal(column)
        shadows = isManaged ? Self.shadows(of: field, storage) : []
        let isListOfFiles = Storage(field.descriptor.kind, isManaged: false) == .files
        filesColumn = isManaged && isListOfFiles ? ColumnName.files(of: column) : nil
        mark = "\"\(column)\""
    }

    var descriptor: FieldDescriptor { indexed.descriptor }
    var kind: FieldKind { indexed.descriptor.kind }

    /// Whether an empty column may stand for a value, and `q_has` tells.
    var marksZero: Bool { isManaged && storage.hasZero }

    /// The column beside the field's own that is needed to read the value: the exact form of a large integer, or the link in
    /// place of a file.
    var besideColumn: String? { shadows.first { $0 == .large || $0 == .link }.map(name) }

    func name(of shadow: Shadow) -> String { shadow.name(beside: column) }

    /// The names of all shadows.
    var shadowNames: [String] { shadows.map(name) }

    private static func shadows(of field: IndexedField, _ storage: Storage) -> [Shadow] {
        var shadows: [Shadow] =
            switch storage {
            case .text: [.lower, .exact]
            case .integer: [.large]
            case .file: [.link]
            case .relations: [.exact, .lowest, .highest]
            case .list: listShadows(field.comparison)
            case .number, .boolean, .date, .place, .relation, .files, .choices, .json: []
            }
        if field.descriptor.isSortable, storage != .json, storage != .place { shadows.append(.sorted) }
        return shadows
    }

    private static func listShadows(_ comparison: Comparison) -> [Shadow] {
        switch comparison {
        case .text: [.lower, .exact, .lowest, .highest]
        case .number, .date: [.exact, .lowest, .highest]
        case .boolean: [.exact]
        case .place, .nothing: []
        }
    }

    /// Whether the field holds floating-point numbers, not integers or dates.
    var isDouble: Bool { indexed.isDouble }

    /// Whether the field is a list of integers. Those beyond ±2^53 are texts in its JSON, because PocketBase would round
    /// them.
    var holdsTextsForIntegers: Bool {
        guard isManaged, case .list(let element) = kind else { return false }
        return element == .integer || element == .scalar(.integer)
    }
}
