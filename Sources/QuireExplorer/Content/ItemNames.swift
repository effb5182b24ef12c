import QuireCore
import QuireEngine
import QuireServer
import QuireText
import QuireToolbox

/// Finds the names of items: what people call them instead of their ids.
struct ItemNames: Sendable {
    let schema: ExploredSchema
    let engine: any ContentEngine
    /// The most ids that are looked up for a response.
    static let mostIDs = 2_000

    /// The names by module and id. `nil` for ids without an item; ids that were not looked up are missing.
    func names(of ids: [String: Set<String>]) async throws -> JSONValue {
        var modules: [JSONValue.Member] = []
        for (name, wanted) in ids.sorted(by: { $0.key < $1.key }) {
            guard let module = schema[name] else { continue }
            let titles = try await names(of: wanted.sorted().prefix(Self.mostIDs).map { $0 }, in: module)
            modules.append(.init(name, .object(titles)))
        }
        return .object(modules)
    }

    func names(of ids: [String], in module: ExploredModule) async throws -> [JSONValue.Member] {
        var names: [JSONValue.Member] = []
        let most = min(500, engine.capabilities.maximumPageSize ?? 500)
        for start in stride(from: 0, to: ids.count, by: most) {
            let part = Array(ids[start..<min(start + most, ids.count)])
            var request = SearchRequest(module: module.descriptor)
            request.ids = part
            request.page = .page(1, size: part.count)
            request.countsTotal = false
            request.fields = [module.titleField].compactMap { $0 }
            let page = try await ItemSource(engine: engine).items(request)
            var byID: [ExactText: JSONValue] = [:]
            for item in page.items { byID[ExactText(item.instanceID)] = item }
            for id in part {
                let item = byID[ExactText(id)]
                names.append(.init(id, item.map { name(of: $0, in: module)?.json ?? id.json } ?? .null))
            }
        }
        return names
    }

    /// The title of an item, or the name in its metadata.
    func name(of item: JSONValue, in module: ExploredModule) -> String? {
        if let field = module.titleField, let value = item.member("values")?.member(field),
            let text = Self.text(value, schema.schema.locales.map(\.name))
        {
            return text.shortened(to: 200)
        }
        if case .string(let name)? = item.member("name") { return name.shortened(to: 200) }
        return nil
    }

    /// A text, or the text of the first locale that has one.
    private static func text(_ value: JSONValue, _ locales: [String]) -> String? {
        switch value {
        case .string(let text): return text.isEmpty ? nil : text
        case .object(let members):
            for locale in locales {
                if case .string(let text)? = value.member(locale), !text.isEmpty { return text }
            }
            return members.lazy.compactMap { if case .string(let text) = $0.value { text } else { nil } }
                .first
        default: return nil
        }
    }
}

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
        if let text = try body.text("search"), !text.isEmpty {
            Self.search(text, in: module, engine: engine, request: &request)
        }
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
        _ text: String, in module: ExploredModule, engine: any ContentEngine, request: inout SearchRequest
    ) {
        guard let title = module.titleField else {
            request.ids = [text]
            return
        }
        if engine.capabilities.fullText, module.descriptor.fields[title]?.searchWeight != nil {
            request.text = TextSearch(.all(text, matching: .lastWordAsPrefix))
        } else {
            request.filter = .leaf(.init(.like, title, value: .string(text), type: .string))
        }
    }
}
