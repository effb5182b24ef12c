import QuireCore
import QuireText

/// What a person has typed and chosen on a search screen so far: a value, with no request behind it.
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

    /// What the screen always asks: its own conditions, facets, order, relations, and a text of its own.
    ///
    /// ```swift
    /// SearchDraft(Books.query().search("whale").page(1, size: 50))
    /// // "ahab" typed: books with "whale" and "ahab", 50 a page
    /// ```
    /// A text of the query is a condition: what is typed narrows it. The query's page becomes the draft's: `page(n, size:)`
    /// sets `pageSize` and `firstPage`, and so does an offset that is a multiple of its limit; `onePage()` sets
    /// `loadsEverything`. A query without a page leaves them as they are. Any other offset, and a cursor, are refused with
    /// a `QueryError` when they are searched for, because a session loads pages by their numbers.
    public var query: Query<Module> {
        get {
            var query = Query<Module>()
            query.request = content.value.query.value
            return query
        }
        set { content.value.use(newValue.request) }
    }

    /// What stands in the search field.
    public var text: String {
        get { content.value.text }
        _modify { yield &content.value.text }
    }

    /// Which words of the text are prefixes.
    public var matching: WordMatching {
        get { content.value.matching }
        _modify { yield &content.value.matching }
    }

    /// Whether words that stand nowhere are taken for those that differ by one letter.
    public var toleratesTypos: Bool {
        get { content.value.toleratesTypos }
        _modify { yield &content.value.toleratesTypos }
    }

    /// Wire names of the fields that are looked through where an engine has no full text: each word of the text stands
    /// in one of them, as a part of it and whatever the case. Empty: such an engine refuses a text.
    public var substringFields: [String] {
        get { content.value.substringFields }
        _modify { yield &content.value.substringFields }
    }

    /// The values that were chosen from facets.
    public var refinements: Refinements {
        get { content.value.refinements }
        _modify { yield &content.value.refinements }
    }

    /// Hierarchies whose levels lie in fields of their own; see `countLevels`.
    public internal(set) var levels: [FacetLevels] {
        get { content.value.levels }
        _modify { yield &content.value.levels }
    }

    /// Conditions by name, so that one can be changed without the others.
    public var filters: [String: Filter] {
        get { content.value.filters }
        _modify { yield &content.value.filters }
    }

    /// The order that was chosen; empty leaves the query's own.
    public var sort: [SortKey] {
        get { content.value.sort }
        _modify { yield &content.value.sort }
    }

    /// Items on a page, at least 1. Setting it ends `loadsEverything`.
    public var pageSize: Int {
        get { content.value.pageSize }
        _modify { yield &content.value.pageSize }
    }

    /// Whether the whole result is loaded at once, as one page: for what is known to be small.
    public var loadsEverything: Bool {
        get { content.value.loadsEverything }
        _modify { yield &content.value.loadsEverything }
    }

    /// The page that a search begins with, counted from 1.
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
