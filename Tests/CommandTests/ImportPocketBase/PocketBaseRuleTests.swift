import QuireCommand
import Testing

@Suite("Import: rules of PocketBase")
struct PocketBaseRuleTests {
    @Test(
        "The description of a module says who may do what",
        arguments: [
            ("", "Only superusers may list, view, create, update and delete."),
            (
                #""listRule":"","viewRule":"","createRule":null,"updateRule":null,"deleteRule":null"#,
                "Everyone may list and view. Only superusers may create, update and delete."
            ),
            (
                #""listRule":"@request.auth.id != ''","viewRule":"@request.auth.id != \"\"","createRule":"@request.auth.id != ''""#,
                "Signed-in users may list, view and create. Only superusers may update and delete."
            ),
            (
                #""listRule":"owner = @request.auth.id &&\n  public = true","viewRule":"","createRule":"","updateRule":"","deleteRule":"""#,
                "Whoever meets `owner = @request.auth.id && public = true` may list. Everyone may view, create, update and delete."
            ),
        ])
    func description(_ rules: String, _ expected: String) throws {
        let found = try PocketBaseDescription(
            fields: "", settings: rules.isEmpty ? "" : "," + rules)
        #expect(try found.module()["description"] as? String == expected)
    }

    @Test("The description of a view says that it is read-only, and who may read it")
    func view() throws {
        let found = try PocketBaseDescription(fields: "", type: "view", settings: #","listRule":"""#)
        #expect(
            try found.module()["description"] as? String
                == "A view, which is read-only. Everyone may list. Only superusers may view.")
    }
}
