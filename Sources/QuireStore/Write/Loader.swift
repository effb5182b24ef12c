#if SQLite
import Foundation
import QuireCore
import QuireEngine

/// Loads lines into one module, one transaction per batch. Only the writer uses it.
final class Loader {
    private let layout: ModuleLayout
    private let shape: RowShape
    private let lines: LineReader
    private let options: LoadOptions
    private let text: TextContext
    private var parser: InstanceParser
    private let totalBytes: Int64
    private(set) var summary = LoadSummary()
    /// The rejected lines of the current batch.
    private var rejectedLines: [RejectedLineError] = []
    private var unknownKeys = UnknownKeys()
    /// Whether the indexes are created after everything has been loaded.
    private(set) var defersIndexes = false

    init(
        _ layout: ModuleLayout, _ source: LoadSource, options: LoadOptions, text: TextContext
    ) throws {
        self.layout = layout
        self.options = options
        self.text = text
        shape = RowShape(layout)
        parser = InstanceParser(
            shape, strictness: options.keepsIncompatibleValues ? .keepsAside : .refuses,
            requiresFields: options.requiresFields)
        let start = options.start ?? LoadPosition(line: 0, offset: 0)
        switch source {
        case .data(let data):
            lines = try LineReader(.bytes(data), line: start.line, offset: start.offset)
            totalBytes = Int64(data.count)
        case .file(let path):
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw StoreError(
                    .input, action: "load \"\(layout.module.name)\"", location: path,
                    reason: "the file cannot be read",
                    advice: "Check the path, and that this process may read it.")
            }
            totalBytes = Int64((try? file.seekToEnd()) ?? 0)
            try file.seek(toOffset: 0)
            lines = try LineReader(.file(file), line: start.line, offset: start.offset)
        }
    }

    var progress: LoadProgress {
        LoadProgress(
            lines: lines.lineNumber, committed: summary.inserted + summary.updated,
            rejected: summary.rejectedCount, bytesRead: lines.bytesRead, totalBytes: totalBytes,
            rejectedLines: rejectedLines, unknownKeys: unknownKeys.keys)
    }

    /// Drops the indexes of an empty table: creating them once at the end is cheaper than updating them row by row.
    func begin(_ connection: Connection) throws {
        try connection.transaction(.immediate) {
            // An unfinished load has not created its indexes.
            if try Catalog(connection: connection).needsIndexes(module: layout.module.name) {
                defersIndexes = true
                return
            }
            guard totalBytes > 1 << 20,
                try connection.integer("SELECT 1 FROM \(SQLite.quoted(layout.table)) LIMIT 1") == nil
            else {
                return
            }
            // Each row is looked up by its unique values.
            for index in layout.indexes where !isUnique(index) {
                try connection.execute("DROP INDEX IF EXISTS \(SQLite.quoted(index.name))")
            }
            if let index = TextIndex(connection, layout) {
                try index.removeAll()
            }
            try Catalog(connection: connection).setNeedsIndexes(true, module: layout.module.name)
            defersIndexes = true
        }
    }

    private func isUnique(_ index: ColumnIndex) -> Bool {
        index.side == nil
            && layout.module.uniqueFields.contains { layout.field($0.name)?.column == index.column }
    }

    /// Loads a batch. Returns `false` at the end.
    func batch(_ connection: Connection) throws -> Bool {
        let before = summary
        rejectedLines = []
        do {
            return try connection.transaction(.immediate) { try rows(connection) }
        } catch {
            // The batch was rolled back, so its counts must be removed.
            let rejected = (summary.rejectedCount, summary.rejected)
            summary = before
            (summary.rejectedCount, summary.rejected) = rejected
            throw error
        }
    }

    private func rows(_ connection: Connection) throws -> Bool {
        let writer = try RowWriter(
            shape, connection, follower: TextFollower(layout, connection, context: text))
        let constraints = options.checksConstraints ? try ConstraintChecker(shape, connection) : nil
        defer { summary.unknownKeys = unknownKeys.keys }
        for row in 0..<max(1, options.batchSize) {
            if row & 0xFF == 0xFF, Task.isCancelled { throw CancellationError() }
            guard let line = try lines.next() else { return false }
            guard case .bytes(let bytes) = line else {
                try reject(
                    ContentDecodingError(
                        module: layout.module.name, id: nil, path: "", byteOffset: nil,
                        expected: "a line of at most 256 MB", found: "a longer one"))
                continue
            }
            if let renamed = layout.module.underCurrentNames(bytes) {
                try renamed.withUnsafeBytes { try load($0, writer, constraints: constraints) }
            } else {
                try load(bytes, writer, constraints: constraints)
            }
        }
        return true
    }

    private func load(
        _ bytes: UnsafeRawBufferPointer, _ writer: RowWriter, constraints: ConstraintChecker?
    ) throws {
        do throws(InstanceFailure) {
            try parser.parse(bytes)
        } catch {
            // A required field may be missing because its key is misspelled.
            noteUnknownKeys(bytes, in: inspectedValues(bytes).values)
            return try reject(error.error(layout, id: parser.id, bytes: bytes))
        }
        let (inspected, failure) = inspectedValues(bytes)
        noteUnknownKeys(bytes, in: inspected)
        if !options.keepsIncompatibleValues, let failure {
            return try reject(failure.error(layout, id: parser.id, bytes: bytes))
        }
        if !options.keepsIncompatibleValues, let part = unreadablePart(bytes, inspected) {
            return try reject(
                ContentDecodingError(
                    module: layout.module.name, id: parser.id, path: part.path, byteOffset: nil,
                    expected: part.expected, found: part.value.map { "\($0)".shortened } ?? "nothing"))
        }
        if let broken = try constraints?.violations(of: parser, bytes, .all), !broken.isEmpty {
            return try reject(
                RejectedLineError(
                    line: lines.lineNumber, module: layout.module.name, id: parser.id, violations: broken))
        }
        switch try writer.write(parser.row, onlyNewer: options.onlyNewer) {
        case .inserted: summary.inserted += 1
        case .updated: summary.updated += 1
        case .skipped: summary.skipped += 1
        }
    }

    /// The values that the cells do not tell apart, as far as they have keys, parts or choices to check, and the first
    /// one that no type can hold, such as a number of 1e400.
    private func inspectedValues(
        _ bytes: UnsafeRawBufferPointer
    ) -> (values: [(field: FieldDescriptor, value: JSONValue)], failure: InstanceFailure?) {
        var values: [(FieldDescriptor, JSONValue)] = []
        var failure: InstanceFailure?
        for (position, range) in parser.inspected {
            let field = parser.fields[position]
            guard field.kind.hasParts || field.closedValues != nil else { continue }
            do throws(ValueDecodingError) {
                let value = UnsafeRawBufferPointer(rebasing: bytes[range])
                values.append((field, try JSONValue(parsing: Data(value))))
            } catch {
                var error = error
                error.offset += range.lowerBound
                failure = failure ?? InstanceFailure(path: .field(position), failure: error)
            }
        }
        return (values, failure)
    }

    private func noteUnknownKeys(
        _ bytes: UnsafeRawBufferPointer, in inspected: [(field: FieldDescriptor, value: JSONValue)]
    ) {
        unknownKeys.add(parser.unknownEnvelopeKeys, line: lines.lineNumber)
        for key in parser.unknownValueKeys {
            let name = String(decoding: bytes[key].dropFirst().dropLast(), as: UTF8.self)
            unknownKeys.add("values.\(name)", line: lines.lineNumber)
        }
        for (field, value) in inspected where field.kind.hasKeys {
            var paths: [String] = []
            field.kind.collectUnknownKeys(in: value, path: "values.\(field.name).", into: &paths)
            unknownKeys.add(paths, line: lines.lineNumber)
        }
    }

    /// The first part of the line that generated code could not read, although the row can hold it.
    private func unreadablePart(
        _ bytes: UnsafeRawBufferPointer, _ inspected: [(field: FieldDescriptor, value: JSONValue)]
    ) -> UnreadableValue? {
        for (field, value) in inspected {
            if let part = field.unreadablePart(of: value, at: "values.\(field.name)") { return part }
        }
        guard let range = parser.tags,
            let value = try? JSONValue(parsing: Data(UnsafeRawBufferPointer(rebasing: bytes[range])))
        else { return nil }
        return FieldDescriptor.tags.unreadablePart(of: value, at: FieldDescriptor.tags.name)
    }

    private func reject(_ error: ContentDecodingError) throws {
        try reject(RejectedLineError(line: lines.lineNumber, error: error))
    }

    private func reject(_ rejected: RejectedLineError) throws {
        var rejected = rejected
        rejected.error.isLine = true
        summary.rejectedCount += 1
        rejectedLines.append(rejected)
        if summary.rejected.count < options.rejectedLimit { summary.rejected.append(rejected) }
        if options.isStrict { throw rejected }
    }

    /// Creates the deferred indexes, then moves the data from the write-ahead log into the file.
    func finish(_ connection: Connection) throws {
        if defersIndexes {
            try connection.transaction(.immediate) {
                for index in layout.indexes { try connection.execute(layout.definition(of: index)) }
                if let index = TextIndex(connection, layout) {
                    try index.fill()
                }
                try Catalog(connection: connection).setNeedsIndexes(false, module: layout.module.name)
            }
            defersIndexes = false
        }
        // If readers still use the end of the log, the next checkpoint truncates it.
        try? connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
}

extension InstanceParser {
    /// The id in the last line, if it could be parsed.
    var id: String? {
        switch row.cells[shape.envelope[0]] {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .text(let text): text
        default: nil
        }
    }
}
#endif
