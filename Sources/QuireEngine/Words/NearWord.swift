/// A word of the content that is similar to another one.
public struct NearWord: Sendable, Hashable {
    /// The folded word: without case and diacritics.
    public var word: String
    /// The edit distance: letters inserted, deleted, substituted or transposed, 1 or 2. For an unfinished word, the
    /// distance of its typed part.
    public var distance: Int
    /// The number of items that contain it. An item with the word in two fields counts twice.
    public var count: Int

    public init(word: String, distance: Int, count: Int) {
        self.word = word
        self.distance = distance
        self.count = count
    }
}
