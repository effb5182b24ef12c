import Foundation
import QuireSchema
import Testing

/// `Schema/quire.schema.json` agrees with the reader, according to an independent validator.
@Suite(.enabled(if: Validator.isDemanded, Validator.reason)) struct JSONSchemaTests {
    @Test("The schemas in the repository are valid by the JSON Schema and by the reader")
    func repository() throws {
        let folder = Fixtures.repository.appendingPathComponent("Schema")
        let (schema, diagnostics) = readSchema(paths: [folder.path])
        #expect(printed(diagnostics) == "")
        let sources = try #require(schema).sources
        #expect(!sources.isEmpty)
        #expect(!sources.contains { $0.hasSuffix("quire.schema.json") })
        let texts = try sources.map { try String(contentsOfFile: $0, encoding: .utf8) }
        for (path, fault) in zip(sources, try Validator.judge(texts)) { #expect(fault == "", "\(path)") }
    }

    @Test("Every schema in the repository that the reader accepts is valid by the JSON Schema")
    func allSchemas() throws {
        var texts: [String] = []
        var paths: [String] = []
        for folder in ["Schema", "Sources", "Plugins", "Tests"] {
            let root = Fixtures.repository.appendingPathComponent(folder).resolvingSymlinksInPath()
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "json", let text = try? String(contentsOf: file, encoding: .utf8),
                    text.contains("\"quire\""), read(text).schema != nil
                else { continue }
                texts.append(text)
                paths.append(file.path)
            }
        }
        #expect(!texts.isEmpty)
        for (path, fault) in zip(paths, try Validator.judge(texts)) { #expect(fault == "", "\(path)") }
    }

    @Test("The reader and the JSON Schema agree on every type with every key")
    func matrix() throws {
        let documents = Matrix.fields.map { schema(fields: $0, more: Matrix.surroundings) }
        #expect(documents.count > 1000)
        try agree(documents)
    }

    @Test("The reader and the JSON Schema agree with the table of documents")
    func table() throws {
        let cases = try Fixtures.cases("Validation/documents.txt")
        #expect(cases.count > 60)
        let verdicts = try Validator.judge(cases.map(\.schema))
        for (fixture, fault) in zip(cases, verdicts) {
            let diagnostics = read(fixture.schema).diagnostics
            let isRead = read(fixture.schema).schema != nil
            #expect(isRead == (fixture.expected == "valid"), "\(fixture.title): \(printed(diagnostics))")
            #expect((fault == "") == (fixture.expected == "valid"), "\(fixture.title): \(fault)")
        }
    }

    private func agree(_ documents: [String]) throws {
        let verdicts = try Validator.judge(documents)
        #expect(verdicts.filter { $0 == "" }.count > 300)
        #expect(verdicts.filter { $0 != "" }.count > 300)
        for (document, fault) in zip(documents, verdicts) {
            let (schema, diagnostics) = read(document)
            #expect((schema != nil) == (fault == ""), "\(document): \(printed(diagnostics)); \(fault)")
        }
    }
}
