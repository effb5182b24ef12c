#if SQLite
import Foundation
import Quire
import Testing
import TransportDoubles

@testable import QuireStore

@Suite("Word lists after a write")
struct WordLogTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let module = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "authors", kind: .list(.text), searchWeight: 5),
            FieldDescriptor(name: "year", kind: .integer),
        ])

    private static func line(_ id: Int, _ title: String, _ authors: [String] = []) -> String {
        let names = authors.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"id":"\#(id)","values":{"title":"\#(title)","authors":[\#(names)],"year":1}}"#
    }

    private func open() async throws -> Store {
        try await Store(.file(folder.file()), modules: [Self.module])
    }

    private func corrections(_ text: String, _ store: Store, fields: [String]? = nil) async throws -> [String]
    {
        var request = SearchRequest(module: Self.module)
        request.text = TextSearch(.all(text, matching: .lastWordAsPrefix))
        request.text?.mode = .anyWord
        request.text?.fields = fields
        let response = try await store.search([request], decoding: Store.idDecoder(Self.module))[0]
        return response.text?.corrections[text] ?? []
    }

    /// The list that a search in these columns uses, and whether it was derived without reading the index.
    private func list(_ store: Store, columns: [String]? = nil) async throws -> (
        words: [String: Int], isDerived: Bool
    ) {
        let layout = try #require(try store.layout("books", action: "test").text)
        return try await store.readers.withConnection { connection in
            try connection.transaction(.deferred) {
                let log = try #require(connection.searchRecorder?.words)
                let version = try #require(try SearchVersion(readBy: connection, of: layout)?.words)
                let before = log.list(
                    TextWords(connection, layout, columns: columns).sql, of: layout.name,
                    columns: layout.columns.indices.filter {
                        columns?.contains(layout.columns[$0].name) ?? true
                    }, version: version)
                let words = try TextWords(connection, layout, columns: columns).sortedWords()
                var counts: [String: Int] = [:]
                for word in words.words({ _ in true }) { counts[word] = words.count(of: word, .whole) }
                return (counts, before != nil)
            }
        }
    }

    @Test("A word that was just written is a correction at once, and one that was removed no longer")
    func corrections() async throws {
        let store = try await open()
        try await store.load(Self.module, [Self.line(1, "Moby Dick"), Self.line(2, "Emma")])
        #expect(try await corrections("mobyy", store) == ["moby"])
        try await store.load(Self.module, [Self.line(3, "Mobys Return")])
        #expect(try await corrections("mobyy", store).sorted() == ["moby", "mobys"])
        try await store.load(Self.module, [Self.line(1, "Another Title")])
        #expect(try await corrections("mobyy", store) == ["mobys"])
        _ = try await store.transaction("delete") { try $0.delete("3", from: "books") }
        #expect(try await corrections("mobyy", store) == [])
        await store.close()
    }

    @Test("After random writes, the list is derived and equals the list of a store that is opened again")
    func random() async throws {
        var random = SeededGenerator(seed: 7)
        let words = ["moby", "dick", "half-blood", "J.K.", "emma", "the", "war", "Über", "naïve", "東京"]
        func text() -> String {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: " ")
        }
        let store = try await open()
        try await store.load(Self.module, (0..<20).map { Self.line($0, text(), [text(), text()]) })
        let columns = ["v_title"]
        _ = try await list(store)
        _ = try await list(store, columns: columns)
        for round in 0..<25 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let id = "\(Int.random(in: 0..<20, using: &random))"
                _ = try await store.transaction("delete") { try $0.delete(id, from: "books") }
            case 1:
                // A transaction that is rolled back changes nothing.
                let line = Self.line(round, text())
                await #expect(throws: CancellationError.self) {
                    try await store.transaction("fail") { transaction in
                        try transaction.upsert(Data(line.utf8), into: "books")
                        throw CancellationError()
                    }
                }
            default:
                let lines = (0..<3).map { _ in
                    Self.line(Int.random(in: 0..<20, using: &random), text(), [text()])
                }
                try await store.load(Self.module, lines)
            }
            let all = try await list(store)
            let titles = try await list(store, columns: columns)
            #expect(all.isDerived && titles.isDerived, "round \(round)")
            let other = try await open()
            #expect(try await list(other).words == all.words, "round \(round)")
            #expect(try await list(other, columns: columns).words == titles.words, "round \(round)")
            await other.close()
        }
        await store.close()
    }

    @Test("A write of another store, a rebuild and a large write are noticed")
    func otherWrites() async throws {
        let store = try await open()
        try await store.load(Self.module, [Self.line(1, "Moby Dick")])
        _ = try await list(store)
        let other = try await open()
        try await other.load(Self.module, [Self.line(2, "Emma")])
        await other.close()
        var known = try await list(store)
        #expect(!known.isDerived && known.words["emma"] == 1)
        try await store.fullText.rebuild()
        known = try await list(store)
        #expect(!known.isDerived && known.words == ["dick": 1, "emma": 1, "moby": 1])
        let long = String(repeating: "word ", count: WordLog.mostBytes / 5)
        try await store.load(Self.module, [Self.line(3, long)])
        known = try await list(store)
        #expect(!known.isDerived && known.words["word"] == 1)
        try await store.load(Self.module, [Self.line(3, "short")])
        known = try await list(store)
        #expect(known.words["word"] == nil && known.words["short"] == 1)
        await store.close()
    }
}
#endif
