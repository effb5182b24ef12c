/// A list of comparable elements.
@_documentation(visibility: internal)
public protocol ListOperand: FilterOperand {
    associatedtype Element: FilterOperand
}

extension Array: ListOperand where Element: FilterOperand {}

/// Represents every element of a list. There are no values of this type.
@_documentation(visibility: internal)
public enum EveryElement<Element: FilterOperand>: FilterOperand {
    public typealias Unwrapped = Element.Unwrapped

    public static var wireType: WireType { Element.wireType }
    public var filterValue: FilterValue { .null }

    /// "Every element is greater" is expressed as "no element is less or equal".
    public static func asked(_ operation: FilterOperation) -> FilterOperation {
        switch operation {
        case .greater: .notLessOrEqual
        case .greaterOrEqual: .notLess
        case .less: .notGreaterOrEqual
        case .lessOrEqual: .notGreater
        default: operation
        }
    }

    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "EveryElement stands in queries only"))
    }

    public func encode(to encoder: any Encoder) throws {}

    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Self
    {
        throw ValueDecodingError(
            .invalidValue, at: 0, expected: "nothing: EveryElement stands in queries only")
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        throw ValueDecodingError(
            .invalidValue, at: column, expected: "nothing: EveryElement stands in queries only")
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {}

    public static var absent: Self? { nil }
}

/// The operators of "every element": the orderings, because the filter tree can negate them.
///
/// The others are `Never`: neither allowed nor explained as forbidden by the schema.
public enum EveryElementOperators<Base: OperatorSet>: OperatorSet {
    public typealias Less = Base.Less
    public typealias LessOrEqual = Base.LessOrEqual
    public typealias Greater = Base.Greater
    public typealias GreaterOrEqual = Base.GreaterOrEqual

    public typealias Equal = Never
    public typealias NotEqual = Never
    public typealias In = Never
    public typealias NotIn = Never
    public typealias Like = Never
    public typealias Contains = Never
    public typealias HasPrefix = Never
    public typealias HasSuffix = Never
    public typealias Between = Never
    public typealias Near = Never
    public typealias Within = Never
    public typealias Sort = Never
    public typealias Facet = Never
    public typealias Search = Never
    public typealias FieldComparison = Never
}

extension FieldReference where Value: ListOperand {
    /// Any element of the list: `\.scores.any > 3`. Means the same as `\.scores > 3`, but reads better.
    @inlinable
    public var any: Field<Owner, Value.Element, Operators> {
        .init(Self.path(of: self))
    }

    /// Every element of the list: `\.scores.all > 3`. Also true for an empty list.
    ///
    /// ```swift
    /// Books.query().where(\.scores.all > 3)
    /// // {"operation":"!<=","property":"scores","value":3,"type":"number"}
    /// ```
    @inlinable
    public var all: Field<Owner, EveryElement<Value.Element>, EveryElementOperators<Operators>> {
        .init(Self.path(of: self))
    }
}

extension KeyPath
where Root: FieldOwner, Value: FieldReference, Value.Owner == Root, Value.Value: ListOperand {
    /// Any element of the list, in a filter closure: `$0.scores.any > 3`.
    @inlinable
    public var any: KeyPath<Root, Field<Root, Value.Value.Element, Value.Operators>> {
        appending(path: \.any)
    }

    /// Every element of the list, in a filter closure: `$0.scores.all > 3`.
    @inlinable
    public var all:
        KeyPath<Root, Field<Root, EveryElement<Value.Value.Element>, EveryElementOperators<Value.Operators>>>
    { appending(path: \.all) }
}
