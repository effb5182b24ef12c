#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireServer

/// Bodies with very many errors, names or operations. These tests count work, not time.
@Suite(.timeLimit(.minutes(30))) struct HugeBodyTests {
    private func unknown(_ count: Int) -> String {
        (0..<count).map { #""titel\#($0)":0"# }.joined(separator: ",")
    }

    private func count(_ words: String, in text: String) -> Int {
        text.components(separatedBy: words).count - 1
    }

    @Test(
        "Of a hundred thousand unknown keys, twenty are described with suggestions, and the rest are counted"
    )
    func unknownKeys() async throws {
        let library = try await Library()
        let create = try await library.send(
            "POST", "generalcontent/instance", #"{"module":"books","values":{\#(unknown(100_000))}}"#)
        try await library.load("books", #"{"id":"b","values":{"title":"B"}}"#)
        // The module of an update without one is looked up.
        let update = try await library.send(
            "PUT", "generalcontent/instance/b", #"{"values":{\#(unknown(100_000))}}"#)
        for reply in [create, update] {
            #expect(reply.status == 400)
            guard case .array(let problems)? = reply["error.extra.problems"] else {
                Issue.record("no problems")
                continue
            }
            #expect(problems.count == 20)
            #expect(reply["error.extra.problemCount"] == .integer(100_000))
            #expect(reply.message.hasSuffix("There are 99980 more."))
            #expect(count("did you mean", in: reply.message) <= 20)
        }
    }

    @Test("A request computes at most twenty suggestions, whatever its errors")
    func suggestions() throws {
        let allowance = ReportAllowance()
        let module = Library.modules[0]
        for _ in 0..<50 {
            var checker = ValueChecker(module, allowance)
            _ = checker.checked((0..<50).map { .init("titel\($0)", .integer(0)) })
            _ = checker.checked([.init("language", .string("englsh"))])
            #expect(checker.problems.described.count <= 20)
            #expect(checker.problems.count == 51)
            #expect(!checker.problems.described.isEmpty, "the first problem is always described")
        }
        #expect(allowance.suggestions == 0)
    }

    @Test("Every kind of problem counts: wrong elements, choices, locales, object fields")
    func otherProblems() async throws {
        let library = try await Library()
        let many = 0..<5_000
        for values in [
            #""scores":[\#(many.map { "\"\($0)\"" }.joined(separator: ","))]"#,
            #""genres":[\#(many.map { "\($0)" }.joined(separator: ","))]"#,
            #""blurb":{\#(many.map { "\"l\($0)\":1" }.joined(separator: ","))}"#,
            #""size":{\#(unknown(5_000))}"#,
            #""editors":[\#(many.map { "\($0)" }.joined(separator: ","))]"#,
        ] {
            let reply = try await library.send(
                "POST", "generalcontent/instance", #"{"module":"books","values":{\#(values)}}"#)
            #expect(reply["error.extra.problemCount"] == .integer(5_000), "\(values.prefix(20))")
            guard case .array(let problems)? = reply["error.extra.problems"] else {
                return #expect(Bool(false))
            }
            #expect(problems.count == 20)
        }
    }

    @Test("A batch shares one limit; each of its failures still states its first problem")
    func batch() async throws {
        let library = try await Library()
        let elements = (0..<2_000).map { _ in #"{"module":"books","values":{\#(unknown(5))}}"# }
        let reply = try await library.send(
            "POST", "generalcontent/instance/batch", #"{"created":[\#(elements.joined(separator: ","))]}"#)
        #expect(reply["results.create.failure"] == .integer(2_000))
        #expect(reply["operations.1999.data.error.extra.field"] == .string("titel0"))
        #expect(
            count("did you mean", in: "\(reply.json)") <= 3 * 20, "in the message, the extra and the list")
        #expect(count("undefined_attribute", in: "\(reply.json)") < 2_000 * 2 + 1_000 + 100)
    }

    @Test("A batch with too many operations is rejected as a whole, before anything is written")
    func operations() async throws {
        let library = try await Library()
        let most = WriteCalls.mostOperations
        let more = Array(repeating: #"{"module":"authors","values":{}}"#, count: most + 1)
        let reply = try await library.send(
            "POST", "generalcontent/instance/batch", #"{"created":[\#(more.joined(separator: ","))]}"#)
        #expect(reply.status == 413)
        #expect(reply.message.contains("\(most)"))
        #expect(try await library.store.count(of: "authors") == 0)
    }

    @Test("A module that a batch truncates twice is read once, and both operations report their counts")
    func truncatesOnce() async throws {
        let library = try await Library()
        try await library.load("authors", #"{"id":"a","values":{"name":"A"}}"#)
        let reply = try await library.send(
            "POST", "generalcontent/instance/batch",
            #"{"truncated":[{"module":"authors"},{"module":"books"},{"module":"authors"}]}"#)
        #expect("\(reply["operations.0.data"] ?? .null)" == #"{"deletedInstances":1}"#)
        #expect("\(reply["operations.2.data"] ?? .null)" == #"{"deletedInstances":0}"#)
        #expect(reply["results.truncate.success"] == .integer(3))
    }

    @Test("In a batch, an update of an item created in the same batch needs no module")
    func updatesWhatItCreates() async throws {
        let library = try await Library()
        let reply = try await library.send(
            "POST", "generalcontent/instance/batch",
            #"{"created":[{"module":"books","id":"n","values":{"title":"N"}}],"updated":[{"id":"n","values":{"year":7}},{"id":"n","values":{"yaer":7}}]}"#
        )
        #expect("\(reply["operations.1.data.values"] ?? .null)" == #"{"title":"N","year":7}"#)
        #expect(reply["operations.2.data.error.extra.field"] == .string("yaer"))
    }

    @Test("Updates of a batch without a module are validated before its transaction opens")
    func plansUpdates() async throws {
        let library = try await Library()
        try await library.load("books", #"{"id":"b","values":{"title":"B"}}"#)
        let wrong = #"{"id":"b","values":{"yaer":1}},{"id":"n","values":{"yaer":1}}"#
        guard
            case .array(let created) = try JSONValue(
                parsing: Data(#"[{"module":"books","id":"n","values":{}}]"#.utf8)),
            case .array(let updated) = try JSONValue(parsing: Data("[\(wrong)]".utf8))
        else { return #expect(Bool(false)) }
        let plan = try await BatchPlan([(.create, created), (.update, updated)], library.api.writes)
        #expect(plan.steps.map { (try? $0.write.get()) != nil } == [true, false, false])
    }

    @Test("Values that were validated for one module are validated again if the instance is in another")
    func movedInstance() async throws {
        let sent = try InstanceBody(
            BodyObject(members: [.init("values", .object([.init("name", .string("N"))]))], path: ""))
        let write = try CheckedWrite(sent, module: nil, likely: Library.modules[1], ReportAllowance())
        #expect(try write.changes(of: Library.modules[1]).module.id == Library.modules[1].id)
        let refusal = #expect(throws: APIError.self) { try write.changes(of: Library.modules[0]) }
        #expect(refusal?.extra["field"] == .string("name"))
    }

    @Test("An update of an id that exists in several modules requires the module, whatever its values")
    func severalHomes() async throws {
        let library = try await Library()
        try await library.load("books", #"{"id":"x","values":{"title":"B"}}"#)
        try await library.load("authors", #"{"id":"x","values":{"name":"A"}}"#)
        for values in [#"{"title":"T"}"#, #"{"name":"N"}"#] {
            let update = try await library.send(
                "PUT", "generalcontent/instance/x", #"{"values":\#(values)}"#)
            #expect(update.message.hasPrefix("Several modules have an instance"))
            let batch = try await library.send(
                "POST", "generalcontent/instance/batch", #"{"updated":[{"id":"x","values":\#(values)}]}"#)
            guard case .string(let message)? = batch["operations.0.data.error.message"] else {
                return #expect(Bool(false))
            }
            #expect(message.hasPrefix("Several modules have an instance"))
        }
    }

    @Test("Deleting and truncating accept values that match no schema, as HALO's SDKs send them")
    func ignoredValues() async throws {
        let library = try await Library()
        try await library.load("books", #"{"id":"b","values":{"title":"B"}}"#)
        let reply = try await library.send(
            "POST", "generalcontent/instance/batch",
            #"{"truncate":[{"module":"authors","values":{"any":1}}],"deleted":[{"id":"b","module":"books","values":{"any":1}}]}"#
        )
        #expect(reply["results.total.success"] == .integer(2))
    }

    @Test("A key that is repeated a hundred thousand times is one key; the last value counts")
    func repeatedKeys() async throws {
        let library = try await Library()
        let titles = (0..<100_000).map { #""title":"\#($0)""# }.joined(separator: ",")
        let reply = try await library.send(
            "POST", "generalcontent/instance", #"{"module":"books","values":{\#(titles)}}"#)
        #expect(reply["values.title"] == .string("99999"))
        let members: [JSONValue.Member] = [
            .init("a", .integer(1)), .init("e\u{301}", .integer(2)), .init("a", .integer(3)),
            .init("\u{e9}", .integer(4)),
        ]
        #expect(members.lastOfEachName.map(\.value) == [.integer(3), .integer(2), .integer(4)])
    }

    @Test("Repeated sorts, fields and includes count once; too many conditions are rejected")
    func searchLists() async throws {
        let library = try await Library.filled()
        func many(_ text: String, _ count: Int) -> String {
            Array(repeating: text, count: count).joined(separator: ",")
        }
        for keys in [
            #""sort":"\#(many("values.year asc", 20_000))""#,
            #""fields":[\#(many(#""values.title""#, 20_000))]"#,
            #""include":[\#(many(#""author""#, 20_000))]"#,
        ] {
            let reply = try await library.search(#"{"moduleName":"books",\#(keys)}"#)
            #expect(reply.status == 200, "\(keys.prefix(20)): \(reply.message)")
            #expect(reply.ids().count == 5)
        }
        let call = try SearchCall(
            BodyObject(
                members: [.init("include", .array(Array(repeating: .string("author"), count: 500)))], path: ""
            ),
            library.api.catalog)
        #expect(call.include == .fields(["author"]))
        let fields = try SearchCall(
            BodyObject(
                members: [
                    .init("moduleName", .string("books")),
                    .init(
                        "fields", .array(["title", "values.title", "name", "title"].map(JSONValue.string))),
                ], path: ""), library.api.catalog)
        #expect(fields.fields == ["title"])
        for keys in [
            #""relatedTo":[\#(many(#"{"fieldName":"author","instanceIds":["*"]}"#, 101))]"#,
            #""segmentTags":[\#(many(#"{"name":"brand"}"#, 1_001))]"#,
        ] {
            let reply = try await library.search(#"{"moduleName":"books",\#(keys)}"#)
            #expect(reply.status == 400)
            #expect(reply.message.contains("expected at most"))
        }
    }

    @Test("Long names are shortened in errors")
    func longNames() async throws {
        let library = try await Library()
        let name = String(repeating: "x", count: 1 << 20)
        for (method, path, body) in [
            (
                "POST", "generalcontent/instance",
                #"{"module":"books","values":{"\#(name)":1,"genres":"\#(name)"}}"#
            ),
            ("POST", "generalcontent/instance", #"{"module":"books","values":{"size":{"\#(name)":1}}}"#),
            ("POST", "generalcontent/instance", #"{"module":"\#(name)","values":{}}"#),
            ("POST", "generalcontent/instance", #"{"module":"books","values":{"language":"\#(name)"}}"#),
            ("PUT", "generalcontent/instance/1", #"{"id":"\#(name)"}"#),
            ("POST", "generalcontent/instance/search", #"{"moduleName":"\#(name)"}"#),
            ("POST", "generalcontent/instance/search", #"{"moduleIds":["\#(name)"]}"#),
            ("POST", "generalcontent/instance/search", #"{"moduleName":"books","sort":"\#(name)"}"#),
            ("POST", "generalcontent/instance/search", #"{"moduleName":"books","fields":["\#(name)"]}"#),
            ("POST", "generalcontent/instance/search", #"{"moduleName":"books","include":["\#(name)"]}"#),
            (
                "POST", "generalcontent/instance/search",
                #"{"moduleName":"books","searchValues":\#(leaf("=", name, "1", "number"))}"#
            ),
            (
                "POST", "generalcontent/instance/search",
                #"{"moduleName":"books","metaSearch":\#(leaf("=", name, "1", "number"))}"#
            ),
            (
                "POST", "generalcontent/instance/search",
                #"{"moduleName":"books","searchValues":\#(leaf(name, "year", "1", "number"))}"#
            ),
            ("POST", "generalcontent/instance/sync", #"{"moduleName":"\#(name)"}"#),
            ("POST", "oauth/token", #"{"grant_type":"\#(name.prefix(10_000))"}"#),
        ] {
            let reply = try await library.send(method, path, body)
            #expect(400...413 ~= reply.status, "\(body.prefix(60))")
            #expect("\(reply.json)".utf8.count < 4_000, "\(body.prefix(60))")
        }
        let accents = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(accents.shortened.unicodeScalars.count == 81)
        #expect("abc".shortened == "abc")
    }

    @Test("Profiles, devices and pockets are limited in size, and in total memory")
    func registry() async throws {
        let library = try await Library()
        let long = String(repeating: "x", count: Registry.longestEntry)
        for (method, path, body) in [
            ("POST", "segmentation/appuser", #"{"alias":"\#(long)"}"#),
            (
                "POST", "segmentation/identified/register",
                #"{"auth":{"email":"e","password":"p"},"profile":{"x":"\#(long)"}}"#
            ),
            ("POST", "segmentation/identified/login", #"{"network":"facebook","token":"\#(long)"}"#),
            ("POST", "oauth/token", #"{"grant_type":"\#(long)"}"#),
        ] {
            #expect(try await library.send(method, path, body).status == 413, "\(path)")
        }
        let login = try await library.send(
            "POST", "segmentation/identified/login", #"{"network":"facebook","token":"t"}"#)
        guard case .string(let access)? = login["token.access_token"] else { return #expect(Bool(false)) }
        // A pocket grows with each call.
        let ids = Array(repeating: #""0123456789012345678901234567890123456789""#, count: 5_000).joined(
            separator: ",")
        var statuses: [Int] = []
        for name in ["a", "a", "b"] {
            statuses.append(
                try await library.send(
                    "PUT", "segmentation/identified-pocket", #"{"references":{"\#(name)":[\#(ids)]}}"#,
                    headers: [("Authorization", "Bearer \(access)")]
                ).status)
        }
        #expect(statuses == [200, 200, 413])
        let registry = Registry()
        let entry = JSONValue.string(String(repeating: "x", count: Registry.longestEntry - 2))
        let count = Registry.mostBytes / Registry.longestEntry
        for number in 0..<count { _ = try registry.setDevice("\(number)") { _ in entry } }
        let refusal = #expect(throws: APIError.self) { try registry.setDevice("more") { _ in entry } }
        #expect(refusal?.status == 503)
        for id in ["0", "1"] { _ = try registry.setDevice(id) { _ in .null } }
        _ = try registry.setDevice("more") { _ in entry }
    }

    @Test("Each of very many keys of a profile is kept once; its id cannot be chosen")
    func profile() async throws {
        let library = try await Library()
        let keys = (0..<10_000).map { #""k\#($0)":0"# }.joined(separator: ",")
        let reply = try await library.send(
            "POST", "segmentation/identified/register",
            #"{"auth":{"email":"e","password":"p"},"profile":{"identifiedId":"mine","id":"mine","name":"A","name":"B",\#(keys)}}"#
        )
        #expect(reply.status == 200)
        #expect(reply["id"] == reply["identifiedId"] && reply["id"] != .string("mine"))
        #expect(reply["name"] == .string("B"))
        #expect(reply["k9999"] == .integer(0))
        let other = try await library.send(
            "POST", "segmentation/identified/register",
            #"{"auth":{"email":"a","password":"p"},"profile":{"email":"shown"}}"#)
        #expect(count(#""email""#, in: "\(other.json)") == 1)
        #expect(other["email"] == .string("shown"))
    }
}
#endif
