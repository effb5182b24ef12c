import QuireCore

/// A function over the items of a query, with the type of its result.
///
/// ```swift
/// let (count, average, newest) = try await content.aggregate(
///     Books.query().where(\.language == .english), .count, .average(\.rating), .max(\.year))
/// // Int, Double?, Int?
/// ```
/// Items without a value are skipped. Without any value, `sum` is 0, and `average`, `min` and `max` are `nil`.
public struct Aggregate<Module: ContentModule, Value: Sendable>: Sendable {
    /// The untyped function.
    public let function: AggregateFunction
    private let read: @Sendable (FilterValue) -> Value?

    init(_ function: AggregateFunction, _ read: @escaping @Sendable (FilterValue) -> Value?) {
        self.function = function
        self.read = read
    }

    /// Reads the next result.
    func value(_ results: inout ResultReader) throws(ContentDecodingError) -> Value {
        let result = results.next()
        if let value = read(result) { return value }
        throw results.error(result, "a result of \(function) that fits its type")
    }
}

extension Aggregate where Value == Int {
    /// The number of items.
    public static var count: Self { Self(.count) { Int(facetValue: $0) } }

    /// The number of items that have a value.
    ///
    /// ```swift
    /// let rated = try await content.aggregate(Books.query(), .count(\.rating))
    /// // SQL: count("v_rating")
    /// ```
    public static func count<Operand>(
        _ field: KeyPath<AggregateFields<Module>, AggregateField<Operand>>
    ) -> Self { Self(.countValues(AggregateFields.property(field))) { Int(facetValue: $0) } }

    /// The number of different values. Texts are compared by their bytes. A list counts with each of its elements.
    ///
    /// ```swift
    /// let languages = try await content.aggregate(Books.query(), .countDistinct(\.language))
    /// // SQL: count(DISTINCT "v_language")
    /// ```
    public static func countDistinct<Operand: FilterOperand>(
        _ field: KeyPath<AggregateFields<Module>, AggregateField<Operand>>
    ) -> Self { Self(.countDistinct(AggregateFields.property(field))) { Int(facetValue: $0) } }
}

extension Aggregate {
    /// The sum, exact. A sum of integers that exceeds 64 bits throws an ``AggregateError``.
    ///
    /// ```swift
    /// let copies = try await content.aggregate(Books.query(), .sum(\.rank))
    /// ```
    /// Numbers are added exactly and rounded once, so the order of the items has no effect.
    public static func sum<Operand: SingleOperand>(
        _ field: KeyPath<AggregateFields<Module>, AggregateField<Operand>>
    ) -> Self where Operand.Unwrapped: NumericOperand, Value == Operand.Unwrapped.Total {
        Self(.sum(AggregateFields.property(field))) { Operand.Unwrapped.Total(facetValue: $0) }
    }

    /// The average of the items that have a value, or `nil` if none has.
    ///
    /// ```swift
    /// let rating = try await content.aggregate(Books.query(), .average(\.rating))      // Double?
    /// ```
    /// It is the exact sum divided by the number of values.
    public static func average<Operand: SingleOperand>(
        _ field: KeyPath<AggregateFields<Module>, AggregateField<Operand>>
    ) -> Self where Operand.Unwrapped: NumericOperand, Value == Double? {
        Self(.average(AggregateFields.property(field))) { optional($0) }
    }

    /// The smallest value, or `nil` if there is none. Texts are ordered by their bytes. A list counts with each of its
    /// elements.
    ///
    /// ```swift
    /// let first = try await content.aggregate(Books.query(), .min(\.createdAt))        // Date?
    /// ```
    public static func min<Operand: FilterOperand>(
        _ field: KeyPath<AggregateFields<Module>, AggregateField<Operand>>
    ) -> Self where Operand.Unwrapped: Comparable, Value == Operand.Unwrapped? {
        Self(.minimum(AggregateFields.property(field))) { optional($0) }
    }

    /// The largest value, or `nil` if there is none. Texts are ordered by their bytes. A list counts with each of its
    /// elements.
    public static func max<Operand: FilterOperand>(
        _ field: KeyPath<AggregateFields<Module>, AggregateField<Operand>>
    ) -> Self where Operand.Unwrapped: Comparable, Value == Operand.Unwrapped? {
        Self(.maximum(AggregateFields.property(field))) { optional($0) }
    }

    /// The value, or `nil` in the optional if there is none. `nil` if the result does not fit the type.
    private static func optional<Wrapped: FieldValue>(_ result: FilterValue) -> Wrapped?? {
        if case .null = result { return .some(nil) }
        return Wrapped(facetValue: result).map { .some($0) }
    }
}

/// Reads the results of one group in order.
struct ResultReader {
    let module: String
    private var results: ArraySlice<FilterValue>

    init(_ row: AggregateResponse.Row, module: String) {
        results = row.results[...]
        self.module = module
    }

    mutating func next() -> FilterValue { results.popFirst() ?? .null }

    func error(_ value: FilterValue, _ expected: String) -> ContentDecodingError {
        ContentDecodingError(
            module: module, id: nil, path: "aggregates", byteOffset: nil, expected: expected,
            found: "\(value)")
    }
}

/// A function over the values of items, without types. ``Aggregate`` is the typed form.
public enum AggregateFunction: Sendable, Hashable {
    /// A field of the module or a metadata property.
    public typealias Property = SortKey.Property

    /// The number of items.
    case count
    /// The number of items that have a value.
    case countValues(Property)
    /// The number of different values. Texts are compared by their bytes.
    case countDistinct(Property)
    /// The sum. Integers are exact. Numbers are added exactly, and rounded once at the end.
    case sum(Property)
    /// The sum divided by the number of values, as a `Double`.
    case average(Property)
    /// The smallest value, in the order of sort keys.
    case minimum(Property)
    /// The largest value, in the order of sort keys.
    case maximum(Property)

    /// The property whose values the function reads. `nil` for ``count``.
    public var property: Property? {
        switch self {
        case .count: nil
        case .countValues(let property), .countDistinct(let property), .sum(let property),
            .average(let property), .minimum(let property), .maximum(let property):
            property
        }
    }
}

extension AggregateFunction: CustomStringConvertible {
    /// The function and its property, for example `sum of "pages"`.
    public var description: String {
        guard let property else { return name }
        return "\(name) of \"\(property.nameAndPlace.name)\""
    }

    private var name: String {
        switch self {
        case .count, .countValues: "count"
        case .countDistinct: "countDistinct"
        case .sum: "sum"
        case .average: "average"
        case .minimum: "min"
        case .maximum: "max"
        }
    }
}

/// The fields that aggregates and groups accept: those of the module, and each metadata property.
///
/// ```swift
/// try await content.aggregate(Books.query(), .max(\.rating), .max(\.updatedAt))
/// ```
/// If a field has the name of a metadata property, the field wins.
@dynamicMemberLookup
public struct AggregateFields<Module: ContentModule>: Sendable {
    init() {}

    /// A field of the module.
    public subscript<Field: FieldReference>(
        dynamicMember field: KeyPath<Module.Fields, Field>
    ) -> AggregateField<Field.Value> { AggregateField(.value(field.fieldName)) }

    /// A metadata property: `\.publishedAt`.
    @_disfavoredOverload
    public subscript<Field: FieldReference>(
        dynamicMember field: KeyPath<Module.SortMetadata, Field>
    ) -> AggregateField<Field.Value> {
        AggregateField(.metadata(Field.path(of: Module.SortMetadata()[keyPath: field]).name))
    }
}

/// A field or a metadata property, with the type of its value.
///
/// Behind a relation to one item, groups accept the fields of that item: `group(by: \.author.fullName)`.
@dynamicMemberLookup
public struct AggregateField<Value: FieldValue>: Sendable {
    let property: AggregateFunction.Property

    init(_ property: AggregateFunction.Property) { self.property = property }
}

extension AggregateFields {
    /// The property of a field.
    static func property<Value>(
        _ field: KeyPath<AggregateFields, AggregateField<Value>>
    ) -> AggregateFunction.Property { Self()[keyPath: field].property }
}

/// A field value that sums and averages accept: an integer or a number.
///
/// A custom scalar that is based on a number needs `Comparable` and an empty conformance, such as
/// `extension Rating: NumericOperand {}`.
@_documentation(visibility: internal)
public protocol NumericOperand: SingleOperand {
    /// The type of sums.
    associatedtype Total: FilterOperand
}

extension Int: NumericOperand {
    public typealias Total = Int
}

extension Int64: NumericOperand {
    public typealias Total = Int64
}

extension Double: NumericOperand {
    public typealias Total = Double
}

extension NumericOperand where Self: ContentScalar, RawValue: NumericOperand {
    public typealias Total = RawValue.Total
}
