import Foundation

/// Rewrites content from before a rename under the current names of fields and choices. All other bytes stay.
///
/// A current name counts before former ones; a value under a former name then stays under that name.
struct CurrentNames {
    private let bytes: UnsafeRawBufferPointer
    private var output: [UInt8] = []
    private var isChanged = false
    /// An offset in the bytes, and where the first member after it starts in the output.
    private var mark = (offset: Int.max, moved: Int?.none)

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Returns the rewritten bytes; `nil` if there is nothing to rewrite, or if the bytes are not JSON.
    static func rewrite(
        _ bytes: UnsafeRawBufferPointer, moving offset: inout Int,
        _ body: (inout CurrentNames, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) -> [UInt8]? {
        var names = CurrentNames(bytes)
        names.mark.offset = offset
        names.output.reserveCapacity(bytes.count + 64)
        do throws(ValueDecodingError) {
            try JSONCursor.withCursor(over: bytes) { (json) throws(ValueDecodingError) in
                try body(&names, &json)
                try json.expectEnd()
            }
        } catch {
            return nil
        }
        guard names.isChanged else { return nil }
        offset = names.mark.moved ?? names.output.count
        return names.output
    }

    private static let instanceKeys = FieldKeys(names: ["values", "module"])

    /// Rewrites an instance: its values, and its module's name.
    mutating func instance(_ module: ModuleDescriptor, _ json: inout JSONCursor) throws(ValueDecodingError) {
        try members(of: Self.instanceKeys, &json) { (names, key, json) throws(ValueDecodingError) in
            switch key {
            case 0: try names.object(module.fields, &json)
            case 1 where json.isAtText():
                try names.text(&json) { module.formerNames.contains($0) ? module.name : nil }
            default: try names.copy(&json)
            }
        }
    }

    /// Rewrites an object of values.
    mutating func object(_ table: FieldTable, _ json: inout JSONCursor) throws(ValueDecodingError) {
        guard table.hasFormerNames else { return try copy(&json) }
        try members(of: table.keys, &json) { (names, key, json) throws(ValueDecodingError) in
            guard key >= 0 else { return try names.copy(&json) }
            try names.value(table.fields[key], table.fields[key].kind, from: &json)
        }
    }

    private mutating func value(
        _ field: FieldDescriptor, _ kind: FieldKind, from json: inout JSONCursor
    ) throws(ValueDecodingError) {
        switch kind {
        case .object(let table) where json.isAtObject(): try object(table, &json)
        case .list(let element) where element.hasFormerNames && json.isAtArray():
            try elements(&json) { (names, json) throws(ValueDecodingError) in
                try names.value(field, element, from: &json)
            }
        case .choice where !field.renamedChoices.isEmpty && json.isAtText():
            try text(&json) { field.renamedChoices[$0] }
        case .choices where !field.renamedChoices.isEmpty && json.isAtArray():
            try elements(&json) { (names, json) throws(ValueDecodingError) in
                guard json.isAtText() else { return try names.copy(&json) }
                try names.text(&json) { field.renamedChoices[$0] }
            }
        default: try copy(&json)
        }
    }

    // MARK: - JSON

    private struct Member {
        var key: Range<Int>
        /// The position of the field, −1 for an unknown key, or less for a former name.
        var index: Int
        var value: JSONCursor
    }

    /// Writes an object. The body writes the value of each member; the position of its field is −1 for an unknown key.
    private mutating func members(
        of keys: FieldKeys, _ json: inout JSONCursor,
        _ body: (inout CurrentNames, Int, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        guard json.isAtObject() else { return try copy(&json) }
        var members: [Member] = []
        json.offset += 1
        try json.enter()
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                guard json.isAtText() else { throw json.malformed("a key") }
                let start = json.offset
                var end = json
                _ = try end.string()
                let index = try json.fieldIndex(in: keys)
                _ = json.peek()
                members.append(Member(key: start..<end.offset, index: index, value: json))
                try json.skipValue()
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
        let chosen = Self.chosen(keys, members)
        output.append(UInt8(ascii: "{"))
        for (position, member) in members.enumerated() {
            if position > 0 { output.append(UInt8(ascii: ",")) }
            if mark.moved == nil, member.key.lowerBound >= mark.offset { mark.moved = output.count }
            var index = max(member.index, -1)
            if let field = chosen[position] {
                index = field
                isChanged = true
                output += keys.quotedKey(field)
            } else {
                output.append(contentsOf: bytes[member.key])
                output.append(UInt8(ascii: ":"))
            }
            var value = member.value
            try body(&self, index, &value)
        }
        output.append(UInt8(ascii: "}"))
    }

    /// The fields of the members that get a current name, by the members' positions.
    private static func chosen(_ keys: FieldKeys, _ members: [Member]) -> [Int: Int] {
        guard let former = keys.former else { return [:] }
        var chosen: [Int: Int] = [:]
        var taken = Set(members.map(\.index).filter { $0 >= 0 })
        for (slot, field) in former.fields.enumerated() {
            guard let position = members.firstIndex(where: { $0.index == FormerKeys.index(slot) }),
                taken.insert(field).inserted
            else { continue }
            chosen[position] = field
        }
        return chosen
    }

    private mutating func elements(
        _ json: inout JSONCursor,
        _ body: (inout CurrentNames, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        json.offset += 1
        try json.enter()
        output.append(UInt8(ascii: "["))
        if !json.consume(UInt8(ascii: "]")) {
            while true {
                _ = json.peek()
                try body(&self, &json)
                guard json.consume(UInt8(ascii: ",")) else { break }
                output.append(UInt8(ascii: ","))
            }
            try json.expect(UInt8(ascii: "]"), "a comma or the end of the array")
        }
        output.append(UInt8(ascii: "]"))
        json.leave()
    }

    /// Writes a text, or another one in its place.
    private mutating func text(
        _ json: inout JSONCursor, _ replacement: (String) -> String?
    ) throws(ValueDecodingError) {
        let start = json.offset
        guard let other = replacement(try json.string()) else {
            return output.append(contentsOf: bytes[start..<json.offset])
        }
        isChanged = true
        var writer = JSONWriter()
        writer.string(other)
        output += writer.bytes
    }

    private mutating func copy(_ json: inout JSONCursor) throws(ValueDecodingError) {
        _ = json.peek()
        let start = json.offset
        try json.skipValue()
        output.append(contentsOf: bytes[start..<json.offset])
    }
}

extension ModuleDescriptor {
    /// Whether content can have former names of the module, its fields or their choices.
    package var hasFormerNames: Bool { !formerNames.isEmpty || fields.hasFormerNames }

    /// Returns an instance under the current names; `nil` if it has them already, or if the bytes are not JSON.
    package func underCurrentNames(_ instance: UnsafeRawBufferPointer) -> [UInt8]? {
        var offset = 0
        return underCurrentNames(instance, moving: &offset)
    }

    /// Returns an instance under the current names; `nil` if it has them already, or if the bytes are not JSON.
    ///
    /// - Parameter offset: Where a member starts in the bytes, and then in the result.
    package func underCurrentNames(
        _ instance: UnsafeRawBufferPointer, moving offset: inout Int
    ) -> [UInt8]? {
        guard hasFormerNames else { return nil }
        return CurrentNames.rewrite(instance, moving: &offset) { (names, json) throws(ValueDecodingError) in
            try names.instance(self, &json)
        }
    }

    /// Returns an instance under the current names.
    package func underCurrentNames(_ instance: JSONValue) -> JSONValue {
        guard hasFormerNames else { return instance }
        return instance.rewritten { bytes in underCurrentNames(bytes) }
    }
}

extension FieldTable {
    /// Returns an object of values under the current names.
    package func underCurrentNames(_ values: JSONValue) -> JSONValue {
        guard hasFormerNames else { return values }
        return values.rewritten { bytes in
            var offset = 0
            return CurrentNames.rewrite(bytes, moving: &offset) { (names, json) throws(ValueDecodingError) in
                try names.object(self, &json)
            }
        }
    }
}

extension JSONValue {
    fileprivate func rewritten(_ rewrite: (UnsafeRawBufferPointer) -> [UInt8]?) -> JSONValue {
        guard let bytes = data.withUnsafeBytes(rewrite) else { return self }
        return (try? JSONValue(parsing: Data(bytes))) ?? self
    }
}
