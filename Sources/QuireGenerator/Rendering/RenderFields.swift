import QuireSchema

extension ModuleRenderer {
    /// Writes `Fields`, which key paths and filter closures use.
    func renderFields(_ record: RecordPlan, to writer: inout SourceWriter) {
        writer.block("\(access)struct Fields: \(types.quire("FieldSet")) {") { writer in
            writer.line("\(access)init() {}")
            writer.line(
                "\(access)static var table: \(types.quire("FieldTable")) { \(name).descriptor.fields }")
            if record.fields.contains(where: { !$0.field.queryableMembers(after: "").isEmpty }) {
                renderNestedScope(to: &writer)
            }
            for field in record.fields {
                writer.line()
                writer.indented(DocComment.lines([field.field.description, operatorsNote(field.field)]))
                if let deprecation = DocComment.deprecation(field.field.deprecated) {
                    writer.line(deprecation)
                }
                let type =
                    "\(types.quire("Field"))<Self, \(types.field(field.type)), \(operators(field.operators))>"
                writer.line(
                    "\(access)var \(ReservedNames.escaped(field.name)): \(type) { "
                        + ".init(\(Literals.string(field.field.name))) }")
                renderFormerFields(field, type: type, to: &writer)
            }
        }
    }

    /// A note about the operators, if the author chose them.
    func operatorsNote(_ field: Field) -> String? {
        guard field.operatorsAreExplicit, !field.operators.isEmpty else { return nil }
        return "Operators: " + field.operators.map { "`\($0.rawValue)`" }.joined(separator: ", ") + "."
    }

    /// Writes what `$0` is in a closure if key paths lead through objects.
    func renderNestedScope(to writer: inout SourceWriter) {
        writer.line("\(access)typealias ConditionScope = \(types.quire("NestedFieldScope"))<Self>")
    }

    func operators(_ plan: OperatorsPlan) -> String {
        var result = plan.isShipped ? types.quire(plan.set) : plan.set
        if plan.isSortable { result = "\(types.quire("Sortable"))<\(result)>" }
        if plan.isFacet { result = "\(types.quire("Facetable"))<\(result)>" }
        if plan.isSearchable { result = "\(types.quire("Searchable"))<\(result)>" }
        return result
    }
}
