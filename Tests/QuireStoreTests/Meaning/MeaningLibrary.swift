#if SQLite
import Foundation
import Quire
import QuireTesting
import TransportDoubles

import QuireStore

/// A module with an embedding, and random items of it in a store and in memory.
enum MeaningLibrary {
    static func module(
        of fields: [String] = ["title", "body"], dimensions: Int = 24, model: String? = "words"
    ) -> ModuleDescriptor {
        ModuleDescriptor(
            name: "notes",
            embedding: model.map { EmbeddingDescriptor(of: fields, dimensions: dimensions, model: $0) },
            fields: [
                FieldDescriptor(name: "title", kind: .text, searchWeight: 3),
                FieldDescriptor(name: "body", kind: .html, searchWeight: 1),
                FieldDescriptor(name: "tags", kind: .list(.text), searchWeight: 1),
                FieldDescriptor(name: "age", kind: .integer, isSortable: true),
                FieldDescriptor(name: "kind", kind: .choice, facet: .disjunctive),
            ])
    }

    static let words = [
        "sofa", "couch", "settee", "sea", "ocean", "boat", "lonely", "alone", "old", "man", "whale", "river",
        "garden", "rose", "winter", "letter", "clock", "stone", "bread", "salt",
    ]

    static func text(_ most: Int, _ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...most, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            .joined(separator: " ")
    }

    static func instances(_ count: Int, _ random: inout SeededGenerator) -> [JSONValue] {
        (0..<count).map { number in
            var values: [JSONValue.Member] = [
                .init("age", .integer(Int64.random(in: 0..<10, using: &random)))
            ]
            // Some items have the same text, and some have none.
            if Int.random(in: 0..<12, using: &random) > 0 {
                values.append(.init("title", .string(text(2, &random))))
            }
            if Bool.random(using: &random) {
                values.append(.init("body", .string("<p>\(text(3, &random))</p>")))
            }
            values.append(.init("kind", .string(["a", "b", "c"].randomElement(using: &random) ?? "")))
            let id = "\(String(Int.random(in: 0..<9_999, using: &random), radix: 36))-\(number)"
            return .object([.init("id", .string(id)), .init("values", .object(values))])
        }
    }

    static func store(
        _ instances: [JSONValue], _ embedder: any Embedder, module: ModuleDescriptor = module(),
        at location: Store.Location = .memory
    ) async throws -> Store {
        let store = try await open(location, embedder, module)
        try await write(instances, store)
        return store
    }

    static func open(
        _ location: Store.Location, _ embedder: (any Embedder)?, _ module: ModuleDescriptor = module()
    ) async throws -> Store {
        var options = StoreOptions()
        options.embedder = embedder
        return try await Store(location, modules: [module], options: options)
    }

    static func write(_ instances: [JSONValue], _ store: Store) async throws {
        try await store.transaction("write") { transaction in
            for instance in instances {
                try transaction.upsert(Data("\(instance)".utf8), into: "notes")
            }
        }
    }

    static func item(_ id: String, _ title: String, age: Int = 1) -> JSONValue {
        .object([
            .init("id", .string(id)),
            .init(
                "values", .object([.init("title", .string(title)), .init("age", .integer(Int64(age)))])),
        ])
    }

    static func request(
        _ text: String, _ mode: MatchMode = .meaning, module: ModuleDescriptor = module()
    ) -> SearchRequest {
        var request = SearchRequest(module: module)
        request.text = TextSearch(.all(text))
        request.text?.mode = mode
        request.page = .all
        return request
    }

    static func page(
        _ request: SearchRequest, _ engine: some ContentEngine
    ) async throws -> SearchResponse<String> {
        try await ContentClient(engine: engine).response(request, reading: .ids(of: request.module))
    }

    static func age(below age: Int) -> Filter {
        .leaf(.init(.less, "age", value: .integer(Int64(age)), type: .number))
    }
}
#endif
