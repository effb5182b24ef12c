import Articles
import QuireSchemaDiff
import Testing

/// The article about changing a schema.
@Suite("Changing a schema, the article")
struct ArticleTests {
    @Test("The table has a row for each kind of change, and no other")
    func kinds() throws {
        let article = try Article("ChangingASchema", of: "QuireSchema")
        let rows = article.text.split(separator: "\n").filter {
            $0.hasPrefix("| ") && $0.split(separator: "|").count >= 6
        }
        let listed = rows.compactMap { row in
            row.split(separator: "|")[1].firstMatch(of: #/`([a-z-]+)`/#).map { String($0.1) }
        }
        #expect(Set(listed) == Set(ChangeKind.allCases.map(\.rawValue)))
        #expect(listed.count == ChangeKind.allCases.count)
    }

    @Test("The sample report is the program's")
    func sample() throws {
        let article = try Article("ChangingASchema", of: "QuireSchema")
        let block = try #require(article.blocks(of: "text").first)
        func schema(_ type: String) -> String {
            """
            {
              "quire": 1,
              "modules": [
                {
                  "name": "books",
                  "fields": [
                    { "name": "year", "type": "\(type)", "required": true }
                  ]
                }
              ]
            }
            """
        }
        let lines = TextReport(try SchemaPair(schema("integer"), schema("text")).diff, gate: Gate()).lines
        let shown = lines.map {
            $0.replacing("new.json", with: "Schema/books.json").replacing(
                "old.json", with: "git:main:Schema/books.json")
        }
        #expect(block == shown.joined(separator: "\n"))
    }
}
