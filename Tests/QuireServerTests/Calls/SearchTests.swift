#if SQLite
import Foundation
import Quire
import Testing

import QuireServer

/// Searches, key by key.
@Suite struct SearchTests {
    @Test("HALO's nine operations filter values, with the types that its clients send")
    func filters() async throws {
        let library = try await Library.filled()
        let cases: [(String, Set<String>)] = [
            (leaf("=", "year", "1965", "number"), ["things"]),
            (leaf("!=", "year", "1965", "number"), ["police", "life", "untitled", "gone"]),
            (leaf(">", "year", "1978", "number"), ["police", "gone"]),
            (leaf(">=", "year", "1978", "number"), ["police", "life", "gone"]),
            (leaf("<", "rating", "4.5", "number"), ["things"]),
            (leaf("<=", "rating", "4.5", "number"), ["police", "things", "life"]),
            (leaf("in", "year", "[1965,1994]", "number"), ["police", "things"]),
            // Old Android clients type lists of numbers as strings.
            (leaf("in", "year", "[1965,1994]", "string"), ["police", "things"]),
            (leaf("!in", "language", #"["french"]"#, "string"), ["police", "untitled", "gone"]),
            (leaf("like", "title", #""MEM""#, "string"), ["police"]),
            (leaf("=", "in print", "true", "string"), ["police"]),
            (leaf("=", "released", "770000000000", "date"), ["police"]),
            (leaf("<", "released", "770000000001", "date"), ["police"]),
            (leaf("=", "year", "null", "null"), ["untitled"]),
            (leaf("in", "genres", #"["poetry"]"#, "string"), ["things"]),
            (leaf(">", "scores", "8", "number"), ["police"]),
            (leaf("=", "author", #""perec""#, "string"), ["things", "life"]),
            (
                #"{"condition":"or","operands":[\#(leaf("=", "year", "1965", "number")),{"condition":"and","operands":[\#(leaf("=", "language", "\"french\"", "string")),\#(leaf(">", "rating", "4.2", "number"))]}]}"#,
                ["things", "life"]
            ),
        ]
        for (filter, ids) in cases {
            #expect(try await Set(library.books(#""searchValues":\#(filter)"#)) == ids, "\(filter)")
        }
    }

    @Test("Metadata filters combine with value filters: the life-cycle filters as HALO's SDKs write them")
    func metadata() async throws {
        let library = try await Library.filled()
        func null(_ name: String) -> String { leaf("=", name, "null", "null") }
        let draft = ["publishedAt", "archivedAt", "removedAt", "deletedAt"].map(null).joined(separator: ",")
        #expect(
            try await library.books(#""metaSearch":{"condition":"and","operands":[\#(draft)]}"#) == ["life"])
        let published =
            #"{"condition":"and","operands":[\#(leaf("<=", "publishedAt", "9000", "date")),{"condition":"or","operands":[\#(leaf(">", "removedAt", "9000", "date")),\#(null("removedAt"))]},\#(null("deletedAt"))]}"#
        #expect(try await Set(library.books(#""metaSearch":\#(published)"#)) == ["police", "things"])
        #expect(try await library.books(#""metaSearch":\#(leaf("like", "name", "\"B1b\"", "string"))"#) == [])
        // Drafts and deleted items are found unless a filter excludes them.
        #expect(
            try await library.books(#""sort":"name asc""#) == [
                "police", "things", "life", "untitled", "gone",
            ])
    }

    @Test("Modules are named by id, by name and by names; without one, all are searched")
    func modules() async throws {
        let library = try await Library.filled()
        let authors = Library.derivedID("authors")
        for (keys, count) in [
            (#""moduleIds":["5f0000000000000000000001"]"#, 5), (#""moduleName":"authors""#, 3),
            (#""moduleNames":["books","authors"]"#, 8),
            (#""moduleIds":["\#(authors)"],"moduleName":"books""#, 8),
            (#""moduleIds":["\#(authors)","\#(authors)"],"moduleName":"authors""#, 3),
            (#""unknown":{"deep":[1]}"#, 8),
        ] {
            let reply = try await library.search("{\(keys)}")
            #expect(reply["pagination.totalItems"] == .integer(Int64(count)), "\(keys)")
            #expect(reply.ids().count == count, "\(keys)")
        }
        let all = try await library.search("")
        #expect(
            all["pagination"]
                == (try JSONValue(
                    parsing: Data(
                        #"{"page":1,"limit":10,"offset":0,"totalItems":8,"totalPages":1}"#.utf8))))
    }

    @Test("An instance has its module's id, and all of HALO's keys")
    func instances() async throws {
        let library = try await Library.filled()
        let reply = try await library.search(#"{"moduleName":"books","instanceIds":["untitled"]}"#)
        #expect(
            "\(reply["items.0"] ?? .null)"
                == #"{"id":"untitled","name":"B4","module":"5f0000000000000000000001","customerId":1,"revision":0,"externalId":null,"values":{"title":"Untitled"},"tags":[],"pushSchedule":null,"createdAt":4000,"updatedAt":null,"publishedAt":null,"archivedAt":4500,"removedAt":null,"deletedAt":null,"createdBy":null,"updatedBy":null,"deletedBy":null}"#
        )
    }

    @Test("Pages are read in the forms of iOS, Android and others, and everything as a bare list")
    func pages() async throws {
        let library = try await Library.filled()
        let all = ["police", "things", "life", "untitled", "gone"]
        for (pagination, ids) in [
            (#"{"page":2,"limit":2,"skip":"false"}"#, ["life", "untitled"]),
            (#"{"page":3,"limit":2,"skip":false}"#, ["gone"]), (#"{"page":9,"limit":2}"#, []),
            (#"{"limit":2}"#, ["police", "things"]), (#"{}"#, all), (#"null"#, all),
            (#"{"skip":"true"}"#, all), (#"{"page":1,"limit":1,"skip":true}"#, all),
        ] {
            #expect(
                try await library.books(#""sort":"name asc","pagination":\#(pagination)"#) == ids,
                "\(pagination)")
        }
        let skipped = try await library.search(#"{"moduleName":"books","pagination":{"skip":true}}"#)
        if case .array(let items) = skipped.json {
            #expect(items.count == 5)
        } else {
            Issue.record("no bare list")
        }
        let page = try await library.search(#"{"moduleName":"books","pagination":{"page":2,"limit":2}}"#)
        #expect(
            "\(page["pagination"] ?? .null)"
                == #"{"page":2,"limit":2,"offset":2,"totalItems":5,"totalPages":3}"#)
    }

    @Test("Sorts by metadata and by values, several keys, names with spaces")
    func sorts() async throws {
        let library = try await Library.filled()
        for (order, ids) in [
            ("createdAt desc", ["gone", "untitled", "life", "things", "police"]),
            ("values.year asc", ["untitled", "things", "life", "police", "gone"]),
            ("values.rating desc,values.year DESC", ["police", "life", "things", "gone", "untitled"]),
            ("values.in print desc, name asc", ["police", "things", "life", "untitled", "gone"]),
            ("name", ["police", "things", "life", "untitled", "gone"]),
        ] {
            #expect(try await library.books(#""sort":"\#(order)""#) == ids, "\(order)")
        }
        #expect(
            try await library.books(
                #""sort":"name asc","searchSettings":{"enableSlowSearch":true},"sortSettings":{"enableSlowSort":true,"sortLocale":"en-EN"}"#
            ).count == 5)
    }

    @Test("Relations: reverse lookup by ids and by any, includes by name and of all")
    func relations() async throws {
        let library = try await Library.filled()
        #expect(
            try await Set(library.books(#""relatedTo":[{"fieldName":"author","instanceIds":["perec"]}]"#))
                == ["things", "life"])
        #expect(
            try await Set(library.books(#""relatedTo":[{"fieldName":"author","instanceIds":["*"]}]"#))
                == ["police", "things", "life"])
        #expect(
            try await library.books(
                #""relatedTo":[{"fieldName":"author","instanceIds":["*"]},{"fieldName":"editors","instanceIds":["ogawa"]}]"#
            ) == ["things"])
        let some = try await library.search(
            #"{"moduleName":"books","instanceIds":["things"],"include":["editors"]}"#)
        #expect(some["items.0.values.editors.1.values.name"] == .string("Georges Perec"))
        #expect(some["items.0.values.editors.1.module"] == .string(Library.derivedID("authors")))
        #expect(some["items.0.values.author"] == .string("perec"))
        let all = try await library.search(
            #"{"moduleName":"books","instanceIds":["things"],"include":["all"]}"#)
        #expect(all["items.0.values.author.id"] == .string("perec"))
        #expect(all["items.0.values.editors.0.id"] == .string("ogawa"))
    }

    @Test("Fields are named with and without their prefix; the rest of the instance is unchanged")
    func fields() async throws {
        let library = try await Library.filled()
        for names in [
            #""values.title","values.year""#, #""title","year""#, #""title","values.year","createdAt""#,
        ] {
            let reply = try await library.search(
                #"{"moduleName":"books","instanceIds":["police"],"fields":[\#(names)]}"#)
            #expect(
                "\(reply["items.0.values"] ?? .null)" == #"{"title":"The Memory Police","year":1994}"#,
                "\(names)")
            #expect(reply["items.0.createdAt"] == .integer(1000))
        }
        #expect(
            try await library.search(
                #"{"moduleNames":["books","authors"],"fields":["name"],"sort":"createdAt asc"}"#)[
                    "items.0.values"] == .object([]))
    }

    @Test("Tags: any of them, or all")
    func segments() async throws {
        let library = try await Library.filled()
        let tags =
            #""segmentTags":[{"name":"brand","value":"A","tagType":"000000000000000000000002"},{"name":"brand","value":"B"}]"#
        #expect(try await Set(library.books(tags)) == ["police", "things"])
        #expect(try await Set(library.books(tags + #","segmentMode":"partial""#)) == ["police", "things"])
        #expect(try await library.books(tags + #","segmentMode":"total""#) == ["police"])
        #expect(try await library.books(#""segmentMode":"total""#).count == 5)
    }

    @Test(
        "A locale selects one text of localized ones, with the schema's fallbacks, also in objects and included items"
    )
    func locales() async throws {
        let library = try await Library.filled()
        func blurb(_ id: String, _ locale: String) async throws -> JSONValue? {
            try await library.search(
                #"{"moduleName":"books","instanceIds":["\#(id)"],"locale":"\#(locale)"}"#)[
                    "items.0.values.blurb"]
        }
        #expect(try await blurb("police", "fr") == .string("Une île"))
        #expect(try await blurb("police", "fr-BE") == .string("Une île"))
        #expect(try await blurb("police", "de-DE") == .string("An island"))
        #expect(try await blurb("things", "en") == .null)
        let reply = try await library.search(
            #"{"moduleName":"books","instanceIds":["police"],"locale":"fr","include":["author"]}"#)
        #expect(reply["items.0.values.size.label"] == .string("petit"))
        #expect(reply["items.0.values.author.values.about"] == .string("Écrivaine"))
        let whole = try await library.search(#"{"moduleName":"books","instanceIds":["police"]}"#)
        #expect("\(whole["items.0.values.blurb"] ?? .null)" == #"{"en":"An island","fr":"Une île"}"#)
    }

    @Test(
        "Invalid requests are rejected in HALO's format with the problem, its position and the expected value"
    )
    func refusals() async throws {
        let library = try await Library.filled()
        for (body, words) in [
            ("{", "cannot be read as JSON"), ("[]", "object"),
            (#"{"moduleName":"boks"}"#, #"did you mean "books""#),
            (#"{"moduleName":7}"#, "moduleName: expected a text, found the number 7"),
            (#"{"moduleIds":["x"]}"#, "moduleIds[0]"),
            (#"{"moduleIds":["books"]}"#, "5f0000000000000000000001"),
            (#"{"instanceIds":[1]}"#, "instanceIds[0]: expected a text"),
            (
                #"{"moduleName":"books","searchValues":\#(leaf("=", "titel", "1", "number"))}"#,
                #"did you mean "title""#
            ),
            (
                #"{"moduleName":"books","searchValues":\#(leaf("==", "title", "1", "number"))}"#,
                "unknown operation"
            ),
            (
                #"{"moduleName":"books","searchValues":\#(leaf("contains", "title", "\"abc\"", "string"))}"#,
                "no operation"
            ),
            (
                #"{"moduleName":"books","searchValues":\#(leaf("like", "title", "\"ab\"", "string"))}"#,
                "three"
            ),
            (
                #"{"moduleName":"books","searchValues":\#(leaf("=", "year", "\"1\"", "string"))}"#,
                "a number, not a text"
            ),
            (
                #"{"moduleName":"books","searchValues":\#(leaf("=", "year", "1", "boolean?"))}"#,
                "unknown type"
            ),
            (
                #"{"moduleName":"books","searchValues":{"condition":"xor","operands":[]}}"#,
                "searchValues.condition"
            ),
            (
                #"{"moduleName":"books","searchValues":{"condition":"and","operands":[{"operation":"="}]}}"#,
                "searchValues.operands[0]"
            ),
            (#"{"moduleName":"books","searchValues":[]}"#, "searchValues"),
            (#"{"metaSearch":\#(leaf("=", "createdat", "1", "date"))}"#, #"did you mean "createdAt""#),
            (#"{"moduleName":"books","sort":"yaer desc"}"#, "sort: \"yaer\" is not a metadata field"),
            (#"{"moduleName":"books","sort":"values.yaer desc"}"#, #"did you mean "year""#),
            (#"{"moduleName":"books","sort":"name asc,"}"#, "empty"),
            (#"{"moduleName":"books","sort":"values.blurb asc"}"#, "order"),
            (#"{"moduleName":"books","fields":["values.nam"]}"#, "fields[0]"),
            (#"{"moduleName":"books","include":["title"]}"#, "not a relation"),
            (
                #"{"moduleName":"books","relatedTo":[{"fieldName":"author","instanceIds":[]}]}"#,
                "relatedTo[0].instanceIds"
            ),
            (#"{"pagination":{"page":0}}"#, "pagination.page"),
            (#"{"pagination":{"limit":-1}}"#, "pagination.limit"),
            (#"{"pagination":{"page":4611686018427387904,"limit":4}}"#, "pagination.page"),
            (#"{"pagination":{"skip":"maybe"}}"#, "pagination.skip"),
            (#"{"segmentMode":"all"}"#, "segmentMode"),
            (#"{"segmentTags":[{}]}"#, "segmentTags[0].name"),
        ] {
            let reply = try await library.search(body)
            #expect(reply.status == 400, "\(body)")
            #expect(reply.message.contains(words), "\(body): \(reply.message)")
            #expect(reply["error.type"] == .string("HaloError"))
            #expect(reply["error.extra"] == .object([]))
        }
    }
}
#endif
