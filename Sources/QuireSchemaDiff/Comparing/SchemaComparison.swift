import QuireGenerator
import QuireSchema

/// Collects the changes between two schemas.
struct SchemaComparison {
    let old: ComparedSchema
    let new: ComparedSchema
    let oldTypes: TypeResolver
    let newTypes: TypeResolver
    private(set) var changes: [Change] = []

    init(old: ComparedSchema, new: ComparedSchema) {
        self.old = old
        self.new = new
        oldTypes = TypeResolver(old.schema, renamed: RenamedModules(old.schema, new.schema).currentNames)
        newTypes = TypeResolver(new.schema)
    }

    /// Adds a change. That of a mixin's field is the same in each module of the mixin, and is reported once.
    mutating func add(_ change: Change) {
        if let index = changes.firstIndex(where: { $0.isSame(as: change) && $0.old ?? $0.new != nil }) {
            changes[index].paths += change.paths
        } else {
            changes.append(change)
        }
    }

    mutating func compare() {
        compareDocument()
        compareEnumerations()
        let pairs = Pairs(old.schema.modules, new.schema.modules, formerNames: { $0.formerNames }) { $0.name }
        for (before, after) in pairs.both {
            compare(
                old.schema.modules[before], oldInterface: old.interface.modules[before],
                with: new.schema.modules[after],
                newInterface: new.interface.modules[after])
        }
        for index in pairs.added {
            let module = new.schema.modules[index]
            add(
                Change(
                    kind: .moduleAdded, paths: [shown(module.name)], message: "module added",
                    new: module.nameLocation,
                    index: .risky("the collection must be created before the first query"),
                    remedy: "Prepare the collection, then release the app that queries it."))
        }
        for index in pairs.removed { addRemovedModule(index) }
    }

    private mutating func addRemovedModule(_ index: Int) {
        let module = old.schema.modules[index]
        let name = shown(module.name)
        add(
            Change(
                kind: .moduleRemoved, paths: [name], message: "module removed", old: module.nameLocation,
                source: new.lostType(old.interface.modules[index].name).impact,
                wire: .breaking("apps with the old schema still query it"),
                stored: .risky("stores keep its tables, but nothing reads them"),
                remedy:
                    "Deprecate the module until no released app reads it. If it was renamed, add \"was\": "
                    + "[\"\(name)\"] to the new one; to rename it only in Swift, keep its \"name\" and set "
                    + "\"swiftName\"."))
    }
}

/// The elements of two lists, matched by name.
struct Pairs {
    var both: [(Int, Int)] = []
    var added: [Int] = []
    var removed: [Int] = []

    /// - Parameter formerNames: The names that `was` lists, by which the rest is matched.
    init<Element>(
        _ old: [Element], _ new: [Element], formerNames: (Element) -> [FormerName] = { _ in [] },
        name: (Element) -> String
    ) {
        var positions: [WireName: Int] = [:]
        for (index, element) in old.enumerated() { positions[WireName(name(element))] = index }
        for (index, element) in new.enumerated() {
            if let before = positions.removeValue(forKey: WireName(name(element))) {
                both.append((before, index))
            } else {
                added.append(index)
            }
        }
        for index in added {
            for former in formerNames(new[index]) {
                guard let before = positions.removeValue(forKey: WireName(former.name)) else { continue }
                both.append((before, index))
                break
            }
        }
        let matched = Set(both.map(\.1))
        added.removeAll(where: matched.contains)
        both.sort { $0.1 < $1.1 }
        removed = positions.values.sorted()
    }

    /// Whether the elements of both lists have the same order.
    var isOrdered: Bool { zip(both, both.dropFirst()).allSatisfy { $0.0 < $1.0 } }
}

/// A name from a schema in a path: safe to print on one line.
func shown(_ name: String) -> String { printableLine(name) }

/// The fields of a module or an object, with their Swift declarations.
struct FieldList {
    var fields: [Field]
    var properties: [SwiftInterface.Property]
    /// The location of the module or object.
    var location: SourceLocation

    init(_ fields: [Field], _ record: SwiftInterface.Record, at location: SourceLocation) {
        self.fields = fields
        properties = record.properties
        self.location = location
    }

    subscript(index: Int) -> FieldDeclaration {
        FieldDeclaration(field: fields[index], property: properties[index])
    }
}

/// A field with its Swift declaration.
struct FieldDeclaration {
    var field: Field
    var property: SwiftInterface.Property
}

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
        change.rename(new.lostType(oldName), to: newName)
        add(change)
    }

    mutating func addRename(
        _ before: FieldDeclaration, _ after: FieldDeclaration, of list: FieldList, path: String,
        isNested: Bool
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
        change.rename(list.lost(oldName), to: newName)
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
        change.rename(after.lost(oldName), to: newName)
        add(change)
    }
}
