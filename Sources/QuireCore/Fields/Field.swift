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

/// A field of a module. Its type contains the type of its value and its operators.
@frozen
@dynamicMemberLookup
public struct Field<Owner: FieldSet, Value: FieldValue, Operators: OperatorSet>: Sendable {
    /// The name on the wire, exactly as the schema declares it.
    public let name: String

    @inlinable
    public init(_ name: String) { self.name = name }
}

/// The fields of a module.
public enum ModuleFieldKind {}

/// The metadata beside the fields.
public enum MetadataFieldKind {}
