import QuireCore
import QuireEngine
import QuireServer

/// Tells the page what has changed, and follows the commits of the main engine.
struct ChangeCalls: Sendable {
    let context: ExplorerContext
    let feed = ChangeFeed()

    func changes(_ request: ServedRequest) async throws -> JSONValue {
        let parameters = Self.parameters(request.query)
        let after = parameters["after"].flatMap { $0 > 0 ? $0 : nil }
        let news = try await feed.news(after: after, waiting: min(max(parameters["wait"] ?? 0, 0), 25))
        var modules: [JSONValue.Member] = news.modules.sorted { $0.key < $1.key }.map {
            .init($0.key, $0.value?.json ?? .null)
        }
        if news.isUnknown {
            modules = context.schema.now.schema.modules.map { .init($0.name, .null) }
        }
        return .record([
            "now": news.number.json, "schema": context.schema.now.revision.json,
            "schemaChanged": news.hasNewSchema.json, "modules": .object(modules),
        ])
    }

    /// Follows the main engine's commits, if it reports them, until the task is cancelled.
    func follow() async {
        guard let live = context.engines.first?.engine.live?.engine else { return }
        let watch = await live.watchCommits()
        while let changes = try? await watch.nextCommits() { feed.add(changes) }
    }

    private static func parameters(_ query: String) -> [String: Int] {
        var parameters: [String: Int] = [:]
        for pair in query.split(separator: "&").prefix(10) {
            let parts = pair.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { parameters[String(parts[0])] = Int(parts[1]) }
        }
        return parameters
    }
}
