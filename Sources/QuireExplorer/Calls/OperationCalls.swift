import QuireCore
import QuireEngine
import QuireOpenSearch
import QuireStore
import QuireTypesense

/// The state of the engines: pending writes, syncing, indexing and nodes.
struct OperationCalls: Sendable {
    let context: ExplorerContext

    func operations() async throws -> JSONValue {
        let reading = context.schema.now
        var engines: [JSONValue] = []
        for engine in context.engines { engines.append(await state(of: engine, reading.schema)) }
        var (outbox, sync, indexing): (JSONValue?, JSONValue?, JSONValue?)
        var counts: [JSONValue] = []
        if let main = context.engines.first {
            #if SQLite
            if let store = main.engine as? Store {
                let backlog = try await store.backlog()
                outbox = Self.outbox(backlog)
                indexing = Self.indexing(backlog)
                sync = try await Self.sync(store, reading.schema)
            }
            #endif
            counts = await self.counts(main, reading.schema)
        }
        return .record([
            "outbox": outbox, "sync": sync, "indexing": indexing, "engines": engines.json,
            "counts": counts.json,
        ])
    }

    private func counts(_ engine: ExploredEngine, _ schema: ExploredSchema) async -> [JSONValue] {
        var counts: [JSONValue] = []
        for module in schema.modules.prefix(200) {
            let count = try? await ContentClient(engine: engine.engine)
                .count(SearchRequest(module: module.descriptor))
            counts.append(.record(["module": module.name.json, "count": count?.json]))
        }
        return counts
    }

    /// Asks the engine for one item, and lists its nodes.
    private func state(of engine: ExploredEngine, _ schema: ExploredSchema) async -> JSONValue {
        var (state, detail) = ("unknown", engine.label)
        if let module = schema.modules.first {
            var request = SearchRequest(module: module.descriptor)
            request.page = .page(1, size: 1)
            request.countsTotal = false
            request.fields = []
            do {
                _ = try await ItemSource(engine: engine.engine).items(request)
                state = "ok"
            } catch {
                state = "failed"
                detail = "\(error)"
            }
        }
        return .record([
            "id": engine.id.json, "state": state.json, "detail": detail.json,
            "nodes": Self.nodes(of: engine).json,
        ])
    }

    private static func nodes(of engine: ExploredEngine) -> [JSONValue] {
        let nodes =
            (engine.engine as? TypesenseEngine)?.nodes ?? (engine.engine as? OpenSearchEngine)?.nodes ?? []
        return nodes.map { node in
            .record([
                "url": node.address.json, "healthy": node.isHealthy.json, "detail": "\(node)".json,
            ])
        }
    }

    #if SQLite
    private static func outbox(_ backlog: StoreBacklog) -> JSONValue? {
        guard let writes = backlog.writes else { return nil }
        let entries: [JSONValue] = writes.map { write in
            .record([
                "module": write.module.json, "id": write.id?.json, "kind": write.kind.json,
                "attempts": write.attempts.json, "state": write.state.json, "message": write.message?.json,
                "createdAt": write.queuedAt.json,
            ])
        }
        return .record(["count": backlog.writeCount.json, "entries": entries.json])
    }

    private static func indexing(_ backlog: StoreBacklog) -> JSONValue? {
        guard !backlog.indexes.isEmpty else { return nil }
        let indexes: [JSONValue] = backlog.indexes.map { index in
            .record(["name": index.name.json, "pending": index.pending.json])
        }
        return .record([
            "pending": backlog.indexes.reduce(0) { $0 + $1.pending }.json, "indexes": indexes.json,
        ])
    }

    private static func sync(_ store: Store, _ schema: ExploredSchema) async throws -> JSONValue? {
        var modules: [JSONValue] = []
        for module in schema.modules {
            guard let state = try? await store.synced.syncState(of: module.name) else { continue }
            modules.append(
                .record([
                    "module": module.name.json, "checkpoint": state.mark.milliseconds.json,
                    "updatedAt": state.mark.milliseconds.json, "locale": state.locale?.json,
                ]))
        }
        return modules.isEmpty ? nil : modules.json
    }
    #endif
}
