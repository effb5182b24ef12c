import Foundation
import QuireCore
import QuireStore
import QuireTerminal

@testable import QuireCommand

/// How a load into a cluster validates lines, without a cluster.
enum ClusterLines {
    /// The instance of a line, as it is sent.
    static func instance(
        _ line: String, of module: ModuleDescriptor, requiresFields: Bool
    ) throws -> JSONValue {
        let check = InstanceCheck(module: module, requiresFields: requiresFields)
        return try Array(line.utf8).withUnsafeBytes { try check.instance($0) }
    }

    /// The problems of a file's first batch, without those of the file's path.
    static func problems(in path: String, of module: ModuleDescriptor) throws -> [String] {
        let batches = try LineBatches(
            path: path, from: .start, size: 100, check: InstanceCheck(module: module, requiresFields: true))
        let name = URL(filePath: path).lastPathComponent
        return try batches.next()?.problems.map { $0.text(in: name) } ?? []
    }

    /// The notes on unknown keys after the last of a file's batches.
    static func unknownKeys(in path: String, of module: ModuleDescriptor) throws -> [String] {
        let batches = try LineBatches(
            path: path, from: .start, size: 1, check: InstanceCheck(module: module, requiresFields: true))
        var keys: [UnknownKey] = []
        while let batch = try batches.next() { keys = batch.unknownKeys }
        return UnknownKeyNote.lines(keys, in: URL(filePath: path).lastPathComponent, of: module)
    }

    /// Whether the items of a file have their values beside the id, without `values`.
    static func isFlat(_ path: String, fields: Set<String>) throws -> Bool {
        try FileForm.detect(path: path, fields: fields) == .flat
    }
}

/// The state file of a load that can resume.
struct LoadProgress: Sendable {
    private let folder: URL
    private let file: FileIdentity

    init(in folder: URL, of file: String) throws {
        self.folder = folder
        self.file = try FileIdentity(path: file)
    }

    /// The line up to which the state confirms everything; 0 without a state. Throws if the file changed since.
    func line() throws -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasSuffix(".json") {
            // The file is swapped atomically, never half written.
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            let state = try JSONDecoder().decode(LoadState.self, from: data)
            guard state.file.path == file.path else { continue }
            guard state.file == file else { throw ChangedFileError() }
            return state.position.line
        }
        return 0
    }

    struct ChangedFileError: Error {}
}
