import QuireCore
import QuireEngine
import QuireText

/// A search, read from a request's body and checked against its modules.
struct SearchCall: Sendable {
    var modules: [ServedModule]
    var filter: Filter?
    var metaFilter: Filter?
    var ids: [String]?
    var related: [RelatedItems] = []
    /// Wire names of value fields; `nil` means all.
    var fields: [String]?
    var include = Include.none
    var page = PageRequest.standard
    var segment: Segment?
    var sort: [SortKey] = []
    var locale: String?

    enum Include: Sendable, Equatable {
        case none, all
        case fields([String])
    }

    init(_ body: BodyObject, _ catalog: ModuleCatalog) throws(APIError) {
        modules = try Self.modules(body, catalog)
        filter = try FilterReading.filter("searchValues", of: body)
        metaFilter = try FilterReading.filter("metaSearch", of: body)
        if let ids = try body.texts("instanceIds"), !ids.isEmpty { self.ids = ids }
        related = try Self.related(body)
        page = try Self.page(body)
        segment = try Self.segment(body)
        if let order = try body.text("sort"), !order.trimmingSpaces.isEmpty {
            sort = try SortReading.keys(order)
        }
        locale = try body.text("locale")
        fields = try body.texts("fields")
        if let names = try body.texts("include"), !names.isEmpty {
            include =
                names.contains("all") ? .all : .fields(names.map(Self.withoutPrefix).withoutRepeats)
        }
        _ = try body.object("searchSettings")?.boolean("enableSlowSearch")
        let sortSettings = try body.object("sortSettings")
        _ = try sortSettings?.boolean("enableSlowSort")
        _ = try sortSettings?.text("sortLocale")
        try checkNames()
    }

    private static func withoutPrefix(_ name: String) -> String {
        name.hasPrefix("values.") ? String(name.dropFirst("values.".count)) : name
    }

    // MARK: - Reading

    /// The named modules, in the order of the request; all modules if none is named.
    private static func modules(_ body: BodyObject, _ catalog: ModuleCatalog) throws(APIError)
        -> [ServedModule]
    {
        var named: [ServedModule] = []
        for (index, id) in (try body.texts("moduleIds") ?? []).enumerated() {
            named.append(try catalog.named(id: id, at: "moduleIds[\(index)]"))
        }
        if let name = try body.text("moduleName") { named.append(try catalog.named(name, at: "moduleName")) }
        for (index, name) in (try body.texts("moduleNames") ?? []).enumerated() {
            named.append(try catalog.named(name, at: "moduleNames[\(index)]"))
        }
        if named.isEmpty { return catalog.modules }
        var seen: Set<String> = []
        return named.filter { seen.insert($0.id).inserted }
    }

    private static func related(_ body: BodyObject) throws(APIError) -> [RelatedItems] {
        var related: [RelatedItems] = []
        let elements = try body.array("relatedTo") ?? []
        try checkCount(elements.count, upTo: mostRelated, key: "relatedTo")
        for (index, element) in elements.enumerated() {
            let entry = try BodyObject(element, at: "relatedTo[\(index)]")
            let field = withoutPrefix(try entry.requiredText("fieldName"))
            guard let ids = try entry.texts("instanceIds"), !ids.isEmpty else {
                throw entry.mismatch("instanceIds", "a list of ids, or [\"*\"] for any")
            }
            related.append(RelatedItems(field: field, ids: ids.contains(ItemIDRules.anyItem) ? nil : ids))
        }
        return related
    }

    /// The maximum number of entries in `relatedTo`. Each is a condition on every instance.
    private static let mostRelated = 100
    /// The maximum number of tags in a segment. Each is compared with those of every instance.
    private static let mostTags = 1_000
    private static let longestPage: Int64 = 1_000_000

    private static func checkCount(_ count: Int, upTo most: Int, key: String) throws(APIError) {
        guard count <= most else {
            throw APIError(400, "\(key): expected at most \(most) entries, found \(count)")
        }
    }

    private static func page(_ body: BodyObject) throws(APIError) -> PageRequest {
        guard let pagination = try body.object("pagination") else { return .standard }
        if try pagination.boolean("skip") ?? false { return .all }
        let page = try pagination.integer("page") ?? 1
        let limit = try pagination.integer("limit") ?? 10
        guard page >= 1 else { throw pagination.mismatch("page", "a number of at least 1") }
        guard (1...longestPage).contains(limit) else {
            throw pagination.mismatch(
                "limit", "a number from 1 to \(longestPage); skip gives all in one response")
        }
        let (end, overflows) = page.multipliedReportingOverflow(by: limit)
        guard !overflows, end < 1 << 53 else { throw pagination.mismatch("page", "a smaller number") }
        return .page(Int(page), size: Int(limit))
    }

    private static func segment(_ body: BodyObject) throws(APIError) -> Segment? {
        let mode: Segment.Mode
        switch try body.text("segmentMode") {
        case nil, "partial"?: mode = .partial
        case "total"?: mode = .total
        default: throw body.mismatch("segmentMode", "\"total\" or \"partial\"")
        }
        var tags: [Tag] = []
        let elements = try body.array("segmentTags") ?? []
        try checkCount(elements.count, upTo: mostTags, key: "segmentTags")
        for (index, element) in elements.enumerated() {
            let tag = try BodyObject(element, at: "segmentTags[\(index)]")
            tags.append(
                Tag(
                    id: try tag.text("id"), name: try tag.requiredText("name"), value: try tag.text("value"),
                    tagType: try tag.text("tagType")))
        }
        return tags.isEmpty ? nil : Segment(tags: tags, mode: mode)
    }

    // MARK: - Checking

    /// Throws if a name is in none of the modules. In a module without it, the field has no value.
    private mutating func checkNames() throws(APIError) {
        for (name, place) in filter?.properties(at: "searchValues") ?? [] { try checkField(name, at: place) }
        for (name, place) in metaFilter?.properties(at: "metaSearch") ?? []
        where !SortReading.metadata.contains(name) {
            throw APIError(
                400,
                "\(place): \"\(name.shortened)\" is not a metadata field"
                    + NearName.hint(for: name, among: SortReading.metadata.sorted()))
        }
        for key in sort { if case .value(let name) = key.property { try checkField(name, at: "sort") } }
        for (index, entry) in related.enumerated() {
            try checkRelation(entry.field, at: "relatedTo[\(index)].fieldName")
        }
        if case .fields(let names) = include {
            for (index, name) in names.enumerated() { try checkRelation(name, at: "include[\(index)]") }
        }
        guard let names = fields else { return }
        var values: [String] = []
        for (index, name) in names.enumerated() {
            // The keys beside the values are always returned.
            let isMetadata = Self.envelope.contains(name) && !modules.contains { $0.has(name) }
            if name == "values" { return fields = nil }
            if isMetadata { continue }
            try checkField(Self.withoutPrefix(name), at: "fields[\(index)]")
            values.append(Self.withoutPrefix(name))
        }
        fields = values.withoutRepeats
    }

    private static let envelope = SortReading.metadata.union([
        "id", "module", "tags", "customerId", "revision", "externalId", "pushSchedule",
    ])

    private func checkField(_ name: String, at place: String) throws(APIError) {
        guard !modules.contains(where: { $0.has(name) }) else { return }
        var names: [String] = []
        for module in modules { names += module.descriptor.fields.fields.map(\.name) }
        throw APIError(
            400,
            "\(place): \(moduleNames) no field \"\(name.shortened)\""
                + NearName.hint(for: name, among: names))
    }

    private func checkRelation(_ name: String, at place: String) throws(APIError) {
        guard !modules.contains(where: { $0.relations[name] != nil }) else { return }
        try checkField(name, at: place)
        let names = modules.flatMap { $0.relations.keys.sorted() }
        throw APIError(
            400,
            "\(place): \"\(name.shortened)\" is not a relation" + NearName.hint(for: name, among: names)
        )
    }

    private var moduleNames: String {
        modules.count == 1 ? "the module \"\(modules[0].name)\" has" : "none of the modules searched has"
    }
}

extension [String] {
    /// The texts without duplicates, in the order of first occurrence. Texts are compared by their bytes.
    fileprivate var withoutRepeats: [String] {
        var seen: Set<ExactText> = []
        return filter { seen.insert(ExactText($0)).inserted }
    }
}

extension ServedModule {
    func has(_ field: String) -> Bool { descriptor.fields[field] != nil }

    /// The target modules of relations, by the field's wire name.
    var relations: [String: String] {
        var relations: [String: String] = [:]
        for field in descriptor.fields.fields {
            if case .relation(let target) = field.kind.innermost { relations[field.name] = target }
        }
        return relations
    }
}

extension SearchCall {
    /// The request for one of the modules; `nil` if none of its items can match.
    func request(for module: ServedModule) -> SearchRequest? {
        var request = SearchRequest(module: module.descriptor)
        request.filter = modules.count == 1 ? filter : filter?.settingMissing(module.has)
        request.metaFilter = metaFilter
        request.ids = ids
        request.page = page
        request.segment = segment
        request.sort = sort.filter { key in
            if case .value(let name) = key.property { module.has(name) } else { true }
        }
        request.fields = fields?.filter(module.has)
        let relations = module.relations
        guard related.allSatisfy({ relations[$0.field] != nil }) else { return nil }
        request.related = related
        switch include {
        case .none: break
        case .all:
            request.include = module.descriptor.fields.fields.filter { relations[$0.name] != nil }
                .map { IncludePath([$0.name]) }
        case .fields(let names):
            request.include = names.filter { relations[$0] != nil }.map { IncludePath([$0]) }
        }
        return request
    }
}

/// Reads a search's sort: `createdAt asc,values.rating desc`.
enum SortReading {
    /// The metadata that HALO can sort and filter by.
    static let metadata: Set<String> = [
        "name", "createdAt", "updatedAt", "publishedAt", "removedAt", "archivedAt", "deletedAt", "createdBy",
        "updatedBy", "deletedBy",
    ]

    static func keys(_ text: String) throws(APIError) -> [SortKey] {
        var keys: [SortKey] = []
        // Only the first occurrence of a property affects the order.
        var seen: Set<ExactText> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var name = part.trimmingSpaces
            guard !name.isEmpty else {
                throw APIError(400, "sort: an order is empty; expected \"createdAt asc,values.rating desc\"")
            }
            var order = SortOrder.ascending
            if let space = name.lastIndex(of: " ") {
                switch name[name.index(after: space)...].lowercased() {
                case "asc": name = name[..<space].trimmingSpaces
                case "desc":
                    order = .descending
                    name = name[..<space].trimmingSpaces
                default: break
                }
            }
            if name.hasPrefix("values.") {
                guard seen.insert(ExactText(name)).inserted else { continue }
                keys.append(SortKey(.value(String(name.dropFirst("values.".count))), order))
            } else if metadata.contains(name) {
                guard seen.insert(ExactText(name)).inserted else { continue }
                keys.append(SortKey(.metadata(name), order))
            } else {
                throw APIError(
                    400,
                    "sort: \"\(name.shortened)\" is not a metadata field; expected one of \(metadata.sorted().joined(separator: ", ")), "
                        + "and a field is written \"values.\(name.shortened)\"")
            }
        }
        return keys
    }
}
