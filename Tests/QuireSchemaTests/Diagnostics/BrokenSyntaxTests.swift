import Foundation
import QuireSchema
import Testing

/// A single error in a valid schema is reported at its position, without follow-up errors.
@Suite struct BrokenSyntaxTests {
    /// Valid schemas: one with every kind of description, and one on a single line.
    static let schemas: [String] = [
        """
        {
            "$schema": "./quire.schema.json",
            "quire": 1,
            "locales": [{ "name": "en" }, { "name": "fr", "fallbacks": ["en"] }],
            "scalars": [
                { "name": "ISBN", "swiftType": "ISBN", "base": "text" }
            ],
            "enums": [
                { "name": "Language", "values": [{ "name": "eng", "swiftName": "english" }, "fre"], "closed": true }
            ],
            "mixins": [
                { "name": "named", "fields": [{ "name": "name", "type": "text", "required": true }] }
            ],
            "modules": [
                {
                    "name": "books", "item": "Book",
                    "description": "The authors' books, one an item.",
                    "mixins": ["named"],
                    "fields": [
                        { "name": "age", "type": "integer", "operators": ["=", "!=", "in"], "default": 3 },
                        {
                            "name": "names",
                            "type": "list",
                            "of": { "type": "text" },
                            "searchable": 8
                        },
                        { "name": "genre", "type": "choice", "values": ["a", "b"], "facet": "disjunctive" },
                        { "name": "language", "type": "choice", "enum": "Language" },
                        { "name": "size", "type": "object", "fields": [{ "name": "width", "type": "number" }] },
                        { "name": "author", "type": "relation", "module": "authors" }
                    ]
                },
                { "name": "authors", "description": "Use `books` for them.", "fields": [] }
            ]
        }
        """,
        #"{"quire":1,"modules":[{"name":"a","fields":[{"name":"b","type":"list","of":{"type":"text"}},{"name":"c","type":"relation","module":"a"}]}]}"#,
    ]

    private func diagnose(_ bytes: [UInt8]) -> [Diagnostic] {
        readSchema(documents: [SchemaDocument(path: "s.json", bytes: bytes)]).diagnostics
    }

    /// The offsets of JSON punctuation outside of strings, including quotation marks.
    private func punctuation(_ bytes: [UInt8]) -> [Int] {
        var offsets: [Int] = []
        var isInString = false
        for (offset, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") {
                isInString.toggle()
                offsets.append(offset)
            } else if !isInString, "{}[]:,".utf8.contains(byte) {
                offsets.append(offset)
            }
        }
        return offsets
    }

    /// Checks the result of a change at an offset: one or two diagnostics from its line or the next on, including an
    /// error, and no follow-up errors.
    private func check(_ bytes: [UInt8], changed offset: Int, _ what: String) {
        let diagnostics = diagnose(bytes)
        let line = bytes[..<offset].count { $0 == 0x0A } + 1
        let comment = "\(what) in line \(line): \(printed(diagnostics))"
        #expect(diagnostics.contains { $0.severity == .error }, "\(comment)")
        #expect(diagnostics.count <= 2, "\(comment)")
        #expect(
            !diagnostics.contains { $0.code == "duplicate-key" || $0.code == "unknown-module" }, "\(comment)")
        if let first = diagnostics.first?.location {
            #expect((line...line + 1).contains(first.line), "\(comment)")
        }
    }

    @Test("The original schemas are valid", arguments: schemas)
    func good(_ schema: String) {
        #expect(!diagnose(Array(schema.utf8)).contains { $0.severity == .error })
    }

    @Test(
        "A truncated schema has one or two errors, and none about the missing part",
        arguments: schemas)
    func cut(_ schema: String) {
        let bytes = Array(schema.utf8)
        for count in 0..<bytes.count {
            let diagnostics = diagnose(Array(bytes.prefix(count)))
            #expect(diagnostics.contains { $0.severity == .error }, "\(count) bytes")
            #expect(diagnostics.count <= 2, "\(count) bytes: \(printed(diagnostics))")
            #expect(
                !diagnostics.contains { $0.code.hasPrefix("unknown-") || $0.code == "duplicate-key" },
                "\(count) bytes: \(printed(diagnostics))")
        }
    }

    @Test(
        "Each JSON punctuation mark that is missing or doubled is reported at its position, in at most two diagnostics",
        arguments: schemas)
    func dropped(_ schema: String) {
        let bytes = Array(schema.utf8)
        for offset in punctuation(bytes) {
            let mark = String(decoding: [bytes[offset]], as: UTF8.self)
            var broken = bytes
            broken.remove(at: offset)
            check(broken, changed: offset, "no \(mark)")
            broken = bytes
            broken.insert(bytes[offset], at: offset)
            check(broken, changed: offset, "two \(mark)")
        }
    }

    @Test(
        "A wrong punctuation mark, a comment and a surplus comma are each reported at their position",
        arguments: schemas)
    func replaced(_ schema: String) {
        let bytes = Array(schema.utf8)
        func replacing(_ range: Range<Int>, _ text: String) -> [UInt8] {
            var broken = bytes
            broken.replaceSubrange(range, with: Array(text.utf8))
            return broken
        }
        var isOpening = false
        for offset in punctuation(bytes) {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                isOpening.toggle()
                for mark in ["\u{201C}", "\u{201D}", "'", "`", "\u{AB}"] {
                    check(replacing(offset..<offset + 1, mark), changed: offset, "\(mark) for one \"")
                }
                guard isOpening, let end = bytes[(offset + 1)...].firstIndex(of: UInt8(ascii: "\"")) else {
                    continue
                }
                let content = String(decoding: bytes[offset + 1..<end], as: UTF8.self)
                for (left, right) in [
                    ("\u{201C}", "\u{201D}"), ("'", "'"), ("\u{201E}", "\u{201C}"), ("\u{AB}", "\u{BB}"),
                ] {
                    check(
                        replacing(offset..<end + 1, left + content + right), changed: offset,
                        "\(left)\(right)")
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                check(replacing(offset..<offset, ","), changed: offset, "a comma at the end")
            case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["):
                for text in ["// note\n", "/* note */", "# note\n"] {
                    check(replacing(offset + 1..<offset + 1, text), changed: offset, text)
                }
            default:
                check(replacing(offset..<offset + 1, "="), changed: offset, "= for :")
            }
        }
    }

    /// Strings whose quotation marks are missing, wrong, or also used inside.
    static let texts = [
        "`Use `books`, for them.`", "`Use `books`, for them.\"", "\"Use `books`, for them.`", "`a`, b, c`",
        "`A`, `B` and `C`", "'The authors', one an item.'", "'The authors', one an item.\"",
        "'It's fine', she said'", "''A book''", "A book of poems", "Poems, prose", "Poems, prose and more",
        "A book of \"poems\" and prose", "A book: of poems", "A book of poems\"", "\"A book of poems",
        "Poems, prose\"", "A book of [old] poems", "A book {old} of poems", "A poet's book", "A poem; a book",
        "A book of \u{201C}poems\u{201D}", "\u{201C}A book\u{201D}, of poems", "A book (of poems), new",
        "\u{C9}t\u{E9} \u{E0} Paris", "3 poems", "3 poems, 2 books", "- poems", "true poems",
        "\"A\", or \"B\"",
        "\"A\" or \"B\"", "\"A\" \"B\"", "\"A book\" of poems", "\"a\" + \"b\"", "\"\"\"A book\"\"\"",
        "(poems)",
        "<poems>", "https://example.com/a, b", "$title",
    ]

    @Test(
        "A string with missing or wrong quotation marks is one diagnostic on its line", arguments: texts)
    func text(_ text: String) {
        let schemas = [
            """
            { "quire": 1, "modules": [
                { "name": "books",
                  "description": \(text),
                  "fields": [{ "name": "title", "type": "text" }] },
                { "name": "authors", "fields": [{ "name": "book", "type": "relation", "module": "books" }] }
            ] }
            """,
            """
            {"quire":1,"modules":[{"name":"a",
            "description":\(text),"fields":[{"name":"b","type":"text"}]},{"name":"c","fields":[]}]}
            """,
        ]
        for (schema, line) in zip(schemas, [3, 2]) {
            let diagnostics = diagnose(Array(schema.utf8))
            #expect(diagnostics.count == 1, "\(schema): \(printed(diagnostics))")
            #expect(diagnostics.first?.location?.line == line, "\(schema): \(printed(diagnostics))")
        }
    }

    @Test(
        "A list of strings without quotation marks is one diagnostic for each word, or one if they run together"
    )
    func listOfTexts() {
        func codes(_ values: String) -> [String] {
            let field = #"{"name":"b","type":"choice","values":[\#(values)]}"#
            return diagnose(Array(#"{"quire":1,"modules":[{"name":"a","fields":[\#(field)]}]}"#.utf8)).map(
                \.code)
        }
        #expect(codes("a, b, c") == ["json-unknown-word", "json-unknown-word", "json-unknown-word"])
        #expect(codes(#""a", b, 'c'"#) == ["json-unknown-word", "json-wrong-quotes"])
        #expect(codes("'it's', 'b'") == ["json-wrong-quotes", "json-wrong-quotes"])
        #expect(codes("Poems, prose and more") == ["json-unknown-word"])
        #expect(codes(#""a" "b""#) == ["json-missing-comma"])
    }
}
