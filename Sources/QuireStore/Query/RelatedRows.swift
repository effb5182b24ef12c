#if SQLite

import QuireCore
import QuireEngine

/// The tables that a step over a relation leads through, as SQL.
///
/// There are two ways to find an item by its related items. All related items that match are collected first
/// (`key IN (SELECT value FROM table …)`), which suits counts and selective conditions. Or the related items of each row
/// are looked up (`EXISTS (SELECT 1 FROM lookUpTable … WHERE link …)`), which suits rows in the order of an index.
struct RelatedRows {
    /// The column of the item that is compared with the values.
    let key: String
    /// The tables of the related items, starting with all of them.
    let table: String
    /// The tables with a row for each match of an item and a related item, roughly.
    let matchTable: String
    /// The column of `table` with the keys of matching items.
    let value: String
    /// The tables of the related items, starting with the link of one item.
    let lookUpTable: String
    /// The link from an item to its related items.
    let link: String
    /// Whether a link can be found without a scan.
    let canLookUp: Bool
    /// Whether the link has more than one column, so that related items can only be looked up.
    let mustLookUp: Bool
    /// Whether `value` may be NULL.
    let isOptional: Bool

    /// - Parameters:
    ///   - names: The names of the module's tables in the statement.
    ///   - relatedNames: The names of the related module's tables.
    init(
        _ step: RelationStep, _ layout: ModuleLayout, names: TableNames, related: ModuleLayout,
        relatedNames: TableNames
    ) throws {
        let owner = step.isReverse ? related : layout
        guard let field = owner.field(step.relation) else {
            throw QueryError(
                .unknownProperty, module: owner.module.name, node: "\"\(step.relation)\" in the filter",
                expected: "a relation that the store holds")
        }
        let rows = "\(SQLite.quoted(related.table)) AS \(relatedNames.narrow)"
        let (item, other) = (names.narrow, relatedNames.narrow)
        if field.storage.element != nil {
            guard let side = field.elementTable else {
                throw UnsupportedError(engine: UnsupportedError.storeEngine, across: step)
            }
            let list = "\(SQLite.quoted(side)) AS \(relatedNames.link)"
            let id = "\(relatedNames.link).\(SQLite.quoted(field.elementColumn))"
            let join = step.isReverse ? "\(relatedNames.link).item = \(other).item" : "\(id) = \(other).id"
            key = step.isReverse ? "\(item).id" : "\(item).item"
            value = step.isReverse ? id : "\(relatedNames.link).item"
            table = "\(rows) JOIN \(list) ON \(join)"
            matchTable = table
            lookUpTable = "\(list) CROSS JOIN \(rows) ON \(join)"
            // An object may lack the relation.
            isOptional = step.isReverse && field.objects != nil
            // A side table itself is ordered by value, and a table of listed objects by item.
            canLookUp =
                step.isReverse == (field.objects == nil)
                || owner.indexes.contains {
                    $0.side == side && (field.objects == nil || $0.column == field.column)
                }
        } else {
            let column = SQLite.quoted(field.column)
            key = step.isReverse ? "\(item).id" : "\(item).\(column)"
            value = step.isReverse ? "\(other).\(column)" : "\(other).id"
            table = rows
            matchTable =
                step.isReverse
                ? rows
                : "\(rows) JOIN \(SQLite.quoted(layout.table)) AS \(item) ON \(item).\(column) = \(other).id"
            // An equality in the condition may have an index too, which would find many rows for each item.
            let index =
                step.isReverse ? owner.indexes.first { $0.side == nil && $0.column == field.column } : nil
            lookUpTable = rows + (index.map { " INDEXED BY \(SQLite.quoted($0.name))" } ?? "")
            isOptional = step.isReverse
            canLookUp = true
        }
        mustLookUp = false
        link = "\(value) = \(key)"
    }

    /// The items that a relation of one object names.
    ///
    /// - Parameters:
    ///   - rows: The table that has the relation: that of the object, or that of a list in it.
    ///   - scope: The object.
    init(
        _ relation: FieldLayout, in rows: ObjectLayout, of scope: ObjectScope, related: ModuleLayout,
        relatedNames: TableNames
    ) {
        let column = SQLite.quoted(relation.column)
        let items = "\(SQLite.quoted(related.table)) AS \(relatedNames.narrow)"
        value = "\(relatedNames.narrow).id"
        mustLookUp = rows.table != scope.rows.table
        if mustLookUp {
            let list = "\(SQLite.quoted(rows.table)) AS \(relatedNames.link)"
            key = "\(relatedNames.link).\(column)"
            lookUpTable = "\(list) CROSS JOIN \(items) ON \(key) = \(value)"
            link = scope.link(relatedNames.link)
        } else {
            key = "\(scope.name).\(column)"
            lookUpTable = items
            link = "\(value) = \(key)"
        }
        table = items
        matchTable = items
        canLookUp = true
        isOptional = false
    }
}

/// The names of a module's tables in a statement. A related module has its own, so that a condition on it may refer to
/// both.
struct TableNames {
    let narrow: String
    let text: String
    /// The side table that leads to the module.
    let link: String
    private let objects: String

    /// - Parameter level: The number of steps over relations from the module of the search.
    init(level: Int) {
        narrow = level == 0 ? "m" : "m\(level)"
        text = level == 0 ? "t" : "t\(level)"
        link = "l\(level)"
        objects = level == 0 ? "o" : "o\(level)"
    }

    /// The table of listed objects.
    ///
    /// - Parameter number: The number of conditions on one object around the condition.
    func object(_ number: Int) -> String { number == 0 ? objects : "\(objects)_\(number)" }
}
#endif
