#if SQLite

import QuireCore
import QuireEngine
import QuireText

/// Fetches the items that the relations of a page refer to, by their ids, one level deep.
struct Inclusion {
    let connection: Connection
    let layouts: [String: ModuleLayout]

    /// The included items as JSON, by the position of the relation and the id.
    ///
    /// If there is no item for an id, or if the store does not have the relation's module, the relation keeps the id.
    func items(
        of request: SearchRequest, in rows: [[SQLValue]], _ selection: RowSelection, _ layout: ModuleLayout
    ) throws -> [Int: [ExactText: [UInt8]]] {
        var included: [Int: [ExactText: [UInt8]]] = [:]
        for (name, targetLayout) in try layout.includedModules(of: request, among: layouts) {
            guard let field = layout.fieldIndex[name],
                let column = selection.rowLayout.column(of: field), included[field] == nil
            else { continue }
            let isList = layout.fields[field].storage.element != nil
            var ids: Set<ExactText> = []
            for case .text(let text) in rows.map({ $0[column] }) {
                if isList {
                    ids.formUnion(StoredJSON.ids(text).map(ExactText.init))
                } else {
                    ids.insert(ExactText(text))
                }
            }
            included[field] = try fetch(ids.map(\.text), targetLayout)
        }
        return included
    }

    func fetch(_ ids: [String], _ layout: ModuleLayout) throws -> [ExactText: [UInt8]] {
        guard !ids.isEmpty else { return [:] }
        var request = SearchRequest(module: layout.module)
        request.ids = ids
        request.page = .all
        request.countsTotal = false
        let plan = try SearchPlan(request, layout)
        let selection = try RowSelection(
            layout.module, fields: nil, layout, keepsUnknownValues: true, location: connection.location)
        let writer = InstanceJSON(
            layout: layout, fields: selection.rowLayout.fields, unmodelled: .unknownKeys)
        let columns = selection.rowLayout.count
        var items: [ExactText: [UInt8]] = [:]
        _ = try SearchRunner(plan: plan, connection: connection).page(selection, again: { items.removeAll() })
        {
            row in
            var json = JSONWriter()
            writer.write((0..<columns).map { row.value(Int32($0)) }, to: &json)
            items[ExactText(row.text(0))] = json.bytes
        }
        return items
    }
}

/// Reads the items of a module that the relations of a page name, each by its id.
///
/// SQLite finds a row by its id in a few microseconds, so a statement for all ids would not be faster.
final class IncludedModule: IncludedRows {
    private let layout: ModuleLayout
    private let connection: Connection
    private let selection: (ModuleDescriptor) throws -> RowSelection
    private let row = StatementRow()
    private var reading: (selection: RowSelection, module: ModuleDescriptor, statement: String)?

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
    ) throws -> (selection: RowSelection, module: ModuleDescriptor, statement: String) {
        let selection = try selection(module)
        let tables = selection.usesTextTable ? layout.fromBoth : layout.fromTable
        return (selection, module, "SELECT \(selection.columns)\(tables) WHERE m.id = ?")
    }
}

extension ModuleLayout {
    /// The included relations with the layouts of their modules, without modules that the store does not have.
    ///
    /// - Throws: `QueryError` for a field that is not a relation.
    func includedModules(
        of request: SearchRequest, among layouts: [String: ModuleLayout]
    ) throws -> [(relation: String, layout: ModuleLayout)] {
        try request.include.compactMap(\.fields.first).compactMap { name in
            guard case .relation(let target) = try module.relation(name, in: "include").kind.innermost else {
                return nil
            }
            return layouts[target].map { (name, $0) }
        }
    }
}
#endif
