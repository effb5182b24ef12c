#if SQLite
import Foundation
import Quire
import Testing

@testable import QuireStore

@Suite("Values that a migration keeps")
struct KeptValueTests {
    /// The value of a field that has one kind after another, in the last kind.
    private func value(_ json: String, _ kinds: FieldKind...) async throws -> JSONValue? {
        let folder = try Folder()
        var result: JSONValue?
        for (step, kind) in kinds.enumerated() {
            let module = ModuleDescriptor(name: "things", fields: [FieldDescriptor(name: "a", kind: kind)])
            var options = StoreOptions()
            options.downgradePolicy = .allow
            let store = try await Store(.file(folder.file()), modules: [module], options: options)
            if step == 0 { try await store.load(module, [#"{"id":"1","values":{"a":\#(json)}}"#]) }
            result = try await store.allValues(of: module)["1"]?["a"]
            await store.close()
        }
        return result
    }

    @Test(
        "A list of relations keeps elements that are no ids",
        arguments: [
            #"[{"k":1},"x"]"#, #"[null,{"id":"b"},{"k":[]}]"#, #"[{"id":5}]"#,
        ])
    func relations(json: String) async throws {
        let expected = try JSONValue(parsing: Data(json.utf8))
        let kept = try await value(json, .list(.json), .relations(module: "things"))
        #expect(kept == expected)
        let back = try await value(json, .list(.json), .relations(module: "things"), .list(.json))
        #expect(back == expected)
    }

    @Test("A date without a time of day gives the whole moment to a field of another type")
    func days() async throws {
        let moment = "\"2017-04-18T15:24:49.805Z\""
        let kinds: [FieldKind] = [.dateTime(.rfc3339), .date(.dateOnly), .text]
        #expect(try await value(moment, kinds[0], kinds[1]) == .string("2017-04-18"))
        #expect(try await value(moment, kinds[0], kinds[1], kinds[2]) == .string("2017-04-18T15:24:49.805Z"))
        #expect(
            try await value("\"2017-04-18\"", .date(.dateOnly), .text) == .string("2017-04-18"))
    }
}
#endif
