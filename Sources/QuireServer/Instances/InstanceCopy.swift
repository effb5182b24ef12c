import QuireCore

/// Copies instances from JSON bytes in a format.
struct InstanceCopy {
    let format: InstanceFormat
    let bytes: UnsafeRawBufferPointer
    var out: JSONWriter

    init(_ format: InstanceFormat, _ bytes: UnsafeRawBufferPointer, into out: JSONWriter) {
        self.format = format
        self.bytes = bytes
        self.out = out
    }

    /// Copies a page of one module: `{"pagination":…,"items":[…]}` or just the list.
    mutating func page(_ json: inout JSONCursor, of module: String) throws(ValueDecodingError) {
        if json.peek() == UInt8(ascii: "[") { return try items(&json, of: module) }
        out.beginObject()
        try json.members { (name, json) throws(ValueDecodingError) in
            out.key(name)
            if name == "items" { try items(&json, of: module) } else { try copy(&json) }
        }
        out.endObject()
    }

    private mutating func items(
        _ json: inout JSONCursor, of module: String
    ) throws(ValueDecodingError) {
        out.beginArray()
        try json.elements { (json) throws(ValueDecodingError) in try instance(&json, of: module) }
        out.endArray()
    }

    /// Copies the instance at the cursor.
    mutating func instance(
        _ json: inout JSONCursor, of module: String
    ) throws(ValueDecodingError) {
        let moduleFormat = format.modules[module]
        let scan = try InstanceScan(&json)
        let end = json.offset
        out.beginObject()
        for key in InstanceScan.Key.allCases {
            out.key(InstanceScan.Key.names[key.rawValue])
            let range = scan[key]
            switch key {
            case .module: out.string(moduleFormat?.id ?? module)
            case .values:
                if let range, let moduleFormat,
                    format.includesItems || (!format.languages.isEmpty && moduleFormat.hasLocalizedTexts)
                {
                    json.offset = range.lowerBound
                    try values(&json, moduleFormat.shapes)
                } else if let range {
                    out.raw(UnsafeRawBufferPointer(rebasing: bytes[range]))
                } else {
                    out.raw("{}".utf8)
                }
            case .tags:
                if let range {
                    out.raw(UnsafeRawBufferPointer(rebasing: bytes[range]))
                } else {
                    out.raw("[]".utf8)
                }
            case .customerId:
                if let range {
                    out.raw(UnsafeRawBufferPointer(rebasing: bytes[range]))
                } else {
                    out.integer(1)
                }
            case .revision:
                if let range {
                    out.raw(UnsafeRawBufferPointer(rebasing: bytes[range]))
                } else {
                    out.integer(0)
                }
            default:
                if let range { out.raw(UnsafeRawBufferPointer(rebasing: bytes[range])) } else { out.null() }
            }
        }
        out.endObject()
        json.offset = end
    }

    private mutating func values(
        _ json: inout JSONCursor, _ shapes: [String: ValueShape]
    ) throws(ValueDecodingError) {
        guard json.peek() == UInt8(ascii: "{") else { return try copy(&json) }
        out.beginObject()
        try json.members { (name, json) throws(ValueDecodingError) in
            out.key(name)
            if let shape = shapes[name] { try value(&json, shape) } else { try copy(&json) }
        }
        out.endObject()
    }

    private mutating func value(
        _ json: inout JSONCursor, _ shape: ValueShape
    ) throws(ValueDecodingError) {
        switch (shape, json.peek()) {
        case (.localizedText, UInt8(ascii: "{")) where !format.languages.isEmpty:
            let texts = try json.value()
            let text = format.languages.lazy.compactMap { language -> String? in
                if case .string(let text)? = texts[language] { text } else { nil }
            }.first
            if let text { out.string(text) } else { out.null() }
        case (.item(let target), UInt8(ascii: "{")): try instance(&json, of: target)
        case (.object(let shapes), UInt8(ascii: "{")): try values(&json, shapes)
        case (.list(let element), UInt8(ascii: "[")):
            out.beginArray()
            try json.elements { (json) throws(ValueDecodingError) in try value(&json, element) }
            out.endArray()
        default: try copy(&json)
        }
    }

    private mutating func copy(_ json: inout JSONCursor) throws(ValueDecodingError) {
        _ = json.peek()
        let start = json.offset
        try json.skipValue()
        out.raw(UnsafeRawBufferPointer(rebasing: bytes[start..<json.offset]))
    }
}

extension InstanceCopy {
    /// Visits the items of a page or of a bare list.
    mutating func items(
        _ json: inout JSONCursor,
        _ body: (inout InstanceCopy, inout JSONCursor) throws(ValueDecodingError) -> Void
    ) throws(ValueDecodingError) {
        if json.peek() == UInt8(ascii: "[") {
            return try json.elements { (json) throws(ValueDecodingError) in try body(&self, &json) }
        }
        try json.members { (name, json) throws(ValueDecodingError) in
            if name == "items" {
                try json.elements { (json) throws(ValueDecodingError) in try body(&self, &json) }
            } else {
                try json.skipValue()
            }
        }
    }
}
