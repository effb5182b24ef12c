import QuireCore

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
