import QuireCore
import QuireEngine
import QuireServer

/// The explorer's API: one call for each thing that the page shows or does.
struct ExplorerAPI: Sendable {
    let context: ExplorerContext
    let changes: ChangeCalls
    private let explaining: ExplainCalls
    private let items: ItemCalls
    private let relations: RelationCalls
    private let titles: TitleCalls
    private let comparing: CompareCalls
    private let saved: SavedQueryCalls
    private let exporting: ExportCalls
    private let editing: EditCalls
    private let operating: OperationCalls

    init(_ context: ExplorerContext) {
        self.context = context
        changes = ChangeCalls(context: context)
        explaining = ExplainCalls(context)
        items = ItemCalls(context: context)
        relations = RelationCalls(context)
        titles = TitleCalls(context: context)
        comparing = CompareCalls(context: context)
        saved = SavedQueryCalls(context)
        exporting = ExportCalls(context: context)
        editing = EditCalls(context, feed: changes.feed)
        operating = OperationCalls(context: context)
    }

    /// Responds to a call whose token was checked.
    func respond(to request: ServedRequest, at route: ExplorerRoute) async throws -> ServedResponse {
        if route == .diagram {
            let text = SVGDiagram(diagram: SchemaDiagram(context.schema.now.schema.schema)).text
            return ServedResponse(200, headers: [("Content-Type", "image/svg+xml")], body: Array(text.utf8))
        }
        let response = ServedResponse(200, try await json(request, route))
        guard response.body.count <= Self.mostBytes else {
            throw ExplorerError(.tooLarge, "The response has more than 16 MB. Ask for fewer items or fields.")
        }
        return response
    }

    private static let mostBytes = 16 << 20

    private func json(_ request: ServedRequest, _ route: ExplorerRoute) async throws -> JSONValue {
        if request.method == "GET" {
            return switch route {
            case .status: StatusJSON.response(context)
            case .schema: PageSchema.response(context.schema.now)
            case .changes: try await changes.changes(request)
            case .queries: await saved.list()
            case .operations: try await operating.operations()
            default: throw ExplorerError(.method, "This call takes POST.")
            }
        }
        let body = try BodyObject(request, most: route.bodyBytes)
        return switch route {
        case .parse: try explaining.parse(body)
        case .explain: try await explaining.explain(body)
        case .items: try await items.items(body)
        case .item: try await items.item(body)
        case .cell: try await items.cell(body)
        case .relations: try await relations.relations(body)
        case .related: try await relations.related(body)
        case .titles: try await titles.titles(body)
        case .compare: try await comparing.compare(body)
        case .export: try await exporting.export(body)
        case .queries: try await saved.change(body)
        case .check: try editing.check(body)
        case .write: try await editing.write(body)
        case .undo: try await editing.undo(body)
        default: throw ExplorerError(.method, "This call takes GET.")
        }
    }
}

/// What the explorer can do, for the page's start.
enum StatusJSON {
    static func response(_ context: ExplorerContext) -> JSONValue {
        let reading = context.schema.now
        let dialects: [JSONValue] = Dialect.labels.map { kind, label in
            .record(["id": kind.rawValue.json, "label": label.json])
        }
        return .record([
            "version": "0.1.0".json, "title": context.options.title.json,
            "canWrite": (context.options.mayWrite && context.engines.first?.engine is any WritableEngine)
                .json,
            "canSaveQueries": (context.options.queriesFile != nil).json,
            "engines": context.engines.enumerated().map { engine($1, isMain: $0 == 0, context.options) }.json,
            "dialects": dialects.json, "locales": reading.schema.schema.locales.map(\.name).json,
            "schemaRevision": reading.revision.json, "schemaSource": context.schema.name.json,
            "limits": .record(["pageSize": 500.json, "cellCharacters": 2_000.json]),
        ])
    }

    private static func engine(
        _ engine: ExploredEngine, isMain: Bool, _ options: ExplorerOptions
    ) -> JSONValue {
        let capabilities = engine.engine.capabilities
        return .record([
            "id": engine.id.json, "label": engine.label.json, "kind": engine.kind.rawValue.json,
            "isMain": isMain.json, "supportsCursors": capabilities.supportsCursors.json,
            "supportsText": capabilities.fullText.json, "supportsFacets": capabilities.facets.json,
            "countsTotal": capabilities.countsTotal.json, "isLive": (engine.engine.live != nil).json,
            "canWrite": (options.mayWrite && engine.engine is any WritableEngine).json,
        ])
    }
}

/// The calls of the explorer's API.
enum ExplorerRoute: String, CaseIterable {
    case status, schema, operations, changes, queries
    case parse, items, item, cell, relations, related, titles, explain, compare, check, write, undo, export
    case diagram = "diagram.svg"

    /// The methods at the path.
    var methods: [String] {
        switch self {
        case .status, .schema, .operations, .changes, .diagram: ["GET"]
        case .queries: ["GET", "POST"]
        default: ["POST"]
        }
    }

    /// The largest body in bytes.
    var bodyBytes: Int { self == .write || self == .check ? 8 << 20 : 1 << 20 }

    /// Where the explorer is on its server.
    static let base = "/explore/"
    static let apiBase = base + "api/"
}
