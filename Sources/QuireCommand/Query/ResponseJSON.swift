import QuireCore

/// A response as JSON: the page in HALO's format, one item per line.
enum ResponseJSON {
    /// `{"pagination":{…},"cursor":"…","facets":[…],"items":[` … `]}`.
    static func page(_ response: SearchResponse<JSONValue>) -> String {
        var members = [JSONValue.Member("pagination", pagination(response.pageInfo))]
        if let cursor = response.nextCursor { members.append(.init("cursor", .string(cursor.token))) }
        if let scanned = response.scanned { members.append(.init("scanned", .integer(Int64(scanned)))) }
        if !response.facets.isEmpty {
            members.append(.init("facets", .array(response.facets.map(facet))))
        }
        let head = "\(JSONValue.object(members))".dropLast()
        let items = response.items.map { "\($0)" }.joined(separator: ",\n")
        return "\(head),\"items\":[\n\(items)\(items.isEmpty ? "" : "\n")]}"
    }

    private static func pagination(_ info: PageInfo) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("page", .integer(Int64(info.page))), .init("limit", .integer(Int64(info.limit))),
            .init("offset", .integer(Int64(info.offset))),
        ]
        if let total = info.totalItems {
            members.append(.init("totalItems", .integer(Int64(total))))
            members.append(.init("totalPages", .integer(Int64(info.totalPages ?? 1))))
        }
        if info.meaning == .engine { members.append(.init("meaning", .string(info.meaning.rawValue))) }
        return .object(members)
    }

    private static func facet(_ facet: FacetResult) -> JSONValue {
        let counts = facet.counts.map { count in
            JSONValue.object([
                .init("value", JSONValue(count.value)), .init("count", .integer(Int64(count.count))),
            ])
        }
        var members: [JSONValue.Member] = [
            .init("field", .string(facet.field)), .init("counts", .array(counts)),
            .init("exhaustive", .boolean(facet.isExhaustive)),
        ]
        if let missing = facet.missing { members.append(.init("missing", .integer(Int64(missing)))) }
        if let statistics = facet.statistics {
            members.append(
                .init(
                    "statistics",
                    .object([
                        .init("count", .integer(Int64(statistics.count))),
                        .init("minimum", .number(statistics.minimum)),
                        .init("maximum", .number(statistics.maximum)),
                        .init("sum", .number(statistics.sum)),
                        .init("average", .number(statistics.average)),
                    ])))
        }
        return .object(members)
    }
}
