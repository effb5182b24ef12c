#if SQLite
import Quire
import QuireStore
import TransportDoubles

/// A random search, whose structure and whose values come from different generators: many searches may have the same
/// structure and other values.
struct ShapedSearch {
    var request: SearchRequest
    let decoder: ItemDecoder<String>
    let isAfterCursor: Bool

    init(_ structure: inout SeededGenerator, _ values: inout SeededGenerator) {
        let isOfBooks = Int.random(in: 0..<8, using: &structure) > 0
        let module = isOfBooks ? Books.descriptor : Authors.descriptor
        request = SearchRequest(module: module)
        decoder =
            Bool.random(using: &structure) ? Store.idDecoder(module) : ItemDecoder.ids(of: module)
        if Int.random(in: 0..<8, using: &structure) > 0 {
            request.filter =
                isOfBooks
                ? Self.filter(&structure, &values, depth: 3)
                : leaf(
                    Self.operation([.equal, .like, .hasPrefix], &structure), "name", Self.text(&values))
        }
        if Int.random(in: 0..<5, using: &structure) == 0 {
            request.metaFilter = .and([
                leaf(
                    Self.operation([.equal, .greater, .lessOrEqual], &structure), "updatedAt",
                    .date(milliseconds: Int64.random(in: 0..<40, using: &values) * 1_000)),
                leaf(.notEqual, "name", Self.text(&values)),
            ])
        }
        if Int.random(in: 0..<8, using: &structure) == 0 {
            request.ids = (0..<Int.random(in: 0...3, using: &values)).map { _ in
                "\(Int.random(in: 0..<60, using: &values))"
            }
        }
        request.countsTotal = Bool.random(using: &structure)
        if isOfBooks {
            let keys: [SortKey.Property] = [
                .value("title"), .value("age"), .value("rating"), .value("tags"), .metadata("updatedAt"),
                .value("language"),
            ]
            for key in keys.shuffled(using: &structure).prefix(Int.random(in: 0...2, using: &structure)) {
                request.sort.append(
                    SortKey(
                        key, Bool.random(using: &structure) ? .ascending : .descending,
                        nulls: [nil, .first, .last].randomElement(using: &structure) ?? nil))
            }
        }
        let limit = Int.random(in: 1...9, using: &values)
        let page = Int.random(in: 0..<6, using: &structure)
        isAfterCursor = page == 0
        switch page {
        case 0, 1: request.page = .cursor(nil, limit: limit)
        case 2: request.page = .offset(Int.random(in: 0...3, using: &values), limit: limit)
        case 3: request.page = .page(Int.random(in: 0...3, using: &values), size: limit)
        default: request.page = .all
        }
    }

    private static func operation(
        _ operations: [FilterOperation], _ structure: inout SeededGenerator
    ) -> FilterOperation {
        operations.randomElement(using: &structure) ?? .equal
    }

    private static func text(_ values: inout SeededGenerator) -> FilterValue {
        .string(texts.randomElement(using: &values) ?? "")
    }

    private static func number(_ values: inout SeededGenerator) -> FilterValue {
        switch Int.random(in: 0..<12, using: &values) {
        case 0...4: .integer(Int64.random(in: -2...12, using: &values))
        case 5...7: .number(Double(Int.random(in: -4...24, using: &values)) / 2)
        case 8: .integer([1 << 53, 1 << 53 + 1, .max, .min, -1 << 53 - 1].randomElement(using: &values) ?? 0)
        case 9: .number([1e300, -1e300, 0x1p63, -0x1p63, 0x1p53, -0.0].randomElement(using: &values) ?? 0)
        case 10: .number([.nan, .infinity, 0.1].randomElement(using: &values) ?? 0)
        default: .null
        }
    }

    private static func list(_ values: inout SeededGenerator, _ value: (inout SeededGenerator) -> FilterValue)
        -> FilterValue
    {
        .list((0..<Int.random(in: 0...4, using: &values)).map { _ in value(&values) })
    }

    private static let texts = [
        "", "a", "ab", "B", "é", "e\u{301}", "東京", "a\0b", "\u{10FFFF}", "\u{D7FF}", "%", "'", "nl", "eng",
        "Ä", "ä",
        "Emma",
    ]

    private static let comparisons: [FilterOperation] = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .notLess, .notGreater,
    ]

    private static func filter(
        _ structure: inout SeededGenerator, _ values: inout SeededGenerator, depth: Int
    ) -> Filter {
        switch Int.random(in: 0..<(depth > 0 ? 18 : 11), using: &structure) {
        case 0, 1:
            let name = ["title", "language", "tags", "summary"].randomElement(using: &structure) ?? ""
            let operations: [FilterOperation] =
                comparisons + [
                    .like, .notLike, .contains, .notContains, .hasPrefix, .notHasPrefix, .hasSuffix,
                    .notHasSuffix,
                ]
            return leaf(operation(operations, &structure), name, text(&values))
        case 2, 3:
            let name = ["age", "rating", "pages", "weights"].randomElement(using: &structure) ?? ""
            return leaf(operation(comparisons, &structure), name, number(&values))
        case 4:
            let name = ["title", "tags", "language"].randomElement(using: &structure) ?? ""
            return leaf(operation([.in, .notIn], &structure), name, list(&values, text))
        case 5:
            let name = ["age", "rating", "weights"].randomElement(using: &structure) ?? ""
            return leaf(
                operation([.in, .notIn, .between, .notBetween], &structure), name, list(&values, number))
        case 6:
            return leaf(
                operation(comparisons, &structure), "printedAt",
                .date(milliseconds: Int64.random(in: -3...30, using: &values) * 1_000))
        case 7:
            return leaf(
                operation([.equal, .notEqual], &structure), "isAvailable",
                .boolean(Bool.random(using: &values)))
        case 8:
            let name = ["title", "tags", "place", "age"].randomElement(using: &structure) ?? ""
            return leaf(operation([.equal, .notEqual], &structure), name, .null)
        case 9:
            let degrees = (0..<3).map { _ in FilterValue.number(Double.random(in: -91...91, using: &values)) }
            let radius = FilterValue.number([0, 5e5, 9e6, -1, .infinity].randomElement(using: &values) ?? 0)
            return Bool.random(using: &structure)
                ? leaf(
                    operation([.near, .notNear], &structure), "place", .list(degrees.prefix(2) + [radius]))
                : leaf(
                    operation([.within, .notWithin], &structure), "place", .list(degrees + [.integer(10)]))
        case 10: return leaf(operation(comparisons, &structure), "age", .field("rating"))
        case 11:
            let step = RelationStep(
                ["author", "editors"].randomElement(using: &structure) ?? "", to: Authors.descriptor)
            let inner = leaf(
                operation([.equal, .notEqual, .like, .hasPrefix], &structure), "name", text(&values))
            return Bool.random(using: &structure) ? .any(step, inner) : .none(step, inner)
        case 12...15:
            return .and(
                (0..<Int.random(in: 0...3, using: &structure)).map { _ in
                    filter(&structure, &values, depth: depth - 1)
                })
        default:
            return .or(
                (0..<Int.random(in: 0...3, using: &structure)).map { _ in
                    filter(&structure, &values, depth: depth - 1)
                })
        }
    }

    static func books(_ random: inout SeededGenerator, count: Int = 60) -> [String] {
        (0..<count).map { number in
            func maybe(_ text: String) -> String {
                Int.random(in: 0..<5, using: &random) == 0 ? "null" : text
            }
            func text() -> String {
                var json = JSONWriter()
                json.string(texts.randomElement(using: &random) ?? "")
                return String(decoding: json.bytes, as: UTF8.self)
            }
            func small() -> Int { Int.random(in: -2...12, using: &random) }
            let fields = [
                #""title":\#(text())"#, #""age":\#(maybe("\(small())"))"#,
                #""rating":\#(maybe("\(Double(small()) / 2)"))"#,
                #""isAvailable":\#(maybe("\(Bool.random(using: &random))"))"#,
                #""language":\#(maybe(text()))"#, #""tags":[\#(text()),\#(text())]"#,
                #""pages":[\#(small()),9007199254740993]"#,
                #""weights":\#(maybe("[\(Double(small()) / 2),0.1]"))"#,
                #""printedAt":\#(maybe("\"1970-01-01T00:00:\(10 + abs(small()))Z\""))"#,
                #""summary":\#(maybe(text()))"#,
                #""place":\#(maybe("{\"latitude\":\(small()),\"longitude\":\(small())}"))"#,
                #""author":\#(maybe("\"w\(abs(small()) % 5)\""))"#,
                #""editors":["w\#(abs(small()) % 5)","w\#(abs(small()) % 7)"]"#,
            ]
            let metadata = #""name":\#(text()),"updatedAt":\#(small() * 1_000 + 12_000)"#
            return #"{"id":"\#(number)",\#(metadata),"values":{\#(fields.joined(separator: ","))}}"#
        }
    }

    static let authors = (0..<5).map { number in
        let name = ["a", "B", "é", "Emma", "ab"][number]
        return #"{"id":"w\#(number)","name":"w","values":{"name":"\#(name)"}}"#
    }
}
#endif
