#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

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

    @Test("A moment that no calendar reaches is shown as its number, and not as null")
    func farMoments() async throws {
        let latest = JSONValue.integer(.max)
        let number = "\(Int64.max)"
        #expect(try await value(number, .integer, .dateTime(.epochMilliseconds)) == latest)
        #expect(
            try await value(number, .integer, .dateTime(.epochMilliseconds), .dateTime(.rfc3339)) == latest)
        #expect(try await value(number, .integer, .dateTime(.epochMilliseconds), .integer) == latest)
        // Too late for whole milliseconds, so that it stays the number of seconds that it is.
        #expect(try await value(number, .integer, .dateTime(.epochSeconds)) == latest)
    }

    @Test(
        "A list keeps whole numbers that a Double would round, and its filters find what a load would store")
    func listOfNumbers() async throws {
        let json = "[9007199254740993,-7]"
        let exact = JSONValue.array([.integer(9_007_199_254_740_993), .integer(-7)])
        #expect(try await value(json, .list(.integer), .list(.number)) == exact)
        #expect(try await value(json, .list(.integer), .list(.number), .list(.integer)) == exact)

        let folder = try Folder()
        let location = Store.Location.file(folder.file())
        func module(_ kind: FieldKind) -> ModuleDescriptor {
            ModuleDescriptor(name: "things", fields: [FieldDescriptor(name: "a", kind: .list(kind))])
        }
        let store = try await Store(location, modules: [module(.integer)])
        try await store.load(module(.integer), [#"{"id":"1","values":{"a":\#(json)}}"#])
        await store.close()
        var options = StoreOptions()
        options.downgradePolicy = .allow
        let numbers = try await Store(location, modules: [module(.number)], options: options)
        try await numbers.load(module(.number), [#"{"id":"2","values":{"a":\#(json)}}"#])
        var request = SearchRequest(module: module(.number))
        request.filter = .leaf(.init(.equal, "a", value: .number(9_007_199_254_740_992), type: .number))
        let pages = try await numbers.search([request], decoding: .instances(of: module(.number)))
        #expect(pages.flatMap(\.items).count == 2)
        await numbers.close()
        #expect(try await Store.check(location).isSound)
    }

    @Test("The dates of a list are written in the new format, and filters find them")
    func listOfDates() async throws {
        let list = FieldKind.list(.dateTime(.epochMilliseconds))
        let texts = JSONValue.array([.string("2024-05-01T12:00:00.250Z"), .string("1969-12-31T23:59:59Z")])
        let numbers = JSONValue.array([.integer(1_714_564_800_250), .integer(-1000)])
        let json = "[1714564800250,-1000]"
        #expect(try await value(json, list, .list(.dateTime(.rfc3339))) == texts)
        #expect(try await value(json, list, .list(.dateTime(.rfc3339)), list) == numbers)
        let seconds = try await value(json, list, .list(.dateTime(.epochSeconds)))
        #expect(seconds == .array([.number(1_714_564_800.25), .integer(-1)]))
        #expect(try await value(json, list, .list(.dateTime(.epochSeconds)), list) == numbers)

        let folder = try Folder()
        for kind in [list, .list(.dateTime(.rfc3339)), .list(.dateTime(.epochSeconds)), list] {
            let module = ModuleDescriptor(name: "things", fields: [FieldDescriptor(name: "a", kind: kind)])
            let store = try await Store(.file(folder.file()), modules: [module])
            if try await store.allValues(of: module).isEmpty {
                try await store.load(module, [#"{"id":"1","values":{"a":\#(json)}}"#])
            }
            for (moment, count) in [(1_714_564_800_250, 1), (-1000, 1), (1_714_564_800, 0)] as [(Int64, Int)]
            {
                var request = SearchRequest(module: module)
                request.filter = .leaf(.init(.equal, "a", value: .date(milliseconds: moment), type: .date))
                let pages = try await store.search([request], decoding: .instances(of: module))
                #expect(pages.flatMap(\.items).count == count, "\(kind) \(moment)")
            }
            await store.close()
            #expect(try await Store.check(.file(folder.file())).isSound)
        }
    }

    @Test("A list with a time of day does not fit a list of days, and is kept as it is")
    func listOfDays() async throws {
        let folder = try Folder()
        let location = Store.Location.file(folder.file())
        func module(_ format: DateFormat) -> ModuleDescriptor {
            ModuleDescriptor(
                name: "things", fields: [FieldDescriptor(name: "a", kind: .list(.dateTime(format)))])
        }
        let store = try await Store(location, modules: [module(.rfc3339)])
        try await store.load(
            module(.rfc3339),
            [
                #"{"id":"1","values":{"a":["2024-05-01T12:00:00Z"]}}"#,
                #"{"id":"2","values":{"a":["2024-05-01T00:00:00Z"]}}"#,
            ])
        await store.close()
        let plan = try await Store.plan(for: [module(.dateOnly)], of: location)
        #expect(plan.modules.first?.difference.reformatted == ["a"])
        #expect(plan.modules.first?.work == .rewrite)
        #expect(plan.modules.first?.incompatible.totalCount == 1)
        #expect(!plan.isLossless)
        let days = try await Store(location, modules: [module(.dateOnly)])
        #expect(try await days.incompatibleValues(of: "things").totalCount == 1)
        let values = try await days.allValues(of: module(.dateOnly))
        #expect(values["1"]?["a"] == .array([.string("2024-05-01T12:00:00Z")]))
        #expect(values["2"]?["a"] == .array([.string("2024-05-01")]))
        await days.close()
        let times = try await Store(location, modules: [module(.rfc3339)])
        #expect(
            try await times.allValues(of: module(.rfc3339))["1"]?["a"]
                == .array([.string("2024-05-01T12:00:00Z")]))
        #expect(try await times.incompatibleValues(of: "things").totalCount == 0)
        await times.close()
        #expect(try await Store.check(location).isSound)
    }
}
#endif
