/// Turns declarations into a schema: resolves names, applies every rule, and reports what breaks one.
///
/// Each rule has a file of its own beside this one.
struct SchemaResolver {
    /// The fields of a module, with those of its mixins.
    static let mostFieldsOfModule = 2_000
    /// The fields of all modules and mixins together.
    static let mostFields = 250_000
    /// How deep mixins may name mixins.
    static let deepestMixin = 16

    /// How often mixins may be added to modules and to each other, so that no few lines can keep us for hours.
    static let mostMixinSteps = 2_000_000

    let declarations: Declarations
    let diagnostics: DiagnosticCollector
    let names: DeclaredNames
    /// The raw values of each enum, in the enums' order.
    private(set) var enumValues: [Set<String>] = []
    /// The first declaration of each name, by its index.
    private(set) var moduleIndex: [String: Int] = [:]
    private(set) var mixinIndex: [String: Int] = [:]
    private(set) var enumIndex: [String: Int] = [:]
    private(set) var scalarIndex: [String: Int] = [:]
    /// The mixins' own fields, in the mixins' order.
    var mixinFields: [[Field]] = []
    var mixinSteps = 0
    private var fieldCount = 0

    init(_ declarations: Declarations, diagnostics: DiagnosticCollector) {
        self.declarations = declarations
        self.diagnostics = diagnostics
        names = DeclaredNames(declarations)
    }

    /// The schema; worth something only if no error was reported.
    mutating func resolve(sources: [String]) -> Schema {
        moduleIndex = index(declarations.modules.map { named($0.module) }, "module")
        mixinIndex = index(declarations.mixins.map(\.name), "mixin")
        enumIndex = index(
            declarations.enumerations.map { LocatedText(text: $0.name, location: $0.nameLocation) }, "enum")
        scalarIndex = index(
            declarations.scalars.map { LocatedText(text: $0.name, location: $0.nameLocation) }, "scalar")
        _ = index(declarations.locales.map(\.name), "locale")

        reportUnknownTypes()
        for enumeration in declarations.enumerations {
            var values: Set<String> = []
            for value in enumeration.values { values.insert(value.raw) }
            enumValues.append(values)
        }

        var schema = Schema(access: declarations.access ?? .internal, sources: sources)
        schema.locales = resolveLocales()
        schema.defaultLocale = resolveDefaultLocale()
        schema.enumerations = declarations.enumerations
        schema.scalars = declarations.scalars
        for mixin in declarations.mixins {
            mixinFields.append(resolveFields(mixin.fields, mixin: mixin.name.text))
        }
        for index in declarations.mixins.indices {
            let mixin = resolveMixin(index)
            if exceeds(mixin.fields.count, at: mixin.location) { return schema }
            schema.mixins.append(mixin)
        }
        for declared in declarations.modules {
            let module = resolveModule(declared)
            if exceeds(module.fields.count, at: module.nameLocation) { return schema }
            schema.modules.append(module)
        }
        return schema
    }

    /// Counts fields, and reports when they are too many.
    private mutating func exceeds(_ count: Int, at location: SourceLocation) -> Bool {
        fieldCount += count
        if fieldCount <= SchemaResolver.mostFields { return false }
        diagnostics.error(
            .tooManyFields, "the schema has more than \(SchemaResolver.mostFields) fields, mixins unfolded",
            at: location)
        return true
    }

    private func named(_ module: Module) -> LocatedText {
        LocatedText(text: module.name, location: module.nameLocation)
    }
}
