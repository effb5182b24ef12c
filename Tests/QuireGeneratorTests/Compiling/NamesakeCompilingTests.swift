import Foundation
import QuireGenerator
import Testing

/// Fields named like metadata, or like a member of items and drafts, in every position and of several kinds. Code
/// that compiles uses the field, and code that could only mean the metadata does not compile.
///
/// `GeneratedCodeTests/NamesakeTests` tests the names at run time.
@Suite("Fields named like metadata compile as fields only", .serialized)
struct NamesakeCompilingTests {
    /// Wire names with their Swift names.
    static let names: [(wire: String, swift: String)] =
        """
        name module tags createdAt updatedAt publishedAt removedAt archivedAt deletedAt createdBy updatedBy deletedBy
        revision customerId externalId pushSchedule unknownValues
        """.split(whereSeparator: \.isWhitespace).map { (String($0), String($0)) }
        + ["id", "metadata", "values", "isEmpty", "hash", "encode", "writeValues"].map { ($0, $0 + "Field") }

    /// The modules by name, with the properties of their fields.
    static let modules = [
        "texts": #""type": "text", "required": true"#,
        "maybes": #""type": "text""#,
        "numbers": #""type": "integer", "required": true, "sortable": true, "facet": "disjunctive""#,
        "found": #""type": "text", "searchable": true"#,
        "links": #""type": "relation", "module": "texts", "facet": "disjunctive""#,
        "lists": #""type": "list", "of": "text""#,
        "words": #""type": "localizedText", "required": true"#,
    ]

    /// Code that compiles, with `N` for the name and the `content` of each module in scope.
    static let accepted = """
        let _: String = texts.N
        texts.N = "x"
        print(texts.N.uppercased(), [texts].map(\\.N))
        textsDraft.N = .set("x")
        _ = Texts.query().where(\\.N == "x", \\.N != "y").where(\\.N, like: "abc").filter { $0.N.hasPrefix("x") }
        _ = Texts.query().where(anyOf { $0.N == "x"; anyOf { $0.N == "y" } }).select(\\.N)
        let maybe: String? = maybes.N
        maybes.N = nil
        maybes.N = maybe
        maybesDraft.N = .clear
        _ = Maybes.query().where(\\.N == nil)
        let number: Int = numbers.N
        numbers.N += 1
        numbersDraft.N = .set(number)
        _ = Numbers.query().where(\\.N > 3).sort(by: \\.N).facet(\\.N).refine(\\.N, to: [1]).refine(\\.N) { $0 > 1 }
        _ = Found.query().search("x", in: \\.N)
        let link: ContentID<Texts>? = links.N?.id
        _ = Links.query().include(\\.N).related(\\.N, to: ["1"]).related(\\.N).where(\\.N == link).facet(\\.N)
        lists.N.append("x")
        _ = Lists.query().where(\\.N, contains: "x").where(\\.N == nil).filter { $0.N.isNotNull }
        words.N = "x"
        """

    /// Code that does not compile.
    static let refused = """
        texts.N = Optional("x")
        texts.N = nil
        texts.N = Date()
        let _: Date? = texts.N
        let _: Int? = texts.N
        let _: JSONValue? = texts.N
        let _: [Tag] = texts.N
        textsDraft.N = .clear
        textsDraft.N = .set(Date())
        _ = Texts.query().where(\\.N == nil)
        _ = Texts.query().where(\\.N == Date())
        _ = Texts.query().sort(by: \\.N)
        _ = Texts.query().sort(by: \\.N, .descending, nulls: .last)
        _ = Texts.query().facet(\\.N)
        _ = Texts.query().refine(\\.N, to: ["x"])
        _ = Texts.query().search(in: \\.N)
        _ = Texts.query().include(\\.N)
        _ = Texts.query().related(\\.N)
        _ = Texts.query().related(\\.N, to: ["1"])
        maybes.N = 3
        maybes.N = Date()
        let _: Date? = maybes.N
        _ = Maybes.query().sort(by: \\.N)
        numbers.N = nil
        numbers.N = "x"
        let _: String? = numbers.N
        _ = Numbers.query().search(in: \\.N)
        let _: String = links.N
        _ = Links.query().sort(by: \\.N)
        lists.N = [Tag]()
        _ = Lists.query().sort(by: \\.N)
        words.N = nil
        let _: String? = words.N
        _ = Words.query().where(\\.N == "x")
        """

    private static func function(_ number: Int, _ line: String) -> String {
        let parameters = modules.keys.sorted().map {
            "\($0): inout Content<\($0.capitalized)>, \($0)Draft: inout \($0.capitalized).Draft, "
        }.joined()
        return "func f\(number)(\(parameters)now: Date) { \(line) }\n"
    }

    /// The lines of the file with an error.
    private static func errors(_ source: String, _ generation: Generation) throws -> [Int: String] {
        let own = try TemporaryFolder()
        try own.write(source, to: "Own.swift")
        let outcome = try CompilingTests.compile(
            generation, beside: [own.url.appending(path: "Own.swift")], ["-swift-version", "6"])
        var errors: [Int: String] = [:]
        for line in outcome.errors.split(separator: "\n") {
            guard let match = line.firstMatch(of: #/^\S*Own\.swift:(\d+):\d+: error: (.*)$/#),
                let number = Int(match.1)
            else {
                #expect(!line.contains(": error: ") || line.first == " ", "\(line)")
                continue
            }
            if errors[number] == nil { errors[number] = String(match.2) }
        }
        return errors
    }

    static func schemaOfNames() throws -> Generation {
        let all = modules.sorted { $0.key < $1.key }.map { module, type in
            let fields = names.map { #"{"name": "\#($0.wire)", \#(type)}"# }.joined(separator: ", ")
            return #"{"name": "\#(module)", "swiftName": "\#(module.capitalized)", "fields": [\#(fields)]}"#
        }
        return try generated(schema(all.joined(separator: ", ")))
    }

    @Test("In every position, a name means the field or is an error")
    func everywhere() throws {
        let generation = try Self.schemaOfNames()
        let body = Self.names.enumerated().map { index, name in
            Self.function(
                index,
                Self.accepted.replacingOccurrences(of: ".N", with: "." + name.swift)
                    .replacingOccurrences(of: "\n", with: "; "))
        }.joined()
        let valid = try Self.errors("import Foundation\nimport Quire\n" + body, generation)
        #expect(valid.isEmpty, "\(valid)")

        var source = "import Foundation\nimport Quire\n"
        var lines: [String] = []
        for name in Self.names {
            for line in Self.refused.split(separator: "\n") {
                lines.append(line.replacingOccurrences(of: ".N", with: "." + name.swift))
                source += Self.function(lines.count, lines[lines.count - 1])
            }
        }
        let errors = try Self.errors(source, generation)
        for (index, line) in lines.enumerated() {
            #expect(errors[index + 3] != nil, "compiles: \(line)")
        }
    }
}
