/// A word of a text, folded, and where it stands.
public struct TextToken: Sendable, Hashable {
    public var word: String
    /// In bytes of UTF-8, counted from the text's start; the end is behind the last one.
    public var start: Int
    public var end: Int

    public init(word: String, start: Int, end: Int) {
        self.word = word
        self.start = start
        self.end = end
    }
}
