import QuireCore

/// The fields that aggregates and groups accept: those of the module, and each metadata property.
///
/// ```swift
/// try await content.aggregate(Books.query(), .max(\.rating), .max(\.updatedAt))
/// ```
/// If a field has the name of a metadata property, the field wins.
@dynamicMemberLookup
public struct AggregateFields<Module: ContentModule>: Sendable {
    init() {}

    /// A field of the module.
    public subscript<Field: FieldReference>(
        dynamicMember field: KeyPath<Module.Fields, Field>
    ) -> AggregateField<Field.Value> { AggregateField(.value(field.fieldName)) }

    /// A metadata property: `\.publishedAt`.
    @_disfavoredOverload
    public subscript<Field: FieldReference>(
        dynamicMember field: KeyPath<Module.SortMetadata, Field>
    ) -> AggregateField<Field.Value> {
        AggregateField(.metadata(Field.path(of: Module.SortMetadata()[keyPath: field]).name))
    }
}

/// A field or a metadata property, with the type of its value.
///
/// Behind a relation to one item, groups accept the fields of that item: `group(by: \.author.fullName)`.
@dynamicMemberLookup
public struct AggregateField<Value: FieldValue>: Sendable {
    let property: AggregateFunction.Property

    init(_ property: AggregateFunction.Property) { self.property = property }
}

extension AggregateFields {
    /// The property of a field.
    static func property<Value>(
        _ field: KeyPath<AggregateFields, AggregateField<Value>>
    ) -> AggregateFunction.Property { Self()[keyPath: field].property }
}
