#if SQLite
import Foundation
import Quire
import QuireStore
import SampleModules
import Testing

@Suite("Selections read from a store")
struct SelectedRowTests {
    private func client() async throws -> ContentClient {
        let lines = (0..<6).map { number in
            #"{"id":"w\#(number)","createdBy":"clerk \#(number)","tags":[{"name":"shelf","value":"\#(number)"}],"#
                + #""values":{"name":"Name \#(5 - number)","biography":"Life \#(number)"}}"#
        }
        let store = try await Store(.memory, modules: [Writers.descriptor])
        _ = try await store.load("writers", from: .data(Data(lines.joined(separator: "\n").utf8)))
        return ContentClient(engine: store)
    }

    private let query = Writers.query().sort(by: \.name)

    @Test("A row has the selected metadata, from either table, and the values beside it")
    func metadata() async throws {
        let client = try await client()
        let rows = try await client.fetch(query.select(\.biography, \.createdBy, \.tags, \.id))
        #expect(rows.map(\.0) == (0..<6).reversed().map { "Life \($0)" })
        #expect(rows.map(\.1) == (0..<6).reversed().map { "clerk \($0)" })
        #expect(rows.map { $0.2.first?.value } == (0..<6).reversed().map { "\($0)" })
        #expect(rows.map(\.3) == (0..<6).reversed().map { ContentID("w\($0)") })
        let whole = try await client.fetch(query.select(\.metadata))
        #expect(whole.map(\.createdBy) == rows.map(\.1))
        #expect(whole.map(\.tags) == rows.map(\.2))
    }

    @Test("A row without metadata has its id and its values, short and long, on every page")
    func withoutMetadata() async throws {
        let client = try await client()
        for start in 0..<3 {
            let page = query.page(.offset(start, limit: 3))
            let expected = (0..<6).reversed().dropFirst(start).prefix(3)
            let ids = try await client.fetch(page.select(\.id))
            #expect(ids.items == expected.map { ContentID("w\($0)") })
            let short = try await client.fetch(page.select(\.name, \.id))
            #expect(short.map(\.0) == expected.map { "Name \(5 - $0)" })
            let long = try await client.fetch(page.select(\.id, \.biography))
            #expect(long.map(\.1) == expected.map { "Life \($0)" })
        }
    }

    @Test("The same fields with metadata and without are two selections")
    func twoSelections() async throws {
        let client = try await client()
        for _ in 0..<2 {
            #expect(try await client.fetch(query.select(\.name)).items.first == "Name 0")
            let row = try #require(try await client.fetch(query.select(\.name, \.createdBy)).first)
            #expect(row.0 == "Name 0")
            #expect(row.1 == "clerk 5")
        }
    }
}
#endif
