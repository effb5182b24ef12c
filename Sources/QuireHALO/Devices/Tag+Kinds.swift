import QuireCore

/// HALO's kinds of tags, and tags of each.
extension Tag {
    /// What a tag says something of; HALO's `tagType`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The device or the app; the system's own tags.
        case system = "000000000000000000000001"
        /// Whatever the app's makers want.
        case custom = "000000000000000000000002"
        case market = "000000000000000000000003"
        case language = "000000000000000000000004"
    }

    /// The kind; `nil` where there is none, or an unknown one.
    public var kind: Kind? { tagType.flatMap(Kind.init(rawValue:)) }

    /// A tag of the device or the app, for example `.system("Test Device", "true")`.
    public static func system(_ name: String, _ value: String?) -> Tag {
        Tag(name: name, value: value, tagType: Kind.system.rawValue)
    }

    /// A tag of the app's own, for example `.custom("brand", "Lamborghini")`.
    public static func custom(_ name: String, _ value: String?) -> Tag {
        Tag(name: name, value: value, tagType: Kind.custom.rawValue)
    }

    /// A market, as the server lists it.
    ///
    /// ```swift
    /// Tag.market(id: "000000000000000000000100", name: "Afghanistan", code: "AF")
    /// ```
    /// - Parameters:
    ///   - id: The market's id.
    ///   - name: The market's name.
    ///   - code: Its letters of ISO 3166; Android's SDK sends none.
    public static func market(id: String, name: String, code: String? = nil) -> Tag {
        Tag(id: id, name: name, value: code, tagType: Kind.market.rawValue)
    }

    /// A language, as the server lists it.
    ///
    /// ```swift
    /// Tag.language(id: "000000000000000000000675", name: "Italian Italy", code: "it-IT")
    /// ```
    public static func language(id: String, name: String, code: String? = nil) -> Tag {
        Tag(id: id, name: name, value: code, tagType: Kind.language.rawValue)
    }

    /// Reads a tag; `nil` for what has no name.
    init?(_ answer: HALOAnswer) {
        guard let name = answer.looseText("name") else { return nil }
        self.init(
            id: answer.looseText("id"), name: name, value: answer.scalarText("value"),
            tagType: answer.looseText("tagType"))
    }

    /// Writes it as HALO has it: without the keys that are `nil`.
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
