import QuireCore

/// HALO's kinds of tags, and tags of each.
extension Tag {
    /// The subject of a tag, HALO's `tagType`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The device or the app. These are the system's own tags.
        case system = "000000000000000000000001"
        /// Defined by the app.
        case custom = "000000000000000000000002"
        case market = "000000000000000000000003"
        case language = "000000000000000000000004"
    }

    /// The kind, or `nil` if it is missing or unknown.
    public var kind: Kind? { tagType.flatMap(Kind.init(rawValue:)) }

    /// Creates a tag of the device or the app, for example `.system("Test Device", "true")`.
    public static func system(_ name: String, _ value: String?) -> Tag {
        Tag(name: name, value: value, tagType: Kind.system.rawValue)
    }

    /// Creates a tag defined by the app, for example `.custom("brand", "Lamborghini")`.
    public static func custom(_ name: String, _ value: String?) -> Tag {
        Tag(name: name, value: value, tagType: Kind.custom.rawValue)
    }

    /// Creates a tag for a market, as listed by the server.
    ///
    /// ```swift
    /// Tag.market(id: "000000000000000000000100", name: "Afghanistan", code: "AF")
    /// ```
    /// - Parameters:
    ///   - id: The market's id.
    ///   - name: The market's name.
    ///   - code: The ISO 3166 code. The Android SDK sends none.
    public static func market(id: String, name: String, code: String? = nil) -> Tag {
        Tag(id: id, name: name, value: code, tagType: Kind.market.rawValue)
    }

    /// Creates a tag for a language, as listed by the server.
    ///
    /// ```swift
    /// Tag.language(id: "000000000000000000000675", name: "Italian Italy", code: "it-IT")
    /// ```
    public static func language(id: String, name: String, code: String? = nil) -> Tag {
        Tag(id: id, name: name, value: code, tagType: Kind.language.rawValue)
    }

    /// Reads a tag. Returns `nil` if it has no name.
    init?(_ response: ResponseObject) {
        guard let name = response.looseText("name") else { return nil }
        self.init(
            id: response.looseText("id"), name: name, value: response.scalarText("value"),
            tagType: response.looseText("tagType"))
    }

    /// Writes the tag in HALO's format, without keys that are `nil`.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        let members: [(StaticString, String?)] = [
            ("id", id), ("name", name), ("value", value), ("tagType", tagType),
        ]
        for (key, value) in members {
            guard let value else { continue }
            json.key(key)
            json.string(value)
        }
        json.endObject()
    }
}
