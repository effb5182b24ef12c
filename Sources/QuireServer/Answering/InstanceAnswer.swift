import QuireCore

/// Writes stored instances the way HALO returns them: with their module's id, all keys of an instance, and texts in
/// the requested language.
struct InstanceAnswer: Sendable {
    let modules: [String: AnsweredModule]
    /// The locales to look for a text in, in order of preference; empty if texts are returned in all locales.
    let languages: [String]
    /// Whether relations may contain whole items.
    let includesItems: Bool

    /// A module, with what is needed to write its instances.
    struct AnsweredModule: Sendable {
        var id: String
        var shapes: [String: ValueShape]
        var hasLocalizedTexts: Bool

        init(_ module: ServedModule) {
            id = module.id
            shapes = ValueShape.shapes(of: module.descriptor.fields)
            hasLocalizedTexts = shapes.values.contains { $0.holdsText }
        }
    }
}

/// Copies instances from JSON bytes into a response.
struct InstanceCopy {
    let answer: InstanceAnswer
    let bytes: UnsafeRawBufferPointer
    var out: JSONWriter

    init(_ answer: InstanceAnswer, _ bytes: UnsafeRawBufferPointer, into out: JSONWriter) {
        self.answer = answer
        self.bytes = bytes
        self.out = out
    }

    /// Copies a page of one module: `{"pagination":…,"items":[…]}` or just the list.
    mutating func page(_ json: inout JSONCursor, of module: String) throws(DecodingFailure) {
        if json.peek() == UInt8(ascii: "[") { return try items(&json, of: module) }
        out.beginObject()
        try json.members { (name, json) throws(DecodingFailure) in
            out.key(name)
            if name == "items" { try items(&json, of: module) } else { try copy(&json) }
        }
        out.endObject()
    }

    private mutating func items(
        _ json: inout JSONCursor, of module: String
    ) throws(DecodingFailure) {
        out.beginArray()
        try json.elements { (json) throws(DecodingFailure) in try instance(&json, of: module) }
        out.endArray()
    }

    /// Copies the instance at the cursor.
    mutating func instance(
        _ json: inout JSONCursor, of module: String
    ) throws(DecodingFailure) {
        let known = answer.modules[module]
        let scan = try InstanceScan(&json)
        let end = json.offset
        out.beginObject()
        for key in InstanceScan.Key.allCases {
            out.key(InstanceScan.Key.names[key.rawValue])
            let range = scan[key]
            switch key {
            case .module: out.string(known?.id ?? module)
            case .values:
                if let range, let known,
                    answer.includesItems || (!answer.languages.isEmpty && known.hasLocalizedTexts)
                {
                    json.offset = range.lowerBound
                    try values(&json, known.shapes)
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
    ) throws(DecodingFailure) {
        guard json.peek() == UInt8(ascii: "{") else { return try copy(&json) }
        out.beginObject()
        try json.members { (name, json) throws(DecodingFailure) in
            out.key(name)
            if let shape = shapes[name] { try value(&json, shape) } else { try copy(&json) }
        }
        out.endObject()
    }

    private mutating func value(
        _ json: inout JSONCursor, _ shape: ValueShape
    ) throws(DecodingFailure) {
        switch (shape, json.peek()) {
        case (.localizedText, UInt8(ascii: "{")) where !answer.languages.isEmpty:
            let texts = try json.value()
            let text = answer.languages.lazy.compactMap { language -> String? in
                if case .string(let text)? = texts[language] { text } else { nil }
            }.first
            if let text { out.string(text) } else { out.null() }
        case (.item(let target), UInt8(ascii: "{")): try instance(&json, of: target)
        case (.object(let shapes), UInt8(ascii: "{")): try values(&json, shapes)
        case (.list(let element), UInt8(ascii: "[")):
            out.beginArray()
            try json.elements { (json) throws(DecodingFailure) in try value(&json, element) }
            out.endArray()
        default: try copy(&json)
        }
    }

    private mutating func copy(_ json: inout JSONCursor) throws(DecodingFailure) {
        _ = json.peek()
        let start = json.offset
        try json.skipValue()
        out.raw(UnsafeRawBufferPointer(rebasing: bytes[start..<json.offset]))
    }
}

extension ValueShape {
    fileprivate var holdsText: Bool {
        switch self {
        case .plain, .item: false
        case .localizedText: true
        case .object(let shapes): shapes.values.contains { $0.holdsText }
        case .list(let element): element.holdsText
        }
    }
}
