#if SQLite

import QuireCore
import QuireEngine

/// The joins of a statement with the items that its sort keys, or its groups, follow relations to.
///
/// A relation names at most one item, and ids are unique, so a join adds no rows. Paths over the same relations share
/// their joins.
struct RelatedJoins {
    /// The largest number of joined tables. SQLite joins at most 64, and the search needs some itself.
    private static let limit = 32

    private let layouts: [String: ModuleLayout]
    /// The names of the joined tables, by the relations that lead to them.
    private var names: [[String]: String] = [:]
    private var textNames: Set<String> = []
    private(set) var sql = ""

    /// The part of the request that has the paths, for errors.
    private let part: String

    init(_ layouts: [String: ModuleLayout], for part: String) {
        self.layouts = layouts
        self.part = part
    }

    /// The layout of the module that relations lead to.
    ///
    /// - Throws: `QueryError` if a relation does not exist, leads to many items, or leads to a module that the store
    ///   does not hold.
    func layout(behind steps: [RelationStep], from layout: ModuleLayout) throws -> ModuleLayout {
        let module = layout.module
        guard let path = try RelatedPath(steps, over: module.fields, module: module.name, in: part) else {
            return layout
        }
        for step in steps { _ = try self.layout(step, in: module) }
        return layouts[path.target.name] ?? layout
    }

    private func layout(_ step: RelationStep, in module: ModuleDescriptor) throws -> ModuleLayout {
        guard let layout = layouts[step.module.name] else {
            throw QueryError(
                .unknownProperty, module: module.name, node: "\(step) in \(part)",
                expected: "a module that the store holds, not \"\(step.module.name)\"")
        }
        return layout
    }

    /// Joins the items that relations lead to. Returns the names of their tables.
    mutating func join(
        _ steps: [RelationStep], from layout: ModuleLayout, usesText: Bool
    ) throws -> (narrow: String, text: String) {
        var owner = layout
        var name = "m"
        var path: [String] = []
        for step in steps {
            guard let field = owner.field(step.relation) else {
                throw QueryError(
                    .unknownProperty, module: owner.module.name, node: "\"\(step.relation)\" in \(part)",
                    expected: "a relation that the store holds")
            }
            let target = try self.layout(step, in: owner.module)
            path.append(step.relation)
            if let existingName = names[path] {
                name = existingName
            } else {
                guard names.count + textNames.count < Self.limit else {
                    throw UnsupportedError(
                        engine: UnsupportedError.storeEngine,
                        node: "\(part) over more than \(Self.limit) relations",
                        hint: "Follow fewer relations.")
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
