/// A query for items of a module. It is a value, and every method returns a changed copy.
///
/// ```swift
/// Books.query().where(\.age >= 18).sort(by: \.title).page(1, size: 20)
/// ```
public struct Query<Module: ContentModule>: Sendable, Hashable {
    /// The untyped request that engines receive.
    public var request: SearchRequest

    public init() { request = SearchRequest(module: Module.descriptor) }
}

extension ContentModule {
    /// Returns a query for all items of the module.
    public static func query() -> Query<Self> { Query() }
}
