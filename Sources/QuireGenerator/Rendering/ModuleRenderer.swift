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

extension ModuleRenderer {
    /// Writes the metadata types for a module whose fields share names with metadata, without those names. A name
    /// then means the field, and anything that does not fit the field does not compile.
    func renderNamesakes(to writer: inout SourceWriter) {
        let names = plan.root.fields.map(\.name)
        let hidden = names.filter(ItemMetadata.names.contains)
        if !hidden.isEmpty {
            let metadata = types.quire("ContentMetadata")
            let own = [
                "\(access)var metadata: \(metadata)",
                "\(access)init(metadata: \(metadata)) { self.metadata = metadata }",
            ]
            render("ItemMetadata", "UnhiddenMetadata", members: own, without: hidden, to: &writer)
        }
        let unsortable = names.filter(ItemMetadata.sortable.contains)
        if !unsortable.isEmpty {
            render(
                "SortMetadata", "UnhiddenMetaFields", members: ["\(access)init() {}"], without: unsortable,
                to: &writer
            )
        }
    }

    private func render(
        _ name: String, _ base: String, members: [String], without hidden: [String],
        to writer: inout SourceWriter
    ) {
        let type = types.quire("HiddenByField")
        writer.line()
        writer.line("/// The metadata whose name no field has.")
        writer.block("\(access)struct \(name): \(types.quire(base)) {") { writer in
            for member in members { writer.line(member) }
            for property in hidden {
                writer.line("\(access)var \(property): \(type) { get { \(type)() } set {} }")
            }
        }
    }
}
