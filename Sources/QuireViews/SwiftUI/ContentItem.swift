#if canImport(SwiftUI)
import QuireCore
import QuireEngine
public import SwiftUI

/// An item in a view, live.
///
/// ```swift
/// struct BookView: View {
///     @ContentItem private var book: Book?
///
///     init(_ id: ContentID<Books>) { _book = ContentItem(id, in: Books.query().include(\.authors)) }
///
///     var body: some View { Text(book?.title ?? "deleted") }
/// }
/// ```
/// The view updates after each commit that changes the item. `$book` is the `ItemModel`, which has the phase.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @propertyWrapper public struct ContentItem<Module: ContentModule>: DynamicProperty {
    private typealias Runner = ModelRunner<ItemModel<Module>, ContentID<Module>>

    @Environment(\.contentClient) private var content
    @State private var runner: Runner
    private let id: ContentID<Module>

    /// - Parameters:
    ///   - id: The item's id.
    ///   - query: The query in which to look: its language, its relations to include, its conditions.
    ///   - animation: The animation of changes. The first item comes without it.
    public init(
        _ id: ContentID<Module>, in query: Query<Module> = Module.query(), animation: Animation? = nil
    ) {
        self.id = id
        let model = ItemModel(id, in: query)
        if let animation { model.showing = { change in withAnimation(animation, change) } }
        _runner = State(initialValue: Runner(model, showing: id))
    }

    /// The item. `nil` before it is read, and while there is none.
    public var wrappedValue: Content<Module>? { runner.model.item }

    /// The model: the phase, another id.
    public var projectedValue: ItemModel<Module> { runner.model }

    public nonisolated func update() {
        MainActor.assumeIsolated { runner.update(id, on: content) { $0.id = $1 } }
    }
}
#endif
