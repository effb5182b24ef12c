#if SQLite
import Foundation
import Quire
import Testing

import QuireStore

/// The table "Unusual queries" of the article "Relevance", on both engines that follow it.
@Suite("Unusual text queries")
struct UnusualQueryTests {
    private static let module = ModuleDescriptor(
        name: "books", ranking: RankingDescriptor(popularity: "sold"),
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "sold", kind: .integer),
        ])

    private static let lines = [
        #"{"id":"1","values":{"title":"Moby Dick","sold":2}}"#,
        #"{"id":"2","values":{"title":"M","sold":1}}"#,
        #"{"id":"3","values":{"title":"Treasure Island","sold":5}}"#,
        #"{"id":"4","values":{"title":"C++ in a Nutshell","sold":3}}"#,
    ]

    /// The ids in memory, after a check that the store gives the same.
    private func ids(_ text: String, _ change: (inout TextSearch) -> Void = { _ in }) async throws -> [String]
    {
        let store = try await Store(.memory, modules: [Self.module])
        try await store.load(Self.module, Self.lines)
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all(text))
        request.text?.mode = .anyWord
        if var search = request.text {
            change(&search)
            request.text = search
        }
        request.page = .all
        let instances = try Self.lines.map { try JSONValue(parsing: Data($0.utf8)) }
        let memory = try InstanceSearch(request).page(of: instances)
        let response = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
        #expect(response.items == memory.instances.map(\.instanceID), "\(text)")
        #expect(response.text?.level == memory.text?.level && response.text?.dropped == memory.text?.dropped)
        return response.items
    }

    @Test(
        "An empty text and symbols find nothing, or everything if the search asks for it",
        arguments: ["", " ", "?! …", "++"])
    func withoutWords(text: String) async throws {
        #expect(try await ids(text) == [])
        #expect(try await ids(text) { $0.emptyFindsAll = true }.count == 4)
    }

    @Test("Symbols beside words are ignored")
    func symbols() async throws {
        #expect(try await ids("c++") == ["4"])
        #expect(try await ids("** moby **") == ["1"])
    }

    @Test(
        "One letter finds the words that begin with it; the item with just this letter counts ten times as popular"
    )
    func letter() async throws {
        #expect(try await ids("m") == ["2", "1"])
        #expect(try await ids("x") == [])
    }

    @Test("Of forty words, those that nothing has are left out")
    func manyWords() async throws {
        let many = (0..<40).map { "word\($0)" }.joined(separator: " ")
        #expect(try await ids(many) == [])
        #expect(try await ids(many + " treasure island") == ["3"])
        #expect(try await ids(many + " treasure island") { $0.mode = .allWords } == [])
        #expect(try await ids(String(repeating: "moby ", count: 40)) == ["1"])
    }

    @Test("Items that share one of many words are found")
    func shared() async throws {
        let found = try await ids("moby dick m treasure island c in a nutshell moby dick treasure")
        #expect(found.sorted() == ["1", "2", "3", "4"])
    }
}
#endif
