#if SQLite

import QuireCore

/// Where the values of a module lie: its tables and columns.
///
/// All names here are planned, never wire names: lower-case letters, digits and underscores.
struct ModuleLayout: Sendable {
    let module: ModuleDescriptor
    /// One short row for each item: its id, its metadata, every value that filters and sorts compare.
    let table: String
    /// What is long: texts, JSON, lists, tags, values under keys that the schema does not know.
    let textTable: String
    /// In the schema's order.
    let fields: [FieldLayout]
    /// What the fields hold, in the same order.
    let kinds: [FieldKind]
    let fieldIndex: [ExactName: Int]
    /// The indexes that the schema asks for.
    let indexes: [IndexLayout]
    /// The full text of its searchable fields; `nil` where it has none.
    let text: TextLayout?

    init(
        module: ModuleDescriptor, table: String, textTable: String, fields: [FieldLayout],
        indexes: [IndexLayout], text: TextLayout? = nil
    ) {
        self.module = module
        self.table = table
        self.textTable = textTable
        self.fields = fields
        kinds = module.fields.fields.uniqueByName.map(\.kind)
        self.indexes = indexes
        self.text = text
        var index: [ExactName: Int] = [:]
        for (position, field) in fields.enumerated() { index[ExactName(field.name)] = position }
        fieldIndex = index
    }

    func field(_ name: String) -> FieldLayout? { fieldIndex[ExactName(name)].map { fields[$0] } }
}

/// Where the values of a field lie.
struct FieldLayout: Hashable, Sendable, Codable {
    /// The wire name.
    let name: String
    let storage: Storage
    let column: String
    /// The lower-cased text, where it is not what lower-casing ASCII alone makes of the text.
    var folded: String?
    /// Of a list: its smallest element, or 1 where the elements have no order; NULL where it has none.
    var smallest: String?
    /// Of a geopoint, in degrees.
    var latitude: String?
    var longitude: String?
    /// Of a list: the table of its elements.
    var side: String?
    /// Of a date: how it looks on the wire.
    var format: DateFormat?

    enum CodingKeys: String, CodingKey {
        case name, storage, column, folded, smallest, latitude, longitude, side, format
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
    }
}

/// An index on a column of the narrow table; SQLite appends the row's number, which makes it the keyset order.
struct IndexLayout: Hashable, Sendable, Codable {
    let name: String
    let column: String
}
#endif
