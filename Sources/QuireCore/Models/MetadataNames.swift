// A field comes before metadata of the same name. Overload ranking cannot say so: where the field's type does not fit, the
// compiler would go on to the metadata. So the generator declares, for a module with such fields, types without these names.

/// What `sort(by:)` finds metadata in: ``MetaFields``, or what is left of it.
public protocol MetadataNames: Sendable {
    init()
}

/// ``MetaFields`` without the names that fields of the module have. Generated types conform.
@dynamicMemberLookup
public protocol UnhiddenMetaFields: MetadataNames {}

extension UnhiddenMetaFields {
    /// A part of the metadata that no field hides, to sort by.
    public subscript<Value, Operators>(
        dynamicMember path: KeyPath<MetaFields, Field<MetaFields, Value, Operators>>
    ) -> Field<MetaFields, Value, Operators> { MetaFields()[keyPath: path] }
}

/// What an item's members find metadata in: ``ContentMetadata``, or what is left of it.
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
@dynamicMemberLookup
public protocol UnhiddenMetadata: MetadataMembers {
    var metadata: ContentMetadata { get set }

    init(metadata: ContentMetadata)
}

extension UnhiddenMetadata {
    /// A part of the metadata that no field hides, to read and to write.
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

/// The metadata of a name that a field has: nothing can be read from it or written to it.
@frozen
public struct HiddenByField: Sendable {
    @inlinable
    public init() {}
}
