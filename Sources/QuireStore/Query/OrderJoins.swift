#if SQLite

import QuireCore
import QuireEngine

/// The joins of a statement with the items that its sort keys follow relations to.
///
/// A relation names at most one item, and ids are unique, so a join adds no rows. Keys over the same relations share
/// their joins.
struct OrderJoins {
    /// The largest number of joined tables. SQLite joins at most 64, and the search needs some itself.
    private static let limit = 32

    private let layouts: [ExactName: ModuleLayout]
    /// The names of the joined tables, by the relations that lead to them.
    private var names: [[ExactName]: String] = [:]
    private var textNames: Set<String> = []
    private(set) var sql = ""

    init(_ layouts: [ExactName: ModuleLayout]) { self.layouts = layouts }

    /// The layout of the module that a key's field belongs to.
    ///
    /// - Throws: `QueryError` if a relation does not exist, leads to many items, or leads to a module that the store
    ///   does not hold.
    func layout(of key: SortKey, from layout: ModuleLayout) throws -> ModuleLayout {
        let module = layout.module
        guard
            let path = try RelatedPath(key.steps, over: module.fields, module: module.name, in: "the sort")
        else { return layout }
        for step in key.steps { _ = try self.layout(step, in: module) }
        return layouts[ExactName(path.target.name)] ?? layout
    }

    private func layout(_ step: RelationStep, in module: ModuleDescriptor) throws -> ModuleLayout {
        guard let layout = layouts[ExactName(step.module.name)] else {
            throw QueryError(
                .unknownProperty, module: module.name, node: "a sort key behind \(step)",
                expected: "a module that the store holds, not \"\(step.module.name)\"")
        }
        return layout
    }

    /// Joins the items that a key's relations lead to. Returns the names of their tables.
    mutating func join(
        _ key: SortKey, from layout: ModuleLayout, usesText: Bool
    ) throws -> (narrow: String, text: String) {
        var owner = layout
        var name = "m"
        var path: [ExactName] = []
        for step in key.steps {
            guard let field = owner.field(step.relation) else {
                throw QueryError(
                    .unknownProperty, module: owner.module.name, node: "\"\(step.relation)\" in the sort",
                    expected: "a relation that the store holds")
            }
            let target = try self.layout(step, in: owner.module)
            path.append(ExactName(step.relation))
            if let known = names[path] {
                name = known
            } else {
                guard names.count + textNames.count < Self.limit else {
                    throw UnsupportedError(
                        engine: UnsupportedError.storeEngine,
                        node: "sort keys over more than \(Self.limit) relations",
                        hint: "Sort by fewer related items.")
                }
                let joined = "s\(names.count + 1)"
                sql +=
                    " LEFT JOIN \(SQLite.quoted(target.table)) AS \(joined) "
                    + "ON \(joined).id = \(name).\(SQLite.quoted(field.column))"
                names[path] = joined
                name = joined
            }
            owner = target
        }
        let text = name + "t"
        if usesText, textNames.insert(text).inserted {
            sql +=
                " LEFT JOIN \(SQLite.quoted(owner.textTable)) AS \(text) ON \(text).item = \(name).item"
        }
        return (name, text)
    }
}
#endif
