/// No view above a `@ContentQuery` or `@ContentItem` has set a client.
public struct MissingContentClientError: Error, Sendable, Hashable, CustomStringConvertible {
    public init() {}

    public var description: String {
        "The view cannot load content: no view above it has a client. "
            + "Add .contentClient(ContentClient(engine: store)) to the root view."
    }
}
