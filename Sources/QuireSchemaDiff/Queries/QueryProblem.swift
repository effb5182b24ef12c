/// A reason why recorded queries no longer run, or find something else.
package struct QueryProblem: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// The query throws, or the code that builds it does not compile.
        case rejected
        /// The query runs, but may return other items or another order.
        case changed
    }

    package var kind: Kind
    /// `books.year`, or a module.
    package var path: String
    /// The part of the queries, and why.
    package var message: String
    /// The lines of the queries in their file.
    package var lines: [Int] = []
}
