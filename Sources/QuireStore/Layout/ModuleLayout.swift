#if SQLite

import QuireCore

/// The tables and columns in which a module's values are stored.
///
/// All names here are planned, never wire names: lowercase letters, digits and underscores.
///
/// A class, because plans and compilers copy it for every search.
final class ModuleLayout: Sendable {
    let module: ModuleDescriptor
    /// One short row per item: its id, its metadata, and every value that filters and sorts compare.
    let table: String
    /// Long values: texts, JSON, lists, tags, and values under keys that the schema does not know.
    let textTable: String
    /// The fields in the schema's order, and then the members of objects that queries see as fields.
    let fields: [FieldLayout]
    /// The number of the module's own fields, which come first.
    let ownCount: Int
    /// The kinds of the fields, in the same order.
    let kinds: [FieldKind]
    let fieldIndex: [String: Int]
    /// The tables of listed objects.
    let objects: [ObjectLayout]
    /// The indexes that the schema requests.
    let indexes: [ColumnIndex]
    /// The full text of the searchable fields; `nil` if there are none.
    let text: TextLayout?
    /// The tables with their names in statements, and the FROM clauses of most of them.
    let tableWithName, textTableWithName, fromTable, fromBoth: String

    init(
        module: ModuleDescriptor, table: String, textTable: String, fields: [FieldLayout],
        objects: [ObjectLayout] = [], indexes: [ColumnIndex], text: TextLayout? = nil
    ) {
        self.module = module
        self.table = table
        self.textTable = textTable
        self.fields = fields
        ownCount = min(module.fields.fields.uniqueByName.count, fields.count)
        let schemaKinds = module.fields.queryable.uniqueByName.map(\.kind)
        kinds = schemaKinds + fields.dropFirst(schemaKinds.count).map { $0.storage.kind($0.format) }
        self.objects = objects
        self.indexes = indexes
        self.text = text
        tableWithName = "\(SQLite.quoted(table)) AS m"
        textTableWithName = "\(SQLite.quoted(textTable)) AS t"
        fromTable = " FROM \(tableWithName)"
        fromBoth = "\(fromTable) LEFT JOIN \(textTableWithName) ON t.item = m.item"
        var index: [String: Int] = [:]
        for (position, field) in fields.enumerated() { index[field.name] = position }
        fieldIndex = index
    }

    /// The position of a field of its own, which a row has values of.
    func ownIndex(_ name: String) -> Int? { fieldIndex[name].flatMap { $0 < ownCount ? $0 : nil } }

    func field(_ name: String) -> FieldLayout? { fieldIndex[name].map { fields[$0] } }

    /// The tables beside the two of the module, of elements and of listed objects.
    var sideTables: [String] { fields.compactMap(\.side) + objects.map(\.table) }
}

extension [String: ModuleLayout] {
    /// The layout of a module by its current name or a former one.
    func named(_ name: String) -> ModuleLayout? {
        self[name]
            ?? values.first { $0.module.formerNames.contains(name) }
    }
}

/// Where the values of a field are stored.
struct FieldLayout: Hashable, Sendable, Codable {
    /// The wire name.
    let name: String
    let storage: Storage
    var column: String
    /// The column for the lower-cased text, which is filled if the text is not ASCII.
    var folded: String?
    /// For a list: the column for its smallest element, or for 1 if the elements have no order; NULL if the list is
    /// empty.
    var smallest: String?
    /// For a geopoint: the column for the latitude in degrees.
    var latitude: String?
    var longitude: String?
    /// For a list: the table of its elements.
    var side: String?
    /// For a date: its format on the wire.
    var format: DateFormat?
    /// For a member of an object: the way to it. Its columns are filled from the object.
    var steps: [MemberStep]?
    /// For a member of listed objects: their table, which has its columns other than `smallest` and `words`.
    var objects: String?
    /// For a member of listed objects that full text searches: the column of the text table for all its values, a JSON list.
    var words: String?

    /// The table of a list's elements, and the column of their values.
    var elementTable: String? { side ?? objects }
    var elementColumn: String { side == nil ? column : "value" }

    var isMember: Bool { steps != nil }

    /// Whether an item has any number of values, because an object on the way to the member is in a list.
    var isInListOfObjects: Bool { steps?.dropLast().contains(where: \.isList) ?? false }

    init(name: String, storage: Storage, column: String) {
        self.name = name
        self.storage = storage
        self.column = column
    }
}

/// An index on a column of the narrow table. SQLite appends the row's number, which makes it the keyset order.
///
/// An index on a side table finds the elements of an item. One on the table of listed objects finds the values of a member,
/// and SQLite appends the object's key.
struct ColumnIndex: Hashable, Sendable, Codable {
    let name: String
    let column: String
    /// The side table, or the table of listed objects; `nil` for the narrow table.
    var side: String?
}
#endif
