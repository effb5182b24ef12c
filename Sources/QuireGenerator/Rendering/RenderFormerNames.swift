import QuireSchema

/// Writes declarations under former names, with which the compiler offers the current ones.
extension ModuleRenderer {
    /// The attribute of a declaration under a former name.
    static func renamed(to name: String) -> String {
        "@available(*, unavailable, renamed: \(Literals.string(name)))"
    }

    /// - Parameter type: The type of the field in `Fields`.
    func renderFormerFields(_ field: FieldPlan, type: String, to writer: inout SourceWriter) {
        for former in field.formerNames {
            writer.line(Self.renamed(to: field.name))
            writer.line(
                "\(access)var \(ReservedNames.escaped(former)): \(type) { .init(\(Literals.string(field.field.name))) }"
            )
        }
    }

    /// - Parameter stored: The name of the stored property.
    func renderFormerProperties(_ field: FieldPlan, stored: String, to writer: inout SourceWriter) {
        for former in field.formerNames {
            writer.line(Self.renamed(to: field.name))
            writer.block("\(access)var \(ReservedNames.escaped(former)): \(types.value(field.type)) {") {
                writer in
                writer.line("get { self.\(stored) }")
                writer.line("set { self.\(stored) = newValue }")
            }
        }
    }

    /// Writes the initializer that has the former names of all renamed fields.
    ///
    /// - Parameter parameters: The parameters of the current one, each without its label.
    func renderFormerInitializer(
        _ record: RecordPlan, parameters: [String], to writer: inout SourceWriter
    ) {
        guard record.fields.contains(where: { !$0.formerNames.isEmpty }) else { return }
        let labels = record.fields.map { $0.name + ":" }.joined()
        writer.line()
        writer.line(Self.renamed(to: "init(\(labels))"))
        let declared = zip(record.fields, parameters).map { field, parameter in
            ReservedNames.escapedLabel(field.formerNames.first ?? field.name) + parameter
        }
        let arguments = record.fields.map { field in
            "\(ReservedNames.escapedLabel(field.name)): "
                + ReservedNames.escaped(field.formerNames.first ?? field.name)
        }
        writer.list("\(access)init(", declared, closing: ") {")
        writer.blockBody { $0.list("self.init(", arguments, closing: ")") }
    }

    func renderFormerModuleNames(to writer: inout SourceWriter) {
        for former in plan.formerNames {
            writer.line()
            writer.line(Self.renamed(to: plan.name))
            writer.line("\(access)typealias \(ReservedNames.escaped(former)) = \(name)")
        }
    }

    /// - Parameter value: The expression of a value by its name.
    static func renderFormerValues(
        _ choice: ChoicePlan, access: String, to writer: inout SourceWriter, value: (String) -> String
    ) {
        for (former, current) in choice.formerNames {
            writer.line(renamed(to: current))
            writer.line(
                "\(access)static var \(ReservedNames.escaped(former)): Self { \(value(current)) }")
        }
    }
}
