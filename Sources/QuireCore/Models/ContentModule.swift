/// A module of the schema: the namespace that the generator declares for it.
///
/// ```swift
/// let query = Books.query().where(\.age >= 18)
/// ```
public protocol ContentModule: Sendable {
    associatedtype Fields: FieldSet
    associatedtype Values: ContentValues

    /// The metadata properties that are members of the module's items: those that no field hides by its name.
    associatedtype ItemMetadata: MetadataMembers = ContentMetadata

    /// The metadata properties that `sort(by:)` accepts: those that no field hides by its name.
    associatedtype SortMetadata: MetadataNames = MetaFields

    static var descriptor: ModuleDescriptor { get }

    /// Decodes pages and rows to items. There is a default implementation.
    static var itemDecoder: ItemDecoder<Content<Self>> { get }
}
