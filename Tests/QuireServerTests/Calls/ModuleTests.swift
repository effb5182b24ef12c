#if SQLite
import Foundation
import Quire
import Testing

import QuireServer

/// Modules and their fields in HALO's format.
@Suite struct ModuleTests {
    @Test("All modules in a bare list or page by page, with fields on request")
    func lists() async throws {
        let library = try await Library()
        let all = try await library.send("GET", "generalcontent/module?skip=true")
        #expect(all.ids().count == 3)
        #expect(all["0.fields"] == nil)
        #expect(all["0.id"] == .string("5f0000000000000000000001"))
        #expect(all["0.isSingle"] == .boolean(false))
        #expect(all["2.isSingle"] == .boolean(true))
        #expect(all["1.id"] == .string(Library.derivedID("authors")))
        let page = try await library.send("GET", "generalcontent/module/?page=2&limit=2&withFields=true")
        #expect(page.ids() == [Library.derivedID("settings")])
        #expect(
            "\(page["pagination"] ?? .null)"
                == #"{"page":2,"limit":2,"offset":2,"totalItems":3,"totalPages":2}"#)
        #expect(page["items.0.fields.0.name"] == .string("theme"))
        #expect(try await library.send("GET", "generalcontent/module?page=0").status == 400)
        #expect(try await library.send("GET", "generalcontent/module?page=999999&limit=999999").ids() == [])
    }

    @Test("A field has its HALO type with its rules, choices and target module")
    func fields() async throws {
        let library = try await Library()
        let module = try await library.send(
            "GET", "generalcontent/module/5f0000000000000000000001?withFields=true")
        guard case .array(let fields)? = module["fields"] else { return #expect(Bool(false)) }
        let types = Dictionary(
            uniqueKeysWithValues: fields.map { field in
                (
                    "\(field["name"] ?? .null)",
                    "\(field["fieldType"]?["name"] ?? .null) \(field["fieldType"]?["id"] ?? .null)"
                )
            })
        #expect(types[#""title""#] == #""Text" "000000000000000000000001""#)
        #expect(types[#""year""#] == #""Number" "000000000000000000000002""#)
        #expect(types[#""released""#] == #""Date" "000000000000000000000006""#)
        // HALO's Date is milliseconds; a date in another format is a text.
        #expect(types[#""firstSeen""#] == #""Text" "000000000000000000000001""#)
        #expect(types[#""genres""#] == #""Multiple choice" "000000000000000000000017""#)
        #expect(types[#""blurb""#] == #""Localized text" "000000000000000000000015""#)
        #expect(types[#""editors""#] == #""Multiple relation" "000000000000000000000010""#)
        #expect(types[#""size""#] == #""Object" "000000000000000000000013""#)
        let byName = { (name: String) in fields.first { $0["name"] == .string(name) } ?? .null }
        #expect(
            "\(byName("language")["format"] ?? .null)"
                == #"{"values":["english","french","japanese"],"default":null}"#)
        #expect(
            "\(byName("author")["format"] ?? .null)" == #"{"module":"\#(Library.derivedID("authors"))"}"#)
        #expect(byName("title")["description"] == .string("What it is called."))
        #expect(
            "\(byName("title")["fieldType"]?["rules"] ?? .null)"
                == #"[{"rule":"custom||isString","params":[],"error":"validator.8"},{"rule":"isLength","params":[0,1000],"error":"validator.10"}]"#
        )
        #expect(module["defaultLanguage"] == .string("en"))
        #expect(
            try await library.send("GET", "generalcontent/module/books").json.instanceID
                == module.json.instanceID)
        #expect(try await library.send("GET", "generalcontent/module/x").message == "Module not found")
    }

    @Test("Ids derived from names are 24 hexadecimal digits, the same in every run, and unique")
    func ids() {
        #expect(Library.derivedID("authors").wholeMatch(of: /[0-9a-f]{24}/) != nil)
        #expect(Library.derivedID("authors") == Library.derivedID("authors"))
        #expect(Set((0..<1_000).map { Library.derivedID("\($0)") }).count == 1_000)
        #expect(InstanceWriting.newID(milliseconds: 0).wholeMatch(of: /00000000[0-9a-f]{16}/) != nil)
    }

    @Test("Two modules with one name or one id are rejected")
    func clashes() async {
        let module = ServedModule(Library.authors)
        for others in [module, ServedModule(Library.settings, id: module.id)] {
            await #expect(throws: ServerError.self) { try await Library(modules: [module, others]) }
        }
    }
}
#endif
