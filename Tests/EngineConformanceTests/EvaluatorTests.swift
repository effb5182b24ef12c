import Quire
import Testing

@testable import QuireConformance

/// The evaluator alone: handwritten results, and requests that it must reject.
@Suite struct EvaluatorTests {
    private static let instances = Shelf.table.instances

    @Test("Leaf cases find the handwritten ids", arguments: ExpectedLeaf.all)
    func expectedLeaves(_ expected: ExpectedLeaf) throws {
        let filter = try #require(expected.request.filter)
        #expect(try Self.ids(filter) == expected.ids)
        // The complement is exact, and so is its complement.
        let complement = filter.negated()
        #expect(try Self.ids(complement) == "abcdefghijkl".filter { !expected.ids.contains($0) })
        #expect(try Self.ids(complement.negated()) == expected.ids)
        #expect(try Self.ids(filter.negated(in: Shelf.descriptor.fields)) == Self.ids(complement))
    }

    @Test("There are at least 150 leaf cases with handwritten results")
    func enough() {
        print("conformance: \(ExpectedLeaf.all.count) leaf cases with handwritten results")
        #expect(ExpectedLeaf.all.count >= 150)
    }

    @Test("Branches: an empty `and` is true, an empty `or` is false, two elements may satisfy two tests")
    func branches() throws {
        #expect(try Self.ids(.and([])) == "abcdefghijkl")
        #expect(try Self.ids(.or([])) == "")
        let above = Filter.leaf(.init(.greater, "counts", value: 5, type: .number))
        let below = Filter.leaf(.init(.less, "counts", value: 2, type: .number))
        #expect(try Self.ids(.and([above, below])) == "agk")
        #expect(try Self.ids(.or([above, below])) == "afgk")
        #expect(try Self.ids(.and([.or([]), above])) == "")
        #expect(try Self.ids(.or([.and([]), above])) == "abcdefghijkl")
    }

    @Test(
        "A request that does not match the module is rejected, not evaluated as false",
        arguments: [
            (Filter.Leaf(.equal, "titel", value: "x", type: .string), QueryError.Reason.unknownProperty),
            (Filter.Leaf(.equal, "Title", value: "x", type: .string), .unknownProperty),
            (Filter.Leaf(.equal, "age", value: "18", type: .string), .incompatibleOperand),
            (Filter.Leaf(.equal, "age", value: true, type: .string), .incompatibleOperand),
            (Filter.Leaf(.equal, "title", value: 5, type: .number), .incompatibleOperand),
            (Filter.Leaf(.equal, "active", value: "true", type: .string), .incompatibleOperand),
            (Filter.Leaf(.equal, "released", value: "2014-12-28", type: .string), .incompatibleOperand),
            (Filter.Leaf(.equal, "tags", value: ["red"], type: .string), .incompatibleOperand),
            (Filter.Leaf(.in, "title", value: "Alpha", type: .string), .incompatibleOperand),
            (Filter.Leaf(.in, "title", value: ["Alpha", .null], type: .string), .incompatibleOperand),
            (Filter.Leaf(.greater, "age", value: .null, type: .null), .incompatibleOperand),
            (Filter.Leaf(.like, "age", value: "1", type: .string), .incompatibleOperation),
            (Filter.Leaf(.greater, "active", value: false, type: .string), .incompatibleOperation),
            (Filter.Leaf(.notGreater, "active", value: false, type: .string), .incompatibleOperation),
            (Filter.Leaf(.near, "title", value: [1, 2, 3], type: .number), .incompatibleOperation),
            (Filter.Leaf(.near, "place", value: [1, 2], type: .number), .incompatibleOperand),
            (Filter.Leaf(.near, "place", value: [91, 2, 3], type: .number), .incompatibleOperand),
            (Filter.Leaf(.within, "place", value: [0, 0, 1, 181], type: .number), .incompatibleOperand),
            (Filter.Leaf(.equal, "place", value: [1, 2], type: .number), .incompatibleOperation),
            (Filter.Leaf(.between, "age", value: [1], type: .number), .incompatibleOperand),
            (Filter.Leaf(.equal, "extra", value: 0, type: .number), .incompatibleOperation),
        ])
    func refusals(_ leaf: Filter.Leaf, _ reason: QueryError.Reason) throws {
        // Behind an operand that alone decides the branch, and without documents.
        for filter in [Filter.leaf(leaf), .and([.or([]), .leaf(leaf)])] {
            let error = #expect(throws: QueryError.self) { try Self.ids(filter) }
            #expect(error?.reason == reason)
            #expect(error?.description.contains("\"\(leaf.property)\"") ?? false)
        }
    }

    @Test("Dates in every format are rounded to milliseconds")
    func dates() {
        #expect(DateReading.milliseconds(of: .integer(-1), .epochSeconds) == -1000)
        #expect(DateReading.milliseconds(of: .number(1.25), .epochSeconds) == 1250)
        #expect(DateReading.milliseconds(of: .integer(.max), .epochSeconds) == nil)
        #expect(DateReading.dateOnly("2000-02-29") == 951_782_400_000)
        #expect(DateReading.dateOnly("1900-02-29") == nil)
        #expect(DateReading.rfc3339("1970-01-01T00:00:00+00:01") == -60_000)
        #expect(DateReading.rfc3339("1969-12-31T23:59:59.9996Z") == 0)
        #expect(DateReading.rfc3339("1970-01-01T00:00:00") == nil)
        #expect(DateReading.rfc3339("1970-01-01T00:00:00.Z") == nil)
    }

    private static func ids(_ filter: Filter) throws -> String {
        var request = SearchRequest(module: Shelf.descriptor)
        request.filter = filter
        return try InstanceSearch(request).all(of: instances).map(\.instanceID).joined()
    }
}

/// Operands written as Swift literals, only in these tests.
extension FilterValue: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
    ExpressibleByExtendedGraphemeClusterLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(arrayLiteral elements: FilterValue...) { self = .list(elements) }
}
