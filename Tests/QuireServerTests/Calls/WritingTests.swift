#if SQLite
import Foundation
import Quire
import Testing

import QuireServer

/// Creating, changing and deleting instances.
@Suite struct WritingTests {
    private let books = "5f0000000000000000000001"

    /// The time in milliseconds since 1970.
    private static var now: Int64 { Int64((Date().timeIntervalSince1970 * 1_000).rounded(.down)) }

    private func create(_ library: Library, _ keys: String) async throws -> Library.Reply {
        try await library.send("POST", "generalcontent/instance", #"{"module":"\#(books)",\#(keys)}"#)
    }

    @Test("HALO's smallest body creates an instance with the server's timestamps, which searches find")
    func creates() async throws {
        let library = try await Library()
        let before = Self.now
        let reply = try await create(
            library, #""name":"Emma","values":{"title":"Emma","year":1815,"nothing":null}"#)
        #expect(reply.status == 400, "an unknown key is rejected even if it is null")
        let made = try await create(
            library, #""name":"Emma","values":{"title":"Emma","year":1815,"rating":null}"#)
        #expect(made.status == 200)
        #expect(made.json.instanceID.wholeMatch(of: /[0-9a-f]{24}/) != nil)
        #expect(made["module"] == .string(books))
        #expect("\(made["values"] ?? .null)" == #"{"title":"Emma","year":1815}"#)
        guard case .integer(let created)? = made["createdAt"] else { return #expect(Bool(false)) }
        #expect(created >= before)
        #expect(made["updatedAt"] == .null)
        #expect(
            try await library.books(#""searchValues":\#(leaf("=", "title", "\"Emma\"", "string"))"#).count
                == 1)
    }

    @Test("A given id and creation date are kept; a future date becomes now")
    func keeps() async throws {
        let library = try await Library()
        let reply = try await create(library, #""id":"emma","createdAt":5000,"values":{}"#)
        #expect(reply["id"] == .string("emma"))
        #expect(reply["createdAt"] == .integer(5_000))
        #expect(reply["updatedAt"] != .null, "a sync since yesterday must see it")
        let future = try await create(library, #""createdAt":99999999999999,"values":{}"#)
        guard case .integer(let created)? = future["createdAt"] else { return #expect(Bool(false)) }
        #expect(created <= Self.now + 1_000)
        let again = try await create(library, #""id":"emma","values":{}"#)
        #expect(again.status == 409)
        #expect(again["error.extra.id"] == .string("emma"))
    }

    @Test("An update changes the fields that it sends: null clears a field, an omitted one is unchanged")
    func merges() async throws {
        let library = try await Library()
        _ = try await create(
            library,
            #""id":"e","name":"N","values":{"title":"Emma","year":1815,"rating":4},"tags":[{"name":"a"}],"publishedAt":7"#
        )
        let reply = try await library.send(
            "PUT", "generalcontent/instance/e",
            #"{"values":{"year":null,"language":"english"},"removedAt":9}"#)
        #expect(reply.status == 200)
        #expect("\(reply["values"] ?? .null)" == #"{"title":"Emma","rating":4,"language":"english"}"#)
        #expect(reply["name"] == .string("N"))
        #expect(reply["publishedAt"] == .integer(7))
        #expect(reply["removedAt"] == .integer(9))
        #expect("\(reply["tags"] ?? .null)" == #"[{"name":"a"}]"#)
        #expect(reply["revision"] == .integer(1))
        let cleared = try await library.send(
            "PUT", "generalcontent/instance/e/",
            #"{"module":"books","name":null,"publishedAt":null,"tags":[]}"#)
        #expect(cleared["name"] == .null)
        #expect(cleared["publishedAt"] == .null)
        #expect(cleared["tags"] == .array([]))
        #expect(cleared["revision"] == .integer(2))
    }

    @Test("A write based on an older state returns the newer one, and nothing is written")
    func conflicts() async throws {
        let library = try await Library()
        let made = try await create(library, #""id":"e","values":{"title":"Emma"}"#)
        guard case .integer(let created)? = made["createdAt"] else { return #expect(Bool(false)) }
        let first = try await library.send(
            "PUT", "generalcontent/instance/e", #"{"updatedAt":\#(created),"values":{"title":"First"}}"#)
        guard case .integer(let updated)? = first["updatedAt"] else { return #expect(Bool(false)) }
        let late = try await library.send(
            "PUT", "generalcontent/instance/e", #"{"updatedAt":\#(updated - 1),"values":{"title":"Late"}}"#)
        #expect(late.status == 409)
        #expect(
            late.message
                == "The specified instance was updated after your data retrieval. Please, resolve the conflict and try again."
        )
        #expect(late["error.extra.values.title"] == .string("First"))
        #expect(late["error.extra.updatedAt"] == .integer(updated))
        let next = try await library.send(
            "PUT", "generalcontent/instance/e", #"{"updatedAt":\#(updated),"values":{"title":"Next"}}"#)
        #expect(next["values.title"] == .string("Next"))
    }

    @Test("A deleted instance stays, marked as deleted, and can be found; deleting it again changes nothing")
    func deletes() async throws {
        let library = try await Library()
        _ = try await create(library, #""id":"e","values":{"title":"Emma"}"#)
        let reply = try await library.send("DELETE", "generalcontent/instance/e")
        #expect(reply.status == 200)
        #expect(reply["deletedAt"] == reply["updatedAt"])
        #expect(reply["deletedAt"] != .null)
        #expect(try await library.books(#""sort":"name asc""#) == ["e"])
        let again = try await library.send("DELETE", "generalcontent/instance/e")
        #expect(again.json == reply.json)
        let restored = try await library.send("PUT", "generalcontent/instance/e", #"{"deletedAt":null}"#)
        #expect(restored["deletedAt"] == .null)
    }

    @Test("A missing item is a 404, a missing module a 403, and an id in two modules requires the module")
    func missing() async throws {
        let library = try await Library()
        for (method, body) in [("PUT", "{}"), ("DELETE", "")] {
            let reply = try await library.send(method, "generalcontent/instance/nobody", body)
            #expect(reply.status == 404)
            #expect(reply.message == "Instance not found")
        }
        let module = try await library.send("POST", "generalcontent/instance", #"{"module":"x","values":{}}"#)
        #expect(module.status == 403)
        #expect(
            module.message.hasPrefix(
                "You can not update an instance of a module that does not belong to you or does not exist"))
        #expect(try await library.send("POST", "generalcontent/instance", "{}").status == 400)
        try await library.load("books", #"{"id":"1","values":{"title":"B"}}"#)
        try await library.load("authors", #"{"id":"1","values":{"name":"A"}}"#)
        #expect(try await library.send("DELETE", "generalcontent/instance/1").message.contains("?module="))
        #expect(try await library.send("DELETE", "generalcontent/instance/1?module=authors").status == 200)
        #expect(
            try await library.send("PUT", "generalcontent/instance/1", #"{"module":"books"}"#)["deletedAt"]
                == .null)
        #expect(try await library.send("PUT", "generalcontent/instance/1", #"{"id":"2"}"#).status == 400)
    }

    @Test("A single-instance module accepts no second instance until the first is deleted")
    func single() async throws {
        let library = try await Library()
        func add() async throws -> Library.Reply {
            try await library.send(
                "POST", "generalcontent/instance", #"{"module":"settings","values":{"theme":"a"}}"#)
        }
        let first = try await add()
        #expect(first.status == 200)
        #expect(try await add().status == 400)
        _ = try await library.send("DELETE", "generalcontent/instance/\(first.json.instanceID)")
        #expect(try await add().status == 200)
    }

    @Test("Values are validated against the schema, with HALO's names for the rules")
    func checks() async throws {
        let library = try await Library()
        let long = String(repeating: "é", count: 1_001)
        for (values, field, rule) in [
            (#""title":7"#, "title", "validator.8"), (#""title":"\#(long)""#, "title", "validator.10"),
            (#""titel":"x""#, "titel", "undefined_attribute"), (#""year":1.5"#, "year", "validator.3"),
            (#""year":"1""#, "year", "validator.3"), (#""rating":true"#, "rating", "validator.3"),
            (#""in print":"true""#, "in print", "validator.6"), (#""in print":1"#, "in print", "validator.6"),
            (#""released":"2020""#, "released", "validator.4"),
            (#""firstSeen":5"#, "firstSeen", "validator.4"),
            (#""firstSeen":"2020-13-45""#, "firstSeen", "validator.4"),
            (#""language":"klingon""#, "language", "validator.16"),
            (#""genres":"crime""#, "genres", "validator.15"),
            (#""genres":[1]"#, "genres", "validator.15"), (#""scores":[1,"2"]"#, "scores", "validator.3"),
            (#""scores":{}"#, "scores", "validator.12"), (#""blurb":5"#, "blurb", "validator.11"),
            (#""blurb":{"en":5}"#, "blurb", "validator.14"),
            (#""cover":"not a url""#, "cover", "validator.1"),
            (#""tint":"red""#, "tint", "validator.7"), (#""place":"here""#, "place", "validator.11"),
            (#""place":{"latitude":100,"longitude":0}"#, "place", "validator.11"),
            (#""size":[]"#, "size", "validator.11"),
            (#""size":{"pages":"many"}"#, "size.pages", "validator.3"),
            (#""size":{"page":1}"#, "size.page", "undefined_attribute"),
            (#""author":5"#, "author", "validator.8"),
            (#""author":{"name":"x"}"#, "author", "validator.8"),
            (#""editors":"ogawa""#, "editors", "validator.9"),
            (#""editors":[{}]"#, "editors", "validator.9"),
        ] {
            let reply = try await create(library, #""values":{\#(values)}"#)
            #expect(reply.status == 400, "\(values)")
            #expect(reply["error.extra.field"] == .string(field), "\(values)")
            #expect(reply["error.extra.error"] == .string(rule), "\(values): \(reply.message)")
            #expect(reply.message.hasPrefix("One or more fields have validation problems."))
        }
        #expect(try await library.store.count(of: "books") == 0)
        let two = try await create(library, #""values":{"title":1,"year":"x"}"#)
        if case .array(let problems)? = two["error.extra.problems"] {
            #expect(problems.count == 2)
        } else {
            Issue.record("no problems")
        }
    }

    @Test(
        "Valid values of every kind are accepted; related items become their ids; open choices accept any text"
    )
    func takes() async throws {
        let library = try await Library()
        let values =
            ##"{"title":"Emma","year":1815,"rating":4.5,"in print":true,"released":5,"firstSeen":"2020-02-29","language":"english","genres":["crime","made up"],"scores":[3,1],"blurb":{"en":"x","fr":null},"body":"\##(String(repeating: "a", count: 2_000))","cover":"https://example.org/a.png","tint":"#9f8","place":{"latitude":1.5,"longitude":2},"extra":{"any":[1]},"size":{"pages":3},"author":{"id":"austen","values":{}},"editors":["a",{"id":"b"}]}"##
        let reply = try await create(library, #""values":\#(values)"#)
        #expect(reply.status == 200, "\(reply.message)")
        #expect(reply["values.author"] == .string("austen"))
        #expect("\(reply["values.editors"] ?? .null)" == #"["a","b"]"#)
        #expect("\(reply["values.genres"] ?? .null)" == #"["crime","made up"]"#)
        #expect(reply["values.firstSeen"] == .string("2020-02-29"))
    }

    @Test("Required fields are required for published items, not for drafts")
    func required() async throws {
        let library = try await Library()
        #expect(try await create(library, #""id":"d","values":{"year":1}"#).status == 200)
        let published = try await library.send("PUT", "generalcontent/instance/d", #"{"publishedAt":5}"#)
        #expect(published.status == 400)
        #expect(published["error.extra.field"] == .string("title"))
        #expect(
            try await library.send(
                "PUT", "generalcontent/instance/d", #"{"publishedAt":5,"values":{"title":"T"}}"#
            )
            .status == 200)
        #expect(
            try await library.send("PUT", "generalcontent/instance/d", #"{"values":{"title":null}}"#).status
                == 400)
    }
}
#endif
