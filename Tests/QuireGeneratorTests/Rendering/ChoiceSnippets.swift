import QuireGenerator
import Testing

@Suite("Snippets: choices, operators, the index")
struct ChoiceSnippets {
    @Test("An open choice keeps unknown values")
    func open() throws {
        let generation = try generated(
            module(fields: #"{"name": "language", "type": "choice", "values": ["eng", "nl-NL"]}"#))
        #expect(
            try generation.declaration("struct Language: OpenChoice") == """
                struct Language: OpenChoice {
                    let rawValue: String
                    init(rawValue: String) { self.rawValue = rawValue }

                    static var eng: Self { Self(rawValue: "eng") }
                    static var nlNL: Self { Self(rawValue: "nl-NL") }

                    static let allKnown: [Self] = [eng, nlNL]
                }
                """)
    }

    @Test("A closed choice is an enumeration")
    func closed() throws {
        let generation = try generated(
            module(
                fields:
                    #"{"name": "form", "type": "choice", "closed": true, "values": ["novel", "short-story"]}"#
            ))
        #expect(
            try generation.declaration("enum Form: String, ClosedChoice") == """
                enum Form: String, ClosedChoice {
                    case novel
                    case shortStory = "short-story"
                }
                """)
    }

    @Test("Operators chosen in the schema get a set that allows them and forbids the others")
    func operators() throws {
        let generation = try generated(
            module(
                fields: #"{"name": "pages", "type": "integer", "operators": ["<=", ">="], "sortable": true}"#)
        )
        #expect(
            generation.text.contains(
                #"var pages: Field<Self, Int?, Sortable<LessOrEqualGreaterOrEqualOperators>> { .init("pages") }"#
            ))
        #expect(
            try generation.declaration("enum LessOrEqualGreaterOrEqualOperators") == """
                nonisolated enum LessOrEqualGreaterOrEqualOperators: OperatorSet {
                    typealias LessOrEqual = AllowedOperator
                    typealias GreaterOrEqual = AllowedOperator
                }
                """)
    }

    @Test("Sorting, facets and full text wrap the operator set")
    func wrappers() throws {
        let searched = try generated(
            module(
                fields:
                    #"{"name": "genre", "type": "text", "sortable": true, "facet": "disjunctive", "searchable": 2}"#
            )
        ).text
        #expect(searched.contains("Field<Self, String?, Searchable<Facetable<Sortable<TextOperators>>>>"))
        let text = try generated(
            module(fields: #"{"name": "genre", "type": "text", "sortable": true, "facet": "disjunctive"}"#)
        ).text
        #expect(text.contains("Field<Self, String?, Facetable<Sortable<TextOperators>>>"))
    }

    @Test("The index lists the modules in the schema's order, and the locales with the default one first")
    func index() throws {
        let generation = try generated(
            schema(
                #"{"name": "b", "fields": []}"#, #"{"name": "a", "fields": []}"#,
                head: #""locales": [{"name": "en"}, {"name": "fr", "fallbacks": ["en"], "default": true}], "#)
        )
        let index = try #require(generation.files.last)
        #expect(index.name == "ContentSchema.generated.swift")
        #expect(
            index.text.contains("static var modules: [ModuleDescriptor] { [B.descriptor, A.descriptor] }"))
        #expect(
            index.text.contains(
                #"""
                    static let locales: [LocaleDescriptor] = [
                        LocaleDescriptor("fr", fallbacks: ["en"]),
                        LocaleDescriptor("en"),
                    ]
                """#))
    }

    @Test("The access level is on every declaration and every import", arguments: ["package", "public"])
    func access(level: String) throws {
        let text = try generated(
            schema(
                #"{"name": "books", "item": "Book", "fields": [{"name": "d", "type": "date"}]}"#,
                head: #""access": "\#(level)", "#)
        ).text
        // At package level, the exported import of the index file covers the runtime library.
        let runtime = level == "package" ? "internal" : level
        #expect(text.contains("\n\(level) import Foundation\n\(runtime) import Quire\n"))
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            let isDeclaration = words.contains {
                ["enum", "struct", "var", "func", "typealias", "let"].contains($0)
            }
            guard isDeclaration, !line.contains("//") else { continue }
            #expect(words.contains(Substring(level)), "\(line)")
        }
    }

    @Test("A custom scalar uses the author's type and imports its module")
    func scalar() throws {
        let text = try generated(
            schema(
                #"{"name": "books", "fields": [{"name": "price", "type": "scalar", "scalar": "money"}]}"#,
                head:
                    #""scalars": [{"name": "money", "swiftType": "Shop.Money", "import": "Shop", "base": "integer"}], "#
            )
        ).text
        #expect(text.contains("import Shop\n"))
        #expect(text.contains("var price: Field<Self, Shop.Money?, NumberOperators>"))
        #expect(text.contains(#"{"name": "price", "type": "scalar", "base": "integer"}"#))
    }
}
