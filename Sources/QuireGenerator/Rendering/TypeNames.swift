/// How types are written in one place of the generated code: by their bare names, unless the schema hides those.
struct TypeNames {
    /// The names that the schema declares at the top level.
    let hidden: Set<String>
    /// The names that are nested in the module, where there is one.
    var nested: Set<String> = []

    func swift(_ name: String) -> String { qualified(name, by: "Swift") }

    func quire(_ name: String) -> String { qualified(name, by: "Quire") }

    var date: String { qualified("Date", by: "Foundation") }

    /// The type as it stands in `Values`.
    func value(_ type: ValueType) -> String { name(type, relation: quire("Relation")) }

    /// The type as it stands in `Fields`: a filter compares a relation by the id.
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
