import QuireCore
import QuireEngine

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
