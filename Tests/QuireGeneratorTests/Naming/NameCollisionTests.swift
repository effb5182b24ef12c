import QuireGenerator
import Testing

@Suite("Name collisions")
struct NameCollisionTests {
    @Test("Two fields with one name are reported with both positions and a remedy, and nothing is generated")
    func fields() throws {
        let generation = try generated(
            """
            {"quire": 1, "modules": [{"name": "books", "fields": [
              {"name": "page count", "type": "integer"},
              {"name": "page-count", "type": "integer"}]}]}
            """)
        #expect(generation.files.isEmpty)
        #expect(
            generation.diagnostics.map(\.description) == [
                """
                schema.json:3:12: error: the field 'page-count' and the field 'page count' of the module 'books' both \
                become the Swift name 'pageCount'; give one of them a "swiftName" of its own [name-collision]
                schema.json:2:12: note: the field 'page count' is here
                """
            ])
    }

    @Test("Modules, items and shared choices share one scope")
    func topLevel() throws {
        let generation = try generated(
            schema(
                #"{"name": "books", "item": "Genre", "fields": []}"#, #"{"name": "Books ", "fields": []}"#,
                head: #""enums": [{"name": "genre", "values": ["a"]}], "#))
        #expect(
            generation.diagnostics.map(\.message) == [
                "the module 'Books ' and the module 'books' both become the Swift name 'Books'; "
                    + "give one of them a \"swiftName\" of its own",
                "the item of the module 'books' and the enumeration 'genre' both become the Swift name 'Genre'; "
                    + "give one of them a \"swiftName\" of its own",
            ])
    }

    @Test("Two values of a choice collide, and a swiftName separates them")
    func values() throws {
        let colliding = try generated(
            module(fields: #"{"name": "size", "type": "choice", "values": ["XL", "xl"]}"#))
        #expect(colliding.diagnostics.map(\.code) == ["name-collision"])
        let parted = try generated(
            module(
                fields:
                    #"{"name": "size", "type": "choice", "values": ["XL", {"name": "xl", "swiftName": "small"}]}"#
            ))
        #expect(parted.diagnostics.isEmpty)
        #expect(parted.text.contains(#"static var small: Self { Self(rawValue: "xl") }"#))
    }

    @Test("A nested type does not shadow the module's own references")
    func nested() throws {
        let text = try generated(
            schema(
                #"{"name": "books", "fields": [{"name": "books", "type": "choice", "values": ["a"]}, {"name": "authors", "type": "object", "fields": [{"name": "a", "type": "text"}]}, {"name": "by", "type": "relation", "module": "authors"}]}"#,
                #"{"name": "authors", "fields": []}"#)
        ).text
        #expect(text.contains("struct BooksChoice: OpenChoice"))
        #expect(text.contains("struct AuthorsObject: FieldwiseValues"))
        #expect(text.contains("var by: Relation<Authors>?"))
    }

    @Test("Standard library names are qualified only if the schema shadows them")
    func hidden() throws {
        let generation = try generated(
            schema(
                #"{"name": "string", "fields": [{"name": "a", "type": "text"}, {"name": "n", "type": "integer"}]}"#,
                #"{"name": "books", "fields": [{"name": "date", "type": "choice", "values": ["a"]}, {"name": "d", "type": "date"}, {"name": "n", "type": "number"}]}"#
            ))
        let text = generation.text
        #expect(text.contains("var a: Swift.String?"))
        #expect(text.contains("var n: Int?"))
        #expect(text.contains("var d: Foundation.Date?"))
        #expect(text.contains("var n: Double?"))
    }
}
