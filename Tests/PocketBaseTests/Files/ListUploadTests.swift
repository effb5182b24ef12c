import Foundation
import Quire
import QuireCore
import QuireHTTP
import QuirePocketBase
import QuireRemote
import Testing
import TransportDoubles

extension FileTests {
    /// Uploads into a list of files of a managed collection, on the real server.
    @Suite(.serialized) struct ListUploadTests {
        private let elsewhere: ContentURL = "https://elsewhere.example.org/plan.pdf"

        private static func engine(_ server: WritingServer) async throws -> PocketBaseEngine {
            var settings = PocketBaseSettings(collections: .managed)
            settings.timeout = .seconds(900)
            let engine = server.engine(settings, as: server.superuser)
            try await engine.prepare([Pictures.descriptor])
            return engine
        }

        private static func file(_ text: String) -> PocketBaseFile {
            .data(Data(text.utf8), name: "\(text).txt")
        }

        /// The text of a file; `nil` if the server has none.
        private static func text(at address: ContentURL) async throws -> String? {
            let response = try await NetworkTransport().send(
                HTTPRequest(.get, #require(address.url)), deadline: .after(.seconds(900)))
            return response.status == 200 ? String(decoding: response.body, as: UTF8.self) : nil
        }

        /// The number of files that the server holds for an item.
        private static func stored(_ id: ContentID<Pictures>, _ server: WritingServer) async throws -> Int? {
            let path = Administrator.records(of: Pictures.descriptor.name, id.rawValue)
            return try await server.call(.get, path, nil)["q_f_pages"]?.elements?.count
        }

        @Test(
            "Files join a list with addresses of other servers, and leave the server with their address",
            arguments: [true, false])
        func lifeCycle(_ batches: Bool) async throws {
            let server = try await WritingServer.make(batches: batches)
            let engine = try await Self.engine(server)
            let content = ContentClient(engine: engine)
            var draft = Pictures.Draft()
            draft.title = .set("A")
            draft.pages = .set([elsewhere])
            let id = try await content.create(draft).id

            let pages = try await engine.upload(
                [Self.file("one"), Self.file("two")], to: \.pages, of: id, keepsOthers: true
            ).pages
            #expect(pages.count == 3 && pages.first == elsewhere)
            #expect(try await Self.text(at: pages[1]) == "one")
            #expect(try await Self.text(at: pages[2]) == "two")
            #expect(try await content.item(id).pages == pages)
            #expect(try await content.count(Pictures.query().where(\.pages, contains: pages[2])) == 1)

            // An update of another field leaves the files alone.
            var other = Pictures.Draft()
            other.title = .set("B")
            #expect(try await content.update(id, with: other).pages == pages)
            #expect(try await Self.stored(id, server) == 2)

            // Without an address, its file is removed; so with each way to write the list.
            var fewer = Pictures.Draft()
            fewer.pages = .set([pages[2], elsewhere])
            #expect(try await content.update(id, with: fewer).pages == [pages[2], elsewhere])
            #expect(try await Self.text(at: pages[1]) == nil)
            let replaced = try await engine.upload([Self.file("three")], to: \.pages, of: id)
            #expect(replaced.pages.count == 1 && replaced.title == "B")
            #expect(try await Self.text(at: pages[2]) == nil)
            #expect(try await Self.text(at: replaced.pages[0]) == "three")
            var whole = replaced
            whole.values.pages = []
            #expect(try await content.save(whole).pages == [])
            #expect(try await Self.text(at: replaced.pages[0]) == nil)
            #expect(try await Self.stored(id, server) == 0)
            try await engine.remove([Pictures.descriptor])
        }

        @Test("A server that does not store the files, and names former ones, adds nothing to the list")
        func lying() async throws {
            let server = try await WritingServer.make()
            let engine = try await Self.engine(server)
            let id = try await ContentClient(engine: engine).create(Pictures.Draft()).id
            let pages = try await engine.upload([Self.file("one")], to: \.pages, of: id).pages
            let former = try await server.call(
                .get, Administrator.records(of: Pictures.descriptor.name, id.rawValue), nil)["q_f_pages"]
            for answer in [former, .array([]), .array([.string("../../x"), .integer(1)]), .null, nil] {
                let transport = WatchedTransport(NetworkTransport()) { request, response in
                    guard request.upload != nil else { return response }
                    var members = [JSONValue.Member("id", .string(id.rawValue))]
                    if let answer { members.append(.init("q_f_pages", answer)) }
                    let body = JSONValue.array([
                        .of(["status": .integer(200), "body": .object(members)])
                    ])
                    return HTTPResponse(status: 200, body: body.data)
                }
                let other = server.engine(engine.settings, as: server.superuser, transport: transport)
                let isNew = answer == .array([.string("../../x"), .integer(1)])
                let failure = await #expect(throws: (any Error).self) {
                    try await other.upload([Self.file("two")], to: \.pages, of: id, keepsOthers: true)
                }
                // A name that the server made up is looked for, and is gone.
                #expect((failure as? WriteError)?.reason == (isNew ? .conflict : .other), "\(failure as Any)")
                #expect(try await ContentClient(engine: engine).item(id).pages == pages)
            }
            try await engine.remove([Pictures.descriptor])
        }

        @Test("A change of the list's elements removes their files")
        func modifier() async throws {
            let server = try await WritingServer.make()
            let engine = try await Self.engine(server)
            let id = try await ContentClient(engine: engine).create(Pictures.Draft()).id
            let pages = try await engine.upload([Self.file("one"), Self.file("two")], to: \.pages, of: id)
                .pages
            var operation = WriteOperation(.update, Pictures.descriptor, id: id.rawValue)
            operation.modifiers = [
                FieldModifier(.remove, .array([.string(pages[0].rawValue)]), of: "pages")
            ]
            #expect(try await server.write(operation, to: engine).failure == nil)
            #expect(try await Self.text(at: pages[0]) == nil)
            #expect(try await Self.text(at: pages[1]) == "two")
            try await engine.remove([Pictures.descriptor])
        }

        @Test("Of uploads at the same time, each is whole or reports that its files are lost")
        func together() async throws {
            let server = try await WritingServer.make()
            let engine = try await Self.engine(server)
            let content = ContentClient(engine: engine)
            let id = try await content.create(Pictures.Draft()).id
            let uploaded = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        do {
                            try await engine.upload(
                                [Self.file("n\(number)")], to: \.pages, of: id, keepsOthers: true)
                            return number
                        } catch let error as WriteError where error.reason == .conflict {
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: Set<String>()) { numbers, number in
                    if let number { numbers.insert("n\(number)") }
                }
            }
            let pages = try await content.item(id).pages
            var found: [String?] = []
            for page in pages { found.append(try await Self.text(at: page)) }
            #expect(!uploaded.isEmpty)
            #expect(Set(found) == Set(uploaded.map(Optional.some)) && found.count == uploaded.count)
            try await engine.remove([Pictures.descriptor])
        }

        @Test(
            "A collection of an earlier version has no place for the files until it is prepared; renamed lists keep theirs"
        )
        func earlier() async throws {
            let server = try await WritingServer.make()
            let engine = try await Self.engine(server)
            let content = ContentClient(engine: engine)
            var draft = Pictures.Draft()
            draft.pages = .set([elsewhere])
            let id = try await content.create(draft).id
            let path = ["collections", Pictures.descriptor.name]
            let live = try await server.call(.get, path, nil)
            let fields = (live["fields"]?.elements ?? []).filter { $0["name"]?.string != "q_f_pages" }
            try await server.call(.patch, path, .of(["fields": .array(fields)]))
            let failure = await #expect(throws: WriteError.self) {
                try await engine.upload([Self.file("one")], to: \.pages, of: id, keepsOthers: true)
            }
            #expect(failure?.message.contains("prepare") == true && failure?.fields.map(\.name) == ["pages"])
            #expect(try await content.item(id).pages == [elsewhere])

            try await engine.prepare([Pictures.descriptor])
            let pages = try await engine.upload(
                [Self.file("one")], to: \.pages, of: id, keepsOthers: true
            ).pages
            #expect(pages.count == 2)
            var renamed = Pictures.descriptor.fields.fields
            renamed[2].name = "sheets"
            renamed[2].formerNames = ["pages"]
            let module = ModuleDescriptor(name: Pictures.descriptor.name, fields: renamed)
            try await engine.prepare([module])
            var operation = WriteOperation(.update, module, id: id.rawValue)
            operation.values = .of(["sheets": .texts([pages[1].rawValue])])
            #expect(try await server.write(operation, to: engine).failure == nil)
            #expect(try await Self.text(at: pages[1]) == "one")
            operation.values = .of(["sheets": .null])
            #expect(try await server.write(operation, to: engine).failure == nil)
            #expect(try await Self.text(at: pages[1]) == nil)
            try await engine.remove([module])
        }
    }
}
