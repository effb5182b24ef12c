import Foundation
import QuireSchema
import Testing

@Suite("quire infer finds relations by their names first", .timeLimit(.minutes(30)))
struct InferRelationTests {
    private static func infer(
        _ files: [String: String], types: [String: String] = [:]
    ) throws -> Inferred {
        let folder = try DataFolder(files)
        defer { folder.remove() }
        return try folder.infer(types: types)
    }

    private static func line(_ start: String, _ inferred: Inferred) -> String {
        inferred.outcome.notes.first { $0.hasPrefix(start) } ?? "no line \(start)"
    }

    @Test("An id that looks like a word for no value is an id")
    func keyNA() throws {
        let found = try Self.infer([
            "countries.csv": "id,name\nNA,Namibia\nDE,Germany\n", "cities.csv": "id,country_id\n1,NA\n2,DE\n",
        ])
        #expect(found.types(of: "cities") == ["country_id": "relation countries"])
        #expect(found.fields(of: "cities").map(\.required) == [true])
    }

    @Test("Ids that a program wrote as floating-point numbers are found, in cells and in JSON")
    func floatingIDs() throws {
        let found = try Self.infer([
            "authors.json": #"[{"id":1},{"id":2}]"#, "books.csv": "id,author_id\n1,1.0\n2,\n3,2.0\n",
            "films.json": #"[{"id":1,"author_id":1.0},{"id":2,"author_id":null}]"#,
        ])
        #expect(found.types(of: "books") == ["author_id": "relation authors"])
        #expect(found.types(of: "films") == ["author_id": "relation authors"])
    }

    @Test("Small numbers are no ids of the file itself, nor of a file that the name does not mean")
    func chance() throws {
        let found = try Self.infer([
            "books.csv": "id,publisher_id\n1,2\n2,1\n3,2\n", "shops.csv": "id,name\n1,a\n2,b\n",
        ])
        #expect(found.types(of: "books") == ["publisher_id": "integer"])
        #expect(
            Self.line("books.publisher_id", found).contains(
                "3 of 3 values are ids of books; --type publisher_id=relation:books"))
    }

    @Test("A few ids of items that are gone do not hide a relation; many do, with their share in the report")
    func dangling() throws {
        func works(_ gone: Int) throws -> Inferred {
            let artists = (0..<100).map { "a\($0)" }
            let creators = artists.enumerated().map { index, id in
                "\(index),\(index < gone ? "gone\(index)" : id)"
            }
            return try Self.infer([
                "artists.csv": "id\n" + artists.joined(separator: "\n"),
                "works.csv": "id,creator_id\n" + creators.joined(separator: "\n"),
            ])
        }
        #expect(try works(1).types(of: "works") == ["creator_id": "relation artists"])
        let many = try works(40)
        #expect(many.types(of: "works") == ["creator_id": "text"])
        #expect(Self.line("works.creator_id", many).contains("60 of 100 values (60 %) are ids of artists"))
    }

    @Test("Ids that differ only in form are reported", arguments: [("01", "1"), ("DE", "de"), ("7.0", "7")])
    func forms(value: String, id: String) throws {
        let found = try Self.infer([
            "authors.csv": "id,name\n\(id),a\n", "books.csv": "id,author_id\nx,\(value)\ny,\(value)5x\n",
        ])
        #expect(found.types(of: "books") == ["author_id": "text"])
        let exact = try Self.infer([
            "authors.csv": "id,name\n\(id),a\n",
            "books.csv": "id,author_id\nx,\(value == "7.0" ? "07" : value)\n",
        ])
        #expect(Self.line("books.author_id", exact).contains("1 differ from an id only in form"))
    }

    @Test("A relation that the user sets has its share in the report")
    func wanted() throws {
        let found = try Self.infer(
            ["authors.csv": "id,name\n1,a\n", "books.csv": "id,author_id\nx,8\ny,9\n"],
            types: ["books.author_id": "relation:authors"])
        #expect(
            Self.line("books.author_id", found).contains("as --type says; 0 of 2 values are ids of authors"))
    }

    private static let nested = [
        "artists.csv": "id,name\n10,A\n20,B\n35,C\n",
        "works.json":
            #"""
        [{"id":1,"contributors":[{"id":10},{"id":35}],"print":{"artistIds":[10]}},
        {"id":2,"contributors":[{"id":20},{"id":20}],"print":{"artistIds":["35",20]}}]
        """#,
    ]

    @Test("Ids inside objects, lists of objects and lists inside objects are relations")
    func nestedIDs() throws {
        let inferred = try Self.infer(Self.nested)
        #expect(
            Self.line("works.contributors.id:", inferred)
                == "works.contributors.id: relation to artists, in all objects; operators = != in !in; 4 of 4 values are ids of artists"
        )
        #expect(
            Self.line("works.print.artistIds:", inferred)
                == "works.print.artistIds: relations to artists, in all objects; operators in !in contains; 3 of 3 values are ids of artists"
        )
    }

    @Test("Numbers that would match by chance, and values of several types, are no relation")
    func noNestedRelation() throws {
        let artists = "id,name\n" + (1...30).map { "\($0),A\n" }.joined()
        for works in [
            #"[{"id":1,"parts":[{"id":1},{"id":2},{"id":3}]}]"#,
            #"[{"id":1,"artist":{"id":1}},{"id":2,"artist":{"id":[2]}},{"id":3,"artist":{"id":true}}]"#,
        ] {
            let inferred = try Self.infer(["artists.csv": artists, "works.json": works])
            #expect(inferred.outcome.text?.contains("relation") == false, "\(inferred.outcome)")
        }
    }
}
