import Foundation
import Quire
import QuireCore
import QuireOpenSearch
import Testing

/// Members of objects on an index that another program made, in cases worked out by hand.
@Suite struct ExistingMemberCasesTests {
    /// The documents of NestedContent, and those without objects.
    private static let sources =
        ExistingShelf.parsed(
            #"""
            [ {"people":[{"name":"Ann","role":"printer","born":1780},{"name":"Bob","role":"artist","born":1800}]},
              {"people":[{"name":"Ann","role":"artist","jobs":[{"task":"ink","year":1},{"task":"cut","year":9}]},{}]},
              {"people":[]}, {}, {"people":[null,{"name":"Bob","jobs":[{"task":"ink","year":9}]}]},
              {"size":{"width":12,"unit":"cm","note":"painted in oil"}}, {"size":null}, {"size":{"width":null}},
              {"people":[{"about":"a painter of ships"},{"about":"the sea"}],"size":{"box":{"height":3}}} ]
            """#
        ).elements ?? []

    private static func rows(_ ids: [String]) -> [Int] {
        sources.indices.filter { ids.contains(ExistingWorks.id($0)) }
    }

    private static func text(_ name: String, _ operation: FilterOperation, _ value: String) -> Filter {
        .leaf(.init(operation, name, value: .string(value), type: .string))
    }

    private static func missing(_ name: String, _ operation: FilterOperation = .equal) -> Filter {
        .leaf(.init(operation, name, value: .null, type: .null))
    }

    private static let people = RelationStep(elementsOf: "people")
    private static let jobs = RelationStep(elementsOf: "jobs")

    @Test(
        "A plain condition needs some object, and its complement none",
        arguments: ExistingWorksIndex.Form.allCases)
    func plain(_ form: ExistingWorksIndex.Form) async throws {
        try await ExistingWorksIndex.with(form, Self.sources) { (index) async throws in
            let cases: [(Filter, [Int])] = [
                (Self.text("people.role", .equal, "artist"), [0, 1]),
                (Self.text("people.role", .notEqual, "artist"), [2, 3, 4, 5, 6, 7, 8]),
                (
                    .and([
                        Self.text("people.name", .equal, "Ann"), Self.text("people.role", .equal, "artist"),
                    ]), [0, 1]
                ),
                (Self.missing("people.role"), [2, 3, 4, 5, 6, 7, 8]),
                (Self.missing("people.name", .notEqual), [0, 1, 4]),
                (Self.text("people.jobs.task", .equal, "ink"), [1, 4]),
                (Self.missing("size.width"), [0, 1, 2, 3, 4, 6, 7, 8]),
                (
                    .leaf(.init(.notGreater, "size.width", value: .integer(3), type: .number)),
                    [0, 1, 2, 3, 4, 6, 7, 8]
                ),
                (.leaf(.init(.less, "size.box.height", value: .integer(4), type: .number)), [8]),
            ]
            for (filter, rows) in cases {
                #expect(Self.rows(try await index.ids(filter)) == rows, "\(filter)")
            }
        }
    }

    @Test("Conditions on one object need one object for all, where the mapping is nested")
    func elements() async throws {
        try await ExistingWorksIndex.with(.nested, Self.sources) { (index) async throws in
            let (ann, artist) = (Self.text("name", .equal, "Ann"), Self.text("role", .equal, "artist"))
            let job = Filter.and([
                Self.text("task", .equal, "ink"),
                .leaf(.init(.greater, "year", value: .integer(5), type: .number)),
            ])
            let cases: [(Filter, [Int])] = [
                (.any(Self.people, .and([ann, artist])), [1]),
                (.any(Self.people, .and([ann, Self.text("role", .notEqual, "artist")])), [0]),
                (.none(Self.people, .and([ann, artist])), [0, 2, 3, 4, 5, 6, 7, 8]),
                // Every object has a role.
                (.none(Self.people, Self.missing("role")), [0, 2, 3, 5, 6, 7]),
                // There is an object.
                (.any(Self.people, .and([])), [0, 1, 4, 8]),
                (.none(Self.people, .and([])), [2, 3, 5, 6, 7]),
                (.any(Self.people, .or([])), []),
                (.any(Self.people, Self.missing("name")), [1, 8]),
                // One job of whichever person, and one job of one person.
                (.any(RelationStep(elementsOf: "people.jobs"), job), [4]),
                (.any(Self.people, .and([ann, .any(Self.jobs, Self.text("task", .equal, "ink"))])), [1]),
                (.any(Self.people, .none(Self.jobs, Self.text("task", .equal, "ink"))), [0, 1, 8]),
                // Two jobs of one person may meet two conditions.
                (
                    .any(
                        Self.people,
                        .and([
                            Self.text("jobs.task", .equal, "ink"),
                            .leaf(.init(.greater, "jobs.year", value: .integer(5), type: .number)),
                        ])), [1, 4]
                ),
            ]
            for (filter, rows) in cases {
                #expect(Self.rows(try await index.ids(filter)) == rows, "\(filter)")
            }
        }
    }

    @Test(
        "What the index cannot tell is refused with the member's path and the ways out, and runs with a fallback"
    )
    func refusals() async throws {
        try await ExistingWorksIndex.with(.nestedOnce, Self.sources, isSeen: false) { (index) async throws in
            let task = Self.text("task", .equal, "ink")
            let year = Filter.leaf(.init(.greater, "year", value: .integer(0), type: .number))
            let inner = Filter.any(Self.people, .any(Self.jobs, .and([task, year])))
            // Nothing has looked at the index yet.
            var request = ExistingWorks.request(inner)
            request.fallback = .clientSide(maxScanned: 100)
            let decoder = ItemDecoder.ids(of: ExistingWorks.module)
            let found = try await ContentClient(engine: index.engine).response(request, reading: decoder)
            #expect(Self.rows(found.items) == [1, 4] && found.scanned != nil)
            for (filter, parts) in [
                (inner, ["\"people.jobs\"", "not \"nested\""]),
                (
                    .any(Self.people, Self.text("about", .contains, "ships")),
                    ["contains on \"people.about\"", "words, not the text", ".meaning(.engine)"]
                ),
                (Self.text("size.note", .equal, "x"), ["= on \"size.note\"", "words", "engine.prepare"]),
            ] as [(Filter, [String])] {
                let message = index.engine.refusal(of: ExistingWorks.request(filter)).map { "\($0)" } ?? ""
                for part in parts + [".fallback(.clientSide(maxScanned: 1_000))"] {
                    #expect(message.contains(part), "\(message)")
                }
            }
        }
    }

    @Test("A condition on one object runs on an index that no request has looked at")
    func unseen() async throws {
        let filter = Filter.any(
            Self.people, .and([Self.text("name", .equal, "Ann"), Self.text("role", .equal, "artist")]))
        try await ExistingWorksIndex.with(.nested, Self.sources, isSeen: false) { (index) async throws in
            try index.engine.validate(ExistingWorks.request(filter))
            #expect(Self.rows(try await index.ids(filter)) == [1])
            // The keyword below the text is known by now.
            #expect(try index.engine.explain(ExistingWorks.request(filter)).contains("people.role.keyword"))
        }
    }

    @Test("A misspelled member in a condition on one object is an error before anything is refused")
    func unknownMember() async throws {
        try await ExistingWorksIndex.with(.object, Self.sources) { (index) async throws in
            let filter = Filter.and([
                .any(Self.people, Self.text("roll", .equal, "x")), Self.text("size.note", .equal, "x"),
            ])
            #expect(throws: QueryError.self) { try index.engine.validate(ExistingWorks.request(filter)) }
        }
    }

    @Test(
        "A search is the server's own also over members, in one object of a nested list",
        arguments: ExistingWorksIndex.Form.allCases)
    func search(_ form: ExistingWorksIndex.Form) async throws {
        try await ExistingWorksIndex.with(form, Self.sources) { (index) async throws in
            func found(_ query: TextQuery) async throws -> [Int] {
                var request = ExistingWorks.request(nil)
                request.text = TextSearch(query)
                return Self.rows(
                    try await index.engine.search([request], decoding: .ids(of: ExistingWorks.module))[0]
                        .items)
            }
            #expect(try await found(.all("painted")) == [5])
            #expect(try await found(.all("paint")) == [5, 8])
            #expect(try await found(.phrase("painter of")) == [8])
            #expect(try await found(.all("painter", matching: .wholeWords)) == [8])
            // The words of two objects.
            #expect(
                try await found(.all("painter sea", matching: .wholeWords)) == (form == .object ? [8] : []))
            #expect(try await found(.none("painter", matching: .wholeWords)) == [0, 1, 2, 3, 4, 5, 6, 7])
        }
    }

    @Test("Long texts that the index leaves out refuse the member that has them")
    func longTexts() async throws {
        let long = String(repeating: "x", count: 65)
        let sources =
            ExistingShelf.parsed(
                #"[{"people":[{"role":"a"},{"role":"\#(long)"}],"size":{"unit":"cm"}}]"#
            ).elements ?? []
        try await ExistingWorksIndex.with(.nested, sources) { (index) async throws in
            let message = index.engine.refusal(
                of: ExistingWorks.request(Self.text("people.role", .equal, "a"))
            ).map { "\($0)" }
            #expect(message?.contains("longer than 64 characters") == true)
            #expect(Self.rows(try await index.ids(Self.text("size.unit", .equal, "cm"))) == [0])
        }
    }

    @Test("A member of an unexpected type is found as the server reads it")
    func unexpectedTypes() async throws {
        let sources =
            ExistingShelf.parsed(
                #"[{"size":{"width":"12"}}, {"size":{"width":12}}, {"people":{"name":"Ann"}}, {"size":{"unit":7}}]"#
            ).elements ?? []
        try await ExistingWorksIndex.with(.object, sources) { (index) async throws in
            func found(_ filter: Filter) async throws -> [Int] {
                Self.rows(
                    try await index.engine.search(
                        [ExistingWorks.request(filter)], decoding: .ids(of: ExistingWorks.module))[0].items)
            }
            // The server converts numbers and texts, and takes one object for a list of one.
            #expect(
                try await found(.leaf(.init(.equal, "size.width", value: .integer(12), type: .number))) == [
                    0, 1,
                ])
            #expect(try await found(Self.text("people.name", .equal, "Ann")) == [2])
            #expect(try await found(Self.text("size.unit", .equal, "7")) == [3])
            // What it cannot convert, it refuses to store.
            for body in [#"{"size":{"width":"wide"}}"#, #"{"size":"wide"}"#, #"{"people":["Ann"]}"#] {
                #expect(try await ExistingWorksIndex.send(.put, "\(index.path)/_doc/x", body)["error"] != nil)
            }
        }
    }
}
