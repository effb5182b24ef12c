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
    /// `page(.all)` sets
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

extension SearchDraft {
    /// Also searches for each word of the text in this field, if an engine has no full-text search.
    ///
    /// ```swift
    /// draft.searchSubstrings(in: \.title)
    /// draft.searchSubstrings(in: \.subtitle)
    /// // "jerome sal": (title like "jerome" or subtitle like "jerome") and (title like "sal" or subtitle like "sal")
    /// ```
    public mutating func searchSubstrings<P: FieldReference>(
        in field: KeyPath<Module.Fields, P>
    ) where P.Operators.Like == AllowedOperator {
        let name = Self.name(of: field)
        if !substringFields.contains(name) { substringFields.append(name) }
    }
}

extension SearchDraft {
    /// Sorts by a field, replacing the chosen order and the query's own.
    ///
    /// ```swift
    /// draft.sort(by: \.title)
    /// draft.sort(by: \.rank, .descending, nulls: .last)
    /// draft.sort = []                                 // the query's own again
    /// ```
    /// For several keys, set `sort` directly.
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators.Sort == AllowedOperator {
        sort = [SortKey(field.fieldPath, order, nulls: nulls)]
    }

    /// Sorts by metadata that no field of the module hides by its name: `draft.sort(by: \.updatedAt, .descending)`.
    @_disfavoredOverload
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.SortMetadata, P>, _ order: SortOrder = .ascending,
        nulls: SortKey.Nulls? = nil
    ) where P.Operators.Sort == AllowedOperator {
        sort = [
            SortKey(.metadata(P.path(of: Module.SortMetadata()[keyPath: field]).name), order, nulls: nulls)
        ]
    }

    /// Sorts by metadata, regardless of the names of the module's fields: `draft.sortMeta(by: \.name)`.
    public mutating func sortMeta<P: FieldReference>(
        by field: KeyPath<MetaFields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators.Sort == AllowedOperator {
        sort = [SortKey(.metadata(field.fieldName), order, nulls: nulls)]
    }

    @available(*, unavailable, message: "the schema does not mark this field as sortable")
    public mutating func sort<P: FieldReference>(
        by field: KeyPath<Module.Fields, P>, _ order: SortOrder = .ascending, nulls: SortKey.Nulls? = nil
    ) where P.Operators.Sort == ForbiddenOperator {}
}

// Unavailable methods for fields that are not facets. Their only purpose is the compiler's message.

extension SearchDraft {
    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { false }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {}

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public mutating func unrefine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {}

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public mutating func exclude<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped, inGroup: Bool = false
    ) where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator {}

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { false }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == ForbiddenOperator {}

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Bool where P.Operators.Facet == ForbiddenOperator { false }
}

extension SearchDraft {
    /// Narrows the result by conditions on a facet's field, replacing the previous ones. Usually, they are ranges of
    /// numbers or dates.
    ///
    /// ```swift
    /// draft.refine(\.year) { $0 >= 1990; $0 < 2000 }
    /// draft.refine(\.year) { $0 >= 1980 }              // no upper end any more
    /// ```
    /// The closure receives the field, and must not test another one. Without conditions, the range is removed.
    public mutating func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == AllowedOperator {
        refinements.setCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Changes one bound of a range: conditions with the same operators are replaced, the others stay.
    ///
    /// ```swift
    /// draft.refine(\.year) { $0 >= 1990; $0 < 2000 }
    /// draft.update(\.year) { $0 >= 1980 }              // 1980 to 2000
    /// ```
    public mutating func update<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == AllowedOperator {
        refinements.updateCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Adds a range, or removes it if it exists, for example for check boxes.
    ///
    /// ```swift
    /// draft.toggle(\.price) { $0 < 10 }
    /// draft.toggle(\.price) { $0.between(10...20) }
    /// ```
    /// For a disjunctive facet, items must be in any of the ranges, otherwise in all of them.
    /// - Returns: Whether the range is now set.
    @discardableResult
    public mutating func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Bool where P.Operators.Facet == AllowedOperator {
        refinements.toggleCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }

    /// Whether exactly this range is set.
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) -> Bool where P.Operators.Facet == AllowedOperator {
        refinements.containsCondition(.joining(.and, conditions(field)), of: Self.name(of: field))
    }
}

extension SearchDraft {
    /// Narrows the result by all conditions of the closure, replacing the filter with this name.
    ///
    /// ```swift
    /// draft.filter("price") { $0.price < 10 }
    /// draft.filter("shelf") { $0.active == true; $0.age >= 18 }
    /// ```
    /// Filters apply in addition to the query's own conditions, also to all counts. Without conditions, the filter is
    /// removed.
    public mutating func filter(
        _ name: String, @FilterBuilder<Module.Fields> _ conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) {
        setFilter(name, allOf(conditions))
    }

    /// Narrows the result by any of the conditions of the closure, replacing the filter with this name.
    ///
    /// ```swift
    /// draft.filterAny("label") { $0.status != .draft; $0.tags.containsAny(["new"]) }
    /// ```
    public mutating func filterAny(
        _ name: String, @FilterBuilder<Module.Fields> _ conditions: (Module.Fields.ConditionScope) -> [Filter]
    ) {
        setFilter(name, anyOf(conditions))
    }

    /// Removes the filter with a name.
    public mutating func removeFilter(_ name: String) { filters[name] = nil }

    private mutating func setFilter(_ name: String, _ condition: Condition<Module.Fields>) {
        filters[name] = condition.filter == .and([]) ? nil : condition.filter
    }
}
