import Foundation
import Testing

/// The schema and the data of the repository, read by Foundation.
enum Shipped {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func schema() throws -> PlainJSON {
        try JSONDecoder().decode(
            PlainJSON.self, from: Data(contentsOf: root.appendingPathComponent("Schema/bookshop.json")))
    }

    /// The instances of a module, in file order.
    static func items(_ module: String) throws -> [PlainJSON] {
        let file = root.appendingPathComponent("Sources/Bookshop/Data/\(module).ndjson")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            try JSONDecoder().decode(PlainJSON.self, from: Data(line.utf8))
        }
    }

    static func ids(_ module: String) throws -> [String] { try items(module).compactMap { $0["id"]?.text } }

    /// The fields of a module in the schema, including those of its mixins.
    static func fields(of module: String) throws -> [PlainJSON] {
        let schema = try schema()
        let description = try #require(schema["modules"]?.list?.first { $0["name"]?.text == module })
        let mixins = description["mixins"]?.list?.compactMap(\.text) ?? []
        let mixed = (schema["mixins"]?.list ?? []).filter { mixins.contains($0["name"]?.text ?? "") }
        return (mixed + [description]).flatMap { $0["fields"]?.list ?? [] }
    }
}
