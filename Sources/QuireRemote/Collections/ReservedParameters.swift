import QuireCore

/// The names of a server's parameters that Quire sets itself, so that a caller cannot contradict a typed query.
package struct ReservedParameters: Sendable {
    package var engine: String
    package var names: Set<String>

    package init(engine: String, _ names: Set<String>) {
        self.engine = engine
        self.names = names
    }

    /// - Throws: `QueryError` for the first reserved name.
    package func check(_ names: some Sequence<String>, module: String) throws(QueryError) {
        for name in names.sorted() where self.names.contains(name) {
            throw QueryError(
                .reservedParameter, module: module, node: "\(engine)Parameters(other: [\"\(name)\": …])",
                expected:
                    "a parameter that Quire does not set itself; say it with the query, or with a typed parameter"
            )
        }
    }
}
