import QuireCore
import QuireEngine

#if canImport(Observation)
public import Observation

/// An observable item that follows the content. Views that read it update when the item changes.
///
/// ```swift
/// struct BookView: View {
///     let content: ContentClient
///     @State private var book: ItemModel<Books>
///
///     var body: some View {
///         Text(book.item?.title ?? "deleted").task { await book.run(on: content) }
///     }
/// }
/// ```
/// Needs an engine with live queries, such as a `Store` or an `InMemoryEngine`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable public final class ItemModel<Module: ContentModule> {
    /// The item. `nil` before it is read, and while there is none.
    public private(set) var item: Content<Module>?
    /// The model's activity.
    public private(set) var phase = LoadingPhase.idle

    private var current: ContentID<Module>
    private let query: Query<Module>
    @ObservationIgnored private let live = LiveRun()
    /// Makes a change visible, for example with an animation.
    @ObservationIgnored var showing: (_ change: () -> Void) -> Void = { $0() }

    /// - Parameters:
    ///   - id: The item's id.
    ///   - query: The query in which to look: its language, its relations to include, its conditions.
    public init(_ id: ContentID<Module>, in query: Query<Module> = Module.query()) {
        current = id
        self.query = query
    }

    /// The item's id. If it changes, the item stays until the new one comes.
    public var id: ContentID<Module> {
        get { current }
        set {
            guard newValue != current else { return }
            current = newValue
            live.restart()
        }
    }

    /// Follows the item until the task is cancelled, for example with the view whose `task` it is.
    ///
    /// A second run ends the first.
    public func run(on content: ContentClient) async {
        guard await live.run({ start(on: content, $0) }) else { return }
        if phase.error == nil { phase = .idle }
    }

    /// Starts again after an error.
    public func retry() { live.restart() }

    private func start(on content: ContentClient, _ number: Int) -> Task<Void, Never> {
        let items = content.live(current, in: query)
        phase = .loading
        return live.follow(items, number, show: show, fail: fail)
    }

    private func show(_ item: Content<Module>?) {
        let change = {
            self.item = item
            self.phase = .loaded
        }
        if case .loaded = phase { showing(change) } else { change() }
    }

    func fail(_ error: any Error) { phase = .failed(error) }
}
#endif
