/// Spells types for one place in the generated code: unqualified, unless the schema hides the name.
struct TypeNames {
    /// The names declared by the schema at the top level.
    let hidden: Set<String>
    /// The names nested in the module, if any.
    var nested: Set<String> = []

    func swift(_ name: String) -> String { qualified(name, by: "Swift") }

    func quire(_ name: String) -> String { qualified(name, by: "Quire") }

    var date: String { qualified("Date", by: "Foundation") }

    /// The type in `Values`.
    func value(_ type: ValueType) -> String { name(type, relation: quire("Relation")) }

    /// The type in `Fields`. A filter compares a relation by its id.
    func field(_ type: ValueType) -> String { name(type, relation: quire("ContentID")) }

    private func name(_ type: ValueType, relation: String) -> String {
        switch type {
        case .swift(let name): return swift(name)
        case .date: return date
        case .quire(let name): return quire(name)
        case .named(let name): return ReservedNames.escaped(name)
        case .relation(let module): return "\(relation)<\(ReservedNames.escaped(module))>"
        case .array(let element): return "[\(self.name(element, relation: relation))]"
        case .optional(let wrapped): return "\(self.name(wrapped, relation: relation))?"
        }
    }

    private func qualified(_ name: String, by module: String) -> String {
        hidden.contains(name) || nested.contains(name) ? "\(module).\(name)" : name
    }
}
