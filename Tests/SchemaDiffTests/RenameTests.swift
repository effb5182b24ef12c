import QuireSchemaDiff
import Testing

@Suite("Renames in a diff")
struct RenameTests {
    private let old = """
        {"quire": 1, "modules": [
          {"name": "books", "fields": [
            {"name": "pages", "type": "integer"}, {"name": "title", "type": "text", "required": true},
            {"name": "language", "type": "choice", "values": ["eng", "ger"]}]},
          {"name": "notes", "fields": [{"name": "book", "type": "relation", "module": "books"}]}]}
        """

    @Test("A rename with a former name is one change, and loses no stored content")
    func renames() throws {
        let new = """
            {"quire": 1, "modules": [
              {"name": "novels", "was": ["tomes", "books"], "fields": [
                {"name": "pageCount", "was": ["pages"], "type": "integer"},
                {"name": "name", "was": ["title"], "swiftName": "title", "type": "text", "required": true},
                {"name": "language", "type": "choice", "values": [{"name": "english", "was": ["eng"]}, "ger"]}]},
              {"name": "notes", "fields": [{"name": "book", "type": "relation", "module": "novels"}]}]}
            """
        let changes = try SchemaPair(old, new).diff.changes
        #expect(
            Set(changes.map(\.kind)) == [.moduleRenamed, .fieldRenamed, .choiceRenamed], "\(changes)")
        #expect(changes.count == 4)
        #expect(changes.allSatisfy { $0.stored.severity == .safe && $0.index.severity == .risky })
        func change(_ path: String) throws -> Change {
            try #require(changes.first { $0.paths == [path] })
        }
        let pages = try change("novels.pageCount")
        #expect(pages.message == "field renamed from 'pages'")
        #expect(pages.source.reason == "pages no longer exists; use pageCount")
        #expect(pages.wire.severity == .risky)
        let title = try change("novels.name")
        #expect(title.source.severity == .safe && title.wire.severity == .breaking)
        #expect(try change("novels").wire.severity == .breaking)
        #expect(try change("novels.language.english").wire.severity == .risky)
    }

    @Test("A removal beside an addition of the same type suggests a former name")
    func suggestion() throws {
        let new = old.replacing("\"pages\"", with: "\"pageCount\"")
        let change = try #require(SchemaPair(old, new).diff.changes.first { $0.kind == .fieldRemoved })
        #expect(change.remedy?.contains("add \"was\": [\"pages\"]") == true)
    }
}
