import QuireCore
import QuireEngine
import QuireText

#if canImport(Observation)
public import Observation

/// An observable model of a search session. Views that read it update when the values change.
///
/// ```swift
/// struct BookSearch: View {
///     @State private var search = SearchModel(Books.query().facet(\.language), on: engine)
///
///     var body: some View {
///         List(search.state.items) { book in
///             Text(search.state.highlight(book.title).attributed)
///                 .onAppear { search.itemShown(book.id) }
///         }
///         .searchable(text: $search.text)
///         .onSubmit(of: .search) { search.submit() }
///     }
/// }
/// ```
/// Use the session for everything else: conditions, events, pages by number. The model shows changes made there with
/// the session's next state. The model retains the session, and nothing retains the model.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable public final class SearchModel<Module: ContentModule> {
    public let session: SearchSession<Module>
    /// The state to show.
    public private(set) var state: SearchState<Module>
    /// The current draft: the text and the choices, even before they are searched for.
    ///
    /// Changing it sends nothing. `edit(_:)` also searches.
    public var draft: SearchDraft<Module> {
        get {
            _ = edits
            return session.draft
        }
        set {
            session.draft = newValue
            edits += 1
        }
    }
    /// Observed by views that read the draft. The draft itself belongs to the session, which others may edit too.
    private var edits = 0
    @ObservationIgnored private var listening: Task<Void, Never>?

    public init(_ session: SearchSession<Module>) {
        self.session = session
        state = session.state
        let states = session.states
        listening = Task { [weak self] in
            for await state in states {
                guard let self else { return }
                show(state)
            }
        }
    }

    /// Creates a model of a new session with an engine.
    public convenience init(
        _ query: Query<Module> = Module.query(), on engine: any ContentEngine,
        options: SearchSession<Module>.Options = .init()
    ) {
        self.init(SearchSession(query, on: engine, options: options))
    }

    /// Creates a model of a new session with a client, in the client's language.
    public convenience init(
        _ query: Query<Module> = Module.query(), on content: ContentClient,
        options: SearchSession<Module>.Options = .init()
    ) {
        self.init(SearchSession(query, on: content, options: options))
    }

    /// Creates a model of a new session with a source: several engines with a strategy, or one with spelling
    /// suggestions.
    ///
    /// ```swift
    /// SearchModel(Books.query(), source: EngineSource(content).didYouMean(from: store))
    /// ```
    public convenience init(
        _ query: Query<Module> = Module.query(), source: any SearchSource,
        options: SearchSession<Module>.Options = .init()
    ) {
        self.init(SearchSession(query, source: source, options: options))
    }

    deinit { listening?.cancel() }

    /// The text of the search field. Setting it searches according to the session's pacing.
    ///
    /// Setting the same text does nothing, because fields write their text when they lose focus.
    public var text: String {
        get { draft.text }
        set {
            guard !newValue.isByteEqual(to: session.text) else { return }
            session.type(newValue)
            edits += 1
        }
    }

    /// Changes the draft, and searches.
    ///
    /// ```swift
    /// Button("Newest first") { search.edit { $0.sort(by: \.released, .descending) } }
    /// ```
    @discardableResult
    public func edit<Result>(_ change: (inout SearchDraft<Module>) throws -> Result) rethrows -> Result {
        defer { edits += 1 }
        let result = try session.edit(change)
        session.search()
        return result
    }

    /// Clears text, choices and results.
    public func reset() {
        session.reset()
        edits += 1
    }

    private func show(_ state: SearchState<Module>) {
        self.state = state
        // Someone else may have edited the session.
        edits += 1
    }
}
#endif

#if canImport(Observation)

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SearchModel {
    /// Handles the return key: sends a waiting search at once.
    public func submit() { session.submit() }

    /// Searches for the current draft, even if nothing has changed, for example for pull to refresh.
    public func search() { session.search() }

    /// Sends the failed requests again.
    public func retry() { session.retry() }

    /// Loads the next page. You can call this as often as you like.
    public func loadMore() { session.loadMore() }

    /// Loads a page, counted from 1, for a screen with page numbers.
    public func loadPage(_ page: Int) { session.loadPage(page) }

    /// Removes a deleted item from the shown items, and from all later responses.
    public func remove(_ id: ContentID<Module>) { session.remove(id) }

    /// Reports that an item of `SearchState.items` is visible, so that pages near it are loaded.
    public func itemShown(_ id: ContentID<Module>) { session.itemShown(id) }

    /// Reports that a position in `SearchState.pages` is visible, so that nearby pages are loaded and distant ones
    /// evicted.
    public func itemShown(at index: Int) { session.itemShown(at: index) }
}
#endif

#if canImport(Observation)

// Actions of a screen's buttons: each changes the draft and searches. Use `edit` for everything else.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension SearchModel {
    /// Chooses a value of a facet, or removes it if it is chosen.
    ///
    /// ```swift
    /// Button("English") { search.toggle(\.language, .english) }
    /// ```
    /// - Returns: Whether the value is now chosen.
    @discardableResult
    public func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        edit { $0.toggle(field, value) }
    }

    /// Whether a value of a facet is chosen, even before it is searched for.
    public func isRefined<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        draft.isRefined(field, value)
    }

    /// Whether a value of a facet is chosen, as a binding for a switch. Setting it searches.
    ///
    /// ```swift
    /// Toggle("English", isOn: $search[isRefined: \.language, .english])
    /// ```
    /// Setting it to its current value does nothing.
    public subscript<P: FieldReference>(
        isRefined field: KeyPath<Module.Fields, P>, value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == AllowedOperator {
        get { draft.isRefined(field, value) }
        set { if newValue != session.draft.isRefined(field, value) { toggle(field, value) } }
    }

    /// The chosen order, as a binding for a picker. Setting it searches. Empty uses the query's own.
    ///
    /// ```swift
    /// Picker("Order", selection: $search.order) { … }
    /// ```
    public var order: [SortKey] {
        get { draft.sort }
        set { if newValue != session.draft.sort { edit { $0.sort = newValue } } }
    }

    /// Narrows the result by a range of a facet's field, replacing the previous one.
    ///
    /// ```swift
    /// search.refine(\.year) { $0 >= 1990 }
    /// ```
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == AllowedOperator {
        edit { $0.refine(field, conditions) }
    }

    /// Removes the choices from all facets.
    public func clearRefinements() { edit { $0.clearRefinements() } }

    /// Removes the choices from a facet.
    public func clearRefinements<P: FieldReference>(
        of field: KeyPath<Module.Fields, P>
    ) where P.Operators.Facet == AllowedOperator {
        edit { $0.clearRefinements(of: field) }
    }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    @discardableResult
    public func toggle<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>, _ value: P.Value.Unwrapped
    ) -> Bool where P.Value: FilterOperand, P.Operators.Facet == ForbiddenOperator { false }

    @available(*, unavailable, message: "the schema does not mark this field as a facet")
    public func refine<P: FieldReference>(
        _ field: KeyPath<Module.Fields, P>,
        @FilterBuilder<Module.Fields> _ conditions: (KeyPath<Module.Fields, P>) -> [Filter]
    ) where P.Operators.Facet == ForbiddenOperator {}
}
#endif
