import QuireCore
import QuireEngine
import QuireText

#if canImport(Observation)
public import Observation

/// A search session as a view's model: views that read it are drawn anew when what they read changes.
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
/// Everything else is the session's: conditions, events, pages by number. What is edited there is seen here with
/// the session's next state. The model keeps the session, and nothing keeps the model.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable public final class SearchModel<Module: ContentModule> {
    public let session: SearchSession<Module>
    /// What is to be shown.
    public private(set) var state: SearchState<Module>
    /// What stands on the screen: the text, and what was chosen, also while it is not searched for yet.
    ///
    /// Changing it sends nothing; `edit(_:)` searches too.
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
    /// What views that read the draft observe: the draft itself is the session's, which others may edit too.
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

    /// A model of a new session on one engine.
    public convenience init(
        _ query: Query<Module> = Module.query(), on engine: any ContentEngine,
        options: SearchSession<Module>.Options = .init()
    ) {
        self.init(SearchSession(query, on: engine, options: options))
    }

    /// A model of a new session on a client, in the client's language.
    public convenience init(
        _ query: Query<Module> = Module.query(), on content: ContentClient,
        options: SearchSession<Module>.Options = .init()
    ) {
        self.init(SearchSession(query, on: content, options: options))
    }

    /// A model of a new session on a source: several engines by a strategy, or one that says what may have been meant.
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

    /// The search field. What is written into it is searched for as the session's pacing says.
    ///
    /// The same text once more changes nothing: fields write what they hold when they lose the focus.
    public var text: String {
        get { draft.text }
        set {
            guard !newValue.isByteEqual(to: session.text) else { return }
            session.type(newValue)
            edits += 1
        }
    }

    /// Changes what stands on the screen, and searches for it.
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
        // The session may have been edited by somebody else.
        edits += 1
    }
}
#endif
