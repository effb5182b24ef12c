#if SQLite
import Foundation
import Quire
import QuireEngine
import QuireStore
import Seeds
import Testing
import TransportDoubles

@Suite("Searches before and after the words of the index were read")
struct KnownWordsTests {
    private static let module = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
            FieldDescriptor(name: "note", kind: .text, searchWeight: 2),
        ])

    private static let lines = [
        ("moby dick", "a whale"), ("dickens", "moby"), ("whale", "the half blood"), ("mobility", ""),
        ("dick moby", "mobile whale"), ("half-blood", "m o b"), ("the J.K. whale", "mob dick"),
        ("wharf", "東京"),
    ].enumerated().map { #"{"id":"\#($0)","values":{"title":"\#($1.0)","note":"\#($1.1)"}}"# }

    private static func search(_ query: TextQuery, _ mode: MatchMode?) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.text = TextSearch(query)
        if let mode { request.text?.mode = mode }
        request.page = .all
        return request
    }

    /// Compares what a store finds with the reference: before it has read any words, and after.
    private func compare(_ requests: [SearchRequest]) async throws {
        let instances = try Self.lines.map { try JSONValue(parsing: Data($0.utf8)) }
        let knowing = try await Store(.memory, modules: [Self.module])
        try await knowing.load(Self.module, Self.lines)
        // A typo makes a search read the words.
        #expect(try await knowing.ids(Self.search(.all("whalez"), .anyWord)).isEmpty == false)
        for request in requests {
            let expected = try InstanceSearch(request).all(of: instances).map(\.instanceID)
            let unknowing = try await Store(.memory, modules: [Self.module])
            try await unknowing.load(Self.module, Self.lines)
            #expect(try await unknowing.ids(request) == expected, "\(request), before the words were read")
            #expect(try await knowing.ids(request) == expected, "\(request), after the words were read")
        }
    }

    @Test(
        "A word that no item has, a beginning that only one word has, and a repeated word find what the reference finds",
        arguments: [
            "mobydick", "mob", "moby dock", "moby dick", "mobx moby", "whale", "wha", "whal", "dicken",
            "mobyx dickx",
            "moby moby", "moby dick moby", "whale whale whale", "half blood", "halfblood", "half-blo", "jk",
            "j.k.",
            "mob mobx", "m o b", "東", "unknown", "unknown moby unknown dick unknown other another moby more",
        ])
    func texts(text: String) async throws {
        var requests: [SearchRequest] = []
        for mode in [nil, MatchMode.anyWord] {
            for matching in WordMatching.allCases {
                requests.append(Self.search(.all(text, matching: matching), mode))
                requests.append(Self.search(.any(text, matching: matching), mode))
            }
        }
        try await compare(requests)
    }

    @Test("So do random choices of known and unknown words, beginnings and phrases, many or few")
    func random() async throws {
        var random = SeededGenerator(seed: Seed.current)
        let words = [
            "moby", "dick", "whale", "mob", "wha", "dicken", "mobydick", "unknown", "xyz", "the",
            "half-blood", "jk",
            "halfblood", "blo", "東京",
        ]
        var requests: [SearchRequest] = []
        for _ in 0..<150 {
            let text = (0..<Int.random(in: 1...10, using: &random))
                .map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
            let matching = WordMatching.allCases.randomElement(using: &random) ?? .prefixes
            let query: TextQuery =
                Bool.random(using: &random) ? .all(text, matching: matching) : .any(text, matching: matching)
            requests.append(Self.search(query, Bool.random(using: &random) ? .anyWord : nil))
        }
        try await compare(requests)
    }
}
#endif
