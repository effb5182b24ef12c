extension JSONValue: Codable {
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= JSONCursor.maximumDepth else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [],
                    debugDescription: "Arrays and objects nest deeper than \(JSONCursor.maximumDepth) levels."
                ))
        }
        if let container = try? decoder.container(keyedBy: WireKey.self) {
            // A decoder does not guarantee the order of keys.
            self = .object(
                try container.allKeys.map {
                    Member($0.stringValue, try container.decode(JSONValue.self, forKey: $0))
                })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let boolean = try? container.decode(Bool.self) {
                self = .boolean(boolean)
            } else if let integer = try? container.decode(Int64.self) {
                self = .integer(integer)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    /// - Throws: `EncodingError` if arrays and objects nest deeper than readers accept.
    public func encode(to encoder: any Encoder) throws {
        guard !isDeeper(than: JSONCursor.maximumDepth) else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "Arrays and objects nest deeper than \(JSONCursor.maximumDepth) levels."
                ))
        }
        try Part(value: self).encode(to: encoder)
    }

    /// A value whose depth was already checked.
    private struct Part: Encodable {
        var value: JSONValue

        func encode(to encoder: any Encoder) throws { try value.encodePart(to: encoder) }
    }

    private func encodePart(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: WireKey.self)
            for member in members {
                try container.encode(Part(value: member.value), forKey: WireKey(member.name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(Part(value: element)) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let boolean):
            var container = encoder.singleValueContainer()
            try container.encode(boolean)
        case .integer(let integer):
            var container = encoder.singleValueContainer()
            try container.encode(integer)
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .string(let string):
            var container = encoder.singleValueContainer()
            try container.encode(string)
        }
    }
}

/// A coding key with the exact spelling of the wire format.
struct WireKey: CodingKey, Hashable {
    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
