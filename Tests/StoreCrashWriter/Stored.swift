#if SQLite
import Foundation
import Quire

/// What an engine holds, against what it must hold.
package enum Stored {
    /// The values of all items of the module, by id.
    package static func values(
        in engine: some ContentEngine, of module: ModuleDescriptor = Things.module
    ) async throws -> [String: JSONValue] {
        try await values(in: engine, matching: SearchRequest(module: module))
    }

    /// The values of all items that a request finds, by id.
    package static func values(
        in engine: some ContentEngine, matching request: SearchRequest
    ) async throws -> [String: JSONValue] {
        var request = request
        request.page = .all
        let data = try await engine.searchData(request)
        let page: JSONValue
        do { page = try JSONValue(parsing: data) } catch { throw UnreadablePage(text: "\(error)") }
        guard case .array(let items) = page else { throw UnreadablePage(text: "no array") }
        var values: [String: JSONValue] = [:]
        for item in items {
            guard case .string(let id)? = item["id"] else { continue }
            values[id] = item["values"]
        }
        return values
    }

    /// What an engine answered is no JSON: a damaged value within it.
    struct UnreadablePage: Error { var text: String }

    /// What is wrong with an engine's content; `nil` where it is just the items of those versions.
    package static func mistake(
        in engine: some ContentEngine, versions: [String: Int]
    ) async throws -> String? {
        let stored = try await values(in: engine)
        for (id, version) in versions {
            guard let values = stored[id] else {
                return "\(id) is missing; it should have version \(version)"
            }
            guard values == Things.values(version) else {
                return
                    "\(id) should have version \(version), and is \(String(decoding: values.data, as: UTF8.self))"
            }
        }
        return stored.keys.first { versions[$0] == nil }.map { "\($0) is stored, and should not be" }
    }
}
#endif
