import Foundation
import QuireCore

extension Query {
    /// Groups the items by the values of a field.
    ///
    /// ```swift
    /// let groups = Books.query().where(\.year > 2000).group(by: \.language)
    /// let counts = try await content.aggregate(groups, .count)             // [(Language?, Int)]
    /// ```
    /// The items without a value form a group with the key `nil`. An item with a list is in the group of each of its
    /// different elements, once.
    ///
    /// A field behind relations to one item groups by the related items:
    ///
    /// ```swift
    /// let names = Books.query().group(by: \.author.fullName)         // one SQL statement with a join
    /// ```
    /// An item whose relation is missing, names an item that does not exist, or names one without a value has the key
    /// `nil`. Engines that cannot join modules throw an `UnsupportedError` before any request, unless the query has a
    /// fallback.
    public func group<F: GroupField>(
        by field: KeyPath<AggregateFields<Module>, F>
    ) -> GroupedQuery<Module, F.Value.Unwrapped> where F.Value: FilterOperand {
        GroupedQuery(
            request, by: GroupKey(field, { .values($0) }) { F.Value.Unwrapped(facetValue: $0) })
    }

    /// Groups the items by the periods that contain a date.
    ///
    /// ```swift
    /// let months = Books.query().group(by: \.publishedAt, .month, in: berlin)
    /// let counts = try await content.aggregate(months, .count)             // [(Date?, Int)]
    /// ```
    /// The key is the first instant of the period. A field that holds a date without a time is grouped by that date:
    ///
    /// ```swift
    /// let years = Books.query().group(by: \.released, .year)               // "format": "date" in the schema
    /// ```
    /// - Parameters:
    ///   - period: A day, a week from Monday on, a month or a year.
    ///   - timeZone: The time zone whose clocks show when a period starts. Dates without a time need none and ignore it.
    ///     For other dates, a missing time zone throws a `QueryError`.
    public func group<F: GroupField>(
        by field: KeyPath<AggregateFields<Module>, F>, _ period: DatePeriod, in timeZone: TimeZone? = nil
    ) -> GroupedQuery<Module, Date> where F.Value: FilterOperand, F.Value.Unwrapped == Date {
        GroupedQuery(
            request,
            by: GroupKey(field, { .periods($0, period, timeZone) }) { Date(facetValue: $0) })
    }

    /// Groups the items by ranges of values.
    ///
    /// ```swift
    /// let ranges = Books.query().group(by: \.price, bounds: [10, 20])     // below 10, 10..<20, from 20 on
    /// let counts = try await content.aggregate(ranges, .count)             // [(GroupRange<Double>?, Int)]
    /// ```
    /// - Parameter bounds: The bounds between the ranges, ascending, 1 to 1,000. A bound belongs to the range above it.
    public func group<F: GroupField>(
        by field: KeyPath<AggregateFields<Module>, F>, bounds: [F.Value.Unwrapped]
    ) -> GroupedQuery<Module, GroupRange<F.Value.Unwrapped>>
    where F.Value: FilterOperand, F.Value.Unwrapped: Comparable {
        GroupedQuery(
            request,
            by: GroupKey(field, { .ranges($0, bounds: bounds.map(\.filterValue)) }) { result in
                guard let index = Int(facetValue: result), (0...bounds.count).contains(index) else {
                    return nil
                }
                return GroupRange(
                    lowerBound: index == 0 ? nil : bounds[index - 1],
                    upperBound: index == bounds.count ? nil : bounds[index])
            })
    }

    /// The untyped request for aggregates of all items, which engines receive.
    ///
    /// ```swift
    /// print(try store.explain(Books.query().aggregates(.count, .max(\.year))))
    /// ```
    public func aggregates<each Value>(_ aggregates: repeat Aggregate<Module, each Value>) -> AggregateRequest
    {
        var functions: [AggregateFunction] = []
        for aggregate in repeat each aggregates { functions.append(aggregate.function) }
        return AggregateRequest(functions, of: request)
    }
}
