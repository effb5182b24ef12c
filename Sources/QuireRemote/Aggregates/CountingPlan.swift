import QuireCore
import QuireEngine

/// A request for aggregates as counts of items and of values, from which all results are computed.
///
/// Servers' own sums and averages are floating-point numbers. Their counts of equal values are exact.
package struct CountingPlan: Sendable {
    /// Counts of the items, or of the values of one field, for each group.
    package struct Part: Sendable {
        /// The field whose values are counted. `nil` counts the items.
        package var value: IndexedField?
        /// A field in which the items must have a value. `nil` counts all items.
        package var present: IndexedField?
        /// The positions of the functions that use the counts.
        package var functions: [Int] = []
    }

    package let group: IndexedField?
    /// The items are always counted first, because a group need not have any value.
    package private(set) var parts = [Part()]

    /// - Parameters:
    ///   - request: A request that was checked.
    ///   - module: The module of its items.
    ///   - check: Throws an error for a field whose values the server cannot count. Receives what counts them, for errors.
    /// - Throws: `UnsupportedError` for what cannot be computed exactly.
    package init(
        _ request: AggregateRequest, of module: IndexedModule, engine: String,
        checking check: (IndexedField, _ node: String) throws -> Void
    ) throws {
        group = request.grouping.flatMap { module.field($0.property) }
        if let group, let grouping = request.grouping {
            try check(group, "groups by \"\(group.descriptor.name)\"")
            if case .values = grouping {
            } else if group.isList {
                // An item with two elements in one range would be counted twice.
                throw UnsupportedError(
                    engine: engine,
                    aggregates: "groups by periods or ranges of the list \"\(group.descriptor.name)\"")
            }
        }
        for (index, function) in request.computed.enumerated() {
            guard let property = function.property, let field = module.field(property) else {
                parts[0].functions.append(index)
                continue
            }
            if case .countValues = function {
                add(index, to: Part(present: field))
            } else {
                try check(field, "\(function)")
                add(index, to: Part(value: field))
            }
        }
    }

    private mutating func add(_ function: Int, to part: Part) {
        let partIndex = parts.firstIndex { $0.value == part.value && $0.present == part.present }
        if partIndex == nil { parts.append(part) }
        parts[partIndex ?? parts.count - 1].functions.append(function)
    }
}

extension UnsupportedError {
    /// The error for aggregates that the client can compute from the items.
    package init(engine: String, aggregates node: String) {
        self.init(
            engine: engine, node: node,
            hint: "let the client compute them with .fallback(.clientSide(maxScanned: 1_000)), "
                + "which reads the items")
    }
}

extension AggregateRequest {
    /// - Throws: `QueryError` for an invalid request; `UnsupportedError` for a full-text search, which servers do not
    ///   count exactly.
    package func checkForCounting(by engine: String) throws {
        try check()
        guard search.text == nil else {
            throw UnsupportedError(engine: engine, aggregates: "aggregates of a full-text search")
        }
    }
}
