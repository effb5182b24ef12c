#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireRemote
import QuireStore
import QuireTerminal

/// Fills a search cluster, or a PocketBase server, with the content of a store, with a progress bar on a terminal.
///
/// Each module is loaded into a new collection, which is swapped in when it is complete. Until then, searches find the
/// old books. PocketBase has one collection, which is emptied first. The engine itself stores which data it holds, as an
/// item of a separate module.
struct ShopUpload: Sendable {
    let engine: any InstanceLoading
    /// Identifies this version of the data.
    let fingerprint: String
    let errors: Output

    private static let note = ModuleDescriptor(
        name: "filled", fields: [FieldDescriptor(name: "fingerprint", kind: .text)])
    private static let batch = 250

    /// Whether the cluster holds this version of the data.
    func isCurrent() async -> Bool {
        var request = SearchRequest(module: Self.note)
        request.ids = ["shop"]
        request.page = .page(1, size: 1)
        // Whatever is wrong, filling the cluster fixes it or reports the problem.
        guard let data = try? await engine.searchData(request), let page = try? JSONValue(parsing: data),
            case .array(let items)? = page["items"], let item = items.first
        else { return false }
        return item["values"]?["fingerprint"] == .string(fingerprint)
    }

    func run(from store: Store) async throws {
        // Until everything is loaded, the cluster holds no complete version.
        try await note("")
        for module in ContentSchema.modules { try await fill(module, from: store) }
        try await note(fingerprint)
    }

    private func note(_ fingerprint: String) async throws {
        let place = try await engine.loadingPlace(for: Self.note, replacing: false, resuming: true)
        let note = JSONValue.object([
            .init("id", .string("shop")),
            .init("values", .object([.init("fingerprint", .string(fingerprint))])),
        ])
        try await load([note], into: place, of: Self.note)
        try await engine.putLive(place, of: Self.note)
    }

    private func fill(_ module: ModuleDescriptor, from store: Store) async throws {
        let bar = ProgressBar("Loading \(module.name) into \(engine.capabilities.name)", on: errors)
        defer { bar.finish() }
        bar.show(0)
        let total = try await store.count(of: module.name)
        let place = try await engine.loadingPlace(for: module, replacing: true, resuming: false)
        for offset in stride(from: 0, to: total, by: Self.batch) {
            var request = SearchRequest(module: module)
            request.page = .offset(offset, limit: Self.batch)
            request.countsTotal = false
            let page = try JSONValue(parsing: try await store.searchData(request))
            guard case .array(let instances)? = page["items"] else { continue }
            try await load(instances, into: place, of: module)
            bar.show(Double(min(total, offset + Self.batch)) / Double(total))
        }
        try await engine.putLive(place, of: module)
    }

    private func load(
        _ instances: [JSONValue], into place: LoadingPlace, of module: ModuleDescriptor
    ) async throws {
        let failures = try await storeWithRetries(instances) {
            try await engine.load($0, into: place, of: module)
        }
        for failure in failures.compactMap({ $0 }) { throw failure }
    }
}
#endif
