import QuireGenerator
import Testing

@Suite("Snippets: former names")
struct FormerNameSnippets {
    private let fields = """
        {"name": "pageCount", "was": ["pages", "p"], "type": "integer"},
        {"name": "language", "type": "choice", "values": ["ger", {"name": "english", "was": ["eng", "en"]}]},
        {"name": "form", "type": "choice", "closed": true, "values": ["essay", {"name": "novel", "was": ["n"]}]}
        """

    @Test("The descriptor has the former names of modules, fields and choices")
    func descriptor() throws {
        let text = try generated(
            schema(#"{"name": "books", "was": ["tomes"], "fields": [\#(fields)]}"#)
        ).text
        #expect(text.contains(#"{"name": "books", "was": ["tomes"], "fields": ["#))
        #expect(text.contains(#"{"name": "pageCount", "was": ["pages", "p"], "type": "integer"}"#))
        #expect(text.contains(#""type": "choice", "renamed": {"eng": "english", "en": "english"}}"#))
    }

    @Test("The raw value from before a rename becomes the current choice")
    func choices() throws {
        let generation = try generated(module(fields: fields))
        #expect(
            try generation.declaration("struct Language: OpenChoice") == """
                struct Language: OpenChoice {
                    let rawValue: String
                    init(rawValue: String) {
                        switch rawValue {
                        case "eng", "en": self.rawValue = "english"
                        default: self.rawValue = rawValue
                        }
                    }

                    static var ger: Self { Self(rawValue: "ger") }
                    static var english: Self { Self(rawValue: "english") }
                    @available(*, unavailable, renamed: "english")
                    static var eng: Self { english }
                    @available(*, unavailable, renamed: "english")
                    static var en: Self { english }

                    static let allKnown: [Self] = [ger, english]
                }
                """)
        #expect(
            try generation.declaration("enum Form: String, ClosedChoice") == """
                enum Form: String, ClosedChoice {
                    case essay
                    case novel
                    @available(*, unavailable, renamed: "novel")
                    static var n: Self { .novel }

                    init?(rawValue: String) {
                        switch rawValue {
                        case "essay": self = .essay
                        case "novel", "n": self = .novel
                        default: return nil
                        }
                    }
                }
                """)
    }

    @Test("Former names are unavailable declarations, unless something else has them")
    func unavailable() throws {
        let text = try generated(
            schema(
                #"{"name": "novels", "was": ["books", "Data", "novels 2", "tomes"], "item": "Tomes", "fields": [{"name": "b", "was": ["a", "created at", "A"], "type": "text"}, {"name": "c", "swiftName": "old", "was": ["old"], "type": "text"}]}"#
            )
        ).text
        let attributes = text.split(separator: "\n").filter { $0.contains("unavailable") }
        #expect(
            Set(attributes.map { $0.drop { $0 == " " } }) == [
                #"@available(*, unavailable, renamed: "Novels")"#,
                #"@available(*, unavailable, renamed: "b")"#,
                #"@available(*, unavailable, renamed: "init(b:old:)")"#,
            ])
        #expect(text.contains("typealias Books = Novels") && text.contains("typealias Novels2 = Novels"))
        #expect(!text.contains("typealias Data") && !text.contains("typealias Tomes = Novels"))
        // In `Fields` and in `Values`.
        #expect(attributes.count { $0.hasSuffix(#""b")"#) } == 2)
        #expect(text.contains("init(a: String? = nil, old: String? = nil)"))
    }

    @Test("A schema without former names declares nothing for them")
    func none() throws {
        #expect(
            try !generated(module(fields: #"{"name": "a", "type": "text"}"#)).text.contains("unavailable"))
    }
}
