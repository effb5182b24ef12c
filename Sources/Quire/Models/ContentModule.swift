/// A module of the schema: the namespace that the generator declares for it.
///
/// ```swift
/// let query = Books.query().where(\.age >= 18)
/// ```
public protocol ContentModule: Sendable {
    associatedtype Fields: FieldSet
    associatedtype Values: ContentValues

    static var descriptor: ModuleDescriptor { get }

    /// How pages and rows become items; there is a default.
    static var itemDecoder: ItemDecoder<Content<Self>> { get }
}
