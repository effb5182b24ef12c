/// A folded word of a text and its position.
public struct TextToken: Sendable, Hashable {
    public var word: String
    /// The start offset in bytes of UTF-8. The end offset is exclusive.
    public var start: Int
    public var end: Int

    public init(word: String, start: Int, end: Int) {
        self.word = word
        self.start = start
        self.end = end
    }
}
