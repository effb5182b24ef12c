#if canImport(SwiftUI)
import QuireCore
import QuireEngine
public import SwiftUI

/// The items of a query in a view, live.
///
/// ```swift
/// struct Shelf: View {
///     @ContentQuery(Books.query().sort(by: \.title), animation: .default) private var books
///
///     var body: some View {
///         List(books) { book in
///             Text(book.title).onAppear { $books.itemShown(book.id) }
///         }
///         .overlay { if let error = $books.phase.error { Text("\(error)") } }
///     }
/// }
///
/// Shelf().contentClient(ContentClient(engine: store))
/// ```
/// The view updates after each commit that changes the items. `$books` is the `ListModel`: it loads more, has the phase
/// and the total, and its query can be changed. A query that depends on the view's parameters is passed in its
/// initializer: `_books = ContentQuery(Books.query().where(\.age >= age))`. A view that gets another client keeps its
/// first one; give it another identity with `id(_:)`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @propertyWrapper public struct ContentQuery<Module: ContentModule>: DynamicProperty {
    private typealias Runner = ModelRunner<ListModel<Module>, Query<Module>>

    @Environment(\.contentClient) private var content
    @State private var runner: Runner
    private let query: Query<Module>

    /// - Parameters:
    ///   - query: The query. Its own page is replaced.
    ///   - size: The number of items to load at a time.
    ///   - animation: The animation of changes. The first items come without it.
    public init(_ query: Query<Module>, size: Int = 20, animation: Animation? = nil) {
        self.query = query
        let model = ListModel(query, size: size)
        if let animation { model.showing = { change in withAnimation(animation, change) } }
        _runner = State(initialValue: Runner(model, showing: query))
    }

    /// The loaded items.
    public var wrappedValue: [Content<Module>] { runner.model.items }

    /// The model: more items, the phase, the total, another query.
    public var projectedValue: ListModel<Module> { runner.model }

    public nonisolated func update() {
        MainActor.assumeIsolated { runner.update(query, on: content) { $0.query = $1 } }
    }
}
#endif
