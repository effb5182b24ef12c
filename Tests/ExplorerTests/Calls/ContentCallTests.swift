import Foundation
import QuireCore
import QuireExplorer
import QuireStore
import Testing

/// The calls that show content, the schema and queries.
@Suite struct ContentCallTests {
    @Test("Status and schema describe the engine, the modules, and the diagram")
    func descriptions() async throws {
        try await RunningExplorer.with { running in
            let status = try await running.call("status").json
            #expect(status.at("engines.0.kind") == "store")
            #expect(status.at("canWrite") == false)
            let schema = try await running.call("schema").json
            #expect(schema.at("modules.0.name") == "books")
            #expect(schema.at("modules.0.titleField") == "title")
            #expect(schema.at("diagram.boxes.0.module") == "books")
            let diagram = try await running.call("diagram.svg")
            #expect(diagram.header("Content-Type") == "image/svg+xml")
        }
    }

    @Test("Pages by cursor return every item once, in the query's order, with names for relations")
    func pages() async throws {
        try await RunningExplorer.with { running in
            var ids: [String] = []
            var cursor = "null"
            repeat {
                let page = try await running.call(
                    "items",
                    #"{"query":{"module":"books","sort":[{"field":"title"}]},"size":150,"cursor":\#(cursor),"columns":["authors"]}"#
                ).json
                for row in page.at("rows").elements {
                    ids.append(row.at("id").text ?? "")
                    let author = row.at("values.authors.0").text ?? ""
                    if !author.isEmpty { #expect(page.at("names.authors.\(author)").text != nil) }
                }
                cursor = page.at("next").description
            } while cursor != "null"
            #expect(ids.count == 498)
            #expect(Set(ids).count == 498)
            let last = try await running.call(
                "items", #"{"query":{"module":"books","sort":[{"field":"title"}]},"size":2,"offset":496}"#
            ).json
            #expect(last.at("rows").elements.compactMap { $0.at("id").text } == Array(ids.suffix(2)))
            #expect(last.at("next") == .null)
        }
    }

    @Test("A full-text search has highlights and facets")
    func search() async throws {
        try await RunningExplorer.with { running in
            let page = try await running.call(
                "items", #"{"query":{"module":"books","text":"sea","facets":["language"]},"size":5}"#
            ).json
            let parts = page.at("rows").elements.flatMap { $0.at("highlights.title").elements }
            #expect(parts.contains { $0.at("hit").isTrue })
            #expect(page.at("facets.0.field") == "language")
            #expect(!page.at("facets.0.counts").elements.isEmpty)
        }
    }

    @Test("An item is shown in full, long values are cut in lists, and an unknown item is 404")
    func item() async throws {
        try await RunningExplorer.with { running in
            let text = String(repeating: "long ", count: 40_000)
            let line = #"{"id":"long","values":{"title":"Long","note":"\#(text)"}}"#
            _ = try await running.store.load("books", from: .data(Data(line.utf8)), options: LoadOptions())
            let list = try await running.call("items", #"{"query":{"module":"books","ids":["long"]}}"#).json
            #expect(list.at("rows.0.cut.note") == 200_000)
            #expect((list.at("rows.0.values.note").text ?? "").count < 2_100)
            let cell = try await running.call("cell", #"{"module":"books","id":"long","field":"note"}"#).json
            #expect(cell.at("value").text == text)
            let item = try await running.call("item", #"{"module":"books","id":"beowulf"}"#).json
            #expect(item.at("row.values.title") == "Beowulf")
            #expect(try await running.call("item", #"{"module":"books","id":"no"}"#).status == 404)
        }
    }

    @Test("Relations are opened in both directions, with counts")
    func relations() async throws {
        try await RunningExplorer.with { running in
            let relations = try await running.call(
                "relations", #"{"module":"authors","id":"herman-melville"}"#
            ).json
            let reverse = try #require(
                relations.at("relations").elements.first { $0.at("module") == "books" })
            let related = try await running.call(
                "related", #"{"module":"authors","id":"herman-melville","relation":"books.authors"}"#
            ).json
            #expect(reverse.at("count") == related.at("total"))
            #expect(related.at("rows").elements.count > 0)
            let book = try #require(related.at("rows.0.id").text)
            let authors = try await running.call(
                "related", #"{"module":"books","id":"\#(book)","relation":"authors"}"#
            ).json
            #expect(authors.at("rows").elements.contains { $0.at("id") == "herman-melville" })
            let titles = try await running.call("titles", #"{"module":"authors","search":"melv"}"#).json
            #expect(titles.at("items.0.id") == "herman-melville")
        }
    }

    @Test("A query is explained as text, Swift, the tree, and each engine's request or refusal")
    func explanation() async throws {
        try await RunningExplorer.with { running in
            let explained = try await running.call(
                "explain",
                #"{"query":{"module":"books","where":{"all":[{"field":"year","op":">=","value":1950},{"not":{"field":"language","op":"=","value":"eng"}}]},"sort":[{"field":"year","order":"descending"}]}}"#
            ).json
            #expect(
                explained.at("text") == "books where year >= 1950 and not language = \"eng\" sort year desc")
            #expect(
                explained.at("swift.code").text?.contains(
                    #".where(\.year >= 1950 && !(\.language == .english))"#) == true,
                "\(explained.at("swift"))")
            #expect(explained.at("filter.condition") == "and")
            let requests = explained.at("requests").elements
            #expect(
                Set(requests.compactMap { $0.at("id").text }).isSuperset(of: [
                    "store", "halo", "typesense", "opensearch", "algolia",
                ]))
            for request in requests {
                #expect((request.at("text") == .null) != (request.at("refusal") == .null))
            }
            let sql = try #require(requests.first { $0.at("id") == "store" })
            #expect(sql.at("plan.0").text?.contains("INDEX") == true)
            let contains = try await running.call(
                "explain",
                #"{"query":{"module":"books","where":{"field":"title","op":"contains","value":"a"}}}"#
            ).json
            let halo = try #require(contains.at("requests").elements.first { $0.at("id") == "halo" })
            #expect(halo.at("refusal").text?.contains("like") == true)
        }
    }

    @Test("Two engines side by side: equal ones are the same, others show what is missing")
    func comparison() async throws {
        let folder = try RunningExplorer.makeFolder()
        let other = try await RunningExplorer.filledStore(folder)
        let line = #"{"id":"only-here","values":{"title":"!First"}}"#
        _ = try await other.load("books", from: .data(Data(line.utf8)), options: LoadOptions())
        try await RunningExplorer.with(besides: [ExploredEngine(.store, label: "Other", engine: other)]) {
            running in
            let authors = try await running.call(
                "compare",
                #"{"query":{"module":"authors","sort":[{"field":"name"}]},"engines":["store","store2"]}"#
            ).json
            #expect(authors.at("equal") == true)
            let books = try await running.call(
                "compare",
                #"{"query":{"module":"books","sort":[{"field":"title"}]},"engines":["store","store2"],"size":5}"#
            ).json
            #expect(books.at("equal") == false)
            let missing = books.at("rows").elements.filter { $0.at("difference") == "missing" }
            #expect(missing.contains { $0.at("id") == "only-here" && $0.at("positions.0") == .null })
        }
        await other.close()
        try? FileManager.default.removeItem(at: folder)
    }

    @Test("An export is every item once, part by part, and a cell is no formula")
    func export() async throws {
        try await RunningExplorer.with { running in
            let line = #"{"id":"formula","values":{"title":"=1+1"}}"#
            _ = try await running.store.load("books", from: .data(Data(line.utf8)), options: LoadOptions())
            var lines: [Substring] = []
            var cursor = "null"
            repeat {
                let part = try await running.call(
                    "export", #"{"query":{"module":"books"},"format":"ndjson","cursor":\#(cursor)}"#
                ).json
                let text = part.at("text").text ?? ""
                lines += text.split(separator: "\n").map { $0 }
                cursor = part.at("next").description
            } while cursor != "null"
            #expect(lines.count == 499)
            #expect(Set(lines).count == 499)
            let csv = try await running.call(
                "export", #"{"query":{"module":"books","ids":["formula"],"fields":["title"]},"format":"csv"}"#
            ).json
            #expect(csv.at("text") == "id,title\r\nformula,'=1+1\r\n")
        }
    }

    @Test("Metadata is selected like fields, and is a column of CSV files")
    func metadataColumns() async throws {
        try await RunningExplorer.with { running in
            let query = #"{"module":"books","ids":["beowulf"],"fields":["@createdAt","title","@revision"]}"#
            let parsed = try await running.call("parse", #"{"query":\#(query)}"#).json
            #expect(parsed.at("text") == #"books select @createdAt, title, @revision ids ("beowulf")"#)
            let text = #"{"text":"books select @createdAt, title, @revision ids (\"beowulf\")"}"#
            #expect(try await running.call("parse", text).json.at("query") == parsed.at("query"))
            let items = try await running.call("items", #"{"query":\#(query)}"#).json
            #expect(items.at("rows.0.values") == ["title": "Beowulf"])
            let createdAt = items.at("rows.0.meta.createdAt")
            #expect(createdAt == 1_704_088_800_000)
            let csv = try await running.call("export", #"{"query":\#(query),"format":"csv"}"#).json
            #expect(csv.at("text") == "id,@createdAt,title,@revision\r\nbeowulf,1704088800000,Beowulf,\r\n")
            let explained = try await running.call("explain", #"{"query":\#(query)}"#).json
            let code = explained.at("swift.code").text ?? ""
            #expect(code.contains(#".select(\.createdAt, \.title, \.revision)"#), "\(code)")
        }
    }

    @Test(
        "A file of queries with a mistake says in which query it is",
        arguments: [
            ("{}", "expected a JSON array of queries"),
            (#"[{"name":"a","query":"books"},3]"#, "query 2: expected an object"),
            (#"[{"name":"a","qurey":"books"}]"#, #"query 1: unknown key "qurey""#),
            (#"[{"name":"a"}]"#, #"query 1: it has no "query""#),
            (#"[{"name":"a","query":1}]"#, "query 1: query should be a text, found the number 1"),
        ])
    func malformedFile(_ text: String, _ problem: String) async throws {
        try await RunningExplorer.with { running in
            try Data(text.utf8).write(to: running.folder.appendingPathComponent("queries.json"))
            let error = try await running.call("queries").json.at("error").text ?? ""
            #expect(error.contains("queries.json: \(problem)"), "\(error)")
        }
    }

    @Test("A saved query that no longer fits the schema is listed with its mistake")
    func outdatedQuery() async throws {
        try await RunningExplorer.with { running in
            let text = #"[{"name":"Good","query":"books"},{"name":"Old","query":"books where yaer > 3"}]"#
            try Data(text.utf8).write(to: running.folder.appendingPathComponent("queries.json"))
            let queries = try await running.call("queries").json.at("queries")
            #expect(queries.at("0.problem") == .null)
            #expect(queries.at("1.problem").text?.contains(#"no field "yaer"; did you mean "year""#) == true)
        }
    }

    @Test("A search tolerates typos, and says how it read the words; its requests and its code do too")
    func typos() async throws {
        try await RunningExplorer.with { running in
            let query = #"{"query":{"module":"books","text":"beowlf"}}"#
            let found = try await running.call("items", query).json
            #expect(found.at("rows.0.id") == "beowulf")
            #expect(found.at("text.corrections.beowlf.0") == "beowulf")
            let explained = try await running.call("explain", query).json
            #expect(
                explained.at("swift.code").text?.contains(#".search("beowlf")"#) == true)
            // An engine without typos is not asked for them.
            let refusals = explained.at("requests").elements.compactMap { $0.at("refusal").text }
            #expect(!refusals.contains { $0.contains("typo") }, "\(refusals)")
        }
    }

    @Test("Saved queries are kept in a readable file, in one spelling")
    func saved() async throws {
        try await RunningExplorer.with { running in
            let saved = try await running.call(
                "queries", #"{"save":{"name":"Old","query":"books where (year<1900)"}}"#
            ).json
            #expect(saved.at("queries.0.query") == "books where year < 1900")
            let file = running.folder.appendingPathComponent("queries.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(
                text == "[\n  {\n    \"name\": \"Old\",\n    \"query\": \"books where year < 1900\"\n  }\n]\n"
            )
            #expect(
                try await running.call("queries", #"{"save":{"name":"Bad","query":"books where"}}"#).status
                    == 400)
            #expect(
                try await running.call("queries", #"{"delete":"Old"}"#).json.at("queries").elements.isEmpty)
        }
    }
}
