import Quire
import Testing

@testable import QuireCommand

@Suite("An order as it is typed")
struct SortArgumentTests {
    private let names = FieldNames(
        module: ModuleDescriptor(
            name: "odd",
            fields: ["title", "year", "-year", "a,b", "year:last", "name", "é"].map {
                FieldDescriptor(name: $0, kind: .text)
            }))

    private func keys(_ texts: String...) throws -> [SortKey] { try SortArgument.keys(texts, of: names) }

    @Test("Names with commas between, a minus for the largest first, and where items without a value go")
    func keys() throws {
        #expect(
            try keys("year, -title:first", "updatedAt") == [
                SortKey(.value("year")), SortKey(.value("title"), .descending, nulls: .first),
                SortKey(.metadata("updatedAt")),
            ])
    }

    @Test("A field wins over metadata of its name, which has a name of its own")
    func metadata() throws {
        #expect(
            try keys("name,-meta.name") == [SortKey(.value("name")), SortKey(.metadata("name"), .descending)])
    }

    @Test("A name that is a field's is that field, whatever stands in it")
    func odd() throws {
        #expect(try keys("-year") == [SortKey(.value("-year"))])
        #expect(try keys("--year") == [SortKey(.value("-year"), .descending)])
        #expect(try keys("a,b") == [SortKey(.value("a,b"))])
        #expect(try keys("-a,b") == [SortKey(.value("a,b"), .descending)])
        #expect(try keys("year:last") == [SortKey(.value("year:last"))])
        #expect(try keys("year:last:last") == [SortKey(.value("year:last"), nulls: .last)])
    }

    @Test("Names are compared by their bytes", arguments: ["e\u{301}", "Title", "", "title,", "-"])
    func unknown(_ text: String) {
        #expect(throws: UsageError.self) { try SortArgument.keys([text], of: names) }
    }
}
