import Foundation
import LoopbackServer
import Quire
import QuireHALO
import QuireHTTP
import Testing

/// Modules and their fields.
@Suite("HALO: modules")
struct ModuleTests {
    private static let boolean =
        #"{"id":"f1","name":"Is it so?","description":"","module":"m1","format":{},"customerId":1,"createdAt":1,"updatedAt":2,"deletedAt":null,"fieldType":{"id":"000000000000000000000008","name":"Boolean","isLongValue":false,"rules":[{"rule":"custom||isStrictBoolean","params":[],"error":"validator.6"}],"createdAt":null,"updatedAt":null}}"#
    private static let text =
        #"{"id":"f2","name":"title","format":"","fieldType":{"id":"000000000000000000000001","name":"Text","isLongValue":false,"rules":[{"rule":"custom||isString","params":[],"error":"validator.8"},{"rule":"isLength","params":[0,1000],"error":"validator.10"},{"rule":"matches","params":["^a"]},5,{}]}}"#
    private static let choice =
        #"{"id":"f3","name":"pick","format":{"values":["1","2",3],"default":"2"},"fieldType":{"id":"000000000000000000000020","name":"Single select dropdown","isLongValue":true}}"#
    private static let localized =
        #"{"name":"word","format":{"default":"pen"},"fieldType":{"id":"000000000000000000000015","name":"Localized text"}}"#
    private static let unknown =
        #"{"name":"where","format":null,"fieldType":{"id":"5a00ff","name":"Geolocation"}}"#

    private static let module =
        #"{"id":"m1","name":"avbmc,as","isSingle":true,"customerId":1,"externalId":null,"defaultLanguage":"en-US","tags":[{"name":"a","tagType":"000000000000000000000001"},{"name":"b","tagType":"000000000000000000000002"},{"id":"100","name":"c","tagType":"000000000000000000000003"},{"name":"d","value":"it-IT","tagType":"000000000000000000000004"}],"pushTemplates":["t1",2],"importers":[],"exporters":[],"createdBy":"Name","updatedBy":null,"createdAt":1474980516487,"updatedAt":null,"deletedAt":null,"fields":[\#([boolean, text, choice, localized, unknown].joined(separator: ","))],"surprise":{"x":1}}"#

    private func engine(_ server: LoopbackServer) -> HALOEngine {
        HALOEngine(
            baseURL: server.url, authorization: BearerToken("t"),
            settings: .init(timeout: .seconds(900), retries: .never))
    }

    @Test("The list is requested at once with the cache header, and all properties of a module are read")
    func list() async throws {
        let server = try LoopbackServer { _ in .json("[\(Self.module),{\"id\":\"m2\",\"name\":\"plain\"}]") }
        defer { server.stop() }
        let modules = try await engine(server).modules(withFields: true, serverCache: 60)
        #expect(modules.map(\.name) == ["avbmc,as", "plain"])
        let module = try #require(modules.first)
        #expect(module.isSingle)
        #expect(module.tags.map(\.kind) == [.system, .custom, .market, .language])
        #expect(module.tags[2].id == "100")
        #expect(module.pushTemplates == ["t1", "2"])
        #expect(module.defaultLanguage == "en-US")
        #expect(module.externalID == nil)
        #expect(module.createdAt == Date(timeIntervalSince1970: 1_474_980_516.487))
        #expect(module.json["surprise"]?["x"] == .integer(1))
        #expect(modules[1].isSingle == false)
        #expect(modules[1].fields == nil)
        let sent = try #require(server.requests.first)
        #expect(sent.method == "GET")
        #expect(sent.target == "/api/generalcontent/module?skip=true&withFields=true")
        #expect(sent["to-cache"] == "60")
        _ = try await engine(server).modules()
        #expect(server.requests.last?.target == "/api/generalcontent/module?skip=true")
        #expect(server.requests.last?["to-cache"] == "0")
    }

    @Test(
        "Fields have their type, rules with strings and numbers, and a format that is an object or an empty string"
    )
    func fields() throws {
        let module = try #require(try HALOModule.modules(in: Data(Self.module.utf8)).first)
        let fields = try #require(module.fields)
        #expect(fields.map(\.type.kind) == [.boolean, .text, .singleSelect, .localizedText, nil])
        #expect(fields.map(\.type.isLongValue) == [false, false, true, false, false])
        #expect(fields[0].type.rules.map(\.rule) == ["custom||isStrictBoolean"])
        #expect(fields[0].format.json == .object([]))
        #expect(fields[1].format.json == .string(""))
        #expect(
            fields[1].type.rules.map(\.parameters) == [[], [.integer(0), .integer(1000)], [.string("^a")]])
        #expect(fields[1].type.rules[2].error == nil)
        #expect(fields[2].format.values == ["1", "2", "3"])
        #expect(fields[2].format.defaultValue == .string("2"))
        #expect(fields[3].format.defaultValue == .string("pen"))
        #expect(fields[4].type.name == "Geolocation")
        #expect(fields[4].type.id == "5a00ff")
    }

    @Test("All 21 types of HALO are recognised by their ids")
    func kinds() throws {
        let fields = (1...22).map {
            #"{"name":"f\#($0)","fieldType":{"id":"\#(String(repeating: "0", count: $0 < 10 ? 23 : 22))\#($0)"}}"#
        }
        let module = #"{"id":"m","name":"n","fields":[\#(fields.joined(separator: ","))]}"#
        let kinds = try HALOModule.modules(in: Data(module.utf8))[0].fields?.map(\.type.kind)
        #expect(kinds == HALOFieldType.Kind.allCases + [nil])
    }

    @Test("A page has its position in the result; an array is one page")
    func pages() async throws {
        let server = try LoopbackServer { _ in
            .json(
                #"{"search":{"facets":{}},"sort":{"query":"updatedAt desc"},"pagination":{"page":2,"limit":1,"offset":1,"totalItems":3,"totalPages":3},"items":[{"id":"m2","name":"plain"}]}"#
            )
        }
        defer { server.stop() }
        let page = try await engine(server).modules(page: 2, limit: 1)
        #expect(page.modules.map(\.id) == ["m2"])
        #expect(page.pageInfo == PageInfo(page: 2, limit: 1, offset: 1, totalItems: 3))
        #expect(server.requests.first?.target == "/api/generalcontent/module?page=2&limit=1")
        for (page, limit) in [(0, 1), (1, 0), (-1, 5)] {
            await #expect(throws: QueryError.self) {
                try await engine(server).modules(page: page, limit: limit)
            }
        }
        #expect(server.requests.count == 1)
    }

    @Test("All pages are read from a server that does not support `skip`")
    func ignoredSkip() async throws {
        let server = try LoopbackServer { request in
            let number = request.target.contains("page=2") ? 2 : request.target.contains("page=3") ? 3 : 1
            return .json(
                #"{"pagination":{"page":\#(number),"limit":1,"totalItems":3},"items":[{"id":"m\#(number)","name":"plain"}]}"#
            )
        }
        defer { server.stop() }
        #expect(try await engine(server).modules().map(\.id) == ["m1", "m2", "m3"])
        #expect(
            server.requests.map(\.target) == [
                "/api/generalcontent/module?skip=true", "/api/generalcontent/module?page=2&limit=1",
                "/api/generalcontent/module?page=3&limit=1",
            ])
    }

    @Test("A list of modules with repeating pages is an error, not a shorter list")
    func repeatedPages() async throws {
        let server = try LoopbackServer { _ in
            .json(#"{"pagination":{"page":1,"limit":1,"totalItems":3},"items":[{"id":"m1","name":"plain"}]}"#)
        }
        defer { server.stop() }
        let error = await #expect(throws: PagingError.self) { try await engine(server).modules() }
        #expect(error?.reason == .otherPage)
        #expect(server.requests.count == 2)
    }

    @Test("The raw list contains the server's bytes")
    func raw() async throws {
        let body = "[ \(Self.module) ]\n"
        let server = try LoopbackServer { _ in .json(body) }
        defer { server.stop() }
        #expect(try await engine(server).modulesData(withFields: true) == Data(body.utf8))
        #expect(server.requests.first?.target == "/api/generalcontent/module?skip=true&withFields=true")
    }

    @Test("One module is fetched by its id")
    func one() async throws {
        let server = try LoopbackServer { _ in .json(Self.module) }
        defer { server.stop() }
        #expect(try await engine(server).module(id: "m 1").fields?.count == 5)
        #expect(server.requests.first?.target == "/api/generalcontent/module/m%201?withFields=true")
    }

    @Test("Modules are created, changed and deleted")
    func writing() async throws {
        let server = try LoopbackServer { $0.method == "DELETE" ? Reply(200) : .json(Self.module) }
        defer { server.stop() }
        let halo = engine(server)
        #expect(try await halo.createModule(name: "avbmc,as", isSingle: true).id == "m1")
        _ = try await halo.updateModule(id: "m1", name: "x", isSingle: false)
        try await halo.deleteModule(id: "m1")
        #expect(server.requests.map(\.method) == ["POST", "PUT", "DELETE"])
        #expect(
            server.requests.map(\.target) == [
                "/api/generalcontent/module", "/api/generalcontent/module/m1",
                "/api/generalcontent/module/m1",
            ])
        #expect(
            server.requests.map(\.text) == [
                #"{"name":"avbmc,as","isSingle":true}"#, #"{"name":"x","isSingle":false}"#, "",
            ])
    }

    @Test(
        "A response that is not a list of modules is an error that names the position",
        arguments: [
            ("{}", "the response"), ("5", "the response"), ("[5]", "[0]"),
            (#"[{"id":"a","name":"b"},{"name":"c"}]"#, "[1].id"),
            (#"[{"id":"a"}]"#, "[0].name"), (#"{"items":5}"#, "items"),
            (#"[{"id":"a","name":"b","fields":[{"id":"x"}]}]"#, "[0].fields[0].name"),
            ("<html>", "JSON"),
        ])
    func oddResponses(_ body: String, _ place: String) async throws {
        let server = try LoopbackServer { _ in .json(body) }
        defer { server.stop() }
        let error = await #expect(throws: HALOResponseError.self) { try await engine(server).modules() }
        #expect(error?.description.contains(place) == true)
    }

    @Test("HALO's errors are thrown")
    func errors() async throws {
        let server = try LoopbackServer { _ in
            .json(#"{"error":{"message":"Module not found","extra":{},"type":"HaloError"}}"#, status: 404)
        }
        defer { server.stop() }
        let error = await #expect(throws: HALOError.self) { try await engine(server).module(id: "x") }
        #expect(error?.message == "Module not found")
    }
}
