import QuireSchema

/// Writes the declarations for the schema as a whole.
enum RenderIndex {
    static func render(
        _ plan: SchemaPlan, hash: UInt64, types: TypeNames, access: String, to writer: inout SourceWriter
    ) {
        writer.line("/// The whole schema.")
        writer.block("nonisolated \(access)enum ContentSchema: \(types.quire("SchemaDescription")) {") {
            writer in
            renderModules(plan, types: types, access: access, to: &writer)
            writer.line()
            let digits = String(hash, radix: 16)
            let padded = String(repeating: "0", count: 16 - digits.count) + digits
            writer.line("\(access)static var hash: \(types.swift("String")) { \"\(padded)\" }")
            writer.line()
            renderLocales(plan.locales, types: types, access: access, to: &writer)
        }
    }

    private static func renderModules(
        _ plan: SchemaPlan, types: TypeNames, access: String, to writer: inout SourceWriter
    ) {
        let type = types.quire("ModuleDescriptor")
        let descriptors = plan.modules.map { "\(ReservedNames.escaped($0.name)).descriptor" }
        let line = "\(access)static var modules: [\(type)] { [\(descriptors.joined(separator: ", "))] }"
        if writer.fits(line) { return writer.line(line) }
        writer.block("\(access)static var modules: [\(type)] {") { writer in
            writer.block("[", closing: "]") { writer in
                for descriptor in descriptors { writer.line(descriptor + ",") }
            }
        }
    }

    private static func renderLocales(
        _ locales: [Locale], types: TypeNames, access: String, to writer: inout SourceWriter
    ) {
        let type = types.quire("LocaleDescriptor")
        let descriptors = locales.map { locale in
            let name = Literals.string(locale.name)
            guard !locale.fallbacks.isEmpty else { return "\(type)(\(name))" }
            let fallbacks = locale.fallbacks.map(Literals.string).joined(separator: ", ")
            return "\(type)(\(name), fallbacks: [\(fallbacks)])"
        }
        let line = "\(access)static let locales: [\(type)] = [\(descriptors.joined(separator: ", "))]"
        if writer.fits(line) { return writer.line(line) }
        writer.block("\(access)static let locales: [\(type)] = [", closing: "]") { writer in
            for descriptor in descriptors { writer.line(descriptor + ",") }
        }
    }
}

/// Writes an operator set that the runtime library does not contain.
enum RenderOperatorSet {
    static func render(
        _ set: OperatorSetPlan, types: TypeNames, access: String, to writer: inout SourceWriter
    ) {
        writer.line(
            "/// The operators " + set.operators.map { "`\($0.rawValue)`" }.joined(separator: ", ") + ".")
        let allowed = types.quire("AllowedOperator")
        writer.block("nonisolated \(access)enum \(set.name): \(types.quire("OperatorSet")) {") { writer in
            for name in set.operators.compactMap(\.typeName) {
                writer.line("\(access)typealias \(name) = \(allowed)")
            }
        }
    }
}
