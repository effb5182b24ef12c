/// The ranges of a field in which values concern live queries.
///
/// A thousand of them are compared in about a microsecond, so they have no order.
struct WatchedRanges {
    private var entries: [(range: ClosedRange<Double>, number: Int)] = []

    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ range: ClosedRange<Double>, _ number: Int) { entries.append((range, number)) }

    /// Removes all ranges of a live query.
    mutating func remove(_ number: Int) { entries.removeAll { $0.number == number } }

    /// Inserts the live queries that a value concerns.
    func insertNumbers(of value: EvaluatedValue, into numbers: inout Set<Int>) {
        let rounded: Double? =
            switch value {
            case .integer(let integer): Double(integer)
            case .number(let number): number
            default: nil
            }
        guard let rounded else { return }
        // Rounding keeps the order, so a value inside a range stays inside the rounded one.
        for (range, number) in entries where range.contains(rounded) { numbers.insert(number) }
    }
}
