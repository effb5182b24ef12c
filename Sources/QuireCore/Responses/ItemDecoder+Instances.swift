import Foundation

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
                    members.append(.init(field.name, value))
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
}
