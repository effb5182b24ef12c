import Foundation
import QuireText

/// The values of a facet, in the type of their field, as a collection ordered by descending count.
///
/// ```swift
/// for language in page.facet(\.language) { print(language.value, language.count) }
/// page.facet(\.year).statistics?.minimum
/// ```
public struct Facet<Value: FilterOperand>: Sendable, Hashable {
    /// The number of items that have a value.
    public struct Count: Sendable, Hashable {
        public var value: Value
        public var count: Int
    }

    /// The wire name of the field.
    public let field: String
    public let counts: [Count]
    /// Values that do not fit the field's type, for example a choice that is not in the schema.
    public let rejected: [FacetCount]
    /// The statistics of a numeric or date field that has values in the result.
    public let statistics: FacetStatistics?
    /// The number of items without a value, if the query asks for it: null, missing, or an empty list.
    public let missing: Int?
    /// Whether all values are included and every count is exact.
    public let isExhaustive: Bool

    package init(_ result: FacetResult) {
        field = result.field
        statistics = result.statistics
        missing = result.missing
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

    /// The number of items with the value, or `nil` if it is unknown because only some values are included.
    public func count(of value: Value) -> Int? {
        let filterValue = value.filterValue
        let entry = counts.first { $0.value.filterValue.isSame(as: filterValue) }
        return entry?.count ?? (isExhaustive ? 0 : nil)
    }
}

extension Facet: RandomAccessCollection {
    public var startIndex: Int { counts.startIndex }
    public var endIndex: Int { counts.endIndex }

    public subscript(position: Int) -> Count { counts[position] }
}

extension FieldValue {
    /// Creates the value from a facet's value. Returns `nil` if it does not fit the type.
    package init?(facetValue: FilterValue) {
        if let plain = Self(plain: facetValue) {
            self = plain
            return
        }
        var json = JSONWriter()
        switch facetValue {
        case .null, .list, .field: return nil
        case .string(let text): json.string(text)
        case .integer(let number): json.integer(number)
        case .number(let number): json.number(number)
        case .boolean(let truth): json.value(.boolean(truth))
        case .date(let milliseconds): json.integer(milliseconds)
        }
        let read = try? JSONCursor.withBytes(of: Data(json.bytes)) { (cursor) throws(ValueDecodingError) in
            try Self.read(from: &cursor, .epochMilliseconds)
        }
        guard let read else { return nil }
        self = read
    }

    /// The fast path for a value that already has the type, as most do.
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
        case .null, .date, .list, .field: return nil
        }
    }
}

extension FilterValue {
    /// Whether the values are the same. Unlike `==`, this distinguishes composed and decomposed forms of "é".
    package func isSame(as other: FilterValue) -> Bool {
        if case (.string(let left), .string(let right)) = (self, other) { return left.isByteEqual(to: right) }
        return self == other
    }
}
