/// A text in one or more languages.
///
/// A request with a locale returns a single text. A request without a locale returns the texts of all locales.
public struct LocalizedText: Sendable, Hashable {
    /// The text without a locale, as a request with a locale returns it.
    public var plain: String?
    /// The texts by locale name, for example `en-GB`.
    public var texts: [String: String]

    public init(_ plain: String) {
        self.plain = plain
        texts = [:]
    }

    public init(_ texts: [String: String]) {
        plain = nil
        self.texts = texts
    }

    /// Returns the text for a locale, otherwise that of the first fallback with a text, otherwise the plain text.
    ///
    /// ```swift
    /// title.text(for: "fr-BE", fallbacks: ["fr", "en"])
    /// ```
    public func text(for locale: String, fallbacks: [String] = []) -> String? {
        for name in [locale] + fallbacks {
            if let text = texts[name] { return text }
        }
        return plain
    }
}

extension LocalizedText: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(value) }
}

extension LocalizedText: FieldValue {
    public static func read(
        from json: inout JSONCursor, _ format: DateFormat
    ) throws(ValueDecodingError) -> LocalizedText {
        switch json.peek() {
        case UInt8(ascii: "\""): return LocalizedText(try json.string())
        case UInt8(ascii: "{"): return LocalizedText(try json.textsByLocale())
        default: throw json.mismatch("a string or an object of strings by locale")
        }
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> LocalizedText {
        try readJSON(from: row, column: column, format)
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {
        if let plain, texts.isEmpty { return json.string(plain) }
        json.beginObject()
        for (locale, text) in texts.sorted(by: { $0.key < $1.key }) {
            json.key(locale)
            json.string(text)
        }
        json.endObject()
    }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: WireKey.self) {
            var texts: [String: String] = [:]
            for key in container.allKeys {
                texts[key.stringValue] = try container.decodeIfPresent(String.self, forKey: key)
            }
            self.init(texts)
        } else {
            self.init(try decoder.singleValueContainer().decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if let plain, texts.isEmpty {
            var container = encoder.singleValueContainer()
            return try container.encode(plain)
        }
        var container = encoder.container(keyedBy: WireKey.self)
        for (locale, text) in texts { try container.encode(text, forKey: WireKey(locale)) }
    }
}

extension JSONCursor {
    /// Reads an object of strings. A locale with null has no text.
    fileprivate mutating func textsByLocale() throws(ValueDecodingError) -> [String: String] {
        offset += 1
        try enter()
        var texts: [String: String] = [:]
        if !consume(UInt8(ascii: "}")) {
            repeat {
                let locale = try key()
                if try consumeNull() { continue }
                let text = try string()
                if texts[locale] == nil { texts[locale] = text }
            } while consume(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"), "a comma or the end of the object")
        }
        leave()
        return texts
    }
}
