import Foundation

/// The metadata that filters and orderings can name: what the content system keeps beside the values of every item.
///
/// ```swift
/// Books.query().whereMeta(\.publishedAt <= .now).sort(by: \.updatedAt, .descending)
/// ```
/// It is a set of its own because the wire keeps metadata filters apart (HALO: `metaSearch`). Where a module has a field of
/// the same name, the field comes first; `whereMeta`, `filterMeta` and `sortMeta(by:)` always mean the metadata.
public struct MetaFields: FieldSet, MetadataNames {
    public typealias Kind = MetadataFieldKind

    public init() {}

    public static var table: FieldTable { .metadata }

    public var name: Field<Self, String?, Sortable<TextOperators>> { .init("name") }
    public var createdAt: Field<Self, Date?, Sortable<DateOperators>> { .init("createdAt") }
    public var updatedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("updatedAt") }
    public var publishedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("publishedAt") }
    /// When the item leaves, or left, publication.
    public var removedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("removedAt") }
    public var archivedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("archivedAt") }
    public var deletedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("deletedAt") }
    public var createdBy: Field<Self, String?, Sortable<TextOperators>> { .init("createdBy") }
    public var updatedBy: Field<Self, String?, Sortable<TextOperators>> { .init("updatedBy") }
    public var deletedBy: Field<Self, String?, Sortable<TextOperators>> { .init("deletedBy") }
}
