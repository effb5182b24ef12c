import QuireCore
import QuireEngine
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
            var byID: [[UInt8]: JSONValue] = [:]
            for item in page.items { byID[Array(item.instanceID.utf8)] = item }
            for id in part {
                let item = byID[Array(id.utf8)]
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
