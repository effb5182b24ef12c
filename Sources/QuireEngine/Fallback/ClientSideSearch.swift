import Foundation
import QuireCore
import QuireText

/// A search whose filter the engine can express only in part. The rest is tested on the client, item by item.
struct ClientSideSearch: Sendable {
    /// How a request is executed.
    enum ExecutionPlan: Sendable {
        /// By the engine alone.
        case engine(SearchRequest)
        case scan(ClientSideSearch)
    }

    let engine: any ContentEngine
    /// The original request.
    let request: SearchRequest
    /// The request for the engine. Its page is set for each part of the scan.
    let sent: SearchRequest
    let filter: FilterPredicate?
    let metaFilter: FilterPredicate?
    /// A readable form of the filter that is tested on the client.
    let residual: String
    let maximumScanned: Int

    /// Chooses how a request is executed.
    ///
    /// - Throws: `UnsupportedError` if the engine cannot express it and there is no fallback, or if more than the
    ///   filter is unsupported; `QueryError` for an invalid request.
    static func plan(for request: SearchRequest, on engine: any ContentEngine) throws -> ExecutionPlan {
        guard case .clientSide(let maximumScanned)? = request.fallback else {
            try request.check(for: engine.capabilities)
            return .engine(request)
        }
        var engineRequest = request
        engineRequest.fallback = nil
        guard let refusal = try refusal(of: engineRequest, on: engine) else { return .engine(engineRequest) }
        guard maximumScanned >= 1 else { throw request.nothingToScan(maximumScanned) }
        // The counts would be those of the engine's part of the filter.
        guard request.facets.isEmpty else { throw refusal }
        // A refinement without facets is a filter.
        engineRequest = engineRequest.refined()
        if try self.refusal(of: engineRequest, on: engine) == nil { return .engine(engineRequest) }
        try engineRequest.checkMeaning()
        var bare = engineRequest
        bare.include = []
        bare.page = .page(1, size: 1)
        bare.countsTotal = false
        let split = try FilterSplit(bare) { try self.refusal(of: $0, on: engine) }
        guard split.filter != nil || split.metaFilter != nil else { throw refusal }
        // The scan reads one module, but the condition needs the items of another.
        if split.filter?.crossesRelations == true { throw refusal }
        // A text that is missing in one language may exist in another.
        let isLocalized = (split.filter?.properties ?? []).contains { name in
            if case .localizedText? = engineRequest.module.fields[name]?.kind { true } else { false }
        }
        if isLocalized, engineRequest.locale != nil { throw refusal }
        return .scan(
            try ClientSideSearch(
                engine: engine, request: engineRequest, split: split, maximumScanned: maximumScanned)
        )
    }

    /// The engine's error for a request, without I/O, or `nil` if the engine can express it.
    private static func refusal(
        of request: SearchRequest, on engine: any ContentEngine
    ) throws -> UnsupportedError? {
        var request = request
        // A cursor belongs to the engine's request, which may differ from this one.
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
            // Values that are tested here must be fetched, even if they were not requested.
            var fetched = fields
            for name in split.filter?.readFields(of: module.fields) ?? []
            where !fetched.contains(name) {
                fetched.append(name)
            }
            sent.fields = fetched
        }
        self.sent = sent
        let parts = [split.filter?.description, split.metaFilter.map { "metadata \($0)" }]
        residual = parts.compactMap { $0 }.joined(separator: " and ")
    }

    /// A search whose filter the engine can express, for a part of a request that it cannot.
    ///
    /// - Parameter part: The part that the client does, for errors.
    private init(
        engine: any ContentEngine, request: SearchRequest, doing part: String, maximumScanned: Int
    ) {
        self.engine = engine
        self.request = request
        self.maximumScanned = maximumScanned
        sent = request
        filter = nil
        metaFilter = nil
        residual = part
    }

    // MARK: - Responses

    /// Reads all instances that a request finds, for a part of the request that the engine cannot express.
    ///
    /// - Throws: `UnsupportedError` before any I/O if the request has no fallback; `ScanLimitError` if there are more
    ///   items than it allows.
    static func instances(
        of request: SearchRequest, on engine: any ContentEngine, for part: String
    ) async throws -> [JSONValue] {
        guard case .clientSide(let maximumScanned)? = request.fallback else {
            throw UnsupportedError(
                engine: engine.capabilities.name, node: part,
                hint:
                    "let the client compute them with .fallback(.clientSide(maxScanned: 1_000)), which reads the items"
            )
        }
        var request = request
        request.page = .page(1, size: 1)
        request.decoding.mode = .strict
        let search: ClientSideSearch
        switch try plan(for: request, on: engine) {
        case .scan(let scan): search = scan
        case .engine(let engineRequest):
            guard maximumScanned >= 1 else { throw request.nothingToScan(maximumScanned) }
            search = ClientSideSearch(
                engine: engine, request: engineRequest, doing: part, maximumScanned: maximumScanned)
        }
        return try await search.scan(.all).matches
    }

    /// The response to the request: the matching items among those that the engine finds.
    func response<Item>(reading decoder: ItemDecoder<Item>) async throws -> SearchResponse<Item> {
        let scan = try await scan(request.page)
        var json = JSONWriter()
        json.value(.array(scan.matches))
        var response = try decoder.decodePage(Data(json.bytes), options: request.decoding)
        response.rejected += scan.rejected
        response.pageInfo = scan.pageInfo
        response.nextCursor = scan.nextCursor
        response.origin = scan.origin
        response.text = scan.text
        response.scanned = scan.scanned
        response.serverResponses = scan.serverResponses
        return response
    }

    /// The response in HALO's page format, with the requested fields.
    func data() async throws -> Data {
        let scan = try await scan(request.page)
        let instances = scan.matches.map { instance in request.fields.map(instance.keepingValues) ?? instance
        }
        var isWhole = false
        if case .all = request.page { isWhole = true }
        return ClusterPage.json(instances.map(\.bytes), scan.pageInfo, isWhole: isWhole)
    }

    /// The number of matching items. Scans everything that the engine finds.
    func count() async throws -> Int { try await scan(.all).matches.count }

    /// Describes the engine's request and the client's part in readable form.
    func explanation() throws -> String {
        var first = sent
        first.page = start(request.page).page
        return """
            \(try engine.explain(first))
            -- then here, page by page, of at most \(maximumScanned) items those with \(residual)
            """
    }

    /// Whether an instance matches the part of the filter that the engine cannot express.
    func matches(_ instance: JSONValue) -> Bool {
        filter?.matches(instance.member("values")) ?? true && metaFilter?.matches(instance) ?? true
    }
}

extension SearchRequest {
    fileprivate func nothingToScan(_ maximumScanned: Int) -> QueryError {
        QueryError(
            .incompatibleOperand, module: module.name,
            node: "fallback(.clientSide(maxScanned: \(maximumScanned)))",
            expected: "at least 1 item to look at")
    }

    /// Checks for errors on any engine: invalid pages, fields that are not facets.
    fileprivate func checkMeaning() throws {
        var anything = EngineCapabilities(
            name: "", operations: Set(FilterOperation.allCases), sortsByValue: true,
            supportsNullOrdering: true,
            supportsCursors: true, countsTotal: true, fullText: true, facets: true, includes: true,
            sortsByLanguage: true, supportsDeviceSegments: true)
        anything.offlinePolicies = true
        anything.conditionsAcrossRelations = true
        anything.comparesFields = true
        anything.queriesMembers = true
        anything.queriesElements = true
        anything.selectsMembers = true
        anything.sortsAcrossRelations = true
        anything.selectsAcrossRelations = true
        try check(for: anything)
    }
}

extension Filter {
    /// The module's own fields that hold what the filter tests.
    fileprivate func readFields(of table: FieldTable) -> [String] {
        switch self {
        case .leaf: properties.map { table.way(to: $0)?.first ?? $0 }
        case .and(let operands), .or(let operands): operands.flatMap { $0.readFields(of: table) }
        case .any(let step, _), .none(let step, _):
            [table.way(to: step.relation)?.first ?? step.relation]
        }
    }
}

extension JSONValue {
    /// The instance with only the named values.
    fileprivate func keepingValues(_ names: [String]) -> JSONValue {
        guard case .object(var members) = self,
            let index = members.firstIndex(where: { $0.name == "values" }),
            case .object(let values) = members[index].value
        else { return self }
        members[index].value = .object(
            values.filter { value in names.contains(where: value.name.isByteEqual) })
        return .object(members)
    }

    fileprivate var bytes: [UInt8] {
        var json = JSONWriter()
        json.value(self)
        return json.bytes
    }
}
