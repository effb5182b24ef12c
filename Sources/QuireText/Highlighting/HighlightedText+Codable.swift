/// Coded as one string with tags: `"Franny and <em>Zooey</em>"`.
///
/// The tags are `<em>` and `</em>`, unless the coder's `userInfo` provides others:
/// ```swift
/// decoder.userInfo = HighlightMarkup.mark.userInfo
/// ```
/// Encoding a text that contains the tags throws, because they would be read as highlights.
extension HighlightedText: Codable {
    public init(from decoder: any Decoder) throws {
        let markup = HighlightMarkup.markup(of: decoder.userInfo)
        self = markup.read(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        let markup = HighlightMarkup.markup(of: encoder.userInfo)
        let tagged: String
        do {
            tagged = try markup.write(self)
        } catch {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "\(error)"))
        }
        var container = encoder.singleValueContainer()
        try container.encode(tagged)
    }
}

extension HighlightMarkup {
    private static let key = CodingUserInfoKey(rawValue: "quire.HighlightMarkup")

    /// A `userInfo` that makes a coder read and write `HighlightedText` with these tags.
    public var userInfo: [CodingUserInfoKey: any Sendable] { Self.key.map { [$0: self] } ?? [:] }

    fileprivate static func markup(of userInfo: [CodingUserInfoKey: Any]) -> HighlightMarkup {
        key.flatMap { userInfo[$0] as? HighlightMarkup } ?? .em
    }
}
