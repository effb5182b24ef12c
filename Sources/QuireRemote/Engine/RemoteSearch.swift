import QuireCore
import QuireEngine
import QuireText

/// A search in the terms of a server: what `RemoteEngine` makes a request of.
public struct RemoteSearch<Test: Sendable>: Sendable {
    /// A key of the order.
    public struct Key: Sendable, Hashable {
        /// A field, or metadata such as `createdAt`.
        public var field: FieldDescriptor
        public var isDescending: Bool
    }

    /// The request as the engine received it.
    public private(set) var request: SearchRequest
    /// What the documents must meet: the filters, the ids and the reverse look-ups of the request.
    public let filter: LogicalFilter<Test>
    /// The order. The last key is always the id, so that pages do not overlap.
    public let sort: [Key]
    /// The number of documents to skip.
    public private(set) var offset: Int
    /// The largest number of documents to return.
    public private(set) var limit: Int

    private let search: IndexedSearch

    /// The module to search.
    public var module: ModuleDescriptor { request.module }

    /// Compiles a request.
    ///
    /// - Throws: `QueryError` if the request does not fit its module; `UnsupportedError`.
    init(
        _ request: SearchRequest, for capabilities: EngineCapabilities,
        test: (Filter.Leaf, FieldDescriptor) throws -> Test
    ) throws {
        let engine = capabilities.name
        func unsupported(_ part: String) -> UnsupportedError {
            UnsupportedError(
                engine: engine, node: part, hint: "leave it out, or select the items after they are fetched")
        }
        if request.segment?.tags.isEmpty == false { throw unsupported("a segment of tags") }
        if request.locale != nil { throw unsupported("a language of localized texts") }
        let module = IndexedModule(request.module)
        let search = try IndexedSearch(request, of: module, analyzer: TextAnalyzer())
        /// The field, which documents show under its own name. The name of the id is never that of a value.
        func named(_ field: IndexedField) throws -> FieldDescriptor {
            let name = field.descriptor.name
            let isHidden = name == "id" ? !field.isMetadata : field.isMetadata && module.value(name) != nil
            guard !isHidden else {
                throw unsupported("\"\(name)\", which documents cannot show beside another \"\(name)\",")
            }
            return field.descriptor
        }
        func tree(_ filter: Filter, _ fields: IndexedFields) throws -> LogicalFilter<Test> {
            try LogicalFilter(filter, over: fields, engine: engine) { checked, leaf in
                var leaf = leaf
                leaf.operation = leaf.operation.positive.0
                return LogicalFilter.test(try test(leaf, try named(checked.field)))
                    .negated(if: checked.isNegated)
            }
        }
        var parts: [LogicalFilter<Test>] = []
        for case .filter(let filter, let fields) in search.filters + search.refinements.map(\.filter) {
            parts.append(try tree(filter, fields))
        }
        if let ids = request.ids {
            let leaf = Filter.Leaf(.in, "id", value: .list(ids.map(FilterValue.string)), type: .string)
            parts.append(ids.isEmpty ? .nothing : try tree(.leaf(leaf), module.testedMetadata))
        }
        for (field, ids) in search.related {
            let name = field.descriptor.name
            let leaf =
                ids.map { Filter.Leaf(.in, name, value: .list($0.map(FilterValue.string)), type: .string) }
                ?? Filter.Leaf(.notEqual, name, value: .null, type: .null)
            parts.append(ids?.isEmpty == true ? .nothing : try tree(.leaf(leaf), module.testedValues))
        }
        filter = LogicalFilter.all(parts).simplified
        var keys = try search.sort.map {
            Key(field: try named($0.field), isDescending: $0.isDescending)
        }
        if let id = module.metadata("id")?.descriptor, !keys.contains(where: { $0.field == id }) {
            keys.append(Key(field: id, isDescending: false))
        }
        sort = keys
        self.search = search
        self.request = request
        offset = request.page.offset
        limit = request.page.size ?? (request.page == .all ? capabilities.maximumPageSize ?? 250 : 10)
    }

    /// One page of a search for a whole result.
    func part(_ request: SearchRequest) -> RemoteSearch {
        var part = self
        part.request = request
        if case .page(_, let size) = request.page {
            (part.offset, part.limit) = (request.page.offset, size)
        }
        return part
    }

    /// The instances in documents.
    ///
    /// - Throws: `ContentDecodingError` for a document without an id.
    func instances(of documents: [JSONValue]) throws -> [JSONValue] {
        let document = PlainDocument(search.module, showsAllNames: true)
        return try documents.enumerated().map { position, json in
            guard let instance = document.instance(of: json, fields: search.fields) else {
                throw ContentDecodingError(
                    module: module.name, id: nil, path: "items[\(offset + position)].id", byteOffset: nil,
                    expected: "a text", found: json.member("id")?.description ?? "nothing")
            }
            return instance
        }
    }
}
