import QuireSchema

extension ModuleRenderer {
    /// Writes the members of a record's values: properties, an initializer, reading and writing.
    func renderValues(
        _ record: RecordPlan, table: String, isRoot: Bool, to writer: inout SourceWriter
    ) {
        let stored = StoredNames(record)
        for field in record.fields {
            writer.indented(DocComment.lines([field.field.description]))
            let name = ReservedNames.escaped(field.name)
            let type = types.value(field.type)
            if let deprecation = DocComment.deprecation(field.field.deprecated) {
                // The stored property is not marked as deprecated, because the code below would warn about itself.
                writer.line(deprecation)
                writer.block("\(access)var \(name): \(type) {") { writer in
                    writer.line("get { \(stored.name(of: field)) }")
                    writer.line("set { \(stored.name(of: field)) = newValue }")
                }
                writer.line("private var \(stored.name(of: field)): \(type)")
            } else {
                writer.line("\(access)var \(name): \(type)")
            }
            renderFormerProperties(field, stored: stored.name(of: field), to: &writer)
        }
        if !record.fields.isEmpty { writer.line() }
        renderInitializer(record, stored, to: &writer)
        writer.line()
        writer.line(table)
        writer.line()
        let failure = types.quire("ValueDecodingError")
        writer.block(
            "\(access)init(from reader: inout \(types.quire("ValuesReader"))) throws(\(failure)) {"
        ) { writer in
            for (index, field) in record.fields.enumerated() {
                writer.line("\(stored.reference(to: field)) = try reader.value(\(index))")
            }
        }
        writer.line()
        // One list serves writing, `==` and `hash`, so that the compiler need not synthesize them.
        writer.block(
            "\(access)static func visit(_ left: Self, _ right: Self, with visitor: inout \(types.quire("ValuesVisitor"))) {"
        ) { writer in
            for (index, field) in record.fields.enumerated() {
                let name = stored.name(of: field)
                writer.line("visitor.value(left.\(name), right.\(name), at: \(index))")
            }
        }
        renderRelations(record, stored, isRoot: isRoot, to: &writer)
    }

    private func renderInitializer(_ record: RecordPlan, _ stored: StoredNames, to writer: inout SourceWriter)
    {
        if record.fields.isEmpty { return writer.line("\(access)init() {}") }
        // Without the labels.
        let parameters = record.fields.map { field in
            ": \(types.value(field.type))"
                + (DefaultValues(types: types, record: record).expression(for: field).map { " = " + $0 } ?? "")
        }
        let declared = zip(record.fields, parameters).map { ReservedNames.escapedLabel($0.name) + $1 }
        writer.list("\(access)init(", declared, closing: ") {")
        writer.blockBody { writer in
            for field in record.fields {
                writer.line("self.\(stored.name(of: field)) = \(ReservedNames.escaped(field.name))")
            }
        }
        renderFormerInitializer(record, parameters: parameters, to: &writer)
    }

    /// Written only if there are relations. Otherwise, the runtime library's empty method is used.
    /// Relations in objects are included if queries see them.
    private func renderRelations(
        _ record: RecordPlan, _ stored: StoredNames, isRoot: Bool, to writer: inout SourceWriter
    ) {
        let relations = record.fields.filter { $0.type.isRelation && (isRoot || $0.field.isQueryable) }
        let objects = record.fields.filter { field in
            field.field.queryableMembers(after: "").contains { $0.member.type.isRelation }
        }
        guard !relations.isEmpty || !objects.isEmpty else { return }
        writer.line()
        let visitor = types.quire("RelationVisitor")
        writer.block(
            "\(access)mutating func visitRelations<Visitor: \(visitor)>(_ visitor: inout Visitor) {"
        ) { writer in
            for field in relations {
                writer.line(
                    "visitor.visit(\(Literals.string(field.field.name)), &\(stored.reference(to: field)))")
            }
            for field in objects {
                writer.line(
                    "visitor.visit(\(Literals.string(field.field.name)), object: &\(stored.reference(to: field)))"
                )
            }
        }
    }
}

/// The names of the stored properties. A deprecated field is stored under a different name.
struct StoredNames {
    private let taken: Set<String>

    init(_ record: RecordPlan) { taken = Set(record.fields.flatMap { [$0.name] + $0.formerNames }) }

    func name(of field: FieldPlan) -> String {
        guard field.field.deprecated != nil else { return ReservedNames.escaped(field.name) }
        var name = field.name + "Storage"
        while taken.contains(name) { name += "_" }
        return name
    }

    /// A reference to the property in a method whose parameter may have the same name.
    func reference(to field: FieldPlan) -> String {
        let name = name(of: field)
        return ReservedNames.parameters.contains(name) ? "self." + name : name
    }
}
