import Foundation
import QuireCore
import QuireEngine
import QuireRemote
import QuireTerminal

/// Loads into a search cluster: reads and checks lines, and sends them in batches.
actor ClusterTarget: LoadTarget {
    nonisolated let name: String
    nonisolated let title: String
    private let engine: any InstanceLoading
    private let module: ModuleDescriptor
    private let check: InstanceCheck
    private let replaces: Bool
    /// The collection, after `prepare`.
    private var place: LoadingPlace?

    /// - Parameters:
    ///   - address: The cluster's nodes and the prefix, which identify the cluster.
    ///   - replaces: Whether items that are not loaded are removed.
    init(
        _ engine: any InstanceLoading, address: String, module: ModuleDescriptor, requiresFields: Bool,
        replaces: Bool
    ) {
        self.engine = engine
        self.module = module
        self.replaces = replaces
        check = InstanceCheck(module: module, requiresFields: requiresFields)
        let kind = engine.capabilities.name
        name = "\(kind) \(address) \(module.name) \(module.signature)\(replaces ? " replacing" : "")"
        title = kind
    }

    func prepare(resuming: Bool) async throws -> LoadGround {
        let place = try await engine.loadingPlace(for: module, replacing: replaces, resuming: resuming)
        self.place = place
        return LoadGround(identity: "\(place.name) \(place.identity)", isEmpty: false)
    }

    func load(
        _ path: String, from position: LinePosition, batchSize: Int,
        report: @escaping @Sendable (LoadedBatch) throws -> Void
    ) async throws {
        guard let place else { return }
        let batches = try LineBatches(path: path, from: position, size: batchSize, check: check)
        var next = try batches.next()
        while let batch = next {
            try Task.checkCancellation()
            async let responses = send(batch.instances, to: place)
            // Read the next lines while the engine works.
            next = try batches.next()
            let failures = try await responses
            var problems = batch.problems
            for (line, failure) in zip(batch.lines, failures) {
                guard let failure else { continue }
                // Skipping a line that may succeed later would lose it, so the load stops before it.
                if failure.mayPass { throw LineFailure(line: line, failure: failure) }
                problems.append(LineProblem(line: line, reason: failure.message))
            }
            problems.sort { $0.line < $1.line }
            try report(
                LoadedBatch(
                    position: batch.end, loaded: failures.count { $0 == nil }, problems: problems,
                    unknownKeys: batch.unknownKeys))
        }
    }

    /// Runs off the actor, which reads the next lines meanwhile.
    nonisolated private func send(
        _ instances: [JSONValue], to place: LoadingPlace
    ) async throws -> [WriteError?] {
        if instances.isEmpty { return [] }
        // Retry what the cluster cannot store temporarily.
        let results = try await storeWithRetries(instances) {
            try await engine.load($0, into: place, of: module)
        }
        guard results.count == instances.count else {
            throw ResponseCountError(
                engine: engine.capabilities.name, requested: instances.count, returned: results.count)
        }
        return results
    }

    func finish() async throws {
        if let place { try await engine.putLive(place, of: module) }
    }
}

/// A line that a cluster temporarily could not store.
struct LineFailure: Error, CustomStringConvertible {
    var line: Int
    var failure: WriteError

    var description: String {
        "line \(line): \(failure.message). Run the command again to resume from its batch."
    }
}

/// Reads a file of instances in batches and checks each line.
final class LineBatches {
    struct Batch: Sendable {
        var instances: [JSONValue] = []
        /// The line numbers of the instances.
        var lines: [Int] = []
        /// The invalid lines.
        var problems: [LineProblem] = []
        /// The unknown keys of all batches so far.
        var unknownKeys: [UnknownKey] = []
        /// The position after the last line.
        var end: LinePosition
    }

    /// The size in bytes after which a batch ends, regardless of its number of lines.
    private static let bytes: Int64 = 8 << 20

    private let reader: LineReader
    private let size: Int
    private let check: InstanceCheck
    private var unknownKeys = UnknownKeys()

    /// - Throws: `DataFiles.Failure` if the file cannot be read.
    init(path: String, from position: LinePosition, size: Int, check: InstanceCheck) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw DataFiles.Failure(description: "\(path): the file cannot be read")
        }
        reader = try LineReader(.file(file), line: position.line, offset: position.offset)
        self.size = max(1, size)
        self.check = check
    }

    /// Returns the next batch, or `nil` at the end.
    func next() throws -> Batch? {
        let start = reader.bytesRead
        var batch = Batch(end: end)
        var count = 0
        while count < size, reader.bytesRead - start < Self.bytes, let line = try reader.next() {
            count += 1
            switch line {
            case .tooLong:
                batch.problems.append(
                    LineProblem(line: reader.lineNumber, reason: "expected a line of at most 256 MB"))
            case .bytes(let bytes):
                do throws(ContentDecodingError) {
                    let instance = try check.instance(bytes) { unknownKeys.add($0, line: reader.lineNumber) }
                    let broken = check.violations(of: instance)
                    guard broken.isEmpty else {
                        batch.problems.append(LineProblem(line: reader.lineNumber, broken))
                        continue
                    }
                    batch.instances.append(instance)
                    batch.lines.append(reader.lineNumber)
                } catch {
                    batch.problems.append(LineProblem(line: reader.lineNumber, error))
                }
            }
        }
        batch.end = end
        batch.unknownKeys = unknownKeys.keys
        return count == 0 ? nil : batch
    }

    private var end: LinePosition { LinePosition(line: reader.lineNumber, offset: reader.bytesRead) }
}
