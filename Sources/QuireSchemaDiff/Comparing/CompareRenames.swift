import QuireGenerator
import QuireSchema

/// The modules that a schema renames with `was`.
struct RenamedModules {
    /// The current names by the former ones.
    private(set) var currentNames: [WireName: WireName] = [:]

    init(_ old: Schema, _ new: Schema) {
        let pairs = Pairs(old.modules, new.modules, formerNames: { $0.formerNames }) { $0.name }
        for (before, after) in pairs.both {
            currentNames[WireName(old.modules[before].name)] = WireName(new.modules[after].name)
        }
    }
}

/// Renames that `was` declares: content is found under the new name, but others must learn it.
extension SchemaComparison {
    mutating func addRename(_ before: Module, named oldName: String, to after: Module, named newName: String)
    {
        var change = Change(
            kind: .moduleRenamed, paths: [shown(after.name)],
            message: "module renamed from \(quoted(before.name))", old: before.nameLocation,
            new: after.nameLocation,
            wire: .breaking(
                "apps with the old schema, and servers until they are updated, know only the old name"),
            stored: .safe("content is found under the new name"), index: .rebuild,
            remedy: "Update the server first, and keep the old name there while released apps use it.")
        if oldName != newName {
            change.source = new.lostType(oldName).impact(instead: newName)
            change.remedy? += " Keep \(oldName) in Swift with \"swiftName\", or replace it with \(newName)."
        }
        add(change)
    }

    mutating func addRename(
        _ before: DeclaredField, _ after: DeclaredField, of list: FieldList, path: String, isNested: Bool
    ) {
        let (oldName, newName) = (before.property.name, after.property.name)
        var change = Change(
            kind: .fieldRenamed, paths: [path], message: "field renamed from \(quoted(before.field.name))",
            old: before.field.nameLocation, new: after.field.nameLocation,
            wire: before.field.required
                ? .breaking("apps with the old schema reject items without a value under the old name")
                : .risky(
                    "apps with the old schema, and servers until they are updated, know only the old name"),
            stored: .safe("content is found under the new name"), index: .rebuild,
            remedy: "Write both names for as long as released apps read the old one.")
        if oldName != newName {
            change.source = list.lost(oldName).impact(instead: newName)
            change.remedy? += " Keep \(oldName) in Swift with \"swiftName\", or replace it with \(newName)."
        }
        add(change)
    }

    mutating func addRename(
        _ before: ChoiceList, old: Int, after: ChoiceList, new: Int, path: String
    ) {
        let (oldName, newName) = (before.names[old], after.names[new])
        var change = Change(
            kind: .choiceRenamed, paths: [path],
            message: "value renamed from \(quoted(before.values[old].raw))",
            old: before.values[old].location, new: after.values[new].location,
            wire: before.isClosed
                ? .breaking("apps with the old schema reject items with the new value")
                : .risky("filters for one value do not find items with the other"),
            stored: .safe("content has the new value"), index: .rebuild, remedy: .rebuild)
        if oldName != newName {
            change.source = after.lost(oldName).impact(instead: newName)
            change.remedy? += " Keep \(oldName) in Swift with \"swiftName\", or replace it with \(newName)."
        }
        add(change)
    }
}
