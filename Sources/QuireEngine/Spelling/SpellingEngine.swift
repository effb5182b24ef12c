import QuireCore
import QuireText

/// An engine that knows the words of its content: which words of a text stand nowhere in it, and what is near to them.
///
/// ```swift
/// let request = SpellingRequest("moby dikc", in: Books.self)
/// for wrong in try await store.misspellings(in: request) { print(wrong.word, wrong.nearest.map(\.word)) }
/// // dikc ["dick", "disk"]
/// ```
public protocol SpellingEngine: Sendable {
    /// The words of a text that stand nowhere in the searched fields, in the order of the text, each with those nearest
    /// to it that do.
    ///
    /// - Throws: `QueryError` where the module has no such searchable fields; the engine's errors.
    func misspellings(in request: SpellingRequest) async throws -> [Misspelling]
}

/// A text whose words are looked up in the content of a module.
public struct SpellingRequest: Sendable, Hashable {
    public var text: String
    public var module: ModuleDescriptor
    /// Which words may be unfinished: a prefix is right as long as any word begins with it.
    public var matching = WordMatching.lastWordAsPrefix
    /// Wire names of the searchable fields that are looked at; `nil` means all of them.
    public var fields: [String]?
    /// Words that stand no more often than this are taken for mistakes of the content, if there is one near that stands
    /// more often. At 0 only words that stand nowhere are wrong.
    public var rareCount = 0
    /// How many near words there may be for each wrong one.
    public var limit = 5

    public init(_ text: String, module: ModuleDescriptor) {
        self.text = text
        self.module = module
    }

    /// A text whose words are looked up in the content of a module.
    public init<Module: ContentModule>(_ text: String, in module: Module.Type) {
        self.init(text, module: Module.descriptor)
    }
}

/// A word of a text that stands nowhere in the content, or hardly anywhere.
public struct Misspelling: Sendable, Hashable {
    /// The word, folded, and where it stands in the text.
    public var token: TextToken
    /// The best first; empty where nothing is near.
    public var nearest: [NearWord]

    /// The word as it was looked up: without case and diacritics.
    public var word: String { token.word }

    public init(token: TextToken, nearest: [NearWord]) {
        self.token = token
        self.nearest = nearest
    }
}

/// A word of the content that is near to another one.
public struct NearWord: Sendable, Hashable {
    /// Folded: without case and diacritics.
    public var word: String
    /// How many letters were added, left out, changed, or swapped with their neighbour: 1 or 2. Of an unfinished word,
    /// up to where it was typed.
    public var distance: Int
    /// In how many items it stands; one with the word in two fields counts twice.
    public var count: Int

    public init(word: String, distance: Int, count: Int) {
        self.word = word
        self.distance = distance
        self.count = count
    }
}
