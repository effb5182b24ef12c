#if SQLite
import QuireCore

/// Reads the items of a module that the relations of a page name, each by its id.
///
/// SQLite finds a row by its id in a few microseconds, so a statement for all ids would not be faster.
final class IncludedModule: IncludedRows {
    private let layout: ModuleLayout
    private let connection: Connection
    private let selection: (ModuleDescriptor) throws -> RowSelection
    private let row = StatementRow()
    private var reading: (selection: RowSelection, module: ModuleDescriptor, statement: SQLBuilder)?

    /// - Parameter selection: Chooses the columns for the fields of a module.
    init(
        _ layout: ModuleLayout, _ connection: Connection,
        selection: @escaping (ModuleDescriptor) throws -> RowSelection
    ) {
        self.layout = layout
        self.connection = connection
        self.selection = selection
    }

    func withRow(
        _ id: String, of module: ModuleDescriptor?, _ body: (RowSource, RowLayout, ModuleDescriptor) -> Void
    ) throws {
        let reading = try reading ?? reading(of: module ?? layout.module)
        self.reading = reading
        try connection.withStatement(reading.statement) { statement in
            try statement.bind(.text(id), at: 1)
            guard try statement.step() else { return }
            row.startRow(of: statement)
            body(row, reading.selection.rowLayout, reading.module)
        }
    }

    private func reading(
        of module: ModuleDescriptor
    ) throws -> (selection: RowSelection, module: ModuleDescriptor, statement: SQLBuilder) {
        let selection = try selection(module)
        var statement = SQLBuilder(selecting: selection.selected)
        statement.append(selection.usesTextTable ? layout.fromBoth : layout.fromTable)
        statement.append(" WHERE m.id = ?")
        return (selection, module, statement)
    }
}
#endif
