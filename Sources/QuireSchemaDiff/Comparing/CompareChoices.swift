import QuireGenerator
import QuireSchema

extension SchemaComparison {
    /// Compares the enumerations that fields share. Each is reported once, not in every field.
    mutating func compareEnumerations() {
        let pairs = Pairs(old.schema.enumerations, new.schema.enumerations) { $0.name }
        for (old, new) in pairs.both {
            let (before, after) = (self.old.schema.enumerations[old], self.new.schema.enumerations[new])
            let (oldChoice, newChoice) = (self.old.interface.choices[old], self.new.interface.choices[new])
            let path = "enum \(shown(after.name))"
            if oldChoice.name != newChoice.name {
                add(
                    Change(
                        kind: .swiftNameChanged, paths: [path],
                        message: "the Swift name changed from \(oldChoice.name) to \(newChoice.name)",
                        old: before.nameLocation, new: after.nameLocation,
                        source: self.new.lostType(oldChoice.name).impact,
                        remedy: self.new.lostType(oldChoice.name).remedy))
            }
            compareValues(
                ChoiceList(
                    before.values, isClosed: before.closed, names: oldChoice.values,
                    location: before.nameLocation),
                ChoiceList(
                    after.values, isClosed: after.closed, names: newChoice.values,
                    location: after.nameLocation), path: path)
            compareDocumentation(
                (before.description, before.deprecated, before.nameLocation),
                (after.description, after.deprecated, after.nameLocation), path: path)
        }
        for added in pairs.added.map({ new.schema.enumerations[$0] }) {
            add(
                Change(
                    kind: .enumAdded, paths: ["enum \(shown(added.name))"], message: "enum added",
                    new: added.nameLocation))
        }
        for index in pairs.removed {
            let removed = old.schema.enumerations[index]
            add(
                Change(
                    kind: .enumRemoved, paths: ["enum \(shown(removed.name))"], message: "enum removed",
                    old: removed.nameLocation, new: new.schema.start,
                    source: new.lostType(old.interface.choices[index].name).impact,
                    remedy: "Keep the enum until no code uses its type."))
        }
    }

    /// Compares the choices of a field, unless both are the same shared enumeration.
    mutating func compareChoices(
        _ old: ChoiceSet, of before: FieldDeclaration, with new: ChoiceSet, of after: FieldDeclaration,
        path: String
    ) {
        if case .shared(let name) = old, case .shared(let other) = new, WireName(name) == WireName(other) {
            return
        }
        compareValues(
            choiceList(old, of: before, types: oldTypes, in: self.old),
            choiceList(new, of: after, types: newTypes, in: self.new),
            path: path)
    }

    private func choiceList(
        _ choices: ChoiceSet, of declared: FieldDeclaration, types: TypeResolver, in side: ComparedSchema
    ) -> ChoiceList {
        let (values, closed) = types.values(of: choices)
        var names = declared.property.choice?.values ?? []
        if case .shared(let name) = choices,
            let index = side.schema.enumerations.firstIndex(where: { WireName($0.name) == WireName(name) })
        {
            names = side.interface.choices[index].values
        }
        return ChoiceList(values, isClosed: closed, names: names, location: declared.field.nameLocation)
    }

    private mutating func compareValues(_ before: ChoiceList, _ after: ChoiceList, path: String) {
        compareClosed(before, with: after, at: path)
        let pairs = Pairs(before.values, after.values, formerNames: { $0.formerNames }) { $0.raw }
        let isClosed = before.isClosed && after.isClosed
        for (old, new) in pairs.both {
            let path = path + "." + shown(after.values[new].raw)
            if WireName(before.values[old].raw) != WireName(after.values[new].raw) {
                addRename(before, old: old, after: after, new: new, path: path)
            } else if before.names[old] != after.names[new] {
                add(
                    Change(
                        kind: .swiftNameChanged, paths: [path],
                        message: "the Swift name changed from \(before.names[old]) to \(after.names[new])",
                        old: before.values[old].location, new: after.values[new].location,
                        source: after.lost(before.names[old]).impact,
                        remedy: after.lost(before.names[old]).remedy))
            }
            compareDocumentation(
                (before.values[old].description, before.values[old].deprecated, before.values[old].location),
                (after.values[new].description, after.values[new].deprecated, after.values[new].location),
                path: path)
        }
        for value in pairs.added.map({ after.values[$0] }) {
            add(
                Change(
                    kind: .choiceAdded, paths: [path + "." + shown(value.raw)],
                    message: isClosed ? "value added to a closed list" : "value added", new: value.location,
                    source: isClosed ? .breaking("a switch over the values is no longer exhaustive") : .none,
                    wire: isClosed
                        ? .breaking("apps with the old schema reject items with the value") : .none,
                    remedy: isClosed
                        ? "Open the list first (without \"closed\": true): then old apps keep unknown values."
                        : nil))
        }
        for index in pairs.removed {
            let value = before.values[index]
            let isRejected = after.isClosed
            add(
                Change(
                    kind: .choiceRemoved, paths: [path + "." + shown(value.raw)],
                    message: after.isClosed ? "value removed from a closed list" : "value removed",
                    old: value.location, new: after.location,
                    source: after.lost(before.names[index]).impact,
                    wire: isRejected ? .breaking("items with the value are rejected") : .none,
                    stored: isRejected ? .breaking("items with the value are rejected") : .none,
                    remedy: isRejected
                        ? "Deprecate the value, and remove it when no item has it."
                        : "Deprecate the value until no code uses it."))
        }
    }

    private mutating func compareClosed(_ before: ChoiceList, with after: ChoiceList, at path: String) {
        guard before.isClosed != after.isClosed else { return }
        var change = Change(
            kind: after.isClosed ? .choicesClosed : .choicesOpened, paths: [path],
            message: after.isClosed ? "the list of values was closed" : "the list of values was opened",
            old: before.location, new: after.location)
        if after.isClosed {
            change.source = .breaking("the Swift type becomes an enum, whose rawValue initializer may fail")
            change.wire = .risky("items with a value that is not in the list are rejected")
            change.stored = .risky("items with a value that is not in the list are rejected")
            change.remedy = "Make sure first that no item has another value."
        } else {
            change.source = .breaking("the Swift type becomes a struct, so a switch needs a default")
            change.wire = .risky("apps with the old schema reject items with a new value")
        }
        add(change)
    }
}

/// The values of a choice with their Swift names.
struct ChoiceList {
    var values: [ChoiceValue]
    var isClosed: Bool
    var names: [String]
    var location: SourceLocation

    init(_ values: [ChoiceValue], isClosed: Bool, names: [String], location: SourceLocation) {
        self.values = values
        self.isClosed = isClosed
        self.names = names
        self.location = location
    }
}
