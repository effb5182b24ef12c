import Foundation
import Quire
import QuireEngine
import QuireTesting
import SampleModules
import Testing

/// What a condition on one object of a list says of the members of all objects.
@Suite struct MemberConditionTests {
    private static func name(_ operation: FilterOperation, _ value: String) -> Filter {
        .leaf(.init(operation, "name", value: .string(value), type: .string))
    }

    private static func named(_ operation: FilterOperation, _ value: String) -> Filter {
        .leaf(.init(operation, "makers.name", value: .string(value), type: .string))
    }

    private static func city(_ path: String) -> Filter {
        .leaf(.init(.equal, path, value: .string("Bath"), type: .string))
    }

    private static func marked(_ path: String) -> Filter {
        .leaf(.init(.equal, path, value: .string("x"), type: .string))
    }

    private static func null(_ operation: FilterOperation, _ path: String) -> Filter {
        .leaf(.init(operation, path, value: .null, type: .null))
    }

    /// A condition on one maker, what it says of the members, and whether that is all.
    private static let cases: [(Filter, says: Filter?, isExact: Bool)] = [
        (name(.equal, "Ann"), named(.equal, "Ann"), true),
        (name(.hasPrefix, "A"), named(.hasPrefix, "A"), true),
        (null(.notEqual, "name"), null(.notEqual, "makers.name"), true),
        (city("home.city"), city("makers.home.city"), true),
        (.and([name(.equal, "Ann")]), named(.equal, "Ann"), true),
        (
            .or([name(.equal, "Ann"), marked("marks")]), .or([named(.equal, "Ann"), marked("makers.marks")]),
            true
        ),
        (.any(RelationStep(elementsOf: "places"), city("city")), city("makers.places.city"), true),
        (.or([]), .or([]), true),
        // Two objects may meet the two.
        (
            .and([name(.equal, "Ann"), marked("marks")]),
            .and([named(.equal, "Ann"), marked("makers.marks")]),
            false
        ),
        // Another object may have what this one lacks.
        (name(.notEqual, "Ann"), nil, false),
        (null(.equal, "name"), nil, false),
        (.none(RelationStep(elementsOf: "places"), city("city")), nil, false),
        (.and([name(.notEqual, "Ann"), marked("marks")]), marked("makers.marks"), false),
        (.or([name(.notEqual, "Ann"), marked("marks")]), nil, false),
        // There is an object.
        (.and([]), nil, false),
    ]

    @Test("A condition on one object implies conditions on members, and some say the same", arguments: cases)
    func byHand(_ sample: (Filter, says: Filter?, isExact: Bool)) {
        let condition = MemberCondition(
            sample.0, of: RelationStep(elementsOf: "makers"), in: Artworks.descriptor.fields)
        #expect(condition.filter == sample.says)
        #expect(condition.isExact == sample.isExact)
    }

    @Test("A fallback scans only the items whose members fit, and keeps those in which one object does")
    func narrowing() async throws {
        let memory = InMemoryEngine()
        await memory.add(
            try [
                #"{"id":"1","values":{"makers":[{"name":"Ann","marks":["x"]}]}}"#,
                #"{"id":"2","values":{"makers":[{"name":"Ann"},{"name":"Bob","marks":["x"]}]}}"#,
                #"{"id":"3","values":{"makers":[{"name":"Ann","marks":["y"]}]}}"#,
                #"{"id":"4","values":{"title":"no makers"}}"#,
            ].map { try JSONValue(parsing: Data($0.utf8)) }, to: Artworks.descriptor)
        let client = ContentClient(engine: LimitedEngine(memory) { $0.queriesElements = false })
        let page = try await client.fetch(
            Artworks.query().where(any: \.makers) {
                $0.name == "Ann"; $0.marks.contains("x")
            }.fallback(.clientSide(maxScanned: 100)))
        #expect(page.map(\.id) == ["1"])
        #expect(page.scanned == 2)
    }
}
