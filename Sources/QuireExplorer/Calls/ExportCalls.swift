import QuireCore
import QuireEngine
import QuireServer

/// Exports the items of a query part by part, so that neither the program nor a response holds all of them.
struct ExportCalls: Sendable {
    let context: ExplorerContext
    private static let mostRows = 1_000
    private static let mostBytes = 4 << 20

    func export(_ body: BodyObject) async throws -> JSONValue {
        let engine = try context.engine(try body.text("engine")).engine
        let query = try QueryReader.query(try QueryArgument.object(body))
        let resolved = try QueryResolver(schema: context.schema.now.schema).resolve(query)
        var request = resolved.request
        request.facets = []
        request.countsTotal = false
        let most = engine.capabilities.maximumPageSize ?? Self.mostRows
        let text: (JSONValue) -> String
        var output = ""
        switch try body.requiredText("format") {
        case "ndjson": text = { "\($0)\n" }
        case "csv":
            let all = resolved.module.fields.map(ResolvedColumn.field)
            let columns = resolved.columns.isEmpty ? all : resolved.columns
            if try body.boolean("header") ?? (body["cursor"] == nil) { output = CSVRow.header(columns) }
            text = { CSVRow.row($0, columns) }
        default: throw ExplorerError(.body, "format: expected ndjson or csv")
        }
        var (place, rows) = (try body.text("cursor"), 0)
        repeat {
            let size = min(200, most)
            request.page = try PagePlace.page(
                place, offset: nil, size: size, hasCursors: engine.capabilities.supportsCursors)
            let response = try await ItemSource(engine: engine).items(request)
            if let error = response.rejected.first { throw error }
            for item in response.items { output += text(item) }
            rows += response.items.count
            place = try PagePlace.next(after: response, to: request)
        } while place != nil && rows + min(200, most) <= Self.mostRows && output.utf8.count < Self.mostBytes
        return .record(["text": output.json, "next": place?.json, "rows": rows.json])
    }
}

/// Writes items as lines of a CSV file (RFC 4180).
enum CSVRow {
    static func header(_ columns: [ResolvedColumn]) -> String {
        line(["id"] + columns.map(\.name))
    }

    static func row(_ item: JSONValue, _ columns: [ResolvedColumn]) -> String {
        line([item.instanceID] + columns.map { text($0.value(of: item)) })
    }

    private static func line(_ cells: [String]) -> String {
        cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// A text as it is, everything else as JSON.
    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil, .null?: ""
        case .string(let text)?: guarded(text)
        case let value?: value.description
        }
    }

    /// Spreadsheets run a text that begins like a formula. A quote in front makes it a text for them.
    private static func guarded(_ text: String) -> String {
        guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return text }
        return "'" + text
    }

    private static func cell(_ text: String) -> String {
        guard text.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
