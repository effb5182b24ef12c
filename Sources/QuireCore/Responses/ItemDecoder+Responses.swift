import Foundation

extension ItemDecoder {
    /// Reads a page: HALO's object with `pagination` and `items`, or the bare array that it returns when paging is
    /// skipped.
    ///
    /// A strict request throws at the first item that does not fit. A lenient request puts such items in `rejected`.
    /// Invalid JSON always throws, because nothing after the error can be trusted.
    ///
    /// - Throws: `ContentDecodingError` with the path and the byte offset of the error.
    public func decodePage(
        _ data: Data, options: DecodingOptions = DecodingOptions()
    ) throws(ContentDecodingError) -> SearchResponse<Item> {
        // `Data` rethrows errors without their type.
        let result = data.withUnsafeBytes { (buffer) -> Result<SearchResponse<Item>, ContentDecodingError> in
            do throws(ContentDecodingError) {
                return .success(try decodePage(buffer, options: options))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads a page from bytes that stay valid during the call.
    public func decodePage(
        _ buffer: UnsafeRawBufferPointer, options: DecodingOptions = DecodingOptions()
    ) throws(ContentDecodingError) -> SearchResponse<Item> {
        try decode(buffer, options) { (page) throws(ValueDecodingError) in try page.read() }
    }

    /// Reads one instance, as HALO returns it after creating or updating it.
    public func decodeInstance(_ data: Data) throws(ContentDecodingError) -> Item {
        let result = data.withUnsafeBytes { (buffer) -> Result<Item, ContentDecodingError> in
            do throws(ContentDecodingError) {
                return .success(
                    try decode(buffer, DecodingOptions()) { (page) throws(ValueDecodingError) in
                        try page.readInstance()
                    })
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Reads with a page reader and locates its failure.
    private func decode<Response>(
        _ buffer: UnsafeRawBufferPointer, _ options: DecodingOptions,
        body: (inout PageReader<Item>) throws(ValueDecodingError) -> Response
    ) throws(ContentDecodingError) -> Response {
        try JSONCursor.withCursor(over: buffer, keepsUnknownValues: options.keepsUnknownValues) {
            (json) throws(ContentDecodingError) in
            var page = PageReader(self, json, buffer: buffer, options: options)
            do throws(ValueDecodingError) {
                return try body(&page)
            } catch {
                throw page.located(error)
            }
        }
    }
}

extension ItemDecoder {
    /// Reads instances in place, without a page around them.
    ///
    /// - Parameter levels: The number of nesting levels that a page would add.
    /// - Returns: The items, or `nil` if one does not fit or is not a single value. Decoding a page of them then
    ///   reports the error and its location.
    func items(of slices: [StoredSlice], inside levels: Int, keepsUnknownValues: Bool) -> [Item]? {
        var items: [Item] = []
        items.reserveCapacity(slices.count)
        var context = JSONContext(keepsUnknownValues: keepsUnknownValues)
        let isWhole = JSONCursor.withContext(&context) { context -> Bool in
            var checked: (values: FoundValues, fit: Bool)?
            for slice in slices {
                if case .record(let values, let record) = slice.content {
                    // The same for all records of a response.
                    if checked?.values !== values { checked = (values, values.areValues(of: module.fields)) }
                    let isRead =
                        checked?.fit == true
                        && values.withValues(record) { read($0, inside: levels, context, to: &items) }
                    if isRead { continue }
                }
                let isRead = slice.withBytes { buffer in
                    var json = JSONCursor(buffer, context)
                    json.depth = levels
                    return read(json, upTo: buffer.count, to: &items)
                }
                guard isRead else { return false }
            }
            return true
        }
        return isWhole ? items : nil
    }

    /// Reads an instance and appends its item. Returns whether it fits.
    private func read(_ json: JSONCursor, upTo end: Int, to items: inout [Item]) -> Bool {
        json.context.startInstance(depth: json.depth + 1)
        var reader = InstanceReader(json, module.fields)
        do throws(ValueDecodingError) {
            items.append(try decode(&reader))
            return reader.endOffset == end
        } catch {
            return false
        }
    }

    /// Reads an item directly from a record, and appends it. Returns `false` and appends nothing if something does not fit,
    /// or if the decoder needs the instance itself.
    private func read(
        _ record: UnsafePointer<RecordValues>, inside levels: Int, _ context: JSONContextReference,
        to items: inout [Item]
    ) -> Bool {
        var json = JSONCursor(record.pointee.written, context)
        json.depth = levels
        json.context.startInstance(depth: levels + 1)
        var reader = InstanceReader(record, json, table: module.fields)
        do throws(ValueDecodingError) {
            items.append(try decode(&reader))
            return true
        } catch {
            return false
        }
    }
}

extension ItemDecoder where Item == JSONValue {
    /// Reads whole instances as JSON in HALO's format, for tools that know a module only at run time.
    ///
    /// From a page, an instance is returned as it is. From a row, it is rebuilt with the values in the schema's order
    /// and without nulls. Nothing is required: values that the schema requires may be missing.
    /// - Parameter fields: The positions of the requested fields. `nil` means all.
    package static func instances(
        of module: ModuleDescriptor, fields: [Int]? = nil
    ) -> ItemDecoder<JSONValue> {
        let relaxed = ModuleDescriptor(
            name: module.name, id: module.id, isSingle: module.isSingle,
            fields: module.fields.fields.map { field in
                var field = field
                field.isRequired = false
                return field
            })
        let positions = fields ?? Array(relaxed.fields.fields.indices)
        return ItemDecoder(module: relaxed, fields: fields) { (reader) throws(ValueDecodingError) in
            if !reader.isRow {
                _ = try reader.instance()
                guard reader.json.peek() == UInt8(ascii: "{") else { throw reader.json.mismatch("an item") }
                return try reader.json.value()
            }
            let (id, metadata, members) = try reader.read { (values) throws(ValueDecodingError) in
                var members: [JSONValue.Member] = []
                for position in positions where relaxed.fields.fields.indices.contains(position) {
                    let field = relaxed.fields.fields[position]
                    guard let value = try values.json(position, field.kind) else { continue }
                    members.append(.init(field.name, try values.includingItems(in: value, position)))
                }
                return members
            }
            let unknown = metadata.unknownValues.sorted { $0.key < $1.key }.map {
                JSONValue.Member($0.key, $0.value)
            }
            let content = AnyContent(id: id, metadata: metadata, values: .object(members + unknown))
            return try JSONValue(parsing: content.instance)
        }
    }
}

extension ItemDecoder where Item == JSONValue {
    /// Reads instances with the values that a request selects. Objects have only the selected members, also where the
    /// engine returns whole ones.
    package static func instances(
        selectedBy request: SearchRequest
    ) throws(QueryError) -> ItemDecoder<JSONValue> {
        guard let names = request.fields else { return instances(of: request.module) }
        let selected = try SelectedValues(names, of: request.module)
        let table = request.module.fields.fields
        let whole = instances(
            of: request.module,
            fields: selected.fields.compactMap { name in
                table.firstIndex { $0.name == name }
            })
        guard selected.cutsObjects else { return whole }
        return ItemDecoder(module: whole.module, fields: whole.fields) {
            (reader) throws(ValueDecodingError) in
            let instance = try whole.decode(&reader)
            guard case .object(var members) = instance,
                let values = members.firstIndex(where: { $0.name == "values" })
            else { return instance }
            members[values].value = selected.cuttingObjects(in: members[values].value)
            return .object(members)
        }
    }
}

extension ValuesReader {
    /// The value of a row's field in the wire format, or `nil` if there is none.
    fileprivate mutating func json(_ index: Int, _ kind: FieldKind) throws(ValueDecodingError) -> JSONValue? {
        switch kind {
        case .text, .longText, .html, .url, .image, .video, .audio, .document, .color, .choice, .relation,
            .scalar(.text):
            let text: String? = try value(index)
            return text.map(JSONValue.string)
        case .integer, .scalar(.integer):
            let integer: Int64? = try value(index)
            return integer.map(JSONValue.integer)
        case .number, .scalar(.number):
            let number: Double? = try value(index)
            return number.map(JSONValue.number)
        case .boolean, .scalar(.boolean):
            let boolean: Bool? = try value(index)
            return boolean.map(JSONValue.boolean)
        case .date(let format), .time(let format), .dateTime(let format):
            let milliseconds: Int64? = try value(index)
            return milliseconds.map { milliseconds in
                var json = JSONWriter()
                json.date(milliseconds: milliseconds, format)
                return JSONValue(written: json)
            }
        case .geopoint, .json, .choices, .list, .object, .localizedText, .relations:
            return try value(index)
        }
    }

    /// The value of a relation with the included items of a row in place of their ids.
    fileprivate func includingItems(
        in value: JSONValue, _ index: Int
    ) throws(ValueDecodingError) -> JSONValue {
        guard let row = row?.takeUnretainedValue(), let items = row.includedItems[row.column(of: index)]
        else {
            return value
        }
        func including(_ value: JSONValue) throws(ValueDecodingError) -> JSONValue {
            guard case .string(let id) = value else { return value }
            let item = try items.item(id, of: nil, at: row.column(of: index)) {
                (row, layout, module) throws(ValueDecodingError) in
                var reader = InstanceReader(row, layout, table: module.fields)
                return IncludedInstance(try ItemDecoder.instances(of: module).decode(&reader))
            }
            return (item as? IncludedInstance)?.json ?? value
        }
        guard case .array(let elements) = value else { return try including(value) }
        var values: [JSONValue] = []
        for element in elements { values.append(try including(element)) }
        return .array(values)
    }
}

/// An included item as JSON.
private final class IncludedInstance {
    let json: JSONValue
    init(_ json: JSONValue) { self.json = json }
}
