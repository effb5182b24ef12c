import QuireCore
import QuireEngine
import QuireRemote

/// A request for aggregates as searches whose facets count values, before any request is sent.
///
/// A facet counts the exact key of each value. A facet cannot count the values of one field for each value of another, so a
/// group has only numbers of items.
struct FacetCounting {
    /// Searches for the items in which a field has a value, or for all items.
    struct Part {
        /// The field whose values are counted. `nil` counts the items.
        var counted: IndexedField?
        var filter: FieldFilter
        /// The positions of the functions that use the counts.
        var functions: [Int]
    }

    let plan: CompiledSearch
    let group: IndexedField?
    private(set) var parts: [Part] = []

    /// - Throws: `QueryError`, and `UnsupportedError` for what cannot be computed exactly.
    init(_ request: AggregateRequest, _ compile: (SearchRequest) throws -> CompiledSearch) throws {
        try request.checkForCounting(by: TypesenseConnection.engineName)
        plan = try compile(request.items)
        let filter = plan.filter
        let counting = try CountingPlan(
            request, of: plan.layout.module, engine: TypesenseConnection.engineName
        ) { field, node in
            guard !field.isMetadata, field.descriptor.facet != nil, !field.isHierarchical else {
                throw Self.unsupported("\(node), which is not a facet of single values")
            }
        }
        group = counting.group
        for part in counting.parts {
            if group != nil, part.value != nil, let function = part.functions.first {
                throw Self.unsupported("\(request.computed[function]) for each group")
            }
            let present = part.present.map { FieldFilter.all([filter, .presence(of: $0)]).distinct }
            parts.append(
                Part(
                    counted: part.value ?? group, filter: present ?? filter, functions: part.functions))
        }
        if let group {
            // A facet has no count of the items without a value.
            for part in parts {
                let filter = FieldFilter.all([part.filter, .absence(of: group)]).distinct
                parts.append(Part(counted: nil, filter: filter, functions: part.functions))
            }
        }
        for part in parts where part.filter.tokens > FieldFilter.mostTokens {
            throw Self.unsupported("a filter of \(part.filter.tokens) parts")
        }
        parts.removeAll { $0.filter == .nothing }
    }

    static func unsupported(_ node: String) -> UnsupportedError {
        UnsupportedError(engine: TypesenseConnection.engineName, aggregates: node)
    }

    /// The searches, one for each part.
    var entries: [SearchEntry] {
        parts.map { part in
            SearchEntry(
                filter: part.filter, facets: part.counted.map { [$0] } ?? [],
                mostFacetValues: part.counted == nil ? 0 : FacetGroup.allValues)
        }
    }

    /// The count of a long text, which the key does not contain.
    struct LongText {
        var part: Int
        var key: String
        var count: Int
    }

    /// Adds the counts that a search has found for a part.
    ///
    /// - Returns: The counts of long texts, whose texts must still be fetched.
    func add(
        _ result: SearchResult, ofPart index: Int, to evaluation: inout AggregateEvaluation
    ) throws -> [LongText] {
        let part = parts[index]
        guard let field = part.counted else {
            // Without items, there is no group.
            if group == nil || result.found > 0 {
                evaluation.add(Int64(result.found), inGroupOf: nil, with: nil, to: part.functions)
            }
            return []
        }
        guard let counts = result.facets[field.facetKeys] else {
            throw failure("the counts of \"\(field.descriptor.name)\" are missing in the response")
        }
        var unknown: [LongText] = []
        for (key, count) in counts where count > 0 {
            if let value = ExactKey.value(of: key, in: field).flatMap(EvaluatedValue.init(ofKey:)) {
                add(value, count, part: part, to: &evaluation)
            } else {
                unknown.append(LongText(part: index, key: key, count: count))
            }
        }
        guard unknown.count <= SearchEntry.mostLookups else {
            throw Self.unsupported(
                "aggregates of \"\(field.descriptor.name)\", which has more than \(SearchEntry.mostLookups) long texts"
            )
        }
        return unknown
    }

    /// The search for the text of a key.
    func entry(for text: LongText) -> SearchEntry? {
        parts[text.part].counted.map { SearchEntry(lookingUp: text.key, of: $0, in: plan.layout) }
    }

    /// Adds the count of a long text that was looked up.
    func add(_ result: SearchResult, of text: LongText, to evaluation: inout AggregateEvaluation) throws {
        let part = parts[text.part]
        guard let facetText = part.counted?.text(ofKey: text.key, in: result, of: plan.layout) else {
            throw failure("an item has changed while its text was read; run the query again")
        }
        add(.text(facetText), text.count, part: part, to: &evaluation)
    }

    private func add(
        _ value: EvaluatedValue, _ count: Int, part: Part, to evaluation: inout AggregateEvaluation
    ) {
        evaluation.add(
            Int64(count), inGroupOf: group == nil ? nil : value, with: group == nil ? value : nil,
            to: part.functions)
    }

    private func failure(_ message: String) -> TypesenseError {
        TypesenseError(unreadable: message, "aggregate \(plan.layout.module.module.name)")
    }
}

extension EvaluatedValue {
    /// The value that an exact key contains.
    fileprivate init?(ofKey value: FilterValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let number), .date(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .boolean(let truth): self = .boolean(truth)
        case .null, .list, .field: return nil
        }
    }
}
