#if canImport(SwiftUI)
import QuireEngine
public import SwiftUI

private struct ContentClientKey: EnvironmentKey {
    static var defaultValue: ContentClient? { nil }
}

extension EnvironmentValues {
    /// The client that `@ContentQuery` and `@ContentItem` read from. `nil` if no view above has set one.
    public var contentClient: ContentClient? {
        get { self[ContentClientKey.self] }
        set { self[ContentClientKey.self] = newValue }
    }
}

extension View {
    /// Sets the client that `@ContentQuery` and `@ContentItem` read from, in this view and the views below it.
    ///
    /// ```swift
    /// Shelf().contentClient(ContentClient(engine: store))
    /// ```
    public func contentClient(_ content: ContentClient) -> some View {
        environment(\.contentClient, content)
    }
}
#endif
