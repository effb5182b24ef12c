/// A query for some of the fields: its rows are tuples, or values of a type of your own.
///
/// ```swift
/// let rows = try await content.fetch(Books.query().where(\.age >= 18).select(\.title, \.age))
/// for (title, age) in rows { print(title, age) }      // String, Int
/// // "fields":["values.title","values.age"]
/// ```
public struct Selection<Module: ContentModule, Row: Sendable>: Sendable {
    /// What is asked, with `fields` set to the selected ones.
    public let request: SearchRequest

    /// Reads a row from what an engine holds.
    public let decoder: ItemDecoder<Row>

    /// Reads a row with the id of its item.
    let identifyingDecoder: ItemDecoder<IdentifiedItem<Row>>

    init(
        _ query: Query<Module>, _ names: [String],
        read: @escaping @Sendable (inout ValuesReader) throws(DecodingFailure) -> Row
    ) {
        var request = query.request
        request.fields = names
        // A selected relation is an id.
        request.include = []
        self.request = request
        let positions = names.compactMap { Module.Fields.table.index(of: $0) }
        decoder = ItemDecoder(module: Module.descriptor, fields: positions) {
            (reader) throws(DecodingFailure) in
            try reader.read(read).values
        }
        identifyingDecoder = ItemDecoder(module: Module.descriptor, fields: positions) {
            (reader) throws(DecodingFailure) in
            let item = try reader.read(read)
            return IdentifiedItem(id: item.id, item: item.values)
        }
    }

    /// What the engine would send or run for the selection, for people to read.
    public func explain(on engine: some ContentEngine) throws -> String {
        try request.explanation(on: engine)
    }
}

/// An item with its id: how paging tells what it has seen.
struct IdentifiedItem<Item: Sendable>: Sendable {
    var id: String
    var item: Item
}

extension Query {
    /// Asks for some fields; a row is the tuple of their values. A relation's value is its id, or ids.
    ///
    /// ```swift
    /// Books.query().select(\.title, \.registration)      // rows are (String, String?)
    /// ```
    public func select<each P: FieldReference>(
        _ fields: repeat KeyPath<Module.Fields, each P>
    ) -> Selection<Module, (repeat (each P).Value)> {
        let columns = (repeat Column(each fields))
        var names: [String] = []
        for column in repeat each columns { names.append(column.name) }
        return Selection(self, names) { (reader) throws(DecodingFailure) in
            (repeat try (each columns).read(from: &reader))
        }
    }

    /// Asks for some fields, and makes a value of each row.
    ///
    /// ```swift
    /// Books.query().select(\.title, \.age, as: BookRow.init)
    /// ```
    public func select<each P: FieldReference, Row: Sendable>(
        _ fields: repeat KeyPath<Module.Fields, each P>,
        as make: @escaping @Sendable (repeat (each P).Value) -> Row
    ) -> Selection<Module, Row> {
        let columns = (repeat Column(each fields))
        var names: [String] = []
        for column in repeat each columns { names.append(column.name) }
        return Selection(self, names) { (reader) throws(DecodingFailure) in
            make(repeat try (each columns).read(from: &reader))
        }
    }
}

/// What a row's closure keeps of a field; a `Field` itself would drag its owner's and operators' types into it.
private struct Column<Value: FieldValue>: Sendable {
    let name: String
    let position: Int?

    init<Root: FieldSet, P: FieldReference>(_ field: KeyPath<Root, P>) where P.Value == Value {
        name = field.name
        position = Root.table.index(of: name)
    }

    func read(from reader: inout ValuesReader) throws(DecodingFailure) -> Value {
        guard let position else {
            throw DecodingFailure(.missing, at: 0, expected: "a field of the module's table")
        }
        return try reader.value(position)
    }
}
