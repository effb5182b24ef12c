import QuireCore
import QuireText

/// A search over instances held as JSON, in plain Swift: filters, order and page.
///
/// The request is checked completely first, so that an error shows on an empty collection too.
package struct InstanceSearch: Sendable {
    let request: SearchRequest
    private var filter: FilterPredicate?
    private let metaFilter: FilterPredicate?
    private let related: [(field: FieldDescriptor, ids: [String]?)]
    private let refinements: [(field: String, predicate: FilterPredicate)]
    private let facets: [(field: FieldDescriptor, request: FacetRequest)]
    private let text: TextEvaluation?
    private var order: InstanceOrder
    private let window: Window
    private let analyzer: TextAnalyzer

    /// - Parameter analyzer: The analyzer for full-text search.
    /// - Throws: `QueryError` if the request does not fit its module.
    package init(
        _ request: SearchRequest, analyzer: TextAnalyzer = TextAnalyzer()
    ) throws(QueryError) {
        let module = request.module
        self.request = request
        self.analyzer = analyzer
        filter =
            if let filter = request.filter {
                try FilterPredicate(filter, over: module.fields, module: module.name)
            } else {
                nil
            }
        metaFilter =
            if let filter = request.metaFilter {
                try FilterPredicate(filter, over: .metadata, module: module.name)
            } else {
                nil
            }
        var related: [(field: FieldDescriptor, ids: [String]?)] = []
        for link in request.related {
            related.append((try module.relation(link.field, in: "related"), link.ids))
        }
        self.related = related
        var refinements: [(field: String, predicate: FilterPredicate)] = []
        for refinement in request.refinements {
            let predicate = try FilterPredicate(
                refinement.filter, over: module.fields, module: module.name)
            refinements.append((refinement.field, predicate))
        }
        self.refinements = refinements
        facets = try request.facets.map { (facet) throws(QueryError) in
            (try module.facet(facet.field), facet)
        }
        text =
            if let text = request.decidedText { try TextEvaluation(text, over: module, analyzer) } else {
                nil
            }
        order = try InstanceOrder(
            request.sort, over: module.fields, module: module.name,
            startsWithScore: request.text != nil && request.sort.isEmpty)
        window = try Window(request, order)
    }

    /// The search with its conditions and sort keys across relations evaluated over all items of the other modules.
    ///
    /// - Parameter items: The items of a module.
    package func resolved(by items: (ModuleDescriptor) -> [JSONValue]) -> InstanceSearch {
        guard request.crossesRelations else { return self }
        var search = self
        search.filter = filter?.resolved(by: items)
        search.order = order.resolved(by: items)
        return search
    }

    /// Whether the search matches an instance. Does not correct typos, which would require all instances.
    package func finds(_ instance: JSONValue) -> Bool {
        isWanted(instance) && (text?.finds(instance) ?? true) && isRefined(instance, except: nil)
    }

    /// Whether an instance meets the refinements, optionally ignoring those of one field.
    func isRefined(_ instance: JSONValue, except field: String?) -> Bool {
        refinements.allSatisfy { refinement in
            refinement.field == field || refinement.predicate.matches(instance.member("values"))
        }
    }

    /// Whether an instance meets all but the text and the refinements.
    func isWanted(_ instance: JSONValue) -> Bool {
        let values = instance.member("values")
        if let ids = request.ids, !ids.contains(where: instance.instanceID.isByteEqual) {
            return false
        }
        if let filter, !filter.matches(values, id: instance.instanceID) { return false }
        if let metaFilter, !metaFilter.matches(instance) { return false }
        for (field, ids) in related {
            let targets = EvaluatedValue.values(of: field, in: values)
            let targetTest = ids.map { EvaluatedTest.isAny(of: .many($0.map(EvaluatedValue.text))) }
            guard targetTest?.holds(of: targets) ?? !targets.isEmpty else { return false }
        }
        return request.segment?.holds(of: instance) ?? true
    }

    /// The words of instances in the searched fields, to be kept for the next search; `nil` without full text.
    package func collection(of instances: [JSONValue]) -> TextCollection? {
        text.map { TextCollection(instances, fields: $0.fields, analyzer) }
    }

    /// The fields that full text looks at; `nil` without full text.
    package var searchedFields: [FieldDescriptor]? { text?.fields }

    /// All that the search finds, in its order.
    package func all(of instances: [JSONValue]) -> [JSONValue] {
        let findings = findings(in: instances, nil)
        return matches(in: candidates(instances, findings), instances, findings).map { instances[$0.item] }
    }

    private func findings(in instances: [JSONValue], _ collection: TextCollection?) -> TextFindings? {
        guard let text, let collection = collection ?? self.collection(of: instances) else { return nil }
        return text.findings(in: collection)
    }

    /// The numbers of the instances that meet everything but the refinements.
    private func candidates(_ instances: [JSONValue], _ findings: TextFindings?) -> [Int] {
        instances.indices.filter { (findings?.finds($0) ?? true) && isWanted(instances[$0]) }
    }

    /// What meets the refinements, in order, of what meets everything else.
    private func matches(in candidates: [Int], _ instances: [JSONValue], _ findings: TextFindings?) -> [Found]
    {
        let matches = candidates.filter { isRefined(instances[$0], except: nil) }
        let keys = request.sort.isEmpty ? findings?.keys(of: matches, instances) : nil
        return matches.map { item in
            let key = keys?[item]
            return Found(item: item, key: key, place: order.place(of: instances[item], key: key?.value))
        }.sorted { order.precedes($0.place, $1.place) }
    }

    struct Found {
        var item: Int
        var key: RankKey?
        var place: InstanceOrder.Place
    }

    /// The page that the request asks for.
    ///
    /// - Parameters:
    ///   - collection: The words of the same instances, where they are known already.
    ///   - vectors: The vectors of the same instances, for a search for a meaning.
    package func page(
        of instances: [JSONValue], _ collection: TextCollection? = nil, vectors: [TextVector?] = []
    ) -> InstancePage {
        let findings = findings(in: instances, collection)
        let candidates = candidates(instances, findings)
        var matches = matches(in: candidates, instances, findings)
        let total = matches.count
        let similar = request.vector.map { addSimilar(to: &matches, instances, vectors, near: $0) }
        let start: Int
        let limit: Int
        switch window {
        case .slice(let offset, let size): (start, limit) = (min(offset, matches.count), size)
        case .after(let place, let size):
            start =
                similar == nil
                ? matches.firstIndex { order.precedes(place, $0.place) } ?? matches.count
                : matches.index(after: place)
            limit = size
        case .everything: (start, limit) = (0, matches.count)
        }
        let end = start + min(limit, matches.count - start)
        let next = end < matches.count && end > start ? matches[end - 1].place : nil
        var outcome = findings?.outcome(isSorted: !request.sort.isEmpty, items: matches.map(\.item))
        if let similar {
            let items = Set(similar)
            outcome?.exactItems = nil
            outcome?.meaning = MeaningInfo(
                similarIDs: Set(
                    matches[start..<end].lazy.map(\.item).filter(items.contains).map {
                        instances[$0].instanceID
                    }), similarItems: similar.count)
        }
        for item in matches[start..<end] {
            guard let key = item.key else { continue }
            outcome?.rankings[instances[item.item].instanceID] = key.info(
                hasPopularity: request.module.popularityField != nil)
        }
        return InstancePage(
            instances: matches[start..<end].map { instances[$0.item] },
            pageInfo: PageInfo(
                page: window.number(limit: limit, start: start), limit: limit,
                offset: window.offset ?? start, totalItems: request.countsTotal ? total : nil,
                totalPages: similar == nil || !request.countsTotal || limit < 1
                    ? nil : PageInfo.pages(of: matches.count, limit)),
            nextCursor: next.map { order.cursor(after: $0, of: request) },
            text: outcome,
            facets: facets.map { facet($0.field, $0.request, of: candidates.map { instances[$0] }) })
    }

    private func facet(
        _ field: FieldDescriptor, _ request: FacetRequest, of candidates: [JSONValue]
    ) -> FacetResult {
        var counter = FacetCounter(of: field)
        let own = request.isDisjunctive ? request.field : nil
        for instance in candidates where isRefined(instance, except: own) { counter.add(instance) }
        return counter.result(request, FacetValueFilter(request, field, analyzer: analyzer))
    }

    /// The part of the matches to return.
    private enum Window: Sendable {
        case slice(offset: Int, limit: Int)
        case after(InstanceOrder.Place, limit: Int)
        case everything

        init(_ request: SearchRequest, _ order: InstanceOrder) throws(QueryError) {
            switch request.page {
            case .standard: self = .slice(offset: 0, limit: 10)
            case .page(let page, let size):
                guard page >= 1, size >= 1,
                    case let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: size),
                    !overflow
                else { throw request.invalidPage("page \(page) of \(size)", "a page and a size from 1 up") }
                self = .slice(offset: offset, limit: size)
            case .offset(let offset, let limit):
                guard offset >= 0, limit >= 1 else {
                    throw request.invalidPage(
                        "offset \(offset), limit \(limit)", "an offset from 0 up and a limit from 1 up")
                }
                self = .slice(offset: offset, limit: limit)
            case .cursor(let cursor, let limit):
                guard limit >= 1 else { throw request.invalidPage("limit \(limit)", "a limit from 1 up") }
                self =
                    if let cursor {
                        .after(try order.place(after: cursor, of: request), limit: limit)
                    } else {
                        .slice(offset: 0, limit: limit)
                    }
            case .all: self = .everything
            }
        }

        var offset: Int? {
            if case .slice(let offset, _) = self { offset } else { nil }
        }

        func number(limit: Int, start: Int) -> Int { limit > 0 ? (offset ?? start) / limit + 1 : 1 }
    }
}

/// A page of instances, still as JSON.
package struct InstancePage: Sendable {
    package var instances: [JSONValue]
    package var pageInfo: PageInfo
    package var nextCursor: Cursor?
    /// Details of the full-text search, or `nil` if there is none.
    package var text: TextSearchInfo?
    package var facets: [FacetResult] = []
}

extension SearchRequest {
    fileprivate func invalidPage(_ node: String, _ expected: String) -> QueryError {
        QueryError(.invalidPage, module: module.name, node: node, expected: expected)
    }
}

extension ModuleDescriptor {
    /// Returns the relation with a wire name. `part` is the part of the request that names it.
    package func relation(_ name: String, in part: String) throws(QueryError) -> FieldDescriptor {
        guard let field = fields[path: name] else {
            throw QueryError(
                .unknownProperty, module: self.name, node: "\"\(name)\" in \(part)",
                expected: "a relation of the module")
        }
        guard case .relation = field.kind.innermost else {
            throw QueryError(
                .incompatibleOperation, module: self.name, node: "\"\(name)\" in \(part)",
                expected: "a relation; the field is none")
        }
        return field
    }
}

extension Tag {
    /// Whether the JSON is a tag with the same name and value, byte for byte.
    package func isByteEqual(to json: JSONValue) -> Bool {
        guard case .string(let name)? = json.member("name"), name.isByteEqual(to: self.name) else {
            return false
        }
        switch (json.member("value") ?? .null, value) {
        case (.null, nil): return true
        case (.string(let text), let value?): return text.isByteEqual(to: value)
        default: return false
        }
    }
}

extension Segment {
    /// Whether an instance has the segment's tags: all of them, or any. A segment without tags matches everything.
    fileprivate func holds(of instance: JSONValue) -> Bool {
        guard !tags.isEmpty else { return true }
        guard case .array(let present)? = instance.member("tags") else { return false }
        func isPresent(_ tag: Tag) -> Bool {
            present.contains(where: tag.isByteEqual)
        }
        return mode == .total ? tags.allSatisfy(isPresent) : tags.contains(where: isPresent)
    }
}
