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
