import Foundation
import QuireSchema
import Testing

/// The model of a schema.
@Suite struct ReadSchemaTests {
    @Test("Every key of the format is in the model")
    func everyKey() throws {
        let text = """
            { "$schema": "./quire.schema.json", "$comment": "all of it", "quire": 1, "access": "package",
              "locales": ["en", { "name": "fr", "fallbacks": ["en"], "default": true }],
              "enums": [{ "name": "Mood", "swiftName": "Feeling", "description": "How.", "deprecated": "No.", "closed": true,
                "values": ["glad", { "name": "so-so", "swiftName": "fair", "description": "Meh.", "deprecated": true }] }],
              "scalars": [{ "name": "money", "swiftType": "Shop.Money", "import": "Shop", "base": "text",
                "description": "Coins.", "deprecated": false }],
              "mixins": [{ "name": "named", "description": "Has a name.", "fields": [{ "name": "name", "type": "text" }] }],
              "modules": [{ "name": "books", "swiftName": "Library", "id": "42", "item": "Book", "description": "All.",
                "deprecated": true, "single": true, "mixins": ["named"], "ranking": { "popularity": "sold" },
                "synonyms": [["tv", "big screen"], { "search": "nyc", "finds": ["new york"] }],
                "embedding": { "of": ["title"], "dimensions": 384, "model": "MiniLM" }, "fields": [
                { "name": "title", "swiftName": "heading", "type": "text", "required": true, "default": "x",
                  "description": "On the cover.", "deprecated": "Gone.", "operators": ["like", "="], "sortable": true,
                  "facet": "hierarchical", "searchable": 2.5, "localized": true },
                { "name": "sold", "type": "integer" }] }] }
            """
        let (schema, diagnostics) = read(text)
        #expect(printed(diagnostics) == "")
        let result = try #require(schema)
        #expect(result.access == .package)
        #expect(result.locales.map(\.name) == ["en", "fr"] && result.locales[1].fallbacks == ["en"])
        #expect(result.defaultLocale == "fr")
        #expect(result.sources == ["schema.json"])
        let mood = result.enumerations[0]
        #expect(
            mood.name == "Mood" && mood.swiftName == "Feeling" && mood.description == "How." && mood.closed)
        #expect(mood.deprecated == Deprecation(message: "No."))
        #expect(
            mood.values.map(\.raw) == ["glad", "so-so"] && mood.values.map(\.swiftName) == [nil, "fair"])
        #expect(mood.values[1].description == "Meh." && mood.values[1].deprecated == Deprecation())
        #expect(mood.values[1].location.line == 4)
        let money = result.scalars[0]
        #expect(money.name == "money" && money.swiftType == "Shop.Money" && money.importedModule == "Shop")
        #expect(money.base == .text && money.description == "Coins." && money.deprecated == nil)
        let books = result.modules[0]
        #expect(
            books.name == "books" && books.swiftName == "Library" && books.id == "42" && books.item == "Book")
        #expect(books.description == "All." && books.deprecated == Deprecation() && books.single)
        #expect(books.fields.map(\.name) == ["name", "title", "sold"])
        #expect(books.ranking == Ranking(popularity: "sold"))
        #expect(
            books.synonyms == [.twoWay(["tv", "big screen"]), .oneWay(search: "nyc", finds: ["new york"])])
        #expect(books.embedding == Embedding(of: ["title"], dimensions: 384, model: "MiniLM"))
        #expect(books.fields[0].mixin == "named" && books.fields[1].mixin == nil)
        let title = books.fields[1]
        #expect(title.swiftName == "heading" && title.type == .text && title.required)
        #expect(title.defaultValue == .text("x") && title.description == "On the cover.")
        #expect(title.deprecated?.message == "Gone." && title.sortable && title.facet == .hierarchical)
        #expect(title.operators == [.equal, .like] && title.operatorsAreExplicit)
        #expect(title.searchable == 2.5 && title.localized)
        #expect(title.location == SourceLocation(path: "schema.json", line: 12, column: 5))
        #expect(title.nameLocation.column == 15 && title.swiftNameLocation?.column == 37)
    }

    @Test("A minimal field is optional, plain and has its type's operators")
    func leastField() throws {
        let field = try #require(
            read(schema(fields: #"{ "name": "a", "type": "text" }"#)).schema?.modules[0].fields[0])
        #expect(!field.required && !field.sortable && !field.localized && !field.operatorsAreExplicit)
        #expect(field.defaultValue == nil && field.facet == nil && field.searchable == nil)
        #expect(
            field.operators == [
                .equal, .notEqual, .in, .notIn, .like, .contains, .hasPrefix, .hasSuffix, .isNull,
            ])
    }

    @Test("Every type is read as itself")
    func types() throws {
        let plain: [(String, FieldType)] = [
            ("text", .text), ("longText", .longText), ("html", .html), ("integer", .integer),
            ("number", .number),
            ("boolean", .boolean), ("date", .date(.epochMilliseconds)), ("time", .time(.epochMilliseconds)),
            ("dateTime", .dateTime(.epochMilliseconds)), ("url", .url), ("image", .image), ("video", .video),
            ("audio", .audio), ("document", .document), ("color", .color), ("geopoint", .geopoint),
            ("json", .json),
            ("localizedText", .localizedText),
        ]
        for (name, type) in plain {
            #expect(try Self.type(#"{ "name": "a", "type": "\#(name)" }"#) == type)
            #expect(type.name == name)
            if name == "localizedText" { continue }
            #expect(try Self.type(#"{ "name": "a", "type": "list", "of": "\#(name)" }"#) == .list(type))
            #expect(
                try Self.type(#"{ "name": "a", "type": "list", "of": { "type": "\#(name)" } }"#)
                    == .list(type))
        }
        for format in DateFormat.allCases {
            let field = #"{ "name": "a", "type": "date", "format": "\#(format.rawValue)" }"#
            #expect(try Self.type(field) == .date(format))
        }
        #expect(
            try Self.type(#"{ "name": "a", "type": "relation", "module": "books" }"#)
                == .relation(module: "books"))
        #expect(
            try Self.type(#"{ "name": "a", "type": "relations", "module": "books" }"#)
                == .relations(module: "books"))
        #expect(
            try Self.type(#"{ "name": "a", "type": "choice", "enum": "E" }"#) == .choice(.shared(name: "E")))
        #expect(try Self.type(#"{ "name": "a", "type": "scalar", "scalar": "S" }"#) == .scalar(name: "S"))
        guard
            case .choices(.inline(let values, let closed)) = try Self.type(
                #"{ "name": "a", "type": "choices", "values": ["", "x"], "closed": true }"#),
            case .object(let fields) = try Self.type(
                #"{ "name": "a", "type": "object", "fields": [{ "name": "b", "type": "boolean", "required": true }] }"#
            )
        else {
            Issue.record("not the types declared")
            return
        }
        #expect(values.map(\.raw) == ["", "x"] && closed)
        #expect(fields.map(\.name) == ["b"] && fields[0].required && fields[0].operators == [])
    }

    static func type(_ field: String) throws -> FieldType {
        let more =
            #" "enums": [{ "name": "E", "values": ["x"] }], "scalars": [{ "name": "S", "swiftType": "S", "base": "text" }],"#
        let (result, diagnostics) = read(schema(fields: field, more: more))
        return try #require(result, "\(printed(diagnostics))").modules[0].fields[0].type
    }

    @Test("Mixins come before the module's own fields, each once, in the order of their names in the list")
    func mixinOrder() throws {
        let text = """
            { "quire": 1, "mixins": [
              { "name": "a", "mixins": ["c"], "fields": [{ "name": "fa", "type": "text" }] },
              { "name": "b", "mixins": ["c"], "fields": [{ "name": "fb", "type": "text" }] },
              { "name": "c", "fields": [{ "name": "fc", "type": "text" }] }],
              "modules": [{ "name": "m", "mixins": ["b", "a"], "fields": [{ "name": "own", "type": "text" }] }] }
            """
        let schema = try #require(read(text).schema)
        #expect(schema.modules[0].fields.map(\.name) == ["fc", "fb", "fa", "own"])
        #expect(schema.modules[0].fields.map(\.mixin) == ["c", "b", "a", nil])
    }

    @Test("Names are resolved across documents, and one document's errors do not hide another's")
    func manyDocuments() throws {
        let books =
            #"{ "quire": 1, "modules": [{ "name": "books", "fields": [{ "name": "by", "type": "relation", "module": "authors" }] }] }"#
        let authors = #"{ "quire": 1, "modules": [{ "name": "authors" }] }"#
        let both = [
            SchemaDocument(path: "b.json", text: books), SchemaDocument(path: "a.json", text: authors),
        ]
        #expect(try #require(readSchema(documents: both).schema).modules.map(\.name) == ["authors", "books"])
        #expect(readSchema(documents: both) == readSchema(documents: both.reversed()))
        let broken = [both[0], SchemaDocument(path: "a.json", text: authors + "}")]
        // 'authors' may be in the unreadable part: only certain errors are reported.
        #expect(readSchema(documents: broken).diagnostics.map(\.code) == ["json-trailing-content"])
    }

    private func readSchema(documents: [SchemaDocument]) -> Outcome {
        let (schema, diagnostics) = QuireSchema.readSchema(documents: documents)
        return Outcome(schema: schema, diagnostics: diagnostics)
    }

    private struct Outcome: Equatable {
        var schema: Schema?
        var diagnostics: [Diagnostic]
    }

    @Test("A JSON Schema among the documents is skipped")
    func jsonSchema() throws {
        let meta = #"{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object" }"#
        let documents = [
            SchemaDocument(path: "a.json", text: meta),
            SchemaDocument(
                path: "b.json", text: #"{ "$schema": "./a.json", "quire": 1, "modules": [{ "name": "m" }] }"#),
        ]
        let outcome = readSchema(documents: documents)
        #expect(outcome.diagnostics.isEmpty && outcome.schema?.sources == ["b.json"])
        let alone = readSchema(documents: [documents[0]])
        #expect(alone.schema == nil && alone.diagnostics.map(\.code) == ["no-documents"])
    }

    @Test("A folder is read recursively, sorted by the bytes of the paths, without hidden files")
    func folder() throws {
        try inFolder { folder in
            for (path, name) in [
                ("b.json", "b"), ("a/z.json", "z"), ("B.json", "B"), (".hidden.json", "h"), ("c.txt", "c"),
            ] {
                let file = folder.appendingPathComponent(path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try #"{ "quire": 1, "modules": [{ "name": "\#(name)" }] }"#
                    .write(to: file, atomically: true, encoding: .utf8)
            }
            let outcome = QuireSchema.readSchema(paths: [folder.path])
            #expect(outcome.schema?.modules.map(\.name) == ["B", "z", "b"])
            #expect(
                outcome.schema?.sources == ["B.json", "a/z.json", "b.json"].map { folder.path + "/" + $0 })
            let file = folder.appendingPathComponent("b.json").path
            let twice = QuireSchema.readSchema(paths: [file, file, folder.path])
            #expect(twice.schema?.modules.map(\.name) == ["B", "z", "b"])
        }
    }

    @Test("A folder that contains a link to itself ends")
    func linkLoop() throws {
        try inFolder { folder in
            try #"{ "quire": 1, "modules": [{ "name": "m" }] }"#
                .write(to: folder.appendingPathComponent("a.json"), atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("loop"), withDestinationURL: folder)
            // Each cycle is another path to the same file, so its module is declared again.
            #expect(
                QuireSchema.readSchema(paths: [folder.path]).diagnostics.allSatisfy {
                    $0.code == "duplicate-name"
                })
        }
    }
}
