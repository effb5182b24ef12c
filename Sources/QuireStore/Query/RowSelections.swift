#if SQLite
import Foundation
import QuireCore

/// Caches the selections of requests. Most requests of an app read the same columns.
final class RowSelections: @unchecked Sendable {
    private struct Key: Hashable {
        /// The identity of a table. Tables are shared and live as long as the program; the selection retains its
        /// table anyway.
        let table: ObjectIdentifier
        let fields: [Int]?
        let keepsUnknownValues: Bool
        let readsMetadata: Bool
    }

    private static let limit = 256

    private let lock = NSLock()
    private var selections: [Key: (table: FieldTable, selection: RowSelection)] = [:]

    func selection(
        _ module: ModuleDescriptor, fields: [Int]?, _ layout: ModuleLayout, keepsUnknownValues: Bool,
        readsMetadata: Bool, location: String
    ) throws -> RowSelection {
        let key = Key(
            table: ObjectIdentifier(module.fields), fields: fields, keepsUnknownValues: keepsUnknownValues,
            readsMetadata: readsMetadata)
        if let known = lock.withLock({ selections[key] }), known.selection.module == layout.table {
            return known.selection
        }
        let selection = try RowSelection(
            module, fields: fields, layout, keepsUnknownValues: keepsUnknownValues,
            readsMetadata: readsMetadata,
            location: location)
        lock.withLock {
            if selections.count >= Self.limit { selections.removeAll() }
            selections[key] = (module.fields, selection)
        }
        return selection
    }
}
#endif
