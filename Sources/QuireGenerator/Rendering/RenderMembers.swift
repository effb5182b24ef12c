import QuireSchema

extension ModuleRenderer {
    /// Writes the `Fields` of an object, which key paths use after the object's own field.
    func renderMembers(_ plan: MemberPlan, type: String, to writer: inout SourceWriter) {
        writer.line()
        writer.block("\(access)struct Fields: \(types.quire("FieldSet")) {") { writer in
            writer.line("\(access)init() {}")
            writer.line("\(access)static var table: \(types.quire("FieldTable")) { \(type).table }")
            if plan.members.contains(where: \.hasMembers) { renderNestedScope(to: &writer) }
            for member in plan.members {
                let field = member.field
                writer.line()
                writer.indented(
                    DocComment.lines([
                        field.field.description, member.hasMembers ? nil : operatorsNote(field.field),
                    ]))
                if let deprecation = DocComment.deprecation(field.field.deprecated) {
                    writer.line(deprecation)
                }
                let (value, operators) =
                    member.hasMembers
                    ? (
                        "\(types.quire("ObjectPath"))<\(member.type.isArray ? "[\(objectName(member.type))]" : objectName(member.type))>",
                        types.quire("NoOperators")
                    )
                    : (types.field(member.type), operators(of: member, isInList: plan.context.isInList))
                writer.line(
                    "\(access)var \(ReservedNames.escaped(field.name)): \(types.quire("Field"))<Self, \(value), \(operators)> { "
                        + ".init(\(Literals.string(field.field.name))) }")
            }
        }
    }

    private func operators(of member: MemberPlan.Member, isInList: Bool) -> String {
        let operators = operators(member.field.operators)
        return isInList && !member.type.isArray ? "\(types.quire("InListedObject"))<\(operators)>" : operators
    }

    /// The name of an object's type, without its list and its `?`.
    private func objectName(_ type: ValueType) -> String {
        switch type {
        case .array(let element), .optional(let element): objectName(element)
        default: types.field(type)
        }
    }
}
