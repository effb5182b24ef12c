#if SQLite
import Foundation
import Quire

/// Compares an engine's content with the expected content.
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

    /// An engine's response is not valid JSON: it contains a damaged value.
    struct UnreadablePage: Error { var text: String }

    /// The first problem of an engine's content, or `nil` if it has exactly the items with those versions.
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
