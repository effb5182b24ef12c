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
                    "two names of the schema become the same in Swift; run 'quire check'",
                    at: nil))
        } catch {
            diagnostics.append(
                Diagnostic(
                    .error, "descriptor", "the description of \"\(error.module)\" \(error.reason)", at: nil))
        }
        return (nil, diagnostics)
    }
}
