import Quire
import QuireAlgolia
import Testing
import TransportDoubles

/// Filters through an independent implementation of the service, compared with the plain evaluator.
@Suite struct FilterTests {
    /// The results of a filter; `nil` if the engine rejects it.
    private static func found(_ loaded: LoadedService, _ request: SearchRequest) async throws -> [String]? {
        do {
            return try await loaded.ids(request)
        } catch is UnsupportedError {
            return nil
        }
    }

    private static func expected(_ request: SearchRequest) throws -> [String] {
        try InstanceSearch(request).all(of: Things.instances).map(\.instanceID)
    }

    @Test(
        "Every operation on every field finds the evaluator's results, in both forms of parameters and filters",
        arguments: [AlgoliaSettings.ParameterForm.formEncoded, .json],
        [AlgoliaSettings.FilterForm.expression, .lists])
    func leaves(_ parameters: AlgoliaSettings.ParameterForm, _ filters: AlgoliaSettings.FilterForm)
        async throws
    {
        let loaded = try await LoadedService.filled { settings in
            settings.encoding = parameters
            settings.filters = filters
        }
        var refused: Set<String> = []
        // All of them in the default form, and some in the others.
        let step = parameters == .formEncoded && filters == .expression ? 1 : 9
        for (position, leaf) in (ThingLeaves.ofValues + ThingLeaves.ofMetadata).enumerated()
        where position % step == 0 {
            let isValue = position < ThingLeaves.ofValues.count
            var request = things()
            if isValue { request.filter = .leaf(leaf) } else { request.metaFilter = .leaf(leaf) }
            guard let found = try await Self.found(loaded, request) else {
                refused.insert("\(leaf.operation.rawValue) \(leaf.property)")
                continue
            }
            #expect(try found == Self.expected(request), "\(leaf)")
        }
        // For a list it is unknown which element satisfies both bounds; long numbers have no plain digits.
        #expect(
            refused.isSubset(of: ["between scores", "!between scores", "between weights", "!between weights"])
        )
    }

    @Test(
        "Random trees find the evaluator's results, or are rejected before sending", arguments: 1...2
    )
    func trees(_ seed: UInt64) async throws {
        let loaded = try await LoadedService.filled()
        var random = SeededGenerator(seed: seed)
        var supported = 0
        for filter in ThingLeaves.trees(300, over: ThingLeaves.ofValues, &random) {
            let request = things(filter)
            let calls = loaded.service.calls.count
            guard let found = try await Self.found(loaded, request) else {
                #expect(loaded.service.calls.count == calls)
                #expect(throws: UnsupportedError.self) { try loaded.engine.validate(request) }
                continue
            }
            supported += 1
            #expect(try found == Self.expected(request), "\(filter)")
        }
        #expect(supported > 80, "\(supported) of 300")
    }

    @Test("A tree over fields of one type is never rejected for its form")
    func treesOfOneSort() async throws {
        let loaded = try await LoadedService.filled()
        var random = SeededGenerator(seed: 11)
        let numbers = ThingLeaves.ofValues.filter { leaf in
            ["age", "price in €", "seen", "born"].contains(leaf.property)
                && (leaf.operation != .in && leaf.operation != .notIn && leaf.value.isSmall)
        }
        let texts = ThingLeaves.ofValues.filter {
            ["title", "open", "status", "moods"].contains($0.property)
        }
        for filter in ThingLeaves.trees(150, over: numbers, &random)
            + ThingLeaves.trees(150, over: texts, &random)
        {
            let request = things(filter)
            do {
                #expect(try await loaded.ids(request) == Self.expected(request), "\(filter)")
            } catch let error as UnsupportedError {
                #expect(error.node.hasPrefix("an OR of ANDs"), "\(error)")
            }
        }
    }

    @Test("An OR of an ordering and a text is rejected, with both fields named")
    func mixedGroup() throws {
        let filter = Filter.or([
            .leaf(.init(.greater, "age", value: .integer(18), type: .number)),
            .leaf(.init(.equal, "title", value: .string("x"), type: .string)),
        ])
        let engine = AlgoliaEngine(applicationID: "A", apiKey: "k", transport: ScriptedTransport([]))
        let error = #expect(throws: UnsupportedError.self) { try engine.validate(things(filter)) }
        #expect(error?.node == #"an OR of an ordering of "age" with a test of "title""#)
    }

    @Test(
        "Null and equality of numbers have two forms, and combine with orderings and with texts"
    )
    func bothForms() async throws {
        let loaded = try await LoadedService.filled()
        let null = Filter.leaf(.init(.equal, "age", value: .null, type: .null))
        let five = Filter.leaf(.init(.equal, "age", value: .integer(5), type: .number))
        let notFive = Filter.leaf(.init(.notEqual, "age", value: .integer(5), type: .number))
        let old = Filter.leaf(.init(.greater, "price in €", value: .number(1), type: .number))
        let text = Filter.leaf(.init(.equal, "title", value: .string("Alpha"), type: .string))
        for filter in [null, five, notFive].flatMap({ [Filter.or([$0, old]), .or([$0, text])] }) {
            #expect(try await loaded.ids(things(filter)) == Self.expected(things(filter)), "\(filter)")
        }
    }

    @Test("Ids, relations and tags restrict the results as on every engine")
    func otherNarrowing() async throws {
        let loaded = try await LoadedService.filled()
        var requests: [SearchRequest] = []
        for ids in [[], ["1"], ["a\"b", "caf\u{E9}", "nothing"], ["cafe\u{301}"]] {
            var request = things()
            request.ids = ids
            requests.append(request)
        }
        // What would be refused does not matter where nothing can match.
        var nothing = things()
        nothing.ids = []
        nothing.filter = .or([
            .leaf(.init(.greater, "price in €", value: .number(1), type: .number)),
            .leaf(.init(.equal, "title", value: .string("Alpha"), type: .string)),
        ])
        requests.append(nothing)
        for related in [
            RelatedItems(field: "maker", ids: ["m1", "m2"]), .init(field: "makers", ids: nil),
            .init(field: "makers", ids: []),
        ] {
            var request = things()
            request.related = [related]
            requests.append(request)
        }
        for mode in [Segment.Mode.total, .partial] {
            var request = things()
            request.segment = Segment(
                tags: [Tag(name: "brand", value: "a"), Tag(name: "new", value: nil)], mode: mode)
            requests.append(request)
        }
        for request in requests {
            #expect(try await loaded.ids(request) == Self.expected(request))
        }
    }
}

extension FilterValue {
    /// Whether a Double can represent the number, both directly and in plain digits.
    fileprivate var isSmall: Bool {
        switch self {
        case .integer(let number), .date(let number): number.magnitude < 1 << 53
        case .number(let number): number.magnitude < 0x1p53
        case .list(let values): values.allSatisfy(\.isSmall)
        default: true
        }
    }
}
