#if SQLite
import Foundation
import Quire
import QuireStore

/// `count FILE TIMES`: reads a number from the store and writes the next one, in one transaction, `TIMES` times.
package enum Counting {
    package static let id = "counter"

    static func run(_ arguments: Arguments) async throws {
        let store = try await Store(.file(arguments.file), modules: [Things.module])
        for _ in 0..<arguments.number(0) { try await store.count() }
        await store.close()
    }

    /// The number that the instance contains.
    package static func number(of instance: Data?) throws -> Int {
        guard let instance else { return 0 }
        guard case .integer(let number)? = try JSONValue(parsing: instance)["values"]?["n"] else { return -1 }
        return Int(number)
    }
}

extension Store {
    fileprivate func count() async throws {
        let module = Things.module.name
        try await transaction("count") { transaction in
            let stored = try transaction.instance(Counting.id, in: module).map { Data($0) }
            let next = try Counting.number(of: stored) + 1
            _ = try transaction.upsert(Things.instance(Counting.id, next), into: module)
        }
    }
}
#endif
