import Foundation
import QuireCore
import QuireEngine

/// A search in HALO's format: checked, with its filters converted to HALO's operations.
struct HALOSearch: Sendable {
    private var query: HALOQuery
    private let filter: Filter?
    private let metaFilter: Filter?
    private let pagination: Pagination?
    private let sort: String?
    /// Whether the search cannot match any item, so that nothing needs to be sent.
    let findsNothing: Bool
    let serverCache: Int

    /// The value of `pagination`.
    private enum Pagination { case page(Int, limit: Int), skipped }

    var decoding: DecodingOptions { query.decoding }

    /// - Throws: `UnsupportedError` for requests that HALO cannot express, `QueryError` for invalid requests.
    init(_ request: SearchRequest, _ settings: HALOEngine.Settings) throws {
        try request.check(for: HALOEngine.capabilities)
        // On the wire, it means any item.
        for related in request.related where related.ids?.contains(ItemIDRules.anyItem) == true {
            throw UnsupportedError(
                engine: "HALO", node: "related to the id \"*\" by \"\(related.field)\"",
                hint: "it takes \"*\" for any item; for that use .related without ids")
        }
        try self.init(
            HALOQuery(request, sendsModuleID: settings.sendsModuleIDs), fields: request.module.fields,
            of: request.module.name)
    }

    init(_ query: HALOQuery) throws {
        var request = SearchRequest(module: .anyModule)
        request.filter = query.searchValues
        request.metaFilter = query.metaSearch
        request.sort = query.sort
        request.page = query.page
        try request.check(for: HALOEngine.capabilities)
        try self.init(
            query, fields: request.module.fields, of: query.moduleName ?? request.module.name)
    }

    private init(_ query: HALOQuery, fields: FieldTable, of module: String) throws {
        self.query = query
        let filter = try HALOFilter.lowered(query.searchValues, in: fields, of: module)
        let metaFilter = try HALOFilter.lowered(query.metaSearch, in: .metadata, of: module)
        self.filter = filter.sent
        self.metaFilter = metaFilter.sent
        // The server would treat an empty list as "any".
        findsNothing =
            filter == .never || metaFilter == .never
            || [query.moduleIDs, query.moduleNames, query.instanceIDs].contains([])
            || query.relatedTo.contains { $0.ids == [] }
        pagination = try Self.pagination(query.page)
        sort = try Self.order(query.sort)
        serverCache = query.serverCache ?? 0
        guard serverCache >= 0 else {
            throw UnsupportedError(
                engine: "HALO", node: "halo(serverCache: \(serverCache))",
                hint: "give a number of seconds, 0 or more")
        }
    }

    /// Whether the search uses the device's tags.
    var wantsDeviceTags: Bool { query.segment?.includesDevice ?? false }

    /// Returns the search with the device's tags added.
    func adding(deviceTags: [Tag]) -> HALOSearch {
        var search = self
        search.query.segment?.tags += deviceTags
        return search
    }

    private static func pagination(_ page: PageRequest) throws -> Pagination? {
        switch page {
        case .standard: return nil
        case .all: return .skipped
        case .page(let number, let size): return .page(number, limit: size)
        case .offset(let offset, let limit):
            guard offset.isMultiple(of: limit) else {
                throw UnsupportedError(
                    engine: "HALO", node: "offset \(offset), limit \(limit)",
                    hint: "it pages by number; use an offset that is a multiple of the limit")
            }
            return .page(offset / limit + 1, limit: limit)
        case .cursor(_, let limit):
            throw UnsupportedError(
                engine: "HALO", node: "cursor paging", hint: "it has no cursors; use .page(1, size: \(limit))"
            )
        }
    }

    /// `name asc,values.rating desc`: the format has no quotes, so a name must not contain its separators.
    private static func order(_ keys: [SortKey]) throws -> String? {
        if keys.isEmpty { return nil }
        let parts = try keys.map { key in
            let name: String
            switch key.property {
            case .metadata(let property):
                guard HALOEngine.metadata.contains(property) else {
                    throw UnsupportedError(
                        engine: "HALO", node: "sort by the metadata \"\(property)\"",
                        hint: "it sorts by \(HALOEngine.metadata.joined(separator: ", "))")
                }
                name = property
            case .value(let field):
                guard !field.isEmpty, !field.contains(where: { $0.isWhitespace || $0 == "," }) else {
                    throw UnsupportedError(
                        engine: "HALO", node: "sort by \"\(field)\"",
                        hint: "its order is a text split at spaces and commas; sort by another field")
                }
                name = "values.\(field)"
            }
            return "\(name) \(key.order == .ascending ? "asc" : "desc")"
        }
        return parts.joined(separator: ",")
    }

    // MARK: - The body

    /// The JSON body, byte for byte like HALO's iOS SDK: missing keys are omitted, `segmentMode` is always included.
    func body(_ settings: HALOEngine.Settings) -> Data {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        if let ids = query.moduleIDs { json.strings("moduleIds", ids) }
        if let name = query.moduleName {
            json.key("moduleName")
            json.string(name)
        }
        if let names = query.moduleNames { json.strings("moduleNames", names) }
        if let ids = query.instanceIDs { json.strings("instanceIds", ids) }
        writeRelated(&json)
        if let filter { json.filter("searchValues", filter) }
        if let metaFilter { json.filter("metaSearch", metaFilter) }
        if let fields = query.fields, !fields.isEmpty {
            json.strings("fields", fields.map { "values.\($0)" })
        }
        switch query.include {
        case .fields(let names) where !names.isEmpty: json.strings("include", names)
        case .all: json.strings("include", ["all"])
        case .none, .fields: break
        }
        writePagination(&json, settings)
        writeSegment(&json)
        if let sort {
            json.key("sort")
            json.string(sort)
        }
        if let locale = query.locale ?? settings.locale {
            json.key("locale")
            json.string(locale)
        }
        writeSettings(&json, settings)
        json.endObject()
        return Data(json.bytes)
    }

    private func writeRelated(_ json: inout JSONWriter) {
        if query.relatedTo.isEmpty { return }
        json.key("relatedTo")
        json.beginArray()
        for related in query.relatedTo {
            json.beginObject()
            json.key("fieldName")
            json.string(related.field)
            json.strings("instanceIds", related.ids ?? [ItemIDRules.anyItem])
            json.endObject()
        }
        json.endArray()
    }

    private func writePagination(_ json: inout JSONWriter, _ settings: HALOEngine.Settings) {
        guard let pagination else { return }
        json.key("pagination")
        json.beginObject()
        var skips = true
        if case .page(let number, let limit) = pagination {
            json.key("page")
            json.integer(Int64(number))
            json.key("limit")
            json.integer(Int64(limit))
            skips = false
        }
        json.key("skip")
        if settings.writesSkipAsBoolean { json.boolean(skips) } else { json.string(skips ? "true" : "false") }
        json.endObject()
    }

    private func writeSegment(_ json: inout JSONWriter) {
        if let tags = query.segment?.tags, !tags.isEmpty {
            json.key("segmentTags")
            json.beginArray()
            for tag in tags {
                json.beginObject()
                for (key, value) in [
                    ("id", tag.id), ("name", tag.name), ("value", tag.value), ("tagType", tag.tagType),
                ] {
                    guard let value else { continue }
                    json.key(key)
                    json.string(value)
                }
                json.endObject()
            }
            json.endArray()
        }
        json.key("segmentMode")
        json.string((query.segment?.mode ?? .partial).rawValue)
    }

    /// The query's settings take precedence over the engine's.
    private func writeSettings(_ json: inout JSONWriter, _ settings: HALOEngine.Settings) {
        if query.settings.enablesSlowSearch ?? settings.enablesSlowSearch {
            json.key("searchSettings")
            json.beginObject()
            json.key("enableSlowSearch")
            json.boolean(true)
            json.endObject()
        }
        let isSlowSort = query.settings.enablesSlowSort ?? settings.enablesSlowSort
        let sortLocale = query.settings.sortLocale ?? settings.sortLocale
        guard sort != nil, isSlowSort || sortLocale != nil else { return }
        json.key("sortSettings")
        json.beginObject()
        if isSlowSort {
            json.key("enableSlowSort")
            json.boolean(true)
        }
        if let sortLocale {
            json.key("sortLocale")
            json.string(sortLocale)
        }
        json.endObject()
    }

    // MARK: - Nothing found

    /// The page for a query that matches nothing.
    var emptyPage: PageInfo {
        switch pagination {
        case .page(let number, let limit):
            PageInfo(page: number, limit: limit, offset: (number - 1) * limit, totalItems: 0)
        case .skipped: PageInfo(page: 1, limit: 0, offset: 0, totalItems: 0)
        case nil: PageInfo(page: 1, limit: 10, offset: 0, totalItems: 0)
        }
    }

    var emptyPageData: Data {
        if case .skipped = pagination { return Data("[]".utf8) }
        var json = JSONWriter()
        json.beginObject()
        json.key("pagination")
        json.beginObject()
        let page = emptyPage
        let numbers: [(StaticString, Int)] = [
            ("page", page.page), ("limit", page.limit), ("offset", page.offset), ("totalItems", 0),
            ("totalPages", 0),
        ]
        for (key, number) in numbers {
            json.key(key)
            json.integer(Int64(number))
        }
        json.endObject()
        json.key("items")
        json.beginArray()
        json.endArray()
        json.endObject()
        return Data(json.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func strings(_ key: StaticString, _ values: [String]) {
        self.key(key)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    fileprivate mutating func filter(_ key: StaticString, _ filter: Filter) {
        self.key(key)
        filter.write(to: &self)
    }
}
