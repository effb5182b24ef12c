import Foundation

/// A search in HALO's terms: checked, its filters lowered to what HALO knows.
struct HALOSearch: Sendable {
    private let request: SearchRequest
    private let filter: Filter?
    private let metaFilter: Filter?
    private let pagination: Pagination?
    private let sort: String?
    /// Whether no item can be found, whatever the server holds: nothing needs to be sent.
    let findsNothing: Bool
    let serverCache: Int

    /// What goes out as `pagination`.
    private enum Pagination { case page(Int, limit: Int), skipped }

    var decoding: DecodingOptions { request.decoding }

    /// - Throws: `UnsupportedError` for what HALO cannot express, `QueryError` for what makes no sense anywhere.
    init(_ request: SearchRequest) throws {
        try request.check(for: HALOEngine.capabilities)
        self.request = request
        let filter = try HALOFilter.lowered(
            request.filter, in: request.module.fields, of: request.module.name)
        let metaFilter = try HALOFilter.lowered(request.metaFilter, in: .metadata, of: request.module.name)
        self.filter = filter.sent
        self.metaFilter = metaFilter.sent
        // An empty list of ids would mean "any" to the server.
        findsNothing =
            filter == .never || metaFilter == .never || request.ids == []
            || request.related.contains { $0.ids == [] }
        pagination = try Self.pagination(request.page)
        sort = try Self.order(request.sort)
        serverCache = request.serverCache ?? 0
        guard serverCache >= 0 else {
            throw UnsupportedError(
                engine: "HALO", node: "serverCache(\(serverCache))",
                hint: "give a number of seconds, 0 or more")
        }
        for path in request.include where path.fields.count != 1 {
            throw UnsupportedError(
                engine: "HALO", node: "include \(path.fields.joined(separator: "."))",
                hint:
                    "it populates one level; include \(path.fields.first ?? "a field") and ask for the next by ids"
            )
        }
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

    /// `name asc,values.rating desc`: a small language without quotes, so a name must not hold its separators.
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

    /// The JSON body, byte for byte as HALO's iOS SDK means it: absent keys left out, `segmentMode` always there.
    func body(_ settings: HALOEngine.Settings) -> Data {
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.key("moduleName")
        json.string(request.module.name)
        if let ids = request.ids { json.strings("instanceIds", ids) }
        writeRelated(&json)
        if let filter { json.filter("searchValues", filter) }
        if let metaFilter { json.filter("metaSearch", metaFilter) }
        if let fields = request.fields, !fields.isEmpty {
            json.strings("fields", fields.map { "values.\($0)" })
        }
        if !request.include.isEmpty { json.strings("include", request.include.flatMap(\.fields)) }
        writePagination(&json, settings)
        writeSegment(&json)
        if let sort {
            json.key("sort")
            json.string(sort)
        }
        if let locale = request.locale {
            json.key("locale")
            json.string(locale)
        }
        writeSettings(&json, settings)
        json.endObject()
        return Data(json.bytes)
    }

    private func writeRelated(_ json: inout JSONWriter) {
        if request.related.isEmpty { return }
        json.key("relatedTo")
        json.beginArray()
        for related in request.related {
            json.beginObject()
            json.key("fieldName")
            json.string(related.field)
            json.strings("instanceIds", related.ids ?? ["*"])
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
        if let tags = request.segment?.tags, !tags.isEmpty {
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
        json.string((request.segment?.mode ?? .partial).rawValue)
    }

    private func writeSettings(_ json: inout JSONWriter, _ settings: HALOEngine.Settings) {
        if settings.enablesSlowSearch {
            json.key("searchSettings")
            json.beginObject()
            json.key("enableSlowSearch")
            json.boolean(true)
            json.endObject()
        }
        guard sort != nil, settings.enablesSlowSort || settings.sortLocale != nil else { return }
        json.key("sortSettings")
        json.beginObject()
        if settings.enablesSlowSort {
            json.key("enableSlowSort")
            json.boolean(true)
        }
        if let locale = settings.sortLocale {
            json.key("sortLocale")
            json.string(locale)
        }
        json.endObject()
    }

    // MARK: - Nothing found

    /// The page that a query which finds nothing is answered with.
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
