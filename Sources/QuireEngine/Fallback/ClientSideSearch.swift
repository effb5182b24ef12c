import Foundation
import QuireCore
import QuireText

/// A search of which the engine can express a part of the filter only: the rest is tested here, item by item.
struct ClientSideSearch: Sendable {
    /// How a request is run.
    enum Way: Sendable {
        /// By the engine alone.
        case engine(SearchRequest)
        case scan(ClientSideSearch)
    }

    let engine: any ContentEngine
    /// The request as it was asked.
    let request: SearchRequest
    /// What the engine is asked; its page is set for each part of the scan.
    let sent: SearchRequest
    let filter: FilterPredicate?
    let metaFilter: FilterPredicate?
    /// What is tested here, for people to read.
    let residual: String
    let maximumScanned: Int

    /// Decides how a request is run.
    ///
    /// - Throws: `UnsupportedError` where the engine cannot express it and there is no fallback, or where more than the
    ///   filter is beyond the engine; `QueryError` for what makes no sense.
    static func way(of request: SearchRequest, on engine: any ContentEngine) throws -> Way {
        guard case .clientSide(let maximumScanned)? = request.fallback else {
            try request.check(for: engine.capabilities)
            return .engine(request)
        }
        var asked = request
        asked.fallback = nil
        guard let refusal = try refusal(of: asked, on: engine) else { return .engine(asked) }
        guard maximumScanned >= 1 else {
            throw QueryError(
                .unfitOperand, module: request.module.name,
                node: "fallback(.clientSide(maxScanned: \(maximumScanned)))",
                expected: "at least 1 item to look at")
        }
        // Counts would be those of the engine's part of the filter.
        guard request.facets.isEmpty else { throw refusal }
        // A refinement without facets is a filter.
        asked = asked.refined()
        if try self.refusal(of: asked, on: engine) == nil { return .engine(asked) }
        try asked.checkMeaning()
        var bare = asked
        bare.include = []
        bare.page = .page(1, size: 1)
        bare.countsTotal = false
        let split = try FilterSplit(bare) { try self.refusal(of: $0, on: engine) }
        guard split.filter != nil || split.metaFilter != nil else { throw refusal }
        // In one language a text may be missing that there is in another.
        let isLocalized = (split.filter?.properties ?? []).contains { name in
            if case .localizedText? = asked.module.fields[exactly: name]?.kind { true } else { false }
        }
        if isLocalized, asked.locale != nil { throw refusal }
        return .scan(
            try ClientSideSearch(engine: engine, request: asked, split: split, maximumScanned: maximumScanned)
        )
    }

    /// What the engine says to a request, with no I/O; `nil` where it can express it.
    private static func refusal(
        of request: SearchRequest, on engine: any ContentEngine
    ) throws -> UnsupportedError? {
        var request = request
        // A cursor belongs to what the engine is sent, which need not be this.
        if case .cursor(_?, let limit) = request.page { request.page = .cursor(nil, limit: limit) }
        do {
            try request.check(for: engine.capabilities)
            try engine.validate(request)
            return nil
        } catch let error as UnsupportedError {
            return error
        }
    }

    private init(
        engine: any ContentEngine, request: SearchRequest, split: FilterSplit, maximumScanned: Int
    ) throws(QueryError) {
        self.engine = engine
        self.request = request
        self.maximumScanned = maximumScanned
        let module = request.module
        filter =
            if let filter = split.filter {
                try FilterPredicate(filter, over: module.fields, module: module.name)
            } else {
                nil
            }
        metaFilter =
            if let filter = split.metaFilter {
                try FilterPredicate(filter, over: .metadata, module: module.name)
            } else {
                nil
            }
        var sent = split.sent
        if let fields = request.fields {
            // What is tested here has to be there, asked for or not.
            var fetched = fields
            for name in split.filter?.properties ?? [] where !fetched.contains(where: name.isSpelled) {
                fetched.append(name)
            }
            sent.fields = fetched
        }
        self.sent = sent
        let parts = [split.filter?.description, split.metaFilter.map { "metadata \($0)" }]
        residual = parts.compactMap { $0 }.joined(separator: " and ")
    }

    // MARK: - Answers

    /// The answer to the request: of what the engine finds, the items that match.
    func response<Item>(reading decoder: ItemDecoder<Item>) async throws -> SearchResponse<Item> {
        let scan = try await scan(request.page)
        var json = JSONWriter()
        json.value(.array(scan.found))
        var response = try decoder.decodePage(Data(json.bytes), options: request.decoding)
        response.rejected += scan.rejected
        response.pageInfo = scan.pageInfo
        response.nextCursor = scan.nextCursor
        response.origin = scan.origin
        response.text = scan.text
        response.scanned = scan.scanned
        return response
    }

    /// The answer in HALO's page form, with the fields that were asked for.
    func data() async throws -> Data {
        let scan = try await scan(request.page)
        let instances = scan.found.map { instance in request.fields.map(instance.keepingValues) ?? instance }
        var isWhole = false
        if case .all = request.page { isWhole = true }
        return ClusterPage.json(instances.map(\.bytes), scan.pageInfo, isWhole: isWhole)
    }

    /// How many items match; all that the engine finds are looked at.
    func count() async throws -> Int { try await scan(.all).found.count }

    /// What the engine would be sent, and what is done after it, for people to read.
    func explanation() throws -> String {
        var first = sent
        first.page = start(request.page).page
        return """
            \(try engine.explain(first))
            -- then here, page by page, of at most \(maximumScanned) items those with \(residual)
            """
    }

    /// Whether an instance meets what the engine could not be asked.
    func matches(_ instance: JSONValue) -> Bool {
        filter?.matches(instance.member("values")) ?? true && metaFilter?.matches(instance) ?? true
    }
}

extension SearchRequest {
    /// Checks what no engine could answer: a page that is none, fields that are no facets.
    fileprivate func checkMeaning() throws {
        var anything = EngineCapabilities(
            name: "", operations: Set(FilterOperation.allCases), sortsByValue: true, placesNulls: true,
            cursors: true, countsTotal: true, fullText: true, facets: true, includes: true,
            sortsByLanguage: true, knowsDevice: true)
        anything.offlinePolicies = true
        try check(for: anything)
    }
}

extension JSONValue {
    /// An instance with those of its values alone.
    fileprivate func keepingValues(_ names: [String]) -> JSONValue {
        guard case .object(var members) = self,
            let index = members.firstIndex(where: { $0.name == "values" }),
            case .object(let values) = members[index].value
        else { return self }
        members[index].value = .object(values.filter { value in names.contains(where: value.name.isSpelled) })
        return .object(members)
    }

    fileprivate var bytes: [UInt8] {
        var json = JSONWriter()
        json.value(self)
        return json.bytes
    }
}
