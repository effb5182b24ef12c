/// The fields of a module, as used in key paths and filter closures.
///
/// Generated types conform. The protocol has no instance members, so that none can shadow a field's name.
public protocol FieldSet: Sendable {
    /// Whether these are the fields of a module or the metadata. Only compiler diagnostics use it.
    associatedtype Kind = ModuleFieldKind

    init()

    /// The descriptions of the fields, in the schema's order.
    static var table: FieldTable { get }
}

/// A field of a module, or a field behind its relations. Its type contains the type of its value and its operators.
///
/// ```swift
/// Books.query().where(\.title == "Emma")                      // a field of the module
/// Books.query().where(\.author.fullName == "Jane Austen")     // a field behind a relation
/// ```
/// It has no public members, so that none can hide a field of a related module.
@frozen
@dynamicMemberLookup
public struct Field<Owner: FieldSet, Value: FieldValue, Operators: OperatorSet>: Sendable {
    @usableFromInline let fieldPath: FieldPath

    /// - Parameter name: The name on the wire, exactly as the schema declares it.
    @inlinable
    public init(_ name: String) { fieldPath = FieldPath(name) }

    @inlinable
    init(_ path: FieldPath) { fieldPath = path }
}

/// The fields of a module.
public enum ModuleFieldKind {}

/// The metadata beside the fields.
public enum MetadataFieldKind {}
