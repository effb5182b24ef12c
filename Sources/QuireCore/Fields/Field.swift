/// The fields of a module, as key paths and filter closures see them.
///
/// Generated types conform. The protocol has no instance members, so that none can shadow a field's name.
public protocol FieldSet: Sendable {
    /// Whether these are the fields of a module or the metadata; only what explains a mistake looks at it.
    associatedtype Kind = ModuleFieldKind

    init()

    /// The descriptions of the fields, in the schema's order.
    static var table: FieldTable { get }
}

/// A field of a module: its wire name, with its value's type and its operators in the type.
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
