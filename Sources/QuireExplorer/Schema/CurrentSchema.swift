import Foundation
import QuireSchema
import QuireToolbox

/// The schema as it is now: the last one without errors, and the diagnostics of its files.
final class CurrentSchema: Sendable {
    struct Reading: Sendable {
        /// Counts the readings from 1.
        var revision: Int
        var schema: ExploredSchema
        var diagnostics: [Diagnostic]
    }

    private let reading: Locked<Reading>
    private let source: SchemaSource
    private let titleFields: [String: String]
    /// The files before they were read first.
    private let firstFiles: SchemaSnapshot?

    /// - Throws: `ExplorerError` with the diagnostics if the schema has errors.
    init(_ source: SchemaSource, titleFields: [String: String]) throws(ExplorerError) {
        self.source = source
        self.titleFields = titleFields
        if case .paths(let paths) = source {
            firstFiles = SchemaSnapshot(paths: paths)
        } else {
            firstFiles = nil
        }
        let (schema, diagnostics) = Self.read(source, titleFields)
        guard let schema else {
            throw ExplorerError(.schema, diagnostics.flatMap(\.lines).joined(separator: "\n"))
        }
        reading = Locked(Reading(revision: 1, schema: schema, diagnostics: diagnostics))
    }

    var now: Reading { reading.value }

    var name: String { source.name }

    /// Reads the schema again. While it has errors, the last one stays.
    func reload() {
        let (schema, diagnostics) = Self.read(source, titleFields)
        reading.withLock { reading in
            reading.revision += 1
            reading.diagnostics = diagnostics
            if let schema { reading.schema = schema }
        }
    }

    /// Reads the schema whenever its files change, until the task is cancelled.
    ///
    /// - Parameter change: Called after each reading.
    func follow(_ change: @Sendable () -> Void) async {
        guard case .paths(let paths) = source else { return }
        var changes = SchemaChanges()
        var isFirst = true
        while !Task.isCancelled {
            let files = SchemaSnapshot(paths: paths)
            if changes.mustRead(files) {
                if !isFirst || files != firstFiles {
                    reload()
                    change()
                }
                isFirst = false
            }
            // Fails only if the task is cancelled.
            try? await Task.sleep(nanoseconds: 250_000_000)
        }
    }

    private static func read(
        _ source: SchemaSource, _ titleFields: [String: String]
    ) -> (schema: ExploredSchema?, diagnostics: [Diagnostic]) {
        var (schema, diagnostics) = source.read()
        guard let schema else { return (nil, diagnostics) }
        do throws(DescribedSchema.DescriptorFailure) {
            if let explored = try ExploredSchema(schema, titleFields: titleFields) {
                return (explored, diagnostics)
            }
            diagnostics.append(
                Diagnostic(
                    .error, "name-collision",
                    message: "two names of the schema become the same in Swift; run 'quire check'",
                    at: nil))
        } catch {
            diagnostics.append(
                Diagnostic(
                    .error, "descriptor", message: "the description of \"\(error.module)\" \(error.reason)",
                    at: nil))
        }
        return (nil, diagnostics)
    }
}

/// The state of a schema's files at one moment, without their contents.
///
/// Editors replace files by renaming, which changes the inode; or write them in place, which changes the time of
/// modification, with nanoseconds.
package struct SchemaSnapshot: Hashable {
    private struct File: Hashable {
        var path: String
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    private var files: [File] = []
    /// The paths that do not exist, or folders without a document.
    package private(set) var missing: [String] = []

    package init(paths: [String]) {
        for path in paths {
            var newFiles: [File] = []
            for document in documentPaths([path]).paths {
                if let file = Self.file(document) { newFiles.append(file) }
            }
            if newFiles.isEmpty { missing.append(path) }
            files += newFiles
        }
    }

    private static func file(_ path: String) -> File? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return File(
            path: path, device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino), size: Int64(status.st_size),
            seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
    }
}

/// Decides when a watched schema is read: after a change, as soon as its files rest.
///
/// Files that are still being written change between two looks, so they are read when two looks find the same.
package struct SchemaChanges {
    private var last: SchemaSnapshot?
    private var reported: SchemaSnapshot?

    package init() {}

    /// Whether the schema has to be read now.
    package mutating func mustRead(_ snapshot: SchemaSnapshot) -> Bool {
        defer { last = snapshot }
        guard snapshot == last, snapshot != reported else { return false }
        reported = snapshot
        return true
    }
}

/// Where the explorer's schema comes from.
package enum SchemaSource: Sendable {
    /// Files and folders. They are watched.
    case paths([String])
    /// Documents in memory, such as those of a program that carries its schema.
    case documents([SchemaDocument])

    /// Reads and checks the schema.
    func read() -> (schema: Schema?, diagnostics: [Diagnostic]) {
        switch self {
        case .paths(let paths): readSchema(paths: paths)
        case .documents(let documents): readSchema(documents: documents)
        }
    }

    /// The name for people.
    var name: String {
        switch self {
        case .paths(let paths): paths.joined(separator: ", ")
        case .documents(let documents): documents.map(\.path).joined(separator: ", ")
        }
    }
}
