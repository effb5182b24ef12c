#if SQLite
import Foundation
import QuireCore
import QuireStore
import QuireToolbox

/// A load into the embedded store, which reads the lines itself.
struct StoreTarget: LoadTarget {
    let store: Store
    let path: String
    let module: ModuleDescriptor
    let requiresFields: Bool
    /// Whether the items get vectors after they are loaded.
    var embeds = false

    var name: String {
        "store \(URL(fileURLWithPath: path).standardizedFileURL.path) \(module.name) \(module.signature)"
    }

    var title: String { "the store \(path)" }

    func prepare(resuming: Bool) async throws -> LoadGround {
        LoadGround(
            identity: String(try FileIdentity(path: path).number),
            isEmpty: try await store.count(of: module.name) == 0)
    }

    func load(
        _ path: String, from position: LinePosition, batchSize: Int,
        report: @escaping @Sendable (LoadedBatch) throws -> Void
    ) async throws {
        var options = LoadOptions()
        options.requiresFields = requiresFields
        options.batchSize = batchSize
        options.rejectedLimit = 0
        options.start = LoadPosition(line: position.line, offset: position.offset)
        // The number of items committed so far, to compute those of each batch.
        let counter = Locked(0)
        try await store.load(module.name, from: .file(path), options: options) { progress in
            let loaded = counter.withLock { counter in
                defer { counter = progress.committed }
                return progress.committed - counter
            }
            try report(
                LoadedBatch(
                    position: LinePosition(line: progress.lines, offset: progress.bytesRead),
                    loaded: loaded,
                    problems: progress.rejectedLines.map(LineProblem.init),
                    unknownKeys: progress.unknownKeys))
        }
    }

    func finish() async throws { if embeds { try await store.fullText.embed() } }
}
#endif
