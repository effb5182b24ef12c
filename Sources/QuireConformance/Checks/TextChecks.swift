import QuireCore
import QuireEngine
import QuireText

/// Every engine with full text finds the same items: those that people would expect for these queries.
enum TextChecks {
    static let all = [
        ConformanceCheck(.text, "words, phrases and their combinations", over: TextCases.table, run: finds),
        ConformanceCheck(
            .text, "a search without a word finds everything", over: TextCases.table,
            needs: { engine, _ in engine.operations.contains(.less) }, run: everything),
        ConformanceCheck(.text, "a field's weight ranks matches", over: TextCases.weighted, run: weights),
    ]

    private static func finds(_ examination: Examination) async throws {
        let engine = examination.engine
        for sample in TextCases.all where !examination.isFull {
            var request = SearchRequest(module: TextCases.module)
            var search = TextSearch(sample.query)
            search.fields = sample.fields
            search.mode = sample.toleratesTypos ? nil : .asTyped
            request.text = search
            request.page = wholePage
            guard try await examination.supports(request) else { continue }
            let ids = try await engine.ids(request)
            examination.expect(ids.sorted(), equals: sample.ids.sorted(), for: "\(request)")
            // Sorted, and restricted by a filter.
            request.sort = [SortKey(.value("year"), .descending)]
            request.filter = .leaf(.init(.greater, "year", value: .integer(1865), type: .number))
            guard try await examination.supports(request) else { continue }
            let years = ["strasse", "kokoro", "worlds", "peace"]
            examination.expect(
                try await engine.ids(request), equals: years.filter(sample.ids.contains), for: "\(request)")
        }
    }

    private static func everything(_ examination: Examination) async throws {
        let engine = examination.engine
        var request = SearchRequest(module: TextCases.module)
        request.text = TextSearch(" … ")
        request.text?.emptyFindsAll = true
        request.filter = .leaf(.init(.less, "year", value: .integer(1900), type: .number))
        guard try await examination.supports(request) else { return }
        let page = try await engine.page(request)
        examination.expect(page.items.sorted(), equals: ["miserables", "peace", "worlds"], for: "\(request)")
        examination.expect(page.text?.ranking, equals: .relevance, for: "the ranking: \(request)")
        if engine.capabilities.countsTotal {
            examination.expect(page.pageInfo.totalItems, equals: 3, for: "the total: \(request)")
        }
    }

    private static func weights(_ examination: Examination) async throws {
        var request = SearchRequest(module: TextCases.module)
        request.text = TextSearch("needle")
        guard try await examination.supports(request) else { return }
        examination.expect(
            try await examination.engine.ids(request), equals: ["inTitle", "inBody"], for: "\(request)")
    }
}

/// Text queries, with the papers that people would expect.
enum TextCases {
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

    static let table = table(lines)

    private static func table(_ lines: [String]) -> DocumentTable {
        DocumentTable(
            module, lines: lines,
            tidyLines: lines.map {
                $0.contains(#""id":"odd""#) ? #"{"id":"odd","values":{"names":["one","two"]}}"# : $0
            })
    }

    struct Case: Sendable {
        var query: TextQuery
        var ids: Set<String>
        var fields: [String]?
        var toleratesTypos = false

        init(_ query: TextQuery, _ ids: Set<String>, in fields: [String]? = nil, typos: Bool = false) {
            (self.query, self.ids, self.fields, toleratesTypos) = (query, ids, fields, typos)
        }
    }

    static let all: [Case] = [
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
        // Each word may be in another field.
        Case("hugo valjean", ["miserables"]), Case("hugo valjean", [], in: ["names"]),
        Case("tolstoi", ["peace"], typos: true), Case("tolstoi", []), Case("wra", [], typos: true),
        Case("miesrables convict", ["miserables"], typos: true),
        Case(.none("tolstoi").and("war"), ["peace", "worlds"], typos: true),
    ]

    /// Two papers with the same word in fields of different weight, among others without it.
    static let weighted = table(
        [
            #"{"id":"inBody","values":{"title":"some other thing","body":"the needle here"}}"#,
            #"{"id":"inTitle","values":{"title":"some needle thing","body":"the straw here"}}"#,
        ]
            + (0..<9).map {
                #"{"id":"n\#($0)","values":{"title":"some other thing","body":"the straw here"}}"#
            })
}
