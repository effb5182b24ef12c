import QuireGenerator
import QuireSchema

extension SchemaComparison {
    /// Compares the fields of a module or of an object.
    mutating func compareFields(_ before: FieldList, _ after: FieldList, path: String, isNested: Bool) {
        let pairs = Pairs(before.fields, after.fields, formerNames: { $0.formerNames }) { $0.name }
        if !pairs.isOrdered {
            add(
                Change(
                    kind: .fieldsReordered, paths: [path], message: "the order of the fields changed",
                    old: before.location, new: after.location,
                    source: .breaking("the arguments of the initializer of the values have another order"),
                    index: .rebuild, remedy: "Keep the order, and add new fields at the end."))
        }
        for (old, new) in pairs.both {
            compare(
                before[old], after[new], of: after, path: path + "." + shown(after.fields[new].name),
                isNested: isNested)
        }
        for index in pairs.added { addAdded(after[index], path: path, isNested: isNested) }
        for index in pairs.removed {
            let removed = before[index]
            let renamed = pairs.added.map { after.fields[$0] }.filter { isSimilar($0, to: removed.field) }
            addRemoved(
                removed, path: path, isNested: isNested, from: after,
                renamed: renamed.count == 1 ? renamed[0] : nil)
        }
    }

    private mutating func addAdded(_ added: FieldDeclaration, path: String, isNested: Bool) {
        let field = added.field
        var change = Change(
            kind: field.required ? .requiredFieldAdded : .fieldAdded,
            paths: [path + "." + shown(field.name)], message: "\(describe(field.type)) field added",
            new: field.nameLocation, index: .rebuild)
        if !isNested, SwiftInterface.metadataNames.contains(added.property.name) {
            change.source = .breaking(
                "\(added.property.name) now means the field instead of the item's metadata")
            change.remedy = "Give it another \"swiftName\"."
        }
        if field.required {
            change.message = "required " + change.message
            if added.property.defaultArgument == nil {
                change.source = .breaking("initializers of the values need another argument")
            }
            change.wire = .breaking("items without a value are rejected; a default fills only new items")
            // A store fills the fields of modules, not those inside objects.
            if isNested || field.defaultValue == nil {
                change.stored = .breaking("items without a value are rejected")
            }
            change.remedy = "Add it as an optional field, give all items a value, then make it required."
        } else if isNested {
            change.wire = .risky("apps with the old schema drop the value when they write the object")
        }
        add(change)
    }

    private mutating func addRemoved(
        _ removed: FieldDeclaration, path: String, isNested: Bool, from list: FieldList, renamed: Field?
    ) {
        let field = removed.field
        var change = Change(
            kind: .fieldRemoved, paths: [path + "." + shown(field.name)],
            message: "\(describe(field.type)) field removed", old: field.nameLocation, new: list.location,
            source: list.lost(removed.property.name).impact,
            wire: field.required
                ? .breaking("apps with the old schema reject items without a value")
                : .risky("apps with the old schema still filter and sort by it, and write it"),
            stored: .risky(
                isNested
                    ? "the value is dropped when the object is written"
                    : "items keep the value as an unknown value"),
            index: .rebuild,
            remedy: "Deprecate the field until no released app reads it, then remove it.")
        if let renamed {
            change.remedy =
                "If \(quoted(field.name)) was renamed to \(quoted(renamed.name)): add \"was\": "
                + "[\"\(shown(field.name))\"], which keeps the content; or keep \"name\": \"\(shown(field.name))\" and "
                + "set \"swiftName\", which servers and older apps do not notice."
        }
        add(change)
    }

    /// Whether an added field may be a removed one under another name.
    private func isSimilar(_ added: Field, to removed: Field) -> Bool {
        newTypes.resolve(added.type) == oldTypes.resolve(removed.type)
    }

    private mutating func compare(
        _ before: FieldDeclaration, _ after: FieldDeclaration, of list: FieldList, path: String,
        isNested: Bool
    ) {
        if WireName(before.field.name) != WireName(after.field.name) {
            addRename(before, after, of: list, path: path, isNested: isNested)
        } else if before.property.name != after.property.name {
            add(
                Change(
                    kind: .swiftNameChanged, paths: [path],
                    message: "the Swift name changed from \(before.property.name) to \(after.property.name)",
                    old: before.field.nameLocation, new: after.field.nameLocation,
                    source: list.lost(before.property.name).impact,
                    remedy: list.lost(before.property.name).remedy))
        }
        let isTypeSame = compareType(before, after, path: path)
        compareRequirement(before, after, path: path, isNested: isNested)
        compareDefault(before, after, path: path)
        compareConstraints(before, after, path: path)
        compareQueries(before, after, path: path, comparesOperators: isTypeSame)
        compareDocumentation(
            (before.field.description, before.field.deprecated, before.field.nameLocation),
            (after.field.description, after.field.deprecated, after.field.nameLocation), path: path)
    }

    private mutating func compareRequirement(
        _ before: FieldDeclaration, _ after: FieldDeclaration, path: String, isNested: Bool
    ) {
        guard before.field.required != after.field.required else { return }
        let property = after.property
        var change = Change(
            kind: after.field.required ? .madeRequired : .madeOptional, paths: [path],
            message: after.field.required ? "made required" : "made optional",
            old: before.field.nameLocation, new: after.field.nameLocation, index: .rebuild)
        let needsArgument = before.property.defaultArgument != nil && property.defaultArgument == nil
        if before.property.isOptional != property.isOptional {
            let types = [before.property, property].map { $0.type + ($0.isOptional ? "?" : "") }
            change.source = .breaking("the Swift type changes from \(types[0]) to \(types[1])")
        } else if needsArgument {
            change.source = .breaking("initializers of the values need another argument")
        }
        if after.field.required {
            change.wire = .breaking("items without a value are rejected")
            if isNested || after.field.defaultValue == nil {
                change.stored = .breaking("items without a value are rejected")
            }
            change.remedy = "Give all items a value first, and release apps that always write one."
        } else {
            change.wire = .breaking("apps with the old schema reject items without a value")
            change.remedy = "Write items without a value only after all apps have the new schema."
        }
        add(change)
    }

    private mutating func compareDefault(_ before: FieldDeclaration, _ after: FieldDeclaration, path: String)
    {
        guard before.field.defaultValue != after.field.defaultValue else { return }
        let isMissing = before.property.defaultArgument != nil && after.property.defaultArgument == nil
        let isNew = before.property.defaultArgument == nil
        add(
            Change(
                kind: .defaultChanged, paths: [path],
                message: after.field.defaultValue == nil
                    ? "default removed"
                    : before.field.defaultValue == nil ? "default added" : "default changed",
                old: before.field.nameLocation, new: after.field.nameLocation,
                source: isMissing
                    ? .breaking("initializers of the values need another argument")
                    : isNew ? .none : .risky("the code compiles, but new items get another value")))
    }
}
