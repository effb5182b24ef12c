import QuireSchema

/// Writes the declarations of one module.
struct ModuleRenderer {
    let plan: ModulePlan
    let types: TypeNames
    /// The access level followed by a space. Empty for internal.
    let access: String
    let declaredTypes: DeclaredTypes

    /// The namespace's escaped name.
    var name: String { ReservedNames.escaped(plan.name) }

    func render(to writer: inout SourceWriter) {
        let module = plan.module
        let deprecation = DocComment.deprecation(module.deprecated)
        writer.line("// MARK: - \(plan.name)")
        writer.line()
        writer.indented(
            DocComment.lines([module.description, DocComment.deprecationNote(module.deprecated)]))
        writer.block("nonisolated \(access)enum \(name): \(types.quire("ContentModule")) {") { writer in
            renderDescriptor(to: &writer)
            if let deprecation {
                // The namespace itself is not marked as deprecated, because the index and every relation to it would
                // warn.
                writer.line()
                writer.line(deprecation)
                let query = types.quire("Query")
                writer.line("\(access)static func query() -> \(query)<Self> { \(query)() }")
            }
            writer.line()
            renderFields(plan.root, to: &writer)
            writer.line()
            writer.indented(DocComment.lines([valuesComment]))
            writer.block("\(access)struct Values: \(types.quire("FieldwiseValues")) {") { writer in
                renderValues(
                    plan.root,
                    table:
                        "\(access)static var table: \(types.quire("FieldTable")) { \(name).descriptor.fields }",
                    isRoot: true, to: &writer)
            }
            writer.line()
            writer.line("\(access)typealias Draft = \(types.quire("ContentDraft"))<\(name)>")
            renderNamesakes(to: &writer)
            renderNested(plan.root, path: "\(name).descriptor.fields", type: name, to: &writer)
        }
        renderFormerModuleNames(to: &writer)
        if let item = plan.item {
            writer.line()
            writer.indented(
                DocComment.lines([
                    module.single ? "The item of `\(plan.name)`." : "An item of `\(plan.name)`."
                ]))
            if let deprecation { writer.line(deprecation) }
            writer.line(
                "\(access)typealias \(ReservedNames.escaped(item)) = \(types.quire("Content"))<\(name)>")
        }
    }

    private var valuesComment: String { "The values of an item of `\(plan.name)`." }

    private func renderDescriptor(to writer: inout SourceWriter) {
        writer.block(
            "\(access)static let descriptor = \(types.quire("ModuleDescriptor"))(", closing: "    \"\"\"#)"
        ) { writer in
            writer.line("#\"\"\"")
            writer.indented(RenderDescriptor.lines(of: plan.module, types: declaredTypes))
        }
    }

    /// The types of choices and objects.
    private func renderNested(
        _ record: RecordPlan, path: String, type: String, context: MemberPlan.Context = .init(),
        to writer: inout SourceWriter
    ) {
        for choice in record.choices {
            writer.line()
            Self.renderChoice(choice, prefix: access, types: types, to: &writer)
        }
        for object in record.objects {
            let name = ReservedNames.escaped(object.name)
            writer.line()
            writer.indented(DocComment.lines([object.description]))
            let members = MemberPlan(object, of: record, in: context)
            let conformance = types.quire(members.isEmpty ? "FieldwiseValues" : "QueryableObject")
            writer.block("\(access)struct \(name): \(conformance) {") { writer in
                renderValues(
                    object.record,
                    table:
                        "\(access)static let table: \(types.quire("FieldTable")) = \(path).object(\(object.index))",
                    isRoot: false, to: &writer)
                if !members.isEmpty { renderMembers(members, type: "\(type).\(name)", to: &writer) }
                renderNested(
                    object.record, path: "\(type).\(name).table", type: "\(type).\(name)",
                    context: members.context, to: &writer)
            }
        }
    }
}
