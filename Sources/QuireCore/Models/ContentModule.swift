/// A module of the schema: the namespace that the generator declares for it.
///
/// ```swift
/// let query = Books.query().where(\.age >= 18)
/// ```
public protocol ContentModule: Sendable {
    associatedtype Fields: FieldSet
    associatedtype Values: ContentValues

    /// The metadata that is a member of the module's items: all whose name no field has.
    associatedtype ItemMetadata: MetadataMembers = ContentMetadata

    /// The metadata that `sort(by:)` can name: all whose name no field has.
    associatedtype SortMetadata: MetadataNames = MetaFields

    static var descriptor: ModuleDescriptor { get }

    /// How pages and rows become items; there is a default.
    static var itemDecoder: ItemDecoder<Content<Self>> { get }
}
