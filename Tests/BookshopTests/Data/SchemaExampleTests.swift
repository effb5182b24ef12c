import Foundation
import Testing

@Suite("The schema of the bookshop")
struct SchemaExampleTests {
    @Test("It has every kind of field")
    func kinds() throws {
        let modules = try #require(try Shipped.schema()["modules"]?.list)
        let fields = try modules.compactMap { $0["name"]?.text }.flatMap(Shipped.fields(of:))
        let types = Set(fields.compactMap { $0["type"]?.text })
        #expect(
            types == [
                "text", "longText", "html", "integer", "number", "boolean", "date", "time", "dateTime", "url",
                "image",
                "video", "audio", "document", "color", "geopoint", "json", "choice", "choices", "list",
                "object",
                "localizedText", "relation", "relations", "scalar",
            ])
        let facets = Set(fields.compactMap { $0["facet"]?.text })
        #expect(facets == ["conjunctive", "disjunctive", "hierarchical"])
        #expect(fields.contains { $0["closed"] == .boolean(true) })
        #expect(fields.contains { $0["enum"] != nil })
        #expect(fields.contains { $0["operators"] != nil })
        #expect(fields.contains { $0["deprecated"] != nil })
        #expect(fields.contains { $0["localized"] == .boolean(true) })
        #expect(fields.contains { $0["default"] != nil })
        #expect(Set(fields.compactMap { $0["of"]?["type"]?.text }) == ["text", "integer"])
        #expect(Set(fields.compactMap { $0["format"]?.text }) == ["dateOnly", "rfc3339"])
        #expect(modules.contains { $0["single"] == .boolean(true) })
        #expect(modules.contains { $0["mixins"] != nil })
    }

    @Test("It describes every module and every field")
    func descriptions() throws {
        for module in try #require(try Shipped.schema()["modules"]?.list) {
            #expect(module["description"]?.text?.isEmpty == false)
            for field in try Shipped.fields(of: try #require(module["name"]?.text)) {
                #expect(field["description"]?.text?.isEmpty == false, "\(field["name"]?.text ?? "?")")
            }
        }
    }
}
