#if SQLite
import QuireCore
import QuireExplorer
import QuireSchema
import QuireServer

/// The modules of a schema in the server's form.
struct ServedSchema {
    var modules: [ServedModule]
    var locales: [LocaleDescriptor]

    /// Reads the schema. Returns `nil` if it has errors, which are printed with their lines.
    init?(paths: [String]) {
        guard let described = DescribedSchema(paths: paths) else { return nil }
        let schema = described.schema
        var shared: [String: ServedModule.Choices] = [:]
        for list in schema.enumerations {
            shared[list.name] = ServedModule.Choices(list.values.map(\.raw), isClosed: list.closed)
        }
        modules = zip(schema.modules, described.descriptors).map { Self.served($0, $1, shared) }
        let all = schema.locales.map { LocaleDescriptor($0.name, fallbacks: $0.fallbacks) }
        locales =
            all.filter { $0.name == schema.defaultLocale } + all.filter { $0.name != schema.defaultLocale }
    }

    /// - Parameter shared: The values of the schema's enums.
    private static func served(
        _ module: Module, _ descriptor: ModuleDescriptor, _ shared: [String: ServedModule.Choices]
    ) -> ServedModule {
        var served = ServedModule(descriptor, description: module.description)
        for field in module.fields where served.fieldDescriptions[field.name] == nil {
            served.fieldDescriptions[field.name] = field.description
        }
        addChoices(of: module.fields, at: "", shared, to: &served.choices)
        return served
    }

    private static func addChoices(
        of fields: [QuireSchema.Field], at path: String, _ shared: [String: ServedModule.Choices],
        to choices: inout [String: ServedModule.Choices]
    ) {
        for field in fields {
            let name = path + field.name
            switch field.type {
            case .choice(let set), .choices(let set):
                switch set {
                case .inline(let values, let closed):
                    choices[name] = ServedModule.Choices(values.map(\.raw), isClosed: closed)
                case .shared(let list): choices[name] = shared[list]
                }
            case .object(let members), .list(.object(let members)):
                addChoices(of: members, at: name + ".", shared, to: &choices)
            default: continue
            }
        }
    }
}
#endif
