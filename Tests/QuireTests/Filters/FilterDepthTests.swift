import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Trees built by hand may have any depth: they must be rejected before they overflow the stack.
@Suite("Filters: depth")
struct FilterDepthTests {
    /// A tree of `levels` levels that alternates between `and` and `or`.
    private static func tree(levels: Int, value: Int64 = 1) -> Filter {
        var filter = Filter.leaf(.init(.equal, "age", value: .integer(value), type: .number))
        for level in 1..<levels {
            let other = Filter.leaf(.init(.greater, "age", value: .integer(Int64(level)), type: .number))
            filter = level.isMultiple(of: 2) ? .and([filter, other]) : .or([other, filter])
        }
        return filter
    }

    @Test("The limit counts levels: a single test is one level")
    func counts() {
        #expect(!Self.tree(levels: 1).isDeeper(than: 1))
        #expect(Self.tree(levels: 2).isDeeper(than: 1))
        #expect(!Filter.and([]).isDeeper(than: 1))
        #expect(!Self.tree(levels: Filter.maximumDepth).isDeeper(than: Filter.maximumDepth))
        #expect(Self.tree(levels: Filter.maximumDepth + 1).isDeeper(than: Filter.maximumDepth))
        #expect(Filter.and([.or([]), Self.tree(levels: 7)]).isDeeper(than: 7))
    }

    @Test(
        "A tree of 7,000 levels is compared, hashed, negated, printed and written without overflowing the stack"
    )
    func deep() throws {
        let filter = Self.tree(levels: 7_000)
        #expect(filter == Self.tree(levels: 7_000))
        #expect(filter != Self.tree(levels: 7_000, value: 2))
        #expect(filter.hashValue == Self.tree(levels: 7_000).hashValue)
        #expect(filter.description == "a filter of more than 100 levels")
        #expect("\(Condition<Books.Fields>(filter))" == "a filter of more than 100 levels")
        #expect(filter.negated() != filter)
        #expect(filter.negated().negated() == filter)
        let text = String(decoding: filter.json, as: UTF8.self)
        #expect(text.components(separatedBy: #""condition""#).count == 7_000)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(filter) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Filter.self, from: Data(text.utf8)) }
    }

    @Test("A tree of 7,000 levels throws a typed error in each part of a request")
    func refused() async throws {
        let content = ContentClient(engine: InMemoryEngine())
        let condition = Condition<Books.Fields>(Self.tree(levels: 7_000))
        for query in [
            Books.query().where(condition), Books.query().where(!condition),
            Books.query().where(condition).fallback(.clientSide(maxScanned: 5)),
            Books.query().where(\.age >= 1).where(condition),
        ] {
            let error = await #expect(throws: QueryError.self) { try await content.fetch(query) }
            #expect(error?.reason == .tooDeep)
            await #expect(throws: QueryError.self) { _ = try await content.count(query) }
            await #expect(throws: QueryError.self) { try await content.fetchData(query) }
        }
        var request = SearchRequest(module: Books.descriptor)
        request.metaFilter = condition.filter
        #expect(throws: QueryError.self) { try InMemoryEngine().validate(request) }
        let allowed = Condition<Books.Fields>(Self.tree(levels: Filter.maximumDepth))
        #expect(try await content.fetch(Books.query().where(allowed)).items.isEmpty)
    }

    @Test("At the maximum depth, the wire form that is written can be read")
    func roundTrip() throws {
        let filter = Self.tree(levels: Filter.maximumDepth)
        #expect(try JSONDecoder().decode(Filter.self, from: Data(filter.json)) == filter)
        #expect(try JSONDecoder().decode(Filter.self, from: JSONEncoder().encode(filter)) == filter)
    }

    @Test(
        "JSON that nests 7,000 deep is compared, hashed and written without overflowing the stack; coders reject it"
    )
    func json() throws {
        func value(_ last: Int64) -> JSONValue {
            (0..<7_000).reduce(JSONValue.integer(last)) { value, level in
                level.isMultiple(of: 2) ? .array([.null, value]) : .object([.init("a", value)])
            }
        }
        #expect(value(1) == value(1))
        #expect(value(1) != value(2))
        #expect(value(1).hashValue == value(1).hashValue)
        #expect(value(1).description.count > 7_000)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(value(1)) }
        #expect(throws: ValueDecodingError.self) { try JSONValue(parsing: value(1).data) }
    }
}
