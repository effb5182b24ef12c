#if SQLite
import Foundation
import Quire
import QuireStore
import SampleModules
import Testing

@Suite("Members of objects selected from a store")
struct SelectedMemberTests {
    private func store(_ lines: [String] = Artworks.lines) async throws -> Store {
        let store = try await Store(.memory, modules: [Artworks.descriptor])
        _ = try await store.load("artworks", from: .data(Data(lines.joined(separator: "\n").utf8)))
        return store
    }

    @Test("Rows have the members of an object, and those of all objects in a list, in their order")
    func rows() async throws {
        let client = ContentClient(engine: try await store())
        // The second time, the statement is known.
        for _ in 0..<2 {
            let page = try await client.fetch(Artworks.rows(of: Artworks.query().page(1, size: 10)))
            #expect(page.sorted { $0.id < $1.id } == Artworks.rows)
        }
        let sorted = try await client.fetch(
            Artworks.query().where(\.period.start > 0).sort(by: \.title, .descending)
                .select(\.title, \.period.start, \.makers.name))
        #expect(
            sorted.map { "\($0.0 ?? "") \($0.1 ?? 0) \($0.2)" } == [
                #"Sky 6 ["Cy"]"#, #"Sea 1805 ["Ann", "Bob"]"#,
            ])
    }

    @Test("A page as data has objects with only their selected members")
    func data() async throws {
        let store = try await store()
        var request = SearchRequest(module: Artworks.descriptor)
        request.ids = ["a1", "a3"]
        request.page = .all
        request.fields = ["makers.places.city", "title", "period.start", "makers.name"]
        let items = try JSONValue(parsing: try await store.searchData(request))
        guard case .array(let items) = items else {
            Issue.record("\(items)")
            return
        }
        #expect(
            items.map { "\($0.member("values") ?? .null)" } == [
                #"{"makers":[{"name":"Ann","places":[{"city":"Bath"},{"city":"Rome"}]},{"name":"Bob"}],"title":"Sea","period":{"start":1805}}"#,
                #"{"makers":[{"name":null,"places":[]}],"title":"Tree"}"#,
            ])
        request.fields = ["period.begin"]
        await #expect(throws: QueryError.self) { try await store.searchData(request) }
        #expect(throws: QueryError.self) { try store.validate(request) }
    }

    @Test("A row reads no column besides those of the selected members' objects")
    func columns() async throws {
        let store = try await store()
        let plan = try store.explain(Artworks.query().select(\.period.start).request)
        #expect(
            plan.contains("v_period") && !plan.contains("v_makers") && !plan.contains("v_title"), "\(plan)")
    }
}
#endif
