/// A field of a module, with its three types as associated types.
///
/// Only `Field` conforms. It is what members that are no functions are constrained by, since a property cannot be generic.
public protocol FieldReference: Sendable {
    associatedtype Owner: FieldSet
    associatedtype Value: FieldValue
    associatedtype Operators: OperatorSet

    var name: String { get }
}

extension Field: FieldReference {}

extension KeyPath where Root: FieldSet, Value: FieldReference {
    /// The wire name of the field that the key path leads to.
    @inlinable
    package var name: String { Root()[keyPath: self].name }
}
