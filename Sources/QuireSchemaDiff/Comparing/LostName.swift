import QuireSchema

/// A Swift name that a declaration of the old schema had, and has no longer.
///
/// If another declaration has the name now, old code compiles and means that one.
struct LostName {
    var name: String
    /// What the name stands for in the new schema: `the value 'GMT 1'`.
    var successor: String?
    /// Set for a type: `the type `.
    var kind = ""

    var impact: Impact { impact(instead: nil) }

    /// - Parameter newName: The name that the declaration has now.
    func impact(instead newName: String?) -> Impact {
        let reason =
            successor.map { "\(name) now means \($0), so old code compiles and does something else" }
            ?? "\(kind)\(name) no longer exists"
        return .breaking(reason + (newName.map { "; use \($0)" } ?? ""))
    }

    /// How to keep the name where it was.
    var remedy: String {
        "Set \"swiftName\": \"\(name)\"" + (successor.map { ", and another \"swiftName\" for \($0)." } ?? ".")
    }
}

extension Change {
    /// Notes that the name in Swift changes too, if it does.
    mutating func rename(_ lost: LostName, to newName: String) {
        guard lost.name != newName else { return }
        source = lost.impact(instead: newName)
        remedy? += " Keep \(lost.name) in Swift with \"swiftName\", or replace it with \(newName)."
    }
}

extension FieldList {
    /// A name that a field of the old list had.
    func lost(_ name: String) -> LostName {
        let index = properties.firstIndex { $0.name == name }
        return LostName(name: name, successor: index.map { "the field \(quoted(fields[$0].name))" })
    }
}

extension ChoiceList {
    /// A name that a value of the old list had.
    func lost(_ name: String) -> LostName {
        let index = names.firstIndex(of: name)
        return LostName(name: name, successor: index.map { "the value \(quoted(values[$0].raw))" })
    }
}

extension ComparedSchema {
    /// The name of a type that the old schema had.
    func lostType(_ name: String) -> LostName {
        var successor: String?
        if let index = interface.choices.firstIndex(where: { $0.name == name }) {
            successor = "the enum \(quoted(schema.enumerations[index].name))"
        }
        if let index = interface.modules.firstIndex(where: { $0.item == name }) {
            successor = "the items of the module \(quoted(schema.modules[index].name))"
        }
        if let index = interface.modules.firstIndex(where: { $0.name == name }) {
            successor = "the module \(quoted(schema.modules[index].name))"
        }
        return LostName(name: name, successor: successor, kind: "the type ")
    }
}
