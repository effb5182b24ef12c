import Foundation
import QuireCore
import QuireEngine

/// The lines that are being loaded into a collection.
struct InstanceLoad: Sendable {
    let engine: any LoadableEngine
    let module: ModuleDescriptor
    /// The first unfinished line.
    private(set) var nextLine: Int
    private(set) var summary = ImportSummary()
    private var waiting: [(line: Int, instance: JSONValue)] = []
    private var incompatible: [ImportFailure] = []
    private var line: Int

    init(engine: any LoadableEngine, module: ModuleDescriptor, nextLine: Int) {
        self.engine = engine
        self.module = module
        self.nextLine = nextLine
        line = nextLine
    }

    mutating func add(_ data: Data, _ onProgress: @Sendable (ImportProgress) -> Void) async throws {
        do {
            waiting.append((line, try JSONValue(parsing: data)))
        } catch {
            let failure = WriteError(
                .invalid, WriteOperation(.createOrUpdate, module),
                message: "the line is not JSON: expected \(error.expected) at byte \(error.offset)")
            incompatible.append(ImportFailure(line: line, failure: failure))
        }
        line += 1
        if waiting.count >= engine.batchSize { try await send(onProgress) }
    }

    /// Sends the collected lines.
    mutating func send(_ onProgress: @Sendable (ImportProgress) -> Void) async throws {
        try Task.checkCancellation()
        let results = try await storeWithRetries(waiting.map(\.instance)) {
            try await engine.store($0, of: module)
        }
        var failures = incompatible
        for (entry, failure) in zip(waiting, results) {
            if let failure {
                failures.append(ImportFailure(line: entry.line, failure: failure))
            } else {
                summary.stored += 1
            }
        }
        summary.failures += failures.sorted { $0.line < $1.line }
        waiting = []
        incompatible = []
        nextLine = line
        onProgress(ImportProgress(nextLine: nextLine, stored: summary.stored, failed: summary.failures.count))
    }
}
