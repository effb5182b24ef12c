#if SQLite
import Foundation
import Quire
import QuireStore
import SampleModules
import Seeds

/// `shelve FILE SEED COUNT`: changes a library at random, one transaction after another.
///
/// Each transaction logs its changes and its number in the store itself, so that a test can repeat all of them in their
/// order, whoever made them.
package enum Shelving {
    package static let log = ModuleDescriptor(
        name: "log",
        fields: [
            FieldDescriptor(name: "changes", kind: .longText), FieldDescriptor(name: "count", kind: .integer),
        ])

    package static let modules = [
        Books.descriptor, Novels.descriptor, Writers.descriptor, Houses.descriptor, log,
    ]

    /// The id of the item with the number of transactions.
    private static let counter = "counter"

    private struct Regret: Error {}

    static func run(_ arguments: Arguments) async throws {
        let store = try await Store(.file(arguments.file), modules: modules)
        try await shelve(store, seed: UInt64(arguments.number(0)), count: arguments.number(1))
        await store.close()
    }

    /// Runs random transactions. Every tenth is rolled back.
    package static func shelve(_ store: Store, seed: UInt64, count: Int) async throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<count {
            let changes = (0..<Int.random(in: 1...3, using: &random)).map { _ in change(&random) }
            do {
                try await store.transaction("shelve") { transaction in
                    try apply(changes, transaction)
                    if number % 10 == 9 { throw Regret() }
                    try write(changes, transaction)
                }
            } catch is Regret {}
        }
    }

    /// Repeats the transaction with a number, counted from 1. The other store has its log.
    package static func repeatTransaction(_ number: Int, of source: Store, on store: Store) async throws {
        let instance = try await source.transaction("read the log") {
            try $0.instance("\(number)", in: log.name)
        }
        guard let instance,
            case .string(let text)? = try JSONValue(parsing: Data(instance))["values"]?["changes"],
            case .array(let changes) = try JSONValue(parsing: Data(text.utf8))
        else { throw Regret() }
        try await store.transaction("repeat") { try apply(changes, $0) }
    }

    /// The number of transactions so far.
    package static func count(_ store: Store) async throws -> Int {
        try await store.transaction("read the log") { try count($0) }
    }

    private static func count(_ transaction: StoreTransaction) throws -> Int {
        guard let instance = try transaction.instance(counter, in: log.name),
            case .integer(let count)? = try JSONValue(parsing: Data(instance))["values"]?["count"]
        else { return 0 }
        return Int(count)
    }

    private static func write(_ changes: [JSONValue], _ transaction: StoreTransaction) throws {
        let number = try count(transaction) + 1
        let text = String(decoding: JSONValue.array(changes).data, as: UTF8.self)
        try upsert("\(number)", [.init("changes", .string(text))], into: log.name, transaction)
        try upsert(counter, [.init("count", .integer(Int64(number)))], into: log.name, transaction)
    }

    private static func apply(_ changes: [JSONValue], _ transaction: StoreTransaction) throws {
        for change in changes {
            guard case .string(let module)? = change["module"], case .string(let id)? = change["id"] else {
                continue
            }
            if case .object(let values)? = change["values"] {
                try upsert(id, values, into: module, transaction)
            } else {
                try transaction.delete(id, from: module)
            }
        }
    }

    private static func upsert(
        _ id: String, _ values: [JSONValue.Member], into module: String, _ transaction: StoreTransaction
    ) throws {
        let instance = JSONValue.object([.init("id", .string(id)), .init("values", .object(values))])
        try transaction.upsert(instance.data, into: module)
    }

    private static func change(_ random: inout SeededGenerator) -> JSONValue {
        func number(_ range: Range<Int>) -> Int64 { Int64(Int.random(in: range, using: &random)) }
        let (module, id, values): (String, String, [JSONValue.Member])
        switch number(0..<3) {
        case 0:
            (module, id) = (Novels.descriptor.name, "b\(number(0..<30))")
            values = [
                .init("pages", .integer(number(0..<12))), .init("author", .string("a\(number(0..<9))")),
                .init("editors", .array([.string("a\(number(0..<9))")])),
            ]
        case 1:
            (module, id) = (Writers.descriptor.name, "a\(number(0..<8))")
            values = [
                .init("name", .string("n\(number(0..<5))")), .init("birthYear", .integer(number(0..<9))),
                .init("publisher", .string("p\(number(0..<3))")),
            ]
        default:
            (module, id) = (Books.descriptor.name, "t\(number(0..<20))")
            let words = ["red", "green", "blue", "garden", "house", "sea"].shuffled(using: &random)
            values = [
                .init("title", .string(words.prefix(3).joined(separator: " "))),
                .init("age", .integer(number(0..<20))), .init("price", .integer(number(1..<9))),
                .init("active", .boolean(true)), .init("rank", .integer(number(0..<6))),
            ]
        }
        var members: [JSONValue.Member] = [.init("module", .string(module)), .init("id", .string(id))]
        if number(0..<5) > 0 { members.append(.init("values", .object(values))) }
        return .object(members)
    }
}
#endif
