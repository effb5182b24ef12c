import QuireSchema
import Testing

@Suite("Import: OpenAPI")
struct OpenAPIImportTests {
    private static let shop = #"""
        {"openapi":"3.0.3","info":{"title":"Shop","version":"1"},
         "paths":{
          "/books":{"get":{"responses":{
           "200":{"content":{"application/json":{"schema":{"type":"array","items":{"$ref":"#/components/schemas/Book"}}}}},
           "default":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}}}}},
         "components":{"schemas":{
          "Entity":{"type":"object","properties":{"id":{"type":"string","readOnly":true},
            "createdAt":{"type":"string","format":"date-time","readOnly":true}},"required":["id","createdAt"]},
          "Book":{"allOf":[{"$ref":"#/components/schemas/Entity"},{"type":"object","required":["title","secret"],
            "properties":{"title":{"type":"string","maxLength":200},"subtitle":{"type":"string","nullable":true},
             "author":{"$ref":"#/components/schemas/Author"},"secret":{"type":"string","writeOnly":true},
             "price":{"$ref":"#/components/schemas/Money"},"status":{"$ref":"#/components/schemas/Status"}}}]},
          "Author":{"type":"object","properties":{"id":{"type":"integer","format":"int64"},"name":{"type":"string"}}},
          "Money":{"type":"object","properties":{"amount":{"type":"number"},"currency":{"type":"string"}}},
          "BookPage":{"type":"object","properties":{"total":{"type":"integer"},
            "items":{"type":"array","items":{"$ref":"#/components/schemas/Book"}}}},
          "Status":{"type":"string","enum":["draft","live"]},
          "Problem":{"type":"object","properties":{"detail":{"type":"string"}}}}}}
        """#

    @Test("Objects with an id become modules; parts and errors do not, which is reported")
    func modules() throws {
        let found = try DescribedImport(.openAPI, ["api.json": Self.shop])
        #expect(found.moduleNames == ["Book", "Author"])
        #expect(
            try found.types(of: "Book") == [
                "createdAt: dateTime rfc3339!", "title: text!", "subtitle: text", "author: object id,name",
                "secret: text", "price: object amount,currency", "status: choice draft,live",
            ])
        #expect(found.notes.contains("schemas that describe errors only are skipped: 'Problem'"))
        #expect(found.notes.contains("have no modules of their own: 'Entity', 'Money', 'BookPage'"))
        #expect(found.notes.contains("'readOnly' has no equivalent in a schema; left out once"))
    }

    @Test("--modules chooses any object of the document, and a mistyped name lists them")
    func selection() throws {
        let found = try DescribedImport(.openAPI, ["api.json": Self.shop], modules: ["Book,Problem"])
        #expect(found.moduleNames == ["Book", "Problem"])
        let error = #expect(throws: RefusedOptionsError.self) {
            try DescribedImport(.openAPI, ["api.json": Self.shop], modules: ["Bok"])
        }
        #expect(
            error?.message.contains("the document has no module 'Bok'; expected one of: Entity, Book") == true
        )
    }

    @Test("Version 3.1 is read, and a document without schemas is refused")
    func versions() throws {
        let found = try DescribedImport(
            .openAPI,
            [
                "a.json":
                    #"{"openapi":"3.1.0","components":{"schemas":{"B":{"properties":{"t":{"type":["string","null"]}},"required":["t"]}}}}"#
            ])
        #expect(try found.types(of: "B") == ["t: text"])
        for (text, message) in [
            (#"{"openapi":"3.1.0"}"#, "has no components.schemas"), ("{}", "expected an OpenAPI document"),
        ] {
            let refused = try DescribedImport(.openAPI, ["a.json": text])
            #expect(refused.outcome.text == nil)
            #expect(refused.notes.contains(message))
        }
    }

    @Test("YAML is refused with the command that converts it")
    func yaml() async throws {
        let command = try BuiltCommand()
        defer { command.remove() }
        let run = try await command.run("import", "openapi", "api.yaml")
        #expect(run.code == 2)
        #expect(run.errors.contains("yq -o=json api.yaml > api.yaml.json"))
    }
}
