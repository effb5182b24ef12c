import QuireCore
import QuireText

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
