import Foundation
import QuireSchema
import Testing

/// The output for errors that need files, raw bytes or large sizes.
@Suite struct FileDiagnosticTests {
    static let missing = """
        quire: error: cannot read 'no/such/schema.json': No such file or directory [file-unreadable]
        """
    static let nothing = "quire: error: no schema was given [no-documents]"
    static let utf16 = """
        schema.json:1:1: error: the document is not UTF-8 but looks like UTF-16 or UTF-32; save it as UTF-8 \
        [json-encoding]
        """
    static let latin1 = "schema.json:1:41: error: invalid UTF-8; save the file as UTF-8 [json-invalid-utf8]"
    static let deep = """
        schema.json:1:65: error: arrays and objects nest deeper than 64 levels here [json-too-deep]
        """
    static let large = """
        schema.json:1:1: error: the document has 67108865 bytes; at most 67108864 are read [json-too-large]
        """
    static let access = """
        b.json:1:25: error: 'access' is 'package' here but 'public' in another document [conflicting-access]
        a.json:1:25: note: the other one is here
        """
    static let manyFields = """
        schema.json:4:11: error: the module 'books' has more than 2000 fields [too-many-fields]
        """
    static let manyErrors = """
        schema.json:101:4: error: 150 more errors are not shown; fix these first [too-many-errors]
        """
    /// Every expected text of this suite, for the test that every code has one.
    static let expected = [missing, nothing, utf16, latin1, deep, large, access, manyFields, manyErrors]

    @Test("A missing file is an error without a position")
    func missingFile() {
        #expect(printed(readSchema(paths: ["no/such/schema.json"]).diagnostics) == Self.missing)
    }

    @Test("No path and no document is an error")
    func noPath() {
        #expect(printed(readSchema(paths: []).diagnostics) == Self.nothing)
        #expect(printed(readSchema(documents: []).diagnostics) == Self.nothing)
        #expect(readSchema(documents: []).schema == nil)
    }

    @Test("A folder without schemas is an error that names it")
    func emptyFolder() throws {
        try inFolder { folder in
            #expect(
                printed(readSchema(paths: [folder.path]).diagnostics)
                    == "quire: error: the folder \(quoted(folder.path)) has no file that ends in .json [no-documents]"
            )
        }
    }

    @Test("UTF-16 and UTF-32 are recognised, with and without a byte order mark")
    func otherEncodings() throws {
        for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian]
        {
            let bytes = try #require("{\"quire\": 1}".data(using: encoding))
            let document = SchemaDocument(path: "schema.json", bytes: Array(bytes))
            let diagnostics = readSchema(documents: [document]).diagnostics
            #expect(printed(diagnostics).hasPrefix(Self.utf16))
        }
    }

    @Test("Latin 1 is reported once for each run of its bytes")
    func latin1() throws {
        let text = "{ \"quire\": 1, \"modules\": [{ \"name\": \"caf\u{E9}\" }] }"
        let bytes = try #require(text.data(using: .isoLatin1))
        let document = SchemaDocument(path: "schema.json", bytes: Array(bytes))
        #expect(printed(readSchema(documents: [document]).diagnostics).hasPrefix(Self.latin1))
    }

    @Test("A UTF-8 byte order mark is skipped and shifts no column")
    func byteOrderMark() {
        let document = SchemaDocument(
            path: "schema.json", bytes: [0xEF, 0xBB, 0xBF] + Array("{ \"quire\": 2 }".utf8))
        #expect(readSchema(documents: [document]).diagnostics.first?.location?.column == 12)
    }

    @Test("100,000 levels are one error at the 65th")
    func deep() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let text = String(repeating: open, count: 100_000) + String(repeating: close, count: 100_000)
            let first = read(text).diagnostics.first { $0.code == "json-too-deep" }
            #expect(first?.location?.column == 64 * open.utf8.count + 1)
        }
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(printed(read(text).diagnostics).hasSuffix(Self.deep))
    }

    @Test("100,000 unclosed levels are reported too")
    func deepWithoutEnd() {
        let diagnostics = read(String(repeating: "[{\"x\":", count: 100_000)).diagnostics
        #expect(diagnostics.contains { $0.code == "json-too-deep" })
    }

    @Test("A document larger than 64 MiB is rejected without reading it")
    func large() {
        let document = SchemaDocument(
            path: "schema.json", bytes: [UInt8](repeating: 0x20, count: (64 << 20) + 1))
        #expect(printed(readSchema(documents: [document]).diagnostics).hasPrefix(Self.large))
    }

    @Test("Two documents cannot set two access levels")
    func access() {
        let documents = [
            SchemaDocument(path: "b.json", text: "{ \"quire\": 1, \"access\": \"package\" }"),
            SchemaDocument(path: "a.json", text: "{ \"quire\": 1, \"access\": \"public\" }"),
        ]
        #expect(printed(readSchema(documents: documents).diagnostics) == Self.access)
    }

    @Test("A module that mixins make too large is rejected")
    func manyFields() {
        var parts: [String] = []
        for mixin in 0..<3 {
            let fields = (0..<700).map { "{\"name\":\"f\(mixin)-\($0)\",\"type\":\"text\"}" }
            parts.append("{\"name\":\"m\(mixin)\",\"fields\":[\(fields.joined(separator: ","))]}")
        }
        let text = """
            { "quire": 1, "mixins": [
            \(parts.joined(separator: ","))
            ], "modules": [
            { "name": "books", "mixins": ["m0", "m1", "m2"] }] }
            """
        #expect(printed(read(text).diagnostics) == Self.manyFields)
    }

    @Test("The first hundred errors are printed, and the rest are counted")
    func manyErrors() {
        let fields = (0..<250).map { "{ \"nam\": \"f\($0)\", \"name\": \"f\($0)\", \"type\": \"text\" }" }
        // Each field has an error in its line; the fields begin in line 2, column 1.
        let text = schema(fields: fields.map { " " + $0 }.joined(separator: ",\n"))
        let diagnostics = read(text).diagnostics
        #expect(diagnostics.count == 101)
        #expect(printed(diagnostics.suffix(1)) == Self.manyErrors)
    }
}

/// Runs with a new folder, and removes it.
func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "quire-schema-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
}
