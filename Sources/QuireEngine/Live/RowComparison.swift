/// Compares the rows of a selection, which are often tuples.
enum RowComparison {
    /// Whether two values are equal. Values that cannot be compared are not.
    static func areEqual(_ left: Any, _ right: Any) -> Bool {
        if let left = left as? any Equatable { return areEqual(left, right) }
        let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
        guard left.displayStyle == right.displayStyle, left.subjectType == right.subjectType,
            left.displayStyle == .tuple || left.displayStyle == .optional,
            left.children.count == right.children.count
        else { return false }
        return zip(left.children, right.children).allSatisfy { areEqual($0.value, $1.value) }
    }

    private static func areEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
        (right as? Value).map { $0 == left } ?? false
    }
}
