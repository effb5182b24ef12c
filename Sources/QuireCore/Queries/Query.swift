/// A query over a module: a value; every method returns a changed copy.
///
/// ```swift
/// Books.query().where(\.age >= 18).sort(by: \.title).page(1, size: 20)
/// ```
public struct Query<Module: ContentModule>: Sendable, Hashable {
    /// What an engine is asked; the untyped door.
    public var request: SearchRequest

    public init() { request = SearchRequest(module: Module.descriptor) }
}

extension ContentModule {
    /// A query for all items of the module.
    public static func query() -> Query<Self> { Query() }
}
