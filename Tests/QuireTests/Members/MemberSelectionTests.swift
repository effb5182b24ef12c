import Foundation
import Quire
import QuireTesting
import SampleModules
import Testing

/// Rows with members of objects, in memory and on an engine that returns whole objects.
@Suite struct MemberSelectionTests {
    private func memory(_ lines: [String] = Artworks.lines) async throws -> InMemoryEngine {
        let memory = InMemoryEngine()
        await memory.add(try lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: Artworks.descriptor)
        return memory
    }

    private func clients(_ memory: InMemoryEngine) -> [ContentClient] {
        [
            ContentClient(engine: memory),
            ContentClient(engine: LimitedEngine(memory) { $0.selectsMembers = false }),
        ]
    }

    @Test("Rows have the members of an object, and those of all objects in a list, in their order")
    func byHand() async throws {
        for client in clients(try await memory()) {
            let page = try await client.fetch(Artworks.rows(of: Artworks.query()))
            #expect(page.map { $0 } == Artworks.rows)
            var rows: [Artworks.Row] = []
            for try await row in client.all(Artworks.rows(of: Artworks.query().page(1, size: 2))) {
                rows.append(row)
            }
            #expect(rows == Artworks.rows)
        }
    }

    @Test("Tuples have the types of members, and a member may occur twice, beside its object")
    func tuples() async throws {
        for client in clients(try await memory()) {
            let query = Artworks.query().ids(["a1"])
            let row: (Int?, Artworks.Period?, Int?, [String]) = try #require(
                try await client.fetch(
                    query.select(\.period.start, \.period, \.period.start, \.makers.home.city)
                ).first)
            #expect(row.0 == 1805)
            #expect(row.1?.text == "c. 1805")
            #expect(row.2 == 1805)
            #expect(row.3 == ["Kent"])
        }
    }

    @Test("A request names members by their paths, and an object where a path is also the name of a field")
    func names() async throws {
        #expect(
            Artworks.query().select(\.title, \.period.start, \.makers.places.city).request.fields
                == ["title", "period.start", "makers.places.city"])
        #expect(Artworks.query().select(\.period.text).request.fields == ["period"])
        #expect(Artworks.query().select(\.periodText).request.fields == ["period.text"])
    }

    @Test("An engine that returns whole objects is asked for them, and refuses members before a request")
    func wholeObjects() async throws {
        let memory = try await memory()
        let client = clients(memory)[1]
        let selection = Artworks.query().select(\.period.start, \.makers.name, \.period.end)
        _ = try await client.fetch(selection)
        #expect(await memory.requests.map(\.fields) == [["period", "makers"]])
        try selection.validate(on: client.engine)
        #expect(throws: UnsupportedError.self) {
            try selection.request.check(for: client.engine.capabilities)
        }
    }

    @Test("A page has objects with only their selected members, and what is no object as it is")
    func items() async throws {
        let memory = try await memory(
            Artworks.lines + [
                #"{"id":"a6","values":{"period":"no","makers":[null,5,{"name":"Di","marks":[]}]}}"#
            ])
        var request = SearchRequest(module: Artworks.descriptor)
        request.fields = ["period.start", "makers.places.city", "period.text"]
        for client in clients(memory) {
            let items = try await client.response(request, reading: .instances(selectedBy: request)).items
            #expect(
                items.map { "\($0.member("values") ?? .null)" } == [
                    #"{"period":{"start":1805},"makers":[{"places":[{"city":"Bath"},{"city":"Rome"}]},{}]}"#,
                    #"{"makers":[{"places":[{"city":"Ulm"}]},{}],"period":{"start":6}}"#,
                    #"{"period":null,"makers":[{"places":[]}]}"#, #"{"makers":[]}"#, "{}",
                    #"{"period":"no","makers":[null,5,{}]}"#,
                ])
        }
        request.fields = ["period.start", "makers", "makers.name", "period"]
        let whole = try await memory.search([request], decoding: .instances(selectedBy: request))[0].items
        #expect(
            "\(whole[0].member("values")?.member("period") ?? .null)"
                == #"{"start":1805,"end":1810,"text":"c. 1805"}"#)
        for wrong in ["period.x", "title.x", "makers.", ".name", "", "period.start.x"] {
            request.fields = [wrong]
            await #expect(throws: QueryError.self, "\(wrong)") { try await memory.searchData(request) }
        }
    }

    @Test("A value of another type is an error of the row that names the member")
    func wrongTypes() async throws {
        let cases = [
            (#"{"period":{"start":"x"}}"#, "items[0].values.period.start"),
            (#"{"period":5}"#, "items[0].values.period"),
            (#"{"makers":[{"name":"Ann"},{"name":[]}]}"#, "items[0].values.makers[1].name"),
            (#"{"makers":[7]}"#, "items[0].values.makers[0]"),
            (#"{"makers":{"name":"Ann"}}"#, "items[0].values.makers"),
            (#"{"period":[{"start":1}]}"#, "items[0].values.period"),
            // What is not selected is not read.
            (#"{"title":"Sea","period":{"end":"x","start":1},"makers":[{"born":7}]}"#, nil),
        ]
        for (values, path) in cases {
            let memory = try await memory([#"{"id":"w","values":\#(values)}"#])
            for client in clients(memory) {
                let query = Artworks.query().lenient()
                let page = try await client.fetch(query.select(\.period.start, \.makers.name))
                #expect(page.rejected.map(\.path) == [path].compactMap(\.self), "\(values)")
            }
        }
    }

    @Test("A fallback filters the items whose rows have members")
    func fallback() async throws {
        let engine = LimitedEngine(try await memory()) {
            $0.selectsMembers = false
            $0.queriesMembers = false
            $0.queriesElements = false
        }
        let client = ContentClient(engine: engine)
        let query = Artworks.query().fallback(.clientSide(maxScanned: 100))
        let early = try await client.fetch(
            query.where(\.period.start < 100).select(\.title, \.period.end))
        #expect(early.map { "\($0.0 ?? "") \($0.1 ?? 0)" } == ["Sky 7"])
        let marked = try await client.fetch(
            query.where(any: \.makers) {
                $0.name == "Ann"; $0.marks.contains("x")
            }.select(\.period.end))
        #expect(marked.map { $0 } == [1810])
    }
}
