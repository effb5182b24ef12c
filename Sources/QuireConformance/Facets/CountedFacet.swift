import QuireCore
import QuireEngine

/// A facet with the counts of all values, the most frequent first: the reference for an engine's facet.
struct CountedFacet: Sendable {
    struct Statistics: Sendable {
        var count: Int
        var minimum: Double
        var maximum: Double
        /// `nil` if it is outside Double's range.
        var sum: Double?
        /// The sum of the absolute values, which bounds a sum's rounding error.
        var magnitude: Double?
    }

    struct Count: Sendable, Equatable {
        var value: Value
        var count: Int
    }

    /// A value with its type and its exact bytes.
    struct Value: Sendable, Equatable, CustomStringConvertible {
        var type: String
        var bytes: [UInt8]

        var description: String { "\(type) \(String(decoding: bytes, as: UTF8.self))" }

        init(_ value: FilterValue) {
            switch value {
            case .string(let text): self.init("s", text)
            // Dates are compared by their milliseconds.
            case .integer(let number), .date(milliseconds: let number): self.init("i", "\(number)")
            case .number(let number):
                let digits = String(number.bitPattern, radix: 16)
                self.init("n", String(repeating: "0", count: 16 - digits.count) + digits)
            case .boolean(let truth): self.init("b", "\(truth)")
            case .null, .list, .field: self.init("", "no value of a facet")
            }
        }

        init(_ type: String, _ text: String) {
            self.type = type
            bytes = Array(text.utf8)
        }
    }

    var counts: [Count]
    var statistics: Statistics?

    init(counts: [Count], statistics: Statistics? = nil) {
        self.counts = counts
        self.statistics = statistics
    }

    /// A facet as counted by the evaluator, with all its values.
    init(_ facet: FacetResult) {
        counts = facet.counts.map { Count(value: Value($0.value), count: $0.count) }
        statistics = facet.statistics.map { statistics in
            var magnitude = 0.0
            for entry in facet.counts {
                switch entry.value {
                case .integer(let number), .date(milliseconds: let number):
                    magnitude += abs(Double(number)) * Double(entry.count)
                case .number(let number): magnitude += abs(number) * Double(entry.count)
                default: break
                }
            }
            return Statistics(
                count: statistics.count, minimum: statistics.minimum, maximum: statistics.maximum,
                sum: magnitude.isFinite ? statistics.sum : nil, magnitude: magnitude)
        }
    }

    /// The problem of an engine's facet, or `nil`.
    func difference(_ facet: FacetResult, of request: FacetRequest, _ field: FieldDescriptor) -> String? {
        let facetCounts = facet.counts.map { Count(value: Value($0.value), count: $0.count) }
        func report(_ what: String) -> String {
            "\(what)\nshows \(facetCounts)\nand not \(counts.prefix(20))"
        }
        guard facet.field == request.field else { return report("another field") }
        let expected = counts.prefix(request.maximumValues)
        guard facetCounts.map(\.count) == expected.map(\.count) else { return report("other counts") }
        // Among values with equal counts at the limit, the engine may choose.
        let last = counts.count > request.maximumValues ? expected.last?.count : nil
        guard facetCounts.prefix(while: { $0.count != last }) == expected.prefix(while: { $0.count != last })
        else { return report("other values, or another order") }
        for count in facetCounts where !counts.contains(count) { return report("\(count) is wrong") }
        let isOfDates =
            switch field.kind.innermost {
            case .date, .time, .dateTime: true
            default: false
            }
        for count in facet.counts {
            if case .date = count.value, !isOfDates { return report("a date in a field without dates") }
            if case .integer = count.value, isOfDates { return report("a number in a field of dates") }
        }
        if counts.count <= request.maximumValues, !facet.isExhaustive {
            return report("is reported as not exhaustive")
        }
        if counts.count > request.maximumValues, facet.isExhaustive {
            return report("is reported as exhaustive")
        }
        return statisticsDifference(facet.statistics).map { report($0) }
    }

    private func statisticsDifference(_ other: FacetStatistics?) -> String? {
        guard let statistics else { return other.map { "has statistics: \($0)" } }
        guard let other else { return "has no statistics" }
        guard other.count == statistics.count, other.minimum == statistics.minimum,
            other.maximum == statistics.maximum
        else { return "other statistics: \(other), not \(statistics)" }
        guard let sum = statistics.sum, let magnitude = statistics.magnitude else { return nil }
        return abs(other.sum - sum) <= magnitude * 1e-9 ? nil : "another sum: \(other.sum), not \(sum)"
    }
}
