// Members of objects in queries: `\.dateRange.startYear`, `\.contributors.role`.

/// The values of an object with members that queries see. The generator declares a conforming struct for each.
public protocol QueryableObject: FieldwiseValues, ObjectOperand {}

/// An object, or a container of objects, with members that queries see.
@_documentation(visibility: internal)
public protocol ObjectOperand: ElementOperand {}

extension ObjectOperand {
    public static func step(named name: String) -> RelationStep { RelationStep(elementsOf: name) }
}

extension Optional: ObjectOperand where Wrapped: ObjectOperand {}

extension Array: ObjectOperand where Element: ObjectOperand {}

/// A list of objects with members that queries see.
@_documentation(visibility: internal)
public protocol ObjectListOperand: ObjectOperand, NestedOperand {}

extension Array: ObjectListOperand where Element: ObjectOperand {}

extension Optional: ObjectListOperand where Wrapped: ObjectListOperand {}

extension ObjectPath: NestedOperand where Object: NestedOperand {}

extension ObjectPath: ObjectListOperand where Object: ObjectListOperand {}

extension Field where Value: ObjectOperand, Operators == NoOperators {
    /// A member of the object. It has no value if the item lacks the object.
    ///
    /// ```swift
    /// Artworks.query().where(\.dateRange.startYear >= 1900)
    /// // "dateRange.startYear" >= 1900
    /// ```
    /// Of a list of objects, a condition holds if some object meets it.
    public subscript<Next: FieldValue, O: OperatorSet>(
        dynamicMember path: KeyPath<Value.Fields, Field<Value.Fields, Next, O>>
    ) -> Field<Owner, Next, O> {
        .init(FieldPath(fieldPath.name + "." + path.fieldPath.name, behind: fieldPath.steps))
    }
}

/// The operators of a member of listed objects: those of the member itself. Items cannot be sorted by it.
@_documentation(visibility: internal)
public enum InListedObject<Base: OperatorSet>: OperatorSet {
    public typealias Equal = Base.Equal
    public typealias NotEqual = Base.NotEqual
    public typealias Less = Base.Less
    public typealias LessOrEqual = Base.LessOrEqual
    public typealias Greater = Base.Greater
    public typealias GreaterOrEqual = Base.GreaterOrEqual
    public typealias In = Base.In
    public typealias NotIn = Base.NotIn
    public typealias Like = Base.Like
    public typealias Contains = Base.Contains
    public typealias HasPrefix = Base.HasPrefix
    public typealias HasSuffix = Base.HasSuffix
    public typealias Between = Base.Between
    public typealias Near = Base.Near
    public typealias Within = Base.Within
    public typealias Sort = ForbiddenOperator
    public typealias Facet = Base.Facet
    public typealias Search = Base.Search
    public typealias FieldComparison = UnavailableInListedObject
    public typealias RelatedSort = ForbiddenOperator
}

/// States that a query cannot do something with a member of listed objects.
@_documentation(visibility: internal)
public enum UnavailableInListedObject {}

/// An object inside an object, on the way to its members. There are no values of this type.
@_documentation(visibility: internal)
public enum ObjectPath<Object: ObjectOperand>: ObjectOperand {
    public typealias Fields = Object.Fields
    public typealias Behind = Object.Behind
    public typealias Gathered = Object.Gathered

    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "ObjectPath stands in queries only"))
    }

    public func encode(to encoder: any Encoder) throws {}

    public static func read(from json: inout JSONCursor, _ format: DateFormat) throws(ValueDecodingError)
        -> Self
    {
        throw ValueDecodingError(.invalidValue, at: 0, expected: "nothing: ObjectPath stands in queries only")
    }

    public static func read(
        from row: RowSource, column: Int, _ format: DateFormat
    ) throws(ValueDecodingError) -> Self {
        throw ValueDecodingError(
            .invalidValue, at: column, expected: "nothing: ObjectPath stands in queries only")
    }

    public func write(to json: inout JSONWriter, _ format: DateFormat) {}

    public static var absent: Self? { nil }
}
