#if SQLite
import CSQLite
import Foundation
import QuireCore

/// Checks parsed instances of one module against the schema's constraints, in a transaction.
///
/// `unique` is a lookup in the transaction of the write, not an index of SQLite: content from a server is stored even if
/// it has duplicates, and a file that has them still opens under a schema that forbids them.
final class ConstraintChecker {
    private let shape: RowShape
    private let fields: [FieldDescriptor]
    private let finds: [(position: Int, statement: Statement)]
    private let deletedAt: Int

    /// Returns `nil` for a module without constraints.
    init?(_ shape: RowShape, _ connection: Connection) throws {
        guard shape.layout.module.fields.hasConstraints else { return nil }
        let fields = shape.layout.module.fields.fields.uniqueByName
        self.shape = shape
        self.fields = fields
        deletedAt = EnvelopeKeys.column["deletedAt"].map { shape.envelope[$0] } ?? -1
        let table = SQLite.quoted(shape.layout.table)
        finds = try fields.indices.filter { fields[$0].constraints?.isUnique == true }.compactMap {
            position in
            let layout = shape.layout.fields[position]
            guard layout.storage.isNarrow else { return nil }
            let sql =
                "SELECT id FROM \(table) WHERE \(SQLite.quoted(layout.column)) = ?1 AND id <> ?2 "
                + "AND deletedAt IS NULL LIMIT 1"
            return (position, try Statement(sql, connection: connection, persistent: true))
        }
    }

    /// Returns the constraints that the last parsed instance breaks. The parser's line must still be valid.
    func violations(
        of parser: borrowing InstanceParser, _ bytes: UnsafeRawBufferPointer, _ scope: ConstraintScope
    ) throws -> [ConstraintViolation] {
        var violations: [ConstraintViolation] = []
        if case .all = scope {
            for (position, range) in parser.inspected where fields[position].isConstrained {
                let text = Data(UnsafeRawBufferPointer(rebasing: bytes[range]))
                fields[position].check(
                    try JSONValue(parsing: text), at: fields[position].name, into: &violations)
            }
        }
        // A deleted item no longer holds its values.
        guard deletedAt < 0 || parser.row.cells[deletedAt].isNull else { return violations }
        for (position, statement) in finds where scope.comparesUnique(fields[position].name) {
            let cell = parser.row.cells[shape.slots[position].value]
            guard !cell.isNull, let holder = try holder(of: cell, parser, statement) else { continue }
            violations.append(.unique(fields[position].name, cell.json, heldBy: holder))
        }
        return violations
    }

    /// The id of another item with the value.
    private func holder(
        of cell: Cell, _ parser: borrowing InstanceParser, _ statement: Statement
    ) throws -> String? {
        defer { statement.reset() }
        cell.bind(statement.handle, 1)
        parser.row.cells[shape.envelope[0]].bind(statement.handle, 2)
        return try statement.step() ? statement.text(0) : nil
    }
}

extension Cell {
    /// The value for messages.
    fileprivate var json: JSONValue {
        switch self {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let number): .number(number)
        case .bytes(let bytes): .string(String(decoding: bytes, as: UTF8.self))
        case .text(let text): .string(text)
        }
    }
}

/// The constraints that a write is checked against.
package enum ConstraintScope: Sendable {
    /// None, for content that a server has accepted.
    case none
    /// Only `unique`, and only for the named fields. The writer has checked the other constraints.
    case unique(Set<String>)
    /// All constraints of all values.
    case all

    /// Whether `unique` is checked for a field.
    func comparesUnique(_ name: String) -> Bool {
        switch self {
        case .none: false
        case .unique(let names): names.contains(name)
        case .all: true
        }
    }
}

/// An instance that was not stored because its values break constraints.
package struct ConstraintError: Error {
    package var id: String?
    package var violations: [ConstraintViolation]
}
#endif
