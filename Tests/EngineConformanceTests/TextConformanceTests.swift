import Quire
import Testing

/// Every engine with full text finds the same items: those that people would name for these queries.
@Suite struct TextConformanceTests {
    static let module = ModuleDescriptor(
        name: "papers",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "body", kind: .html, searchWeight: 1),
            FieldDescriptor(name: "names", kind: .list(.text), searchWeight: 5),
            FieldDescriptor(name: "titles", kind: .localizedText, searchWeight: 3, isLocalized: true),
            FieldDescriptor(name: "year", kind: .integer, isSortable: true),
            FieldDescriptor(name: "secret", kind: .text),
        ])

    private static let lines = [
        #"{"id":"miserables","values":{"title":"Les Misérables","body":"<p>The convict <b>Valjean</b></p>","names":["Victor Hugo"],"year":1862,"secret":"hidden"}}"#,
        #"{"id":"peace","values":{"title":"War and Peace","titles":{"ru":"Война и мир","de":"Krieg und Frieden"},"names":["Leo Tolstoy"],"year":1869}}"#,
        #"{"id":"worlds","values":{"title":"The War of the Worlds","body":"No one would have believed &amp; nobody did","names":["H. G. Wells"],"year":1898}}"#,
        #"{"id":"kokoro","values":{"title":"こころ","titles":"心","names":["夏目漱石","Natsume Sōseki"],"year":1914}}"#,
        #"{"id":"strasse","values":{"title":"Eine Straße","names":[],"year":1930}}"#,
        #"{"id":"odd","values":{"title":7,"names":["one", 5, null, "two"],"body":null}}"#,
        #"{"id":"empty","values":{}}"#,
    ]

    /// The papers, for other suites too.
    static let table = table(lines)

    private static func table(_ lines: [String]) -> DocumentTable {
        DocumentTable(
            module, lines: lines,
            tidyLines: lines.map {
                $0.contains(#""id":"odd""#) ? #"{"id":"odd","values":{"names":["one","two"]}}"# : $0
            })
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var query: TextQuery
        var ids: Set<String>
        var fields: [String]?
        var toleratesTypos = false
        var testDescription: String { "\(query)" }

        init(_ query: TextQuery, _ ids: Set<String>, in fields: [String]? = nil, typos: Bool = false) {
            (self.query, self.ids, self.fields, toleratesTypos) = (query, ids, fields, typos)
        }
    }

    private static let cases: [Case] = [
        Case("miserables", ["miserables"]), Case("LES MISÉ", ["miserables"]),
        Case("mise\u{301}rables", ["miserables"]),
        Case("war", ["peace", "worlds"]), Case("war pea", ["peace"]), Case("pea war", []),
        Case(.all("pea war", matching: .prefixes), ["peace"]), Case(.all("wa", matching: .wholeWords), []),
        Case(.all("orld", matching: .partsOfWords), ["worlds"]),
        Case(.any("valjean wells"), ["miserables", "worlds"]),
        Case(.none("war"), ["miserables", "kokoro", "strasse", "odd", "empty"]),
        Case(.none("war valjean", matching: .wholeWords), ["kokoro", "strasse", "odd", "empty"]),
        Case(.all("war").and(.none("peace")), ["worlds"]),
        Case(.all("war").and(.not(.phrase("of the worlds"))), ["peace"]),
        Case(.none("war").or(.all("peace")), ["miserables", "kokoro", "strasse", "odd", "empty", "peace"]),
        Case(.phrase("war of the"), ["worlds"]), Case(.phrase("the war worlds"), []),
        Case(.phrase("war of th"), []),
        Case(.phrase("war of th", matching: .lastWordAsPrefix), ["worlds"]),
        Case("война", ["peace"]), Case("frieden", ["peace"]), Case("心", ["kokoro"]), Case("漱石", ["kokoro"]),
        Case("石漱", []), Case("soseki", ["kokoro"]), Case("strasse", ["strasse"]),
        Case("STRASSE", ["strasse"]),
        Case(.all("b", matching: .wholeWords), []), Case("p", ["peace"]), Case("amp", []), Case("hidden", []),
        Case("7", []),
        Case("5", []), Case("two", ["odd"]),
        Case("\"war\" OR (peace*) NOT title:x", []), Case("war -", ["peace", "worlds"]),
        Case("\"war", ["peace", "worlds"]),
        Case("", []), Case("?!", []), Case(.and([]), []), Case(.all("war").and("?!"), ["peace", "worlds"]),
        Case("hugo", ["miserables"], in: ["names"]), Case("hugo", [], in: ["title", "body"]),
        // Each word may stand in another field.
        Case("hugo valjean", ["miserables"]), Case("hugo valjean", [], in: ["names"]),
        Case("tolstoi", ["peace"], typos: true), Case("tolstoi", []), Case("wra", [], typos: true),
        Case("miesrables convict", ["miserables"], typos: true),
        Case(.none("tolstoi").and("war"), ["peace", "worlds"], typos: true),
    ]

    @Test("Words, phrases and their combinations find what they say", arguments: Engines.all)
    func finds(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: Self.table(Self.lines)) { (engine) async throws in
            for sample in Self.cases {
                var request = SearchRequest(module: Self.module)
                var search = TextSearch(sample.query)
                search.fields = sample.fields
                search.toleratesTypos = sample.toleratesTypos
                request.text = search
                request.page = wholePage
                guard subject.supports(request, engine) else {
                    await #expect(throws: UnsupportedError.self) { try await engine.ids(request) }
                    continue
                }
                let ids = try await engine.ids(request)
                #expect(Set(ids) == sample.ids, "\(sample.query)")
                #expect(ids.count == sample.ids.count, "\(sample.query)")
                // In an order, and cut by a filter.
                request.sort = [SortKey(.value("year"), .descending)]
                request.filter = .leaf(.init(.greater, "year", .integer(1865), type: .number))
                let years = ["strasse", "kokoro", "worlds", "peace"]
                #expect(try await engine.ids(request) == years.filter(sample.ids.contains), "\(sample.query)")
            }
        }
    }

    @Test(
        "A search without a word finds everything where it is asked to, with the filter",
        arguments: Engines.all)
    func everything(_ subject: any EngineUnderTest) async throws {
        try await subject.filled(with: Self.table(Self.lines)) { (engine) async throws in
            var request = SearchRequest(module: Self.module)
            request.text = TextSearch(" … ")
            request.text?.matchesAllWhenEmpty = true
            request.filter = .leaf(.init(.less, "year", .integer(1900), type: .number))
            guard subject.supports(request, engine) else { return }
            #expect(try await Set(engine.ids(request)) == ["miserables", "peace", "worlds"])
            let page = try await engine.page(request)
            #expect(page.text?.ranking == .relevance)
            #expect(page.pageInfo.totalItems == 3)
        }
    }

    @Test("A field's weight decides which match is better", arguments: Engines.all)
    func weights(_ subject: any EngineUnderTest) async throws {
        let lines =
            [
                #"{"id":"inBody","values":{"title":"some other thing","body":"the needle here"}}"#,
                #"{"id":"inTitle","values":{"title":"some needle thing","body":"the straw here"}}"#,
            ]
            + (0..<9).map {
                #"{"id":"n\#($0)","values":{"title":"some other thing","body":"the straw here"}}"#
            }
        try await subject.filled(with: Self.table(lines)) { (engine) async throws in
            var request = SearchRequest(module: Self.module)
            request.text = TextSearch("needle")
            guard subject.supports(request, engine) else { return }
            #expect(try await engine.ids(request) == ["inTitle", "inBody"])
        }
    }
}
