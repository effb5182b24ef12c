#if SQLite
import Foundation
import Quire
import QuireTesting
import Testing

import QuireStore

/// What facets report beside the values of the result, in memory and in the store.
@Suite("Chosen and missing values of facets")
struct FacetChoiceTests {
    private static let module = ModuleDescriptor(
        name: "books",
        fields: [
            FieldDescriptor(name: "title", kind: .text, searchWeight: 1),
            FieldDescriptor(name: "language", kind: .text, facet: .disjunctive),
            FieldDescriptor(name: "tags", kind: .list(.text), facet: .conjunctive),
            FieldDescriptor(name: "year", kind: .integer),
        ])

    private static let lines = [
        #"{"id":"1","values":{"title":"Emma","language":"eng","tags":["a","b"],"year":1815}}"#,
        #"{"id":"2","values":{"title":"Emile","language":"fre","tags":[],"year":1762}}"#,
        #"{"id":"3","values":{"title":"Faust","language":null,"tags":["b"],"year":1808}}"#,
        #"{"id":"4","values":{"title":"Anonymous","year":1800}}"#,
    ]

    private func responses(_ request: SearchRequest) async throws -> [SearchResponse<String>] {
        let store = try await Store(.memory, modules: [Self.module])
        try await store.load(Self.module, Self.lines)
        let memory = InMemoryEngine()
        await memory.add(try Self.lines.map { try JSONValue(parsing: Data($0.utf8)) }, to: Self.module)
        return [
            try await ContentClient(engine: store).response(request, reading: .ids(of: Self.module)),
            try await ContentClient(engine: memory).response(request, reading: .ids(of: Self.module)),
        ]
    }

    @Test("Items without a value are counted if the query asks for it: null, missing, and an empty list")
    func missing() async throws {
        var request = SearchRequest(module: Self.module)
        request.facets = [FacetRequest("language", isDisjunctive: true), FacetRequest("tags")]
        for response in try await responses(request) {
            #expect(response.facets.map(\.missing) == [nil, nil])
        }
        for index in request.facets.indices { request.facets[index].countsMissing = true }
        for response in try await responses(request) { #expect(response.facets.map(\.missing) == [2, 2]) }
        request.filter = .leaf(.init(.greaterOrEqual, "year", value: .integer(1808), type: .number))
        for response in try await responses(request) { #expect(response.facets.map(\.missing) == [1, 0]) }
    }

    @Test(
        "A disjunctive facet counts the items without a value beside its chosen values, another one within them"
    )
    func missingBesideChoice() async throws {
        var request = SearchRequest(module: Self.module)
        request.facets = [FacetRequest("language", isDisjunctive: true), FacetRequest("tags")]
        for index in request.facets.indices { request.facets[index].countsMissing = true }
        request.refinements = [Self.choice(["eng"], of: "language")]
        for response in try await responses(request) { #expect(response.facets.map(\.missing) == [2, 0]) }
    }

    @Test("A chosen value stays in its facet with the count 0 if no item has it")
    func chosen() async throws {
        var request = SearchRequest(module: Self.module)
        request.facets = [FacetRequest("language", isDisjunctive: true)]
        request.refinements = [Self.choice(["fre", "ger"], of: "language")]
        request.filter = .leaf(.init(.greater, "year", value: .integer(1800), type: .number))
        for response in try await responses(request) {
            #expect(
                response.facets[0].counts.map(\.value) == [.string("eng"), .string("fre"), .string("ger")])
            #expect(response.facets[0].counts.map(\.count) == [1, 0, 0])
        }
    }

    @Test("A chosen value that many others outnumber is counted by a search of its own")
    func rare() async throws {
        var request = SearchRequest(module: Self.module)
        request.facets = [FacetRequest("tags", maximumValues: 1)]
        request.refinements = [Self.choice(["a"], of: "tags")]
        request.facets[0].isDisjunctive = true
        for response in try await responses(request) {
            #expect(response.facets[0].counts == [FacetCount(.string("b"), 2), FacetCount(.string("a"), 1)])
        }
    }

    private static func choice(_ values: [String], of field: String) -> FacetRefinement {
        FacetRefinement(
            field, .leaf(.init(.in, field, value: .list(values.map(FilterValue.string)), type: .string)))
    }
}
#endif
