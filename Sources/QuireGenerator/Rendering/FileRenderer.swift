import QuireSchema

/// Distributes the declarations over the fixed files.
struct FileRenderer {
    let schema: Schema
    let plan: SchemaPlan

    func files() -> [GeneratedFile] {
        let declaredTypes = DeclaredTypes(schema)
        let types = TypeNames(hidden: plan.topLevelNames)
        let access = plan.access == .internal ? "" : plan.access.rawValue + " "
        var shards = [Shard](repeating: Shard(), count: Shards.count)
        for set in plan.operatorSets {
            shards[Shards.shard(of: set.name)].add { writer in
                RenderOperatorSet.render(set, types: types, access: access, to: &writer)
            }
        }
        for choice in plan.choices {
            shards[Shards.shard(of: choice.wireName)].add { writer in
                ModuleRenderer.renderChoice(
                    choice, prefix: "nonisolated \(access)", types: types, to: &writer)
            }
        }
        for module in plan.modules {
            let index = Shards.shard(of: module.module.name)
            shards[index].imports.formUnion(imports(of: module.root))
            let renderer = ModuleRenderer(
                plan: module, types: TypeNames(hidden: plan.topLevelNames, nested: module.root.typeNames),
                access: access, declaredTypes: declaredTypes)
            shards[index].add { renderer.render(to: &$0) }
        }
        var files = shards.enumerated().map { index, shard in
            GeneratedFile(name: Shards.name(index), text: text(of: shard))
        }
        var index = Shard(exportsRuntime: true)
        index.add { RenderIndex.render(plan, types: types, access: access, to: &$0) }
        files.append(GeneratedFile(name: Shards.indexName, text: text(of: index)))
        return files
    }

    /// The declarations of one file, and its additional imports.
    private struct Shard {
        var imports: Set<String> = []
        var writer = SourceWriter()
        var isEmpty = true
        /// Whether the file exports the runtime library, so that importing the target of the schema is enough.
        var exportsRuntime = false

        mutating func add(_ body: (inout SourceWriter) -> Void) {
            if !isEmpty { writer.line() }
            isEmpty = false
            body(&writer)
        }
    }

    private func text(of shard: Shard) -> String {
        var text = "// Generated from the schema by Quire. Do not edit.\n// swift-format-ignore-file\n"
        guard !shard.isEmpty else { return text }
        // If imports are internal by default, a module used by public declarations needs an explicit access level.
        let access = plan.access == .internal ? "" : plan.access.rawValue + " "
        text += "\n"
        for module in shard.imports.union(["Quire"]).sorted() {
            let isRuntime = module == "Quire"
            let exported = shard.exportsRuntime && isRuntime ? "@_exported public " : nil
            // At package level, the exported import covers the others, which the compiler would report as unused.
            let isCovered = plan.access == .package && isRuntime
            text += "\(exported ?? (isCovered ? "internal " : access))import \(module)\n"
        }
        return text + "\n" + shard.writer.text
    }

    private func imports(of record: RecordPlan) -> Set<String> {
        var result: Set<String> = []
        for field in record.fields {
            if field.type.mentionsDate { result.insert("Foundation") }
            if let type = field.type.typeName, let module = plan.imports[type] { result.insert(module) }
        }
        for object in record.objects { result.formUnion(imports(of: object.record)) }
        return result
    }
}

extension RecordPlan {
    /// The names of all types nested in the record's module.
    var typeNames: Set<String> {
        var names = Set(choices.map(\.name))
        for object in objects {
            names.insert(object.name)
            names.formUnion(object.record.typeNames)
        }
        return names
    }
}

extension ValueType {
    var mentionsDate: Bool {
        switch self {
        case .date: return true
        case .array(let inner), .optional(let inner): return inner.mentionsDate
        default: return false
        }
    }

    /// The generated type that the value consists of.
    var typeName: String? {
        switch self {
        case .named(let name): return name
        case .array(let inner), .optional(let inner): return inner.typeName
        default: return nil
        }
    }
}

/// Writes the declarations for the schema as a whole.
enum RenderIndex {
    static func render(
        _ plan: SchemaPlan, types: TypeNames, access: String, to writer: inout SourceWriter
    ) {
        writer.line("/// The whole schema.")
        writer.block("nonisolated \(access)enum ContentSchema: \(types.quire("SchemaDescription")) {") {
            writer in
            renderModules(plan, types: types, access: access, to: &writer)
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
