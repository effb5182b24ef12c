#if SQLite
import QuireCore

/// The values of a module that is stored as its schema requires.
struct StoredValues {
    let layout: ModuleLayout
    let connection: Connection

    init(_ layout: ModuleLayout, _ connection: Connection) {
        self.layout = layout
        self.connection = connection
    }

    func incompatible(limit: Int) throws -> IncompatibleValues {
        let conversion = RowConversion(
            connection, from: StoredModule(layout), to: layout, fillsDefaults: false)
        let source = conversion.source(of: layout.fields, table: layout.table, textTable: layout.textTable)
        var finder = IncompatibleValueFinder(conversion.target, limit: limit)
        try conversion.run(from: source, where: condition) { item, row in finder.check(item, row) }
        return finder.result
    }

    /// Selects the items that may have a value that does not fit.
    private var condition: String {
        var tests = ["t.unmodelled IS NOT NULL"]
        for (descriptor, field) in zip(layout.module.fields.fields.uniqueByName, layout.fields) {
            let isList = descriptor.kind.listElement != nil
            if descriptor.isRequired { tests.append("\(field.selected) IS NULL") }
            // Lists, objects and localized texts may be stored from a time when their field had another kind.
            if isList || field.storage == .json, descriptor.kind != .json {
                tests.append("\(field.selected) IS NOT NULL")
            }
            if !isList, let choices = descriptor.closedValues {
                let list = choices.map(SQLite.text).joined(separator: ", ")
                tests.append("\(field.selected) NOT IN (\(list))")
            }
        }
        return tests.joined(separator: " OR ")
    }
}
#endif
