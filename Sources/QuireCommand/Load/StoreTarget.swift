#if SQLite
import Foundation
import QuireCore
import QuireStore

/// A load into the embedded store, which reads the lines itself.
struct StoreTarget: LoadTarget {
    let store: Store
    let path: String
    let module: ModuleDescriptor
    let requiresFields: Bool

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
        let counter = Committed()
        try await store.load(module.name, from: .file(path), options: options) { progress in
            try report(
                LoadedBatch(
                    position: LinePosition(line: progress.lines, offset: progress.bytesRead),
                    loaded: counter.new(progress.committed),
                    problems: progress.rejectedLines.map(LineProblem.init),
                    unknownKeys: progress.unknownKeys))
        }
    }

    func finish() async throws {}

    /// The number of items committed so far, to compute those of each batch.
    private final class Committed: @unchecked Sendable {
        // Updated by the store's writer, one batch after the other.
        private var count = 0

        func new(_ total: Int) -> Int {
            defer { count = total }
            return total - count
        }
    }
}
#endif
