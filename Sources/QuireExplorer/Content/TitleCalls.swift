import QuireCore
import QuireEngine
import QuireServer
import QuireText

/// The names of items, for ids and for choosing a related item.
struct TitleCalls: Sendable {
    let context: ExplorerContext

    func titles(_ body: BodyObject) async throws -> JSONValue {
        let engine = try context.engine(try body.text("engine")).engine
        let module = try context.module(try body.requiredText("module"))
        let names = ItemNames(schema: context.schema.now.schema, engine: engine)
        if let ids = try body.texts("ids") {
            guard ids.count <= 200 else { throw ExplorerError(.body, "ids: expected at most 200 ids") }
            let titles = try await names.names(of: ids, in: module)
            return .record(["names": .object([.init(module.name, .object(titles))])])
        }
        var request = SearchRequest(module: module.descriptor)
        request.page = .page(1, size: min(try ItemCalls.size(body), 100))
        request.countsTotal = false
        request.fields = [module.titleField].compactMap { $0 }
        if let text = try body.text("search"), !text.isEmpty { Self.search(text, module, engine, &request) }
        let items: [JSONValue] = try await ItemSource(engine: engine).items(request).items.map { item in
            .record([
                "id": item.instanceID.json,
                "name": (names.name(of: item, in: module) ?? item.instanceID).json,
            ])
        }
        return .record(["items": items.json])
    }

    /// Full text where the title is searchable, otherwise a part of the title.
    private static func search(
        _ text: String, _ module: ExploredModule, _ engine: any ContentEngine, _ request: inout SearchRequest
    ) {
        guard let title = module.titleField else {
            request.ids = [text]
            return
        }
        if engine.capabilities.fullText, module.descriptor.fields[title]?.searchWeight != nil {
            request.text = TextSearch(.all(text, matching: .lastWordAsPrefix))
        } else {
            request.filter = .leaf(.init(.like, title, .string(text), type: .string))
        }
    }
}
