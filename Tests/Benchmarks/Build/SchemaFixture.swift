import Foundation

/// Schemas of a given size, and plain Swift models of the same shape for comparison.
enum SchemaFixture {
    /// Twenty fields of ten kinds: name, schema type, plain Swift type.
    private static let fields: [(name: String, schema: String, swift: String)] = [
        ("title", #""type": "text", "required": true, "sortable": true, "searchable": 10"#, "String"),
        ("subtitle", #""type": "text""#, "String?"),
        ("body", #""type": "longText", "searchable": true"#, "String?"),
        ("slug", #""type": "text", "required": true"#, "String"),
        ("language", #""type": "text", "facet": "disjunctive""#, "String?"),
        ("country", #""type": "text""#, "String?"),
        ("age", #""type": "integer", "required": true, "sortable": true"#, "Int"),
        ("pages", #""type": "integer""#, "Int?"),
        ("copies", #""type": "integer""#, "Int?"),
        ("price", #""type": "number", "required": true"#, "Double"),
        ("rating", #""type": "number""#, "Double?"),
        ("active", #""type": "boolean", "required": true"#, "Bool"),
        ("featured", #""type": "boolean""#, "Bool?"),
        ("released", #""type": "dateTime", "sortable": true"#, "Date?"),
        ("revised", #""type": "dateTime""#, "Date?"),
        ("status", #""type": "choice", "values": ["draft", "live", "archived"]"#, "Status?"),
        ("keywords", #""type": "list", "of": "text""#, "[String]"),
        ("scores", #""type": "list", "of": "integer""#, "[Int]"),
        ("cover", #""type": "image""#, "URL?"),
        ("parent", #""type": "relation", "module": "PARENT""#, "String?"),
    ]

    /// The text of a schema; `marked` gives one module a changed field name.
    static func schema(modules: Int, renamingFieldOf changed: Int? = nil, comment: String = "") -> String {
        var text = "{\"quire\": 1, \"modules\": [\n"
        for module in 0..<modules {
            text +=
                "  {\"name\": \"module\(module)\", \"description\": \"Module \(module). \(comment)\", \"fields\": [\n"
            for (index, field) in fields.enumerated() {
                let name = module == changed && index == 5 ? "countryOfOrigin" : field.name
                let schema = field.schema.replacingOccurrences(
                    of: "PARENT", with: "module\((module + 1) % modules)")
                text += "    {\"name\": \"\(name)\", \(schema), \"description\": \"The \(name).\"}"
                text += index + 1 < fields.count ? ",\n" : "\n"
            }
            text += module + 1 < modules ? "  ]},\n" : "  ]}\n"
        }
        return text + "]}\n"
    }

    /// Handwritten models for comparison: plain structs with synthesized `Codable`, in sixteen files.
    static func plainModels(modules: Int) -> [String] {
        var files = [String](repeating: "import Foundation\n\n", count: 16)
        for module in 0..<modules {
            var text = "/// Module \(module).\npublic struct Module\(module): Codable, Sendable, Hashable {\n"
            for field in fields {
                text += "    /// The \(field.name).\n    public var \(field.name): \(field.swift)\n"
            }
            let parameters = fields.map {
                "\($0.name): \($0.swift)\($0.swift.hasSuffix("?") ? " = nil" : "")"
            }
            text += "    public init(\(parameters.joined(separator: ", "))) {\n"
            for field in fields { text += "        self.\(field.name) = \(field.name)\n" }
            text +=
                "    }\n    public enum Status: String, Codable, Sendable, CaseIterable { case draft, live, archived }\n}\n\n"
            files[module % 16] += text
        }
        return files
    }
}
