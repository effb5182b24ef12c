import QuireCore

/// Prints conditions in PocketBase's language, within its limits.
enum FilterPrinter {
    /// The largest filter, in bytes, and the largest number of comparisons.
    static let maximumBytes = 3_500
    static let maximumTests = 200

    /// The filter; `nil` if every record meets it.
    ///
    /// - Parameter module: The module's name, for the error.
    /// - Throws: `UnsupportedError` if the filter is larger than PocketBase accepts.
    static func text(_ condition: Condition, module: String) throws(UnsupportedError) -> String? {
        let condition = condition.simplified
        if condition == .everything { return nil }
        if let column = condition.requiredTwice {
            throw UnsupportedError(
                engine: PocketBaseConnection.engineName,
                node: "two values of \"\(column.prefix { $0 != ":" })\" at once",
                hint: "use a managed collection, sync into a store, or let the client compare with "
                    + ".fallback(.clientSide(maxScanned: 1_000))")
        }
        let count = condition.count
        guard count <= maximumTests else {
            throw UnsupportedError(
                engine: PocketBaseConnection.engineName,
                node: "a filter of \(count) comparisons on \"\(module)\"",
                hint: "it takes \(maximumTests); ask in several searches, or sync into a store")
        }
        var text = ""
        text.reserveCapacity(count * 24)
        write(condition, to: &text)
        guard text.utf8.count <= maximumBytes else {
            throw UnsupportedError(
                engine: PocketBaseConnection.engineName,
                node: "a filter of \(text.utf8.count) bytes on \"\(module)\"",
                hint: "it takes \(maximumBytes) bytes; ask in several searches, or sync into a store")
        }
        return text
    }

    private static func write(_ condition: Condition, to text: inout String, isInside: Bool = false) {
        switch condition {
        case .everything: text += "id != ''"
        case .nothing: text += "id = ''"
        case .test(let test):
            text += test.column
            text += " "
            text += test.symbol == .noneEqual ? "!=" : test.symbol.rawValue
            text += " "
            text += test.literal.text
        case .all(let parts): write(parts, joinedBy: " && ", to: &text, isInside: isInside)
        case .any(let parts): write(parts, joinedBy: " || ", to: &text, isInside: isInside)
        }
    }

    /// A parenthesis comes first, or after an operator or another parenthesis: PocketBase drops a word before one.
    private static func write(
        _ parts: [Condition], joinedBy operation: String, to text: inout String, isInside: Bool
    ) {
        if isInside { text += "(" }
        for (position, part) in parts.enumerated() {
            if position > 0 { text += operation }
            write(part, to: &text, isInside: true)
        }
        if isInside { text += ")" }
    }
}
