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
