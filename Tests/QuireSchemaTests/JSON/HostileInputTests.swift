import Foundation
import QuireSchema
import Seeds
import Testing

/// For any bytes, reading ends and reports the position of the error.
@Suite struct HostileInputTests {
    static let bookshop: [UInt8] = {
        let file = Fixtures.repository.appendingPathComponent("Schema/bookshop.json")
        return (try? Data(contentsOf: file)).map(Array.init) ?? []
    }()

    /// What must hold for any input: a schema or an error, and each diagnostic has a position within the document.
    private func check(_ bytes: [UInt8], _ comment: @autoclosure () -> String) {
        let document = SchemaDocument(path: "s.json", bytes: bytes)
        let (schema, diagnostics) = readSchema(documents: [document])
        let errors = diagnostics.filter { $0.severity == .error }
        if (schema == nil) != !errors.isEmpty { Issue.record("\(comment()): \(printed(diagnostics))") }
        // The length of the line in bytes, an upper bound for the column.
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for diagnostic in diagnostics {
            for location in [diagnostic.location].compactMap(\.self) + diagnostic.notes.map(\.location) {
                let isInside =
                    location.line >= 1 && location.line <= lines.count && location.column >= 1
                    && location.column <= lines[location.line - 1].count + 1
                if !isInside { Issue.record("\(comment()): \(location) is not in the document") }
            }
            if diagnostic.location == nil { Issue.record("\(comment()): no position: \(diagnostic)") }
            if diagnostic.message.contains("\n") {
                Issue.record("\(comment()): more than one line: \(diagnostic)")
            }
        }
    }

    @Test("A schema truncated at any byte is rejected at a position within it")
    func truncation() throws {
        try #require(!Self.bookshop.isEmpty)
        // A small schema at every byte, the big one at every 61st.
        let small = Array(
            #"{"quire":1,"modules":[{"name":"é\u0041","fields":[{"name":"f","type":"choice","values":["x",{"name":"y"}],"default":"x","searchable":1.5e1}]}]}"#
                .utf8)
        #expect(read(String(decoding: small, as: UTF8.self)).schema != nil)
        for count in 0..<small.count { check(Array(small.prefix(count)), "\(count) bytes") }
        for count in stride(from: 0, to: Self.bookshop.count, by: 61) {
            check(Array(Self.bookshop.prefix(count)), "\(count) bytes of the bookshop")
        }
        for count in 0..<small.count {
            #expect(
                readSchema(documents: [SchemaDocument(path: "s", bytes: Array(small.prefix(count)))]).schema
                    == nil)
        }
    }

    @Test(
        "Thousands of mutated schemas are read or rejected",
        arguments: [1, 2, 3, 4] as [UInt64])
    func mutations(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let seeds = try Self.seeds()
        for round in 0..<1500 {
            var bytes = seeds[Int.random(in: 0..<seeds.count, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.mutate(&bytes, &random) }
            check(bytes, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("Random bytes are rejected", arguments: [11, 12] as [UInt64])
    func noise(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<1000 {
            let structural = Array("{}[]\",:\\ntrue01.-e+'/*\u{0}".utf8)
            let bytes: [UInt8] = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? structural[Int.random(in: 0..<structural.count, using: &random)]
                    : UInt8.random(in: 0...255, using: &random)
            }
            check(bytes, "seed \(seed), round \(round): \(bytes)")
        }
    }

    @Test("Text from a schema stays data: it is output unchanged, and cannot forge a diagnostic")
    func textStaysData() throws {
        let nasty = "*/ \"\"\" \\(exit(0)) \n#if 1\r\u{2028}\u{202E}\u{200B}`${x}"
        // In a name, invisible characters must be escaped.
        let quotedText = String(decoding: try JSONEncoder().encode(nasty), as: UTF8.self)
            .replacingOccurrences(of: "\u{2028}", with: "\\u2028")
            .replacingOccurrences(of: "\u{202E}", with: "\\u202E")
            .replacingOccurrences(of: "\u{200B}", with: "\\u200B")
        let text = """
            { "quire": 1, "modules": [{ "name": \(quotedText), "description": \(quotedText), "fields": [
            { "name": \(quotedText), "type": "choice", "values": [\(quotedText)], "deprecated": \(quotedText) },
            { "name": "x", "type": "relation", "module": "\\n/etc/passwd:1:1: error: forged" }] }] }
            """
        let diagnostics = read(text).diagnostics
        for line in printed(diagnostics).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        {
            #expect(line.hasPrefix("schema.json:"))
        }
        for scalar in printed(diagnostics).unicodeScalars where scalar != "\n" {
            #expect(isPrinted(scalar))
        }
        let module = try #require(
            read(
                text.replacingOccurrences(of: "\\n/etc/passwd:1:1: error: forged", with: "x")
                    .replacingOccurrences(of: "\"module\": \"x\"", with: "\"module\": \(quotedText)")
            ).schema?.modules.first)
        #expect(module.name == nasty && module.description == nasty)
        #expect(module.fields[0].name == nasty && module.fields[0].deprecated?.message == nasty)
        guard case .choice(.inline(let values, _)) = module.fields[0].type else {
            Issue.record("no choice")
            return
        }
        #expect(values.map(\.raw) == [nasty])
    }

    @Test("A 50 MB schema is read completely")
    func big() throws {
        var text = "{ \"quire\": 1, \"modules\": ["
        let padding = String(repeating: "Words about the field, as many as editors write. ", count: 60)
        var module = 0
        while text.utf8.count < 50_000_000 {
            text += module == 0 ? "\n" : ",\n"
            text += "{ \"name\": \"m\(module)\", \"fields\": ["
            for field in 0..<5 {
                text += field == 0 ? "" : ",\n"
                text += "{ \"name\": \"f\(field)\", \"type\": \"text\", \"description\": \"\(padding)\" }"
            }
            text += "] }"
            module += 1
        }
        let (schema, diagnostics) = read(text + "] }")
        #expect(diagnostics.isEmpty)
        #expect(schema?.modules.count == module)
        #expect(schema?.modules.last?.fields.last?.location.line == 1 + 5 * module)
    }

    @Test("Millions of values and millions of errors produce a few diagnostics")
    func many() {
        let values = "{ \"quire\": 1, \"x\": [" + String(repeating: "[],", count: 9_000_000) + "1] }"
        #expect(read(values).diagnostics.contains { $0.code == "json-too-large" })
        let mistakes = "{ \"quire\": 1, \"x\": [" + String(repeating: "@,", count: 3_000_000) + "1] }"
        let diagnostics = read(mistakes).diagnostics
        #expect(diagnostics.count == 101)
        #expect(diagnostics.last?.code == "too-many-errors")
    }

    @Test("200,000 modules of one name are read once, and reported by the first hundred")
    func duplicates() {
        let modules = String(repeating: #"{"name":"m"},"#, count: 200_000)
        let diagnostics = read(#"{"quire":1,"modules":[\#(modules){"name":"n"}]}"#).diagnostics
        #expect(diagnostics.count == 101)
        #expect(diagnostics.first?.code == "duplicate-name")
        #expect(diagnostics.last?.message.hasPrefix("199899 more errors") == true)
    }

    @Test("50,000 mistyped defaults are looked up among 50,000 values without a linear search each")
    func mistypedDefaults() {
        let values = (0..<50_000).map { "\"value\($0)\"" }.joined(separator: ",")
        let defaults = values.replacingOccurrences(of: "value", with: "walue")
        let diagnostics = read(
            #"{"quire":1,"modules":[{"name":"m","fields":[{"name":"f","type":"choices","values":[\#(values)],"default":[\#(defaults)]}]}]}"#
        ).diagnostics
        #expect(diagnostics.count == 101)
        #expect(diagnostics.first?.code == "invalid-default")
    }

    @Test("A line with millions of words without quotation marks is not rescanned for each word")
    func words() {
        let diagnostics = read("[" + String(repeating: "no,", count: 10_000_000)).diagnostics
        #expect(diagnostics.count == 101)
        #expect(diagnostics.first?.code == "json-unknown-word")
    }

    @Test("Mixins that multiply are rejected before they fill the memory")
    func bomb() {
        let mixins = (0..<3000).map {
            "{\"name\":\"m\($0)\",\"fields\":[{\"name\":\"f\($0)\",\"type\":\"text\"}]}"
        }
        let names = (0..<1900).map { "\"m\($0)\"" }.joined(separator: ",")
        let modules = (0..<200).map { "{\"name\":\"b\($0)\",\"mixins\":[\(names)]}" }
        let text =
            "{\"quire\":1,\"mixins\":[\(mixins.joined(separator: ","))],\"modules\":[\(modules.joined(separator: ","))]}"
        #expect(read(text).diagnostics.map(\.code) == ["too-many-fields"])
    }

    private static func seeds() throws -> [[UInt8]] {
        var seeds = try ["syntax", "shape", "name", "reference", "rule"].flatMap {
            try Fixtures.cases("Diagnostics/\($0).txt").map { Array($0.schema.utf8) }
        }
        seeds += try Fixtures.cases("Validation/documents.txt").map { Array($0.schema.utf8) }
        return seeds
    }

    /// Deletes, doubles, replaces or moves some bytes.
    private static func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        if bytes.isEmpty { bytes = [0x7B] }
        let start = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 1...6, using: &random))
        let structural = Array("{}[]\",:\\/u0-.eE \n\t'".utf8)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2: bytes[start] = UInt8.random(in: 0...255, using: &random)
        case 3: bytes[start] = structural[Int.random(in: 0..<structural.count, using: &random)]
        case 4: bytes.insert(structural[Int.random(in: 0..<structural.count, using: &random)], at: start)
        default:
            let part = Array(bytes[start..<end])
            bytes.removeSubrange(start..<end)
            bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &random))
        }
    }
}
