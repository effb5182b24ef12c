import Foundation

// Unavailable members for queries that name the id or metadata as if it were a field. If the module has a field of the
// same name, the field wins, because members of a type take precedence over those of a protocol extension.

extension FieldSet {
    @available(*, unavailable, message: "the id of an item is not a field. Use ids([…]) to find items by id")
    public var id: Field<Self, String, AnyOperators> { .init("id") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'createdAt'; it is metadata. Use filterMeta { $0.createdAt … } or sortMeta(by: \\.createdAt)"
    )
    public var createdAt: Field<Self, Date?, AnyOperators> { .init("createdAt") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'updatedAt'; it is metadata. Use filterMeta { $0.updatedAt … } or sortMeta(by: \\.updatedAt)"
    )
    public var updatedAt: Field<Self, Date?, AnyOperators> { .init("updatedAt") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'publishedAt'; it is metadata. Use filterMeta { $0.publishedAt … } or sortMeta(by: \\.publishedAt)"
    )
    public var publishedAt: Field<Self, Date?, AnyOperators> { .init("publishedAt") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'removedAt'; it is metadata. Use filterMeta { $0.removedAt … } or sortMeta(by: \\.removedAt)"
    )
    public var removedAt: Field<Self, Date?, AnyOperators> { .init("removedAt") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'archivedAt'; it is metadata. Use filterMeta { $0.archivedAt … } or sortMeta(by: \\.archivedAt)"
    )
    public var archivedAt: Field<Self, Date?, AnyOperators> { .init("archivedAt") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'deletedAt'; it is metadata. Use filterMeta { $0.deletedAt … } or sortMeta(by: \\.deletedAt)"
    )
    public var deletedAt: Field<Self, Date?, AnyOperators> { .init("deletedAt") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'createdBy'; it is metadata. Use filterMeta { $0.createdBy … } or sortMeta(by: \\.createdBy)"
    )
    public var createdBy: Field<Self, String?, AnyOperators> { .init("createdBy") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'updatedBy'; it is metadata. Use filterMeta { $0.updatedBy … } or sortMeta(by: \\.updatedBy)"
    )
    public var updatedBy: Field<Self, String?, AnyOperators> { .init("updatedBy") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'deletedBy'; it is metadata. Use filterMeta { $0.deletedBy … } or sortMeta(by: \\.deletedBy)"
    )
    public var deletedBy: Field<Self, String?, AnyOperators> { .init("deletedBy") }

    @available(
        *, unavailable,
        message:
            "this module has no field 'name'; it is metadata. Use filterMeta { $0.name … } or sortMeta(by: \\.name)"
    )
    public var name: Field<Self, String?, AnyOperators> { .init("name") }
}

/// The operators of decoy fields. It allows everything, so that the compiler reaches the decoy's message.
public enum AnyOperators: OperatorSet {
    public typealias Equal = AllowedOperator
    public typealias NotEqual = AllowedOperator
    public typealias Less = AllowedOperator
    public typealias LessOrEqual = AllowedOperator
    public typealias Greater = AllowedOperator
    public typealias GreaterOrEqual = AllowedOperator
    public typealias In = AllowedOperator
    public typealias NotIn = AllowedOperator
    public typealias Like = AllowedOperator
    public typealias Contains = AllowedOperator
    public typealias HasPrefix = AllowedOperator
    public typealias HasSuffix = AllowedOperator
    public typealias Between = AllowedOperator
    public typealias Near = Never
    public typealias Within = Never
    public typealias Sort = Never
    public typealias Facet = AllowedOperator
    public typealias Search = AllowedOperator
}
