import Foundation

/// The metadata that filters and orderings can use: what the content system stores beside the values of every item.
///
/// ```swift
/// Books.query().filterMeta { $0.publishedAt <= .now }.sort(by: \.updatedAt, .descending)
/// ```
/// It is separate because HALO's wire format keeps metadata filters apart (`metaSearch`). If a module has a field
/// with the same name, the field takes precedence. `filterMeta` and `sortMeta(by:)` always use the
/// metadata.
public struct MetaFields: FieldOwner, MetadataNames {
    public init() {}

    public static var table: FieldTable { .metadata }

    public var name: Field<Self, String?, Sortable<TextOperators>> { .init("name") }
    public var createdAt: Field<Self, Date?, Sortable<DateOperators>> { .init("createdAt") }
    public var updatedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("updatedAt") }
    public var publishedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("publishedAt") }
    /// When publication of the item ends or ended.
    public var removedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("removedAt") }
    public var archivedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("archivedAt") }
    public var deletedAt: Field<Self, Date?, Sortable<DateOperators>> { .init("deletedAt") }
    public var createdBy: Field<Self, String?, Sortable<TextOperators>> { .init("createdBy") }
    public var updatedBy: Field<Self, String?, Sortable<TextOperators>> { .init("updatedBy") }
    public var deletedBy: Field<Self, String?, Sortable<TextOperators>> { .init("deletedBy") }
}
