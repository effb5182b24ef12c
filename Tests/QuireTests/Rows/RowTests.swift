import DecodingSamples
import Foundation
import Quire
import Testing

/// A row that a test defines, as a store would return it.
private final class TestRow: RowSource {
    enum Column {
        case null, integer(Int64), number(Double), text(String)
    }

    private let columns: [Column]

    init(_ columns: [Column]) { self.columns = columns }

    override func isNull(_ column: Int) -> Bool { if case .null = columns[column] { true } else { false } }

    override func integer(_ column: Int) -> Int64 {
        if case .integer(let integer) = columns[column] { integer } else { 0 }
    }

    override func number(_ column: Int) -> Double {
        if case .number(let number) = columns[column] { number } else { 0 }
    }

    override func text(_ column: Int) -> String {
        if case .text(let text) = columns[column] { text } else { "" }
    }

    override func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Array(text(column).utf8).withUnsafeBytes(body)
    }
}

@Suite("Reading rows")
struct RowTests {
    private let decoder = ItemDecoder<Content<Gadgets>>.content()

    private func row(
        _ envelope: [RowLayout.Envelope: TestRow.Column] = [:], _ fields: [Int: TestRow.Column]
    ) -> TestRow {
        TestRow(
            RowLayout.Envelope.allCases.map { envelope[$0] ?? ($0 == .id ? .text("g1") : .null) }
                + Gadgets.Fields.table.fields.indices.map { fields[$0] ?? .null })
    }

    @Test("A row of columns is the same item as its JSON")
    func whole() throws {
        let text = #"""
            {"id":"g1","name":"n","module":"m","tags":[{"name":"a","value":"b"}],"createdAt":1500,"publishedAt":-1,"createdBy":"Ann",
             "revision":3,"customerId":4,"externalId":{"x":[1]},"pushSchedule":"daily",
             "values":{"title":"T","count":-7,"weight":2.5,"active":true,"made":1000,"seen":2,"sold":"1970-01-01T00:00:03Z",
              "born":"1970-01-02","link":"l","tint":"#fff","place":[4,52],"extra":{"a":[null]},"kind":"tool","grade":"good",
              "labels":["toy"],"marks":[1,2],"days":["1970-01-03"],"size":{"width":1,"made":"1970-01-01T00:00:09Z"},
              "label":{"en":"x"},"serial":"S-1","maker":"m1","helpers":["m2","m3"],"the \"odd\" one":"o","größe":"g","new":true}}
            """#
        var options = DecodingOptions()
        options.keepsUnknownValues = true
        let expected = try #require(
            try decoder.decodePage(Data("[\(text)]".utf8), options: options).items.first)
        let row = row(
            [
                .name: .text("n"), .module: .text("m"), .tags: .text(#"[{"name":"a","value":"b"}]"#),
                .createdAt: .integer(1500), .publishedAt: .integer(-1), .createdBy: .text("Ann"),
                .revision: .integer(3), .customerId: .integer(4), .externalId: .text(#"{"x":[1]}"#),
                .pushSchedule: .text(#""daily""#), .unknownValues: .text(#"{"new":true}"#),
            ],
            [
                0: .text("T"), 1: .integer(-7), 2: .number(2.5), 3: .integer(1), 4: .integer(1000),
                5: .integer(2000),
                6: .integer(3000), 7: .integer(86_400_000), 8: .text("l"), 9: .text("#fff"),
                10: .text(#"{"latitude":52,"longitude":4}"#), 11: .text(#"{"a":[null]}"#), 12: .text("tool"),
                13: .text("good"), 14: .text(#"["toy"]"#), 15: .text("[1,2]"), 16: .text(#"["1970-01-03"]"#),
                17: .text(#"{"width":1,"made":"1970-01-01T00:00:09Z"}"#), 18: .text(#"{"en":"x"}"#),
                19: .text("S-1"),
                20: .text("m1"), 21: .text(#"["m2","m3"]"#), 22: .text("o"), 23: .text("g"),
            ])
        #expect(try decoder.decode(row, decoder.rowLayout) == expected)
    }

    @Test("Null columns have no value; lists are empty then")
    func nulls() throws {
        let item = try decoder.decode(row([:], [0: .text("T")]), decoder.rowLayout)
        let expected = try decoder.decodeInstance(Data(#"{"id":"g1","values":{"title":"T"}}"#.utf8))
        #expect(item == expected)
    }

    @Test("A selected field reads the column of its selection, the others none")
    func chosenFields() throws {
        let layout = RowLayout(Gadgets.Fields.table, fields: [1, 0])
        let first = RowLayout.Envelope.allCases.count
        #expect(
            layout.column(of: 1) == first && layout.column(of: 0) == first + 1 && layout.column(of: 2) == nil)
        let pairs = ItemDecoder<String>(module: Gadgets.descriptor, fields: [1, 0]) {
            (reader) throws(ValueDecodingError) in
            try reader.read { (values) throws(ValueDecodingError) -> String in
                let count: Int? = try values.value(1)
                let title: String = try values.value(0)
                let weight: Double? = try values.value(2)
                return "\(title) \(count ?? 0) \(weight ?? 0)"
            }.values
        }
        let columns = [TestRow.Column](repeating: .null, count: first - 1)
        let row = TestRow([.text("id")] + columns + [.integer(5), .text("T")])
        #expect(try pairs.decode(row, layout) == "T 5 0.0")
    }

    @Test("An invalid column is named, with the path inside its JSON")
    func errors() {
        func description(
            _ fields: [Int: TestRow.Column], _ envelope: [RowLayout.Envelope: TestRow.Column] = [:]
        ) -> String? {
            var all: [Int: TestRow.Column] = [0: .text("T")]
            all.merge(fields) { $1 }
            do throws(ContentDecodingError) {
                _ = try decoder.decode(row(envelope, all), decoder.rowLayout)
                return nil
            } catch {
                return "\(error.id ?? "?"): \(error.path): expected \(error.expected), found \(error.found)"
            }
        }
        #expect(description([0: .null]) == "g1: values.title: expected a string, found nothing")
        #expect(
            description([13: .text("bad")])
                == "g1: values.grade: expected one of the schema's choices, found bad")
        #expect(
            description([17: .text(#"{"width":"1"}"#)])
                == #"g1: values.size.width: expected a number, found {"width":"1"}"#)
        #expect(description([17: .text("{}")]) == "g1: values.size.width: expected a number, found {}")
        #expect(
            description([15: .text("[1,x]")])
                == "g1: values.marks[1]: expected an integer, found [1,x]")
        #expect(
            description([22: .null], [.tags: .text(#"[{"name":1}]"#)])
                == #"g1: tags[0].name: expected a string, found [{"name":1}]"#)
    }
}
