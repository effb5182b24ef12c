#if SQLite

import QuireCore

/// The members of an object that have columns of their own, and how to find them in its JSON.
///
/// A value that does not fit its member is no value, as everywhere in filters: the object itself is kept as it is.
struct MemberCells: Sendable {
    private struct Key: Sendable {
        let name: [UInt8]
        let isList: Bool
        /// The position of the member's field; `nil` if only members of the member have columns.
        var field: Int?
        var members: [Key] = []
    }

    private var keys: [Key] = []
    /// The fields of members in lists of objects. Their values are collected first.
    private(set) var gathered: [Int] = []

    /// The members by the position of the object's field; `nil` for fields without any.
    static func all(of layout: ModuleLayout) -> [MemberCells?] {
        var all = [MemberCells?](repeating: nil, count: layout.ownCount)
        let descriptors = layout.module.fields.queryable.uniqueByName
        for position in layout.ownCount..<layout.fields.count {
            let descriptor = descriptors[position]
            guard let first = descriptor.memberSteps.first,
                let owner = layout.fieldIndex[ExactName(first.name)], owner < layout.ownCount
            else { continue }
            var cells = all[owner] ?? MemberCells()
            insert(descriptor.memberSteps.dropFirst(), position, into: &cells.keys)
            if descriptor.isInListOfObjects { cells.gathered.append(position) }
            all[owner] = cells
        }
        return all
    }

    private static func insert(_ steps: ArraySlice<MemberStep>, _ field: Int, into keys: inout [Key]) {
        guard let step = steps.first else { return }
        let name = Array(step.name.utf8)
        let index =
            keys.firstIndex { $0.name == name }
            ?? {
                keys.append(Key(name: name, isList: step.isList))
                return keys.count - 1
            }()
        if steps.count == 1 {
            keys[index].field = field
        } else {
            insert(steps.dropFirst(), field, into: &keys[index].members)
        }
    }

    /// Reads the members of the value at the cursor, which has been read successfully before.
    ///
    /// - Parameter isList: Whether the value is a list of objects.
    func read(
        _ json: inout JSONCursor, of bytes: UnsafeRawBufferPointer, isList: Bool,
        into parser: inout InstanceParser
    ) throws(ValueDecodingError) {
        // What is gathered has an entry.
        var elements: [Int: [UInt8]] = [:]
        for field in gathered { elements[field] = [] }
        try Self.read(
            &json, of: bytes, isList: isList, keys: keys, into: &parser, gathering: &elements)
        for field in gathered {
            guard let elements = elements[field], !elements.isEmpty else { continue }
            try parser.readMembers(field, elements)
        }
    }

    private static func read(
        _ json: inout JSONCursor, of bytes: UnsafeRawBufferPointer, isList: Bool, keys: [Key],
        into parser: inout InstanceParser, gathering gathered: inout [Int: [UInt8]]
    ) throws(ValueDecodingError) {
        if isList {
            try elements(&json) { (json) throws(ValueDecodingError) in
                try read(
                    &json, of: bytes, isList: false, keys: keys, into: &parser, gathering: &gathered)
            }
            return
        }
        guard json.peek() == UInt8(ascii: "{") else { return try json.skipValue() }
        json.offset += 1
        try json.enter()
        var isPresent = [Bool](repeating: false, count: keys.count)
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                guard let index = try key(keys, &json), !isPresent[index] else {
                    try json.skipValue()
                    continue
                }
                // Of two equal keys, the first is used, as everywhere.
                isPresent[index] = true
                if try json.consumeNull() { continue }
                _ = json.peek()
                let start = json.offset
                if !keys[index].members.isEmpty {
                    try read(
                        &json, of: bytes, isList: keys[index].isList, keys: keys[index].members,
                        into: &parser, gathering: &gathered)
                }
                guard let field = keys[index].field else { continue }
                json.offset = start
                if gathered[field] == nil {
                    try parser.readMember(field, &json, of: bytes)
                } else if keys[index].isList {
                    try elements(&json) { (json) throws(ValueDecodingError) in
                        try append(&json, of: bytes, to: &gathered[field, default: []])
                    }
                } else {
                    try append(&json, of: bytes, to: &gathered[field, default: []])
                }
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
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

    private static func append(
        _ json: inout JSONCursor, of bytes: UnsafeRawBufferPointer, to elements: inout [UInt8]
    ) throws(ValueDecodingError) {
        _ = json.peek()
        let start = json.offset
        try json.skipValue()
        if !elements.isEmpty { elements.append(UInt8(ascii: ",")) }
        elements.append(contentsOf: bytes[start..<json.offset])
    }
}

extension InstanceParser {
    /// Reads a member into the columns of its field.
    mutating func readMember(
        _ field: Int, _ json: inout JSONCursor, of bytes: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) {
        let start = json
        let skipped = row.skipped.count
        let (keepsIncompatible, refusesRounding) = (row.keepsIncompatible, row.refusesRounding)
        row.keepsIncompatible = true
        row.refusesRounding = false
        defer {
            row.keepsIncompatible = keepsIncompatible
            row.refusesRounding = refusesRounding
            row.skipped.removeSubrange(skipped...)
        }
        do throws(ValueDecodingError) {
            try row.read(
                kinds[field], shape.layout.fields[field].storage, shape.slots[field], field, &json, bytes)
        } catch {
            guard !error.isMalformed else { throw error }
            json = start
            clear(field)
            try json.skipValue()
        }
    }

    /// Reads the members of several objects as one list.
    fileprivate mutating func readMembers(_ field: Int, _ elements: [UInt8]) throws(ValueDecodingError) {
        let list = [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")]
        let slot = shape.slots[field].value
        let result = list.withUnsafeBytes { bytes in
            Result { () throws(ValueDecodingError) in
                try JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
                    try readMember(field, &json, of: bytes)
                }
            }
        }
        try result.get()
        // The cell refers to the bytes, which are gone.
        if !row.cells[slot].isNull { row.cells[slot] = .text(String(decoding: list, as: UTF8.self)) }
    }
}
#endif
