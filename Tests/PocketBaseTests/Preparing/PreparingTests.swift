import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireRemote
import SearchServers
import Testing

@testable import QuirePocketBase

/// Collections are created and changed on a real server, and no data is lost.
@Suite struct PreparingTests {
    private struct Server {
        let administrator: Administrator
        var node: PocketBaseNode { administrator.node }
        private let transport: any Transport

        init() async throws {
            administrator = try await .shared()
            transport = .inTurns
        }

        /// Changes of collections may overlap on a server of its own.
        init(_ node: PocketBaseNode) async throws {
            administrator = try await Administrator(of: node)
            transport = NetworkTransport()
        }

        func engine(_ collections: PocketBaseSettings.Collections = .managed) -> PocketBaseEngine {
            PocketBaseEngine(
                baseURL: node.url, authorization: administrator.authorization,
                settings: PocketBaseSettings(collections: collections, timeout: .seconds(900)),
                transport: transport)
        }

        func send(
            _ method: HTTPRequest.Method, _ path: [String], _ body: JSONValue? = nil
        ) async throws -> JSONValue { try await administrator.call(method, path, body) }
    }

    private static func module(_ name: String, _ fields: [FieldDescriptor]) -> ModuleDescriptor {
        ModuleDescriptor(name: name, fields: fields)
    }

    private static let title = FieldDescriptor(name: "title", kind: .text, isSortable: true)

    @Test("Several programs that prepare a new server at the same time all succeed")
    func together() async throws {
        let node = try await PocketBaseNode.start()
        defer { node.stop() }
        let server = try await Server(node)
        let modules = [Self.module("together", [Self.title])]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { try await server.engine().prepare(modules) } }
            try await group.waitForAll()
        }
        #expect(try await server.engine().plan(for: modules).isEmpty)
    }

    @Test("Preparing creates collections with relations to each other, and the second time changes nothing")
    func creating() async throws {
        let server = try await Server()
        let engine = server.engine()
        let books = Self.module(
            "prepared books",
            [
                Self.title, FieldDescriptor(name: "author", kind: .relation(module: "preparedAuthors")),
                FieldDescriptor(name: "photo", kind: .image), FieldDescriptor(name: "place", kind: .geopoint),
                FieldDescriptor(name: "body", kind: .html), FieldDescriptor(name: "id", kind: .boolean),
                FieldDescriptor(name: "status", kind: .choice, closedValues: ["live", "draft"]),
            ])
        let authors = Self.module(
            "preparedAuthors", [FieldDescriptor(name: "books", kind: .relations(module: "prepared books"))])
        let modules = [books, authors]
        let plan = try await engine.plan(for: modules)
        #expect(plan.modules.map(\.work) == [.create, .create])
        try await engine.prepare(modules)
        #expect(try await engine.plan(for: modules).isEmpty)
        try await engine.prepare(modules)
        let authorsID = try await server.send(.get, ["collections", "preparedAuthors"]).member("id")
        let fields = try await server.send(.get, ["collections", engine.layout(of: books).name]).member(
            "fields")?.elements
        let relation = fields?.first { $0.member("name") == .string("author") }
        #expect(relation?.member("type") == .string("relation"))
        #expect(relation?.member("collectionId") == authorsID)
        #expect(
            fields?.contains {
                $0.member("type") == .string("select") && $0.member("name") == .string("status")
            } == true)
        try await engine.remove(modules)
        #expect(try await engine.plan(for: modules).modules.count == 2)
    }

    @Test(
        "A module is prepared with or without the one that its relations lead to, in either order",
        arguments: [true, false])
    func relationsAlone(_ isAloneFirst: Bool) async throws {
        let server = try await Server()
        let engine = server.engine()
        let suffix = isAloneFirst ? "First" : "Later"
        let houses = Self.module("linkedHouses\(suffix)", [Self.title])
        let novels = Self.module(
            "linkedNovels\(suffix)",
            [
                FieldDescriptor(name: "house", kind: .relation(module: houses.name)),
                FieldDescriptor(name: "others", kind: .relations(module: houses.name)),
            ])
        let steps = isAloneFirst ? [[novels], [novels, houses]] : [[novels, houses], [novels]]
        for modules in steps { try await engine.prepare(modules) }
        for modules in steps { #expect(try await engine.plan(for: modules).isEmpty) }
        let fields = try await server.send(.get, ["collections", engine.layout(of: novels).name]).member(
            "fields")?.elements
        let types = ["house", "others"].map { name in
            fields?.first { $0.member("name") == .string(name) }?.member("type")?.string
        }
        #expect(types == (isAloneFirst ? ["text", "json"] : ["relation", "relation"]))
        // Reading and filtering are the same with either.
        func create(_ module: ModuleDescriptor, _ id: String, _ values: JSONValue) -> WriteOperation {
            var operation = WriteOperation(.create, module, id: id)
            operation.values = values
            return operation
        }
        for operation in [
            create(houses, "house0000000001", .of(["title": .string("H")])),
            create(
                novels, "novel0000000001",
                .of(["house": .string("house0000000001"), "others": .texts(["house0000000001"])])),
            create(novels, "novel0000000002", .of([:])),
        ] {
            let results = try await engine.write(WriteBatch([operation]))
            #expect(results.allSatisfy { if case .stored = $0 { true } else { false } }, "\(results)")
        }
        for (name, kind) in [("house", "house0000000001"), ("others", "house0000000001")] {
            for (value, found) in [(FilterValue.string(kind), "novel0000000001"), (.null, "novel0000000002")]
            {
                var request = SearchRequest(module: novels)
                request.filter = .leaf(
                    .init(.equal, name, value: value, type: value == .null ? .null : .string))
                let page = try JSONValue(parsing: try await engine.searchData(request))
                let ids = page.member("items")?.elements?.compactMap { $0.member("id")?.string }
                #expect(ids == [found], "\(name) \(value)")
            }
        }
        try await engine.remove([novels, houses])
    }

    @Test("A changed schema keeps records, rules and columns; a renamed field keeps its values")
    func changing() async throws {
        let server = try await Server()
        let engine = server.engine()
        let before = Self.module(
            "preparedChanging", [Self.title, FieldDescriptor(name: "age", kind: .integer)])
        try await engine.prepare([before])
        let layout = engine.layout(of: before)
        let body = RecordWriter(layout: layout, files: FileAddress(baseURL: server.node.url)).body(
            of: .of(["values": .of(["title": .string("Emma"), "age": .integer(0)])]))
        guard case .object(let members) = body.whole(layout) else { return }
        _ = try await server.send(
            .post, PocketBaseCall.records(of: layout.name), .object([.init("id", .string("R-1"))] + members))
        _ = try await server.send(.patch, ["collections", layout.name], .of(["listRule": .string("")]))

        var heading = Self.title
        heading.name = "heading"
        heading.formerNames = ["title"]
        let after = Self.module(
            "preparedChanging", [heading, FieldDescriptor(name: "pages", kind: .integer)])
        let plan = try await engine.plan(for: [after])
        #expect(plan.description.contains(#"renames "title" to "heading""#))
        #expect(plan.description.contains(#"adds "pages""#))
        try await engine.prepare([after])
        var request = SearchRequest(module: after)
        request.filter = .leaf(.init(.like, "heading", value: .string("EMM"), type: .string))
        request.page = .all
        let items = try await engine.search([request], decoding: .instances(of: after))[0].items
        #expect(items.first?.member("values")?.member("heading") == .string("Emma"))
        let record = try await server.send(.get, PocketBaseCall.records(of: layout.name, "R-1"))
        #expect(record.member("age") == .integer(0))
        #expect(record.member("q_has") == .texts(["age"]))
        #expect(try await server.send(.get, ["collections", layout.name]).member("listRule") == .string(""))

        // A field does not get a new type.
        let typed = Self.module("preparedChanging", [FieldDescriptor(name: "age", kind: .text)])
        let refused = await #expect(throws: CollectionError.self) { try await engine.prepare([typed]) }
        #expect(refused?.reason == .incompatible)
        #expect(
            try await server.send(.get, PocketBaseCall.records(of: layout.name, "R-1")).member("age")
                == .integer(0))
        try await engine.remove([after])
    }

    @Test("Existing collections are not changed, and only superusers may prepare")
    func refusing() async throws {
        let server = try await Server()
        let module = Self.module("preparedNever", [Self.title])
        await #expect(throws: UnsupportedError.self) { try await server.engine(.existing).prepare([module]) }
        let guest = PocketBaseEngine(
            baseURL: server.node.url,
            settings: PocketBaseSettings(collections: .managed, timeout: .seconds(900)))
        await #expect(throws: PocketBaseError.self) { try await guest.prepare([module]) }
    }
}
