import QuireCore

/// Where the parts of the column `q_meta` are in a response. See `StoredMetadata` for its form.
struct MetadataPlaces {
    private struct Member {
        /// The key with its colon, and the value.
        var key: Range<Int>
        var value: Range<Int>
        /// Whether the value is a text that begins with `=`.
        var isMarkedText: Bool
    }

    /// The metadata.
    private var members: [Member] = []
    /// The insides of objects whose members are metadata, or undeclared values.
    private var others: [Range<Int>] = []
    private var undeclared: [Range<Int>] = []
    /// The JSON in place of the values, if it is not an object.
    private(set) var whole: Range<Int>?

    mutating func clear() {
        members.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
        undeclared.removeAll(keepingCapacity: true)
        whole = nil
    }

    /// Reads the column at the cursor. Anything that is not an object has no parts.
    mutating func read(
        _ json: inout JSONCursor, in buffer: UnsafeRawBufferPointer
    ) throws(ValueDecodingError) {
        guard json.consume(UInt8(ascii: "{")) else { return try json.skipValue() }
        try json.enter()
        if !json.consume(UInt8(ascii: "}")) {
            repeat {
                guard json.isAtText() else { throw json.malformed("a key") }
                let start = json.offset
                try json.skipValue()
                let name = start..<json.offset
                try json.checkMarks(ofKey: name)
                try json.expect(UInt8(ascii: ":"), "a colon")
                let key = start..<json.offset
                _ = json.peek()
                let value = json.offset
                try json.skipValue()
                add(buffer.slice(name), key, value..<json.offset, buffer)
            } while json.consume(UInt8(ascii: ","))
            try json.expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        json.leave()
    }

    private mutating func add(
        _ name: UnsafeBufferPointer<UInt8>, _ key: Range<Int>, _ value: Range<Int>,
        _ buffer: UnsafeRawBufferPointer
    ) {
        let isObject = buffer[value.lowerBound] == UInt8(ascii: "{")
        switch name.count {
        case 3 where name.isEqual("\"t\""): return
        case 6 where isObject && name.isEqual("\"more\""): return Self.add(value, to: &others, buffer)
        case 8 where isObject && name.isEqual("\"values\""): return Self.add(value, to: &undeclared, buffer)
        case 7 where name.isEqual("\"whole\""): whole = value
        default:
            let isMarkedText =
                buffer[value.lowerBound] == UInt8(ascii: "\"")
                && buffer[value.lowerBound + 1] == UInt8(ascii: "=")
            members.append(Member(key: key, value: value, isMarkedText: isMarkedText))
        }
    }

    /// Adds the inside of an object that has members.
    private static func add(
        _ object: Range<Int>, to insides: inout [Range<Int>], _ buffer: UnsafeRawBufferPointer
    ) {
        let inside = object.lowerBound + 1..<object.upperBound - 1
        if inside.contains(where: { buffer[$0] > 0x20 }) { insides.append(inside) }
    }

    /// Whether there are no values that the module does not declare.
    var hasOnlyDeclaredValues: Bool { undeclared.isEmpty && whole == nil }

    /// Writes the metadata as members of an instance, each after a comma.
    func writeMembers(of buffer: UnsafeRawBufferPointer, to bytes: inout JoinedBytes) {
        for member in members {
            bytes.append(UInt8(ascii: ","))
            guard member.isMarkedText else {
                bytes.append(buffer.slice(member.key.lowerBound..<member.value.upperBound))
                continue
            }
            bytes.append(buffer.slice(member.key))
            bytes.append(UInt8(ascii: "\""))
            bytes.append(buffer.slice(member.value.lowerBound + 2..<member.value.upperBound))
        }
        for inside in others {
            bytes.append(UInt8(ascii: ","))
            bytes.append(buffer.slice(inside))
        }
    }

    /// Writes the undeclared values as members of the values, each before a comma.
    func writeUndeclared(of buffer: UnsafeRawBufferPointer, to bytes: inout JoinedBytes) {
        for inside in undeclared {
            bytes.append(buffer.slice(inside))
            bytes.append(UInt8(ascii: ","))
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func isEqual(_ text: StaticString) -> Bool { text.withUTF8Buffer { elementsEqual($0) } }
}
