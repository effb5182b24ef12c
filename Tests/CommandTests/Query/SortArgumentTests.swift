import Quire
import Testing

@testable import QuireCommand

@Suite("Parsing of sort orders")
struct SortArgumentTests {
    private let names = FieldNames(
        module: ModuleDescriptor(
            name: "odd",
            fields: ["title", "year", "-year", "a,b", "year:last", "name", "é"].map {
                FieldDescriptor(name: $0, kind: .text)
            }))

    private func keys(_ texts: String...) throws -> [SortKey] { try SortArgument.keys(texts, of: names) }

    @Test("Names separated by commas, a minus for descending, and the position of missing values are parsed")
    func keys() throws {
        #expect(
            try keys("year, -title:first", "updatedAt") == [
                SortKey(.value("year")), SortKey(.value("title"), .descending, nulls: .first),
                SortKey(.metadata("updatedAt")),
            ])
    }

    @Test("A field shadows metadata of its name, which has a separate name")
    func metadata() throws {
        #expect(
            try keys("name,-meta.name") == [SortKey(.value("name")), SortKey(.metadata("name"), .descending)])
    }

    @Test("A field's exact name means that field, whatever characters it contains")
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
