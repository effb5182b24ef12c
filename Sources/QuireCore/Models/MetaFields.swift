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

// A field takes precedence over metadata of the same name. Overload ranking cannot express this: if the field's type
// did not fit, the compiler would pick the metadata. The generator therefore declares types without these names for
// modules with such fields.

/// The metadata that `sort(by:)` accepts: ``MetaFields``, or the part that no field hides.
@_documentation(visibility: internal)
public protocol MetadataNames: Sendable {
    init()
}

/// ``MetaFields`` without the names that fields of the module have. Generated types conform.
@_documentation(visibility: internal)
@dynamicMemberLookup
public protocol UnhiddenMetaFields: MetadataNames {}

extension UnhiddenMetaFields {
    /// Metadata that no field hides, for sorting.
    public subscript<Value, Operators>(
        dynamicMember path: KeyPath<MetaFields, Field<MetaFields, Value, Operators>>
    ) -> Field<MetaFields, Value, Operators> { MetaFields()[keyPath: path] }
}

/// The metadata that is available as members of an item: ``ContentMetadata``, or the part that no field hides.
@_documentation(visibility: internal)
public protocol MetadataMembers: Sendable {
    static func value<Value>(at path: WritableKeyPath<Self, Value>, of metadata: ContentMetadata) -> Value

    static func set<Value>(
        _ value: Value, at path: WritableKeyPath<Self, Value>, of metadata: inout ContentMetadata)
}

extension ContentMetadata: MetadataMembers {
    public static func value<Value>(
        at path: WritableKeyPath<ContentMetadata, Value>, of metadata: ContentMetadata
    ) -> Value { metadata[keyPath: path] }

    public static func set<Value>(
        _ value: Value, at path: WritableKeyPath<ContentMetadata, Value>, of metadata: inout ContentMetadata
    ) { metadata[keyPath: path] = value }
}

/// ``ContentMetadata`` without the names that fields of the module have. Generated types conform.
@_documentation(visibility: internal)
@dynamicMemberLookup
public protocol UnhiddenMetadata: MetadataMembers {
    var metadata: ContentMetadata { get set }

    init(metadata: ContentMetadata)
}

extension UnhiddenMetadata {
    /// Metadata that no field hides, for reading and writing.
    public subscript<Value>(
        dynamicMember path: WritableKeyPath<ContentMetadata, Value> & Sendable
    ) -> Value {
        get { metadata[keyPath: path] }
        set { metadata[keyPath: path] = newValue }
    }

    public static func value<Value>(
        at path: WritableKeyPath<Self, Value>, of metadata: ContentMetadata
    ) -> Value { Self(metadata: metadata)[keyPath: path] }

    public static func set<Value>(
        _ value: Value, at path: WritableKeyPath<Self, Value>, of metadata: inout ContentMetadata
    ) {
        var unhidden = Self(metadata: metadata)
        unhidden[keyPath: path] = value
        metadata = unhidden.metadata
    }
}

/// Metadata that is hidden by a field of the same name. It cannot be read or written.
@_documentation(visibility: internal)
@frozen
public struct HiddenByField: Sendable {
    @inlinable
    public init() {}
}
