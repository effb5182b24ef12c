import Foundation
import Quire
import QuireCore
import QuirePocketBase
import QuireRemote
import Testing

/// A list named as PocketBase's parameter of projections, which the server refuses beside it in a batch.
@Suite struct FieldNamedFieldsTests {
    @Test("Writes in a batch keep a list that is named \"fields\"")
    func lists() async throws {
        let shared = try await WritingServer.make()
        let module = ModuleDescriptor(
            name: shared.module.name,
            fields: [
                FieldDescriptor(name: "title", kind: .text),
                FieldDescriptor(name: "fields", kind: .list(.text)),
            ])
        let server = WritingServer(administrator: shared.administrator, module: module)
        let engine = try await server.managed()
        let items = ["aaaaaaaaaaaaaa1", "aaaaaaaaaaaaaa2"]
        let created = try await engine.write(
            WriteBatch(items.map { server.operation(.create, $0, .of(["fields": .texts(["x", $0])])) }))
        for (id, result) in zip(items, created) { #expect(result.values?["fields"] == .texts(["x", id])) }
        let change = server.operation(
            .update, items[0], .of(["fields": .texts(["y"]), "title": .string("Y")]))
        let updated = try await server.write(change, to: engine)
        #expect(updated.values == .of(["title": .string("Y"), "fields": .texts(["y"])]))
        #expect(try await server.record(items[0])["fields"] == .texts(["y"]))
        #expect(try await server.record(items[1])["fields"] == .texts(["x", items[1]]))
    }
}
