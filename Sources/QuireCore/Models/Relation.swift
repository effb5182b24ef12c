/// A link to an item of another module. It always has the id, and the item itself if a query included it.
///
/// On the wire, it is the id, or the item's object if the query included the field.
@dynamicMemberLookup
public struct Relation<Target: ContentModule>: Sendable, Hashable {
    public var id: ContentID<Target>
    /// The related item; `nil` unless the query included the field.
    public var item: Content<Target>? {
        get { box?.item }
        set { box = newValue.map(Box.init) }
    }

    private var box: Box?

    public init(_ id: ContentID<Target>, item: Content<Target>? = nil) {
        self.id = id
        box = item.map(Box.init)
    }

    @available(
        *, unavailable,
        message:
            "a relation holds an id, and the item only if the query included it. Use item?, as in author.item?.name"
    )
    public subscript<Value>(dynamicMember path: KeyPath<Target.Values, Value>) -> Value? {
        item?.values[keyPath: path]
    }

    /// Breaks the recursion of models that refer to each other.
    private final class Box: Sendable, Hashable {
        let item: Content<Target>
        init(_ item: Content<Target>) { self.item = item }
        static func == (left: Box, right: Box) -> Bool { left.item == right.item }
        func hash(into hasher: inout Hasher) { hasher.combine(item) }
    }
}

extension Relation: FieldValue {
    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Relation
    {
        switch json.peek() {
        case UInt8(ascii: "\""):
            let start = json.offset
            let id = try json.comparedString()
            return try relation(to: id, in: json.context.includedItems as? IncludedItems, at: start)
        case UInt8(ascii: "{"): return try item(from: &json)
        default: throw json.mismatch("an id or an item")
        }
    }

    /// Reads an item. An object with an id but without values is a link.
    private static func item(from json: inout JSONCursor) throws(ValueDecodingError) -> Relation {
        // The server decides how deep related items nest, and each level needs more stack than plain JSON. A list of
        // items counts as 16 levels, so that items may nest at most 32 deep.
        let levels = 13
        try json.enter(levels)
        if try json.isReference() {
            let id = try json.referenceID()
            json.leave(levels)
            return Relation(ContentID(rawValue: id))
        }
        var reader = InstanceReader(json, Target.Values.table)
        let item = try Content<Target>(from: &reader)
        json.offset = reader.endOffset
        json.leave(levels)
        return Relation(item.id, item: item)
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Relation {
        try relation(to: row.text(column), in: row.includedItems[column], at: column)
    }

    /// Returns a link with its item, if the items are included and this one exists.
    private static func relation(
        to id: String, in items: IncludedItems?, at offset: Int
    ) throws(ValueDecodingError) -> Relation {
        var relation = Relation(ContentID(rawValue: id))
        guard let items else { return relation }
        let item = try items.item(id, of: Target.descriptor, at: offset) {
            (row, layout, module) throws(ValueDecodingError) in
            var reader = InstanceReader(row, layout, table: module.fields)
            return Box(try Content<Target>(from: &reader))
        }
        relation.box = item as? Box
        return relation
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        if let item { item.write(to: &json) } else { json.string(id.rawValue) }
    }

    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: WireKey.self) else {
            self.init(ContentID(rawValue: try decoder.singleValueContainer().decode(String.self)))
            return
        }
        if container.contains(WireKey("values")) {
            let item = try Content<Target>(from: decoder)
            self.init(item.id, item: item)
        } else {
            self.init(ContentID(rawValue: try container.decode(String.self, forKey: WireKey("id"))))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if let item { return try item.encode(to: encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(id.rawValue)
    }
}

extension JSONCursor {
    /// Reads the id of a related item from an id or an object.
    @usableFromInline
    mutating func relatedID() throws(ValueDecodingError) -> String {
        switch peek() {
        case UInt8(ascii: "\""): return try comparedString()
        case UInt8(ascii: "{"):
            try enter()
            let id = try referenceID()
            leave()
            return id
        default: throw mismatch("an id or an item")
        }
    }

    /// Whether the object at the cursor has no values. The cursor does not move.
    fileprivate func isReference() throws(ValueDecodingError) -> Bool {
        var ahead = self
        ahead.offset += 1
        guard !ahead.consume(UInt8(ascii: "}")) else { return true }
        repeat {
            if try ahead.key() == "values" { return false }
            try ahead.skipValue()
        } while ahead.consume(UInt8(ascii: ","))
        return true
    }

    /// Reads an object that only contains an item's id.
    fileprivate mutating func referenceID() throws(ValueDecodingError) -> String {
        let start = offset
        var id: String?
        offset += 1
        if !consume(UInt8(ascii: "}")) {
            repeat {
                let isID = try key() == "id"
                if isID, id == nil { id = try comparedString() } else { try skipValue() }
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        guard let id else { throw ValueDecodingError(.missing, at: start, expected: "an id", path: ".id") }
        return id
    }
}
