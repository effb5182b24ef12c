import Quire
import QuireTesting
import SampleModules
import Testing

/// Rows with fields of related items, in memory and on an engine that does not join modules.
@Suite struct RelatedSelectionTests {
    private static func clients(_ memory: InMemoryEngine) -> [ContentClient] {
        [
            ContentClient(engine: memory),
            ContentClient(engine: LimitedEngine(memory) { $0.selectsAcrossRelations = false }),
        ]
    }

    @Test("Rows have the values of related items, and none for relations that lead nowhere")
    func byHand() async throws {
        for client in Self.clients(await InMemoryEngine.library()) {
            #expect(try await client.fetch(Library.rows(of: Novels.query())).map { $0 } == Library.rows)
        }
    }

    @Test("Rows of random relations equal those of a plain evaluator, page by page")
    func random() async throws {
        let library = RandomLibrary(seed: 7, novels: 60, writers: 20)
        let memory = await InMemoryEngine.library(library)
        for client in Self.clients(memory) {
            var rows: [Library.Row] = []
            for try await row in client.all(Library.rows(of: Novels.query().page(1, size: 13))) {
                rows.append(row)
            }
            #expect(rows.sorted { $0.id < $1.id } == library.rows.sorted { $0.id < $1.id })
            let kinds = try await client.fetch(Library.kinds(of: Novels.query().page(1, size: 100)))
            #expect(kinds.sorted { $0.id < $1.id } == library.kinds.sorted { $0.id < $1.id })
        }
    }

    @Test("Without joins, a page takes one more search for each module of related items")
    func searches() async throws {
        let memory = await InMemoryEngine.library()
        let client = Self.clients(memory)[1]
        _ = try await client.fetch(Novels.query().select(\.pages, \.author.name, \.editors.birthYear))
        let requests = await memory.requests
        #expect(requests.map(\.module.name) == ["novels", "writers"])
        #expect(requests.map(\.fields) == [["pages", "author", "editors"], ["name", "birthYear"]])
        #expect(requests[1].ids?.sorted() == ["a1", "a2", "a3", "x9"])
        _ = try await client.fetch(Novels.query().select(\.author.publisher.country))
        #expect(await memory.requests.dropFirst(2).map(\.module.name) == ["novels", "writers", "houses"])
    }

    @Test("Without joins, a selection is valid, and its explanation shows the relations that are read")
    func validation() async throws {
        let engine = LimitedEngine(await InMemoryEngine.library()) { $0.selectsAcrossRelations = false }
        let selection = Novels.query().select(\.pages, \.author.name)
        try selection.validate(on: engine)
        _ = try selection.explain(on: engine)
        #expect(throws: UnsupportedError.self) { try selection.request.check(for: engine.capabilities) }
    }

    @Test("A fallback filters the items whose rows have related fields")
    func fallback() async throws {
        let engine = LimitedEngine(await InMemoryEngine.library()) {
            $0.selectsAcrossRelations = false
            $0.operations.remove(.greater)
        }
        let query = Novels.query().where(\.pages > 4).fallback(.clientSide(maxScanned: 100))
        let page = try await ContentClient(engine: engine).fetch(query.select(\.pages, \.author.name))
        #expect(page.map { "\($0.0 ?? 0) \($0.1 ?? "–")" } == ["5 Cy", "6 Cy"])
        #expect(page.scanned == 6)
    }

    @Test("The own id leads to the item itself, and a path may occur twice")
    func ownID() async throws {
        let selection = Novels.query().ids(["b2"]).select(\.id.pages, \.author.name, \.author.name)
        for client in Self.clients(await InMemoryEngine.library()) {
            let row = try #require(try await client.fetch(selection).first)
            #expect(row.0 == 2)
            #expect(row.1 == "Bob")
            #expect(row.2 == "Bob")
        }
    }

    @Test("A field with the name of a path does not take its place")
    func sameName() {
        let module = ModuleDescriptor(
            name: "m",
            fields: [
                FieldDescriptor(name: "author", kind: .relation(module: "writers")),
                FieldDescriptor(name: "author.name", kind: .integer),
            ])
        var request = SearchRequest(module: module)
        request.relatedFields = [FieldPath("name", behind: [RelationStep("author", to: Writers.descriptor)])]
        #expect(request.relatedFieldNames == ["author.name "])
    }
}
