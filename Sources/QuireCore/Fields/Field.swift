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

/// What `$0` is in a closure of conditions.
@_documentation(visibility: internal)
public protocol FieldScoping: Sendable {
    init()
}

/// The fields of a module inside a filter closure: `$0.age` is the key path to the field.
@frozen
@dynamicMemberLookup
public struct FieldScope<Fields: FieldOwner>: FieldScoping {
    @inlinable
    public init() {}

    @inlinable
    public subscript<Member>(dynamicMember path: KeyPath<Fields, Member>) -> KeyPath<Fields, Member> { path }
}

/// A field of a module, with its three types as associated types.
///
/// Only `Field` conforms. It constrains members that are not functions, since a property cannot be generic. The
/// requirement is static, because a member of a field would hide a field of a related module.
public protocol FieldReference: Sendable {
    associatedtype Owner: FieldOwner
    associatedtype Value: FieldValue
    associatedtype Operators: OperatorSet

    /// The relations to follow from the module, and the wire name of the field behind them.
    static func path(of field: Self) -> FieldPath
}

extension Field: FieldReference {
    @inlinable
    public static func path(of field: Self) -> FieldPath { field.fieldPath }
}

extension KeyPath where Root: FieldOwner, Value: FieldReference {
    /// The path of the field at the key path.
    @inlinable
    package var fieldPath: FieldPath { Value.path(of: Root()[keyPath: self]) }

    /// The wire name of the field at the key path. Behind relations, the names are joined by dots.
    ///
    /// Not `name`, which the compiler would report as inaccessible where an app writes `$0.author.name`.
    @inlinable
    package var fieldName: String { fieldPath.joinedName }
}
