import Testing
@testable import QuireSchema
@Test func smoke() {
    let (schema, diagnostics) = readSchema(paths: ["Schema"])
    for d in diagnostics { print(d) }
    print(schema?.hash ?? 0, schema?.modules.map { "\($0.name) \($0.fields.count)" } ?? [])
    if let schema {
        let c = schema.canonicalForm
        let again = readSchema(documents: [SchemaDocument(path: "c", text: c)])
        for d in again.diagnostics { print(d) }
        #expect(again.schema?.canonicalForm == c)
    }
}
