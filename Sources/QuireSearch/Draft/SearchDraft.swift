public import Quire

/// What a person has typed and chosen on a search screen so far: a value, with no request behind it.
///
/// ```swift
/// var draft = SearchDraft(Books.query().facet(\.language).facet(\.genres))
/// draft.text = "whale"
/// draft.toggle(\.language, .english)
/// ```
public struct SearchDraft<Module: ContentModule>: Sendable, Hashable {
    /// What the screen always asks: its own conditions, facets, order, relations.
    public var query: Query<Module>
    /// What stands in the search field.
    public var text = ""
    /// Which words of the text are prefixes.
    public var matching = WordMatching.lastWordAsPrefix
    /// Whether words that stand nowhere are taken for those that differ by one letter.
    public var toleratesTypos = false
    /// Wire names of the fields that are looked through where an engine has no full text: each word of the text stands
    /// in one of them, as a part of it and whatever the case. Empty: such an engine refuses a text.
    public var substringFields: [String] = []
    /// The values that were chosen from facets.
    public var refinements = Refinements()
    /// Hierarchies whose levels lie in fields of their own; see `countLevels`.
    public internal(set) var levels: [FacetLevels] = []
    /// Conditions by name, so that one can be changed without the others.
    public var filters: [String: Filter] = [:]
    /// The order that was chosen; empty leaves the query's own.
    public var sort: [SortKey] = []
    /// Items on a page, at least 1.
    public var pageSize = 20
    /// The page that a search begins with, counted from 1.
    public var firstPage = 1

    public init(_ query: Query<Module> = Module.query()) { self.query = query }
}
