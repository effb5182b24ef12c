import Foundation
import QuireCommand
import QuireCore
import QuireSchema
import SearchServers
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
import QuireExplorer
#endif

/// Imports from real servers.
@Suite("quire import reads a search cluster", .serialized, .timeLimit(.minutes(30)))
struct ClusterImportTests {
    /// The command in a separate folder, and a cluster with a prefix of its own.
    private struct Importer {
        var command: BuiltCommand
        let kind: Cluster
        let url: String
        let key: String

        init(_ kind: Cluster) async throws {
            self.kind = kind
            let (options, environment) = try await kind.options()
            let nodes = try #require(options.firstIndex(of: "--nodes"))
            url = options[nodes + 1]
            key = environment["TYPESENSE_API_KEY"] ?? ""
            command = try BuiltCommand()
            command.environment = environment
        }

        static func prefix() -> String { "import\(UInt32.random(in: 0 ... .max))-" }

        /// Sends a call to the server.
        @discardableResult
        func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> String {
            var request = URLRequest(url: try #require(URL(string: url + path)))
            request.httpMethod = method
            request.httpBody = body.map { Data($0.utf8) }
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.setValue(key, forHTTPHeaderField: "X-TYPESENSE-API-KEY")
            let (data, response) = try await URLSession.shared.data(for: request)
            let text = String(decoding: data, as: UTF8.self)
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            #expect((200...299).contains(status), "\(method) \(path): \(text)")
            return text
        }

        func load(_ schema: String, _ prefix: String, _ file: String, _ module: String) async throws {
            let run = try await command.run(
                "load", "--engine", kind.rawValue, "--nodes", url, "--prefix", prefix, "--schema", schema,
                "--module", module, "--state", "state", file)
            #expect(run.code == 0, "\(run.errors)")
        }

        /// Imports into a file. Returns its text and the report.
        func schema(_ prefix: String, _ output: String) async throws -> (text: String, report: String) {
            let run = try await command.run(
                "import", kind.rawValue, "--nodes", url, "--prefix", prefix, "--output", output)
            #expect(run.code == 0, "\(run.errors)")
            let file = command.folder.appendingPathComponent(output)
            return (try String(contentsOf: file, encoding: .utf8), run.errors)
        }
    }

    private func descriptors(_ text: String) throws -> [ModuleDescriptor] {
        let schema = readSchema(documents: [SchemaDocument(path: "content.json", text: text)]).schema
        return try DescribedSchema(try #require(schema)).descriptors
    }

    @Test(
        "A collection that Quire prepared gives back its module, field for field", arguments: Cluster.allCases
    )
    func prepared(_ kind: Cluster) async throws {
        let importer = try await Importer(kind)
        defer { importer.command.remove() }
        let schema = """
            { "quire": 1, "locales": ["de", "en"], "modules": [ { "name": "notes é", "id": "17", "ranking": { "popularity": "number" },
              "synonyms": [["car", "auto"], { "search": "bike", "finds": ["bicycle"] }],
              "embedding": { "of": ["title", "long text"], "dimensions": 256, "model": "words" }, "fields": [
                { "name": "title", "type": "text", "required": true, "sortable": true, "searchable": 2.5 },
                { "name": "long text", "type": "longText", "searchable": true }, { "name": "page", "type": "html" },
                { "name": "number", "type": "integer", "sortable": true, "minimum": 0, "unique": true },
                { "name": "share", "type": "number", "maximum": 1.5 },
                { "name": "code", "type": "text", "minLength": 1, "maxLength": 9, "pattern": "^[a-z]+$" },
                { "name": "done", "type": "boolean", "facet": "disjunctive" },
                { "name": "mood", "type": "choice", "values": ["calm", "wild"], "facet": "disjunctive" },
                { "name": "moods", "type": "choices", "values": ["calm", "wild"] },
                { "name": "levels", "type": "text", "facet": "hierarchical" },
                { "name": "tags", "type": "list", "of": { "type": "text" }, "facet": "conjunctive", "maxItems": 9 },
                { "name": "days", "type": "list", "of": { "type": "date", "format": "dateOnly" } },
                { "name": "day", "type": "date", "format": "dateOnly", "sortable": true },
                { "name": "at", "type": "dateTime" }, { "name": "then", "type": "dateTime", "format": "rfc3339" },
                { "name": "hour", "type": "time", "format": "epochSeconds" },
                { "name": "site", "type": "url" }, { "name": "cover", "type": "image" }, { "name": "tint", "type": "color" },
                { "name": "place", "type": "geopoint" }, { "name": "any", "type": "json" },
                { "name": "names", "type": "localizedText" }, { "name": "word", "type": "text", "localized": true },
                { "name": "part", "type": "object", "fields": [ { "name": "x", "type": "integer", "required": true, "sortable": true },
                  { "name": "z", "type": "url", "operators": ["="] } ] },
                { "name": "parts", "type": "list", "of": { "type": "object", "fields": [ { "name": "y", "type": "text", "facet": "disjunctive", "searchable": true } ] } },
                { "name": "next", "type": "relation", "module": "notes é" },
                { "name": "others", "type": "relations", "module": "notes é" }
            ] } ] }
            """
        try importer.command.write(schema, to: "notes.json")
        try importer.command.write(
            #"{"id":"1","title":"a","mood":"calm","moods":["wild"],"names":{"de":"Wort","en":"word"}}"# + "\n"
                + #"{"id":"2","title":"b","mood":"wild","moods":["calm","wild"]}"# + "\n", to: "notes.ndjson")
        let prefix = Importer.prefix()
        try await importer.load("notes.json", prefix, "notes.ndjson", "notes é")
        let found = try await importer.schema(prefix, "found.json")
        #expect(try descriptors(found.text) == descriptors(schema))
        #expect(found.text.contains(#""values": ["calm", "wild"]"#))
        #expect(found.report.contains("are those of 2 documents: calm, wild"))
        let again = try await importer.schema(prefix, "again.json")
        #expect(again.text == found.text)
    }

    @Test(
        "A collection from before descriptions is refused with the remedy, and loading again adds the description",
        arguments: Cluster.allCases)
    func withoutDescription(_ kind: Cluster) async throws {
        let importer = try await Importer(kind)
        defer { importer.command.remove() }
        try importer.command.write(
            #"{"quire":1,"modules":[{"name":"notes","fields":[{"name":"page","type":"html"}]}]}"#,
            to: "notes.json")
        try importer.command.write(#"{"id":"1","page":"<p>a</p>"}"# + "\n", to: "notes.ndjson")
        let prefix = Importer.prefix()
        try await importer.load("notes.json", prefix, "notes.ndjson", "notes")
        switch kind {
        case .typesense:
            let alias = try QuireCore.JSONValue(
                parsing: Data(try await importer.send("GET", "/aliases/\(prefix)notes").utf8))
            guard case .string(let collection)? = alias["collection_name"] else {
                Issue.record("\(alias)")
                return
            }
            try await importer.send("DELETE", "/presets/quire_\(collection)")
        case .opensearch: try await importer.send("PUT", "/\(prefix)notes/_mapping", #"{"_meta":{}}"#)
        }
        let refused = try await importer.command.run(
            "import", kind.rawValue, "--nodes", importer.url, "--prefix", prefix, "--output", "a.json")
        #expect(refused.code == 1)
        #expect(
            refused.errors.contains("Prepare it again, with 'quire load' or 'engine.prepare'"),
            "\(refused.errors)")
        try await importer.load("notes.json", prefix, "notes.ndjson", "notes")
        let found = try await importer.schema(prefix, "b.json")
        #expect(
            try descriptors(found.text).map(\.fields) == [
                FieldTable([FieldDescriptor(name: "page", kind: .html)])
            ])
    }

    @Test("Typesense: import, load and import again give the same schema")
    func typesenseFixedPoint() async throws {
        let importer = try await Importer(.typesense)
        defer { importer.command.remove() }
        let prefix = Importer.prefix()
        try await importer.send(
            "POST", "/collections",
            #"{"name":"\#(prefix)authors","fields":[{"name":"name","type":"string","sort":true}]}"#)
        try await importer.send(
            "POST", "/collections",
            #"""
            {"name":"\#(prefix)books_1","enable_nested_fields":true,"default_sorting_field":"sold","fields":[
             {"name":"title","type":"string","sort":true,"infix":true}, {"name":"sold","type":"int32"},
             {"name":"genre","type":"string","facet":true,"optional":true}, {"name":".*_flag","type":"bool","facet":true},
             {"name":"where","type":"geopoint","optional":true}, {"name":"size","type":"object","optional":true},
             {"name":"parts","type":"object[]","optional":true}, {"name":"price","type":"float[]","optional":true}]}
            """#)
        try await importer.send(
            "PUT", "/aliases/\(prefix)books", #"{"collection_name":"\#(prefix)books_1"}"#)
        let book = #"""
            {"id":"1","title":"Emma","sold":3,"genre":"love","new_flag":true,"where":[48.1,11.5],"size":{"w":1.5,"in":{"cm":2}},
             "parts":[{"n":"a","m":["x","y"]},{"n":"b","m":["z"]}],"price":[1.5,2]}
            """#.replacing("\n", with: "")
        try await importer.send("POST", "/collections/\(prefix)books_1/documents", book)
        let first = try await importer.schema(prefix, "first.json")
        let fields = try descriptors(first.text).first { $0.name == "books" }?.fields
        #expect(fields?["title"]?.isSortable == true)
        #expect(fields?["new_flag"]?.facet == .disjunctive)
        #expect(fields?["price"]?.kind == .list(.number))
        let parts = try #require(fields?["parts"])
        guard case .list(.object(let part)) = parts.kind else {
            Issue.record("\(parts.kind)")
            return
        }
        // The server declares both as lists; the document tells which one is.
        #expect(part["n"]?.kind == .text)
        #expect(part["m"]?.kind == .list(.text))
        try importer.command.write(
            #"{"id":"1","title":"Emma","sold":3,"genre":"love","new_flag":true}"# + "\n", to: "books.ndjson")
        try importer.command.write(#"{"id":"1","name":"Jane"}"# + "\n", to: "authors.ndjson")
        let second = Importer.prefix()
        try await importer.load("first.json", second, "books.ndjson", "books")
        try await importer.load("first.json", second, "authors.ndjson", "authors")
        let found = try await importer.schema(second, "second.json")
        #expect(try sorted(found.text) == sorted(first.text))
    }

    @Test("OpenSearch: import, load and import again give the same schema")
    func openSearchFixedPoint() async throws {
        let importer = try await Importer(.opensearch)
        defer { importer.command.remove() }
        let prefix = Importer.prefix()
        try await importer.send(
            "PUT", "/\(prefix)books-1",
            #"""
            {"mappings":{"properties":{"title":{"type":"text","fields":{"keyword":{"type":"keyword"}}},
             "isbn":{"type":"keyword"}, "tags":{"type":"keyword"}, "pages":{"type":"integer"}, "at":{"type":"date"},
             "day":{"type":"date"}, "stamp":{"type":"date"}, "parts":{"type":"nested","properties":{"n":{"type":"long"}}},
             "size":{"properties":{"w":{"type":"double"}}}, "where":{"type":"geo_point"}, "sold":{"type":"boolean"}}},
             "aliases":{"\#(prefix)books":{}}}
            """#)
        try await importer.send(
            "PUT", "/\(prefix)books-1/_doc/1?refresh=true",
            #"""
            {"title":"Emma","isbn":"1","tags":["love","family"],"pages":300,"at":"2024-02-29T12:00:00Z","day":"2024-02-29",
             "stamp":1700000000000,"parts":[{"n":1}],"size":{"w":1.5},"where":{"lat":48.1,"lon":11.5},"sold":true}
            """#)
        let first = try await importer.schema(prefix, "first.json")
        let fields = try #require(try descriptors(first.text).first { $0.name == "books" }?.fields)
        #expect(fields["tags"]?.kind == .list(.text))
        #expect(fields["at"]?.kind == .dateTime(.rfc3339))
        #expect(fields["day"]?.kind == .date(.dateOnly))
        #expect(fields["stamp"]?.kind == .dateTime(.epochMilliseconds))
        #expect(first.report.contains("'books.tags' is a list in 1 of 1 documents"))
        try importer.command.write(
            #"{"id":"1","title":"Emma","isbn":"1","tags":["love"],"pages":300,"day":"2024-02-29"}"# + "\n",
            to: "books.ndjson")
        let second = Importer.prefix()
        try await importer.load("first.json", second, "books.ndjson", "books")
        let found = try await importer.schema(second, "second.json")
        #expect(try sorted(found.text) == sorted(first.text))
    }

    @Test(
        "Typesense: a collection that another program made and filled gives a schema that fits its documents")
    func foreignCollection() async throws {
        let importer = try await Importer(.typesense)
        defer { importer.command.remove() }
        let prefix = Importer.prefix()
        try await importer.send(
            "POST", "/collections",
            #"{"name":"\#(prefix)authors","fields":[{"name":"name","type":"string"}]}"#)
        try await importer.send(
            "POST", "/collections",
            #"""
            {"name":"\#(prefix)books_2024","enable_nested_fields":true,"fields":[
             {"name":"title","type":"string","sort":true}, {"name":"year","type":"int32","facet":true},
             {"name":"sold","type":"int64","sort":false}, {"name":"price","type":"float","optional":true},
             {"name":"new","type":"bool","facet":true}, {"name":"tags","type":"string[]","facet":true},
             {"name":"where","type":"geopoint","optional":true}, {"name":"size","type":"object","optional":true},
             {"name":"created_at","type":"int64"}, {"name":"seen_at","type":"int64"}, {"name":"published","type":"string"},
             {"name":"author_id","type":"string","facet":true}]}
            """#)
        try await importer.send(
            "PUT", "/aliases/\(prefix)books", #"{"collection_name":"\#(prefix)books_2024"}"#)
        try await importer.send(
            "POST", "/collections/\(prefix)authors/documents", #"{"id":"a1","name":"Jane Austen"}"#)
        let book = #"""
            {"id":"1","title":"Emma","year":1815,"sold":9007199254740993,"price":9.5,"new":false,"tags":["love","irony"],
             "where":[51.06,-1.31],"size":{"width":12.5,"cover":"hard"},"created_at":1700000000,"seen_at":1700000000123,
             "published":"2024-05-01T10:00:00Z","author_id":"a1","stored only":{"x":1}}
            """#.replacing("\n", with: "")
        try await importer.send("POST", "/collections/\(prefix)books_2024/documents", book)
        let found = try await importer.schema(prefix, "found.json")
        let modules = try descriptors(found.text)
        #expect(Set(modules.map(\.name)) == ["books", "authors"])
        let fields = try #require(modules.first { $0.name == "books" }?.fields)
        let kinds: [String: FieldKind] = [
            "title": .text, "year": .integer, "sold": .integer, "price": .number, "new": .boolean,
            "tags": .list(.text), "where": .geopoint, "created_at": .dateTime(.epochSeconds),
            "seen_at": .dateTime(.epochMilliseconds), "published": .dateTime(.rfc3339),
            "author_id": .relation(module: "authors"),
        ]
        for (name, kind) in kinds { #expect(fields[name]?.kind == kind, "\(name)") }
        guard case .object(let size)? = fields["size"]?.kind else {
            Issue.record("\(String(describing: fields["size"]))")
            return
        }
        #expect(size["width"]?.kind == .number && size["cover"]?.kind == .text)
        #expect(fields["title"]?.isSortable == true && fields["title"]?.searchWeight == 1)
        #expect(fields["year"]?.isSortable == true && fields["year"]?.facet == .disjunctive)
        #expect(fields["sold"]?.isSortable == false && fields["created_at"]?.isSortable == true)
        #expect(fields["tags"]?.facet == .disjunctive && fields["author_id"]?.facet == .disjunctive)
        #expect(fields["published"]?.isSortable == false && fields["published"]?.searchWeight == nil)
    }

    @Test(
        "Import, then query: three commands on a collection or an index that curl made and filled",
        arguments: Cluster.allCases)
    func walk(_ kind: Cluster) async throws {
        let importer = try await Importer(kind)
        defer { importer.command.remove() }
        let prefix = Importer.prefix()
        switch kind {
        case .typesense:
            try await importer.send(
                "POST", "/collections",
                #"""
                {"name":"\#(prefix)books","fields":[{"name":"title","type":"string"}, {"name":"year","type":"int32"},
                 {"name":"new","type":"bool","facet":true}]}
                """#)
            for (id, title, year) in Self.books {
                try await importer.send(
                    "POST", "/collections/\(prefix)books/documents",
                    #"{"id":"\#(id)","title":"\#(title)","year":\#(year),"new":\#(year > 1900),"shelf":{"row":7}}"#
                )
            }
        case .opensearch:
            try await importer.send(
                "PUT", "/\(prefix)books",
                #"""
                {"mappings":{"properties":{"title":{"type":"text"},"year":{"type":"integer"},"new":{"type":"boolean"}}}}
                """#)
            for (id, title, year) in Self.books {
                try await importer.send(
                    "PUT", "/\(prefix)books/_doc/\(id)?refresh=true",
                    #"{"title":"\#(title)","year":\#(year),"new":\#(year > 1900),"shelf":{"row":7}}"#)
            }
        }
        _ = try await importer.schema(prefix, "found.json")
        let query = [
            "query", "--engine", kind.rawValue, "--nodes", importer.url, "--prefix", prefix, "--schema",
            "found.json",
            "--module", "books", "--format", "ndjson",
        ]
        func ids(_ options: String...) async throws -> [String] {
            let run = try await importer.command.run(query + options)
            #expect(run.code == 0, "\(run.errors)")
            return run.lines.compactMap { line in
                guard case .string(let id)? = try? JSONValue(parsing: Data(line.utf8))["id"] else {
                    return nil
                }
                return id
            }
        }
        #expect(try await ids("--filter", "year >= 1815 and new = false").sorted() == ["1", "2"])
        #expect(try await ids("--sort", "year desc") == ["3", "2", "1"])
        #expect(try await ids("--search", "emma", "--filter", "year < 1900") == ["1"])
        #expect(
            try await ids("--filter", #"title contains "mma""#, "--fallback", "100").sorted() == ["1", "3"])
        let refused = try await importer.command.run(query + ["--filter", #"title = "Emma""#])
        #expect(refused.code == 1)
        #expect(
            refused.errors.contains("--fallback") || refused.errors.contains(".fallback("),
            "\(refused.errors)")
    }

    @Test(
        "Import, then query members of objects on a collection or an index that curl made and filled",
        arguments: Cluster.allCases)
    func walkOverMembers(_ kind: Cluster) async throws {
        let importer = try await Importer(kind)
        defer { importer.command.remove() }
        let prefix = Importer.prefix()
        let works = [
            #""title":"Sea","size":{"width":30,"unit":"cm"},"people":[{"name":"Ann","role":"printer"},{"name":"Bob","role":"artist"}]"#,
            #""title":"Ship","size":{"width":7},"people":[{"name":"Ann","role":"artist","born":1780}]"#,
            #""title":"Sky","people":[]"#,
        ]
        switch kind {
        case .typesense:
            try await importer.send(
                "POST", "/collections",
                #"""
                {"name":"\#(prefix)works","enable_nested_fields":true,"fields":[{"name":"title","type":"string"},
                 {"name":"size","type":"object","optional":true}, {"name":"people","type":"object[]","optional":true}]}
                """#)
        case .opensearch:
            try await importer.send(
                "PUT", "/\(prefix)works",
                #"""
                {"mappings":{"properties":{"title":{"type":"text"},
                 "size":{"properties":{"width":{"type":"integer"},"unit":{"type":"keyword"}}},
                 "people":{"type":"nested","properties":{"name":{"type":"keyword"},"role":{"type":"keyword"},
                  "born":{"type":"long"}}}}}}
                """#)
        }
        for (row, work) in works.enumerated() {
            switch kind {
            case .typesense:
                try await importer.send(
                    "POST", "/collections/\(prefix)works/documents", #"{"id":"\#(row)",\#(work)}"#)
            case .opensearch:
                try await importer.send("PUT", "/\(prefix)works/_doc/\(row)?refresh=true", "{\(work)}")
            }
        }
        _ = try await importer.schema(prefix, "works.json")
        func ids(_ options: String...) async throws -> [String] {
            let run = try await importer.command.run(
                [
                    "query", "--engine", kind.rawValue, "--nodes", importer.url, "--prefix", prefix,
                    "--schema",
                    "works.json", "--module", "works", "--format", "ndjson",
                ] + options)
            #expect(run.code == 0, "\(run.errors)")
            return run.lines.compactMap { line in
                guard case .string(let id)? = try? JSONValue(parsing: Data(line.utf8))["id"] else {
                    return nil
                }
                return id
            }
        }
        #expect(try await ids("--filter", "size.width > 5 and size.width < 10") == ["1"])
        #expect(try await ids("--filter", "people.born = 1780") == ["1"])
        #expect(try await ids("--filter", "size.width > 0", "--sort", "size.width desc") == ["0", "1"])
        guard kind == .opensearch else { return }
        #expect(try await ids("--filter", #"people.role = "artist""#) == ["0", "1"])
        #expect(
            try await ids("--filter", #"any people (name = "Ann" and role = "artist")"#) == ["1"])
    }

    private static let books = [("1", "Emma", 1815), ("2", "Jane Eyre", 1847), ("3", "Emma again", 1999)]

    /// The lines of the modules' descriptions, because servers list collections in an order of their own.
    private func sorted(_ text: String) throws -> [String] {
        try descriptors(text).sorted { $0.name < $1.name }.map { "\($0.name) \($0.signature) \($0.ranking)" }
    }
}
