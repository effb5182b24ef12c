import QuireGenerator
import QuireSchema

/// A program that runs a typed query on the first module of a schema.
struct FirstProgram {
    let module: Module
    let names: SwiftNames
    /// The file of the store.
    let store: String

    var text: String {
        let name =
            module.swiftName ?? ReservedNames.typeName(SwiftName.upperCamel(module.name), suffix: "Module")
        var query = ["\(name).query()"]
        if let field = number { query.append(".where(\\.\(Self.name(field)) >= 0)") }
        if let field = module.fields.first(where: \.sortable) {
            query.append(".sort(by: \\.\(Self.name(field)))")
        }
        if let field = relation { query.append(".include(\\.\(Self.name(field)))") }
        query.append(".page(1, size: 10))")
        return """
            import Content
            import QuireStore

            let store = try await \(names.type("Store", of: "QuireStore"))(.file(\(Literals.string(store))), schema: ContentSchema.self)
            let content = \(names.type("ContentClient", of: "Quire"))(engine: store)
            let page = try await content.fetch(
                \(query.joined(separator: "\n        "))

            print(page.count, "of", page.pageInfo.totalItems ?? 0)
            for item in page {
                print(\(printed))
            }

            """
    }

    private var number: Field? {
        module.fields.first { field in
            switch field.type {
            case .integer, .number: field.operators.contains(.greaterOrEqual)
            default: false
            }
        }
    }

    private var relation: Field? {
        module.fields.first { field in
            switch field.type {
            case .relation, .relations: true
            default: false
            }
        }
    }

    /// The arguments of `print`: the first fields whose values are texts or numbers.
    private var printed: String {
        var arguments: [String] = []
        for field in module.fields {
            let empty: String
            switch field.type {
            case .text, .longText: empty = "\"\""
            case .integer, .number: empty = "0"
            default: continue
            }
            arguments.append("item.\(Self.name(field))" + (field.required ? "" : " ?? \(empty)"))
            if arguments.count == 4 { break }
        }
        return arguments.isEmpty ? "item" : arguments.joined(separator: ", ")
    }

    private static func name(_ field: Field) -> String {
        let name = field.swiftName ?? ReservedNames.propertyName(SwiftName.lowerCamel(field.name))
        return ReservedNames.escaped(name)
    }
}
