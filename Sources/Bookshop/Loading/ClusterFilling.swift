#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireCluster
import QuireStore
import QuireTerminal

/// Fills a search cluster with what a store holds, with a progress bar on a terminal.
///
/// Each module goes into a new collection, which takes the place of the old one when it is whole: whoever searches
/// meanwhile finds the old books. What the cluster holds is noted in the cluster itself, as an item of its own module.
struct ClusterFilling: Sendable {
    let engine: any InstanceLoading
    /// What tells this state of the data from others.
    let fingerprint: String
    let errors: Output

    private static let note = ModuleDescriptor(
        name: "filled", fields: [FieldDescriptor(name: "fingerprint", kind: .text)])
    private static let batch = 250

    /// Whether the cluster holds this state of the data.
    func isCurrent() async -> Bool {
        var request = SearchRequest(module: Self.note)
        request.ids = ["shop"]
        request.page = .page(1, size: 1)
        // Whatever is wrong, filling the cluster mends it or says what it is.
        guard let data = try? await engine.searchData(request), let page = try? JSONValue(parsing: data),
            case .array(let items)? = page["items"], let item = items.first
        else { return false }
        return item["values"]?["fingerprint"] == .string(fingerprint)
    }

    func run(from store: Store) async throws {
        // Until all is there, the cluster holds no state of the data.
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
