import Foundation
import QuireText

/// The values of a facet in the type of their field: a collection, the most frequent first.
///
/// ```swift
/// for language in page.facet(\.language) { print(language.value, language.count) }
/// page.facet(\.year).statistics?.minimum
/// ```
public struct Facet<Value: FilterOperand>: Sendable, Hashable {
    /// How many items have a value.
    public struct Count: Sendable, Hashable {
        public var value: Value
        public var count: Int
    }

    /// The wire name of the field.
    public let field: String
    public let counts: [Count]
    /// What does not fit the field's type, for example a choice that the schema does not have.
    public let rejected: [FacetCount]
    /// Of a field of numbers or dates that has a value in the result.
    public let statistics: FacetStatistics?
    /// Whether all values are shown, and each count is exact.
    public let isExhaustive: Bool

    package init(_ result: FacetResult) {
        field = result.field
        statistics = result.statistics
        isExhaustive = result.isExhaustive
        var counts: [Count] = []
        var rejected: [FacetCount] = []
        for entry in result.counts {
            if let value = Value(facetValue: entry.value) {
                counts.append(Count(value: value, count: entry.count))
            } else {
                rejected.append(entry)
            }
        }
        self.counts = counts
        self.rejected = rejected
    }

    /// How many items have the value; `nil` where it is not among the values shown and there are others.
    public func count(of value: Value) -> Int? {
        let wanted = value.filterValue
        let entry = counts.first { $0.value.filterValue.isSame(as: wanted) }
        return entry?.count ?? (isExhaustive ? 0 : nil)
    }
}

extension Facet: RandomAccessCollection {
    public var startIndex: Int { counts.startIndex }
    public var endIndex: Int { counts.endIndex }

    public subscript(position: Int) -> Count { counts[position] }
}

extension FieldValue {
    /// The value that a facet's value stands for; `nil` where it does not fit the type.
    package init?(facetValue: FilterValue) {
        if let plain = Self(plain: facetValue) {
            self = plain
            return
        }
        var json = JSONWriter()
        switch facetValue {
        case .null, .list: return nil
        case .string(let text): json.string(text)
        case .integer(let number): json.integer(number)
        case .number(let number): json.number(number)
        case .boolean(let truth): json.value(.boolean(truth))
        case .date(let milliseconds): json.integer(milliseconds)
        }
        let read = try? JSONCursor.withBytes(of: Data(json.bytes)) { (cursor) throws(DecodingFailure) in
            try Self.read(from: &cursor, .epochMilliseconds)
        }
        guard let read else { return nil }
        self = read
    }

    /// A value that is of the type already: most are, and need no reading.
    private init?(plain value: FilterValue) {
        switch value {
        case .string(let text):
            guard let text = text as? Self else { return nil }
            self = text
        case .integer(let number):
            guard let number = Int(exactly: number) as? Self else { return nil }
            self = number
        case .number(let number):
            guard let number = number as? Self else { return nil }
            self = number
        case .boolean(let truth):
            guard let truth = truth as? Self else { return nil }
            self = truth
        case .null, .date, .list: return nil
        }
    }
}

extension FilterValue {
    /// Whether it is the same value; `==` takes "é" in its two spellings for one.
    package func isSame(as other: FilterValue) -> Bool {
        if case (.string(let left), .string(let right)) = (self, other) { return left.isSpelled(as: right) }
        return self == other
    }
}
