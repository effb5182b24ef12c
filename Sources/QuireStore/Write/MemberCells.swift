#if SQLite

import QuireCore

/// The members of an object, or of a list of objects, that have columns of their own, and how to find them in its JSON.
///
/// A value that does not fit its member is no value, as everywhere in filters: the object itself is kept as it is.
struct MemberCells: Sendable {
    private struct Key: Sendable {
        let name: [UInt8]
        let isList: Bool
        /// The position of the member's field among those of the module.
        var field: Int?
        /// The column of a member of listed objects.
        var column: ListedMember?
        /// For a list: the position of the table of its objects.
        var table: Int?
        var members: [Key] = []

        /// The key at the end of a way, which is added if necessary.
        mutating func update(_ steps: ArraySlice<MemberStep>, _ body: (inout Key) -> Void) {
            guard let step = steps.first else { return body(&self) }
            let name = Array(step.name.utf8)
            if !members.contains(where: { $0.name == name }) {
                members.append(Key(name: name, isList: step.isList))
            }
            for index in members.indices where members[index].name == name {
                members[index].update(steps.dropFirst(), body)
            }
        }
    }

    /// A member of listed objects: the column in the row of its object, or the table of its list of values.
    struct ListedMember: Sendable {
        let table: Int
        let slots: RowShape.Slots
        let kind: FieldKind
        let storage: Storage
        /// The slots in the module's own tables, of the smallest value and of all values; `nil` for a member that has no
        /// field.
        var own: RowShape.Slots?
    }

    private let root: Key

    /// The members by the position of the object's field; `nil` for fields without any.
    static func all(of shape: RowShape) -> [MemberCells?] {
        let layout = shape.layout
        var root = Key(name: [], isList: false)
        for (position, field) in layout.fields.enumerated() {
            guard let steps = field.steps, !field.isInListOfObjects else { continue }
            root.update(steps[...]) { $0.field = position }
        }
        for (table, objects) in shape.objects.enumerated() {
            if objects.layout.member("") == nil {
                root.update(objects.layout.path[...]) { $0.table = table }
            }
            for (member, slots) in zip(objects.layout.members, objects.slots) {
                guard let steps = member.steps else { continue }
                let stored = member.storage.kind(member.format)
                let kind =
                    layout.module.fields.kind(at: steps) ?? (member.name.isEmpty ? .list(stored) : stored)
                let own = layout.fields.firstIndex {
                    $0.objects == objects.layout.table && $0.column == member.column
                }
                root.update(steps[...]) {
                    $0.column = ListedMember(
                        table: table, slots: slots, kind: kind, storage: member.storage,
                        own: own.map { shape.slots[$0] })
                }
            }
        }
        return layout.fields.prefix(layout.ownCount).map { field in
            let name = Array(field.name.utf8)
            return root.members.first { $0.name == name }.map(MemberCells.init)
        }
    }

    /// Reads the members of the value at the cursor, which has been read successfully before.
    func read(
        _ json: inout JSONCursor, of bytes: UnsafeRawBufferPointer, into parser: inout InstanceParser
    ) throws(ValueDecodingError) {
        var words: Words = [:]
        try Self.members(root, from: &json, in: bytes, at: Place(), words: &words, parser: &parser)
        for (slot, values) in words {
            parser.row.cells[slot] = .text("[" + String(decoding: values, as: UTF8.self) + "]")
        }
    }

    /// The positions of an object and of those around it, and where its row starts.
    private struct Place {
        var positions: [Int64] = []
        var row = 0
    }

    /// The values of all objects by the slot of their column, separated by commas.
    private typealias Words = [Int: [UInt8]]

    /// The positions of the keys that an object has.
    private struct KeySet {
        private var low: UInt64 = 0
        private var high: Set<Int> = []

        mutating func insert(_ index: Int) -> Bool {
            guard index < 64 else { return high.insert(index).inserted }
            defer { low |= 1 << UInt64(index) }
            return low & 1 << UInt64(index) == 0
        }
    }

    /// Reads the members of the object, or of the listed objects, at the cursor.
    private static func members(
        _ key: Key, from json: inout JSONCursor, in bytes: UnsafeRawBufferPointer, at place: Place,
        words: inout Words, parser: inout InstanceParser
    ) throws(ValueDecodingError) {
        guard key.isList else {
            return try object(key, from: &json, in: bytes, at: place, words: &words, parser: &parser)
        }
        var position: Int64 = 0
        var inner = Place(positions: place.positions + [0])
        try elements(&json) { (json) throws(ValueDecodingError) in
            guard json.peek() == UInt8(ascii: "{") else { return try json.skipValue() }
            inner.positions[inner.positions.count - 1] = position
            position += 1
            if let table = key.table { inner.row = parser.appendObject(table, inner.positions) }
            try object(key, from: &json, in: bytes, at: inner, words: &words, parser: &parser)
        }
    }

    private static func object(
        _ owner: Key, from json: inout JSONCursor, in bytes: UnsafeRawBufferPointer, at place: Place,
        words: inout Words, parser: inout InstanceParser
    ) throws(ValueDecodingError) {
        guard json.peek() == UInt8(ascii: "{") else { return try json.skipValue() }
        json.offset += 1
        try json.enter()
        var seenKeys = KeySet()
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                // Of two equal keys, the first is used, as everywhere.
                guard let index = try key(owner.members, &json), seenKeys.insert(index) else {
                    try json.skipValue()
                    continue
                }
                if try json.consumeNull() { continue }
                try value(
                    owner.members[index], from: &json, in: bytes, at: place, words: &words, parser: &parser)
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
    }

    private static func value(
        _ key: Key, from json: inout JSONCursor, in bytes: UnsafeRawBufferPointer, at place: Place,
        words: inout Words, parser: inout InstanceParser
    ) throws(ValueDecodingError) {
        _ = json.peek()
        let start = json.offset
        if !key.members.isEmpty || key.table != nil {
            try members(key, from: &json, in: bytes, at: place, words: &words, parser: &parser)
        }
        if let field = key.field {
            json.offset = start
            try parser.readMember(field, &json, of: bytes)
        }
        guard let column = key.column else { return }
        json.offset = start
        if key.isList {
            try parser.readValues(column, &json, of: bytes, at: place.positions)
        } else {
            try parser.readValue(column, &json, of: bytes, inRow: place.row)
        }
        guard let slot = column.own?.value, slot >= 0 else { return }
        let end = json.offset
        func append(_ json: inout JSONCursor) throws(ValueDecodingError) {
            let start = json.nextOffset
            try json.skipValue()
            if words[slot] != nil { words[slot]?.append(UInt8(ascii: ",")) }
            words[slot, default: []].append(contentsOf: bytes[start..<json.offset])
        }
        json.offset = start
        if key.isList { try elements(&json, append) } else { try append(&json) }
        json.offset = end
    }

    /// Reads a key with its colon. Returns its position, or `nil` if no member has it.
    private static func key(_ keys: [Key], _ json: inout JSONCursor) throws(ValueDecodingError) -> Int? {
        guard json.peek() == UInt8(ascii: "\"") else { throw json.malformed("a key") }
        let index: Int?
        if let key = try json.plainText()?.bytes {
            index = keys.firstIndex { key.isEqual(to: $0.name) }
        } else {
            let key = Array(try json.string().utf8)
            index = keys.firstIndex { $0.name == key }
        }
        try json.expect(UInt8(ascii: ":"), "a colon")
        return index
    }

    /// Reads the elements of a list other than null. Another value has none.
    private static func elements(
        _ json: inout JSONCursor, _ body: (inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        guard json.peek() == UInt8(ascii: "[") else { return try json.skipValue() }
        json.offset += 1
        try json.enter()
        if !json.consume(UInt8(ascii: "]")) {
            repeat {
                if try !json.consumeNull() { try body(&json) }
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "]"), "a comma or the end of the list")
        }
        json.leave()
    }
}
#endif
