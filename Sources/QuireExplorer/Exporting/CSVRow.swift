import QuireCore

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
