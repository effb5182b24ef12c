import QuireSchema
import Testing

@testable import QuireCommand

@Suite("Import: the names of items")
struct ItemNameTests {
    private func items(_ modules: [String]) -> [String?] {
        var imported = modules.map {
            ImportedModule(name: $0, location: SourceLocation(path: "-", line: 1, column: 1))
        }
        SwiftNamePlan.apply(to: &imported)
        return imported.map(\.item)
    }

    @Test(
        "A plural proposes the name of one item",
        arguments: [
            ("works", "Work"), ("order_items", "OrderItem"), ("BlogPosts", "BlogPost"),
            ("categories", "Category"),
            ("boxes", "Box"), ("people", "Person"), ("statuses", "Status"), ("addresses", "Address"),
            ("work", nil), ("news", nil), ("lens", nil), ("DNS", nil), ("URLs", nil), ("series", nil),
            ("analysis", nil),
            ("\u{65E5}\u{672C}", nil),
        ] as [(String, String?)])
    func plurals(module: String, item: String?) {
        #expect(items([module]) == [item])
    }

    @Test("A name that means something else is not proposed: another module, another item, or a known type")
    func taken() {
        #expect(items(["works", "work"]) == [nil, nil])
        #expect(items(["my works", "my_Works"]) == ["MyWork", nil])
        #expect(items(["pages", "dates", "protocols"]) == ["Page", nil, nil])
    }

    @Test("Every import proposes it, and is public unless told otherwise")
    func written() throws {
        let files: KeyValuePairs = [
            "works.json": #"{"properties":{"title":{"type":"string"},"work":{"enum":["a"]}}}"#
        ]
        let found = try DescribedImport(.jsonSchema, files)
        #expect(found.schema?.modules.first?.item == "Work")
        #expect(found.schema?.access == .public)
        let internally = try DescribedImport(.jsonSchema, files, access: .internal)
        #expect(internally.outcome.text?.contains(#""access": "internal""#) == true)
    }
}
