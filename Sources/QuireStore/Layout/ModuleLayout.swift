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
    let fieldIndex: [ExactName: Int]
    /// The indexes that the schema requests.
    let indexes: [IndexLayout]
    /// The full text of the searchable fields; `nil` if there are none.
    let text: TextLayout?
    /// The tables with their names in statements, and the FROM clauses of most of them.
    let tableWithName, textTableWithName, fromTable, fromBoth: String

    init(
        module: ModuleDescriptor, table: String, textTable: String, fields: [FieldLayout],
        indexes: [IndexLayout], text: TextLayout? = nil
    ) {
        self.module = module
        self.table = table
        self.textTable = textTable
        self.fields = fields
        ownCount = min(module.fields.fields.uniqueByName.count, fields.count)
        kinds = module.fields.queryable.uniqueByName.map(\.kind)
        self.indexes = indexes
        self.text = text
        tableWithName = "\(SQLite.quoted(table)) AS m"
        textTableWithName = "\(SQLite.quoted(textTable)) AS t"
        fromTable = " FROM \(tableWithName)"
        fromBoth = "\(fromTable) LEFT JOIN \(textTableWithName) ON t.item = m.item"
        var index: [ExactName: Int] = [:]
        for (position, field) in fields.enumerated() { index[ExactName(field.name)] = position }
        fieldIndex = index
    }

    /// The same layout with a part of its indexes.
    func withIndexes(_ isKept: (IndexLayout) -> Bool) -> ModuleLayout {
        ModuleLayout(
            module: module, table: table, textTable: textTable, fields: fields,
            indexes: indexes.filter(isKept), text: text)
    }

    /// The position of a field of its own, which a row has values of.
    func ownIndex(_ name: String) -> Int? { fieldIndex[ExactName(name)].flatMap { $0 < ownCount ? $0 : nil } }

    func field(_ name: String) -> FieldLayout? { fieldIndex[ExactName(name)].map { fields[$0] } }
}

extension [ExactName: ModuleLayout] {
    /// The layout of a module by its current name or a former one.
    func named(_ name: String) -> ModuleLayout? {
        self[ExactName(name)]
            ?? values.first { $0.module.formerNames.contains { ExactName($0) == ExactName(name) } }
    }
}

/// Where the values of a field are stored.
struct FieldLayout: Hashable, Sendable, Codable {
    /// The wire name.
    let name: String
    let storage: Storage
    let column: String
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
    /// Whether it is a member of an object. Its columns are filled from the object's.
    var isMember = false

    enum CodingKeys: String, CodingKey {
        case name, storage, column, folded, smallest, latitude, longitude, side, format, isMember
    }

    init(name: String, storage: Storage, column: String) {
        self.name = name
        self.storage = storage
        self.column = column
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        let signature = try values.decode(String.self, forKey: .storage)
        guard let storage = Storage(signature: signature) else {
            throw DecodingError.dataCorruptedError(
                forKey: .storage, in: values, debugDescription: "an unknown storage, \(signature)")
        }
        self.storage = storage
        column = try values.decode(String.self, forKey: .column)
        folded = try values.decodeIfPresent(String.self, forKey: .folded)
        smallest = try values.decodeIfPresent(String.self, forKey: .smallest)
        latitude = try values.decodeIfPresent(String.self, forKey: .latitude)
        longitude = try values.decodeIfPresent(String.self, forKey: .longitude)
        side = try values.decodeIfPresent(String.self, forKey: .side)
        format = try values.decodeIfPresent(DateFormat.self, forKey: .format)
        isMember = try values.decodeIfPresent(Bool.self, forKey: .isMember) ?? false
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(name, forKey: .name)
        try values.encode(storage.signature, forKey: .storage)
        try values.encode(column, forKey: .column)
        try values.encodeIfPresent(folded, forKey: .folded)
        try values.encodeIfPresent(smallest, forKey: .smallest)
        try values.encodeIfPresent(latitude, forKey: .latitude)
        try values.encodeIfPresent(longitude, forKey: .longitude)
        try values.encodeIfPresent(side, forKey: .side)
        try values.encodeIfPresent(format, forKey: .format)
        if isMember { try values.encode(true, forKey: .isMember) }
    }
}

/// An index on a column of the narrow table. SQLite appends the row's number, which makes it the keyset order.
///
/// An index on a side table finds the elements of an item.
struct IndexLayout: Hashable, Sendable, Codable {
    let name: String
    let column: String
    /// The side table; `nil` for the narrow table.
    var side: String?
}
#endif
