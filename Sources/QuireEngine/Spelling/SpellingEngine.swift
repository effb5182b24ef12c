import QuireCore
import QuireText

/// An engine that knows the vocabulary of its content and can suggest corrections for unknown words.
///
/// ```swift
/// let request = SpellingRequest("moby dikc", in: Books.self)
/// for wrong in try await store.misspellings(in: request) { print(wrong.word, wrong.nearest.map(\.word)) }
/// // dikc ["dick", "disk"]
/// ```
public protocol SpellingEngine: Sendable {
    /// Returns the words of a text that the searched fields do not contain, in text order, each with the nearest
    /// known words.
    ///
    /// - Throws: `QueryError` if the module has no such searchable fields; the engine's errors.
    func misspellings(in request: SpellingRequest) async throws -> [Misspelling]
}

/// A request to check the spelling of a text against the content of a module.
public struct SpellingRequest: Sendable, Hashable {
    public var text: String
    public var module: ModuleDescriptor
    /// Which words may be unfinished. A prefix is correct if any word starts with it.
    public var matching = WordMatching.lastWordAsPrefix
    /// The wire names of the fields to check. `nil` means all searchable fields.
    public var fields: [String]?
    /// Words that occur at most this often count as misspellings in the content, if a more frequent word is similar.
    /// With 0, only unknown words are misspelled.
    public var rareCount = 0
    /// The maximum number of similar words for each misspelling.
    public var limit = 5

    public init(_ text: String, module: ModuleDescriptor) {
        self.text = text
        self.module = module
    }

    /// Creates a request to check a text against the content of a module.
    public init<Module: ContentModule>(_ text: String, in module: Module.Type) {
        self.init(text, module: Module.descriptor)
    }
}

/// A word of a text that the content does not contain, or only rarely.
public struct Misspelling: Sendable, Hashable {
    /// The folded word and its position in the text.
    public var token: TextToken
    /// The nearest words, best first. Empty if nothing is similar.
    public var nearest: [NearWord]

    /// The word as it was looked up: without case and diacritics.
    public var word: String { token.word }

    public init(token: TextToken, nearest: [NearWord]) {
        self.token = token
        self.nearest = nearest
    }
}

extension ObservedEngine: SpellingEngine where Base: SpellingEngine {
    public func misspellings(in request: SpellingRequest) async throws -> [Misspelling] {
        try await observing("spelling", [request.module.name], counting: { .init(rows: $0.count) }) {
            try await base.misspellings(in: request)
        }
    }
}
