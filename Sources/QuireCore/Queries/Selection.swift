/// A query for some of the fields. Its rows are tuples, or values of your own type.
///
/// ```swift
/// let rows = try await content.fetch(Books.query().where(\.age >= 18).select(\.title, \.age))
/// for (title, age) in rows { print(title, age) }      // String, Int
/// // "fields":["values.title","values.age"]
/// ```
/// Engines send id and metadata with every item, so a row may contain those too: `select(\.id, \.title, \.updatedAt)`.
public struct Selection<Module: ContentModule, Row: Sendable>: Sendable {
    /// The request, with `fields` set to the selected ones.
    public let request: SearchRequest

    /// Decodes a row from an engine's data.
    public let decoder: ItemDecoder<Row>

    /// Decodes a row together with the id of its item.
    package let identifyingDecoder: ItemDecoder<IdentifiedItem<Row>>

    /// - Parameters:
    ///   - fields: The selected fields. The id comes with every item.
    ///   - readsMetadata: Whether a row has parts of the metadata.
    ///   - read: Reads the fields' values.
    ///   - make: Creates the row after the whole item has been read.
    init<Values>(
        _ query: Query<Module>, _ fields: SelectedFields, readsMetadata: Bool,
        read: @escaping @Sendable (inout ValuesReader) throws(ValueDecodingError) -> Values,
        make: @escaping @Sendable (Values, _ id: String, ContentMetadata) throws(ValueDecodingError) -> Row
    ) {
        var request = query.request
        request.fields = fields.names
        request.relatedFields = fields.related
        // A selected relation is an id.
        request.include = []
        self.request = request
        decoder = ItemDecoder(module: fields.module, fields: fields.positions, readsMetadata: readsMetadata) {
            (reader) throws(ValueDecodingError) in
            let item = try reader.read(read)
            return try make(item.values, item.id, item.metadata)
        }
        identifyingDecoder = ItemDecoder(
            module: fields.module, fields: fields.positions, readsMetadata: readsMetadata
        ) {
            (reader) throws(ValueDecodingError) in
            let item = try reader.read(read)
            return IdentifiedItem(id: item.id, item: try make(item.values, item.id, item.metadata))
        }
    }
}

/// An item with its id, which paging uses to recognize repeated items.
package struct IdentifiedItem<Item: Sendable>: Sendable {
    package var id: String
    package var item: Item

    package init(id: String, item: Item) {
        self.id = id
        self.item = item
    }
}

extension Query {
    /// Selects fields, members of objects, fields of related items, the id or metadata. A row is the tuple of their values.
    /// The value of a relation is its id, or ids.
    ///
    /// ```swift
    /// Books.query().select(\.title, \.registration)         // rows are (String, String?)
    /// Books.query().select(\.id, \.title, \.updatedAt)      // rows are (ContentID<Books>, String, Date?)
    /// Books.query().select(\.title, \.author.fullName)      // rows are (String, String?)
    /// Books.query().select(\.title, \.editors.fullName)     // rows are (String, [String])
    /// Artworks.query().select(\.title, \.dateRange.startYear)     // rows are (String, Int?)
    /// ```
    /// A field behind a relation to one item is `nil` if the relation names no item, or an item that does not exist.
    /// Behind a relation to many items, the row has the values in the order of the relation, without items that do not
    /// exist or have no value. A store reads all of it with one statement. For an engine that does not join modules,
    /// the client fetches the related items of each page by their ids.
    public func select<each Value: Sendable>(
        _ parts: repeat KeyPath<Selectable<Module>, Selected<each Value>>
    ) -> Selection<Module, (repeat each Value)> {
        let parts = (repeat Selectable<Module>()[keyPath: each parts])
        let reading = Reading(of: Module.descriptor, repeat each parts)
        let make:
            @Sendable ((repeat (each Value)?), String, ContentMetadata) throws(ValueDecodingError) -> (
                repeat each Value
            ) = { (values, id, metadata) throws(ValueDecodingError) in
                (repeat try (each parts).value(each values, id: id, metadata))
            }
        return Selection(
            self, reading.fields, readsMetadata: reading.readsMetadata, read: reading.read, make: make)
    }

    /// Selects fields, fields of related items, the id or metadata, and converts each row to a value.
    ///
    /// ```swift
    /// Books.query().select(\.id, \.title, \.age, as: BookRow.init)
    /// ```
    public func select<each Value: Sendable, Row: Sendable>(
        _ parts: repeat KeyPath<Selectable<Module>, Selected<each Value>>,
        as make: @escaping @Sendable (repeat each Value) -> Row
    ) -> Selection<Module, Row> {
        let parts = (repeat Selectable<Module>()[keyPath: each parts])
        let reading = Reading(of: Module.descriptor, repeat each parts)
        let row:
            @Sendable ((repeat (each Value)?), String, ContentMetadata) throws(ValueDecodingError) -> Row =
                {
                    (values, id, metadata) throws(ValueDecodingError) in
                    make(repeat try (each parts).value(each values, id: id, metadata))
                }
        return Selection(
            self, reading.fields, readsMetadata: reading.readsMetadata, read: reading.read, make: row)
    }
}

/// Reads the values of selected parts.
private struct Reading<each Value: Sendable> {
    let fields: SelectedFields
    let readsMetadata: Bool
    let read: @Sendable (inout ValuesReader) throws(ValueDecodingError) -> (repeat (each Value)?)

    init(of module: ModuleDescriptor, _ parts: repeat Selected<each Value>) {
        let parts = (repeat each parts)
        var paths: [SelectedPath] = []
        var readsMetadata = false
        for part in repeat each parts {
            if let path = part.path { paths.append(path) }
            readsMetadata = readsMetadata || part.readsMetadata
        }
        self.readsMetadata = readsMetadata
        let fields = SelectedFields(paths, of: module)
        self.fields = fields
        let placed = (repeat (each parts, position: fields.position(of: (each parts).path?.field)))
        read = { (reader) throws(ValueDecodingError) in
            (repeat try (each placed).0.read(from: &reader, (each placed).position))
        }
    }
}
