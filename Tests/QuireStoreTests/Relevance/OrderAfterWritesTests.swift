#if SQLite
import Foundation
import Quire
import QuireEngine
import QuireStore
import Testing
import TransportDoubles

@Suite("The order of a ranked search after writes")
struct OrderAfterWritesTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func open(_ module: ModuleDescriptor) async throws -> Store {
        try await Store(.file(folder.file()), modules: [module])
    }

    /// A random item. Many items rank the same, so their popularity and their ids decide.
    private static func line(_ id: String, _ random: inout SeededGenerator) -> String {
        let title = ["rose", "rose", "a rose", "sea"].randomElement(using: &random) ?? ""
        let note = ["river", "rose and river", "wind"].randomElement(using: &random) ?? ""
        let votes = [nil, -3, 0, 1, 1, 2, 40].randomElement(using: &random) ?? nil
        let popularity = votes.map { #","votes":\#($0)"# } ?? ""
        return #"{"id":"\#(id)","values":{"title":"\#(title)","note":"\#(note)"\#(popularity)}}"#
    }

    private static func id(_ random: inout SeededGenerator) -> String {
        String(Int.random(in: 0..<400, using: &random), radix: 36)
            + ["", "é", "!", "~"][Int.random(in: 0..<4, using: &random)]
    }

    private static func request(_ module: ModuleDescriptor, _ text: String) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.text = TextSearch(.all(text))
        request.text?.mode = .anyWord
        request.page = .all
        return request
    }

    /// Upserts or deletes items in a transaction.
    private static func write(
        _ steps: [(id: String, line: String?)], _ store: Store, rollsBack: Bool = false
    ) async throws {
        try await store.transaction("write") { transaction in
            for (id, line) in steps {
                if let line {
                    try transaction.upsert(Data(line.utf8), into: "books")
                } else {
                    try transaction.delete(id, from: "books")
                }
            }
            if rollsBack { throw CancellationError() }
        }
    }

    @Test(
        "After random writes of two stores, searches find what a new store and the reference find",
        arguments: Popularity.allCases, [1, 2])
    func random(popularity: Popularity, seed: UInt64) async throws {
        let module = popularity.books()
        var random = SeededGenerator(seed: seed)
        let store = try await open(module)
        let other = try await open(module)
        var lines: [String: String] = [:]
        for _ in 0..<250 {
            let id = Self.id(&random)
            lines[id] = Self.line(id, &random)
        }
        try await store.load("books", from: .data(Data(lines.values.sorted().joined(separator: "\n").utf8)))
        for round in 0..<60 {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let isOwn = Int.random(in: 0..<10, using: &random) > 0
                let writer = isOwn ? store : other
                let rollsBack = Int.random(in: 0..<5, using: &random) == 0
                var changed = lines
                var steps: [(id: String, line: String?)] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let known = changed.keys.sorted().randomElement(using: &random) ?? ""
                    let id = Bool.random(using: &random) ? known : Self.id(&random)
                    let line =
                        Int.random(in: 0..<3, using: &random) == 0 ? nil : Self.line(id, &random)
                    steps.append((id, line))
                    changed[id] = line
                }
                do {
                    try await Self.write(steps, writer, rollsBack: rollsBack)
                    lines = changed
                } catch is CancellationError {}
            }
            switch round {
            case 20:
                // Every row may change.
                let all = lines.values.sorted()
                try await store.transaction("empty") { transaction in
                    try transaction.deleteAll(from: "books")
                    for line in all {
                        try transaction.upsert(Data(line.utf8), into: "books")
                    }
                }
            case 40: try await store.fullText.rebuild()
            default: break
            }
            let instances = try lines.values.map { try JSONValue(parsing: Data($0.utf8)) }
            let fresh = try await open(module)
            for text in ["rose", "ro", "river rose"] {
                let request = Self.request(module, text)
                let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
                let found = try await store.search([request], decoding: Store.idDecoder(module))[0].items
                #expect(found == expected, "\(text) in round \(round)")
                let afresh = try await fresh.search([request], decoding: Store.idDecoder(module))[0].items
                #expect(afresh == expected, "\(text) in round \(round), afresh")
            }
            await fresh.close()
        }
        await store.close()
        await other.close()
    }
}
#endif
