/// A field of a module, with its three types as associated types.
///
/// Only `Field` conforms. It constrains members that are not functions, since a property cannot be generic.
public protocol FieldReference: Sendable {
    associatedtype Owner: FieldSet
    associatedtype Value: FieldValue
    associatedtype Operators: OperatorSet

    var name: String { get }
}

extension Field: FieldReference {}

extension KeyPath where Root: FieldSet, Value: FieldReference {
    /// The wire name of the field at the key path.
    @inlinable
    package var name: String { Root()[keyPath: self].name }
}
