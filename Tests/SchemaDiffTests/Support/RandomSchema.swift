import QuireSchema
import Seeds

/// A random schema that can be edited at random.
struct RandomSchema {
    struct Field {
        var name: String
        var type: String
        var isRequired = false
        var hasSwiftName = false
        /// The names before renames.
        var was: [String] = []
        var extras: Set<String> = []
    }

    var modules: [(name: String, fields: [Field])] = []
    /// The values of the enumeration, and whether they are all.
    var values = ["a", "b", "c"]
    var isClosed = false
    private var random: SeededGenerator
    private var count = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for index in 0..<3 {
            modules.append(("module \(index)", (0..<4).map { _ in newField() }))
        }
    }

    /// Types as they are written in a schema.
    static let types = [
        #""type": "text""#, #""type": "longText""#, #""type": "html""#, #""type": "integer""#,
        #""type": "number""#,
        #""type": "boolean""#, #""type": "date""#, #""type": "date", "format": "dateOnly""#,
        #""type": "dateTime", "format": "rfc3339""#, #""type": "dateTime", "format": "epochSeconds""#,
        #""type": "time""#,
        #""type": "url""#, #""type": "color""#, #""type": "geopoint""#, #""type": "json""#,
        #""type": "choice", "enum": "e""#,
        #""type": "choices", "enum": "e""#, #""type": "choice", "values": ["a", "b"]"#,
        #""type": "choice", "values": ["a", "z"], "closed": true"#,
        #""type": "choices", "values": ["z"], "closed": true"#,
        #""type": "list", "of": "text""#, #""type": "list", "of": "integer""#,
        #""type": "list", "of": "number""#,
        #""type": "list", "of": {"type": "dateTime", "format": "rfc3339"}"#,
        #""type": "list", "of": "dateTime""#,
        #""type": "list", "of": "geopoint""#, #""type": "localizedText""#,
        #""type": "relation", "module": "module 0""#,
        #""type": "relations", "module": "module 1""#, #""type": "scalar", "scalar": "money""#,
        #""type": "scalar", "scalar": "isbn""#,
        #""type": "object", "fields": [{"name": "x", "type": "integer", "required": true}, {"name": "y", "type": "text"}]"#,
        #""type": "object", "fields": [{"name": "x", "type": "number"}, {"name": "y", "type": "text"}]"#,
        #""type": "list", "of": {"type": "object", "fields": [{"name": "x", "type": "text"}]}"#,
    ]

    private mutating func newField() -> Field {
        count += 1
        return Field(
            name: "field \(count)", type: Self.types.randomElement(using: &random) ?? "",
            isRequired: Int.random(in: 0..<3, using: &random) == 0)
    }

    /// Changes one thing.
    mutating func edit() {
        let module = Int.random(in: 0..<modules.count, using: &random)
        let field = Int.random(in: 0..<modules[module].fields.count, using: &random)
        switch Int.random(in: 0..<14, using: &random) {
        case 0:
            modules[module].fields.insert(newField(), at: field)
        case 1 where modules[module].fields.count > 2: modules[module].fields.remove(at: field)
        case 2: modules[module].fields[field].isRequired.toggle()
        case 3: modules[module].fields.swapAt(field, 0)
        case 4: values.append("value \(values.count)")
        case 5 where values.count > 1: values.removeFirst()
        case 6: isClosed.toggle()
        case 7: modules[module].fields[field].hasSwiftName.toggle()
        case 8, 9:
            let extra =
                [
                    #""sortable": true"#, #""facet": "disjunctive""#, #""searchable": true"#,
                    #""localized": true"#,
                    #""description": "d""#,
                ].randomElement(using: &random) ?? ""
            modules[module].fields[field].extras.formSymmetricDifference([extra])
        case 10, 11:
            count += 1
            modules[module].fields[field].was.insert(modules[module].fields[field].name, at: 0)
            modules[module].fields[field].name = "field \(count)"
        default: modules[module].fields[field].type = Self.types.randomElement(using: &random) ?? ""
        }
    }

    /// The schema's text. Extras that a type does not have make it invalid.
    var text: String { Self.text(of: [self], named: { _ in "" }) }

    /// Several schemas as one, whose names begin with numbers.
    static func text(
        of schemas: [RandomSchema], named prefix: (Int) -> String = { "pair \($0) " }
    ) -> String {
        var modules: [String] = []
        var enumerations: [String] = []
        for (index, schema) in schemas.enumerated() {
            modules += schema.moduleTexts(prefix(index))
            let values = schema.values.map { "\"\($0)\"" }.joined(separator: ", ")
            enumerations.append(
                #"{"name": "\#(prefix(index))e", "closed": \#(schema.isClosed), "values": [\#(values)]}"#)
        }
        return """
            {"quire": 1, "locales": ["en"],
             "scalars": [{"name": "money", "swiftType": "Money", "base": "integer"}, {"name": "isbn", "swiftType": "ISBN", "base": "text"}],
             "enums": [\(enumerations.joined(separator: ", "))],
             "modules": [\(modules.joined(separator: ",\n"))]}
            """
    }

    private func moduleTexts(_ prefix: String) -> [String] {
        modules.map { module in
            let fields = module.fields.map { field in
                let type = field.type.replacing(#": "e""#, with: #": "\#(prefix)e""#)
                    .replacing(#": "module "#, with: #": "\#(prefix)module "#)
                var parts = [#""name": "\#(field.name)""#, type]
                if field.isRequired { parts.append(#""required": true"#) }
                if !field.was.isEmpty {
                    parts.append(#""was": [\#(field.was.map { "\"\($0)\"" }.joined(separator: ", "))]"#)
                }
                if field.hasSwiftName { parts.append(#""swiftName": "other\#(field.name.dropFirst(6))""#) }
                return "{\((parts + field.extras.sorted()).joined(separator: ", "))}"
            }
            return #"{"name": "\#(prefix)\#(module.name)", "fields": [\#(fields.joined(separator: ", "))]}"#
        }
    }

    /// A pair of valid schemas that differ by some edits.
    static func pair(seed: UInt64) throws -> SchemaPair {
        let (before, after) = edited(seed: seed)
        return try SchemaPair(before.text, after.text)
    }

    /// Several pairs as one, for a judge that is slow to start.
    static func pair(seeds: Range<UInt64>) throws -> SchemaPair {
        let pairs = seeds.map(edited)
        return try SchemaPair(text(of: pairs.map(\.before)), text(of: pairs.map(\.after)))
    }

    private static func edited(seed: UInt64) -> (before: RandomSchema, after: RandomSchema) {
        var schema = RandomSchema(seed: seed)
        let before = schema
        var after = schema
        var edits = 1 + Int(seed % 4)
        while edits > 0 {
            after = schema
            after.edit()
            schema.random = after.random
            // An edit that the schema's rules forbid is left out.
            guard readSchema(documents: [SchemaDocument(path: "new.json", text: after.text)]).schema != nil
            else { continue }
            schema = after
            edits -= 1
        }
        return (before, schema)
    }
}
