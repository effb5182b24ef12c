import QuireSchema

/// The queries of a file that `QueryRecorder` has written.
package struct RecordedQueries: Sendable {
    /// A use of a module's field by a query.
    struct Use: Hashable {
        enum Part: Hashable {
            /// - Parameters:
            ///   - operation: As in a schema, without a `!` for its complement.
            ///   - value: The type of the value: `text`, `number`, `boolean`, `date` or `null`. `nil` if it is unknown.
            case filter(operation: String, value: String?)
            case sort, facet, row, related
            case search
            /// An included relation, with those that lead to it.
            case include(path: [String])
            /// A search of all searchable fields.
            case searchAll
        }

        var part: Part
        var field: String
        /// The module of a field behind a relation; `nil` for the module of the query.
        var module: String?
    }

    struct Query: Hashable {
        /// The first line with the query.
        var line: Int
        var module: String
        var uses: [Use]
    }

    let path: String
    private(set) var queries: [Query] = []

    /// - Throws: `SchemaOriginError` if the file cannot be read, or a line is not a query.
    package init(path: String) throws(SchemaOriginError) {
        let (bytes, failure) = readFile(path, atMost: 256 << 20)
        if let failure { throw SchemaOriginError("cannot read \(quoted(path)): \(failure)") }
        try self.init(path: path, bytes: bytes)
    }

    package init(path: String, bytes: [UInt8]) throws(SchemaOriginError) {
        self.path = path
        var seenLines: Set<ArraySlice<UInt8>> = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            // Several recorders may have appended the same query.
            if line.allSatisfy({ $0 <= 0x20 }) || !seenLines.insert(line).inserted { continue }
            let document = JSONDocument(path: path, bytes: Array(line))
            guard document.problemCount == 0, let module = document.root.value(of: "module")?.string else {
                throw SchemaOriginError(
                    "\(path):\(index + 1): not a recorded query. Record queries with QueryRecorder, one JSON object per line"
                )
            }
            // The text of a search that found little is for 'quire evaluate'.
            if document.root.value(of: "text") != nil { continue }
            queries.append(Query(line: index + 1, module: module, uses: Self.uses(document.root)))
        }
    }

    private static func uses(_ query: JSONValue) -> [Use] {
        func names(_ key: String) -> [String] { query.value(of: key)?.elements.compactMap(\.string) ?? [] }
        var uses: [Use] = []
        if let filter = query.value(of: "filter") { uses += filters(filter) }
        for filter in query.value(of: "refinements")?.elements ?? [] { uses += filters(filter) }
        for key in query.value(of: "sort")?.elements ?? [] {
            uses += related(key, .sort)
        }
        for field in query.value(of: "relatedFields")?.elements ?? [] { uses += related(field, .row) }
        uses += names("fields").map { Use(part: .row, field: $0) }
        uses += names("related").map { Use(part: .related, field: $0) }
        uses += names("facets").map { Use(part: .facet, field: $0) }
        for path in query.value(of: "include")?.elements ?? [] {
            let path = path.elements.compactMap(\.string)
            if let field = path.first { uses.append(Use(part: .include(path: path), field: field)) }
        }
        if query.value(of: "search") != nil {
            let fields = names("search")
            uses += fields.map { Use(part: .search, field: $0) }
            if fields.isEmpty { uses.append(Use(part: .searchAll, field: "")) }
        }
        return uses
    }

    /// A field, and the relations that lead to it.
    private static func related(_ value: JSONValue, _ part: Use.Part) -> [Use] {
        guard let field = value.value(of: "field")?.string else { return [] }
        var uses: [Use] = []
        var module: String?
        for step in value.value(of: "steps")?.elements ?? [] {
            guard let relation = step.value(of: "relation")?.string else { continue }
            uses.append(Use(part: .related, field: relation, module: module))
            module = step.value(of: "module")?.string
        }
        return uses + [Use(part: part, field: field, module: module)]
    }

    /// The leaves of a filter, and its steps over relations. The reader of JSON limits its depth.
    ///
    /// - Parameter path: The lists whose objects the filter tests, each with a dot.
    private static func filters(
        _ filter: JSONValue, in module: String? = nil, after path: String = ""
    ) -> [Use] {
        if let branches = filter.value(of: "and") ?? filter.value(of: "or") {
            return branches.elements.flatMap { filters($0, in: module, after: path) }
        }
        if let inner = filter.value(of: "any") ?? filter.value(of: "none"),
            let relation = filter.value(of: "relation")?.string,
            let other = filter.value(of: "module")?.string
        {
            let isReverse = filter.value(of: "reverse")?.boolean == true
            let step = Use(
                part: .related, field: isReverse ? relation : path + relation,
                module: isReverse ? other : module)
            return [step] + filters(inner, in: other)
        }
        if let inner = filter.value(of: "any") ?? filter.value(of: "none"),
            let list = filter.value(of: "list")?.string
        {
            return filters(inner, in: module, after: path + list + ".")
        }
        guard let field = filter.value(of: "field")?.string, let word = filter.value(of: "operator")?.string
        else { return [] }
        let value = filter.value(of: "value")?.string.map { type in
            type.hasPrefix("list of ") ? String(type.dropFirst(8)) : type
        }
        let isComplement = word.hasPrefix("!") && word != "!=" && word != "!in"
        return [
            Use(
                part: .filter(
                    operation: isComplement ? String(word.dropFirst()) : word,
                    value: value == "list" || value == "field" ? nil : value),
                field: path + field, module: module)
        ]
    }
}
