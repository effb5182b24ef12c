#if SQLite
import Foundation
import QuireCore

/// Writes instances of one module in HALO's format, in a transaction.
final class InstanceWriter {
    private let layout: ModuleLayout
    private let rows: RowWriter
    private var refusing: InstanceParser
    private var keepingAside: InstanceParser
    private let connection: Connection
    private let unknownValues: String
    /// The required value that the last written instance lacks. It is stored without it.
    private(set) var missing: ContentDecodingError?
    /// `nil` if the module has no constraints.
    private let constraints: ConstraintChecker?

    init(_ layout: ModuleLayout, _ connection: Connection, text: TextContext) throws {
        let shape = RowShape(layout)
        self.layout = layout
        self.connection = connection
        unknownValues =
            "SELECT t.unmodelled FROM \(SQLite.quoted(layout.table)) AS m "
            + "JOIN \(SQLite.quoted(layout.textTable)) AS t ON t.item = m.item WHERE m.id = ?"
        constraints = try ConstraintChecker(shape, connection)
        rows = try RowWriter(shape, connection, follower: TextFollower(layout, connection, context: text))
        refusing = InstanceParser(shape, strictness: .refuses, requiresFields: false)
        keepingAside = InstanceParser(shape, strictness: .keepsAside, requiresFields: false)
    }

    /// Writes one instance; see `StoreTransaction.upsert` for the parameters.
    func write(
        _ instance: some ContiguousBytes, onlyNewer: Bool, keepsIncompatible: Bool, skipsEqual: Bool,
        named: Set<String>?, checking scope: ConstraintScope
    ) throws -> RowWriter.Outcome {
        try instance.withUnsafeBytes { bytes in
            guard let renamed = layout.module.underCurrentNames(bytes) else {
                return try write(
                    bytes, onlyNewer: onlyNewer, keepsIncompatible: keepsIncompatible, skipsEqual: skipsEqual,
                    named: named, scope: scope)
            }
            return try renamed.withUnsafeBytes {
                try write(
                    $0, onlyNewer: onlyNewer, keepsIncompatible: keepsIncompatible, skipsEqual: skipsEqual,
                    named: named, scope: scope)
            }
        }
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, onlyNewer: Bool, keepsIncompatible: Bool,
        skipsEqual: Bool, named: Set<String>?, scope: ConstraintScope
    ) throws -> RowWriter.Outcome {
        keepsIncompatible
            ? try write(
                bytes, &keepingAside, onlyNewer: onlyNewer, skipsEqual: skipsEqual, named: named, scope: scope
            )
            : try write(
                bytes, &refusing, onlyNewer: onlyNewer, skipsEqual: skipsEqual, named: named, scope: scope)
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, _ parser: inout InstanceParser, onlyNewer: Bool,
        skipsEqual: Bool, named: Set<String>?, scope: ConstraintScope
    ) throws -> RowWriter.Outcome {
        do throws(InstanceFailure) {
            try parser.parse(bytes)
        } catch {
            throw error.error(layout, id: parser.id, bytes: bytes)
        }
        missing = parser.missing?.error(layout, id: parser.id, bytes: bytes)
        if let broken = try constraints?.violations(of: parser, bytes, scope), !broken.isEmpty {
            throw ConstraintError(id: parser.id, violations: broken)
        }
        if let named, let id = parser.id, let stored = try connection.text(unknownValues, [.text(id)]) {
            parser.keepUnknownValues(stored, except: named)
        }
        return try rows.write(parser.row, onlyNewer: onlyNewer, skipsEqual: skipsEqual)
    }
}

/// The reason that an instance's JSON was rejected, and the affected part.
struct InstanceFailure: Error {
    enum Path {
        case instance
        case envelope(Int)
        case values
        /// The position of the field.
        case field(Int)
    }

    let path: Path
    let failure: ValueDecodingError

    /// The error for callers, with the path and the offset in the line.
    func error(_ layout: ModuleLayout, id: String?, bytes: UnsafeRawBufferPointer) -> ContentDecodingError {
        let text =
            switch path {
            case .instance: ""
            case .envelope(let column): MetadataColumns.columns[column].name
            case .values: "values"
            case .field(let field): "values.\(layout.fields[field].name)"
            }
        return ContentDecodingError(
            module: layout.module.name, id: id, path: text, byteOffset: failure.offset,
            expected: "\(failure.expected)",
            found: failure.reason == .missing ? "nothing" : failure.found(in: bytes))
    }
}
#endif
