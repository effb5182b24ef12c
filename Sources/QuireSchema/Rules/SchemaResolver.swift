/// Turns declarations into a schema: resolves names, applies every rule, and reports violations.
///
/// Each rule has its own file in this folder.
struct SchemaResolver {
    /// The maximum number of fields of a module, including those of its mixins.
    static let mostFieldsOfModule = 2_000
    /// The maximum number of fields of all modules and mixins together.
    static let mostFields = 250_000
    /// The maximum nesting of mixins.
    static let deepestMixin = 16

    /// The maximum number of times that mixins are added to modules and to each other, so that a small schema cannot
    /// take hours.
    static let mostMixinSteps = 2_000_000

    let declarations: Declarations
    let diagnostics: DiagnosticCollector
    let names: DeclaredNames
    /// The raw values of each enum, in the order of the enums.
    private(set) var enumValues: [Set<String>] = []
    /// The index of the first declaration of each name.
    private(set) var moduleIndex: [String: Int] = [:]
    private(set) var mixinIndex: [String: Int] = [:]
    private(set) var enumIndex: [String: Int] = [:]
    private(set) var scalarIndex: [String: Int] = [:]
    /// The mixins' own fields, in the order of the mixins.
    var mixinFields: [[Field]] = []
    var mixinSteps = 0
    private var fieldCount = 0

    init(_ declarations: Declarations, diagnostics: DiagnosticCollector) {
        self.declarations = declarations
        self.diagnostics = diagnostics
        names = DeclaredNames(declarations)
    }

    /// Returns the schema. It is only valid if no error was reported.
    mutating func resolve(sources: [String]) -> Schema {
        moduleIndex = index(declarations.modules.map { named($0.module) }, "module")
        mixinIndex = index(declarations.mixins.map(\.name), "mixin")
        enumIndex = index(
            declarations.enumerations.map { LocatedText(text: $0.name, location: $0.nameLocation) }, "enum")
        scalarIndex = index(
            declarations.scalars.map { LocatedText(text: $0.name, location: $0.nameLocation) }, "scalar")
        _ = index(declarations.locales.map(\.name), "locale")

        reportUnknownTypes()
        checkFormerNames(
            declarations.modules.map {
                RenamedDeclaration(name: named($0.module), formerNames: $0.module.formerNames)
            }, "module")
        for enumeration in declarations.enumerations {
            checkFormerNames(of: enumeration.values)
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
            if exceeds(checkedFields(ofMixin: index), at: declarations.mixins[index].location) {
                return schema
            }
        }
        for declared in declarations.modules {
            let module = resolveModule(declared)
            if exceeds(module.fields, at: module.nameLocation) { return schema }
            schema.modules.append(module)
        }
        return schema
    }

    /// Counts fields and those of their objects, and reports if there are too many.
    private mutating func exceeds(_ fields: [Field], at location: SourceLocation) -> Bool {
        fieldCount += Self.count(fields)
        if fieldCount <= SchemaResolver.mostFields { return false }
        diagnostics.error(
            .tooManyFields,
            "the schema has more than \(SchemaResolver.mostFields) fields, mixins and objects unfolded",
            at: location)
        return true
    }

    private static func count(_ fields: [Field]) -> Int {
        fields.reduce(fields.count) { $0 + count($1.type) }
    }

    private static func count(_ type: FieldType) -> Int {
        switch type {
        case .object(let fields): count(fields)
        case .list(let element): count(element)
        default: 0
        }
    }

    private func named(_ module: Module) -> LocatedText {
        LocatedText(text: module.name, location: module.nameLocation)
    }
}

/// A name that is in use, with the names that it replaces.
struct RenamedDeclaration {
    var name: LocatedText
    var formerNames: [FormerName]
}

extension SchemaResolver {
    /// Checks that each former name leads to exactly one declaration, so that content under it has one place.
    ///
    /// `what` names the kind of declaration: `field`.
    func checkFormerNames(_ declarations: [RenamedDeclaration], _ what: String) {
        guard declarations.contains(where: { !$0.formerNames.isEmpty }) else { return }
        var current: [String: SourceLocation] = [:]
        for declaration in declarations where current[declaration.name.text] == nil {
            current[declaration.name.text] = declaration.name.location
        }
        var claimed: [String: SourceLocation] = [:]
        for declaration in declarations {
            for former in declaration.formerNames {
                if former.name == declaration.name.text {
                    reportFormer(
                        "the \(what) \(quoted(former.name)) has this name already; remove it", former)
                } else if let place = current[former.name] {
                    reportFormer(
                        "\(quoted(former.name)) is the name of another \(what), so content under it is ambiguous; "
                            + "swap two names with 'swiftName', or remove this one",
                        former, note: "the \(what) is declared here", at: place)
                } else if let place = claimed[former.name] {
                    reportFormer(
                        "the former name \(quoted(former.name)) is used twice, so content under it is ambiguous; "
                            + "remove one of them",
                        former, note: "it is first used here", at: place)
                } else {
                    claimed[former.name] = former.location
                }
            }
        }
    }

    func checkFormerNames(of fields: [Field]) {
        checkFormerNames(
            fields.map {
                RenamedDeclaration(
                    name: LocatedText(text: $0.name, location: $0.nameLocation), formerNames: $0.formerNames)
            }, "field")
    }

    func checkFormerNames(of values: [ChoiceValue]) {
        checkFormerNames(
            values.map {
                RenamedDeclaration(
                    name: LocatedText(text: $0.raw, location: $0.location), formerNames: $0.formerNames)
            }, "value")
    }

    private func reportFormer(
        _ message: String, _ former: FormerName, note: String? = nil, at place: SourceLocation? = nil
    ) {
        diagnostics.error(
            .ambiguousFormerName, message, at: former.location, note: note, noteAt: place)
    }
}
