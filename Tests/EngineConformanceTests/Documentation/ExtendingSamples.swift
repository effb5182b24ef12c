import Foundation
import Quire
import QuireConformance

// The Swift code of the article "Extending Quire", compiled. Change the article and this file together.

/// Items in memory that can be found by their texts.
struct ShelfEngine: ContentEngine {
    /// The items of each module, by its name, in the order of their ids.
    private let shelves: [String: [JSONValue]]

    let capabilities = EngineCapabilities(
        name: "shelf", operations: [.equal, .notEqual, .in, .notIn], sortsByValue: false,
        supportsNullOrdering: false,
        supportsCursors: false, countsTotal: true, fullText: false, facets: false, includes: false)

    func search<Item: Sendable>(
        _ requests: [SearchRequest], decoding decoder: ItemDecoder<Item>
    ) async throws -> [SearchResponse<Item>] {
        // All are checked before the first one runs.
        let searches = try requests.map(compiled)
        return try searches.map { try decoder.decodePage($0.page(of: shelves), options: $0.request.decoding) }
    }

    func searchData(_ request: SearchRequest) async throws -> Data {
        try compiled(request).page(of: shelves)
    }

    func validate(_ request: SearchRequest) throws { _ = try compiled(request) }

    func explain(_ request: SearchRequest) throws -> String {
        "look at every item of \(try compiled(request).request)"
    }

    private func compiled(_ request: SearchRequest) throws -> ShelfSearch {
        try request.check(for: capabilities)
        return try ShelfSearch(request)
    }
}

/// A request that the engine can run.
struct ShelfSearch {
    let request: SearchRequest
    private let matches: (JSONValue) -> Bool

    init(_ request: SearchRequest) throws {
        self.request = request
        let parts: [(isUsed: Bool, name: String)] = [
            (request.metaFilter != nil, "a filter of metadata"), (!request.sort.isEmpty, "a sort order"),
            (request.segment?.tags.isEmpty == false, "tags"), (!request.related.isEmpty, "a reverse look-up"),
            (!request.include.isEmpty, "included relations"), (request.locale != nil, "a language"),
        ]
        if let part = parts.first(where: \.isUsed) { throw Self.unsupported(part.name) }
        for name in request.fields ?? [] { _ = try Self.field(name, of: request.module) }
        matches = try request.filter.map { try Self.test($0, of: request.module) } ?? { _ in true }
    }

    // MARK: - Compiling

    private static func test(_ filter: Filter, of module: ModuleDescriptor) throws -> (JSONValue) -> Bool {
        switch filter {
        case .and(let operands):
            let tests = try operands.map { try test($0, of: module) }
            return { item in tests.allSatisfy { $0(item) } }
        case .or(let operands):
            let tests = try operands.map { try test($0, of: module) }
            return { item in tests.contains { $0(item) } }
        case .any, .none: throw unsupported("a condition across a relation")
        case .leaf(let leaf): return try test(leaf, of: module)
        }
    }

    private static func test(_ leaf: Filter.Leaf, of module: ModuleDescriptor) throws -> (JSONValue) -> Bool {
        let field = try field(leaf.property, of: module)
        switch field.kind {
        case .text, .longText, .list(.text): break
        default: throw unsupported("a test of \"\(field.name)\"")
        }
        // Each operation comes with its complement, which also holds where there is no value.
        let isNegated = leaf.operation == .notEqual || leaf.operation == .notIn
        let isList = leaf.operation == .in || leaf.operation == .notIn
        switch (leaf.value, isList) {
        case (.null, false): return { texts(of: field, in: $0).isEmpty != isNegated }
        case (.string(let text), false):
            let wanted: Set = [Array(text.utf8)]
            return { item in texts(of: field, in: item).contains(where: wanted.contains) != isNegated }
        case (.list(let values), true):
            var wanted: Set<[UInt8]> = []
            for value in values {
                guard case .string(let text) = value else { throw unfit(leaf, module) }
                wanted.insert(Array(text.utf8))
            }
            return { item in texts(of: field, in: item).contains(where: wanted.contains) != isNegated }
        default: throw unfit(leaf, module)
        }
    }

    /// The texts of a field, as their bytes: none for null, for a missing value, and for a value of another type.
    private static func texts(of field: FieldDescriptor, in item: JSONValue) -> [[UInt8]] {
        switch (item["values"]?[field.name], field.kind) {
        case (.string(let text)?, .text), (.string(let text)?, .longText): [Array(text.utf8)]
        case (.array(let elements)?, .list):
            elements.compactMap { if case .string(let text) = $0 { Array(text.utf8) } else { nil } }
        default: []
        }
    }

    private static func field(_ name: String, of module: ModuleDescriptor) throws -> FieldDescriptor {
        // By its bytes: `é` has two spellings, which name two fields.
        let field = module.fields.fields.first { $0.name.utf8.elementsEqual(name.utf8) }
        if let field { return field }
        throw QueryError(
            .unknownProperty, module: module.name, node: "\"\(name)\"", expected: "a field of the module")
    }

    private static func unfit(_ leaf: Filter.Leaf, _ module: ModuleDescriptor) -> QueryError {
        QueryError(
            .incompatibleOperand, module: module.name,
            node: "\(leaf.operation.rawValue) on \"\(leaf.property)\"",
            expected: "a text, or a list of texts for in")
    }

    private static func unsupported(_ part: String) -> UnsupportedError {
        UnsupportedError(
            engine: "shelf", node: part, hint: "it tests texts only; filter the items after they are fetched")
    }

    // MARK: - Running

    /// The page in HALO's form: `{"pagination": …, "items": […]}`, or the bare array of all items.
    func page(of shelves: [String: [JSONValue]]) -> Data {
        let ids = request.ids.map { Set($0.map { Array($0.utf8) }) }
        let found = (shelves[request.module.name] ?? []).filter { item in
            guard case .string(let id)? = item["id"] else { return false }
            return ids?.contains(Array(id.utf8)) ?? true && matches(item)
        }
        var json = JSONWriter()
        guard let (offset, limit) = window else {
            json.value(.array(found.map(shown)))
            return Data(json.bytes)
        }
        let page = found.dropFirst(offset).prefix(limit)
        var pagination: [JSONValue.Member] = [
            .init("page", .integer(Int64(offset / limit + 1))), .init("limit", .integer(Int64(limit))),
            .init("offset", .integer(Int64(offset))),
        ]
        if request.countsTotal { pagination.append(.init("totalItems", .integer(Int64(found.count)))) }
        json.value(
            .object([
                .init("pagination", .object(pagination)), .init("items", .array(page.map(shown))),
            ]))
        return Data(json.bytes)
    }

    /// Where the page starts and how many items it has at most; `nil` where everything is wanted.
    private var window: (offset: Int, limit: Int)? {
        switch request.page {
        case .page(let number, let size): ((number - 1) * size, size)
        case .offset(let offset, let limit): (offset, limit)
        case .standard, .cursor: (0, 10)
        case .all: nil
        }
    }

    /// The item with the requested fields.
    private func shown(_ item: JSONValue) -> JSONValue {
        guard let fields = request.fields, case .object(let members) = item else { return item }
        return .object(
            members.map { member in
                guard member.name == "values", case .object(let values) = member.value else { return member }
                let shown = values.filter { value in
                    fields.contains { $0.utf8.elementsEqual(value.name.utf8) }
                }
                return .init("values", .object(shown))
            })
    }
}

extension ShelfEngine {
    /// Makes an engine from lines of JSON.
    init(_ documents: [ConformanceDocuments]) throws {
        var shelves: [String: [JSONValue]] = [:]
        for table in documents {
            shelves[table.module.name] = try table.items.sorted {
                Self.id($0).lexicographicallyPrecedes(Self.id($1))
            }
        }
        self.shelves = shelves
    }

    private static func id(_ item: JSONValue) -> [UInt8] {
        if case .string(let id)? = item["id"] { Array(id.utf8) } else { [] }
    }
}

func checkShelfEngine() async throws {
    let conformance = EngineConformance { documents, test in
        try await test(ShelfEngine(documents))
    }
    let report = try await conformance.run { check in print(check) }
    try report.check()
}

func checkQuickly() async throws {
    var options = ConformanceOptions()
    options.trees = 100
    options.maximumDifferences = 1
    let conformance = EngineConformance(options: options) { documents, test in
        try await test(ShelfEngine(documents))
    }
    try await conformance.run([.filters, .pages]).check()
}
