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

                    static let allKnown: [Self] = [ger, english]
                }
                """)
        #expect(
            try generation.declaration("enum Form: String, ClosedChoice") == """
                enum Form: String, ClosedChoice {
                    case essay
                    case novel

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
}
