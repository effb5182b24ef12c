import QuireCore
import QuireEngine
import QuireServer
import QuireText
import QuireToolbox

/// Pages of items, and single items in full.
struct ItemCalls: Sendable {
    let context: ExplorerContext

    static let mostItems = 500

    func items(_ body: BodyObject) async throws -> JSONValue {
        let engine = try context.engine(try body.text("engine")).engine
        let schema = context.schema.now.schema
        let query = try QueryReader.query(try QueryArgument.object(body))
        let resolved = try QueryResolver(schema: schema).resolve(query)
        var request = resolved.request
        let isFirst = body["cursor"] == nil
        request.countsTotal = try body.boolean("count") ?? isFirst
        if !isFirst { request.facets = [] }
        if let columns = try body.texts("columns") {
            request.fields = try Self.known(columns, in: resolved.module)
        }
        if let most = try body.integer("fallback") {
            guard (1...1_000_000).contains(most) else {
                throw ExplorerError(.body, "fallback: expected a number from 1 to 1000000")
            }
            request.fallback = .clientSide(maxScanned: Int(most))
        }
        let response = try await page(request, of: resolved.module, body, on: engine)
        return response
    }

    /// Runs a request for the page that the body names.
    func page(
        _ request: SearchRequest, of module: ExploredModule, _ body: BodyObject, on engine: any ContentEngine
    ) async throws -> JSONValue {
        let size = try Self.size(body)
        var request = request
        request.page = try PagePlace.page(
            try body.text("cursor"), offset: try body.integer("offset").map { Int($0) }, size: size,
            hasCursors: engine.capabilities.supportsCursors || request.fallback != nil)
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await ItemSource(engine: engine).items(request)
        let time = clock.now - start
        let schema = context.schema.now.schema
        let wantsHighlights = try body.boolean("highlight") ?? true
        let highlighter = wantsHighlights ? response.text?.highlighter : nil
        let rows = response.items.map { item in
            ItemJSON.list.row(
                item, highlights: highlighter.map { Highlights.json(of: item, in: module, $0) })
        }
        let names = try await ItemNames(schema: schema, engine: engine)
            .names(of: RelatedIDs.ids(in: response.items, of: module))
        let rejected: [JSONValue] = response.rejected.prefix(100).map { error in
            .record(["id": error.id?.json, "message": "\(error)".json])
        }
        return .record([
            "module": module.name.json, "rows": rows.json, "names": names,
            "next": try PagePlace.next(after: response, to: request)?.json,
            "total": response.pageInfo.totalItems?.json, "offset": response.pageInfo.offset.json,
            "milliseconds": time.milliseconds.json, "scanned": response.scanned?.json,
            "facets": response.facets.map(FacetJSON.json).json, "text": response.text.map(TextJSON.json),
            "rejected": rejected.json,
        ])
    }

    func item(_ body: BodyObject) async throws -> JSONValue {
        let (item, module, engine) = try await found(body)
        let names = try await ItemNames(schema: context.schema.now.schema, engine: engine)
            .names(of: RelatedIDs.ids(in: [item], of: module))
        return .record(["row": ItemJSON.whole.row(item), "names": names])
    }

    func cell(_ body: BodyObject) async throws -> JSONValue {
        let name = try body.requiredText("field")
        let module = try context.module(try body.requiredText("module"))
        _ = try Self.known([name], in: module)
        let (item, _, _) = try await found(body, fields: [name])
        let value = item.member("values")?.member(name) ?? .null
        guard value.description.utf8.count <= 8 << 20 else {
            throw ExplorerError(.tooLarge, "The value has more than 8 MB. Use 'quire query' to read it.")
        }
        return .record(["value": value])
    }

    /// The item that a body names.
    func found(
        _ body: BodyObject, fields: [String]? = nil
    ) async throws -> (item: JSONValue, module: ExploredModule, engine: any ContentEngine) {
        let engine = try context.engine(try body.text("engine")).engine
        let module = try context.module(try body.requiredText("module"))
        let id = try body.requiredText("id")
        guard let item = try await ItemSource(engine: engine).item(id, of: module.descriptor, fields: fields)
        else { throw ExplorerError(.notFound, "\(module.name) has no item with the id \"\(id.shortened)\".") }
        return (item, module, engine)
    }

    static func size(_ body: BodyObject) throws -> Int {
        let size = try body.integer("size") ?? 50
        guard (1...Int64(mostItems)).contains(size) else {
            throw ExplorerError(.body, "size: expected a number from 1 to \(mostItems)")
        }
        return Int(size)
    }

    private static func known(_ names: [String], in module: ExploredModule) throws -> [String] {
        for name in names where module.field(name) == nil {
            throw ExplorerError(.query, "\(module.name) has no field \"\(name.shortened)\".")
        }
        return names
    }
}

extension Duration {
    /// With three digits after the point.
    var milliseconds: Double {
        let (seconds, attoseconds) = components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return Double(microseconds) / 1_000
    }
}

/// How a full-text search found its items.
enum TextJSON {
    static func json(_ info: TextSearchInfo) -> JSONValue {
        let corrections: [JSONValue.Member] = info.corrections.sorted { $0.key < $1.key }.map {
            .init($0.key, $0.value.json)
        }
        return .record([
            "ranking": info.ranking.rawValue.json, "level": info.level.rawValue.json,
            "corrections": .object(corrections), "dropped": info.dropped.json,
            "exactItems": info.exactItems.map { .integer(Int64($0)) } ?? .null,
        ])
    }
}

/// Writes facets for the page.
enum FacetJSON {
    static func json(_ facet: FacetResult) -> JSONValue {
        let counts: [JSONValue] = facet.counts.map { count in
            .record(["value": JSONValue(count.value), "count": count.count.json])
        }
        let statistics: JSONValue? = facet.statistics.map { numbers in
            .record([
                "minimum": numbers.minimum.json, "maximum": numbers.maximum.json,
                "average": numbers.average.json,
            ])
        }
        return .record([
            "field": facet.field.json, "exhaustive": facet.isExhaustive.json, "counts": counts.json,
            "statistics": statistics,
        ])
    }
}

/// The places in an item that match a full-text search.
enum Highlights {
    /// For each searchable text that matches: its parts, cut to the words around the matches if it is long.
    static func json(
        of item: JSONValue, in module: ExploredModule, _ highlighter: TextHighlighter
    ) -> JSONValue {
        var fields: [JSONValue.Member] = []
        for field in module.descriptor.fields.fields where field.searchWeight != nil {
            guard case .string(let text)? = item.member("values")?.member(field.name) else { continue }
            let excerpt =
                text.utf8.count > 300 ? highlighter.snippet(of: text, words: 40) : highlighter.highlight(text)
            guard !excerpt.ranges.isEmpty else { continue }
            fields.append(.init(field.name, excerpt.parts.map(part).json))
        }
        return .object(fields)
    }

    private static func part(_ part: HighlightedText.Part) -> JSONValue {
        part.isHighlighted
            ? .record(["text": part.text.json, "hit": true.json]) : .record(["text": part.text.json])
    }
}

/// A place in a result, as the page sends it back: `c:…` a cursor, `p:3` a page, `o:200` an offset.
enum PagePlace {
    /// The page of a request.
    ///
    /// - Parameters:
    ///   - text: The place of an earlier response.
    ///   - offset: The number of items to skip, instead of a place.
    static func page(
        _ text: String?, offset: Int?, size: Int, hasCursors: Bool
    ) throws(ExplorerError) -> PageRequest {
        if let offset { return .offset(offset, limit: size) }
        guard let text else { return hasCursors ? .cursor(nil, limit: size) : .page(1, size: size) }
        let rest = String(text.dropFirst(2))
        switch (text.prefix(2), Int(rest)) {
        case ("c:", _): return .cursor(Cursor(token: rest), limit: size)
        case ("p:", let number?) where number >= 1: return .page(number, size: size)
        case ("o:", let offset?) where offset >= 0: return .offset(offset, limit: size)
        default:
            throw ExplorerError(
                .body, "cursor: this is not a place that the explorer gave. Load the first page.")
        }
    }

    /// The place of the page after a response; `nil` at the end.
    static func next<Item>(
        after response: SearchResponse<Item>, to request: SearchRequest
    ) throws -> String? {
        switch try request.following(response)?.page {
        case .cursor(let cursor?, _): "c:\(cursor.token)"
        case .page(let number, _): "p:\(number)"
        case .offset(let offset, _): "o:\(offset)"
        case .cursor(nil, _), .standard, .all, nil: nil
        }
    }
}
