#if SQLite
import QuireCore
import QuireToolbox

/// Caches the selections of requests. Most requests of an app read the same columns.
final class RowSelections: Sendable {
    private struct Key: Hashable, Sendable {
        /// The identity of a table. Tables are shared and live as long as the program; the selection retains its
        /// table anyway.
        let table: ObjectIdentifier
        let fields: [Int]?
        let keepsUnknownValues: Bool
        let readsMetadata: Bool
    }

    private let selections = BoundedCache<Key, (table: FieldTable, selection: RowSelection)>(limit: 256)

    func selection(
        _ module: ModuleDescriptor, fields: [Int]?, _ layout: ModuleLayout, keepsUnknownValues: Bool,
        readsMetadata: Bool, location: String
    ) throws -> RowSelection {
        let key = Key(
            table: ObjectIdentifier(module.fields), fields: fields, keepsUnknownValues: keepsUnknownValues,
            readsMetadata: readsMetadata)
        if let entry = selections[key], entry.selection.module == layout.table {
            return entry.selection
        }
        let selection = try RowSelection(
            module, fields: fields, layout, keepsUnknownValues: keepsUnknownValues,
            readsMetadata: readsMetadata,
            location: location)
        selections[key] = (module.fields, selection)
        return selection
    }
}
#endif
