/// The owner of fields, as used in key paths and filter closures: the fields of a module, or the metadata.
///
/// The protocol has no instance members, so that none can shadow a field's name.
public protocol FieldOwner: Sendable {
    init()

    /// What `$0` is in a closure of conditions over the fields.
    associatedtype ConditionScope: FieldScoping = FieldScope<Self>

    /// The descriptions of the fields, in the schema's order.
    static var table: FieldTable { get }
}

/// The fields of a module. Generated types conform.
///
/// Any other name is a `NoSuchField`, which no query accepts.
@dynamicMemberLookup
public protocol FieldSet: FieldOwner {}

/// A field of a module, or a field behind its relations. Its type contains the type of its value and its operators.
///
/// ```swift
/// Books.query().where(\.title == "Emma")                      // a field of the module
/// Books.query().where(\.author.fullName == "Jane Austen")     // a field behind a relation
/// ```
/// It has no public members, so that none can hide a field of a related module.
@frozen
@dynamicMemberLookup
public struct Field<Owner: FieldOwner, Value: FieldValue, Operators: OperatorSet>: Sendable {
    @usableFromInline let fieldPath: FieldPath

    /// - Parameter name: The name on the wire, exactly as the schema declares it.
    @inlinable
    public init(_ name: String) { fieldPath = FieldPath(name) }

    @inlinable
    init(_ path: FieldPath) { fieldPath = path }
}
