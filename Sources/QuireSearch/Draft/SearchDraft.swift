import QuireCore
import QuireText

/// What a user has typed and chosen on a search screen so far. It is a value, and changing it sends nothing.
///
/// ```swift
/// var draft = SearchDraft(Books.query().facet(\.language).facet(\.genres))
/// draft.text = "whale"
/// draft.toggle(\.language, .english)
/// ```
public struct SearchDraft<Module: ContentModule>: Sendable, Hashable {
    var content: Shared<DraftContent>

    public init(_ query: Query<Module> = Module.query()) { content = Shared(DraftContent(query.request)) }

    init(_ content: Shared<DraftContent>) { self.content = content }

    /// The base query of the screen: its own conditions, facets, order, relations, and an optional text.
    ///
    /// ```swift
    /// SearchDraft(Books.query().search("whale").page(1, size: 50))
    /// // "ahab" typed: books with "whale" and "ahab", 50 a page
    /// ```
    /// The text of the query is a condition, and the user's text narrows it. The query's page becomes the draft's:
    /// `page(n, size:)` sets `pageSize` and `firstPage`, and so does an offset that is a multiple of its limit.
    /// `onePage()` sets
    /// `loadsEverything`. A query without a page does not change them. Any other offset, and a cursor, throw a
    /// `QueryError` when they are searched for, because a session loads pages by number.
    public var query: Query<Module> {
        get {
            var query = Query<Module>()
            query.request = content.value.query.value
            return query
        }
        set { content.value.use(newValue.request) }
    }

    /// The text in the search field.
    public var text: String {
        get { content.value.text }
        _modify { yield &content.value.text }
    }

    /// Which words of the text are prefixes.
    public var matching: WordMatching {
        get { content.value.matching }
        _modify { yield &content.value.matching }
    }

    /// Whether other forms of the words are found, and a text that finds nothing is eased until it finds something: words with
    /// typos, words joined or split, some of the words. `true` by default. An engine that cannot
    /// (`EngineCapabilities.toleratesTypos`) searches for the words as typed.
    public var toleratesTypos: Bool {
        get { content.value.toleratesTypos }
        set { content.value.toleratesTypos = newValue }
    }

    /// The wire names of the fields to search if an engine has no full-text search. Each word of the text must occur
    /// in one of them as a substring, ignoring case. If empty, such an engine rejects a text.
    public var substringFields: [String] {
        get { content.value.substringFields }
        _modify { yield &content.value.substringFields }
    }

    /// The choices from facets.
    public var refinements: Refinements {
        get { content.value.refinements }
        _modify { yield &content.value.refinements }
    }

    /// Hierarchies with one field per level. See `countLevels`.
    public internal(set) var levels: [FacetLevels] {
        get { content.value.levels }
        _modify { yield &content.value.levels }
    }

    /// Conditions by name, so that one can be changed without the others.
    public var filters: [String: Filter] {
        get { content.value.filters }
        _modify { yield &content.value.filters }
    }

    /// The chosen order. Empty uses the query's own.
    public var sort: [SortKey] {
        get { content.value.sort }
        _modify { yield &content.value.sort }
    }

    /// The number of items per page, at least 1. Setting it ends `loadsEverything`.
    public var pageSize: Int {
        get { content.value.pageSize }
        _modify { yield &content.value.pageSize }
    }

    /// Whether the whole result is loaded as one page. Use it only for small results.
    public var loadsEverything: Bool {
        get { content.value.loadsEverything }
        _modify { yield &content.value.loadsEverything }
    }

    /// The first page to load, counted from 1.
    public var firstPage: Int {
        get { content.value.firstPage }
        _modify { yield &content.value.firstPage }
    }
}

extension SearchDraft: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(self, children: Array(Mirror(reflecting: content).children), displayStyle: .struct)
    }
}
